//! What a seat sees of official games: of most everything, of a hand of tiles its own.

use bastide_core::ids::PileId;
use bastide_core::{NoLog, State};

use super::*;
use crate::Game;
use crate::bots::{Bot, Limit, Scratch, choose};
use crate::chance::{Purpose, Stream};
use crate::game::tests::{played, rules, step};
use crate::record::Record;

const HANDS: &str = "players = 2\nedition = \"bga\"\n[expansions]\ntactical-hand = true\n";

/// A game with hands, some actions on, when a seat is asked that has several options.
fn with_hands(seed: u64, actions: usize) -> Game {
    with_hands_of(HANDS, seed, actions)
}

/// Returns the same game for a given set of expansions.
fn with_hands_of(config: &str, seed: u64, actions: usize) -> Game {
    let mut game = Game::new(rules(config), seed).expect("a game");
    while game.entries().len() < actions
        || game.actor() == Player::CHANCE
        || game.decision().options.len() < 9
    {
        step(&mut game);
    }
    game
}

fn hand(game: &Game, state: &State, seat: Player) -> Vec<TileTypeId> {
    let pile: PileId = game.rules().ruleset.pile("hand").expect("a zone");
    state.zoned().filter(|z| z.0 == pile && z.1 == seat).map(|z| z.2).collect()
}

#[test]
fn what_is_open_to_all_is_not_masked() {
    let game = played(4, 33);
    for seat in [Player(0), Player(1)] {
        let view = game.seen_by(seat);
        assert_eq!(view.state(), game.state());
        assert!(!view.hides());
        assert_eq!(game.decision_for(seat), *game.decision());
        let unseen: u32 = view.unseen().map(|(_, n)| u32::from(n)).sum();
        assert_eq!(unseen, game.read().deck_size());
        for entry in game.entries() {
            assert_eq!(text_for(&game, entry, seat), entry.text);
            assert_eq!(game.outcome_for(&entry.outcome, seat), entry.outcome);
        }
    }
}

#[test]
fn a_hand_is_known_to_its_owner_alone() {
    let game = with_hands(3, 30);
    let (me, other) = (game.actor(), Player(1 - game.actor().0));
    let view = game.seen_by(me);
    assert!(view.hides());
    assert_eq!(hand(&game, view.state(), me), hand(&game, game.state(), me));
    assert_eq!(hand(&game, view.state(), other), [TileTypeId::NONE; 3], "how many, not which");
    let unseen: u32 = view.unseen().map(|(_, n)| u32::from(n)).sum();
    assert_eq!(unseen, game.read().deck_size() + 3, "another's hand counts as undrawn");
    assert!(game.decision_for(other).options.is_empty(), "my options would tell my hand");
    assert_eq!(game.decision_for(me), *game.decision());
    let mut dark = [0, 0];
    for entry in game.entries().iter().filter(|e| e.actor == Player::CHANCE) {
        for seat in [me, other] {
            let text = game.text_for(entry, seat);
            assert!(text == entry.text || text == "draw ?");
            dark[seat.index()] += usize::from(text == "draw ?");
        }
    }
    assert_eq!(
        dark[0] + dark[1],
        game.entries().iter().filter(|e| e.text.starts_with("draw")).count()
    );
    assert!(dark[0] >= 3 && dark[1] >= 3, "each does not know the other's draws: {dark:?}");
    let record = Record::seen_by(&game, me).to_string();
    assert_eq!(record.matches("draw ?").count(), dark[me.index()]);
    assert!(!Record::of(&game).to_string().contains('?'), "the record itself holds everything");
}

#[test]
fn open_hands_are_seen_by_all() {
    let open = HANDS.replace("tactical-hand = true", "tactical-hand = { hand-seen = \"all\" }");
    let mut game = Game::new(rules(&open), 1).expect("a game");
    while game.actor() == Player::CHANCE {
        step(&mut game);
    }
    for seat in [Player(0), Player(1), Player::NONE] {
        assert!(!game.seen_by(seat).hides());
        assert_eq!(*game.seen_by(seat).state(), *game.state());
    }
}

/// Mixes in which something is hidden: hands alone, hands and scripts, hands and tiles that nobody sees.
const HIDING: [&str; 3] = [
    HANDS,
    "players = 3\n[expansions]\ntactical-hand = true\nprincess-and-dragon = true\nthe-tower = true\n",
    "players = 2\n[expansions]\ntactical-hand = true\nhills-and-sheep = { hills = true, under-hills = \"drawn\" }\n",
];

/// Whatever others hold, a bot chooses the same: property over mixes, moments, bots and what is made up of the hidden tiles.
#[test]
fn what_a_bot_chooses_depends_on_nothing_that_its_seat_does_not_see() {
    let mut differed = 0;
    for (config, seed) in HIDING.into_iter().flat_map(|config| (0..4).map(move |n| (config, n))) {
        let game = with_hands_of(config, seed, 10 + 11 * seed as usize);
        let (me, set) = (game.actor(), &game.rules().ruleset);
        let mut luck = Stream::new(seed, 7, Purpose::Lot);
        // Tables that look the same from this seat; on each the others hold other tiles.
        let tables: [State; 3] = std::array::from_fn(|_| {
            let mut table = State::default();
            game.seen_by(me).imagine(set, &mut table, |n| luck.below(n));
            assert_eq!(View::of(set, &table, me), game.seen_by(me));
            table
        });
        differed += usize::from(tables[0] != tables[1] || tables[1] != tables[2]);
        for bot in [Bot::Greedy, Bot::Planner, Bot::Expert] {
            let chosen = tables.each_ref().map(|table| {
                let mut engine = game.rules().engine().expect("an engine");
                let options = engine.list(table).expect("options").iter().collect::<Vec<_>>();
                let mut stream = Stream::new(seed, 0, Purpose::Bot(me.0));
                let mut scratch = Scratch::within(Limit::work(30_000));
                let seen = Seen::new(set, table, me);
                let i = choose(bot, &mut engine, seen, &options, &mut stream, &mut scratch)
                    .expect("a choice");
                let action = options[i].action().expect("an action");
                engine.list(table).expect("options");
                engine.apply(&mut table.clone(), action, &mut NoLog).expect("is accepted");
                action
            });
            assert!(chosen.iter().all(|one| *one == chosen[0]), "{bot:?}: {chosen:?}, {config}");
        }
    }
    assert!(differed > 9, "of 12 moments the hidden tiles differ in {differed}");
}
