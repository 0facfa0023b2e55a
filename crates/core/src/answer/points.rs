//! Contributions to the points of a claim.

use super::Answer;
use crate::hooks::answers;
use crate::ids::{Player, RuleId, UnitId};
use crate::score::{Contribution, Term};

impl Answer {
    #[inline]
    fn term(&mut self, rule: RuleId, term: Term) {
        if self.may(answers::POINTS, "points") {
            self.terms.push(Contribution { rule, term, only: Player::NONE });
        }
    }

    /// Adds `n` units at a rate.
    #[inline]
    pub fn add(&mut self, rule: RuleId, unit: UnitId, n: i32, rate: i32) {
        self.term(rule, Term::Add { unit, n, rate });
    }

    /// More or fewer of a unit.
    pub fn count(&mut self, rule: RuleId, unit: UnitId, by: i32) {
        self.term(rule, Term::Count { unit, by });
    }

    /// Another rate of a unit ([`UnitId::NONE`] = of all).
    pub fn per(&mut self, rule: RuleId, unit: UnitId, by: i32) {
        self.term(rule, Term::Per { unit, by });
    }

    /// The units give nothing.
    pub fn void(&mut self, rule: RuleId) {
        self.term(rule, Term::Void);
    }

    /// Points beside the units.
    pub fn flat(&mut self, rule: RuleId, n: i32) {
        self.term(rule, Term::Flat { n });
    }

    /// Times a fraction.
    pub fn scale(&mut self, rule: RuleId, num: i32, den: i32, up: bool) {
        self.term(rule, Term::Scale { num, den, up });
    }

    /// Points after scaling.
    pub fn extra(&mut self, rule: RuleId, n: i32) {
        self.term(rule, Term::Extra { n });
    }

    /// Addresses the last contribution to one player.
    pub fn only(&mut self, player: Player) {
        if let Some(last) = self.terms.last_mut() {
            last.only = player;
        }
    }
}
