//! Result of a simulation.

use serde::Serialize;

use super::profile::{self, Row};
use super::{OfferRow, Plan, Totals, WIN, dropped};
use bastide::rules::Rules;

/// Result of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Seconds they took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
    /// Hash of the rules.
    pub ruleset: String,
    /// Seed.
    pub seed: u64,
    /// Tiles placed after the start layout, per game.
    pub mean_tiles_placed: f64,
    /// Tiles that fitted nowhere, per game.
    pub mean_tiles_discarded: f64,
    /// Figures deployed, per game.
    pub mean_meeples_deployed: f64,
    /// Placements to choose from, per decision.
    pub mean_placements_offered: f64,
    /// Points of all players, per game.
    pub mean_total_points: f64,
    /// Standard error of `mean_total_points`.
    pub total_points_error: f64,
    /// Turns per game.
    pub mean_turns: f64,
    /// By seat.
    pub seats: Vec<SeatReport>,
    /// Time inside expansions, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<Row>>,
    /// Offers of expansions with dropped options, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<OfferRow>>,
}

/// One seat of a report.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// Its bot.
    pub bot: String,
    /// Points per game.
    pub mean_points: f64,
    /// Share of games won; a shared win counts its share.
    pub win_rate: f64,
}

/// The report of some sums.
pub(super) fn of(rules: &Rules, plan: &Plan, t: &Totals, seconds: f64) -> Report {
    let games = t.games.max(1) as f64;
    let total: i64 = t.points.iter().sum();
    let mean = total as f64 / games;
    let variance = (t.total_squared as f64 / games - mean * mean).max(0.0);
    Report {
        games: t.games,
        seconds,
        games_per_second: t.games as f64 / seconds.max(1e-9),
        ruleset: rules.hash(),
        seed: plan.seed,
        mean_tiles_placed: t.placed as f64 / games,
        mean_tiles_discarded: t.discarded as f64 / games,
        mean_meeples_deployed: t.deployed as f64 / games,
        mean_placements_offered: t.offered as f64 / t.placements.max(1) as f64,
        mean_total_points: mean,
        total_points_error: (variance / games).sqrt(),
        mean_turns: t.turns as f64 / games,
        seats: plan
            .bots
            .iter()
            .enumerate()
            .map(|(i, bot)| SeatReport {
                bot: bot.name().to_owned(),
                mean_points: t.points.get(i).copied().unwrap_or(0) as f64 / games,
                win_rate: t.wins.get(i).copied().unwrap_or(0) as f64 / WIN as f64 / games,
            })
            .collect(),
        profile: plan.profile.then(|| profile::rows(rules, &t.calls, t.busy)),
        offers: plan.profile.then(|| dropped(&t.offers)),
    }
}
