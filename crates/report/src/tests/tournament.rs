//! Duels of bots, and their reports.

use std::sync::atomic::AtomicBool;

use bastide::{Bot, Config, Library, Rules, Setup};

use super::*;
use crate::{Lang, Side, page_of_duels};

fn rules(players: usize) -> Rules {
    let names: Vec<String> = (0..players).map(|p| format!("\"P{p}\"")).collect();
    let config = format!("players = [{}]\n", names.join(", "));
    let config = Config::parse("cup.toml", &config).expect("a config");
    Rules::new(Setup::load(&config, &Library::official()).expect("a setup")).expect("rules")
}

fn cup(bots: &[Bot], decks: u64) -> Cup {
    Cup { bots: bots.to_vec(), decks, seed: 5, threads: 1, sprt: None }
}

fn play_all(rules: &Rules, cup: &Cup) -> Tournament {
    tournament(rules, cup, &AtomicBool::new(false), &|_| {}).expect("games")
}

/// What does not depend on the clock.
fn duels(found: &Tournament) -> String {
    serde_json::to_string(&found.duels).expect("JSON")
}

#[test]
fn the_planner_is_stronger_than_greedy_and_greedy_than_chance() {
    let found = play_all(&rules(2), &cup(&[Bot::Random, Bot::Greedy, Bot::Planner], 8));
    let names: Vec<_> = found.duels.iter().map(|d| (d.bot, d.against, d.games)).collect();
    assert_eq!(
        names,
        [("greedy", "random", 16), ("planner", "random", 16), ("planner", "greedy", 16)]
    );
    for duel in &found.duels {
        assert!(duel.wins > 0.5 && duel.margin_low > 0.0, "{duel:?}");
        assert!(duel.wins_low < duel.wins, "{duel:?}");
    }
    assert_eq!(found.duels[0].elo, None, "who never loses has no Elo");
    let decided: Vec<_> = found.thought.iter().map(|pace| pace.decisions > 0).collect();
    assert_eq!(decided, [false, true, true], "chance does not think");
}

#[test]
fn the_same_is_found_with_any_number_of_threads() {
    let rules = rules(3);
    let alone = play_all(&rules, &cup(&[Bot::Random, Bot::Greedy], 6));
    let games = alone.duels.iter().map(|d| (d.bot, d.against, d.games)).collect::<Vec<_>>();
    assert_eq!(games, [("greedy", "random", 18), ("random", "greedy", 18)]);
    for threads in [2, 7] {
        let many = Cup { threads, ..cup(&[Bot::Random, Bot::Greedy], 6) };
        assert_eq!(duels(&play_all(&rules, &many)), duels(&alone));
    }
}

#[test]
fn bots_alike_are_even_on_every_deck() {
    // Each seat is taken once, and the luck moves on with the bots, so that nothing is left to differ.
    let rules = rules(2);
    let mut worker = Worker::new(&rules).expect("a worker");
    let bots = [Bot::Greedy; 2];
    let cup = cup(&[Bot::Greedy], 1);
    let table = Table { rules: &rules, cup: &cup, bots: &bots, worth: &[], first: 0 };
    let mut sums = Sums::default();
    for deck in 0..3 {
        let games = play(&mut worker, &table, deck, &AtomicBool::new(false));
        sums.add(&games.expect("games"), 2);
    }
    let duel = sums.found(2, (Bot::Greedy, Bot::Greedy), None);
    assert!((0.0..=1.0).contains(&duel.wins) && duel.margin_low <= 0.0 && duel.margin_high >= 0.0);
}

#[test]
fn a_sequential_test_ends_once_it_is_clear() {
    let rules = rules(2);
    let whole = cup(&[Bot::Random, Bot::Greedy], 60);
    let found = play_all(&rules, &Cup { sprt: Some((0.0, 50.0)), ..whole.clone() });
    // Greedy always wins, without any variance, so the test ends as soon as it may.
    assert_eq!((found.duels[0].wins, found.duels[0].sprt), (1.0, Some(true)));
    assert!(found.duels[0].decks < 60, "{}", found.duels[0].decks);
    let mut sums = Sums::default();
    let game = |turned: usize, first: i32| Played {
        turned,
        points: if turned == 0 { vec![first, 50] } else { vec![50, first] },
        ..Played::default()
    };
    let mut decided = |strengths| {
        for deck in 0..500 {
            // Nine of ten games are won.
            sums.add(&[game(0, 60), game(1, if deck % 5 == 0 { 40 } else { 60 })], 2);
            if let Some(verdict) = sums.test(2, strengths) {
                return (verdict, sums.decks);
            }
        }
        panic!("it never ends")
    };
    let (stronger, decks) = decided((0.0, 50.0));
    assert!(stronger && decks >= 10, "{decks}");
    let (stronger, _) = decided((400.0, 800.0));
    assert!(!stronger, "nine of ten are less than 400");
}

#[test]
fn whoever_asks_to_stop_gets_what_there_is() {
    let stopped = AtomicBool::new(true);
    let cup = cup(&[Bot::Random, Bot::Greedy], 6);
    let found = tournament(&rules(2), &cup, &stopped, &|_| {}).expect("nothing");
    assert!(found.interrupted && found.duels[0].games == 0);
    assert!(found.table(Lang::En).contains("greedy") && found.table(Lang::Fr).contains("robot"));
}

/// The page names nothing outside itself, shows every part in both languages, and is the same but for the times.
#[test]
fn the_page_is_whole_and_the_same_every_time() {
    let side =
        Side { file: "cup.toml".to_owned(), text: "players = 2\n".to_owned(), rules: rules(2) };
    let bots = [Bot::Random, Bot::Greedy, Bot::Planner];
    for (lang, words) in [
        (Lang::En, ["The duels", "Sequential tests", "is the strongest of 3 bots", "decks"]),
        (Lang::Fr, ["Les duels", "Tests séquentiels", "est le plus fort de 3 robots", "pioches"]),
    ] {
        let made = |threads| {
            let cup = Cup { threads, sprt: Some((0.0, 400.0)), ..cup(&bots, 24) };
            let mut found = play_all(&side.rules, &cup);
            let timed = page_of_duels(&found, &side, "bastide tournament", lang);
            for pace in &mut found.thought {
                (pace.mean_us, pace.median_us, pace.most_us) = (1500.0, 900.0, 2000.0);
            }
            (page_of_duels(&found, &side, "bastide tournament", lang), timed, found)
        };
        let (one, timed, found) = made(1);
        assert!(one == made(2).0, "two pages from one seed");
        assert!(one != timed, "the times are on it");
        for word in words {
            assert!(one.contains(word), "{word}");
        }
        for outside in ["http:", "https:", "src=", "@import", "<script", "NaN", ">inf", "\"inf"] {
            assert!(!one.contains(outside), "{outside}");
        }
        let hash = side.rules.hash();
        let [expansion, ..] = &side.expansions()[..] else { panic!("the base game at least") };
        for told in
            ["cup.toml", "players = 2", &hash, &expansion[1], "bastide tournament", found.engine]
        {
            assert!(one.contains(told), "{told}");
        }
        assert!(one.contains(lang.pick(">1.500<", ">1,500<")), "milliseconds");
        for duel in &found.duels {
            assert!(one.contains(&format!("<code>{}</code>", duel.bot)), "{duel:?}");
        }
        // A bot that can only sit alone among others gets the share of an equal game as reference.
        let three = Side { rules: rules(3), text: "players = 3\n".to_owned(), ..side.clone() };
        let found = play_all(&three.rules, &cup(&[Bot::Random, Bot::Greedy], 4));
        let page = page_of_duels(&found, &three, "bastide tournament", lang);
        assert!(page.contains(lang.pick("33.3\u{a0}%", "33,3\u{a0}%")), "{page}");
        let stopped = Tournament { interrupted: true, ..found };
        let page = page_of_duels(&stopped, &three, "bastide tournament", lang);
        assert!(page.contains(lang.pick("Interrupted after", "Interrompu après")), "{page}");
    }
}

#[test]
fn strengths_of_all_duels_stand_on_one_scale() {
    let found = play_all(&rules(2), &cup(&[Bot::Random, Bot::Greedy, Bot::Planner], 8));
    let elo: Vec<f64> = found.standings.iter().filter_map(|s| s.elo).collect();
    assert!(elo[0] < elo[1] && elo[1] < elo[2], "{elo:?}");
    assert!(elo.iter().sum::<f64>().abs() < 1e-6, "their mean is 0: {elo:?}");
    // Each game is one of both bots.
    let games: u64 = found.standings.iter().map(|s| s.games).sum();
    assert_eq!(games, 2 * found.duels.iter().map(|d| d.games).sum::<u64>());
    // With more seats a bot stands by the games in which it was alone.
    let found = play_all(&rules(3), &cup(&[Bot::Random, Bot::Greedy], 4));
    assert!(found.standings.iter().all(|s| s.games == 12 && s.elo.is_none()));
}

#[test]
fn the_interval_of_elo_is_by_decks() {
    let game = |turned: usize, first: i32| Played {
        turned,
        points: if turned == 0 { vec![first, 50] } else { vec![50, first] },
        ..Played::default()
    };
    let range = |together: bool| {
        let mut sums = Sums::default();
        for deck in 0..200 {
            // Three of four games are won: those of a deck alike, or each deck three quarters.
            let wins = if together { [deck % 4 > 0; 2] } else { [deck % 2 > 0, true] };
            let points = wins.map(|won| if won { 60 } else { 40 });
            sums.add(&[game(0, points[0]), game(1, points[1])], 2);
        }
        let duel = sums.found(2, (Bot::Greedy, Bot::Random), None);
        let (low, high) = duel.elo_range.expect("each has won something");
        assert!((duel.elo.expect("an Elo") - 190.8).abs() < 0.1 && low < 190.8 && high > 190.8);
        high - low
    };
    assert!(range(true) > 1.5 * range(false), "games that hang together say less");
}

#[test]
fn the_course_of_a_test_keeps_as_much_as_a_picture_needs() {
    let mut course = Course::default();
    for deck in 1..=10_000u64 {
        course.note(deck, deck as f64);
        assert_eq!(course.points.last(), Some(&(deck, deck as f64)), "the last stays");
        assert!(course.points.len() <= COURSE_MAX && course.points.is_sorted_by(|a, b| a.0 < b.0));
    }
    assert!(course.points.len() > COURSE_MAX / 4, "{}", course.points.len());
}
