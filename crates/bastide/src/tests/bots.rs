//! How a bot looks ahead that may not look at everything.

use std::sync::Arc;

use bastide_core::ids::Player;

use super::*;
use crate::chance::Purpose;
use crate::game::tests::{played, rules, step};
use crate::game::{Game, Play};
use bastide_core::{NoLog, State};

/// Figures, tokens and verbs of several expansions.
const MANY: &str = "players = [\"A\", \"B\"]\n[expansions]\ninns-and-cathedrals = true\n\
    traders-and-builders = true\nthe-tower = true\nabbot = true\n";

/// The options of a game's seat, and the state in which they are listed.
fn listed(game: &Game, engine: &mut Engine) -> (State, Vec<Choice>) {
    let state = game.state().clone();
    let options = engine.list(&state).expect("options").iter().collect();
    (state, options)
}

/// Returns a base game after some actions, with a tile to place in one of many places.
fn crowded() -> Game {
    let mut game = played(4, 60);
    while game.actor() == Player::CHANCE || game.decision().options.len() < 12 {
        step(&mut game);
    }
    game
}

/// What `greedy` takes with a budget, however large, and how much work that was.
fn greedy(game: &Game, budget: u64) -> (usize, u64) {
    let mut engine = game.rules().engine().expect("an engine");
    let (state, options) = listed(game, &mut engine);
    let seen = Seen::new(&game.rules().ruleset, &state, game.actor());
    let mut stream = Stream::new(9, 0, Purpose::Bot(0));
    let (mut own, mut scratch) = (stream.apart(0), Scratch::default());
    let first = stream.below(options.len() as u32) as usize;
    seen.view().imagine(&game.rules().ruleset, &mut scratch.now.state, |n| own.below(n));
    let asked = (first, Limit::work(budget));
    let i = greedy::choose(&mut engine, game.actor(), &options, asked, &mut scratch);
    (i.expect("a choice"), scratch.spent)
}

/// What a bot takes with a budget, and how much work that was.
fn chosen(bot: Bot, game: &Game, budget: u64) -> (usize, u64) {
    let mut engine = game.rules().engine().expect("an engine");
    let (state, options) = listed(game, &mut engine);
    let seen = Seen::new(&game.rules().ruleset, &state, game.actor());
    let mut stream = Stream::new(9, 0, Purpose::Bot(0));
    let mut scratch = Scratch { limit: Limit::work(budget), ..Scratch::default() };
    let i = choose(bot, &mut engine, seen, &options, &mut stream, &mut scratch);
    (i.expect("a choice"), scratch.spent)
}

#[test]
fn work_for_one_decision_has_a_bound() {
    let game = crowded();
    let (_, all) = greedy(&game, u64::MAX);
    let (_, usual) = greedy(&game, greedy::BUDGET);
    assert_eq!(all, usual, "this game is far within what a decision may cost");
    assert_eq!(chosen(Bot::Greedy, &game, u64::MAX), greedy(&game, greedy::BUDGET));
    for budget in [0, 200, 400, 800] {
        let (_, spent) = greedy(&game, budget);
        assert!(spent < all, "{spent} of {all}");
        assert!(spent <= budget + 600, "one look more than {budget}, not {spent}");
    }
}

#[test]
fn a_bot_that_may_not_look_on_takes_the_best_so_far_and_says_so() {
    let game = crowded();
    let choose = |bot, limit| {
        let chosen = game.choose_within(bot, limit).expect("a choice");
        chosen.expect("somebody is asked")
    };
    let whole = choose(Bot::Greedy, Limit::default());
    let best = game.choose(Bot::Greedy).expect("a choice").expect("somebody is asked");
    assert_eq!(whole, Chosen { action: best, whole: true });
    let now = Instant::now();
    let late = choose(Bot::Greedy, Limit::until(now));
    assert!(!late.whole && choose(Bot::Random, Limit::until(now)).whole, "chance needs no time");
    let stand_in = choose(Bot::Random, Limit::default()).action;
    assert_eq!(late.action, stand_in, "nothing was looked at");
    assert_eq!(choose(Bot::Greedy, Limit::work(0)), late);
    let later = Limit::until(now + std::time::Duration::from_secs(600));
    assert_eq!(choose(Bot::Greedy, later), whole, "there is time enough");
    let half = choose(Bot::Greedy, Limit::work(greedy::BUDGET.min(greedy(&game, u64::MAX).1 / 2)));
    assert!(!half.whole);
}

#[test]
fn a_bot_thinks_in_another_thread() {
    let game = crowded();
    let best = game.choose(Bot::Greedy).expect("a choice");
    let play = game.into_play();
    let there = std::thread::spawn(move || {
        let mut engine = play.rules().engine().expect("an engine");
        let chosen = play.choose_within(&mut engine, Bot::Greedy, Limit::default());
        chosen.expect("a choice").map(|chosen| chosen.action)
    });
    assert_eq!(there.join().expect("it ends"), best);
}

#[test]
fn with_all_the_work_it_needs_it_chooses_as_without_a_bound() {
    for seed in 0..4 {
        let mut game = played(seed, 20 + 10 * seed as usize);
        for _ in 0..8 {
            while game.actor() == Player::CHANCE {
                step(&mut game);
            }
            let exact = greedy(&game, u64::MAX).0;
            assert_eq!(greedy(&game, greedy::BUDGET).0, exact);
            step(&mut game);
        }
    }
}

#[test]
fn few_stand_for_all() {
    let deploy = |kind: u64, node: u64| Choice(2 << 60 | kind << 52 | node << 8);
    let mut options: Vec<Choice> = (0..64).map(|cell| Choice(1 << 60 | cell << 10)).collect();
    options.extend((0..3).map(|node| deploy(0, node)));
    options.extend((0..2).map(|node| deploy(1, node)));
    options.push(Choice::PASS);
    let order = fair(&options);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..options.len()), "each once");
    let mut begin = order[..4].to_vec();
    begin.sort_unstable();
    assert_eq!(begin, [0, 64, 67, 69], "one of each kind and figure, and pass");
    let placements: Vec<usize> = order.iter().copied().filter(|i| *i < 64).take(8).collect();
    let mut eighths: Vec<usize> = placements.iter().map(|i| i / 8).collect();
    eighths.sort_unstable();
    assert!(eighths.into_iter().eq(0..8), "from all over the list: {placements:?}");
}

/// Positions of games of a bot in which somebody has several options.
fn positions(bot: Bot, seeds: u64, mut look: impl FnMut(&Game, &mut Engine)) {
    for seed in 0..seeds {
        let mut game = Game::new(rules(MANY), seed).expect("a game");
        let mut engine = game.rules().engine().expect("an engine");
        for _ in 0..160 {
            if game.is_over() {
                break;
            }
            if game.actor() != Player::CHANCE && game.decision().options.len() > 1 {
                look(&game, &mut engine);
                game.act_bot(bot).expect("an action");
            } else {
                step(&mut game);
            }
        }
    }
}

#[test]
fn what_was_listed_once_does_the_same_as_what_is_listed_anew() {
    positions(Bot::Random, 2, |game, engine| {
        let (state, options) = listed(game, engine);
        let mut kept = Listed::default();
        engine.keep_listed(&mut kept);
        assert_eq!(kept.options(), options);
        for (i, option) in options.iter().enumerate() {
            assert_eq!(kept.find(*option), Some(i));
            let [mut checked, mut quick] = [state.clone(), state.clone()];
            let action = option.action().expect("an action");
            engine.apply(&mut checked, action, &mut NoLog).expect("is an option");
            engine.apply_kept(&mut quick, &kept, i, &mut NoLog).expect("is an option");
            assert!(checked == quick, "{action:?} of {options:?}");
        }
    });
}

#[test]
fn a_feature_without_holes_is_complete() {
    let mut complete = 0;
    positions(Bot::Random, 2, |game, _| {
        let read = game.read();
        let mut holes = Vec::new();
        for root in read.features(u64::MAX) {
            read.holes(root, &mut holes);
            let kind = &read.rules.kinds[read.state.kind(root).index()].decl;
            if kind.completes {
                assert_eq!(holes.is_empty(), read.is_complete(root), "{holes:?}");
                complete += usize::from(holes.is_empty());
            }
            assert!(holes.iter().all(|cell| read.state.tile_at(*cell).is_none()));
            if kind.reach.is_empty() && kind.completes {
                assert!(holes.len() <= read.open_ends(root) as usize, "each once");
            }
        }
    });
    assert!(complete > 20, "{complete}");
}

#[test]
fn a_hole_takes_what_fits_there_in_some_rotation() {
    positions(Bot::Random, 1, |game, _| {
        let read = game.read();
        let tiles = (0..read.rules.types.len() as u16).map(bastide_core::ids::TileTypeId);
        for (tile, cell) in
            tiles.step_by(7).flat_map(|t| read.frontier().into_iter().map(move |c| (t, c)))
        {
            let need = read.need(cell).expect("something lies beside it");
            let fits = (0..4).any(|rotation| read.fits(tile, cell, rotation));
            assert_eq!(read.fits_need(tile, need), fits);
        }
    });
}

#[test]
fn the_last_points_are_those_of_the_final_scoring_that_no_feature_gives() {
    let mut paid = 0;
    positions(Bot::Greedy, 1, |game, engine| {
        let state = game.state();
        let found = engine.last_points(state).expect("points");
        // The player with the most of a good gets ten points for it.
        let all = &game.rules().ruleset.tokens;
        let goods =
            |token: &u8| ["wine", "grain", "cloth"].contains(&&*all[usize::from(*token)].name);
        let mut due = [0; bastide_core::limits::PLAYERS_MAX];
        for token in (0..all.len() as u8).filter(goods).map(bastide_core::ids::TokenId) {
            let held = |p: u8| state.tokens(token, Player(p));
            let most = (0..state.players()).map(held).max().unwrap_or(0);
            for p in (0..state.players()).filter(|p| most > 0 && held(*p) == most) {
                due[p as usize] += 10;
            }
        }
        assert_eq!(found, due);
        paid += due.iter().sum::<i32>();
    });
    assert!(paid > 0, "nobody had any goods");
    let game = crowded();
    let mut engine = game.rules().engine().expect("an engine");
    assert_eq!(engine.last_points(game.state()).expect("points"), [0; 8]);
}

#[test]
fn the_planner_completes_what_it_holds_and_chooses_the_same_twice() {
    let mut game = played(11, 40);
    let mut played = 0;
    while !game.is_over() && played < 12 {
        if game.actor() == Player::CHANCE {
            step(&mut game);
            continue;
        }
        let [once, again] = [(); 2].map(|()| game.choose(Bot::Planner).expect("a choice"));
        assert_eq!(once, again);
        game.act(once.expect("somebody is asked")).expect("an action");
        played += 1;
    }
}

#[test]
fn an_expert_plays_on_and_chooses_the_same_twice() {
    let game = crowded();
    let budget = 150_000;
    let (once, spent) = chosen(Bot::Expert, &game, budget);
    assert_eq!(chosen(Bot::Expert, &game, budget), (once, spent));
    let (_, planned) = chosen(Bot::Planner, &game, budget);
    assert!(spent > 4 * planned, "{planned} to plan, {spent} to play on");
    // A round ends with the sample that it has begun, of every candidate.
    assert!(spent < planned + 2 * budget, "{spent}");
    let late = game.choose_within(Bot::Expert, Limit::work(0)).expect("a choice");
    assert!(!late.expect("somebody is asked").whole);
}

#[test]
fn a_planner_that_may_not_look_on_takes_the_best_so_far_and_says_so() {
    let game = crowded();
    let choose = |limit| {
        let chosen = game.choose_within(Bot::Planner, limit).expect("a choice");
        chosen.expect("somebody is asked")
    };
    assert!(choose(Limit::default()).whole);
    let late = choose(Limit::until(Instant::now()));
    let stand_in = game.choose(Bot::Random).expect("a choice").expect("somebody is asked");
    assert_eq!(late, Chosen { action: stand_in, whole: false });
    assert_eq!(choose(Limit::work(0)), late);
    assert!(!choose(Limit::work(400)).whole);
}

/// Base, expansions in Rust, and a mix with scripts.
const MIXES: [&str; 3] = [
    "players = 2\n",
    "players = 2\n[expansions]\ninns-and-cathedrals = true\nthe-tower = true\n",
    "players = 3\n[expansions]\ntraders-and-builders = true\nprincess-and-dragon = true\ntactical-hand = true\n",
];

#[test]
fn an_expert_chooses_the_same_with_any_number_of_threads_as_in_a_simulation() {
    for config in MIXES {
        let rules = rules(config);
        let mut game = Game::new(rules.clone(), 5).expect("a game");
        let mut engine = rules.engine().expect("an engine");
        for until in [14, 40] {
            while game.entries().len() < until
                || game.actor() == Player::CHANCE
                || game.decision().options.len() < 6
            {
                step(&mut game);
            }
            // As simulations ask: with an engine of their own, and nobody to help.
            let limit = Limit::work(150_000);
            let alone = game.choose_within(Bot::Expert, limit).expect("a choice");
            let play: &Play = &game;
            let lent = play.choose_within(&mut engine, Bot::Expert, limit);
            assert_eq!(lent.expect("a choice"), alone);
            let planned = game.choose_within(Bot::Planner, limit).expect("a choice");
            assert!(planned.is_some() && alone.is_some_and(|a| !a.whole), "the budget ends it");
            for threads in [1, 2, 7, 2, 1] {
                game.think_with(threads);
                for _ in 0..2 {
                    let chosen = game.choose_within(Bot::Expert, limit).expect("a choice");
                    assert_eq!(chosen, alone, "{threads} threads, {config}");
                }
            }
        }
    }
}

#[test]
fn who_looks_ahead_takes_the_number_that_was_looked_at() {
    let rules = rules("players = 2\n[expansions]\nbridges-castles-bazaars = true\n");
    let (mut game, mut taken) = (Game::new(rules, 5).expect("a game"), 0);
    while !game.is_over() && taken < 3 {
        let asked = game.decision().options.clone();
        if game.actor() == Player::CHANCE {
            step(&mut game);
            continue;
        }
        game.act_bot(Bot::Greedy).expect("an action");
        let action = game.entries().last().expect("was taken").action;
        let ranges = asked.iter().filter(|o| o.numbers().is_some() && o.takes(action.into()));
        taken += ranges.inspect(|o| assert_eq!(o.action(), Some(action), "the least")).count();
    }
    assert_eq!(taken, 3);
}

#[test]
fn what_an_expansion_says_of_the_worth_of_things_counts() {
    let mut game = crowded();
    while !game.decision().options.iter().any(|option| option.is_deploy()) {
        step(&mut game);
    }
    // What meeples in supply are worth decides whether one is deployed.
    let deploys = |points: i32| {
        let mut rules = game.rules().clone();
        let set = Arc::make_mut(&mut rules.ruleset);
        let meeple = set.figure("meeple").expect("the base game has them");
        set.bot_worth.figures = vec![(meeple, points)];
        let mut engine = rules.engine().expect("an engine");
        let state = game.state().clone();
        let options: Vec<Choice> = engine.list(&state).expect("options").iter().collect();
        let seen = Seen::new(&rules.ruleset, &state, game.actor());
        let mut stream = Stream::new(9, 0, Purpose::Bot(0));
        let mut scratch = Scratch::default();
        let i = choose(Bot::Planner, &mut engine, seen, &options, &mut stream, &mut scratch);
        options[i.expect("a choice")].is_deploy()
    };
    assert!(deploys(-99) && !deploys(99));
    // It is no rule: a hash of rules does not know it.
    let mut setup = game.rules().setup.as_ref().clone();
    Arc::make_mut(&mut setup.expansions)[0].worth.insert("figure.meeple".to_owned(), 3);
    let told = crate::Rules::new(setup).expect("rules");
    assert_eq!(told.ruleset.bot_worth.figures.len(), 1);
    assert_eq!(told.hash(), game.rules().hash());
    let unknown = bastide_core::decl::Expansion {
        id: "x".to_owned(),
        worth: [("token.nothing".to_owned(), 1), ("figure.nobody".to_owned(), 1)].into(),
        ..bastide_core::decl::Expansion::default()
    };
    let mut expansions = game.rules().setup.expansions.to_vec();
    expansions.push(unknown);
    let faults = bastide_core::Ruleset::build(2, &expansions, &game.rules().setup.tiles);
    let faults = faults.expect_err("nobody declares these");
    let told: Vec<_> = faults.iter().map(|fault| fault.what.as_str()).collect();
    assert!(told.iter().any(|what| what.contains("unknown token `nothing`")), "{told:?}");
    assert!(told.iter().any(|what| what.contains("unknown figure `nobody`")), "{told:?}");
}

#[test]
fn advice_names_no_two_rotations_that_look_alike() {
    let mut game = Game::new(rules("players = 2\n"), 0).expect("a game");
    for line in ["draw base/E", "place base/E 0,-1 r2", "pass", "draw base/U"] {
        game.act_text(line).expect("is allowed");
    }
    let advice = game.advise().expect("advice");
    let turned = advice.iter().filter_map(|(action, _)| match action {
        Action::Place { rotation, .. } => Some(*rotation),
        _ => None,
    });
    let turned: Vec<u8> = turned.collect();
    assert!(!turned.is_empty() && turned.iter().all(|rotation| *rotation < 2), "{turned:?}");
}
