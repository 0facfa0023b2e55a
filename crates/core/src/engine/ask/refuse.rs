//! Refusals by declaration.

use super::super::Host;
use crate::choice::Choice;
use crate::condition::{At, Thing};
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{Node, RuleId};
use crate::ruleset::{Refuse, Ruleset};
use crate::state::State;
use crate::step;

impl Host {
    /// Drops the places, or the other options, that declarations refuse and no offer waives.
    pub(super) fn refuse(&mut self, rules: &Ruleset, st: &State, places: bool, asked: &Event) {
        let all = &rules.refuses[usize::from(!places)];
        let game = Game::new(rules, st);
        let (at, code) = (At::target(game, asked, asked.actor), asked.step);
        // The core's own deployments are onto the tile just placed; others come by patterns, or by handlers.
        let declared =
            matches!(code, step::ACTION | step::SECOND_ACTION) && rules.deploy_offer.is_empty();
        let kinds = self.patterned;
        let patterned = |n: u16| kinds >> (st.kind(Node(n)).0 & 31) & 1 != 0;
        self.answer.refused.clear();
        for refuse in all.iter().filter(|r| r.steps.is_none_or(|steps| steps.has(code))) {
            let onto = refuse.onto.map(|neutral| game.neutral_tile(neutral));
            let nowhere = match onto {
                None => false,
                Some(None) => true,
                Some(Some(tile)) => {
                    let elsewhere = declared && tile.0 != st.placed;
                    elsewhere && (kinds == 0 || !st.nodes_of(tile).any(patterned))
                }
            };
            if nowhere || !at.of(&refuse.whil, Thing::Moment) {
                debug_assert!(self.plainly(refuse, places, &at).is_empty(), "nothing is refused");
                continue;
            }
            let (onto, before) = (onto.flatten(), self.answer.refused.len());
            for (i, choice) in (0..).zip(self.list.iter()) {
                let there = onto.is_none_or(|tile| {
                    choice.brings_to().is_some_and(|node| st.tile_of(node) == tile)
                });
                if there && choice.is_place() == places && self.is_such(refuse, &at, choice) {
                    self.answer.refused.push((i, refuse.rule));
                }
            }
            debug_assert!(
                self.answer.refused[before..]
                    .iter()
                    .map(|r| r.0)
                    .eq(self.plainly(refuse, places, &at)),
                "what is read off a refusal leaves the options for which it holds"
            );
        }
        if !self.answer.refused.is_empty() {
            self.drop_refused(rules);
        }
    }

    #[inline]
    fn is_such(&self, refuse: &Refuse, at: &At<'_>, choice: Choice) -> bool {
        let rule = self.rule_of(at.game().rules, choice);
        let types = match (&refuse.types, choice.placed()) {
            (None, _) => true,
            (Some(types), Some(tile)) => types.has(tile),
            (Some(_), None) => false,
        };
        types && at.of(&refuse.rest, Thing::Option(choice, rule))
    }

    /// The rule under which an option is offered; none for the core's own.
    fn rule_of(&self, rules: &Ruleset, choice: Choice) -> RuleId {
        if let Some(verb) = choice.verb() {
            return rules.verbs[verb.index()].rule;
        }
        let row = (choice.offer() as usize).wrapping_sub(1);
        self.offers.get(row).map_or(RuleId::NONE, |offer| offer.rule)
    }

    /// Which options of the list a declaration refuses, by its whole condition.
    fn plainly(&self, refuse: &Refuse, places: bool, at: &At<'_>) -> Vec<u32> {
        let such = |choice: Choice| {
            let rule = self.rule_of(at.game().rules, choice);
            choice.is_place() == places
                && at.of(&refuse.whil, Thing::Moment)
                && at.of(&refuse.condition, Thing::Option(choice, rule))
        };
        (0..).zip(self.list.iter()).filter(|(_, choice)| such(*choice)).map(|(i, _)| i).collect()
    }
}
