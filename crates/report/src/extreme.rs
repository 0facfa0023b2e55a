//! The most extreme games of a comparison, as records that can be replayed.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use bastide::core::Fault;
use bastide::game::Refused;
use bastide::{Game, Rules};
use bastide_lab::{Played, Step, Worker};
use serde::{Deserialize, Serialize};

use crate::compare::{ELSEWHERE, Plan, Side, deal, observed};
use crate::tally::listed;

/// In what a game is extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Most points of all together.
    Highest,
    /// Fewest points of all together.
    Lowest,
    /// Widest margin.
    Widest,
    /// Most changes of the lead.
    Lead,
    /// Most points of one player at once.
    Richest,
}

const REASONS: [Reason; 5] =
    [Reason::Highest, Reason::Lowest, Reason::Widest, Reason::Lead, Reason::Richest];

/// A game worth a look.
#[derive(Clone, Debug, Serialize)]
pub struct Extreme {
    /// 0 = A, 1 = B.
    pub side: usize,
    /// Why.
    pub reason: Reason,
    /// The number in which it is extreme.
    pub value: i64,
    /// Number of the game under the seed.
    pub game: u64,
    /// By how many seats the bots had moved on.
    pub turned: usize,
    /// Points by seat.
    pub points: Vec<i32>,
    /// Who played, if other bots played as well: it tells their files apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The game as text.
    pub record: String,
}

impl Extreme {
    /// Name of its file.
    #[must_use]
    pub fn file(&self) -> String {
        let side = ["a", "b"][self.side.min(1)];
        let label = self.label.as_ref().map_or_else(String::new, |label| format!("{label}-"));
        format!("{label}{side}-{}-{}.bastide", self.game, self.turned)
    }
}

/// Sort key of a candidate: greater is more extreme, then the earlier game wins.
type Candidate = (i64, Reverse<u64>, Reverse<usize>);

/// The most extreme games so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extremes {
    #[serde(with = "listed")]
    found: BTreeMap<(usize, Reason), Vec<Candidate>>,
}

fn value(reason: Reason, played: &Played) -> i64 {
    match reason {
        Reason::Highest => played.total(),
        Reason::Lowest => -played.total(),
        Reason::Widest => i64::from(played.margin()),
        Reason::Lead => i64::from(played.lead_changes),
        Reason::Richest => richest(played),
    }
}

/// Most points that one player got for one feature.
fn richest(played: &Played) -> i64 {
    let (mut most, mut sum, mut before) = (0, 0, None);
    for event in &played.events {
        let what = (event.turn, event.seat, event.feature, event.cell);
        if before != Some(what) {
            (sum, before) = (0, Some(what));
        }
        sum += i64::from(event.points);
        most = most.max(sum);
    }
    most
}

impl Extremes {
    /// Looks at the games of a pair.
    pub(crate) fn add(&mut self, pair: &[Vec<Played>; 2]) {
        for (side, games) in pair.iter().enumerate() {
            for (turned, played) in games.iter().enumerate() {
                for reason in REASONS {
                    let kept = self.found.entry((side, reason)).or_default();
                    kept.push((value(reason, played), Reverse(played.game), Reverse(turned)));
                    kept.sort_unstable_by_key(|c| Reverse(*c));
                    // One for each reason, should all the others have named the same games.
                    kept.truncate(REASONS.len());
                }
            }
        }
    }

    /// Adds those of other pairs.
    pub(crate) fn merge(&mut self, more: &Extremes) {
        for (what, theirs) in &more.found {
            let kept = self.found.entry(*what).or_default();
            kept.extend(theirs);
            kept.sort_unstable_by_key(|c| Reverse(*c));
            kept.truncate(REASONS.len());
        }
    }

    /// Whether these can be games of such pairs.
    pub(crate) fn is_possible(&self, pairs: &Range<u64>, paired: bool, seats: usize) -> bool {
        let of_a = |game: u64| pairs.contains(&game);
        let of_b = |game: u64| of_a(if paired { game } else { game.wrapping_sub(ELSEWHERE) });
        self.found.iter().all(|(&(side, _), kept)| {
            side < 2
                && kept.len() <= REASONS.len()
                && kept.iter().all(|&(_, Reverse(game), Reverse(turned))| {
                    turned < seats && if side == 0 { of_a(game) } else { of_b(game) }
                })
        })
    }

    /// Plays them again and writes them down.
    pub(crate) fn records(
        &self,
        sides: [&Side; 2],
        plan: &Plan,
    ) -> Result<Vec<Extreme>, Vec<Fault>> {
        let mut out: Vec<Extreme> = Vec::new();
        for (&(side, reason), kept) in &self.found {
            let new = |c: &&Candidate| {
                let same = |e: &Extreme| e.side == side && e.game == c.1.0 && e.turned == c.2.0;
                !out.iter().any(same)
            };
            let Some(&(value, Reverse(game), Reverse(turned))) = kept.iter().find(new) else {
                continue;
            };
            let value = if reason == Reason::Lowest { -value } else { value };
            let pair = deal(plan, 0, game, turned);
            let rules = &sides[side].rules;
            let mut worker = Worker::new(rules)?;
            let mut totals = worker.empty(rules);
            let observer = observed(&mut worker, &mut totals, &pair, true)?;
            let steps = observer.steps.unwrap_or_default();
            let record = record(&sides[side].file, rules, plan, game, turned, &steps)?;
            let points = observer.played.points;
            out.push(Extreme { side, reason, value, game, turned, points, label: None, record });
        }
        Ok(out)
    }
}

/// Returns the record of a game from its actions.
fn record(
    file: &str,
    rules: &Rules,
    plan: &Plan,
    game: u64,
    turned: usize,
    steps: &[Step],
) -> Result<String, Vec<Fault>> {
    let mut rules = rules.clone();
    let mut setup = (*rules.setup).clone();
    let seats = setup.players.len();
    let deal = deal(plan, 0, game, turned);
    for (seat, player) in setup.players.iter_mut().enumerate() {
        player.bot = Some(deal.who(seat, seats).0.name().to_owned());
    }
    rules.setup = setup.into();
    let mut replayed = Game::numbered(rules, plan.seed, game)?;
    for step in steps {
        let action = match *step {
            Step::Take(action) => Some(action),
            Step::Draw(k) => {
                let decision = replayed.decision();
                let mut left = k;
                let at = decision.weights.iter().position(|w| {
                    let here = left < *w;
                    left = left.saturating_sub(*w);
                    here
                });
                at.and_then(|i| decision.options[i].action())
            }
        };
        let done = action.ok_or(Refused::Over).and_then(|action| replayed.act(action));
        done.map_err(|e| vec![unfaithful(&e, game, plan.seed)])?;
    }
    let mut record = replayed.record();
    // Paths of folders are relative to the working directory, not to the config.
    let here = std::path::Path::new(file).parent().unwrap_or(std::path::Path::new(""));
    for needed in &mut record.header.expansions {
        needed.path =
            needed.path.as_ref().map(|p| here.join(p).to_string_lossy().replace('\\', "/"));
    }
    Ok(record.to_string())
}

/// An expansion that does not do the same twice.
fn unfaithful(e: &Refused, game: u64, seed: u64) -> Fault {
    Fault::new(
        "E0021",
        format!("played again, game {game} of seed {seed} takes another course: {e}"),
        format!("rejouée, la partie {game} de la graine {seed} suit un autre cours : {e}"),
    )
}
