//! Every fact of every subject: a condition that asks for it holds for something in random games, and does not hold for
//! something else. Wrong conditions are faults with a place.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bastide::core::condition::{FACTS, FactInfo, FactTest, Subject, Vocabulary};
use bastide::core::ids::ExpansionId;
use bastide::core::{Game, Ruleset, State};
use bastide::{Config, Library, Manifest, Setup};
use bastide_testkit as testkit;

const HEAD: &str = r#"
id      = "probe"
short   = "probe"
version = "1.0.0"
api     = 2
name    = { en = "Probe", fr = "Sonde" }
needs   = ["base", "princess-and-dragon", "the-tower", "traders-and-builders", "inns-and-cathedrals"]

[figure.guard]
supply = 2
on     = ["road", "city"]
immune = true
name   = { en = "guard", fr = "garde" }

[state.game-mark]
default = 1

[state.player-mark]
per     = "player"
default = 1

[state.tile-mark]
per     = "tile"
default = 1

[state.figure-mark]
per     = "figure"
default = 1

[state.segment-mark]
per     = "segment"
default = 1
"#;

/// Facts that these games never tell apart, and why.
const ALIKE: [(&str, &str, &str); 11] = [
    ("event", "overlay", "no piece is laid in these games; `pairs.rs` lays some"),
    ("segment", "overlay", "no piece is laid in these games; `pairs.rs` lays some"),
    ("tile", "overlay", "no piece is laid in these games; `pairs.rs` lays some"),
    (
        "figure",
        "corner",
        "no figure comes to a corner in these games; those of `contract/cairn` do",
    ),
    ("moment", "ending", "no expansion in play ends the game early"),
    ("neutral", "holder", "no player holds the dragon or the fairy"),
    ("event", "other", "no expansion in play splits a feature"),
    ("feature", "neutral", "dragon and fairy stand on tiles and beside figures"),
    ("segment", "neutral", "dragon and fairy stand on tiles and beside figures"),
    ("neutral", "segment", "dragon and fairy stand on tiles and beside figures"),
    ("neutral", "feature", "dragon and fairy stand on tiles and beside figures"),
];

/// Facts of what hooks tell and of what that leads to; those of what is offered are looked at by another test.
fn rows() -> impl Iterator<Item = &'static FactInfo> {
    let chosen = |subject| {
        use Subject::{Cell, Corner, FigureKind, Option, Token};
        matches!(subject, FigureKind | Cell | Option | Corner | Token)
    };
    FACTS.iter().filter(move |row| !chosen(row.subject) && row.name != "options")
}

/// What a fact is compared with, so that some things pass and others do not.
fn value(row: &FactInfo) -> String {
    let thing = |subject| match subject {
        Subject::Feature => "{ complete = true }",
        Subject::Segment => "{ kind = \"city\" }",
        Subject::Tile => "{ kinds.monastery = true }",
        Subject::Type => "{ kinds.road = true }",
        Subject::Figure => "{ kind = \"meeple\", owner = \"own\" }",
        Subject::Neutral => "\"dragon\"",
        Subject::Player => "\"own\"",
        Subject::Token => "\"wine\"",
        _ => "true",
    };
    match (row.subject, row.name) {
        (_, "turn" | "actor") => return "{ score = { min = 10 } }".to_owned(),
        (_, "range") => return "{ kinds.monastery = true, count = { min = 2 } }".to_owned(),
        (_, "from") => return "{ kind = [\"road\", \"city\"] }".to_owned(),
        (_, "beside") if row.subject == Subject::Figure => return "\"fairy\"".to_owned(),
        _ => {}
    }
    match row.test {
        FactTest::Flag(_) => "true".to_owned(),
        FactTest::Number(_) => match row.name {
            "deck" => "{ min = 30 }",
            "score" => "{ min = 10 }",
            "number" => "{ min = 4 }",
            "open" | "x" | "y" => "{ min = 1 }",
            "remaining" => "{ min = 3 }",
            _ => "2",
        }
        .to_owned(),
        FactTest::Word(of) => match of {
            Vocabulary::Feature => "[\"city\", \"road\"]",
            Vocabulary::Claim => "\"yes\"",
            Vocabulary::Class | Vocabulary::Figure => "\"meeple\"",
            Vocabulary::Neutral => "\"fairy\"",
            Vocabulary::Group => "\"river\"",
            Vocabulary::TileType => "[\"base/D\", \"base/U\"]",
            Vocabulary::Why => "\"scored\"",
            Vocabulary::Overlay => "\"plank\"",
            _ => "\"pd.dragon.eats\"",
        }
        .to_owned(),
        FactTest::Names(of) => match of {
            Vocabulary::Tag => "[\"pennant\", \"inn\"]".to_owned(),
            Vocabulary::Symbol => "[\"volcano\", \"pennant\"]".to_owned(),
            Vocabulary::Feature => "{ road = { min = 2 } }".to_owned(),
            Vocabulary::Edge => "{ city = [1, 2] }".to_owned(),
            Vocabulary::State => {
                let of = match row.subject {
                    Subject::Moment => "game",
                    subject => subject.name(),
                };
                format!("{{ {of}-mark = 1 }}")
            }
            Vocabulary::Zone => "\"lair\"".to_owned(),
            Vocabulary::Token => "\"wine\"".to_owned(),
            Vocabulary::Figure => "{ meeple = { max = 4 } }".to_owned(),
            _ => "{ main = { min = 30 } }".to_owned(),
        },
        FactTest::One(_, to) | FactTest::Many(_, to) => thing(to).to_owned(),
    }
}

/// Hook and condition in which a fact is asked for.
fn asked(row: &FactInfo, part: &str) -> (&'static str, String) {
    match (row.subject, row.name) {
        (Subject::Event, "feature" | "segment" | "figure") => ("on.deployed", part.to_owned()),
        (Subject::Event, "from" | "player" | "cause" | "why") => ("on.returned", part.to_owned()),
        (Subject::Event, "type") => ("on.drawn", part.to_owned()),
        (Subject::Event, "neutral") => ("on.neutral_moved", part.to_owned()),
        (Subject::Event, "tile" | "start") => ("on.placed", part.to_owned()),
        (Subject::Event, "overlay") => ("on.overlaid", part.to_owned()),
        (Subject::Event, "token") => ("on.token_moved", part.to_owned()),
        (Subject::Event, "other") => ("on.split", part.to_owned()),
        (Subject::Event, _) => ("on.scored", part.to_owned()),
        (Subject::Moment, "drawn") => ("at.place", part.to_owned()),
        (Subject::Moment, "part" | "parts" | "placed") => ("at.after_place", part.to_owned()),
        (Subject::Moment, _) => ("at.turn_start", part.to_owned()),
        (Subject::Figure, "holder") => {
            ("at.turn_start", format!("exists.player.held = {{ {part} }}"))
        }
        (subject, _) => ("at.before_scoring", format!("exists.{} = {{ {part} }}", subject.name())),
    }
}

/// The probe: for each fact, one flag that is set where a condition on it holds, and one where its opposite does.
fn probe() -> String {
    let mut text = HEAD.to_owned();
    for (i, row) in rows().enumerate() {
        let so = format!("{} = {}", row.name, value(row));
        // What is kept from the start is the same for all: another number is not it.
        let not = so.replace("-mark = 1", "-mark = 2");
        for (flag, part) in [("yes", so), ("no", format!("no = {{ {not} }}"))] {
            let (on, condition) = asked(row, &part);
            let _ = write!(
                text,
                "[state.{flag}-{i}]\n\n[[hook]]\non    = \"{on}\"\nwhere = {{ {condition} }}\ncall  = \"{flag}-{i}\"\n\n"
            );
        }
    }
    text
}

/// What its hooks call: a function for each flag, that sets it.
pub(crate) const SCRIPT: &str = r#"
local probe = ...
for _, flag in { "yes", "no", "flag" } do
  for i = 0, 399 do
    local key = flag .. "-" .. i
    probe[key] = function(_, _, out)
      out:set(key, 1)
    end
  end
end
"#;

fn library(manifest: &str) -> Library {
    Library::official().with([
        ("expansions/probe/expansion.toml", manifest),
        ("expansions/probe/init.lua", SCRIPT),
    ])
}

const CONFIG: &str = "players = 3\n[expansions]\nprobe = true\nabbot = true\nriver = true\n\
    princess-and-dragon = true\nthe-tower = true\ntraders-and-builders = true\ninns-and-cathedrals = true\n";

/// Flags of the probe that are set.
fn set(rules: &Ruleset, state: &State, probe: ExpansionId) -> BTreeSet<String> {
    let flags = (0..rows().count()).flat_map(|i| [format!("yes-{i}"), format!("no-{i}")]);
    let game = Game::new(rules, state);
    let is_set = |flag: &String| {
        let key = rules.state_key(probe, flag);
        key.is_some_and(|key| game.get(key, 0) == 1)
    };
    flags.filter(is_set).collect()
}

#[test]
fn every_fact_tells_things_apart() {
    let rules = testkit::rules(testkit::setup(&library(&probe()), CONFIG));
    let probe = rules.ruleset.expansion("probe").expect("it is in play");
    let mut seen = BTreeSet::new();
    for seed in 0..12 {
        let played = testkit::play(&rules, seed, |_, _, _| {});
        seen.append(&mut set(&rules.ruleset, &played.state, probe));
    }
    let mut wrong = Vec::new();
    for (i, row) in rows().enumerate() {
        let name = (row.subject.name(), row.name);
        let alike = ALIKE.iter().any(|alike| (alike.0, alike.1) == name);
        let both = [format!("yes-{i}"), format!("no-{i}")].map(|flag| seen.contains(&flag));
        if both.contains(&false) != alike {
            wrong.push(format!(
                "{}.{} = {}: holds, does not hold: {both:?}",
                name.0,
                name.1,
                value(row)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Faults of a manifest with a hook that has this condition.
fn faults(on: &str, condition: &str) -> Vec<String> {
    let text = format!("{HEAD}\n[[hook]]\non = \"{on}\"\nwhere = {condition}\ncall = \"flag-0\"\n");
    let config = Config::parse("test.toml", CONFIG).expect("a config");
    let faults = Setup::load(&config, &library(&text)).err().unwrap_or_default();
    let placed = |f: &bastide::core::Fault| {
        let place = f.span.as_ref().and_then(|span| text.get(span.clone())).unwrap_or_default();
        format!("{} {place}", f.code)
    };
    faults.iter().map(placed).collect()
}

/// Looks at more than a game can wait for.
const DEAR: &str = "{ exists.feature.borders.borders.borders.borders.borders.borders = true }";

/// What a manifest is warned of.
#[test]
fn a_doubtful_condition_is_a_warning_with_its_place() {
    let warned = |on: &str, condition: &str| {
        let text =
            format!("{HEAD}\n[[hook]]\non = \"{on}\"\nwhere = {condition}\ncall = \"flag-0\"\n");
        let library = library(&text);
        let (manifest, faults) = Manifest::read(library.folder("probe").expect("the folder"));
        assert!(manifest.is_some(), "{condition}: {faults:?}");
        let places = faults.iter().map(|f| {
            let place = f.span.as_ref().and_then(|span| text.get(span.clone()));
            format!("{} {}", f.code, place.unwrap_or_default())
        });
        places.collect::<Vec<_>>()
    };
    let dear = "{ exists.segment.feature.borders.segments = \"city\" }";
    assert_eq!(warned("at.turn_start", dear), [format!("K0013 {dear}")]);
    for (on, condition, told) in [
        ("at.turn_end", "{ placed = \"inn\" }", "K0012 placed"),
        ("at.final", "{ exists.segment.tile.is = \"placed\" }", "K0012 \"placed\""),
    ] {
        assert_eq!(warned(on, condition), [told], "{on} {condition}");
    }
    for (on, condition) in [
        ("at.part_end", "{ placed = \"inn\" }"),
        ("at.turn_end", "{ happened = { on = \"placed\", since = \"turn\", tile = \"inn\" } }"),
        ("at.turn_start", "{ exists.feature = { kind = \"city\", borders.holds = true } }"),
    ] {
        assert_eq!(warned(on, condition), [""; 0], "{on} {condition}");
    }
}

#[test]
fn a_wrong_condition_is_a_fault_with_its_place() {
    for (on, condition, fault) in [
        ("on.placed", "{ owners = \"own\" }", "K0001 owners"),
        ("on.deployed", "{ segment.owner = \"own\" }", "K0001 owner"),
        ("on.placed", "{ exists.option = true }", "K0001 option"),
        ("on.deployed", "{ player.near = { shape = 4 } }", "K0001 near"),
        ("on.placed", "{ not.tile = \"inn\" }", "K0002 not"),
        ("on.scored", "{ number = \"six\" }", "K0003 \"six\""),
        ("on.placed", "{ tile.near = { shape = 6 } }", "K0003 6"),
        ("on.placed", "{ start = 1 }", "K0003 1"),
        ("on.placed", "{ state = \"none\" }", "K0004 \"none\""),
        ("on.placed", "{ tile.state = \"game-mark\" }", "K0006 \"game-mark\""),
        ("on.placed", "{ tile.is = \"owners\" }", "K0007 \"owners\""),
        ("on.placed", "{}", "K0008 {}"),
        ("on.placed", "{ tile = {} }", "K0008 {}"),
        ("on.placed", DEAR, &format!("K0013 {DEAR}")),
    ] {
        assert_eq!(faults(on, condition), [fault], "{on} {condition}");
    }
    for (on, condition) in [
        ("on.placed", "[{ tile = \"inn\" }, { tile = { no = \"inn\", neighbours = 4 } }]"),
        ("on.deployed", "{ figure = { class = \"meeple\", owner = \"own\", no.mates = true } }"),
        (
            "at.turn_start",
            "{ exists.neutral = { name = \"fairy\", beside.owner = \"own\" }, no.turn.tokens = \"wine\" }",
        ),
        (
            "on.placed",
            "{ tile.near = { shape = \"square\", n = 2, holds = true, count = { min = 2 } } }",
        ),
    ] {
        assert_eq!(faults(on, condition), [""; 0], "{on} {condition}");
    }
}

/// Two causes are both asked, and no claim has two.
#[test]
fn all_of_two_causes_are_asked() {
    for hook in [
        "where = { all = [{ cause = \"base.city.complete\" }, { cause = \"base.road.complete\" }] }",
        "where = { feature = \"city\" }",
    ] {
        let text = format!(
            "{HEAD}\n[state.flag-0]\n[[hook]]\non = \"on.scored\"\n{hook}\ncall = \"flag-0\"\n"
        );
        let rules = testkit::rules(testkit::setup(&library(&text), CONFIG));
        let probe = rules.ruleset.expansion("probe").expect("it is in play");
        let key = rules.ruleset.state_key(probe, "flag-0").expect("it is declared");
        let state = testkit::play(&rules, 1, |_, _, _| {}).state;
        let asked = Game::new(&rules.ruleset, &state).get(key, 0) == 1;
        assert_eq!(asked, hook.starts_with("where = { feature"), "{hook}");
    }
}

/// The same condition in another order is the same rule: the hash of the rules does not tell.
#[test]
fn order_and_spelling_do_not_tell() {
    let hash = |condition: &str| {
        let text = format!(
            "{HEAD}\n[[hook]]\non = \"on.placed\"\nwhere = {condition}\ncall = \"flag-0\"\n"
        );
        let rules = testkit::rules(testkit::setup(&library(&text), CONFIG));
        let probe = rules.setup.expansions.iter().find(|e| e.id == "probe").expect("it is in play");
        format!("{:?}", probe.hooks)
    };
    let one = hash("{ tile = { symbol = [\"inn\", \"volcano\"], neighbours = 4 }, start = false }");
    assert_eq!(
        one,
        hash("{ start = false, tile.neighbours = 4, tile.symbol = [\"volcano\", \"inn\"] }")
    );
    assert_ne!(
        one,
        hash("{ start = false, tile.neighbours = 3, tile.symbol = [\"volcano\", \"inn\"] }")
    );
}
