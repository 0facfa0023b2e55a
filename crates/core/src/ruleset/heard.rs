//! Of which effects somebody is told, by what they are about.

use super::Sub;
use crate::effect::{Effect, EffectKind};
use crate::ids::TypeId;
use crate::state::State;

/// Kinds of effect that somebody listens to, as bits, by the thing in question: so that most effects are seen to
/// concern nobody without asking each subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// Of whatever.
    any: u64,
    /// Of a tile that is placed or drawn, by type.
    tiles: Vec<u64>,
    /// Of a figure, by kind.
    figures: Vec<u64>,
    /// Of a neutral figure.
    neutrals: Vec<u64>,
}

impl Heard {
    /// Looks through the subscriptions to effects, by kind of effect, for so many tile types, figure kinds and
    /// neutral figures.
    pub(crate) fn new(on: &[Vec<Sub>], tiles: usize, figures: usize, neutrals: usize) -> Self {
        let bits = |listens: &dyn Fn(&Sub) -> bool| {
            let bit = |(i, subs): (usize, &Vec<Sub>)| u64::from(subs.iter().any(listens)) << i;
            on.iter().enumerate().map(bit).sum()
        };
        let tile = |t| bits(&|sub| sub.may_ask(Some(TypeId(t as u16))));
        let figure = |f| bits(&|sub| sub.is_about(Some(f as u8)));
        let neutral = |n| bits(&|sub| sub.neutral.is_none_or(|m| m.index() == n));
        Self {
            any: bits(&|_| true),
            tiles: (0..tiles).map(tile).collect(),
            figures: (0..figures).map(figure).collect(),
            neutrals: (0..neutrals).map(neutral).collect(),
        }
    }

    /// Whether somebody listens to effects of a kind.
    #[inline(always)]
    pub(crate) fn is_any(&self, kind: EffectKind) -> bool {
        self.any >> kind as u8 & 1 != 0
    }

    /// Whether somebody may want to hear of this effect.
    #[inline(always)]
    pub(crate) fn hears(&self, st: &State, effect: Effect) -> bool {
        let bits = match effect {
            Effect::Placed { tile, .. } => self.tiles.get(st.tile(tile).kind().index()),
            Effect::Drawn { tile, .. } => self.tiles.get(tile.index()),
            Effect::Deployed { figure, .. }
            | Effect::Moved { figure, .. }
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
