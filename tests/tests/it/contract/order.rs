//! The order in which expansions are loaded changes no option and no score.

use bastide::Rules;
use bastide::core::ids::Player;
use bastide::core::{Action, Engine, Game, NoLog, State};
use bastide::notation;

use super::support::{Dice, engine, setup};

const GAME: &str = "inns-and-cathedrals = true\nthe-tower = true\ntraders-and-builders = true\n\
    castle = { path = \"castle\" }\nsecond = { path = \"second\" }\nhostage = { path = \"hostage\" }\n\
    fence = { path = \"fence\" }";

struct Seat {
    rules: Rules,
    engine: Engine,
    state: State,
}

impl Seat {
    fn new(turn: usize) -> Self {
        let mut setup = setup(GAME);
        let n = setup.expansions.len();
        let order = std::sync::Arc::make_mut(&mut setup.expansions);
        match turn {
            0 => {}
            1 => order.reverse(),
            _ => order.rotate_left(turn % n),
        }
        let rules = Rules::new(setup).unwrap_or_else(|f| panic!("{f:#?}"));
        let mut engine = engine(&rules, &[super::castle::MODULE], turn == 0);
        let state = engine.start(Player(0), &mut NoLog).unwrap_or_else(|e| panic!("{e}"));
        Self { rules, engine, state }
    }

    /// Options as text, sorted, with their actions.
    fn options(&mut self) -> Vec<(String, u32, Action)> {
        let decision = self.engine.decision(&self.state).unwrap_or_else(|e| panic!("{e}"));
        let game = Game::new(&self.rules.ruleset, &self.state);
        let weight = |i: usize| decision.weights.get(i).copied().unwrap_or(1);
        let mut all: Vec<(String, u32, Action)> = decision
            .options
            .iter()
            .enumerate()
            .filter_map(|(i, c)| c.action().map(|a| (notation::write(game, a), weight(i), a)))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }
}

#[test]
fn permuted_expansions_play_the_same_game() {
    let mut seats: Vec<Seat> = [0, 1, 3, 5].into_iter().map(Seat::new).collect();
    let starts: Vec<State> = seats.iter().map(|s| s.state.clone()).collect();
    for seed in 0..4 {
        for (seat, start) in seats.iter_mut().zip(&starts) {
            seat.state.clone_from(start);
        }
        let mut dice = Dice(seed * 77 + 5);
        loop {
            let lists: Vec<Vec<(String, u32, Action)>> =
                seats.iter_mut().map(Seat::options).collect();
            let plain = |l: &Vec<(String, u32, Action)>| {
                l.iter().map(|o| (o.0.clone(), o.1)).collect::<Vec<_>>()
            };
            let first = plain(&lists[0]);
            assert!(
                lists.iter().all(|l| plain(l) == first),
                "the options depend on the order: {first:?}"
            );
            if first.is_empty() {
                break;
            }
            let i = dice.below(first.len());
            for (seat, list) in seats.iter_mut().zip(&lists) {
                let done = seat.engine.apply(&mut seat.state, list[i].2, &mut NoLog);
                done.unwrap_or_else(|e| panic!("{}: {e}", list[i].0));
            }
            let scores: Vec<&[i32]> = seats.iter().map(|s| s.state.scores()).collect();
            assert!(
                scores.iter().all(|s| *s == scores[0]),
                "{scores:?} after {}",
                list_name(&first, i)
            );
        }
        assert!(seats[0].state.is_over());
    }
}

fn list_name(options: &[(String, u32)], i: usize) -> &str {
    &options[i].0
}
