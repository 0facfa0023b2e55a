//! The score sheet of a game, term by term, with the places that each term counts.

use bastide::core::ids::{Player, SegmentId, SheetId, UnitId};
use bastide::core::{Effect, Sheet};
use bastide::game::Outcome;
use bastide::{Game, story};
use serde::Serialize;

use crate::land::pair;

/// Something that gave points.
#[derive(Clone, Debug, Serialize)]
pub struct Scored {
    /// Number of the action that led to it; 0 = the setup.
    pub n: usize,
    /// The scored feature, or the reason of the payment.
    pub about: String,
    /// In the final scoring.
    pub last: bool,
    /// The terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Line>,
    /// What they come to.
    pub value: i32,
    /// Points by seat.
    pub earned: Vec<(u8, i32)>,
    /// The same points by the rules whose terms give them: rule, seat, points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<(String, u8, i32)>,
    /// Payments beside it: seat, points, rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bonus: Vec<(u8, i32, String)>,
    /// Its cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[i16; 2]>,
}

/// A term.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// In words.
    pub text: String,
    /// The rule that gives it.
    pub rule: String,
    /// Cells that count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[i16; 2]>,
}

/// All that gave points so far, in order.
pub(crate) fn sheets(game: &Game, seat: Player, lang: &str) -> Vec<Scored> {
    let mut all = Vec::new();
    let mut add = |n: usize, outcome: &Outcome| {
        let earning = outcome.sheets.iter().filter(|s| !s.earned.is_empty() || !s.bonus.is_empty());
        all.extend(earning.map(|sheet| scored(game, n, sheet, lang)));
        all.extend(paid(game, n, outcome, seat, lang));
    };
    add(0, game.opening());
    game.entries().iter().enumerate().for_each(|(at, entry)| add(at + 1, &entry.outcome));
    all
}

fn scored(game: &Game, n: usize, sheet: &Sheet, lang: &str) -> Scored {
    let rules = &game.rules().ruleset;
    let node = sheet.claim.node;
    let line = |told: story::terms::Told| Line {
        text: told.text,
        rule: rules.rule_name(told.rule).to_owned(),
        cells: counted(game, node, told.unit),
    };
    let bonus = sheet.bonus.iter();
    Scored {
        n,
        about: if node.is_some() { story::territory(game, node, lang) } else { String::new() },
        last: sheet.claim.last,
        terms: story::terms::terms(game, sheet, lang).into_iter().map(line).collect(),
        value: sheet.value,
        earned: sheet.earned.iter().map(|(seat, points)| (seat.0, *points)).collect(),
        shares: sheet.earned.iter().flat_map(|earned| shares(game, sheet, *earned)).collect(),
        bonus: bonus.map(|(seat, n, rule)| (seat.0, *n, rules.rule_name(*rule).into())).collect(),
        cells: counted(game, node, None),
    }
}

/// Points that a seat earned, by rules; what no term gives belongs to no rule.
fn shares(game: &Game, sheet: &Sheet, (seat, earned): (Player, i32)) -> Vec<(String, u8, i32)> {
    let rules = &game.rules().ruleset;
    let mut shares = Vec::new();
    let mut left = earned;
    for (rule, points) in story::terms::shares(sheet, seat) {
        left -= points;
        shares.push((rules.rule_name(rule).to_owned(), seat.0, points));
    }
    if left != 0 {
        shares.push((String::new(), seat.0, left));
    }
    shares
}

/// Points that came without a score sheet.
fn paid(game: &Game, n: usize, outcome: &Outcome, seat: Player, lang: &str) -> Vec<Scored> {
    let mut all = Vec::new();
    for logged in game.outcome_for(outcome, seat).effects {
        let Effect::Paid { from, to, points, sheet: SheetId::NONE, .. } = logged.effect else {
            continue;
        };
        let sides = [(from, -points), (to, points)];
        let earned = sides.into_iter().filter(|(seat, _)| seat.is_some());
        all.push(Scored {
            n,
            about: story::effect_line(game, &logged, lang).unwrap_or_default(),
            last: false,
            terms: Vec::new(),
            value: points,
            earned: earned.map(|(seat, points)| (seat.0, points)).collect(),
            shares: Vec::new(),
            bonus: Vec::new(),
            cells: Vec::new(),
        });
    }
    all
}

/// Cells of a feature on which something is counted: those with the tag that the unit is called by, else all of them.
fn counted(game: &Game, node: SegmentId, unit: Option<UnitId>) -> Vec<[i16; 2]> {
    let read = game.read();
    if !node.is_some() || !read.state.is_there(node) {
        return Vec::new();
    }
    let lanes = &read.rules.kinds[read.state.kind(node).index()].lanes;
    let unit = unit.and_then(|unit| read.rules.units.get(unit.index()));
    let lane = unit.and_then(|unit| lanes.iter().position(|tag| tag == unit));
    let has = |member: &SegmentId| lane.is_none_or(|lane| read.own_tag(*member, lane as u8) > 0);
    let mut cells: Vec<_> =
        read.state.members(node).filter(has).map(|member| read.cell(member)).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter().map(pair).collect()
}
