//! Tests of `tracing`, with a subscriber of this thread alone.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, OnceLock};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::NoSubscriber;
use tracing::{Dispatch, Event, Metadata, Subscriber};
use tracing_core::span::Current;

use super::*;
use crate::Game;
use crate::bots::Bot;
use bastide_content::{Config, Library, Setup};

/// Fields by name.
type Fields = BTreeMap<String, String>;

/// An event with the fields of the spans around it.
#[derive(Clone, Debug)]
struct Heard {
    target: String,
    what: String,
    fields: Fields,
}

/// Spans by number, those that are entered, and all events.
#[derive(Default)]
struct Ear {
    spans: Vec<(Fields, &'static Metadata<'static>)>,
    open: Vec<usize>,
    heard: Vec<Heard>,
}

#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Ear>>);

struct Reader<'a>(&'a mut Fields);

impl Visit for Reader<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("bastide::")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::new();
        span.record(&mut Reader(&mut fields));
        let mut ear = self.0.lock().expect("one thread");
        ear.spans.push((fields, span.metadata()));
        Id::from_u64(ear.spans.len() as u64)
    }

    fn current_span(&self) -> Current {
        let ear = self.0.lock().expect("one thread");
        ear.open.last().map_or_else(Current::none, |&span| {
            Current::new(Id::from_u64(span as u64 + 1), ear.spans[span].1)
        })
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut own = Fields::new();
        event.record(&mut Reader(&mut own));
        let mut ear = self.0.lock().expect("one thread");
        let mut fields = Fields::new();
        for span in &ear.open {
            fields.extend(ear.spans[*span].0.clone());
        }
        fields.extend(own);
        let what = fields.remove("message").unwrap_or_default();
        ear.heard.push(Heard { target: event.metadata().target().to_owned(), what, fields });
    }

    fn enter(&self, id: &Id) {
        self.0.lock().expect("one thread").open.push(id.into_u64() as usize - 1);
    }

    fn exit(&self, _: &Id) {
        self.0.lock().expect("one thread").open.pop();
    }
}

/// Listeners that hear nothing. While there is but one, a place in the code that another thread comes by first is
/// silent for good; with these there are always more.
static DEAF: OnceLock<[Dispatch; 2]> = OnceLock::new();

/// Returns the events emitted while `does` runs.
fn heard<T>(does: impl FnOnce() -> T) -> (T, Vec<Heard>) {
    DEAF.get_or_init(|| [(); 2].map(|()| Dispatch::new(NoSubscriber::new())));
    let listener = Listener::default();
    let done = tracing::subscriber::with_default(listener.clone(), does);
    let heard = std::mem::take(&mut listener.0.lock().expect("one thread").heard);
    (done, heard)
}

/// Conditions of hooks that fail at some time: which part does, and what is found then.
const CONDITIONS: [(&str, &str, &str); 12] = [
    ("feature: kind = pond", r#"on = "scoring.points", where = { feature = "pond" }"#, "road"),
    ("feature: tag = ", r#"on = "scoring.points", where = { feature.tag = "pennant" }"#, "road"),
    ("cause = probe.other", r#"on = "on.paid", where = { cause = "probe.other" }"#, "probe.paid"),
    ("complete = false", r#"on = "scoring.points", where = { complete = false }"#, "true"),
    ("final = true", r#"on = "scoring.points", where = { final = true }"#, "false"),
    ("figure: kind = pawn", r#"on = "on.deployed", where = { figure = "pawn" }"#, "meeple/"),
    ("figure: class = rare", r#"on = "on.deployed", where = { figure.class = "rare" }"#, "meeple/"),
    ("tile: symbol = ", r#"on = "on.placed", where = { tile = "pennant" }"#, "base/"),
    ("type: symbol = ", r#"on = "on.drawn", where = { type = "pennant" }"#, "base/"),
    ("player: ", r#"on = "on.paid", where = { player.score = { min = 900 } }"#, "1"),
    ("exists figure", r#"on = "at.turn_start", where = { exists.figure = "pawn" }"#, "it does not"),
    ("second_action", r#"on = "deployment.offer", step = "second_action""#, "action"),
];

const DECLARES: &str = r#"
id = "probe"
short = "probe"
version = "1.0.0"
api = 2
name = { en = "Probe", fr = "Sonde" }

[token.coin]
supply = 0
name   = { en = "coin", fr = "pièce" }

[zone.nook]
per  = "game"
sees = "all"
name = { en = "nook", fr = "recoin" }

[group.lot]
order = 9
name  = { en = "lot", fr = "lot" }

[state.shut]
default = 0

[neutral.bird]
name = { en = "bird", fr = "oiseau" }

[feature.pond]
order = 90
claim = "yes"
takes = ["common"]
name  = { en = "pond", fr = "mare" }

[figure.pawn]
class  = ["rare"]
supply = 2
on     = ["pond"]
weight = 1
claims = true
name   = { en = "pawn", fr = "pion" }

[verb.perch]
rule   = "probe.perch"
target = "figure"
where  = { class = "meeple", owner = "own" }
at     = ["action"]
moves  = "bird"
name   = { en = "perch", fr = "percher" }

[[hook]]
on   = "at.turn_end"
rule = "probe.paid"
pay  = 1
"#;

/// Rules with a probe that has a hook for each condition, and its script.
fn probed() -> Rules {
    let (mut manifest, mut script) = (DECLARES.to_owned(), "local m = ...\n".to_owned());
    for (i, (_, hook, _)) in CONDITIONS.iter().enumerate() {
        let lines = hook.replacen(", ", "\n", 1);
        let _ = write!(manifest, "\n[[hook]]\n{lines}\ncall = \"probe_{i}\"\n");
        let _ = writeln!(script, "function m.probe_{i}() end");
    }
    let rule = |id| format!("\n### probe.{id}\n\nA probe.\n\n*Une sonde.*\n\nSource: own\n");
    let rules = format!("# Probe\n{}{}{}", rule("perch"), rule("paid"), rule("other"));
    let library = Library::official().with([
        ("expansions/probe/expansion.toml", &*manifest),
        ("expansions/probe/init.lua", &*script),
        ("expansions/probe/rules.md", &*rules),
    ]);
    let config = "players = 2\n[expansions]\nprobe = true\n";
    let config = Config::parse("bastide.toml", config).expect("a config");
    Rules::new(Setup::load(&config, &library).expect("a setup")).expect("rules")
}

fn random(rules: &Rules, seed: u64) {
    let mut game = Game::new(rules.clone(), seed).expect("a game");
    while !game.is_over() {
        match game.actor() {
            Player::CHANCE => game.act_chance().expect("a draw"),
            _ => game.act_bot(Bot::Random).expect("an action"),
        };
    }
}

#[test]
fn the_part_of_a_condition_that_fails_is_told() {
    let rules = probed();
    let ((), heard) = heard(|| (0..3).for_each(|seed| random(&rules, seed)));
    for (i, (part, hook, found)) in CONDITIONS.iter().enumerate() {
        let function = format!("probe_{i}");
        let mine = |h: &&Heard| h.fields.get("function") == Some(&function);
        let passed: Vec<&Heard> =
            heard.iter().filter(mine).filter(|h| h.what == "not entered").collect();
        let such = |h: &&&Heard| {
            h.fields["wants"].starts_with(part) && h.fields["found"].starts_with(found)
        };
        let one = passed.iter().find(such);
        let one = one.unwrap_or_else(|| panic!("{part}, {hook}: {:?}", passed.first()));
        assert_eq!(one.target, "bastide::hook");
        assert_eq!(one.fields["expansion"], "probe");
        assert!(hook.starts_with(&format!("on = \"{}\"", one.fields["name"])), "{hook}");
        // What a manifest does not ask for does not fail.
        for h in passed {
            assert!(hook.contains(&format!("{} =", h.fields["key"])), "{hook}: {h:?}");
        }
    }
}

#[test]
fn what_no_game_enters_is_told_when_the_rules_are_built() {
    let manifest = format!(
        "{DECLARES}\n[[hook]]\non = \"at.turn_start\"\nwhere = {{ with = \"probe\", without = \"base\" }}\npay = 1\nrule = \"probe.other\"\n"
    );
    let rule = |id| format!("\n### probe.{id}\n\nA probe.\n\n*Une sonde.*\n\nSource: own\n");
    let rules = format!("# Probe\n{}{}{}", rule("perch"), rule("paid"), rule("other"));
    let library = Library::official().with([
        ("expansions/probe/expansion.toml", &*manifest),
        ("expansions/probe/rules.md", &*rules),
    ]);
    let config = Config::parse("bastide.toml", "players = 2\n[expansions]\nprobe = true\n");
    let (_, heard) = heard(|| {
        Rules::new(Setup::load(&config.expect("a config"), &library).expect("a setup"))
            .expect("rules")
    });
    let never: Vec<&Heard> = heard.iter().filter(|h| h.what == "never entered").collect();
    assert_eq!(never.len(), 1, "{never:?}");
    assert_eq!(never[0].fields["key"], "where");
    let read: Vec<&str> =
        heard.iter().filter(|h| h.what == "read").map(|h| h.fields["what"].as_str()).collect();
    assert!(read.contains(&"manifest") && read.contains(&"tiles"), "{read:?}");
    let built = heard.iter().find(|h| h.what == "built").expect("the rules are built");
    assert_eq!(built.fields["expansions"], "2");
}

#[test]
fn each_action_step_handler_and_effect_is_told_and_looking_ahead_is_not() {
    let rules = crate::game::tests::rules(crate::game::tests::CONFIG);
    let (game, heard) = heard(|| crate::game::tests::greedy_of(rules, 3));
    let taken: Vec<&Heard> = heard.iter().filter(|h| h.what == "taken").collect();
    // A bot that looks ahead carries out far more actions than are taken.
    assert_eq!(taken.len(), game.entries().len());
    for (h, entry) in taken.iter().zip(game.entries()) {
        assert_eq!(h.fields["action"], entry.text);
    }
    let effects = heard.iter().filter(|h| h.what == "effect").count();
    let logged = |o: &crate::game::Outcome| o.effects.len();
    let all: usize = game.entries().iter().map(|e| logged(&e.outcome)).sum();
    assert_eq!(effects, all + logged(game.opening()));
    let answered: Vec<&Heard> = heard.iter().filter(|h| h.what == "answered").collect();
    assert!(!answered.is_empty());
    for h in answered.iter().filter(|h| h.fields["function"] != "(declared)") {
        assert!(h.fields["took_us"].parse::<u64>().is_ok(), "{h:?}");
        assert!(h.fields["answers"].parse::<u64>().is_ok(), "{h:?}");
    }
    assert!(heard.iter().any(|h| h.target == "bastide::step" && h.what == "asked"));
}
