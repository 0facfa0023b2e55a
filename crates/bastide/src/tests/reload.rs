//! Reloading: an unchanged folder changes nothing, changed points change points only, a changed shape is
//! played again, and what is broken leaves the game alone.

use bastide_core::ruleset::How;

use super::*;
use crate::Record;
use crate::game::tests::step;
use bastide_content::library::EMBEDDED;
use bastide_content::{Config, Library, Setup};

const MANIFEST: &str = include_str!("../../../../tests/fixtures/toll/expansion.toml");
const SCRIPT: &str = r#"
local toll = ...
local RATE = 1

-- A completed road is worth more.
function toll.road(game, claim, score)
  score:per("toll.road", "*", RATE)
end
"#;
const TILES: &str = include_str!("../../../../tests/fixtures/toll/tiles/toll.toml");
const RULES: &str = include_str!("../../../../tests/fixtures/toll/rules.md");
const CONFIG: &str = "players = [\"Ann\", \"Bob\"]\n[expansions]\ntoll = true\nthe-tower = true\nprincess-and-dragon = true\ntraders-and-builders = true\n";

/// The expansion with some files replaced.
fn library(replaced: &[(&str, &str)]) -> Library {
    let toll = [
        ("expansions/toll/expansion.toml", MANIFEST),
        ("expansions/toll/init.lua", SCRIPT),
        ("expansions/toll/rules.md", RULES),
        ("expansions/toll/tiles/toll.toml", TILES),
    ];
    let own = toll.map(|(path, text)| {
        let other = replaced.iter().find(|(name, _)| path.ends_with(name));
        (path, other.map_or(text, |r| r.1))
    });
    Library::in_memory(EMBEDDED.iter().copied().chain(own))
}

fn rules(replaced: &[(&str, &str)]) -> Result<Rules, Vec<Fault>> {
    let config = Config::parse("bastide.toml", CONFIG)?;
    Rules::new(Setup::load(&config, &library(replaced))?)
}

fn fine(replaced: &[(&str, &str)]) -> Rules {
    rules(replaced).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A game in which the seats choose as `pick` says.
fn play(game: &mut Game, actions: usize) {
    for _ in 0..actions {
        if game.is_over() {
            return;
        }
        match game.actor() {
            Player(0) => drop(game.act_bot(crate::Bot::Greedy).expect("an action")),
            _ => step(game),
        }
    }
}

fn end(mut game: Game) -> Game {
    play(&mut game, usize::MAX);
    assert!(game.is_over());
    game
}

fn begun(seed: u64, actions: usize) -> Game {
    let mut game = Game::new(fine(&[]), seed).expect("a game");
    play(&mut game, actions);
    game
}

#[test]
fn an_unchanged_folder_changes_nothing() {
    for seed in 0..4 {
        let mut reloaded = begun(seed, 0);
        let mut plain = begun(seed, 0);
        while !plain.is_over() {
            let (now, kept) = reloaded.under(fine(&[])).expect("reloads");
            assert_eq!(kept, Kept::State);
            assert_eq!(now.state(), reloaded.state());
            assert_eq!(now.decision(), reloaded.decision());
            assert_eq!(now.entries(), reloaded.entries());
            assert_eq!(now.undoable(), reloaded.undoable());
            reloaded = now;
            play(&mut reloaded, 23);
            play(&mut plain, 23);
        }
        assert_eq!(reloaded.state(), plain.state());
        assert_eq!(reloaded.record(), plain.record());
    }
}

#[test]
fn what_was_undone_can_be_undone_after_a_reload() {
    let mut game = begun(3, 41);
    while game.undoable() == 0 {
        play(&mut game, 1);
    }
    let (mut now, _) = game.under(fine(&[])).expect("reloads");
    now.undo().expect("undone");
    game.undo().expect("undone");
    assert_eq!(now.state(), game.state());
    assert_eq!(now.decision(), game.decision());
}

#[test]
fn changed_points_change_points_only() {
    let dearer = fine(&[("init.lua", &SCRIPT.replace("RATE = 1", "RATE = 5"))]);
    let game = begun(5, 60);
    let (now, kept) = game.under(dearer.clone()).expect("reloads");
    assert_eq!(kept, Kept::State);
    assert_eq!(now.state(), game.state());
    assert_eq!(now.decision(), game.decision());

    let script = Script::of(&end(begun(5, 0)).record());
    let found = script.compare(fine(&[]), dearer).expect("both play");
    let first = found.first.expect("a difference");
    let Differs::Points { before, now } = &first.differs else { panic!("{first:?}") };
    assert_ne!(before.points, now.points);
    let (old, new) = (before.en.join("\n"), now.en.join("\n"));
    assert!(old.contains("× 2") && old.contains("[toll.road]"), "{old}");
    assert!(new.contains("× 6") && new.contains("[toll.road]"), "{new}");
    assert!(found.refused.is_none());
    assert_eq!(found.now.entries().len(), script.actions.len());
    let board = |game: &Game| game.state().tiles().to_vec();
    assert_eq!(board(&found.before), board(&found.now));
    assert_ne!(found.before.state().scores(), found.now.state().scores());
}

#[test]
fn unchanged_rules_have_no_first_difference() {
    let script = Script::of(&end(begun(2, 0)).record());
    let found = script.compare(fine(&[]), fine(&[])).expect("both play");
    assert_eq!(found.first, None);
    assert_eq!(found.before.state(), found.now.state());
}

#[test]
fn options_that_go_are_named_with_their_rule() {
    let manifest = format!("{MANIFEST}\n[[hook]]\non = \"deployment.veto\"\ncall = \"shut\"\n");
    let script = format!(
        "{SCRIPT}\nfunction toll.shut(game, step, options, refuse)\n  for option in options:each(\"deploy\") do\n    refuse(option, \"toll.road\")\n  end\nend\n"
    );
    let shut = fine(&[("expansion.toml", &manifest), ("init.lua", &script)]);
    let played = Script::of(&begun(1, 80).record());
    let found = played.compare(fine(&[]), shut).expect("both play");
    let first = found.first.expect("a difference");
    let Differs::Options { counts, gone, .. } = &first.differs else {
        let Differs::Asked { .. } = &first.differs else { panic!("{first:?}") };
        return;
    };
    assert!(counts.0 > counts.1, "{counts:?}");
    assert!(gone.iter().all(|(_, rules)| rules.iter().any(|r| r.rule == "toll.road")), "{gone:?}");
}

#[test]
fn a_new_tile_plays_the_game_again_and_a_lost_one_cuts_it() {
    let more = TILES.to_owned() + "\n[[tile]]\nid = \"post\"\ncount = 1\nroad = [{ at = \"N\" }]\n";
    // In the middle: one tile more, and the last action no longer ends the game.
    let game = begun(8, 120);
    let (again, kept) = game.under(fine(&[("tiles/toll.toml", &more)])).expect("reloads");
    let Kept::Replayed { because } = kept else { panic!("{kept:?}") };
    assert!(because.iter().any(|m| m.name == "toll/post" && m.how == How::Added), "{because:?}");
    assert_eq!(again.entries().len(), game.entries().len());
    assert_eq!(again.state().scores(), game.state().scores());
    assert_eq!(again.state().tiles().len(), game.state().tiles().len());

    let game = end(game);
    let other = TILES.replace("\"gate\"", "\"other\"");
    let (cut, kept) = game.under(fine(&[("tiles/toll.toml", &other)])).expect("reloads");
    let Kept::Cut { actions, of, action, refused, .. } = kept else { panic!("{kept:?}") };
    assert_eq!(cut.entries().len(), actions);
    assert_eq!(of, game.entries().len());
    assert_eq!(action, "draw toll/gate");
    assert_eq!(game.entries()[actions].text, action);
    assert!(!refused.words().en.is_empty() && !refused.words().fr.is_empty());
    assert_eq!(cut.entries()[..], game.entries()[..actions]);
}

#[test]
fn a_rule_more_keeps_the_state_and_what_was_told() {
    // It stands before the others, so that their numbers move.
    let more = RULES.replace(
        "### toll.road",
        "### toll.first\n\nFirst.\n\n*D'abord.*\n\nSource: own\n\n### toll.road",
    );
    let game = end(begun(5, 0));
    let (now, kept) = game.under(fine(&[("rules.md", &more)])).expect("reloads");
    assert_eq!(kept, Kept::State);
    let told = |game: &Game| {
        let sheets = game.entries().iter().flat_map(|e| &e.outcome.sheets);
        sheets.map(|s| crate::story::sheet_line(game, s, "en")).collect::<Vec<_>>()
    };
    assert!(told(&game).iter().any(|line| line.contains("[toll.road]")));
    assert_eq!(told(&now), told(&game));
    assert_eq!(now.record().lines.len(), game.record().lines.len());
}

#[test]
fn a_slot_more_keeps_the_state_in_the_middle_of_a_turn() {
    let manifest = format!(
        "{MANIFEST}\n[[hook]]\non = \"at.turn_start\"\ncall = \"begin\"\n[[hook]]\non = \"at.before_scoring\"\ncall = \"begin\"\n"
    );
    let script = format!("{SCRIPT}\nfunction toll.begin(game, event, out)\nend\n");
    let files = [("expansion.toml", manifest.as_str()), ("init.lua", script.as_str())];
    for seed in 0..3 {
        let plain = end(begun(seed, 0));
        let mut game = begun(seed, 0);
        let mut wide = false;
        while !game.is_over() {
            // Back and forth between rules that differ in a slot nobody notices.
            wide = !wide;
            let (now, kept) = game.under(fine(if wide { &files } else { &[] })).expect("reloads");
            assert_eq!(kept, Kept::State);
            game = now;
            play(&mut game, 11);
        }
        let actions =
            |game: &Game| game.entries().iter().map(|e| e.text.clone()).collect::<Vec<_>>();
        assert_eq!(actions(&game), actions(&plain));
        assert_eq!(game.state().scores(), plain.state().scores());
    }
}

#[test]
fn what_changed_is_named() {
    let named = |files: &[(&str, &str)]| {
        let found = changes(&fine(&[]), &fine(files));
        let one = |c: &Change| format!("{} {} {} {:?}", c.of, c.sort, c.name, c.how);
        (found.iter().map(one).collect::<Vec<_>>(), summary(&found))
    };
    let (found, words) = named(&[("init.lua", &SCRIPT.replace("RATE = 1", "RATE = 2"))]);
    assert_eq!(found, ["toll handler road Changed"]);
    assert_eq!((words.en.as_str(), words.fr.as_str()), ("1 handler changed", "1 fonction changée"));
    let manifest = MANIFEST.to_owned()
        + "\n[option.high]\ndefault = true\nlabel = { en = \"High\", fr = \"Haut\" }\n";
    let (found, words) = named(&[("expansion.toml", &manifest)]);
    assert_eq!(found, ["toll options high Added"]);
    assert_eq!((words.en.as_str(), words.fr.as_str()), ("1 option added", "1 option ajoutée"));
    let (found, _) = named(&[("tiles/toll.toml", &TILES.replace("N S", "N E"))]);
    assert_eq!(found, ["toll tile toll/gate Changed"]);
    let (found, _) = named(&[("expansion.toml", &MANIFEST.replace("complete = true", ""))]);
    assert_eq!(found, ["toll handler road Changed"]);
    let (found, words) = named(&[("init.lua", &SCRIPT.replace("-- A", "-- Any"))]);
    assert_eq!(found, [""; 0]);
    assert_eq!((words.en.as_str(), words.fr.as_str()), ("nothing changed", "rien de changé"));
}

#[test]
fn a_file_cut_off_anywhere_keeps_the_old_version_or_loads() {
    let game = begun(4, 30);
    let before = (game.state().clone(), game.entries().len());
    let files = [
        ("init.lua", SCRIPT),
        ("expansion.toml", MANIFEST),
        ("tiles/toll.toml", TILES),
        ("rules.md", RULES),
    ];
    let mut broken = 0;
    for (name, text) in files {
        for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)).step_by(5) {
            match rules(&[(name, &text[..cut])]).and_then(|rules| game.under(rules)) {
                Ok((now, Kept::State)) => assert_eq!(now.state(), game.state()),
                Ok(_) => {}
                Err(faults) => {
                    broken += 1;
                    assert!(!faults.is_empty(), "{name} {cut}");
                }
            }
            assert_eq!((game.state().clone(), game.entries().len()), before);
        }
    }
    assert!(broken > 20, "only {broken} cuts were faults");
}

#[test]
fn a_record_is_played_under_other_rules() {
    let text = begun(6, 50).record().to_string();
    let record = Record::parse("game.txt", &text).expect("a record");
    let other = library(&[("init.lua", &SCRIPT.replace("RATE = 1", "RATE = 3"))]);
    assert!(record.replay(&other).is_err(), "the rules have changed");
    let script = Script::of(&record);
    let rules = record.rules_of_now(&other).expect("rules");
    let (game, refused) = script.play(rules).expect("plays");
    assert!(refused.is_none());
    assert_eq!(game.entries().len(), record.actions());
}
