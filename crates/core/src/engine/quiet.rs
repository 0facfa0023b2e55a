//! Looking ahead at deployments after which nothing happens but that the turn goes on: they need not be carried out.

use super::{Engine, HookError, Listed, is_there};
use crate::choice::Action;
use crate::effect::EffectKind;
use crate::hooks::Slot;
use crate::ids::{FigureKindId, Player, SegmentId};
use crate::limits::PLAYERS_MAX;
use crate::ruleset::{Handled, Listener, Ruleset, TurnSlot};
use crate::score::AsIf;
use crate::state::State;
use crate::step::{self, Header};

impl Engine {
    /// Returns figure kind and segment of a deployment that has no further consequences: its offer has no terms,
    /// nothing awaits scoring, no subscriber or player acts before the next draw, and a tile is left. All values but
    /// those of the feature and the supply are then unchanged.
    #[must_use]
    pub fn quiet(
        &self,
        st: &State,
        listed: &Listed,
        i: usize,
    ) -> Option<(FigureKindId, SegmentId)> {
        let Action::Deploy { figure: kind, node } = listed.options().get(i)?.action()? else {
            return None;
        };
        let rules = &*self.rules;
        let turn = |frame: &u64| Header(*frame).code() == step::TURN && Header(*frame).nargs() == 1;
        let asked = |frame: &u64| Header(*frame).code() == step::ACTION;
        let plain = st.agenda.len() == 2 && turn(&st.agenda[0]) && asked(&st.agenda[1]);
        let quiet = plain
            && listed.asks_nothing(i)
            && !st.ending
            && st.draw_pile().is_some()
            && st.due.is_empty()
            && rules.asked.complete.is_empty()
            && rules.asked.settled.is_empty()
            && rules.asked.deploy_offer.is_empty()
            && rules.asked.deploy_veto.is_empty()
            && rules.answer_to(step::ACTION).is_empty()
            && !rules.asked.heard.hears_of_figure(kind, EffectKind::Deployed)
            && rules.course.turn_slots.iter().all(|slot| is_passed(rules, st, *slot));
        quiet.then_some((kind, node))
    }

    /// Points that a feature would give each player, as [`Engine::value`] says, if a player had put a figure of a kind there
    /// from the supply. The state is as before afterwards.
    ///
    /// # Errors
    ///
    /// There is no such segment or figure, or an expansion's fault.
    pub fn value_with(
        &mut self,
        st: &mut State,
        node: SegmentId,
        (player, kind): (Player, FigureKindId),
        last: bool,
    ) -> Result<[i32; PLAYERS_MAX], HookError> {
        is_there(st, node)?;
        let Some(figure) = st.first_in_supply(&self.rules, player, kind) else {
            return Err(super::carry::no_such_option());
        };
        let Ok(before) = st.stand_as_if(&self.rules, figure, node) else {
            return Err(super::carry::no_such_option());
        };
        let valued = self.host.value(&self.rules, st, node, AsIf { complete: None, last });
        st.stand_nowhere(&self.rules, figure, before);
        Ok(valued?.earned)
    }
}

/// Whether nothing happens in a slot from a deployment to the next draw, as far as that is seen without asking.
fn is_passed(rules: &Ruleset, st: &State, slot: TurnSlot) -> bool {
    let acts = |sub: &Listener| sub.neutral.is_none_or(|n| st.has_neutral(n));
    match (slot.slot, slot.handled) {
        // Before the next draw no tile is placed.
        (Slot::Place | Slot::AfterPlace | Slot::Action, _)
        | (_, Handled::Never)
        | (Slot::TurnStart | Slot::Draw, Handled::WithTiles) => true,
        (_, Handled::WithTiles) => {
            let asks = |tile: crate::ids::TileTypeId| rules.hot.types[tile.index()].slots;
            st.placed_kind().is_none_or(|tile| asks(tile) & slot.bit == 0)
        }
        (_, Handled::Always) => !rules.asked.at[slot.slot as usize].iter().any(acts),
    }
}
