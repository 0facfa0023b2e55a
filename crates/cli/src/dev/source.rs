//! The edited folder, the config that plays it, and its surroundings.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide::config::{PlayerSeat, Written};
use bastide::core::Fault;
use bastide::core::decl::Tile;
use bastide::folders::read_text;
use bastide::library::FILE_BYTES_MAX;
use bastide::record::{Needed, Record};
use bastide::{Config, Library, Manifest, Rules, Setup, manifest};

use crate::open::Desk;
use crate::stop::Stop;

/// What kind of folder it is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sort {
    /// An expansion.
    Expansion,
    /// Tile sets that belong to no expansion.
    Sets,
}

/// The edited folder.
#[derive(Debug)]
pub(crate) struct Source {
    folder: PathBuf,
    sort: Sort,
    /// Name of the folder.
    pub(super) name: String,
    config: Option<PathBuf>,
    record: Option<Record>,
    /// Everything but the folder.
    around: Library,
    last: Arc<Library>,
}

/// A version of the edited folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Loaded {
    pub(crate) library: Arc<Library>,
    pub(crate) config: Config,
    /// The replayed record, with the folder in play.
    record: Option<Record>,
    /// The record as it was played.
    played: Option<Record>,
}

impl Source {
    /// The folder that is named.
    pub(crate) fn open(path: &Path, config: Option<PathBuf>, desk: &Desk) -> Result<Self, Stop> {
        let shown = path.display();
        let wrong = |code: &str, en: String, fr: String| {
            Fault::new(code, en, fr).help(
                "name the folder of an expansion, with expansion.toml in it, or a folder of tile sets",
                "nommez le dossier d'une extension, avec expansion.toml, ou un dossier de jeux de tuiles",
            )
        };
        // Its full name, so that `.` has one too.
        let folder = path.canonicalize().ok().filter(|f| f.is_dir()).ok_or_else(|| {
            wrong(
                "F0001",
                format!("there is no folder `{shown}`"),
                format!("il n'y a pas de dossier `{shown}`"),
            )
        })?;
        let name = folder.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        let sort = if folder.join(manifest::FILE).is_file() { Sort::Expansion } else { Sort::Sets };
        let mut source = Self {
            // Faults name files as the author named the folder.
            folder: path.to_owned(),
            sort,
            name,
            config,
            record: None,
            around: (*desk.library).clone(),
            last: Arc::clone(&desk.library),
        };
        if source.sort == Sort::Sets && source.sets().is_empty() {
            let fault = wrong(
                "F0012",
                format!("`{shown}` holds neither expansion.toml nor tile sets"),
                format!("`{shown}` ne contient ni expansion.toml ni jeux de tuiles"),
            );
            return Err(fault.into());
        }
        source.last = Arc::new(source.around.clone());
        Ok(source)
    }

    /// The game is that of a record.
    pub(super) fn replays(&mut self, record: Record) {
        self.record = Some(record);
    }

    /// Returns the paths to watch.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        std::iter::once(&self.folder).chain(&self.config).cloned().collect()
    }

    /// Whether no config says what is played with it.
    pub(crate) fn is_usual(&self) -> bool {
        self.config.is_none() && self.record.is_none()
    }

    /// Everything but what is worked on.
    pub(super) fn around(&self) -> Library {
        self.around.clone()
    }

    /// Everything as it was read last.
    pub(super) fn library(&self) -> Arc<Library> {
        Arc::clone(&self.last)
    }

    /// Names of the tile sets in a folder without a manifest.
    fn sets(&self) -> Vec<String> {
        let mut library = Library::default();
        let _ = library.sets_at(&self.folder);
        library.sets().map(str::to_owned).collect()
    }

    /// Reads all of it again.
    pub(crate) fn read(&mut self) -> Result<Loaded, Vec<Fault>> {
        let mut library = self.around.clone();
        match self.sort {
            Sort::Expansion => library.folder_at(&self.name, &self.folder)?,
            Sort::Sets => library.sets_at(&self.folder)?,
        }
        self.last = Arc::new(library);
        let config = match (&self.config, &self.record) {
            (_, Some(_)) => Config::default(),
            (Some(path), None) => self.named(path)?,
            (None, None) => self.usual(),
        };
        let played = self.record.clone();
        let record = self.record.clone().map(|mut record| {
            self.join(&mut record);
            record
        });
        Ok(Loaded { library: self.library(), config, record, played })
    }

    /// Puts what is worked on in play in a game that was played without it.
    fn join(&self, record: &mut Record) {
        let named = |value: &String| Written { value: value.clone(), span: 0..0 };
        if self.sort == Sort::Sets {
            for set in self.sets() {
                let tiles = &mut record.header.tiles;
                if !tiles.iter().any(|(known, _)| known.value == set) {
                    tiles.push((named(&set), 1));
                }
            }
            return;
        }
        for id in std::iter::once(self.name.clone()).chain(self.needs()) {
            let expansions = &mut record.header.expansions;
            if !expansions.iter().any(|known| known.id.value == id) {
                expansions.push(Needed { id: named(&id), ..Needed::default() });
            }
        }
    }

    /// Returns the config that was named, with the folder in play even if the config does not enable it.
    fn named(&self, path: &Path) -> Result<Config, Vec<Fault>> {
        let file = path.to_string_lossy().replace('\\', "/");
        let text = read_text(path, &file, FILE_BYTES_MAX as usize).map_err(|fault| vec![*fault])?;
        let mut config = Config::parse(&file, &text)?;
        self.enable(&mut config);
        Ok(config)
    }

    /// Bots play the base game, what is worked on and what that needs.
    fn usual(&self) -> Config {
        let read = |id: &str| self.last.folder(id).and_then(|f| Manifest::read(f).0);
        let least = read(&self.name).map_or(2, |m| m.everything.players_min.max(2));
        let seat = |i: u8| PlayerSeat {
            name: format!("{}", char::from(b'A' + i)),
            bot: Some("greedy".to_owned()),
        };
        let mut config = Config { players: (0..least).map(seat).collect(), ..Config::default() };
        self.enable(&mut config);
        config
    }

    fn enable(&self, config: &mut Config) {
        if self.sort == Sort::Sets {
            for set in self.sets() {
                let copies = bastide::config::TileChange { copies: 1, span: 0..0 };
                config.tiles.entry(set).or_insert(copies);
            }
            return;
        }
        config.enable(&self.name);
        for id in self.needs() {
            config.expansions.entry(id).or_insert_with(bastide::config::Wanted::plain);
        }
    }

    /// Returns everything that the folder needs, as far as it can be found.
    fn needs(&self) -> BTreeSet<String> {
        let mut open = vec![self.name.clone()];
        let mut known = BTreeSet::new();
        while let Some(id) = open.pop() {
            let manifest = self.last.folder(&id).and_then(|f| Manifest::read(f).0);
            for needed in manifest.into_iter().flat_map(|m| m.needs) {
                if self.last.folder(&needed.id).is_some() && known.insert(needed.id.clone()) {
                    open.push(needed.id);
                }
            }
        }
        known
    }

    /// Tiles of the folder, of those in play.
    pub(super) fn own_tiles(&self, rules: &Rules) -> Vec<Tile> {
        let sets: BTreeSet<String> = match self.sort {
            Sort::Sets => self.sets().into_iter().collect(),
            Sort::Expansion => {
                let folder = self.last.folder(&self.name);
                let manifest = folder.and_then(|f| Manifest::read(f).0);
                let mut sets: BTreeSet<String> =
                    manifest.iter().flat_map(|m| &m.sets).map(|s| s.id.clone()).collect();
                let profiles = manifest.iter().flat_map(|m| &m.profiles);
                sets.extend(profiles.filter_map(|p| p.sets.clone()).flatten());
                sets
            }
        };
        let own = |tile: &&Tile| tile.id.split_once('/').is_some_and(|(set, _)| sets.contains(set));
        rules.setup.tiles.iter().filter(own).cloned().collect()
    }
}

impl Loaded {
    /// The rules of this version.
    pub(crate) fn rules(&self) -> Result<Rules, Vec<Fault>> {
        match &self.record {
            Some(record) => record.rules_of_now(&self.library),
            None => Rules::new(Setup::load(&self.config, &self.library)?),
        }
    }

    /// Whether a record is played again that what is worked on was no part of.
    pub(super) fn joins(&self) -> bool {
        self.record != self.played
    }

    /// The rules of the record alone, if it was played without what is worked on.
    pub(super) fn without(&self) -> Option<Result<Rules, Vec<Fault>>> {
        let played = self.played.as_ref().filter(|_| self.joins())?;
        Some(played.rules_of_now(&self.library))
    }
}
