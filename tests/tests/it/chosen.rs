//! Conditions on what may be chosen: every fact of an option, a cell and a figure kind tells things apart in random games; a
//! refusal and its opposite share the options between them.

mod why;

use std::collections::BTreeSet;

use bastide::core::condition::{FACTS, Subject};
use bastide::core::ids::SegmentId;
use bastide::core::{Action, Choice, Engine, Game, State};
use bastide::{Library, Rules};
use bastide_testkit as testkit;

const HEAD: &str = r#"
id      = "probe"
short   = "probe"
version = "1.0.0"
api     = 2
name    = { en = "Probe", fr = "Sonde" }
needs   = ["base", "princess-and-dragon", "the-tower", "traders-and-builders", "inns-and-cathedrals"]

[figure.guard]
supply  = 2
on      = ["road", "city"]
class   = ["watch"]
immune  = true
weight  = 2
offered = true
name    = { en = "guard", fr = "garde" }

[figure.idler]
supply  = 3
on      = ["road", "city"]
class   = ["idle"]
offered = true
name    = { en = "idler", fr = "oisif" }

[figure.stone]
supply = 2
on     = []
claims = false
name   = { en = "stone", fr = "pierre" }

[step.look]
verbs = ["tile", "segment", "player", "neutral", "corner", "type", "kind", "token", "plank", "post"]
pass  = "probe.pass"

[overlay.plank]
road = [{ at = "N S" }]

[verb.plank]
rule    = "probe.plank"
target  = "overlay"
overlay = "plank"

[verb.tile]
rule   = "probe.tile"
target = "tile"

[verb.segment]
rule   = "probe.segment"
target = "segment"

[verb.player]
rule   = "probe.player"
target = "player"

[verb.neutral]
rule   = "probe.neutral"
target = "neutral"

[verb.corner]
rule   = "probe.corner"
target = "corner"

[verb.post]
rule    = "probe.post"
target  = "corner"
deploys = "stone"

[verb.type]
rule   = "probe.type"
target = "tile-type"
zone   = "box"

[zone.box]
per   = "game"
sees  = "all"
start = ["base/B", "base/U"]

[verb.kind]
rule   = "probe.kind"
target = "figure-kind"

[verb.token]
rule   = "probe.token"
target = "token"

[[hook]]
on   = [
  "do.tile", "do.segment", "do.player", "do.neutral", "do.corner", "do.type", "do.kind", "do.token",
]
call = "nothing"

[[hook]]
on   = "at.after_place"
push = "look"

[[hook]]
on   = "deployment.offer"
step = ["action"]
call = "stroll"
"#;

/// Figures may go from segment to segment of their tile.
const SCRIPT: &str = r#"
local m = ...
function m.nothing() end
function m.stroll(game, step, offers)
  offers:offer { rule = "probe.stroll" }
  for _, figure in game:figures { owner = step.actor, tile = true } do
    for _, segment in figure.tile:segments() do
      offers:move(figure, segment)
    end
  end
end
"#;

const RULES: &str =
    "# Probe\n\n### probe.stroll\n\nA stroll.\n\n*Une promenade.*\n\nSource: test\n";

const CONFIG: &str = "players = 3\n[expansions]\nprobe = true\nabbot = true\nriver = true\n\
    princess-and-dragon = true\nthe-tower = true\ntraders-and-builders = true\ninns-and-cathedrals = true\n";

fn rules(lines: &str) -> Rules {
    let manifest = format!("{HEAD}{lines}");
    let library = Library::official().with([
        ("expansions/probe/expansion.toml", manifest.as_str()),
        ("expansions/probe/init.lua", SCRIPT),
        ("expansions/probe/rules.md", RULES),
    ]);
    testkit::rules(testkit::setup(&library, CONFIG))
}

/// What a fact is compared with.
const VALUES: [(&str, &str, &str); 33] = [
    ("option", "deploys", "{ kind = \"meeple\" }"),
    ("option", "moves", "{ feature.complete = true }"),
    ("option", "to", "\"road\""),
    ("option", "places", "{ kinds.monastery = true }"),
    ("option", "cell", "{ neighbours = 2 }"),
    ("option", "extends", "\"city\""),
    ("option", "completes", "\"city\""),
    ("option", "overlay", "\"plank\""),
    ("option", "invokes", "[\"tile\", \"the-tower/floor\"]"),
    ("option", "segment", "\"city\""),
    ("option", "figure", "{ owner = \"own\" }"),
    ("option", "tile", "{ placed = true }"),
    ("option", "player", "\"own\""),
    ("option", "neutral", "\"dragon\""),
    ("option", "rule", "[\"probe.stroll\", \"core\"]"),
    ("option", "corner", "{ placed = true }"),
    ("option", "type", "{ kinds.monastery = true }"),
    ("option", "kind", "{ class = \"watch\" }"),
    ("option", "token", "\"wine\""),
    ("corner", "tiles", "{ min = 3 }"),
    ("corner", "segments", "\"city\""),
    ("corner", "figures", "\"stone\""),
    ("corner", "placed", "true"),
    ("token", "name", "[\"wine\", \"cloth\"]"),
    ("token", "own", "{ min = 1 }"),
    ("figure-kind", "own", "2"),
    ("cell", "neighbours", "{ min = 2 }"),
    ("cell", "x", "{ min = 1 }"),
    ("cell", "y", "{ min = 1 }"),
    ("figure-kind", "kind", "\"guard\""),
    ("figure-kind", "class", "\"idle\""),
    ("figure-kind", "immune", "true"),
    ("figure-kind", "weight", "2"),
];

fn listed(engine: &mut Engine, state: &State) -> BTreeSet<u64> {
    let list = engine.list(state).expect("options are listed");
    list.iter().filter(|c| !c.is_pass()).map(Choice::key).collect()
}

#[test]
fn every_fact_of_what_is_chosen_tells_things_apart() {
    let chosen = |subject| {
        use Subject::{Cell, Corner, FigureKind, Option, Token};
        matches!(subject, Option | Cell | FigureKind | Corner | Token)
    };
    let facts: Vec<_> = FACTS.iter().filter(|row| chosen(row.subject)).collect();
    assert_eq!(facts.len(), VALUES.len(), "every fact has a value here");
    let plain = rules("");
    let mut states = Vec::new();
    for seed in 0..3 {
        testkit::play(&plain, seed, |_, state, decision| {
            if !decision.options[0].action().is_some_and(|a| matches!(a, Action::Draw { .. })) {
                states.push(state.clone());
            }
        });
    }
    let mut engine = plain.engine().expect("handlers load");
    let all: Vec<BTreeSet<u64>> = states.iter().map(|state| listed(&mut engine, state)).collect();
    let mut wrong = Vec::new();
    for row in facts {
        let of = row.subject.name();
        let (_, _, value) =
            VALUES.iter().find(|v| (v.0, v.1) == (of, row.name)).expect("every fact has a value");
        let so = format!("{} = {value}", row.name);
        let not = format!("no = {{ {so} }}");
        let [yes, no] = [so, not].map(|part| match row.subject {
            Subject::Option => {
                format!("[[refuse]]\nrule = \"probe.no\"\nwhere = {{ {part} }}\n")
            }
            Subject::Cell | Subject::Corner | Subject::Token => {
                format!("[[refuse]]\nrule = \"probe.no\"\nwhere = {{ {of} = {{ {part} }} }}\n")
            }
            _ => format!(
                "[[deploy]]\nrule = \"probe.in\"\nat = \"action\"\n\
                 deploys = {{ all = [{{ {part} }}, {{ class = [\"watch\", \"idle\"] }}] }}\nwhere = {{ placed = true }}\n"
            ),
        });
        let mut changed = [false; 2];
        for (i, lines) in [yes, no].iter().enumerate() {
            let rules = rules(lines);
            let mut engine = rules.engine().expect("handlers load");
            for (state, all) in states.iter().zip(&all) {
                changed[i] |= listed(&mut engine, state) != *all;
            }
        }
        if changed != [true; 2] {
            wrong.push(format!("{of}.{}: holds, does not hold: {changed:?}", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_refusal_and_its_opposite_share_the_options() {
    for condition in [
        "to.tile.neutral = \"fairy\"",
        "places.edges = \"road\", no.extends = \"road\"",
        "deploys = { class = \"meeple\" }, to = { kind = \"city\", feature.tiles = { min = 2 } }",
        "cell.near = { shape = 8, segments = \"monastery\" }",
        "any = [{ invokes = \"segment\" }, { figure.owner = \"own\" }]",
    ] {
        let refuse = |condition: &str| {
            rules(&format!("[[refuse]]\nrule = \"probe.no\"\nwhere = {{ {condition} }}\n"))
        };
        let (plain, yes) = (rules(""), refuse(condition));
        let no = refuse(&format!("no = {{ {condition} }}"));
        let [mut yes, mut no] = [&yes, &no].map(|rules| rules.engine().expect("handlers load"));
        let (mut kept, mut refused) = (0, 0);
        testkit::play(&plain, 5, |engine, state, decision| {
            if decision.options[0].action().is_some_and(|a| matches!(a, Action::Draw { .. })) {
                return;
            }
            let all = listed(engine, state);
            let [yes, no] = [&mut yes, &mut no].map(|engine| listed(engine, state));
            // What is offered at any time is not refused.
            let anywhen = |key: &u64| match Choice(key << 8).action() {
                Some(Action::Invoke { verb, .. }) => {
                    plain.ruleset.verbs[verb.index()].decl.at.iter().any(|at| at == "*")
                }
                _ => false,
            };
            let both: Vec<_> = yes.intersection(&no).filter(|key| !anywhen(key)).collect();
            assert!(both.is_empty(), "{condition}: {both:?}");
            let lost: Vec<_> =
                all.iter().filter(|key| !yes.contains(key) && !no.contains(key)).collect();
            assert!(lost.is_empty(), "{condition}: {lost:?}");
            kept += yes.len();
            refused += no.len();
        });
        assert!(kept > 0 && refused > 0, "{condition}: {kept} kept, {refused} refused");
    }
}

/// Held against a copy of the board with the tile on it.
#[test]
fn what_a_tile_would_complete_is_what_it_completes() {
    let plain = rules("");
    for name in ["city", "road", "monastery"] {
        let kind = plain.ruleset.kind(name).expect("a kind");
        let refuse = rules(&format!(
            "[[refuse]]\nrule = \"probe.no\"\nwhere = {{ completes = \"{name}\" }}\n"
        ));
        let mut engine = refuse.engine().expect("handlers load");
        let (mut copy, mut completed, mut others) = (State::default(), 0, 0);
        let mut looks = |state: &State, decision: &bastide::core::Decision| {
            let places = decision.options.iter().filter_map(|choice| match choice.action() {
                Some(Action::Place { tile, cell, rotation, over: None }) => {
                    Some((choice.key(), tile, cell, rotation))
                }
                _ => None,
            });
            let places: Vec<_> = places.collect();
            if places.is_empty() {
                return;
            }
            let kept = listed(&mut engine, state);
            let game = Game::new(&plain.ruleset, state);
            for (key, tile, cell, rotation) in places {
                game.placed_ahead(&mut copy, tile, cell, rotation).expect("it fits");
                let after = Game::new(&plain.ruleset, &copy);
                let closes = (0..state.node_count() as u16)
                    .map(SegmentId)
                    .any(|n| state.kind(n) == kind && !game.is_complete(n) && after.is_complete(n));
                assert_eq!(kept.contains(&key), !closes, "{name} {tile:?} {cell:?} {rotation}");
                *(if closes { &mut completed } else { &mut others }) += 1;
            }
        };
        for seed in 7..10 {
            testkit::play(&plain, seed, |_, state, decision| looks(state, decision));
        }
        assert!(completed > 0 && others > 0, "{name}: {completed} {others}");
    }
}
