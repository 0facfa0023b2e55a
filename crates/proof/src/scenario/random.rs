//! Playing random games instead of moves.

use bastide_core::Fault;
use bastide_core::ids::Player;

use super::play::Play;
use super::table::Table;
use super::{Scenario, TRIES_MAX};
use bastide::chance::{Purpose, Stream};

/// Plays random games and checks all of them.
pub(super) fn games(s: &Scenario, table: &Table) -> Result<(), Vec<Fault>> {
    let wanted = s.random.unwrap_or(0) as u64;
    let rules = &table.rules.ruleset;
    let mut counted = 0;
    for game in 0..wanted * TRIES_MAX {
        if counted == wanted {
            return Ok(());
        }
        let mut play = Play::new(s, table)?;
        let mut stream = Stream::new(1, game, Purpose::Chance);
        while !play.out.state.is_over() {
            let decision = play.decision()?;
            let n = if decision.actor == Player::CHANCE {
                stream.weighted(&decision.weights)
            } else {
                stream.below(decision.options.len() as u32) as usize
            };
            if let Some(action) = decision.options[n].drawn(|n| stream.below(n)) {
                play.apply(action)?;
            }
        }
        if !play.out.judge(s, rules, &s.given).is_empty() {
            continue;
        }
        counted += 1;
        let mut faults = play.out.judge(s, rules, &s.expect);
        if !faults.is_empty() {
            for fault in &mut faults {
                fault.what.en = format!("{} (game {game})", fault.what.en);
                fault.what.fr = format!("{} (partie {game})", fault.what.fr);
            }
            return Err(faults);
        }
    }
    if counted == wanted {
        return Ok(());
    }
    let (en, fr) = ("too few games satisfy `given`", "trop peu de parties satisfont `given`");
    Err(vec![s.fault("S0103", &s.span, en, fr)])
}
