//! What a step offers by declaration, with what tells at a glance that there is nothing to choose: a declaration is
//! large, and most are passed over.

use super::Ruleset;
use crate::ids::{FigureKindId, Player, TileTypeId, TokenId, VerbId};
use crate::state::State;

/// A verb that a step offers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered {
    pub(crate) verb: VerbId,
    /// The only kind of one's own figures that it takes from the board.
    pub(crate) lone: Option<FigureKindId>,
    /// The first token that it costs, and how many.
    pub(crate) price: Option<(TokenId, u16)>,
    /// What the tile just placed must carry, as a bit of [`HotType::symbols`](super::HotType::symbols).
    pub(crate) symbol: u16,
}

/// A deploy pattern that a step offers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfferedPattern {
    /// Its figure kinds, as bits.
    pub(crate) figures: u32,
    pub(crate) pattern: u16,
    /// What the tile just placed must carry, as for a verb.
    pub(crate) symbol: u16,
}

impl Offered {
    /// Whether the verb can be seen to have no target, without looking for one, where the tile just placed carries
    /// such symbols.
    #[inline]
    pub(crate) fn is_passed_over(
        &self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        symbols: u16,
    ) -> bool {
        debug_assert!(
            self.symbol & !symbols == 0
                || rules.verbs[self.verb.index()]
                    .filter
                    .scan
                    .beside
                    .as_ref()
                    .is_some_and(|types| st.placed_kind().is_none_or(|tile| !types.has(tile))),
            "the bits of a tile type say which tags it carries"
        );
        self.symbol & !symbols != 0
            || self.lone.is_some_and(|kind| st.stock(rules, actor).out >> kind.0 & 1 == 0)
            || self.price.is_some_and(|(token, n)| st.tokens(token, actor) < n as i16)
    }
}

impl State {
    /// What the tile just placed may carry of all that verbs and patterns ask of it, as bits.
    #[inline]
    pub(crate) fn symbols(&self, rules: &Ruleset) -> u16 {
        self.placed().map_or(0, |tile| {
            let more = if self.is_retagged(tile) { u16::MAX } else { 0 };
            rules.hot.types[self.tile(tile).kind().index()].symbols | more
        })
    }
}

impl Ruleset {
    /// Figure kinds that patterns may deploy in a step, as bits.
    #[inline]
    pub(crate) fn patterned_at(&self, code: u8) -> u32 {
        if code == crate::step::SECOND_ACTION { self.second_patterned } else { u32::MAX }
    }

    /// Notes on the tile types what verbs and patterns ask of the tile just placed.
    pub(super) fn note_symbols(&mut self) {
        let mut free = 1;
        let types = &mut self.hot.types;
        let mut bit = |such: Option<&super::TileSet>| {
            let Some(such) = such else { return 0 };
            let symbol = free;
            for (_, ty) in (0..).map(TileTypeId).zip(&mut *types).filter(|(t, _)| such.has(*t)) {
                ty.symbols |= symbol;
            }
            // The last bit is for all further ones.
            free = if symbol >> 15 == 0 { symbol << 1 } else { symbol };
            symbol
        };
        for p in self.patterns.iter_mut().flatten() {
            p.symbol = bit(self.deploys[p.pattern as usize].filter.scan.beside.as_ref());
        }
        for o in self.offered.iter_mut().flatten() {
            o.symbol = bit(self.verbs[o.verb.index()].filter.scan.beside.as_ref());
        }
    }
}
