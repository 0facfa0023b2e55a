//! What the table `[jcz]` of an expansion can say: chance, confirmations, sizes, sets with elements, ids and places.

use serde_json::{Value, json};

use super::*;
use crate::random::Random;

const MANIFEST: &str = r#"
id      = "fair"
short   = "fair"
version = "1.0.0"
api     = 2
name    = { en = "Fair", fr = "Foire" }
needs   = ["base"]

[option.bets]
values  = ["open", "closed"]
default = "open"
label   = { en = "Bets", fr = "Paris" }

[feature.stall]
order = 45
lies  = "centre"
claim = "yes"
takes = ["meeple"]
name  = { en = "stall", fr = "étal" }

[token.crown]
supply = 0
name   = { en = "crown", fr = "couronne" }

[state.best]
per = "game"

[overlay.plank]
road = [{ at = "N S" }]
over = { N = ["field"], S = ["field"] }
name = { en = "plank", fr = "planche" }

[[place]]
rule    = "fair.shut"
at      = ["place"]
overlay = "plank"

[verb.plank]
rule    = "fair.shut"
target  = "overlay"
overlay = "plank"
where   = { is = "placed" }
at      = ["action"]
free    = true
name    = { en = "lay a plank", fr = "poser une planche" }

[step.toss]
name = { en = "toss", fr = "lancer" }

[step.close]
verbs = ["shut"]
name  = { en = "closing", fr = "fermeture" }

[verb.shut]
rule = "fair.shut"
name = { en = "shut", fr = "fermer" }

[[hook]]
on    = "at.after_place"
where = { placed.segments = { kind = "stall" } }
call  = "toss"

[[hook]]
on   = "ask.toss"
call = "ask_toss"

[[hook]]
on   = "answer.toss"
call = "tossed"

[[hook]]
on   = "answer.close"
call = "closed"

[jcz]
tokens  = { crown = "CROWN" }
sizes   = { crown = "best" }
phases  = { close = "ClosePhase" }
events  = { "fair.toss" = "toss" }
commits = { close = "action" }
copies  = { "BA/L" = 1 }

[jcz.elements]
fair = { sets = ["stalls"] }

[jcz.rules.bets]
option  = "bets"
element = "fair"
default = "open"
values  = { open = "open", closed = "closed" }

[jcz.chance.toss]
message = "TOSS_CONFIRM"
phase   = "TossPhase"
order   = [3, 1, 2]

[jcz.features]
stall = { class = "Monastery", event = "stall", location = "AS_STALL" }

[jcz.verbs]
plank = { message = "PLACE_TOKEN", payload = { token = "PLANK" }, item = "Plank" }
shut = { message = "SHUT", item = "Shut", no-auction = { bets = "closed" } }
"#;

const SCRIPT: &str = r#"
local fair = ...

function fair.toss(game, slot, out)
  out:push("toss", "chance")
end

function fair.ask_toss(game, step, offers)
  offers:offer { rule = "fair.toss" }
  for n = 1, 3 do offers:roll(n, n == 3 and 2 or 1) end
end

function fair.tossed(game, step, choice, out)
  out:pay(game.turn, choice.value, "fair.toss")
  out:set("best", choice.value)
  out:token(game.turn, "crown", 1, "fair.toss")
  out:push("close", game.turn)
end

function fair.closed(game, step, choice, out) end
"#;

const RULES: &str = "### fair.toss\n\nToss.\n\n*Lancer.*\n\n### fair.shut\n\nShut.\n\n*Fermer.*\n";

const TILES: &str = r#"
id   = "stalls"
name = { en = "Stalls", fr = "Étals" }

[[tile]]
id      = "ffff-stall"
count   = 1
aliases = { jcz = ["FA/F.s", "FAIR/F.s"] }
stall   = [{}]
field   = [{ at = "NL NR EL ER SL SR WL WR" }]
"#;

fn library(manifest: &str, script: &str) -> Library {
    Library::official().with([
        ("expansions/fair/expansion.toml", manifest),
        ("expansions/fair/init.lua", script),
        ("expansions/fair/rules.md", RULES),
        ("expansions/fair/tiles/stalls.toml", TILES),
    ])
}

/// A game with the fair: the stall is placed first.
fn fair(replay: Vec<Value>, assertions: &[&str]) -> Value {
    let mut game = game(&["FAIR/F.s", "BA/LR"], None, replay, assertions);
    game["setup"]["elements"]["fair"] = json!(true);
    game
}

fn wrong(game: &Value) -> Vec<String> {
    let text = serde_json::to_string_pretty(game).expect("is JSON");
    let all = match play("x.jcz", &text, &library(MANIFEST, SCRIPT)) {
        Ok(played) => played.wrong,
        Err(broken) => broken.faults("x.jcz"),
    };
    all.into_iter().map(|fault| format!("{} {}", fault.code, fault.what.en)).collect()
}

fn toss(random: f64) -> Value {
    json!(["TOSS_CONFIRM", { "random": random }])
}

#[test]
fn a_step_of_chance_waits_for_its_message_and_is_rolled_in_the_order_of_that_engine() {
    let stall = || tile("FA/F.s", 0, 1, "R0");
    let waits = fair(
        vec![stall()],
        &["Phase is TossPhase", "Player can't pass", "Ann has 0 points", "Undo is allowed"],
    );
    assert_eq!(wrong(&waits), [""; 0]);
    // Weights 2, 1, 1 for 3, 1, 2: a quarter each for the last two.
    for (random, points) in [(0.0, 3), (0.49, 3), (0.5, 1), (0.74, 1), (0.75, 2), (0.999, 2)] {
        let claims = [
            format!("Ann has {points} points"),
            format!("Ann scored toss for {points} points"),
            format!("Ann has CROWN token with size {points}"),
            "Ann has CROWN token with count 1".to_owned(),
            "Bob has CROWN token with size 0".to_owned(),
            "Phase is ClosePhase".to_owned(),
            "Bazaar noAuction: false".to_owned(),
        ];
        let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
        let tossed = fair(vec![stall(), toss(random)], &claims);
        assert_eq!(wrong(&tossed), [""; 0], "{random}");
    }
    // Another message does not come before it.
    let early = fair(vec![stall(), json!(["SHUT"])], &[]);
    assert!(wrong(&early)[0].starts_with("J0103"), "{:?}", wrong(&early));
    // A number that the last message brought is rolled with at once.
    let mut at_once = tile("FAIR/F.s", 0, 1, "R0");
    at_once[1]["random"] = json!(0.6);
    let at_once = fair(vec![at_once], &["Ann has 1 point", "Phase is ClosePhase"]);
    assert_eq!(wrong(&at_once), [""; 0]);
}

#[test]
fn numbers_that_decide_nothing_here_are_drawn_after_a_roll() {
    let script = SCRIPT
        .replace(
            "  out:push(\"toss\", \"chance\")\n",
            "  for _ = 1, 2 do out:push(\"toss\", \"chance\") end\n",
        )
        .replace("  out:push(\"close\", game.turn)\n", "");
    let holds = |also: &str, random: f64, points: u32| {
        let order = "order   = [3, 1, 2]\n";
        let manifest = MANIFEST.replace(order, &format!("{order}{also}"));
        let library = library(&manifest, &script);
        let mut placed = tile("FAIR/F.s", 0, 1, "R0");
        placed[1]["random"] = json!(random);
        let claim = format!("Ann has {points} points");
        let game = fair(vec![placed], &[claim.as_str()]).to_string();
        play("x.jcz", &game, &library).expect("a game that goes on").wrong.is_empty()
    };
    // What the formula of that engine gives, worked out here: two rolls below 4, with or without one below 8 between them.
    let worked_out = |also: &[u32], random: f64| {
        let mut numbers = Random::Number(random);
        let value = |n: u32| [3, 3, 1, 2][n as usize];
        let first = value(numbers.below(4));
        for bound in also {
            numbers.below(*bound);
        }
        first + value(numbers.below(4))
    };
    let randoms: Vec<f64> = (1..20).map(|n| f64::from(n) / 20.3).collect();
    assert!(randoms.iter().any(|r| worked_out(&[], *r) != worked_out(&[8], *r)));
    for random in randoms {
        assert!(holds("", random, worked_out(&[], random)), "{random}");
        assert!(holds("also = [8]\n", random, worked_out(&[8], random)), "{random}");
    }
}

#[test]
fn a_step_that_nothing_is_said_of_is_a_fault_that_names_it() {
    let bare = MANIFEST.replace("[jcz.chance.toss]", "[unused]");
    let bare = bare.split("[unused]").next().expect("has a beginning").to_owned()
        + MANIFEST.split("order   = [3, 1, 2]").nth(1).expect("has an end");
    let game = fair(vec![tile("FA/F.s", 0, 1, "R0")], &[]).to_string();
    let broken = play("x.jcz", &game, &library(&bare, SCRIPT)).expect_err("nothing says how");
    let faults = broken.faults("x.jcz");
    assert_eq!(faults[0].code, "J0108");
    assert!(faults[0].what.en.contains("`fair/toss`"), "{}", faults[0]);
    assert!(faults[0].help.as_ref().expect("a way out").en.contains("`[jcz.chance.toss]`"));
}

#[test]
fn a_step_may_end_with_a_confirmation_before_which_nothing_is_drawn() {
    let before = || vec![tile("FA/F.s", 0, 1, "R0"), toss(0.0)];
    let mut replay = before();
    replay.push(json!(["SHUT"]));
    let claims = ["Phase is ClosePhase", "Player can't pass", "Undo is allowed"];
    assert_eq!(wrong(&fair(replay.clone(), &claims)), [""; 0]);
    let mut early = replay.clone();
    early.push(json!(["PASS"]));
    assert!(wrong(&fair(early, &[]))[0].starts_with("J0103"));
    replay.push(json!(["COMMIT", { "random": 0.5 }]));
    let claims = [
        "Phase is ActionPhase",
        "Available action Meeple for SmallFollower",
        "Meeple SmallFollower options: {Monastery,AS_STALL,[0,1]}; {Field,NL.NR.EL.ER.SL.SR.WL.WR,[0,1]}",
    ];
    assert_eq!(wrong(&fair(replay.clone(), &claims)), [""; 0]);
    replay.push(meeple("0.small.1", "Monastery", "AS_STALL", 0, 1));
    assert_eq!(wrong(&fair(replay, &["Phase is CommitActionPhase"])), [""; 0]);
    // No confirmation without the word.
    let silent = MANIFEST.replace("close = \"action\"", "");
    let mut replay = before();
    replay.push(json!(["SHUT"]));
    let text = fair(replay, &["Phase is ActionPhase"]).to_string();
    assert_eq!(play("x.jcz", &text, &library(&silent, SCRIPT)).expect("is played").wrong, []);
}

#[test]
fn an_item_is_without_an_auction_where_an_option_says_so() {
    let mut game = fair(vec![tile("FA/F.s", 0, 1, "R0"), toss(0.0)], &["Bazaar noAuction: true"]);
    assert_eq!(wrong(&game).len(), 1);
    game["setup"]["rules"]["bets"] = json!("closed");
    assert_eq!(wrong(&game), [""; 0]);
}

#[test]
fn sets_come_with_elements_and_copies_are_those_of_that_engine() {
    let mut without = fair(Vec::new(), &[]);
    without["setup"]["elements"].as_object_mut().expect("is a table").remove("fair");
    assert!(wrong(&without)[0].starts_with("J0011"), "{:?}", wrong(&without));
    // One copy of BA/L where the base game has four: the second cannot be drawn.
    let draw = |draws: &[&str]| {
        let replay = vec![tile("BA/L", 0, 1, "R0"), json!(["PASS"]), commit()];
        let mut game = game(draws, None, replay, &[]);
        game["setup"]["elements"]["fair"] = json!(true);
        game
    };
    assert_eq!(wrong(&draw(&["BA/L", "BA/LR"])), [""; 0]);
    assert!(wrong(&draw(&["BA/L", "BA/L"]))[0].starts_with("J0106"));
}

#[test]
fn a_piece_is_laid_with_its_tile_or_by_a_message_of_its_own() {
    let plank = |x: i32, y: i32| {
        let pointer = json!({ "position": [x, y], "feature": "Road", "location": "WE" });
        json!(["PLACE_TOKEN", { "token": "PLANK", "pointer": pointer }])
    };
    // Beside the end of the road only with a plank, and then in every turn: the tile is the same from all sides.
    let all = "TilePlacement FA/F.s options: [-1,0] - [0,90,180,270]; [1,0] - [0,90,180,270]; [0,1] - [0,90,180,270]";
    assert_eq!(wrong(&fair(Vec::new(), &[all])), [""; 0]);
    let with = |turn: &str| vec![tile("FA/F.s", 1, 0, turn), toss(0.0)];
    assert_eq!(wrong(&fair(with("R180"), &["Phase is ClosePhase"])), [""; 0]);
    // No message of its own lays it again.
    let mut twice = with("R0");
    twice.insert(1, plank(1, 0));
    assert!(wrong(&fair(twice, &[]))[0].starts_with("J0103"));
    let mut replay = vec![tile("FA/F.s", 0, 1, "R0"), toss(0.0), json!(["SHUT"]), commit()];
    let offered = ["Available action Plank", "Player can pass"];
    assert_eq!(wrong(&fair(replay.clone(), &offered)), [""; 0]);
    replay.push(plank(0, 1));
    replay.push(meeple("0.small.1", "Road", "WE", 0, 1));
    assert_eq!(wrong(&fair(replay, &["Phase is CommitActionPhase"])), [""; 0]);
}

#[test]
fn names_that_nobody_declares_are_faults() {
    for (from, to, code) in [
        ("[jcz.chance.toss]", "[jcz.chance.tos]", "M0112"),
        ("commits = { close", "commits = { closing", "M0112"),
        ("close = \"action\"", "close = \"always\"", "M0110"),
        ("crown = \"best\"", "crown = \"most\"", "M0118"),
        ("{ bets = \"closed\" }", "{ bet = \"closed\" }", "M0105"),
        ("phases  = { close", "phases  = { closes", "M0112"),
        ("phases  = { close", "zones = { attic = \"BOX\" }\nphases  = { close", "M0154"),
        ("close = \"action\"", "close = { after = \"always\" }", "M0110"),
        ("close = \"action\"", "close = { phase = \"ClosedPhase\" }", "M0008"),
    ] {
        let changed = MANIFEST.replace(from, to);
        assert_ne!(changed, MANIFEST, "{from}");
        let all = library(&changed, SCRIPT);
        let folder = all.folder("fair").expect("is there");
        let (_, faults) = bastide_content::manifest::Manifest::read(folder);
        let codes: Vec<&str> = faults.iter().map(|f| f.code.as_str()).collect();
        assert!(codes.contains(&code), "{to}: {codes:?}");
        assert!(faults.iter().all(|fault| fault.span.is_some()), "{to}");
    }
}
