//! The check of one expansion folder, tile set, config or scenario, as far as no game is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use bastide::config::Manifests;
use bastide::core::Fault;
use bastide::library::{File, Folder};
use bastide::manifest::{FILE, Referred, SCRIPTS};
use bastide::{Config, Library, Manifest, Rules, Setup, config};
use bastide_proof::scenario;
use bastide_script::{Limits, Vm};
use bastide_text::Document;
use bastide_tiles::{Kinds, Source};

use crate::lint::{self, About, Declared};
use crate::sets::{self, Names, Place};
use crate::{
    Function, Report, idle, mix, mute, names, place, play, redraw, references, script, unnamed,
};

/// What all expansions say together, gathered once however many of them are looked at.
struct All<'a> {
    /// What they declare; nothing if one of them cannot be read, which may declare anything.
    known: Arc<Declared<'a>>,
    options: Arc<BTreeMap<&'a str, Vec<&'a str>>>,
    /// Kinds of feature that carry a tag.
    carried: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Who declares a feature or tag.
    providers: BTreeMap<&'a str, Vec<&'a str>>,
    /// Tiles that lie in a zone at the start.
    zoned: BTreeSet<&'a str>,
    kinds: Kinds,
    /// The same, with symbols.
    symbols: Kinds,
}

impl<'a> All<'a> {
    fn of(library: &Library, manifests: &'a Manifests) -> Self {
        let broken = library.folders().any(|folder| manifests.get(&folder.id).is_none());
        let known = if broken { Declared::new() } else { lint::declared(manifests.good()) };
        let mut providers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for manifest in manifests.good() {
            for name in printed(manifest) {
                providers.entry(name).or_default().push(&manifest.id);
            }
        }
        let zones = manifests.good().flat_map(|manifest| &manifest.everything.zones);
        let kinds = manifests.kinds(manifests.good().map(|m| &m.everything));
        Self {
            known: Arc::new(known),
            options: Arc::new(lint::options(manifests.good())),
            carried: names::carried(manifests.good()),
            providers,
            zoned: zones.flat_map(|zone| zone.start.all().map(String::as_str)).collect(),
            symbols: sets::with_symbols(kinds.clone()),
            kinds,
        }
    }
}

/// What a check has read and found so far.
pub(crate) struct Desk<'a> {
    library: &'a Library,
    pub(crate) manifests: &'a Manifests,
    all: All<'a>,
    /// Files looked at.
    files: BTreeSet<String>,
    tiles: usize,
    /// Where tiles are written, by full id.
    places: BTreeMap<String, Place>,
    vm: Option<Vm>,
    faults: Vec<Fault>,
    functions: Vec<Function>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(
        library: &'a Library,
        manifests: &'a Manifests,
        mut faults: Vec<Fault>,
    ) -> Self {
        let vm = match Vm::new(Limits::default()) {
            Ok(vm) => Some(vm),
            Err(fault) => {
                faults.push(fault);
                None
            }
        };
        Self {
            library,
            manifests,
            all: All::of(library, manifests),
            files: BTreeSet::new(),
            tiles: 0,
            places: BTreeMap::new(),
            vm,
            faults,
            functions: Vec::new(),
        }
    }

    /// Returns the faults, each once, by file and place.
    pub(crate) fn report(self) -> Report {
        let mut faults = self.faults;
        let texts = texts(self.library);
        for fault in &mut faults {
            // A manifest's mistake about edges is not the set's fault.
            if fault.code == "T0118" {
                *fault = place::in_manifest(std::mem::take(fault), self.manifests.good());
            }
            if let Some(text) = texts.get(fault.file.as_str()) {
                *fault = place::found(std::mem::take(fault), text);
            }
        }
        faults.sort_by_cached_key(|fault| {
            let start = fault.span.as_ref().map_or(0, |span| span.start);
            (fault.file.clone(), start, fault.code.clone(), fault.what.en.clone())
        });
        // The same fault in several sets of expansions is reported once.
        faults.dedup_by(|one, other| {
            let key = |f: &Fault| (f.code.clone(), f.file.clone(), f.span.clone(), f.what.clone());
            key(one) == key(other)
        });
        // A manifest that is there and cannot be read is not missing.
        let unread: Vec<String> = faults.iter().filter_map(unread).collect();
        faults.retain(|fault| fault.code != "M0120" || !unread.contains(&fault.file));
        // What is told with its place need not be told once more without.
        let key = |f: &Fault| (f.code.clone(), f.what.en.clone());
        let placed: BTreeSet<(String, String)> =
            faults.iter().filter(|fault| fault.span.is_some()).map(key).collect();
        faults.retain(|fault| fault.span.is_some() || !placed.contains(&key(fault)));
        let (files, tiles) = (self.files.len(), self.tiles);
        Report { faults, files, tiles, functions: self.functions, ..Report::default() }
    }

    /// The folder of an expansion.
    pub(crate) fn expansion(&mut self, id: &str) {
        let Some(folder) = self.library.folder(id) else { return };
        self.faults.extend_from_slice(self.manifests.faults(id));
        for (path, file) in &folder.files {
            self.files.insert(file.name.clone());
            if path.starts_with("tiles/") && is_toml(path) {
                self.set(id, file);
            } else if path.starts_with("tests/") && is_toml(path) {
                self.scenario(id, &file.name, &file.text);
            } else if is_config(path, &file.text) {
                self.config(&file.name, &file.text);
            }
        }
        if let Some(manifest) = self.manifests.get(id) {
            let (known, whole) = (&*self.all.known, self.is_whole(manifest));
            let mut found = names::unknown(manifest, known, whole);
            found.extend(references::check(manifest, self.library, known, whole));
            found.extend(mute::check(manifest, &self.manifests.good()));
            found.extend(idle::check(manifest, folder, self.library));
            let file = folder.file(FILE);
            found.extend(file.into_iter().flat_map(|file| unnamed::check(&file.name, &file.text)));
            if whole && !known.is_empty() {
                found.extend(names::never_carried(manifest, &self.all.carried));
            }
            if redraw::names_tiles(manifest) {
                let whole = whole && !known.is_empty();
                found.extend(redraw::check(manifest, self.library, &self.all.kinds, whole));
            }
            self.faults.extend(found);
        }
        self.script(folder);
        self.mixes(id);
    }

    /// A tile set that belongs to no folder.
    pub(crate) fn common_set(&mut self, name: &str) {
        let Some(file) = self.library.set("", name) else { return };
        let names_it = |manifest: &&Manifest| {
            let own = manifest.sets.iter().map(|mention| &mention.id);
            let editions = manifest.profiles.iter().flat_map(|p| p.sets.iter().flatten());
            own.chain(editions).any(|set| set == name)
        };
        let owner = self.manifests.good().find(names_it).map(|manifest| manifest.id.clone());
        self.set(owner.as_deref().unwrap_or_default(), file);
    }

    /// A tile set, read with the kinds that its expansion plays with.
    fn set(&mut self, owner: &str, file: &File) {
        self.files.insert(file.name.clone());
        let mut syntax = Vec::new();
        let Some(document) = Document::parse(&file.name, &file.text, &mut syntax) else {
            self.faults.extend(syntax);
            return;
        };
        self.tiles += document.root().tables("tile").len();
        // Without the manifest it is not known what its tiles may say.
        let broken = self.library.folder(owner).is_some() && self.manifests.get(owner).is_none();
        if broken {
            return;
        }
        let stem = file.name.rsplit('/').next().and_then(|name| name.strip_suffix(".toml"));
        let ids = self.played_with(owner, stem.unwrap_or_default());
        let kinds = self.kinds(&ids);
        let source = |name: &str| {
            let file = self.library.set(owner, name)?;
            Some(Source { file: file.name.clone(), text: file.text.to_string() })
        };
        let read = bastide_tiles::load(&file.name, &file.text, &kinds, &source);
        let places = sets::places(&document);
        let mut found = sets::head(&document, stem.unwrap_or_default(), &self.all.zoned);
        match read {
            Ok(_) => {
                found.extend(sets::strangers(&document, &self.names(owner, &ids)));
                let all = &self.all.symbols;
                let read = bastide_tiles::load(&file.name, &file.text, all, &source);
                if let Ok(set) = read {
                    found.extend(sets::twins(&set.tiles, &places));
                    found.extend(sets::crossed(&set.tiles, all, &places));
                }
            }
            Err(faults) if owner.is_empty() => found.extend(faults),
            Err(faults) => {
                let told = faults.into_iter();
                found.extend(told.map(|fault| sets::for_its_author(fault, &document, &kinds)));
            }
        }
        self.faults.extend(found);
        self.places.extend(places);
    }

    /// Who declares which name, and which names count in a set of an expansion that is played with others.
    fn names(&self, owner: &str, ids: &BTreeSet<String>) -> Names<'_> {
        let after = self.manifests.get(owner).map(|m| m.after.as_slice()).unwrap_or_default();
        let mixed = after.iter().map(|after| &after.id).filter(|id| !ids.contains(*id));
        let mut fine = Vec::new();
        for manifest in ids.iter().chain(mixed).filter_map(|id| self.manifests.get(id)) {
            fine.extend(printed(manifest));
            fine.extend(manifest.decoration.iter().map(String::as_str));
        }
        Names { providers: &self.all.providers, fine }
    }

    /// Expansions that are in play when a set is: its own with all that it needs, and those beside which alone it comes.
    /// All of them for a set that nobody names.
    fn played_with(&self, owner: &str, set: &str) -> BTreeSet<String> {
        if owner.is_empty() {
            return self.manifests.good().map(|manifest| manifest.id.clone()).collect();
        }
        let mut ids = self.with_needs(owner);
        if let Some(manifest) = self.manifests.get(owner) {
            for beside in sets::comes_with(manifest.text(), set) {
                ids.extend(self.with_needs(&beside));
            }
        }
        ids
    }

    /// What these expansions declare of tiles.
    fn kinds(&self, ids: &BTreeSet<String>) -> Kinds {
        let everything = ids.iter().filter_map(|id| Some(&self.manifests.get(id)?.everything));
        self.manifests.kinds(everything)
    }

    /// An expansion, the base game, and all that they need.
    pub(crate) fn with_needs(&self, id: &str) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        let mut open = vec![config::BASE.to_owned(), id.to_owned()];
        while let Some(id) = open.pop() {
            if let Some(manifest) = self.manifests.get(&id)
                && ids.insert(id)
            {
                open.extend(manifest.needs.iter().map(|need| need.id.clone()));
            }
        }
        ids
    }

    /// The script of a folder.
    fn script(&mut self, folder: &Folder) {
        let Some(file) = SCRIPTS.iter().find_map(|name| folder.file(name)) else { return };
        let Some(vm) = &self.vm else { return };
        let manifest = self.manifests.get(&folder.id);
        let about = About {
            manifest,
            rules: manifest.map(|m| m.rules.iter().map(|rule| rule.id.as_str()).collect()),
            known: self.known_to(manifest),
            options: Arc::clone(&self.all.options),
        };
        let found = script::check(vm, &file.name, &file.text, &about);
        self.faults.extend(found);
    }

    /// A script without a folder.
    pub(crate) fn lone_script(&mut self, file: &str, text: &str) {
        self.files.insert(file.to_owned());
        let Some(vm) = &self.vm else { return };
        let options = Arc::clone(&self.all.options);
        let about = About { known: self.known_to(None), options, ..About::default() };
        let found = script::check(vm, file, text, &about);
        self.faults.extend(found);
    }

    /// What is declared, for a script: beside an expansion that is not here its names may be that one's.
    fn known_to(&self, manifest: Option<&Manifest>) -> Arc<Declared<'a>> {
        let whole = manifest.is_none_or(|manifest| self.is_whole(manifest));
        if whole { Arc::clone(&self.all.known) } else { Arc::default() }
    }

    /// Returns whether all expansions that a manifest mentions are in the library.
    fn is_whole(&self, manifest: &Manifest) -> bool {
        let others = manifest.references.iter().filter(|other| other.to == Referred::Expansion);
        others.into_iter().all(|other| self.library.folder(&other.name).is_some())
    }

    /// A config: what it says, and whether the game that it names can be set up.
    pub(crate) fn config(&mut self, file: &str, text: &str) {
        self.files.insert(file.to_owned());
        let (config, mut faults) = Config::read(file, text);
        config::direct(&mut faults, text, self.manifests);
        let seats = faults.is_empty();
        self.faults.extend(faults);
        let before = self.faults.len();
        if let Some(config) = config {
            // Whoever asks about a game asks about the tiles of its expansions, too.
            self.places.extend(sets::of_folders(&self.library.with_paths(&config), &config));
            self.game(&config, true);
        }
        if !seats {
            // Unreadable seats were reported before; they are not too few.
            let told = self.faults.split_off(before);
            self.faults.extend(told.into_iter().filter(|fault| fault.code != "C0101"));
        }
    }

    /// Checks the games of an expansion with what it needs, in each edition that changes its tiles.
    fn mixes(&mut self, id: &str) {
        let native = self.manifests.get(id).is_some_and(|manifest| manifest.native);
        let configs = mix::configs(self, id);
        let games: Vec<Rules> = configs.iter().filter_map(|c| self.game(c, native)).collect();
        let idle = self.manifests.get(id).map(|manifest| idle::borders(manifest, &games));
        self.faults.extend(idle.unwrap_or_default());
        // Editions seldom differ in functions; the one with the most of them says how they run.
        let functions = |rules: &&Rules| {
            let own = rules.ruleset.expansions.iter().find(|expansion| expansion.id == id);
            own.map_or(0, |own| own.functions.len())
        };
        let most = games.iter().max_by_key(functions).filter(|_| !native);
        self.functions.extend(most.map(|rules| Function::of(rules, id)).unwrap_or_default());
    }

    /// Sets a game up, and looks at its tiles. Scripts of folders are looked at one by one; `whole` starts the
    /// engine as well.
    fn game(&mut self, config: &Config, whole: bool) -> Option<Rules> {
        let setup = match Setup::load(config, self.library) {
            Ok(setup) => setup,
            Err(faults) => {
                self.faults.extend(faults);
                return None;
            }
        };
        self.faults.extend(setup.warnings.iter().cloned());
        self.faults.extend(play::check(&setup, &self.places));
        self.faults.extend(idle::fills(&setup, self.manifests));
        match Rules::new(setup) {
            Ok(rules) => {
                if whole {
                    self.faults.extend(rules.engine().err().unwrap_or_default());
                }
                Some(rules)
            }
            Err(faults) => {
                let placed = faults.into_iter().map(|fault| self.of_manifest(fault));
                let placed: Vec<Fault> = placed.collect();
                self.faults.extend(placed);
                None
            }
        }
    }

    /// A fault of several expansions names one of them first and belongs to its manifest.
    fn of_manifest(&self, fault: Fault) -> Fault {
        let id = fault.what.en.split(':').next().unwrap_or_default();
        match self.manifests.get(id) {
            Some(manifest) if fault.file.is_empty() => fault.in_file(manifest.file()),
            _ => fault,
        }
    }

    /// Checks the syntax of a file of scenarios, not their results.
    pub(crate) fn scenario(&mut self, expansion: &str, file: &str, text: &str) {
        self.files.insert(file.to_owned());
        if let Err(faults) = scenario::read(expansion, file, text) {
            self.faults.extend(faults);
        }
    }
}

/// The folder whose manifest could not be read.
fn unread(fault: &Fault) -> Option<String> {
    let of_file = fault.code.starts_with("M09");
    let folder = fault.file.strip_suffix(FILE).filter(|_| of_file)?;
    Some(folder.trim_end_matches('/').to_owned())
}

/// Whether a file of a folder is a config, for example of a game to try the expansion with.
fn is_config(path: &str, text: &str) -> bool {
    is_toml(path)
        && path != FILE
        && text.lines().any(|line| {
            line.trim_start()
                .strip_prefix("players")
                .is_some_and(|l| l.trim_start().starts_with('='))
        })
}

pub(crate) fn is_toml(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "toml")
}

/// Features and tags that a manifest declares.
fn printed(manifest: &Manifest) -> impl Iterator<Item = &str> {
    let all = &manifest.everything;
    let features = all.features.iter().map(|kind| kind.name.as_str());
    features.chain(all.tags.iter().map(|tag| tag.name.as_str()))
}

/// Texts of the files of a library, by name.
fn texts(library: &Library) -> BTreeMap<&str, &str> {
    let files = library.folders().flat_map(|folder| folder.files.values());
    let sets = library.sets().filter_map(|set| library.set("", set));
    files.chain(sets).map(|file| (file.name.as_str(), &*file.text)).collect()
}
