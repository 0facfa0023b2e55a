//! One function for each thing that reads what a person wrote. Whatever the bytes are, it must end with
//! what they say or with faults that are sound; a panic is a bug. The fuzzers of `tests/fuzz` call these
//! functions, and so does an ordinary test, with seeds that it changes itself.

mod asked;
mod desk;
mod mutate;

use bastide::core::{Action, Fault, Game, HookError, NoLog, Refusal};
use bastide::record::Broken;
use bastide::{Config, Library, Manifest, Record, Rules, Setup, notation, rules_text};
use bastide_proof::scenario;
use bastide_tiles::SEGMENTS_MAX;

pub use asked::asked;
use desk::{Desk, at_desk, folder, stroll};
pub use mutate::{Seeds, mutated};

/// What a fuzzer gives its bytes to. The answer is whether they were read and put to use.
pub type Target = fn(&[u8]) -> bool;

/// Every target by name: that of its binary, and of its folder of seeds.
pub const TARGETS: &[(&str, Target)] = &[
    ("tiles", tiles),
    ("manifest", manifest),
    ("rules", rules),
    ("config", config),
    ("record", record),
    ("scenario", scenarios),
    ("script", script),
    ("notation", notation),
    ("jcz", jcz),
    ("bga", bga),
    ("check", check),
    ("asked", asked),
];

/// File that a target says it has read.
const FILE: &str = "fuzz.toml";
/// Fault of a script that took too long.
const TIME: &str = "L0203";
/// Most scenarios of one input that are played.
const SCENARIOS: usize = 3;
/// Most random games of a scenario that is played.
const GAMES: u32 = 2;

/// The bytes as readers of files get them: bytes that are no text are refused before anything reads them.
fn text(data: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(data).ok()?;
    Some(bastide::folders::plain(text))
}

/// Faults that say something in both languages, at a place that there is. It was not read, then.
fn sound(faults: &[Fault], file: &str, text: &str) -> bool {
    assert!(!faults.is_empty(), "refused without a fault");
    for fault in faults {
        let (code, what) = (&fault.code, &fault.what);
        assert!(!what.en.is_empty() && !what.fr.is_empty(), "{code} says nothing");
        if let Some(span) = fault.span.clone().filter(|_| fault.file == file) {
            assert!(text.get(span.clone()).is_some(), "{code}: {span:?} is off the text: {what:?}");
        }
    }
    false
}

/// A tile set: read by itself, then as a part of a game that is played for a while.
#[must_use]
pub fn tiles(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    at_desk(|desk| {
        let set = match bastide_tiles::load(FILE, &text, &desk.kinds, &|id| desk.source(id)) {
            Ok(set) => set,
            Err(faults) => return sound(&faults, FILE, &text),
        };
        assert!(set.tiles.iter().all(|tile| tile.segments.len() <= SEGMENTS_MAX));
        if desk.library.set("", &set.id).is_some() {
            return false;
        }
        let library = desk.with(&[(format!("tiles/{}.toml", set.id), text.clone())]);
        let config = format!("{}[tiles]\n{} = true\n", desk.config, set.id);
        game(&config, &library, "", &text)
    })
}

/// Rules of a config, and a game of them for a while.
fn game(config: &str, library: &Library, file: &str, text: &str) -> bool {
    let config = Config::parse("config.toml", config)
        .unwrap_or_else(|faults| panic!("the config of the fuzzer: {faults:?}"));
    match Setup::load(&config, library).and_then(Rules::new) {
        Ok(rules) => stroll(&rules, 1, 40),
        Err(faults) => sound(&faults, file, text),
    }
}

/// A manifest, with a script that has every function and texts for every rule it may name.
#[must_use]
pub fn manifest(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let folder = folder(&text);
    let file = folder.files["expansion.toml"].name.clone();
    let (read, faults) = Manifest::read(&folder);
    if !faults.is_empty() || read.is_none() {
        sound(&faults, &file, &text);
    }
    if read.is_none() {
        return false;
    }
    at_desk(|desk| {
        let files = folder.files.values().map(|file| (file.name.clone(), file.text.to_string()));
        let library = desk.with(&files.collect::<Vec<_>>());
        game(&format!("{}fuzz = true\n", desk.config), &library, &file, &text)
    })
}

/// The texts of rules.
#[must_use]
pub fn rules(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let (rules, faults) = rules_text::read("rules.md", &text, "");
    assert!(rules.iter().all(|rule| !rule.id.is_empty()));
    faults.is_empty() || sound(&faults, "rules.md", &text)
}

/// A config. Folders that it names are not read: what lies on a machine is no part of the input.
#[must_use]
pub fn config(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let config = match Config::parse(FILE, &text) {
        Ok(config) => config,
        Err(faults) => return sound(&faults, FILE, &text),
    };
    if config.expansions.values().any(|wanted| wanted.path.is_some()) {
        return false;
    }
    at_desk(|desk| match Setup::load(&config, &desk.library).and_then(Rules::new) {
        Ok(rules) => stroll(&rules, config.seed.unwrap_or_default(), 12),
        Err(faults) => sound(&faults, FILE, &text),
    })
}

/// A record: printed and read again it is the same; played, it holds or says where it does not.
#[must_use]
pub fn record(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let record = match Record::parse(FILE, &text) {
        Ok(record) => record,
        Err(faults) => return sound(&faults, FILE, &text),
    };
    let printed = record.to_string();
    let again = Record::parse(FILE, &printed)
        .unwrap_or_else(|faults| panic!("what was printed cannot be read: {faults:?}\n{printed}"));
    assert_eq!(again.to_string(), printed, "printed twice");
    assert_eq!(again.actions(), record.actions(), "printed and read\n{printed}");
    if record.header.expansions.iter().any(|needed| needed.path.is_some()) {
        return false;
    }
    at_desk(|desk| match record.verify(&desk.library) {
        Ok(done) => done.actions == record.actions(),
        Err(Broken::Diverged(d)) => sound(&[d.fault], FILE, &text),
        Err(broken) => sound(&broken.faults(), FILE, &text),
    })
}

/// A saved game of another engine, played with every fact that it claims.
#[must_use]
pub fn jcz(data: &[u8]) -> bool {
    const FILE: &str = "fuzz.jcz";
    let Some(text) = text(data) else { return false };
    at_desk(|desk| match bastide_jcz::play(FILE, &text, &desk.library) {
        Ok(played) => played.wrong.is_empty() || sound(&played.wrong, FILE, &text),
        Err(broken) => sound(&broken.faults(FILE), FILE, &text),
    })
}

/// A log of Board Game Arena: it becomes a record that verifies, or is refused.
#[must_use]
pub fn bga(data: &[u8]) -> bool {
    const FILE: &str = "fuzz.json";
    let Some(text) = text(data) else { return false };
    at_desk(|desk| {
        match bastide_bga::convert(FILE, &text, &desk.library, bastide_bga::Names::Keep) {
            Ok(record) => {
                let read =
                    Record::parse(FILE, &record.to_string()).expect("a record that was written");
                read.verify(&desk.library).is_ok()
            }
            Err(faults) => sound(&faults, FILE, &text),
        }
    })
}

/// A file of scenarios.
#[must_use]
pub fn scenarios(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let all = match scenario::read("the-tower", FILE, &text) {
        Ok(all) => all,
        Err(faults) => return sound(&faults, FILE, &text),
    };
    let read = !all.is_empty();
    at_desk(|desk| {
        let short = all.iter().filter(|s| s.random.is_none_or(|n| n <= GAMES));
        for one in short.take(SCENARIOS) {
            if let Err(faults) = scenario::run(one, &desk.library) {
                sound(&faults, FILE, &text);
            }
        }
        read
    })
}

/// A script, in place of one that answers many hooks.
#[must_use]
pub fn script(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    at_desk(|desk| {
        let mut setup = (*desk.scripted.setup).clone();
        for (id, _, source) in &mut setup.scripts {
            if id == "fuzz" {
                *source = text.as_str().into();
            }
        }
        let rules = Rules { setup: setup.into(), ..desk.scripted.clone() };
        stroll(&rules, 3, 60)
    })
}

/// Several files, each after a line `=== path`, looked at as one folder.
#[must_use]
pub fn check(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    let parts = text.split("=== ").skip(1).filter_map(|part| part.split_once('\n'));
    let files: Vec<(&str, &str)> = parts.take(8).collect();
    at_desk(|desk| {
        let report = bastide_check::of_texts(desk.library.clone(), &files);
        for (path, text) in &files {
            let about = report.faults.iter().filter(|fault| fault.file == *path);
            let about: Vec<Fault> = about.cloned().collect();
            // Of two files of one name the last is looked at.
            let once = files.iter().filter(|file| file.0 == *path).count() == 1;
            if !about.is_empty() && once {
                sound(&about, path, text);
            }
        }
        report.files > 0
    })
}

/// Lines of actions in a game that is under way. What can be read can be written and read again, and it is
/// carried out exactly if no rule forbids it.
#[must_use]
pub fn notation(data: &[u8]) -> bool {
    let Some(text) = text(data) else { return false };
    at_desk(|desk| {
        let mut read = false;
        for line in text.lines().take(40) {
            for at in 0..desk.positions.len() {
                read |= one_action(desk, at, line);
            }
        }
        read
    })
}

fn one_action(desk: &mut Desk, at: usize, line: &str) -> bool {
    let state = desk.positions[at].clone();
    let game = Game::new(&desk.rules.ruleset, &state);
    let action: Action = match notation::read(game, &desk.names, line) {
        Ok(action) => action,
        Err(e) => {
            assert!(!e.en.is_empty() && !e.fr.is_empty(), "`{line}` is refused without a word");
            return false;
        }
    };
    let written = notation::write(game, action);
    let again = notation::read(game, &desk.names, &written);
    assert_eq!(again.as_ref().ok(), Some(&action), "`{line}` is written `{written}`: {again:?}");
    let why = desk.engine.why_not(&state, action);
    let why = match why {
        Ok(why) => why,
        Err(e) => return too_slow(line, &e),
    };
    let mut next = state.clone();
    match desk.engine.apply(&mut next, action, &mut NoLog) {
        Ok(()) => assert!(why.is_empty(), "`{line}` is carried out, although {why:?}"),
        Err(Refusal::Illegal { .. }) => {
            assert!(!why.is_empty(), "`{line}` is refused without a reason");
            assert!(next == state, "`{line}` is refused and has changed something");
        }
        Err(Refusal::Hook(e)) => return too_slow(line, &e),
        Err(e) => panic!("`{line}`: {e}"),
    }
    true
}

/// Scripts have a limit of time, which a machine with much else to do may pass; no other fault is right.
fn too_slow(line: &str, e: &HookError) -> bool {
    assert!(e.fault.code == TIME, "`{line}`: {e}");
    false
}
