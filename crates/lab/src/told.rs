//! Simulation of a single game with tracing enabled; it uses the code of interactive games so that every action is
//! logged.

use std::sync::atomic::AtomicBool;

use bastide_core::ids::Player;
use bastide_core::{Action, Fault};

use super::watch::Deal;
use super::{Plan, Totals};
use bastide::game::{Game, Refused};
use bastide::rules::Rules;

/// Plays the only game of a plan, which takes the same course as it does untold.
pub(super) fn play(rules: &Rules, plan: &Plan, stop: &AtomicBool) -> Result<Totals, Vec<Fault>> {
    let mut game = Game::numbered(rules.clone(), plan.seed, plan.first_game)?;
    let mut totals = Totals::of(rules);
    let deal = Deal {
        seed: plan.seed,
        game: plan.first_game,
        bots: &plan.bots,
        worth: &[],
        turned: 0,
        stop: Some(stop),
    };
    let seats = usize::from(rules.ruleset.players);
    while !game.is_over() {
        if deal.is_stopped() {
            return Ok(totals);
        }
        let actor = game.actor();
        let done = if actor == Player::CHANCE {
            game.act_chance()
        } else {
            let options = &game.decision().options;
            let places = options.iter().filter(|c| c.is_place()).count() as u64;
            totals.placements += u64::from(places > 0);
            totals.offered += places;
            game.act_bot(deal.who(actor.index(), seats).0)
        };
        done.map_err(|refused| vec![fault(refused, plan)])?;
        let last = game.entries().last().map(|e| e.action);
        let deploys = matches!(last, Some(Action::Deploy { .. }));
        totals.deployed += u64::from(deploys);
    }
    totals.add_game(game.state(), rules.ruleset.start_len());
    Ok(totals)
}

/// What failed. A bot takes what is offered, so that only an expansion can fail.
fn fault(refused: Refused, plan: &Plan) -> Fault {
    let (game, seed) = (plan.first_game, plan.seed);
    let mut fault = match refused {
        Refused::Fault(fault) => *fault,
        other => {
            let words = other.words();
            Fault::new("E0003", words.en, words.fr)
        }
    };
    fault.what.en = format!("{} (game {game}, seed {seed})", fault.what.en);
    fault.what.fr = format!("{} (partie {game}, graine {seed})", fault.what.fr);
    fault
}
