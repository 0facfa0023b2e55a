//! All duels of a bot together, and one scale of strength for all.

use bastide::Bot;
use serde::Serialize;

use super::{Duel, elo};
use crate::stats::{ERROR, wilson};

/// Rounds in which strengths come to rest; each takes what is left to a part.
const ROUNDS: usize = 500;

/// How a bot stands among the others.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Name of the bot.
    pub bot: &'static str,
    /// Games: in games for two all of its own, with more seats those in which it sat alone among others.
    pub games: u64,
    /// Its part of the wins.
    pub wins: f64,
    /// Lower end of the interval at 95 %.
    pub wins_low: f64,
    /// Upper end.
    pub wins_high: f64,
    /// Its points less the mean of the others', per game.
    pub margin: f64,
    /// Its strength beside the mean of all bots, in Elo, from all duels together (Bradley and Terry's model, each duel with one
    /// drawn deck more than there was, so that nobody is endlessly strong); only in games for two.
    pub elo: Option<f64>,
}

/// Standings of bots, in their order.
pub(super) fn standings(bots: &[Bot], duels: &[Duel], seats: usize) -> Vec<Standing> {
    let strengths = (seats == 2).then(|| strengths(bots, duels));
    let standing = |(i, bot): (usize, &Bot)| {
        let (mut games, mut hits, mut points) = (0, 0.0, 0.0);
        for duel in duels {
            let (wins, margin) = match bot.name() {
                name if name == duel.bot => (duel.wins, duel.margin),
                name if name == duel.against && seats == 2 => (1.0 - duel.wins, -duel.margin),
                _ => continue,
            };
            games += duel.games;
            hits += wins * duel.games as f64;
            points += margin * duel.games as f64;
        }
        let played = games.max(1) as f64;
        let (wins_low, wins_high) = wilson(hits, games as f64, ERROR);
        Standing {
            bot: bot.name(),
            games,
            wins: hits / played,
            wins_low,
            wins_high,
            margin: points / played,
            elo: strengths.as_ref().map(|of| of[i]),
        }
    };
    bots.iter().enumerate().map(standing).collect()
}

/// Strengths in Elo that explain the wins of all duels best, their mean 0.
fn strengths(bots: &[Bot], duels: &[Duel]) -> Vec<f64> {
    let place = |name: &str| bots.iter().position(|bot| bot.name() == name);
    let played: Vec<(usize, usize, f64, f64)> = duels
        .iter()
        .filter_map(|d| {
            let (games, drawn) = (d.games as f64, 1.0);
            Some((
                place(d.bot)?,
                place(d.against)?,
                d.wins * games + drawn,
                (1.0 - d.wins) * games + drawn,
            ))
        })
        .collect();
    let mut odds = vec![1.0f64; bots.len()];
    for _ in 0..ROUNDS {
        let (mut won, mut due) = (vec![0.0; bots.len()], vec![0.0; bots.len()]);
        for &(one, other, wins, losses) in &played {
            let each = (wins + losses) / (odds[one] + odds[other]);
            won[one] += wins;
            won[other] += losses;
            due[one] += each;
            due[other] += each;
        }
        for (odds, (won, due)) in odds.iter_mut().zip(won.iter().zip(&due)) {
            *odds = won / f64::max(*due, f64::MIN_POSITIVE);
        }
    }
    // Odds o against odds 1 win a share of o / (o + 1).
    let rated: Vec<f64> = odds.iter().map(|odds| elo(odds / (odds + 1.0))).collect();
    let mean = rated.iter().sum::<f64>() / rated.len().max(1) as f64;
    rated.iter().map(|of| of - mean).collect()
}
