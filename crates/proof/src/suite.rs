//! Tests by path: scenario files, tests in Lua, expansion folders, games of another engine, folders of them; and
//! random games of the expansions.
//!
//! A tested folder replaces the built-in one, so that an expansion can be tested before it is installed and while it
//! is being written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::{Fault, Words};
use rayon::prelude::*;

use crate::properties::{self, Proof};
use crate::scenario::{self, Scenario, spec};
use bastide_content::folders::{DEPTH_MAX, Entry, Walk, read_text};
use bastide_content::library::{FILE_BYTES_MAX, Library};
use bastide_content::manifest;
use bastide_lab::{Entered, add_entered};

mod handlers;

pub use handlers::Handler;

/// One test.
#[derive(Clone, Debug)]
pub struct Case {
    /// File as the user would name it.
    pub file: String,
    /// Id within the file; empty if the file is one test.
    pub id: String,
    /// Title of the test.
    pub title: Words,
    what: What,
}

/// What a test is made of.
#[derive(Clone, Debug)]
enum What {
    Scenario(Box<Scenario>),
    /// A test in Lua: expansion, text of the file, number of the test.
    Lua(String, Arc<str>, usize),
    /// A game of another engine, as text.
    Saved(String),
    /// The file cannot be read.
    Unreadable(Vec<Fault>),
}

/// Result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything holds.
    Passed,
    /// Everything holds, and what is to be known of it all the same.
    Told(Vec<Fault>),
    /// What does not.
    Failed(Vec<Fault>),
    /// It cannot be tried here, and why.
    Skipped(Words),
}

/// Tests of some paths, in order, with the library they are played with.
#[derive(Debug)]
pub struct Suite {
    /// The tests.
    pub cases: Vec<Case>,
    /// The library, with the contents of the tested folders.
    pub library: Library,
    /// Expansions whose folders lie below the paths, with their folders.
    pub expansions: Vec<(String, PathBuf)>,
    /// Expansion folders read, by id.
    read: BTreeMap<String, PathBuf>,
    /// How much more is looked at.
    walk: Walk,
    faults: Vec<Fault>,
}

impl Suite {
    /// Finds the tests of some paths.
    ///
    /// # Errors
    ///
    /// `F0003` a path that is not there, `F0004` no tests below a path, `F0005` two folders for one
    /// expansion, and whatever keeps an expansion folder from being read.
    pub fn gather(library: Library, paths: &[PathBuf]) -> Result<Self, Vec<Fault>> {
        let mut suite = Self {
            cases: Vec::new(),
            library,
            expansions: Vec::new(),
            read: BTreeMap::new(),
            walk: Walk::default(),
            faults: Vec::new(),
        };
        for path in paths {
            let before = suite.cases.len() + suite.expansions.len();
            let faults = suite.faults.len();
            if path.is_dir() {
                suite.folder(path, 0);
                if suite.walk.is_over() {
                    suite.faults.push(Walk::too_much(&shown(path)));
                    break;
                }
            } else if path.is_file() {
                suite.file(path, true);
            } else {
                suite.faults.push(fault(
                    path,
                    "F0003",
                    "there is no such file or folder",
                    "il n'y a ni fichier ni dossier de ce nom",
                ));
                continue;
            }
            if suite.cases.len() + suite.expansions.len() == before && suite.faults.len() == faults
            {
                let none =
                    fault(path, "F0004", "there are no tests here", "il n'y a pas de tests ici");
                suite.faults.push(none.help(
                    "name scenario files, expansion folders, or folders of them",
                    "nommez des fichiers de scénarios, des dossiers d'extensions, ou des dossiers qui en contiennent",
                ));
            }
        }
        if suite.faults.is_empty() { Ok(suite) } else { Err(suite.faults) }
    }

    /// Plays all tests; `tick` is called after each. Also says how often functions were entered.
    #[must_use]
    pub fn run(&self, tick: &(dyn Fn() + Sync)) -> (Vec<Verdict>, Entered) {
        let one = |case: &Case| {
            let mut entered = Entered::new();
            let verdict = case.run(&self.library, &mut entered);
            tick();
            (verdict, entered)
        };
        let all: Vec<_> = self.cases.par_iter().map(one).collect();
        let mut sum = Entered::new();
        for (_, entered) in &all {
            add_entered(&mut sum, entered);
        }
        (all.into_iter().map(|(verdict, _)| verdict).collect(), sum)
    }

    /// Plays random games of each expansion; `tick` is called after each game.
    #[must_use]
    pub fn prove(
        &self,
        games: u64,
        seed: u64,
        tick: &(dyn Fn() + Sync),
    ) -> Vec<Result<Proof, Vec<Fault>>> {
        let each = self.expansions.iter();
        each.map(|(id, _)| properties::prove(id, &self.library, games, seed, tick)).collect()
    }

    /// Everything below a folder.
    fn folder(&mut self, dir: &Path, depth: usize) {
        if dir.join(manifest::FILE).is_file() {
            let known = self.faults.len();
            self.expansion(dir);
            let id = fs::canonicalize(dir).ok().and_then(|dir| Some(dir.file_name()?.to_owned()));
            if let Some(id) = id.filter(|_| self.faults.len() == known) {
                let found = (id.to_string_lossy().into_owned(), near(dir));
                if !self.expansions.contains(&found) {
                    self.expansions.push(found);
                }
            }
            self.inside(&dir.join("tests"), depth);
        } else {
            self.inside(dir, depth);
        }
    }

    fn inside(&mut self, dir: &Path, depth: usize) {
        for entry in self.walk.entries(dir) {
            match entry {
                Entry::Folder(path) if depth < DEPTH_MAX => self.folder(&path, depth + 1),
                Entry::Folder(_) => {}
                Entry::File(path) => self.file(&path, false),
            }
        }
    }

    /// One file; a file that was not named is looked at only if it is a test.
    fn file(&mut self, path: &Path, named: bool) {
        let is_toml = path.extension().is_some_and(|e| e == "toml");
        let is_saved = path.extension().is_some_and(|e| e == bastide_jcz::ENDING);
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_lua = spec::ENDINGS.iter().any(|ending| file_name.ends_with(ending));
        if !named && !is_toml && !is_saved && !is_lua {
            return;
        }
        let name = shown(path);
        let longest = if is_saved { bastide_jcz::FILE_BYTES_MAX } else { FILE_BYTES_MAX };
        let text = match read_text(path, &name, longest as usize) {
            Ok(text) => text,
            Err(fault) => {
                self.unreadable(name, vec![*fault]);
                return;
            }
        };
        if is_saved {
            let title = bastide_jcz::title(&name, &text);
            let title = Words::new(title.clone(), title);
            let what = What::Saved(text);
            self.cases.push(Case { file: name, id: String::new(), title, what });
            return;
        }
        if is_lua {
            self.in_lua(path, &name, &text);
            return;
        }
        let is_scenario = text.lines().any(|line| line.trim_start().starts_with("[[scenario]]"));
        if !named && !is_scenario {
            return;
        }
        let expansion = self.home_of(path);
        match scenario::read(&expansion, &name, &text) {
            Ok(found) => self.cases.extend(found.into_iter().map(|scenario| Case {
                file: name.clone(),
                id: scenario.id.clone(),
                title: scenario.title.clone(),
                what: What::Scenario(Box::new(scenario)),
            })),
            Err(faults) => self.unreadable(name, faults),
        }
    }

    /// The tests of a file in Lua.
    fn in_lua(&mut self, path: &Path, name: &str, text: &str) {
        let expansion = self.home_of(path);
        let source: Arc<str> = Arc::from(text);
        match spec::tests(name, text) {
            Ok(found) => self.cases.extend(found.into_iter().enumerate().map(|(n, test)| Case {
                file: name.to_owned(),
                id: test.of.join(", "),
                title: Words::new(test.title.clone(), test.title),
                what: What::Lua(expansion.clone(), Arc::clone(&source), n),
            })),
            Err(fault) => self.unreadable(name.to_owned(), vec![fault]),
        }
    }

    fn unreadable(&mut self, file: String, faults: Vec<Fault>) {
        let what = What::Unreadable(faults);
        self.cases.push(Case { file, id: String::new(), title: Words::default(), what });
    }

    /// Expansion in whose folder a file lies; the base game if in none.
    fn home_of(&mut self, path: &Path) -> String {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let home = whole.ancestors().skip(1).find(|dir| dir.join(manifest::FILE).is_file());
        match home.and_then(|dir| Some((dir, dir.file_name()?.to_string_lossy().into_owned()))) {
            Some((dir, id)) => {
                self.expansion(dir);
                id
            }
            None => bastide_content::config::BASE.to_owned(),
        }
    }

    /// Reads an expansion from its folder, with everything beside it if it lies in a folder `expansions`:
    /// other expansions that it plays with, and tile sets.
    fn expansion(&mut self, dir: &Path) {
        let whole = fs::canonicalize(dir).unwrap_or_else(|_| dir.to_path_buf());
        let Some(id) = whole.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return;
        };
        match self.read.get(&id) {
            Some(known) if *known == whole => return,
            Some(known) => {
                let en = format!("`{id}` is also read from `{}`", shown(known));
                let fr = format!("`{id}` est aussi lu dans `{}`", shown(known));
                let twice = fault(dir, "F0005", &en, &fr);
                self.faults
                    .push(twice.help("test one folder at a time", "testez un dossier à la fois"));
                return;
            }
            None => {}
        }
        let home = whole.parent().filter(|home| home.ends_with("expansions"));
        let root = home.and_then(Path::parent);
        let read = match root {
            Some(root) => {
                let root = near(root);
                let read = self.library.search(&root);
                for name in fs::read_dir(root.join("expansions"))
                    .into_iter()
                    .flatten()
                    .filter_map(Result::ok)
                {
                    let path = fs::canonicalize(name.path()).unwrap_or_else(|_| name.path());
                    if path.join(manifest::FILE).is_file() {
                        self.read.insert(name.file_name().to_string_lossy().into_owned(), path);
                    }
                }
                read
            }
            None => self.library.folder_at(&id, &near(&whole)),
        };
        self.read.insert(id, whole);
        if let Err(faults) = read {
            self.faults.extend(faults);
        }
    }
}

impl Case {
    /// Plays the test; adds how often functions were entered by a scenario.
    #[must_use]
    pub fn run(&self, library: &Library, entered: &mut Entered) -> Verdict {
        match &self.what {
            What::Scenario(scenario) => match scenario::run_counted(scenario, library, entered) {
                Ok(()) => Verdict::Passed,
                Err(faults) => Verdict::Failed(faults),
            },
            What::Lua(expansion, source, n) => {
                match spec::run(expansion, &self.file, source, *n, library, entered) {
                    Ok(()) => Verdict::Passed,
                    Err(faults) => Verdict::Failed(faults),
                }
            }
            What::Saved(text) => match bastide_jcz::play(&self.file, text, library) {
                Ok(played) if !played.wrong.is_empty() => {
                    Verdict::Failed(played.wrong.into_iter().chain(played.told).collect())
                }
                Ok(played) if !played.told.is_empty() => Verdict::Told(played.told),
                Ok(_) => Verdict::Passed,
                Err(bastide_jcz::Broken::Missing(what)) => Verdict::Skipped(what),
                Err(bastide_jcz::Broken::Faults(faults)) => Verdict::Failed(faults),
            },
            What::Unreadable(faults) => Verdict::Failed(faults.clone()),
        }
    }
}

/// A path as the user would name it: relative to the working folder if it lies below.
#[must_use]
pub fn near(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let below = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    match below {
        Some(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Some(below) => below,
        None => path.to_path_buf(),
    }
}

fn shown(path: &Path) -> String {
    near(path).to_string_lossy().replace('\\', "/")
}

fn fault(path: &Path, code: &str, en: &str, fr: &str) -> Fault {
    Fault::new(code, en, fr).in_file(&shown(path))
}

#[cfg(test)]
#[path = "tests/suite.rs"]
mod tests;
