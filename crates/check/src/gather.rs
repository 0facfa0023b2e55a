//! Files to check below some paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bastide::core::Fault;
use bastide::folders::{DEPTH_MAX, Entry, Walk, read_text};
use bastide::library::FILE_BYTES_MAX;
use bastide::{Library, config, manifest};
use bastide_proof::suite::near;

/// Everything to check, and the library it is checked with.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) library: Library,
    /// Expansions by id.
    pub(crate) expansions: BTreeSet<String>,
    /// Tile sets that belong to no folder, by name.
    pub(crate) sets: BTreeSet<String>,
    /// File and text of configs.
    pub(crate) configs: Vec<(String, String)>,
    /// Expansion, file and text of scenarios outside their folder.
    pub(crate) scenarios: Vec<(String, String, String)>,
    /// File and text of scripts outside a folder.
    pub(crate) scripts: Vec<(String, String)>,
    /// What keeps files from being read.
    pub(crate) faults: Vec<Fault>,
    /// Folders read, by id.
    read: BTreeMap<String, PathBuf>,
    /// Number of items found to check, duplicates included.
    met: usize,
    /// Folders of many things that the library has read.
    roots: BTreeSet<PathBuf>,
    /// How much more is looked at.
    walk: Walk,
}

/// Kind of a TOML file, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Scenario,
    Tiles,
    Config,
}

impl Gathered {
    /// Everything in a library.
    pub(crate) fn all(library: Library) -> Self {
        let expansions = library.folders().map(|folder| folder.id.clone()).collect();
        let sets = library.sets().map(str::to_owned).collect();
        Self { library, expansions, sets, ..Self::default() }
    }

    /// Texts by path, as if they lay in one folder.
    pub(crate) fn texts(library: Library, files: &[(&str, &str)]) -> Self {
        let mut found = Self { library: library.with(files.iter().copied()), ..Self::default() };
        for (path, text) in files {
            let named = || (path.to_string(), text.to_string());
            if let Some((id, _)) = path.strip_prefix("expansions/").and_then(|p| p.split_once('/'))
            {
                found.expansions.insert(id.to_owned());
            } else if let Some(set) =
                path.strip_prefix("tiles/").and_then(|p| p.strip_suffix(".toml"))
            {
                found.sets.insert(set.to_owned());
            } else if Path::new(path).extension().is_some_and(|e| e == "lua") {
                found.scripts.push(named());
            } else if sort_of(Path::new(path), text, true) == Some(Sort::Config) {
                found.configs.push(named());
            }
        }
        found
    }

    /// Everything below some paths.
    pub(crate) fn from(paths: &[PathBuf], library: Library) -> Result<Self, Vec<Fault>> {
        let mut found = Self { library, ..Self::default() };
        let mut wrong = Vec::new();
        for path in paths {
            let before = found.met + found.faults.len();
            if path.is_dir() {
                found.folder(path, 0);
                if found.walk.is_over() {
                    wrong.push(Walk::too_much(&shown(path)));
                    break;
                }
            } else if path.is_file() {
                found.file(path, true);
            } else {
                wrong.push(
                    fault(
                        path,
                        "F0003",
                        "there is no such file or folder",
                        "il n'y a ni fichier ni dossier de ce nom",
                    )
                    .help("check the path", "vérifiez le chemin d'accès"),
                );
                continue;
            }
            if found.met + found.faults.len() == before {
                wrong.push(
                    fault(path, "F0007", "there is nothing to check here", "il n'y a rien à vérifier ici")
                        .help(
                            "name a config, a tile set, an expansion folder, or a folder of them",
                            "nommez une configuration, un jeu de tuiles, un dossier d'extension, ou un dossier qui en contient",
                        ),
                );
            }
        }
        if wrong.is_empty() { Ok(found) } else { Err(wrong) }
    }

    /// Everything below a folder.
    fn folder(&mut self, dir: &Path, depth: usize) {
        if dir.join(manifest::FILE).is_file() {
            self.expansion(dir);
            return;
        }
        for entry in self.walk.entries(dir) {
            match entry {
                Entry::Folder(path) if depth < DEPTH_MAX => self.folder(&path, depth + 1),
                Entry::Folder(_) => {}
                Entry::File(path) => self.file(&path, false),
            }
        }
    }

    /// One file. A file that was not named is looked at only if it is one of ours.
    fn file(&mut self, path: &Path, named: bool) {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let script = matches!(ending.as_str(), "lua" | "luau");
        if named && let Some(home) = home(path) {
            self.expansion(&home);
            return;
        }
        if (script && !named) || (!script && ending != "toml") {
            return;
        }
        let name = shown(path);
        let text = match read_text(path, &name, FILE_BYTES_MAX as usize) {
            Ok(text) => text,
            Err(fault) => {
                self.faults.push(*fault);
                return;
            }
        };
        if script {
            self.met += 1;
            self.scripts.push((name, text));
            return;
        }
        let sort = sort_of(path, &text, named);
        self.met += usize::from(sort.is_some());
        match sort {
            Some(Sort::Scenario) => {
                self.scenarios.push((config::BASE.to_owned(), name, text));
            }
            Some(Sort::Config) => self.configs.push((name, text)),
            Some(Sort::Tiles) => self.tiles(path),
            None => {}
        }
    }

    /// A tile set, with the expansions beside it if it lies in `tiles/`.
    fn tiles(&mut self, path: &Path) {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let parent = whole.parent().filter(|parent| parent.ends_with("tiles"));
        if let Some(root) = parent.and_then(Path::parent) {
            self.root(root);
        } else {
            let read = self.library.set_at(&near(path));
            self.faults.extend(read.err().unwrap_or_default());
        }
        if let Some(name) = path.file_stem() {
            self.sets.insert(name.to_string_lossy().into_owned());
        }
    }

    /// Reads everything of a folder that holds `expansions` and `tiles`, once.
    fn root(&mut self, root: &Path) {
        if self.roots.insert(root.to_path_buf()) {
            let read = self.library.search(&near(root));
            self.faults.extend(read.err().unwrap_or_default());
        }
    }

    /// An expansion, with everything beside it if it lies in a folder `expansions`.
    fn expansion(&mut self, dir: &Path) {
        self.met += 1;
        let whole = fs::canonicalize(dir).unwrap_or_else(|_| dir.to_path_buf());
        let Some(id) = whole.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return;
        };
        if let Some(known) = self.read.get(&id) {
            if *known != whole {
                let en = format!("`{id}` is also read from `{}`", shown(known));
                let fr = format!("`{id}` est aussi lu dans `{}`", shown(known));
                let twice = fault(dir, "F0005", &en, &fr);
                self.faults.push(
                    twice.help("check one folder at a time", "vérifiez un dossier à la fois"),
                );
            }
            return;
        }
        let home = whole.parent().filter(|home| home.ends_with("expansions"));
        if let Some(root) = home.and_then(Path::parent) {
            self.root(root);
        }
        // A folder whose name cannot be an id is not found by the search.
        if home.is_none() || self.library.folder(&id).is_none() {
            let read = self.library.folder_at(&id, &near(&whole));
            self.faults.extend(read.err().unwrap_or_default());
        }
        self.read.insert(id.clone(), whole);
        self.expansions.insert(id);
    }
}

/// The expansion folder in which a file lies.
fn home(path: &Path) -> Option<PathBuf> {
    let whole = fs::canonicalize(path).ok()?;
    let mut above = whole.ancestors().skip(1).take(DEPTH_MAX);
    above.find(|dir| dir.join(manifest::FILE).is_file()).map(Path::to_path_buf)
}

/// What a TOML file is: by its first words, else by its folder, else a config if somebody named it.
fn sort_of(path: &Path, text: &str, named: bool) -> Option<Sort> {
    let begins = |words: &[&str]| {
        let key = |line: &str, word: &str| {
            line.trim_start()
                .strip_prefix(word)
                .is_some_and(|rest| word.starts_with('[') || rest.trim_start().starts_with('='))
        };
        text.lines().any(|line| words.iter().any(|word| key(line, word)))
    };
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    if begins(&["[[scenario]]"]) {
        Some(Sort::Scenario)
    } else if text.trim().is_empty() {
        None
    } else if begins(&["[[tile]]", "[[tiles]]", "[tile]", "extends"]) {
        Some(Sort::Tiles)
    } else if begins(&["players", "[expansions]"]) {
        Some(Sort::Config)
    } else if !named {
        None
    } else if folder == "tiles" {
        Some(Sort::Tiles)
    } else if folder == "tests" {
        Some(Sort::Scenario)
    } else {
        Some(Sort::Config)
    }
}

fn shown(path: &Path) -> String {
    near(path).to_string_lossy().replace('\\', "/")
}

fn fault(path: &Path, code: &str, en: &str, fr: &str) -> Fault {
    Fault::new(code, en, fr).in_file(&shown(path))
}
