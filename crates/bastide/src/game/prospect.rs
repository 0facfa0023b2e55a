//! What a feature would give, as somebody at the table can know it.

use bastide_core::ids::{Player, RuleId, SegmentId};
use bastide_core::score::{Contribution, Term, points};
use bastide_core::{AsIf, Sheet};

use super::{Game, Refused};
use crate::story;

/// Points of a feature for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// Points as it stands: at once if it is complete, else at the end of the game.
    pub now: i32,
    /// Points if the feature were complete with its present tiles and the surrounding ones that it needs, or `None` if
    /// it is complete or can never be.
    pub whole: Option<i32>,
    /// It may give more by then: whatever closes it adds to it.
    pub grows: bool,
    /// Who would earn them, as bits by seat.
    pub owners: u8,
    /// It is complete.
    pub complete: bool,
}

impl Prospect {
    /// In words: `3 points now, 6+ if completed`: 6 at least.
    #[must_use]
    pub fn words(&self, lang: &str) -> String {
        let points = |n| story::counted(n, "point", lang);
        let now = points(self.now);
        let more = if self.grows { "+" } else { "" };
        match (self.complete, self.whole, lang) {
            (true, ..) => now,
            (false, None, "fr") => format!("{now} pour l'instant"),
            (false, None, _) => format!("{now} now"),
            (false, Some(n), "fr") => format!("{now} pour l'instant, {n}{more} à l'achèvement"),
            (false, Some(n), _) => format!("{now} now, {n}{more} if completed"),
        }
    }
}

impl Game {
    /// Returns the score sheet that a feature would get now, computed from a seat's view. Nobody is paid.
    ///
    /// # Errors
    ///
    /// Returns an error if an expansion fails.
    pub fn sheet_for(&self, seat: Player, node: SegmentId, as_if: AsIf) -> Result<Sheet, Refused> {
        let view = self.seen_by(seat);
        Ok(self.engine()?.sheet(view.state(), node, as_if)?)
    }

    /// Returns the points of a feature for its owner, computed from a seat's view, or `None` if the feature is gone or
    /// an expansion fails.
    #[must_use]
    pub fn prospect(&self, seat: Player, node: SegmentId) -> Option<Prospect> {
        let read = self.read();
        if !read.state.is_there(node) {
            return None;
        }
        let worth = |complete, last| self.sheet_for(seat, node, AsIf { complete, last }).ok();
        let complete = read.is_complete(node);
        let now = worth(None, !complete)?;
        let kind = &read.rules.kinds[read.state.kind(node).index()].decl;
        let mut whole = (!complete && kind.completes).then(|| worth(Some(true), false)).flatten();
        // Cells around are filled by a tile each, whatever else it is.
        let around = !kind.reach.is_empty();
        if let (Some(sheet), Some(unit)) =
            (whole.as_mut().filter(|_| around), read.rules.unit("tile"))
        {
            let term = Term::Count { unit, by: read.open_ends(node) };
            sheet.terms.push(Contribution { rule: RuleId::NONE, term, only: Player::NONE });
            sheet.value = points(&sheet.terms, None).try_into().unwrap_or(sheet.value);
        }
        Some(Prospect {
            now: now.value,
            whole: whole.map(|sheet| sheet.value),
            owners: now.claim.owners,
            grows: !around,
            complete,
        })
    }
}
