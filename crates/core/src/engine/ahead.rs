//! Looking ahead: what was listed once is carried out on copies, one option after the other, without a second listing.

use super::{Engine, HookError, is_there};
use crate::answer::Offer;
use crate::choice::Choice;
use crate::condition::Depends;
use crate::effect::Sink;
use crate::ids::{Player, RuleId, SegmentId};
use crate::limits::PLAYERS_MAX;
use crate::score::{AsIf, Worth};
use crate::state::State;

/// A saved list of options, from which one can be carried out after other steps have been listed.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    options: Vec<Choice>,
    offers: Vec<Offer>,
    actor: Player,
    step: u8,
    pass: RuleId,
}

impl Listed {
    /// The options, in the order in which they were listed.
    #[must_use]
    pub fn options(&self) -> &[Choice] {
        &self.options
    }

    /// Where an option stands among them, under whatever offer.
    #[must_use]
    pub fn find(&self, option: Choice) -> Option<usize> {
        self.options.iter().position(|o| o.key() == option.key())
    }

    /// Whether choosing the `i`-th is all: it is the core's own, or its offer has no price, uses up the step and is noted nowhere.
    pub(super) fn asks_nothing(&self, i: usize) -> bool {
        let offer = self.options.get(i).and_then(|option| option.offer_among(&self.offers));
        offer.is_none_or(|offer| !offer.free && offer.price.is_none() && offer.once.is_none())
    }
}

impl Engine {
    /// Keeps what is listed now.
    pub fn keep_listed(&self, kept: &mut Listed) {
        let host = &self.host;
        kept.options.clear();
        kept.options.extend(host.list.iter());
        kept.offers.clone_from(&host.offers);
        (kept.actor, kept.step, kept.pass) = (host.actor, host.step, host.pass);
    }

    /// Carries out the `i`-th of the options kept, of a range its first number, in the state for which they were listed or
    /// a copy of it, without checking and without a copy to go back to.
    ///
    /// # Errors
    ///
    /// An expansion's fault, or there is no such option; the state is then undefined.
    pub fn apply_kept<S: Sink>(
        &mut self,
        st: &mut State,
        kept: &Listed,
        i: usize,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let host = &mut self.host;
        host.list.clear();
        if let Some(option) = kept.options.get(i) {
            let first = option.numbers().and(option.action()).map(Choice::from);
            host.list.push(first.map_or(*option, |choice| choice.under(option.offer())));
        }
        host.offers.clone_from(&kept.offers);
        (host.actor, host.step, host.pass) = (kept.actor, kept.step, kept.pass);
        host.carry_out(&self.rules, st, 0, sink).map(|_| ())
    }

    /// What the points that [`Engine::value`] said last depend on.
    #[must_use]
    pub fn depends(&self) -> Depends {
        self.host.depends
    }

    /// Returns the points of a feature by all functions of `scoring.points`, for its owners or, without owners, in
    /// common.
    ///
    /// # Errors
    ///
    /// Returns an error if the segment does not exist, or if an expansion fails.
    pub fn worth(&mut self, st: &State, node: SegmentId, as_if: AsIf) -> Result<Worth, HookError> {
        is_there(st, node)?;
        self.host.worth(&self.rules, st, node, as_if)
    }

    /// Returns the points that the final steps of expansions would give each player now, each step as if none had been
    /// paid before.
    ///
    /// # Errors
    ///
    /// Returns an error if an expansion fails.
    pub fn last_points(&mut self, st: &State) -> Result<[i32; PLAYERS_MAX], HookError> {
        let mut points = [0; PLAYERS_MAX];
        if st.over {
            return Ok(points);
        }
        let rules = self.rules.clone();
        self.host.begin();
        for step in &rules.course.finals {
            self.host.final_points(&rules, st, step, &mut points)?;
        }
        Ok(points)
    }
}
