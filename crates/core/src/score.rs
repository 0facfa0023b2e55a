//! The arithmetic of points: contributions in stages that all commute, computed once at the end.
//!
//! units `U = Σ (n + ΣΔn)(rate + ΣΔrate)` · void `U = 0` · flat `F = Σ n` · scale
//! `(U + F)·Πnum/Πden`, rounded once · extra `+ Σ n`.

use serde::{Deserialize, Serialize};

use crate::ids::{Cell, FigureId, Player, RuleId, SegmentId, UnitId};
use crate::limits::PLAYERS_MAX;

/// One contribution of a handler to a claim, for everybody or for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// Rule that gives it.
    pub rule: RuleId,
    /// Arithmetic of the contribution.
    pub term: Term,
    /// Player it is limited to, or none for everybody who earns the claim.
    pub only: Player,
}

/// What a contribution does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "term")]
pub enum Term {
    /// A number of units, at a rate.
    Add {
        /// Unit.
        unit: UnitId,
        /// How many.
        n: i32,
        /// Points for each.
        rate: i32,
    },
    /// More or fewer of a unit.
    Count {
        /// Unit.
        unit: UnitId,
        /// By how many.
        by: i32,
    },
    /// Another rate of a unit; no unit = of all.
    Per {
        /// Unit.
        unit: UnitId,
        /// By how much.
        by: i32,
    },
    /// The units give nothing.
    Void,
    /// Points beside the units.
    Flat {
        /// Points.
        n: i32,
    },
    /// Units and flat points times a fraction, rounded once.
    Scale {
        /// Times.
        num: i32,
        /// Divided by.
        den: i32,
        /// Rounded up, not down.
        up: bool,
    },
    /// Points after scaling.
    Extra {
        /// Points.
        n: i32,
    },
}

/// Something to score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Rule of the claim, or none for a feature's own claim.
    pub rule: RuleId,
    /// Any segment of the feature, or none if the claim is not about a feature.
    pub node: SegmentId,
    /// Who earns it, as bits.
    pub owners: u8,
    /// Complete.
    pub complete: bool,
    /// In the final scoring.
    pub last: bool,
    /// Figures that return to the supply after the wave.
    pub returns: Returns,
}

/// Figures that return to the supply when the wave with this claim has been paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Returns {
    /// None.
    #[default]
    Nobody,
    /// All of the feature.
    All,
    /// This one, if it is on the board then.
    One(FigureId),
}

/// A claim that was paid, term by term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The claim.
    pub claim: Claim,
    /// Where: the cell of the feature's segment.
    pub cell: Option<Cell>,
    /// The common value.
    pub value: i32,
    /// Terms in order of rule.
    pub terms: Vec<Contribution>,
    /// Points by player, bonuses apart.
    pub earned: Vec<(Player, i32)>,
    /// Payments beside the claim.
    pub bonus: Vec<(Player, i32, RuleId)>,
}

/// Returns the points of a claim for a player, or its common value for `None`. A value above
/// [`POINTS_MAX`](crate::limits::POINTS_MAX) is an error of the expansion that added the points.
#[must_use]
pub fn points(terms: &[Contribution], player: Option<Player>) -> i64 {
    let mine = |c: &&Contribution| !c.only.is_some() || Some(c.only) == player;
    let mut units = 0i64;
    let mut flat = 0i64;
    let mut extra = 0i64;
    let (mut num, mut den, mut up, mut void) = (1i128, 1i128, false, false);
    for c in terms.iter().filter(mine) {
        match c.term {
            Term::Add { unit, n, rate } => {
                let (mut n, mut rate) = (n as i64, rate as i64);
                for d in terms.iter().filter(mine) {
                    match d.term {
                        Term::Count { unit: u, by } if u == unit => n += by as i64,
                        Term::Per { unit: u, by } if u == unit || !u.is_some() => rate += by as i64,
                        _ => {}
                    }
                }
                units = units.saturating_add(n.saturating_mul(rate));
            }
            Term::Void => void = true,
            Term::Flat { n } => flat += n as i64,
            Term::Scale { num: a, den: b, up: u } => {
                num = num.saturating_mul(i128::from(a).clamp(-1000, 1000));
                den = den.saturating_mul(i128::from(b).clamp(1, 1000));
                up |= u;
            }
            Term::Extra { n } => extra += n as i64,
            Term::Count { .. } | Term::Per { .. } => {}
        }
    }
    if void {
        units = 0;
    }
    let mut sum = units.saturating_add(flat);
    if den != 1 || num != 1 {
        let scaled = i128::from(sum).saturating_mul(num);
        let scaled = if up { -(-scaled).div_euclid(den) } else { scaled.div_euclid(den) };
        sum = i64::try_from(scaled).unwrap_or(if scaled < 0 { i64::MIN } else { i64::MAX });
    }
    sum.saturating_add(extra)
}

/// Returns the bit set of players with the greatest number, or 0 if that number is not positive.
#[inline]
#[must_use]
pub fn majority(weights: &[i32; PLAYERS_MAX]) -> u8 {
    let most = weights.iter().copied().max().unwrap_or(0);
    if most <= 0 {
        return 0;
    }
    weights.iter().enumerate().fold(0, |m, (i, w)| if *w == most { m | 1 << i } else { m })
}

/// How strong everybody is in a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strengths {
    /// Strength by player.
    pub weights: [i32; PLAYERS_MAX],
    /// What decides between those who are equally strong.
    pub ties: [i32; PLAYERS_MAX],
}

impl Strengths {
    /// Players with the most, as bits; of several only those who win the tie. Nobody if the most is 0 or less.
    #[inline]
    #[must_use]
    pub fn owners(&self) -> u8 {
        let most = majority(&self.weights);
        if most & most.wrapping_sub(1) == 0 || self.ties == [0; PLAYERS_MAX] {
            return most;
        }
        let there = |p: &usize| most >> p & 1 != 0;
        let best = (0..PLAYERS_MAX).filter(there).map(|p| self.ties[p]).max();
        let wins = |p: &usize| there(p) && Some(self.ties[*p]) == best;
        (0..PLAYERS_MAX).filter(wins).fold(0, |owners, p| owners | 1 << p)
    }

    /// Adds what everybody has elsewhere.
    pub fn join(&mut self, other: &Strengths) {
        for p in 0..PLAYERS_MAX {
            self.weights[p] = self.weights[p].saturating_add(other.weights[p]);
            self.ties[p] = self.ties[p].saturating_add(other.ties[p]);
        }
    }
}

/// Assumptions under which a feature is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AsIf {
    /// Whether the claim is complete, or `None` for the real state. Only the claim changes, not the board.
    pub complete: Option<bool>,
    /// Whether it is the final scoring.
    pub last: bool,
}

/// What a feature would give, paid to nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// The common value: what an owner earns to whom nothing is addressed.
    pub value: i32,
    /// What each player would earn as an owner, by seat.
    pub each: [i32; PLAYERS_MAX],
    /// Who would earn it, as bits.
    pub owners: u8,
}

impl Sheet {
    /// Term lines with the counts and rates that all contributions together make, for people:
    /// (rule, unit, n, rate, points).
    #[must_use]
    pub fn unit_lines(&self) -> Vec<(RuleId, UnitId, i32, i32)> {
        let mut out = Vec::new();
        for c in &self.terms {
            if let Term::Add { unit, n, rate } = c.term {
                let (mut n, mut rate) = (n, rate);
                for d in &self.terms {
                    if d.only != Player::NONE && d.only != c.only {
                        continue;
                    }
                    match d.term {
                        Term::Count { unit: u, by } if u == unit => n += by,
                        Term::Per { unit: u, by } if u == unit || !u.is_some() => rate += by,
                        _ => {}
                    }
                }
                out.push((c.rule, unit, n, rate));
            }
        }
        out
    }
}
