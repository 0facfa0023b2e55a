//! What all targets share: libraries, rules and positions, made once for each thread.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Engine, HookError, NoLog, Refusal, State};
use bastide::library::{File, Folder};
use bastide::{Library, Manifest, Rules, Seed};
use bastide_tiles::{Kinds, Source};

use super::sound;
use crate::content::files_of;
use crate::{config, rules, setup};

/// Manifest of the expansion whose script is fuzzed.
const SCRIPTED: &str = include_str!("scripted.toml");
/// Decisions after which a position is kept.
const POSITIONS: [usize; 3] = [1, 90, 260];

/// Everything that is made once.
pub(super) struct Desk {
    /// Official content.
    pub(super) library: Library,
    files: Vec<(String, String)>,
    /// Kinds that official expansions declare.
    pub(super) kinds: Kinds,
    /// Config of a game with many expansions, up to the list of expansions.
    pub(super) config: String,
    /// Rules with an expansion `fuzz` that is answered by a script.
    pub(super) scripted: Rules,
    /// Rules of the positions.
    pub(super) rules: Rules,
    pub(super) names: Vec<String>,
    pub(super) engine: Engine,
    pub(super) positions: Vec<State>,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Does something at the desk of this thread.
pub(super) fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    DESK.with_borrow_mut(|desk| work(desk.get_or_insert_with(Desk::new)))
}

impl Desk {
    fn new() -> Self {
        let library = Library::official();
        let files = files_of(&library);
        let others = ["inns-and-cathedrals", "river", "the-tower", "traders-and-builders"];
        let config = config(2, "bga", &others);
        let scripted = library_of(&files, &scripted());
        let scripted = rules(setup(&scripted, &format!("{config}fuzz = true\n")));
        let rules = rules(setup(&library, &config));
        let engine = rules.engine().expect("scripts load");
        let mut desk = Self {
            kinds: kinds(&library),
            names: rules.setup.players.iter().map(|p| p.name.clone()).collect(),
            positions: Vec::new(),
            library,
            files,
            config,
            scripted,
            rules,
            engine,
        };
        desk.play();
        desk
    }

    /// Plays one game and keeps some of its positions.
    fn play(&mut self) {
        let mut state = self.engine.start(Player(0), &mut NoLog).expect("setup works");
        let mut stream = Stream::new(5, 0, Purpose::Chance);
        for n in 0..=POSITIONS[POSITIONS.len() - 1] {
            if POSITIONS.contains(&n) {
                self.positions.push(state.clone());
            }
            step(&mut self.engine, &mut state, &mut stream).expect("no expansion fails");
        }
    }

    /// Text of an official tile set.
    pub(super) fn source(&self, id: &str) -> Option<Source> {
        let file = self.library.set("", id)?;
        Some(Source { file: file.name.clone(), text: file.text.to_string() })
    }

    /// The library with more files in it.
    pub(super) fn with(&self, more: &[(String, String)]) -> Library {
        library_of(&self.files, more)
    }
}

fn library_of(files: &[(String, String)], more: &[(String, String)]) -> Library {
    let all = files.iter().chain(more);
    Library::in_memory(all.map(|(path, text)| (path.as_str(), text.as_str())))
}

fn kinds(library: &Library) -> Kinds {
    let read = library.folders().filter_map(|folder| Manifest::read(folder).0);
    let manifests: Vec<Manifest> = read.collect();
    bastide::config::kinds(&manifests, manifests.iter().map(|manifest| &manifest.everything))
}

/// Files of the expansion whose script is fuzzed, by path in a library.
fn scripted() -> Vec<(String, String)> {
    folder(SCRIPTED).files.into_values().map(|file| (file.name, file.text.to_string())).collect()
}

/// A folder `fuzz` around a manifest: a script with a function for every name that it may call, and a text
/// for every rule that it may name.
pub(super) fn folder(manifest: &str) -> Folder {
    let words: BTreeSet<&str> =
        manifest.lines().flat_map(|line| line.split('"').skip(1).step_by(2)).collect();
    let plain = |w: &str| w.len() < 60 && w.starts_with(|c: char| c.is_ascii_lowercase());
    let mut script = String::from("local m = ...\n");
    let mut texts = String::from("# Fuzz\n");
    for word in words.iter().filter(|w| plain(w)) {
        let name = word.replace(['.', '-'], "_");
        if name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
            let _ = writeln!(script, "m[\"{name}\"] = function() end");
        }
        if word.contains('.') && !word.contains('\\') && !word.starts_with("base.") {
            let _ = write!(texts, "\n### {word}\n\nA rule.\n\n*Une règle.*\n\nSource: fuzz\n");
        }
    }
    let mut files = BTreeMap::new();
    for (name, text) in
        [("expansion.toml", manifest), ("init.lua", script.as_str()), ("rules.md", texts.as_str())]
    {
        let file = File { name: format!("expansions/fuzz/{name}"), text: text.into() };
        files.insert(name.to_owned(), file);
    }
    Folder { id: "fuzz".to_owned(), name: "expansions/fuzz".to_owned(), files, ..Folder::default() }
}

/// Takes one option at random; what fails has not happened.
fn step(engine: &mut Engine, state: &mut State, stream: &mut Stream) -> Result<(), Box<HookError>> {
    if state.is_over() {
        return Ok(());
    }
    let decision = engine.decision(state).map_err(Box::new)?;
    assert!(!decision.options.is_empty(), "somebody is asked and has no options");
    let n = if decision.actor == Player::CHANCE {
        stream.weighted(&decision.weights)
    } else {
        stream.below(decision.options.len() as u32) as usize
    };
    let action = decision.options[n].drawn(|n| stream.below(n)).expect("an option is an action");
    let before = state.clone();
    match engine.apply(state, action, &mut NoLog) {
        Ok(()) => Ok(()),
        Err(Refusal::Hook(e)) => {
            assert!(*state == before, "an action that failed has changed something");
            Err(Box::new(e))
        }
        Err(e) => panic!("an option is refused: {action:?}: {e}"),
    }
}

/// Plays at random for a while, until an expansion fails; whether everything loaded.
pub(super) fn stroll(rules: &Rules, seed: impl Into<Seed>, decisions: usize) -> bool {
    let mut engine = match rules.engine() {
        Ok(engine) => engine,
        Err(faults) => return sound(&faults, "", ""),
    };
    let first = Player(rules.setup.first.unwrap_or(0) as u8);
    let mut stream = Stream::new(seed, 0, Purpose::Chance);
    let failed = match engine.start(first, &mut NoLog) {
        Ok(mut state) => {
            (0..decisions).find_map(|_| step(&mut engine, &mut state, &mut stream).err())
        }
        Err(e) => Some(Box::new(e)),
    };
    if let Some(e) = failed {
        sound(std::slice::from_ref(&e.fault), "", "");
    }
    true
}
