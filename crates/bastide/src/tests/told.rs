//! What is told to whoever listens: heard here by a listener of this thread alone.

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

/// What is told while something is done.
fn heard<T>(does: impl FnOnce() -> T) -> (T, Vec<Heard>) {
    DEAF.get_or_init(|| [(); 2].map(|()| Dispatch::new(NoSubscriber::new())));
    let listener = Listener::default();
    let done = tracing::subscriber::with_default(listener.clone(), does);
    let heard = std::mem::take(&mut listener.0.lock().expect("one thread").heard);
    (done, heard)
}

/// Every filter with a hook for which it fails at some time, and what is found then.
const FILTERS: [(&str, &str, &str); 22] = [
    ("feature", r#"on = "scoring.points", feature = "pond""#, "road"),
    ("tag", r#"on = "scoring.points", feature = ["city", "road"], tag = "pennant""#, "road: none"),
    ("cause", r#"on = "on.paid", cause = "probe.other""#, "probe.paid"),
    ("complete", r#"on = "scoring.points", complete = false"#, "true"),
    ("last", r#"on = "scoring.points", last = true"#, "false"),
    ("figure", r#"on = "on.deployed", figure = "pawn""#, "meeple"),
    ("class", r#"on = "on.deployed", class = "rare""#, "meeple"),
    ("placed-tag", r#"on = "on.placed", placed-tag = "pennant""#, "base/"),
    ("placed-kind", r#"on = "placement.veto", placed-kind = "pond""#, "base/"),
    ("bends", r#"on = "on.placed", bends = "road""#, "base/"),
    ("group", r#"on = "on.placed", group = "lot""#, "main"),
    ("token", r#"on = "at.turn_start", token = "coin""#, "none"),
    ("neutral", r#"on = "at.turn_start", neutral = "bird""#, "none"),
    ("beside", r#"on = "at.turn_start", neutral = "bird", beside = "own""#, "none"),
    ("beside", r#"on = "scoring.points", neutral = "bird", beside = "feature""#, "meeple/"),
    ("step", r#"on = "deployment.offer", step = "second_action""#, "action"),
    ("tile-occupied", r#"on = "on.placed", tile-occupied = true"#, "false"),
    ("on-board", r#"on = "at.turn_start", on-board = "pawn""#, "all in the supply"),
    ("holds", r#"on = "on.completed", holds = "meeple""#, "none"),
    ("state", r#"on = "at.turn_start", state = "shut""#, "0"),
    ("zone", r#"on = "at.turn_start", zone = "nook""#, "empty"),
    ("surrounded", r#"on = "on.placed", surrounded = true"#, "false"),
];

const DECLARES: &str = r#"
id = "probe"
short = "probe"
version = "1.0.0"
api = 1
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

/// Rules with a probe that has a hook for each filter, and its script.
fn probed() -> Rules {
    let (mut manifest, mut script) = (DECLARES.to_owned(), "local m = ...\n".to_owned());
    for (i, (_, hook, _)) in FILTERS.iter().enumerate() {
        let lines = hook.replace(", ", "\n").replace("\"city\"\n", "\"city\", ");
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
fn every_filter_that_fails_is_named_as_its_manifest_names_it() {
    let rules = probed();
    let ((), heard) = heard(|| (0..3).for_each(|seed| random(&rules, seed)));
    for (i, (filter, hook, found)) in FILTERS.iter().enumerate() {
        let function = format!("probe_{i}");
        let mine = |h: &&Heard| h.fields.get("function") == Some(&function);
        let passed: Vec<&Heard> =
            heard.iter().filter(mine).filter(|h| h.what == "not entered").collect();
        let such =
            |h: &&&Heard| h.fields["filter"] == *filter && h.fields["found"].starts_with(found);
        let one = passed.iter().find(such);
        let one = one.unwrap_or_else(|| panic!("{filter}, {hook}: {:?}", passed.first()));
        assert_eq!(one.target, "bastide::hook");
        assert_eq!(one.fields["expansion"], "probe");
        assert!(hook.starts_with(&format!("on = \"{}\"", one.fields["name"])), "{hook}");
        // What a manifest does not ask for does not fail.
        for h in passed {
            assert!(hook.contains(&h.fields["filter"]), "{hook}: {h:?}");
        }
    }
}

#[test]
fn a_filter_on_what_nobody_has_is_told_when_the_rules_are_built() {
    let manifest = format!(
        "{DECLARES}\n[[hook]]\non = \"at.turn_start\"\ntoken = \"ducat\"\npay = 1\nrule = \"probe.other\"\n"
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
    assert_eq!(never[0].fields["filter"], "token");
    assert_eq!(never[0].fields["wants"], "ducat");
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
