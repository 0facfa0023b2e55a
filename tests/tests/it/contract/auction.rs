//! Numbers, tokens and bids that not everybody sees.

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Action, Effect};
use bastide::{Game, Rules};

use super::support::setup;

const ME: Player = Player(0);
const OTHER: Player = Player(1);

fn game(seed: u64) -> Game {
    game_of("auction = { path = \"auction\" }", seed)
}

fn game_of(written: &str, seed: u64) -> Game {
    let rules = Rules::new(setup(written));
    Game::new(rules.unwrap_or_else(|f| panic!("{f:#?}")), seed).unwrap_or_else(|e| panic!("{e:?}"))
}

/// Everything that a seat is shown of the last action and of what is asked now.
fn shown(game: &Game) -> impl PartialEq + std::fmt::Debug {
    let entry = game.entries().last().expect("something was done");
    (
        game.decision_for(ME),
        game.text_for(entry, ME),
        game.outcome_for(&entry.outcome, ME),
        entry.scores.clone(),
    )
}

fn act(game: &mut Game, action: Action) {
    game.act(action).unwrap_or_else(|e| panic!("{e}"));
}

/// Two games in which the other player bids otherwise, and does what is allowed in both.
#[test]
fn who_does_not_see_a_bid_cannot_tell_it_from_another() {
    // In the strict games what is refused hangs on bids as well.
    for written in
        ["auction = { path = \"auction\" }", "auction = { path = \"auction\", strict = true }"]
    {
        bids_cannot_be_told(written);
    }
}

fn bids_cannot_be_told(written: &str) {
    let (mut bids, mut dark) = (0, 0);
    for seed in 0..12 {
        let mut both = [game_of(written, seed), game_of(written, seed)];
        let mut stream = Stream::new(seed, 1, Purpose::Lot);
        while !both[0].is_over() {
            if both[0].actor() == Player::CHANCE {
                for game in &mut both {
                    game.act_chance().unwrap_or_else(|e| panic!("{e}"));
                }
            } else {
                let allowed = |option: &&bastide::core::Choice| {
                    let other = &both[1].decision().options;
                    other.iter().any(|o| o.key() == option.key())
                };
                let options: Vec<_> = both[0].decision().options.iter().filter(allowed).collect();
                let option = *options[stream.below(options.len() as u32) as usize];
                let mine = both[0].actor() == ME;
                let first = option.drawn(|n| stream.below(n)).expect("an action");
                let second = option.drawn(|n| stream.below(n)).expect("an action");
                let second = if mine { first } else { second };
                bids += usize::from(first != second);
                act(&mut both[0], first);
                act(&mut both[1], second);
            }
            let [a, b] = &both;
            assert_eq!(shown(a), shown(b), "seed {seed}, action {}", a.entries().len());
            assert!(a.seen_by(ME) == b.seen_by(ME), "seed {seed}, action {}", a.entries().len());
            dark += usize::from(a.state() != b.state());
        }
    }
    assert!(bids > 10 && dark > 100, "the games differed: {bids} bids, {dark} states");
}

/// A game in which the other player has just bid, and is asked no more.
fn after_a_bid(number: u32) -> Game {
    for seed in 0.. {
        let mut game = game(seed);
        while !game.is_over() {
            if game.actor() == Player::CHANCE {
                game.act_chance().unwrap_or_else(|e| panic!("{e}"));
                continue;
            }
            let options = &game.decision().options;
            let bid = options.iter().find(|o| o.numbers().is_some());
            match bid.and_then(|o| o.action()) {
                Some(Action::Invoke { verb, .. }) if game.actor() == OTHER => {
                    act(&mut game, Action::Invoke { verb, target: number });
                    return game;
                }
                _ => {
                    let action = options[0].action().expect("an action");
                    act(&mut game, action);
                }
            }
        }
    }
    unreachable!("somebody bids")
}

#[test]
fn each_sees_what_is_his() {
    let game = after_a_bid(8);
    let entry = game.entries().last().expect("a bid");
    assert_eq!(entry.text, "auction/bid 8");
    assert_eq!(game.text_for(entry, OTHER), "auction/bid 8");
    assert_eq!(game.text_for(entry, ME), "auction/bid ?");
    assert_eq!(game.text_for(entry, Player::NONE), "auction/bid ?", "who looks on sees no more");
    let rules = &game.rules().ruleset;
    let purse = rules.token("purse").expect("a token");
    let tokens = |seat| game.seen_by(seat).state().tokens(purse, OTHER);
    assert_eq!((tokens(OTHER), tokens(ME)), (4, 0));
    let numbers = |seat| {
        let effects = game.outcome_for(&entry.outcome, seat).effects;
        let number = |effect| match effect {
            Effect::Set { value, .. } | Effect::Listed { value, .. } => Some(value),
            Effect::TokenMoved { by, .. } => Some(by.into()),
            _ => None,
        };
        effects.into_iter().filter_map(|l| number(l.effect)).collect::<Vec<i32>>()
    };
    assert_eq!(numbers(OTHER), [8, 8, 3, 2], "the tally is nobody's to see");
    assert_eq!(numbers(ME), [0, 0, 3, 0]);
}

#[test]
fn what_hangs_on_a_secret_is_not_shown_to_others() {
    let game = after_a_bid(8);
    let all = |seat| game.decision_for(seat).options.len();
    // After the bid of the last who is asked the next tile is drawn, which everybody sees.
    assert!(all(ME) > 0 && all(OTHER) > 0);
    for seed in 0..20 {
        let mut game = self::game(seed);
        while !game.is_over() {
            if game.actor() == OTHER
                && game.decision().options.iter().any(|o| o.numbers().is_some())
            {
                let seen = game.decision_for(ME).options;
                assert!(seen.iter().all(|o| o.is_pass()), "neither bid nor payment: {seen:?}");
                assert_eq!(game.decision_for(OTHER), *game.decision());
                return;
            }
            if game.actor() == Player::CHANCE {
                game.act_chance().unwrap_or_else(|e| panic!("{e}"));
            } else {
                let action = game.decision().options[0].action().expect("an action");
                act(&mut game, action);
            }
        }
    }
    unreachable!("somebody bids")
}

#[test]
fn places_that_a_secret_may_refuse_are_not_shown_to_others() {
    let mut game = game_of("auction = { path = \"auction\", walls = true }", 3);
    let is_place = |o: &bastide::core::Choice| o.is_place();
    let mut asked = 0;
    while !game.is_over() && asked < 5 {
        if game.actor() == OTHER && game.decision().options.iter().any(is_place) {
            assert!(!game.decision_for(ME).options.iter().any(is_place));
            assert!(game.decision_for(OTHER).options.iter().any(is_place));
            asked += 1;
        }
        if game.actor() == Player::CHANCE {
            game.act_chance().unwrap_or_else(|e| panic!("{e}"));
        } else {
            let action = game.decision().options[0].action().expect("an action");
            act(&mut game, action);
        }
    }
    assert_eq!(asked, 5);
}
