//! Which effects have subscribers, by the things that the effects are about.

use super::{Hot, Listener};
use crate::effect::{Effect, EffectKind};
use crate::ids::{FigureKindId, TileTypeId};
use crate::state::State;

/// Kinds of effect that somebody listens to, as bits, by the thing in question: so that most effects are seen to
/// concern nobody without asking each subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// Of whatever.
    any: u64,
    /// Of a figure, by kind.
    figures: Vec<u64>,
    /// Of a neutral figure.
    neutrals: Vec<u64>,
    /// Bit set of listeners to `placed` that need a figure out of supply.
    awaiting: u64,
    /// Bit set of these figure kinds.
    awaited: u32,
}

impl Heard {
    /// Collects the subscriptions to effects, by kind of effect, for the given numbers of figure kinds and neutral
    /// figures. Listeners to tiles are recorded with each tile type.
    pub(crate) fn new(
        on: &[Vec<Listener>],
        hot: &mut Hot,
        figures: usize,
        neutrals: usize,
    ) -> Self {
        let bits = |listens: &dyn Fn(&Listener) -> bool| {
            let bit = |(i, subs): (usize, &Vec<Listener>)| u64::from(subs.iter().any(listens)) << i;
            on.iter().enumerate().map(bit).sum()
        };
        let figure = |f| bits(&|sub| sub.is_about(Some(f as u8)));
        let neutral = |n| bits(&|sub| sub.neutral.is_none_or(|m| m.index() == n));
        let who = |kind: EffectKind, such: &dyn Fn(&Listener) -> bool| {
            let subs = on[kind as usize].iter().enumerate();
            subs.filter(|(_, sub)| such(sub)).fold(0u64, |who, (i, _)| who | 1 << i.min(63))
        };
        for (tile, ty) in (0..).map(TileTypeId).zip(&mut hot.types) {
            let asks = |sub: &Listener| sub.may_ask(Some(tile));
            ty.placed = who(EffectKind::Placed, &asks);
            ty.drawn = who(EffectKind::Drawn, &asks);
        }
        let awaited = on[EffectKind::Placed as usize]
            .iter()
            .fold(0, |kinds, sub| kinds | sub.out.unwrap_or(0));
        Self {
            any: bits(&|_| true),
            figures: (0..figures).map(figure).collect(),
            neutrals: (0..neutrals).map(neutral).collect(),
            awaiting: !who(EffectKind::Placed, &|sub| sub.out.is_none()),
            awaited,
        }
    }

    /// Returns the same filter without per-thing masks. Effects without listeners are still dropped.
    pub(super) fn everybody(&self) -> Self {
        let all = |of: &Vec<u64>| vec![self.any; of.len()];
        let (figures, neutrals) = (all(&self.figures), all(&self.neutrals));
        Self { any: self.any, figures, neutrals, awaiting: 0, awaited: 0 }
    }

    /// Whether somebody listens to effects of a kind.
    #[inline(always)]
    pub(crate) fn is_any(&self, kind: EffectKind) -> bool {
        self.any >> kind as u8 & 1 != 0
    }

    /// Whether somebody listens to effects of a kind on figures of a kind.
    pub(crate) fn hears_of_figure(&self, figure: FigureKindId, kind: EffectKind) -> bool {
        self.figures.get(figure.index()).is_some_and(|bits| bits >> kind as u8 & 1 != 0)
    }

    /// Returns whether a listener may want this effect; `first` if no earlier effect is pending. Until a placed tile
    /// is settled, only further placements happen, so no figure leaves the supply before the first effect.
    #[inline(always)]
    pub(crate) fn hears(&self, hot: &Hot, st: &State, effect: Effect, first: bool) -> bool {
        let bits = match effect {
            Effect::Placed { .. } => {
                let silent = if first && !st.is_any_out(self.awaited) { self.awaiting } else { 0 };
                return hot.who_hears(st, effect) & !silent != 0;
            }
            Effect::Drawn { .. } => return hot.who_hears(st, effect) != 0,
            Effect::Deployed { figure, .. }
            | Effect::Moved { figure, .. }
            | Effect::Stood { figure, .. }
            | Effect::Returned { figure, .. }
            | Effect::Captured { figure, .. } => {
                let kind = st.figures.get(figure.index()).map_or(0, |f| f.kind);
                self.figures.get(usize::from(kind))
            }
            Effect::NeutralMoved { neutral, .. } => self.neutrals.get(neutral.index()),
            _ => Some(&self.any),
        };
        bits.is_some_and(|bits| bits >> effect.kind() as u8 & 1 != 0)
    }
}

impl Hot {
    /// Which subscriptions to an effect may be about its tile, as bits by number, the last for all further ones; all of
    /// them if it is about no tile.
    #[inline(always)]
    pub(crate) fn who_hears(&self, st: &State, effect: Effect) -> u64 {
        match effect {
            Effect::Placed { tile, .. } => self.types[st.tile(tile).kind().index()].placed,
            Effect::Drawn { tile, .. } => self.types.get(tile.index()).map_or(0, |ty| ty.drawn),
            _ => u64::MAX,
        }
    }
}
