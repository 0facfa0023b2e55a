//! What has happened: every pair of thing and effect holds in some random game, or is a fault; and what a condition says of
//! the part and of the turn is what the effects of the game say.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bastide::core::Effect;
use bastide::core::condition::{Subject, event_facts, is_told_of};
use bastide::core::effect::EFFECTS;
use bastide::core::hooks::parse_hook;
use bastide::{Config, Library, Rules, Setup};
use bastide_testkit as testkit;

use crate::conditions::SCRIPT;

const HEAD: &str = r#"
id      = "probe"
short   = "probe"
version = "1.0.0"
api     = 2
name    = { en = "Probe", fr = "Sonde" }
needs   = ["base", "princess-and-dragon", "the-tower", "traders-and-builders"]
"#;

const CONFIG: &str = "players = 3\n[expansions]\nprobe = true\nriver = true\nprincess-and-dragon = true\n\
    the-tower = true\ntraders-and-builders = true\ninns-and-cathedrals = true\n";

const RULES: &str = "# Probe\n\n### probe.part\n\nA.\n\n*A.*\n\n### probe.turn\n\nA.\n\n*A.*\n\n\
    ### probe.part-end\n\nA.\n\n*A.*\n\n### probe.turn-end\n\nA.\n\n*A.*\n";

const THINGS: [Subject; 6] = [
    Subject::Feature,
    Subject::Segment,
    Subject::Tile,
    Subject::Figure,
    Subject::Neutral,
    Subject::Player,
];

/// Effects that never happen in these games, or never before this look at them, and why.
const NEVER: [(&str, &str); 25] = [
    ("tile_laid", "no expansion in play lays tiles outside the draw"),
    ("tile_removed", "no expansion in play takes tiles away"),
    ("as_placed", "no expansion in play lays a piece instead of a tile"),
    ("overlaid", "no expansion in play has pieces over tiles"),
    ("linked", "only bridges and the like link"),
    ("unlinked", "only bridges and the like cut"),
    ("joined", "reported of links"),
    ("split", "reported of cuts"),
    ("closed", "no expansion in play closes"),
    ("retyped", "no expansion in play retypes"),
    ("check", "no expansion in play asks for a look"),
    ("stood", "no expansion in play sends figures to corners"),
    ("revealed", "no expansion in play has sealed steps"),
    ("turn", "nobody gets an extra turn"),
    ("begins", "before the first turn"),
    ("over", "the end of the game is looked at by nobody"),
    ("listed", "the list is the dragon's, and is emptied"),
    ("cleared", "the list is the dragon's, and is emptied"),
    ("stuck", "a tile that fits nowhere is drawn again"),
    ("noted", "no expansion in play notes"),
    ("tile_moved", "of a type, which is no thing here"),
    ("deck", "tells of nothing"),
    ("drawn", "a tile is drawn into nobody's zone"),
    ("moved", "no expansion in play moves a figure"),
    ("waits", "no expansion in play holds back what is complete"),
];

fn library(manifest: &str) -> Library {
    Library::official().with([
        ("expansions/probe/expansion.toml", manifest),
        ("expansions/probe/rules.md", RULES),
        ("expansions/probe/init.lua", SCRIPT),
    ])
}

fn rules(manifest: &str) -> Rules {
    testkit::rules(testkit::setup(&library(manifest), CONFIG))
}

/// Whether a manifest with a hook of this condition loads, and else which fault it has.
fn fault(condition: &str) -> Option<String> {
    let text = format!(
        "{HEAD}[state.flag-0]\n[[hook]]\non = \"at.part_end\"\nwhere = {{ {condition} }}\ncall = \"flag-0\"\n"
    );
    let config = Config::parse("test.toml", CONFIG).expect("a config");
    let faults = Setup::load(&config, &library(&text)).err()?;
    // Its texts of rules are those of another manifest.
    let codes = faults.iter().map(|f| f.code.clone()).filter(|code| code.starts_with('K'));
    Some(codes.collect::<Vec<_>>().join(" ")).filter(|codes| !codes.is_empty())
}

#[test]
fn every_thing_and_effect_works_or_is_a_fault() {
    let (mut text, mut asked) = (HEAD.to_owned(), Vec::new());
    for effect in EFFECTS {
        let (row, of) =
            parse_hook(&format!("on.{effect}")).map(|(r, _)| (r, *effect)).expect("a hook");
        let told = event_facts(row, of).expect("effects have facts");
        for subject in THINGS {
            let of = format!("happened = {{ on = \"{effect}\", since = \"turn\" }}");
            // A figure that was captured is held: those on the board were not.
            let things = match (subject, *effect) {
                (Subject::Figure, "captured") => "player.held",
                _ => subject.name(),
            };
            let condition = format!("exists.{things}.{of}");
            if is_told_of(subject, told) {
                let i = asked.len();
                asked.push((subject, *effect));
                for (flag, condition) in
                    [("yes", condition), ("no", format!("exists.{things} = {{ no = {{ {of} }} }}"))]
                {
                    let _ = write!(
                        text,
                        "[state.{flag}-{i}]\n[[hook]]\non = \"at.part_end\"\nwhere = {{ {condition} }}\ncall = \"{flag}-{i}\"\n"
                    );
                }
            } else {
                assert_eq!(fault(&condition).as_deref(), Some("K0006"), "{condition}");
            }
        }
    }
    let rules = rules(&text);
    let probe = rules.ruleset.expansion("probe").expect("it is in play");
    let mut set = BTreeSet::new();
    for seed in 0..6 {
        let state = testkit::play(&rules, seed, |_, _, _| {}).state;
        let game = bastide::core::Game::new(&rules.ruleset, &state);
        let flags = (0..asked.len()).flat_map(|i| [format!("yes-{i}"), format!("no-{i}")]);
        set.extend(flags.filter(|flag| {
            rules.ruleset.state_key(probe, flag).is_some_and(|key| game.get(key, 0) == 1)
        }));
    }
    let mut wrong = Vec::new();
    for (i, (subject, effect)) in asked.iter().enumerate() {
        let never = NEVER.iter().any(|(never, _)| never == effect);
        let both = ["yes", "no"].map(|flag| set.contains(&format!("{flag}-{i}")));
        if both != [!never, true] {
            wrong.push(format!("{} {effect}: holds, does not hold: {both:?}", subject.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Marks the end of each part and turn by a payment, and pays under another rule where a condition holds: the effects
/// between the marks say whether it should.
#[test]
fn part_and_turn_are_those_of_the_effects() {
    let mut text = HEAD.to_owned();
    let hook = |at: &str, since: &str, rule: &str| {
        format!(
            "[[hook]]\non = \"{at}\"\nrank = 900\nwhere = {{ happened = {{ on = \"deployed\", since = \"{since}\", feature = \"city\" }} }}\nrule = \"{rule}\"\npay = 1\n\
             [[hook]]\non = \"{at}\"\nrank = 901\nrule = \"{rule}-end\"\npay = 1\n"
        )
    };
    text += &hook("at.part_end", "part", "probe.part");
    text += &hook("at.turn_end", "turn", "probe.turn");
    let rules = rules(&text);
    let named = |rule: &str| rules.ruleset.rule(rule).expect("a rule");
    let [part, part_end, turn, turn_end] =
        ["probe.part", "probe.part-end", "probe.turn", "probe.turn-end"].map(named);
    let (mut seen, mut longer) = ([0, 0], 0);
    for seed in 0..20 {
        let played = testkit::play(&rules, seed, |_, _, _| {});
        // So many figures on cities since the part and the turn began, and whether the condition held.
        let (mut since, mut held) = ([0, 0], [false, false]);
        let mut parts = 0;
        for logged in &played.log.effects {
            let is = |rule| logged.rule == rule;
            if let Effect::Deployed { node, .. } = logged.effect {
                let city = rules.ruleset.kind("city").expect("a kind");
                let on_city = played.state.kind(node) == city;
                since = since.map(|n| n + i32::from(on_city));
            } else if is(part) || is(turn) {
                held[usize::from(is(turn))] = true;
            } else if is(part_end) || is(turn_end) {
                let i = usize::from(is(turn_end));
                assert_eq!(held[i], since[i] > 0, "game {seed}, since the {}", ["part", "turn"][i]);
                seen[usize::from(held[i])] += 1;
                (since[i], held[i]) = (0, false);
                parts = if i == 0 { parts + 1 } else { 0 };
                longer += usize::from(parts == 2);
            }
        }
    }
    assert!(seen.iter().all(|n| *n > 20), "it holds and does not hold: {seen:?}");
    assert!(longer > 0, "some turns have two parts");
}

#[test]
fn a_wrong_form_is_a_fault() {
    for (condition, code) in [
        ("happened = { on = \"deployed\" }", "K0003"),
        ("happened = true", "K0003"),
        ("happened = { on = \"deployed\", since = \"game\" }", "K0003"),
        ("happened = { on = [\"deployed\", \"moved\"], since = \"part\" }", "K0003"),
        ("happened = { on = \"deplyed\", since = \"part\" }", "K0004"),
        ("happened = { on = \"deployed\", since = \"part\", owners = \"own\" }", "K0001"),
        ("exists.type.happened = { on = \"drawn\", since = \"part\" }", "K0001"),
        ("exists.tile.walk = { kind = \"road\" }", "K0001"),
        ("exists.segment.walk = { stop = 3, kind = \"road\" }", "K0003"),
        ("happened = { on = \"returned\", since = \"part\", why = \"tired\" }", "K0003"),
    ] {
        assert_eq!(fault(condition).as_deref(), Some(code), "{condition}");
    }
    for condition in [
        "happened = { on = \"deployed\", since = \"part\", count = { min = 2 }, figure.owner = \"own\" }",
        "exists.segment.walk = { stop.tag = \"inn\", kind = \"road\", count = 2 }",
        "exists.segment.walk = true",
    ] {
        assert_eq!(fault(condition), None, "{condition}");
    }
}

/// The way along a feature is gone in a table of what one comes to, from the shortest condition to the longest.
#[test]
fn a_walk_ends_where_it_is_stopped() {
    let conditions = [
        "exists.segment = { kind = \"road\", walk = { tag = \"inn\" } }",
        "exists.segment = { kind = \"road\", no.walk = { tag = \"inn\" } }",
        "exists.segment = { kind = \"road\", walk.count = { min = 3 } }",
        // Nothing lies behind the first segment if every segment stops.
        "exists.segment = { kind = \"road\", walk = { stop.kind = \"road\", count = { min = 3 } } }",
        // What stops is come to.
        "exists.segment = { kind = \"road\", walk = { stop.tag = \"inn\", tag = \"inn\" } }",
    ];
    let mut text = HEAD.to_owned();
    for (i, condition) in conditions.iter().enumerate() {
        let _ = write!(
            text,
            "[state.flag-{i}]\n[[hook]]\non = \"at.part_end\"\nwhere = {{ {condition} }}\ncall = \"flag-{i}\"\n"
        );
    }
    let rules = rules(&text);
    let probe = rules.ruleset.expansion("probe").expect("it is in play");
    let mut held = [false; 5];
    for seed in 0..6 {
        let state = testkit::play(&rules, seed, |_, _, _| {}).state;
        let game = bastide::core::Game::new(&rules.ruleset, &state);
        for (i, held) in held.iter_mut().enumerate() {
            let key = rules.ruleset.state_key(probe, &format!("flag-{i}")).expect("declared");
            *held |= game.get(key, 0) == 1;
        }
    }
    assert_eq!(held, [true, true, true, false, true]);
}
