//! Statistics on the offers of expansions: how often an offer was an option, and which restriction or rule dropped it.
//!
//! They are recorded on request only. The check is made where something is offered or dropped, so that turns without
//! offers of expansions pay nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Engine, HookError, Host};
use crate::bytes::set_bits;
use crate::choice::{Action, Choice};
use crate::condition::At;
use crate::game::Game;
use crate::ids::{ExpansionId, FigureKindId, Player, RuleId, SegmentId, VerbId};
use crate::ruleset::{Call, Pattern, Restriction, Ruleset};
use crate::state::State;
use crate::step::Header;

/// Who offers an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offerer {
    /// A function of an expansion.
    Function {
        /// Expansion that offers.
        expansion: ExpansionId,
        /// Its function.
        function: u16,
        /// Rule of the offer, or none if the options have no offer.
        rule: RuleId,
    },
    /// A declared deployment.
    Deploy {
        /// Expansion that offers.
        expansion: ExpansionId,
        /// Rule of the offer.
        rule: RuleId,
    },
    /// A declared verb.
    Verb(VerbId),
}

/// What became of offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// How often something offered was an option.
    pub options: u64,
    /// How often a rule dropped something offered.
    pub dropped: BTreeMap<RuleId, u64>,
}

/// Statistics of all offers.
pub type Fates = BTreeMap<Offerer, Fate>;

/// Something offered that is no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The offered option.
    pub choice: Choice,
    /// Who offered it.
    pub by: Offerer,
    /// The rule that dropped it.
    pub rule: RuleId,
}

/// Notes of one listing, and the sums of those before.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Whether to record dropped offers at every step.
    wanted: bool,
    /// Whether the present step is recorded.
    on: bool,
    /// Who made the offers of the decision, row by row.
    rows: Vec<Option<Offerer>>,
    /// Options of functions that stand under no offer.
    plain: Vec<(u64, Offerer)>,
    dropped: Vec<Dropped>,
    fates: Fates,
}

impl Engine {
    /// Turns the recording of offers on or off, for every step of the game.
    pub fn note_offers(&mut self, on: bool) {
        self.host.notes.wanted = on;
    }

    /// What became of offers since this was last asked.
    pub fn take_fates(&mut self) -> Fates {
        std::mem::take(&mut self.host.notes.fates)
    }

    /// Everything that is offered in this state and dropped.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn dropped(&mut self, st: &State) -> Result<Vec<Dropped>, HookError> {
        let rules: Arc<Ruleset> = self.rules.clone();
        self.host.notes.begin();
        let listed = self.host.list_top(&rules, st);
        self.host.notes.on = false;
        listed?;
        Ok(std::mem::take(&mut self.host.notes.dropped))
    }
}

impl Notes {
    /// Whether what is listed now is noted.
    #[inline(always)]
    pub(super) fn on(&self) -> bool {
        self.on
    }

    fn begin(&mut self) {
        self.on = true;
        self.rows.clear();
        self.plain.clear();
        self.dropped.clear();
    }

    fn add(&mut self, choice: Choice, by: Offerer, rule: RuleId) {
        self.dropped.push(Dropped { choice, by, rule });
    }

    /// Something that is offered is dropped; what the core itself offers is not noted.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, choice: Choice, rule: RuleId) {
        if let Some(by) = self.offerer(choice) {
            self.add(choice, by, rule);
        }
    }

    /// Who offers an option, if an expansion does.
    fn offerer(&self, choice: Choice) -> Option<Offerer> {
        let row = (choice.offer() as usize).checked_sub(1);
        row.and_then(|row| self.rows.get(row).copied().flatten())
            .or_else(|| self.plain.iter().find(|(key, _)| *key == choice.key()).map(|p| p.1))
            .or_else(|| match choice.action() {
                Some(Action::Invoke { verb, .. }) => Some(Offerer::Verb(verb)),
                _ => None,
            })
    }
}

impl Host {
    /// Lists a step and records the fate of each offer.
    #[cold]
    #[inline(never)]
    pub(super) fn list_noted(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        header: Header,
    ) -> Result<bool, HookError> {
        self.notes.begin();
        let real = self.list_step(rules, st, header);
        self.notes.on = false;
        let notes = &mut self.notes;
        for choice in self.list.iter() {
            if let Some(by) = notes.offerer(choice) {
                notes.fates.entry(by).or_default().options += 1;
            }
        }
        for Dropped { by, rule, .. } in notes.dropped.drain(..) {
            *notes.fates.entry(by).or_default().dropped.entry(rule).or_default() += 1;
        }
        real
    }

    /// Whether the steps that a game comes to are noted.
    #[inline(always)]
    pub(super) fn notes_offers(&self) -> bool {
        self.notes.wanted
    }

    /// A function has offered what lies in its answer.
    #[cold]
    #[inline(never)]
    pub(super) fn note_offered(&mut self, call: Call) {
        let Call { expansion, function } = call;
        let by = |rule| Offerer::Function { expansion, function, rule };
        let plain = self.answer.options.iter().map(|(c, _)| c).filter(|c| c.offer() == 0);
        self.notes.plain.extend(plain.map(|c| (c.key(), by(RuleId::NONE))));
        self.notes.rows.extend(self.answer.offers.iter().map(|offer| Some(by(offer.rule))));
    }

    /// A declared deployment, or places, of which nothing is noted, stand in the next row of offers.
    #[inline(never)]
    pub(super) fn note_row(&mut self, pattern: Option<&Pattern>) {
        self.notes.rows.push(pattern.map(deploys));
    }

    /// What a declared deployment is for, and restrictions of the core keep it from: segments that its `where` names, and
    /// its figures at hand. That a figure does not stand on such segments counts if none of them does.
    #[cold]
    #[inline(never)]
    pub(super) fn note_refused(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        pattern: &Pattern,
        figures: u32,
        at: &At<'_>,
    ) {
        let by = deploys(pattern);
        let mut filter = pattern.filter.clone();
        filter.scan.occupied = filter.scan.occupied.filter(|_| !pattern.restricted.0);
        filter.scan.complete = filter.scan.complete.filter(|_| !pattern.restricted.1);
        let notes = &mut self.notes;
        let refuses = |kind: u8, node: SegmentId| {
            let figure = FigureKindId(kind);
            super::ask::refuses_deploy(rules, st, actor, figure, node, &pattern.waives)
                .map(|r| (Choice::deploy(figure, node), rules.restriction(r)))
        };
        let game = Game::new(rules, st);
        game.each_segment(&filter, filter.any_kind(), at, |node| {
            let fitting = figures & rules.kinds[st.kind(node).index()].takes;
            if fitting == 0 {
                let figure = FigureKindId(figures.trailing_zeros() as u8);
                let rule = rules.restriction(Restriction::Kind);
                notes.add(Choice::deploy(figure, node), by, rule);
            }
            for kind in set_bits(fitting) {
                if let Some((choice, rule)) = refuses(kind as u8, node) {
                    notes.add(choice, by, rule);
                }
            }
        });
    }
}

fn deploys(pattern: &Pattern) -> Offerer {
    Offerer::Deploy { expansion: pattern.expansion, rule: pattern.rule }
}
