//! Duels of bots, and what is said of them.

use std::sync::atomic::AtomicBool;

use bastide::{Bot, Config, Library, Rules, Setup};

use super::*;

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
    let cup = cup(&[Bot::Greedy], 1);
    let mut sums = Sums::default();
    for deck in 0..3 {
        let games = play(&mut worker, &rules, &cup, &[Bot::Greedy, Bot::Greedy], deck);
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
    // Greedy always wins: there is no spread, and so nothing that the test could be sure by.
    assert_eq!((found.duels[0].sprt, found.duels[0].decks), (None, 60));
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
