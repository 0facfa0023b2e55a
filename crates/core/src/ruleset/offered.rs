//! Declared options, with quick tests that tell when there are none, because most declarations do not apply most of
//! the time.

use super::{Pattern, PlacePattern, Refuse, Ruleset, StepSet};
use crate::ids::{FigureKindId, PileId, Player, TileTypeId, TokenId, VerbId};
use crate::state::State;
use crate::view::Dark;

/// Declared options and refusals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    /// Places offered by declaration.
    pub(crate) places: Vec<PlacePattern>,
    /// What refuses places, and what refuses other options.
    pub(crate) refuses: [Vec<Refuse>; 2],
    /// Verbs offered by declaration, by step code; [`crate::step::ANY`] for every decision.
    pub(crate) offered: Vec<Vec<Offered>>,
    /// Deploy patterns by step code, with the figure kinds they take, as bits.
    pub(crate) patterns: Vec<Vec<OfferedPattern>>,
    /// All deploy patterns.
    pub(crate) deploys: Vec<Pattern>,
    /// Bit set of slots that must be asked because of options that are offered at any time.
    pub(crate) opens: u32,
    /// Steps where the core lists and nobody adds or takes away; placing only while no figure is
    /// held, and no tile of the kinds that somebody may veto is placed. [`crate::step::ANY`]: what is offered
    /// at every decision concerns figures that players hold, and nothing else.
    pub(crate) plain: StepSet,
    /// Verbs on held figures that are offered at every decision concern one's own figures only.
    pub(crate) own_held: bool,
    /// Whether an action may offer the same option twice, by a handler or by two declarations.
    pub(crate) repeats: bool,
    /// Some verb obliges.
    pub(crate) any_must: bool,
    /// Bit set of figure kinds that the core offers in `second_action`.
    pub(crate) second_figures: u32,
    /// Bit set of figure kinds that patterns may deploy there, including kinds that the core does not offer.
    pub(crate) second_patterned: u32,
    /// Figure kinds that the core offers in `action`, as bits.
    pub(crate) action_figures: u32,
    /// Zones from which tiles are placed.
    pub(crate) playing_zones: Vec<PileId>,
    /// Offers and refusals that depend on secrets.
    pub(crate) dark: Dark,
}

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
    /// Figure kinds that the core deploys in a step, as bits.
    #[inline]
    pub(crate) fn figures_at(&self, code: u8) -> u32 {
        if code == crate::step::SECOND_ACTION {
            self.listing.second_figures
        } else {
            self.listing.action_figures
        }
    }

    /// Whether nobody but the core offers places.
    pub(super) fn are_places_own(&self) -> bool {
        self.asked.place_offer.is_empty() && self.listing.places.is_empty()
    }

    /// Figure kinds that patterns may deploy in a step, as bits.
    #[inline]
    pub(crate) fn patterned_at(&self, code: u8) -> u32 {
        if code == crate::step::SECOND_ACTION { self.listing.second_patterned } else { u32::MAX }
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
        for p in self.listing.patterns.iter_mut().flatten() {
            p.symbol = bit(self.listing.deploys[p.pattern as usize].filter.scan.beside.as_ref());
        }
        for o in self.listing.offered.iter_mut().flatten() {
            o.symbol = bit(self.verbs[o.verb.index()].filter.scan.beside.as_ref());
        }
    }
}
