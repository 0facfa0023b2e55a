//! Who is asked: the condition of a subscription, and what can be seen of it without looking closely.

use super::super::Host;
use crate::condition::{At, Depends, Listed};
use crate::effect::EffectKind;
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{NeutralId, TileTypeId};
use crate::ruleset::{Listener, Ruleset};
use crate::state::State;

impl Host {
    /// Whether the condition of a subscription holds for an event.
    #[inline(always)]
    pub(in crate::engine) fn matches(
        &self,
        rules: &Ruleset,
        st: &State,
        sub: &Listener,
        event: &Event,
    ) -> bool {
        let so = self.matches_closely(rules, st, sub, event);
        debug_assert_eq!(
            so,
            self.asks(rules, st, sub, event),
            "what is read off the condition of `{}` says no only where it does",
            rules.asked.written[sub.written as usize].on
        );
        so
    }

    #[inline(always)]
    fn matches_closely(&self, rules: &Ruleset, st: &State, sub: &Listener, event: &Event) -> bool {
        if let Some(kinds) = sub.kinds {
            let there = event.node.is_some() && kinds & 1 << st.kind(event.node).0 != 0;
            if !there {
                return false;
            }
        }
        let figure = || st.figures.get(event.figure.index()).map(|f| f.kind);
        if sub.figures.is_some() && !sub.is_about(figure())
            || sub.cause.is_some_and(|rule| rule != event.rule)
            || !sub.may_hold(st)
            || !sub.is_there(st, event.neutral)
            || sub.tiles.is_some()
                && event.hook != Hook::PlacementVeto
                && !sub.may_ask(tile_in_question(st, event))
        {
            return false;
        }
        self.at(rules, st, event).holds(&sub.rest)
    }

    /// Like `matches`, but for a valuation: records what its result depends on.
    #[inline]
    pub(in crate::engine) fn matches_worth(
        &mut self,
        rules: &Ruleset,
        st: &State,
        sub: &Listener,
        event: &Event,
    ) -> bool {
        let so = self.matches(rules, st, sub, event);
        if sub.depends != Depends::Itself && self.at(rules, st, event).holds(&sub.of_itself) {
            self.depends = self.depends.max(sub.depends);
        } else if sub.depends != Depends::Itself {
            debug_assert!(!so, "what must hold of the feature itself must hold");
        }
        so
    }

    /// Notes what the answer of a subscription that was asked what a feature is worth depends on.
    #[inline]
    pub(in crate::engine) fn note_depends(&mut self, sub: &Listener) {
        if sub.says.is_none() {
            let handler = &self.entered.handlers[sub.call.expansion.index()];
            self.depends = self.depends.max(handler.depends(sub.call.function));
        }
    }

    /// Whether the whole condition of a subscription holds for an event, with nothing read off it.
    pub(in crate::engine) fn asks(
        &self,
        rules: &Ruleset,
        st: &State,
        sub: &Listener,
        event: &Event,
    ) -> bool {
        self.at(rules, st, event).holds(&sub.condition)
    }

    /// Whether none of them is asked.
    pub(in crate::engine) fn asks_nobody(
        &self,
        rules: &Ruleset,
        st: &State,
        subs: &[Listener],
        event: &Event,
    ) -> bool {
        !subs.iter().any(|sub| self.asks(rules, st, sub, event))
    }

    /// From where the condition of a hook is looked at.
    #[inline]
    pub(in crate::engine) fn at<'a>(
        &'a self,
        rules: &'a Ruleset,
        st: &'a State,
        event: &'a Event,
    ) -> At<'a> {
        let veto = matches!(event.hook, Hook::PlacementVeto | Hook::DeploymentVeto);
        At::event(Game::new(rules, st), event).listing(veto.then(|| self.listed()))
    }

    /// The options of the decision as they are listed now.
    #[inline]
    pub(in crate::engine) fn listed(&self) -> Listed<'_> {
        Listed { options: &self.list, offers: &self.offers }
    }
}

impl Listener {
    /// Whether its condition may hold in such a state, whatever the event is.
    #[inline]
    pub(in crate::engine) fn may_hold(&self, st: &State) -> bool {
        let beside = |n| st.beside(n).is_some_and(|f| st.figures[f.index()].owner == st.player);
        self.flag.is_none_or(|i| st.ext[i] != 0)
            && self.out.is_none_or(|kinds| st.is_any_out(kinds))
            && self.beside_own.is_none_or(beside)
    }

    /// Returns whether the neutral figure of the filter matches: the one that moved, or else any that is in play.
    #[inline]
    pub(in crate::engine) fn is_there(&self, st: &State, moved: NeutralId) -> bool {
        let there = |n| if moved.is_some() { moved == n } else { st.has_neutral(n) };
        self.neutral.is_none_or(there)
    }
}

/// The tile drawn, that of the event, or else the one just placed.
pub(in crate::engine) fn tile_in_question(st: &State, event: &Event) -> Option<TileTypeId> {
    if event.hook == Hook::On && event.step == EffectKind::Drawn as u8 {
        return Some(TileTypeId(event.number as u16));
    }
    if event.tile.is_some() { Some(st.tile(event.tile).kind()) } else { st.placed_kind() }
}
