//! Everything that is fixed when a game starts, with all names interned to small numbers.

mod build;
mod heard;
mod kept;
mod lookup;
mod offered;
mod overlay;
mod own_offer;
mod plainly;
mod refuse;
mod restriction;
mod shape;
mod step_set;
mod subscription;
mod tables;
mod tag;
mod turn_slot;
mod wanted;
mod worth;

use crate::condition::Condition;
use crate::decl;
use crate::ids::{
    EdgeId, ExpansionId, FigureKindId, KindId, NeutralId, OverlayId, PileId, RuleId, StateId,
    TileTypeId, TokenId, VerbId,
};

pub use build::BuildError;
pub(crate) use heard::Heard;
pub(crate) use kept::Resets;
pub use kept::StateKey;
pub(crate) use offered::{Offered, OfferedPattern};
pub use overlay::Overlay;
pub use own_offer::{OWN_OFFERS, OwnOffer};
pub(crate) use refuse::{PlacePattern, Refuse};
pub use restriction::{
    DEPLOYMENTS_WAIVE, PLACEMENTS_WAIVE, RESTRICTIONS, Restriction, Waived, cannot_waive, may_waive,
};
pub use shape::{How, Mismatch};
pub(crate) use step_set::StepSet;
pub(crate) use subscription::{Answering, DeclaredAnswer, Each, FinalStep, Listener};
pub(crate) use tables::{FIT_ROW, Hot, HotType, Reach};
pub use tables::{SEG_NONE, Side, TileType, TypeSegment};
pub use tag::TileSet;
pub(crate) use turn_slot::{Handled, TurnSlot, Work};
pub(crate) use wanted::{Part, Where};
pub use worth::{BotWorth, Valuable};

/// An interned feature kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its declaration.
    pub decl: decl::FeatureKind,
    /// Figure kinds that may stand on it by the core's own offer, as bits.
    pub takes: u32,
    /// Names of its tags by lane.
    pub lanes: Vec<String>,
    /// Merge masks of its lanes.
    pub(crate) merge: Merge,
    /// All its segments are in a list of those that declarations look for on the whole board…
    pub(crate) indexed: bool,
    /// …or those that carry one of these tags, as byte masks.
    pub(crate) sought: u128,
}

/// Lanes of a tag word by merge operator, as byte masks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Merge {
    pub(crate) add: u128,
    pub(crate) any: u128,
    pub(crate) all: u128,
    pub(crate) equal: u128,
}

impl Merge {
    #[inline]
    pub(crate) fn join(&self, a: u128, b: u128) -> u128 {
        if a | b == 0 {
            return 0;
        }
        let mut out = ((a & self.add) + (b & self.add)) | ((a | b) & self.any) | (a & b & self.all);
        if self.equal != 0 {
            out |= self.join_equal(a, b);
        }
        out
    }

    #[cold]
    fn join_equal(&self, a: u128, b: u128) -> u128 {
        let lanes = (0..16).map(|lane| 0xffu128 << (8 * lane));
        let alike = lanes.filter(|mask| self.equal & mask != 0 && a & mask == b & mask);
        alike.fold(0, |out, mask| out | a & mask)
    }
}

/// An interned figure kind.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Its declaration.
    pub decl: decl::FigureKind,
    /// Class bits.
    pub class: u32,
    /// Class that its owner needs in the feature, as bits; 0 = none.
    pub needs_own: u32,
    /// Pieces per player.
    pub supply: u16,
}

/// An interned verb.
#[derive(Clone, Debug)]
pub struct Verb {
    /// Its declaration.
    pub decl: decl::Verb,
    /// Whose.
    pub expansion: ExpansionId,
    /// Rule of the offer.
    pub rule: RuleId,
    pub(crate) filter: Where,
    /// The parts of its condition.
    pub(crate) parts: Vec<Part>,
    /// It is offered while this holds for the moment.
    pub(crate) whil: Condition,
    pub(crate) overlay: OverlayId,
    /// What is offered of it hangs on numbers, tokens or tiles that not everybody sees.
    pub(crate) secret: bool,
    /// Which things the second of two may be.
    pub(crate) second: Option<Where>,
    /// Zone of which tile types are chosen.
    pub(crate) zone: Option<PileId>,
    pub(crate) price: Vec<(TokenId, u16)>,
    pub(crate) points: u16,
    pub(crate) once: Option<StateId>,
    /// It has a price, in tokens or points, or is offered once only, or while something holds.
    pub(crate) limited: bool,
    /// Slots that are asked although it is all they offer, as bits.
    pub(crate) opens: u16,
    /// Tags that it changes: feature kind, lane, by how much.
    pub(crate) tags: Vec<(KindId, u8, i16)>,
    /// Step that it pushes, as a code.
    pub(crate) then: Option<u8>,
    pub(crate) moves: Option<NeutralId>,
    /// Kind of figure that goes to the target, a corner.
    pub deploys: Option<FigureKindId>,
    pub(crate) trail: Option<StateId>,
    pub(crate) waives: Vec<RuleId>,
    /// Functions that carry it out, one after the other.
    pub(crate) calls: Vec<u16>,
    pub(crate) refusals: Vec<(String, RuleId)>,
}

/// An interned deploy pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub(crate) expansion: ExpansionId,
    pub(crate) rule: RuleId,
    pub(crate) figures: u32,
    /// What is asked of figure kinds besides.
    pub(crate) deploys: Option<Condition>,
    pub(crate) filter: Where,
    /// The parts of its condition.
    pub(crate) parts: Vec<Part>,
    /// It is offered while this holds for the moment.
    pub(crate) whil: Condition,
    /// That its segments are not occupied, or not complete, is no condition of its own, but a restriction of the core.
    pub(crate) restricted: (bool, bool),
    /// Its segments may be occupied, though the figures claim…
    pub(crate) may_be_occupied: bool,
    /// …or complete, on other tiles than the one just placed, and neither is asked for.
    pub(crate) may_be_complete: bool,
    pub(crate) free: bool,
    pub(crate) once: Option<StateId>,
    pub(crate) waives: Waived,
    pub(crate) refusals: Vec<(String, RuleId)>,
}

/// An interned own step.
#[derive(Clone, Debug)]
pub struct OwnStep {
    /// Its declaration.
    pub decl: decl::Step,
    /// Whose.
    pub expansion: ExpansionId,
    pub(crate) verbs: Vec<VerbId>,
    /// Rule of what its functions offer under no offer.
    pub(crate) rule: RuleId,
    pub(crate) pass: RuleId,
    /// Functions that list its options, all of them.
    pub(crate) ask: Vec<Call>,
    /// Functions that follow up what was chosen, one after the other.
    pub(crate) answer: Vec<Call>,
}

/// A handler: which expansion, which of its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub(crate) expansion: ExpansionId,
    pub(crate) function: u16,
}

/// A pile of tiles: deck group or zone.
#[derive(Clone, Debug)]
pub struct Pile {
    /// Name.
    pub name: String,
    /// As a zone, if it is one.
    pub zone: Option<decl::Zone>,
    /// Drawn from, lower first.
    pub order: i16,
    /// Never drawn from.
    pub closed: bool,
    /// Tile types whose own group it is.
    pub(crate) types: Vec<TileTypeId>,
}

/// One enabled expansion.
#[derive(Clone, Debug)]
pub struct Enabled {
    /// Name of the folder.
    pub id: String,
    /// Version.
    pub version: String,
    /// Content hash.
    pub hash: String,
    /// Options in force.
    pub options: std::collections::BTreeMap<String, decl::Value>,
    /// Functions that its subscriptions, verbs and steps name, in the order of their numbers, each with
    /// the hook it answers (a function that serves hooks with different answers may give any of them).
    pub functions: Vec<(String, u16)>,
}

/// All rules of one game.
#[allow(clippy::struct_excessive_bools, reason = "each is read by itself on the hot path")]
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Number of players.
    pub players: u8,
    /// Enabled expansions in canonical order.
    pub expansions: Vec<Enabled>,
    /// Rules by number.
    pub rules: Vec<decl::Rule>,
    /// Edge kinds by number.
    pub edges: Vec<decl::EdgeKind>,
    /// Feature kinds by number.
    pub kinds: Vec<Kind>,
    /// Figure kinds by number.
    pub figures: Vec<Figure>,
    /// Class words by bit.
    pub classes: Vec<String>,
    /// Neutral figures by number.
    pub neutrals: Vec<String>,
    /// Tokens by number.
    pub tokens: Vec<decl::Token>,
    /// What bots are told that things are worth.
    pub bot_worth: BotWorth,
    /// Tags of tiles by bit.
    pub tile_tags: Vec<String>,
    /// Units by number: `tile` is 0.
    pub units: Vec<String>,
    /// Tile types by number.
    pub types: Vec<TileType>,
    /// Pieces of tile that may be laid over tiles, by number.
    pub overlays: Vec<Overlay>,
    /// Piles by number: 0 `main`, 1 `out`.
    pub piles: Vec<Pile>,
    /// Verbs by number.
    pub verbs: Vec<Verb>,
    /// Own steps by number.
    pub steps: Vec<OwnStep>,
    /// State keys by number.
    pub state: Vec<StateKey>,
    /// Numbers, no lists, that people see since they have a name.
    pub(crate) named_state: Vec<StateId>,
    /// Board bounds.
    pub bounds: Option<[i16; 4]>,
    /// The same, if the edge of the table closes what runs into it.
    pub(crate) wall: Option<[i16; 4]>,
    /// What becomes of a drawn tile that fits nowhere.
    pub(crate) unplaceable: decl::Unplaceable,
    /// Display names by `kind.name`.
    pub names: std::collections::BTreeMap<String, decl::Text>,
    /// Start layout.
    pub(crate) start: Vec<(TileTypeId, crate::ids::Cell, u8)>,
    /// Cells and rotations of start tiles that chance draws.
    pub(crate) start_drawn: Vec<(crate::ids::Cell, u8)>,
    pub(crate) muted: Vec<bool>,
    pub(crate) any_muted: bool,
    /// What is offered or refused by secrets.
    pub(crate) dark: crate::view::Dark,
    /// Restrictions whose rules are muted, as bits.
    pub(crate) lifted: u16,
    pub(crate) restriction_rules: [RuleId; RESTRICTIONS.len()],
    /// Rule of each thing that the core itself offers.
    pub(crate) own_offers: [RuleId; OWN_OFFERS.len()],
    pub(crate) hot: Hot,
    pub(crate) sides: Vec<[Side; 4]>,
    /// For tile types with the same edges, a row of `need_size`: by need, the rotations that meet it, as bits, and above them how many
    /// these are. More zeros follow than any need is, so that no need is compared with the end of a row.
    pub(crate) fit: Vec<u8>,
    pub(crate) need_size: usize,
    pub(crate) need_pow: [u16; 4],
    /// Which edge kinds may touch: row by row.
    pub(crate) meets: Vec<bool>,
    pub(crate) reach: Vec<(i8, i8, u64)>,
    pub(crate) draw_order: Vec<PileId>,
    pub(crate) playing_zones: Vec<PileId>,
    /// Zones with a tile in which the game goes on.
    pub(crate) pending_zones: Vec<PileId>,
    pub(crate) turn_slots: Vec<TurnSlot>,
    /// Decisions after which a game is taken to be without end, and a turn.
    pub(crate) decisions_max: u32,
    pub(crate) turn_decisions_max: u32,
    pub(crate) part_start: usize,
    pub(crate) part_end: usize,
    pub(crate) finals: Vec<FinalStep>,
    /// Subscriptions as manifests wrote them, to say why one is not asked.
    pub(crate) written: Vec<decl::Subscription>,
    pub(crate) at: [Vec<Listener>; 14],
    pub(crate) on: Vec<Vec<Listener>>,
    pub(crate) heard: Heard,
    pub(crate) logged: u64,
    pub(crate) settled: Vec<Listener>,
    pub(crate) place_offer: Vec<Listener>,
    pub(crate) place_veto: Vec<Listener>,
    /// Places offered by declaration.
    pub(crate) places: Vec<PlacePattern>,
    /// What refuses places, and what refuses other options.
    pub(crate) refuses: [Vec<Refuse>; 2],
    pub(crate) deploy_offer: Vec<Listener>,
    pub(crate) deploy_veto: Vec<Listener>,
    pub(crate) complete: Vec<Listener>,
    pub(crate) weight: Vec<Listener>,
    pub(crate) points: Vec<Listener>,
    pub(crate) bonus: Vec<Listener>,
    /// Verbs offered by declaration, by step code; [`crate::step::ANY`] for every decision.
    pub(crate) offered: Vec<Vec<Offered>>,
    /// Deploy patterns by step code, with the figure kinds they take, as bits.
    pub(crate) patterns: Vec<Vec<OfferedPattern>>,
    pub(crate) deploys: Vec<Pattern>,
    pub(crate) opens: u32,
    /// Steps where the core lists and nobody adds or takes away; placing only while no figure is
    /// held, and no tile of the kinds that somebody may veto is placed. [`crate::step::ANY`]: what is offered
    /// at every decision concerns figures that players hold, and nothing else.
    pub(crate) plain: StepSet,
    /// Verbs on held figures that are offered at every decision concern one's own figures only.
    pub(crate) own_held: bool,
    /// The same option may be offered twice in an action: by a handler, or by two declarations.
    pub(crate) repeats: bool,
    /// Some verb obliges.
    pub(crate) any_must: bool,
    /// Figure kinds that the core offers in `second_action`, as bits…
    pub(crate) second_figures: u32,
    /// …and those that patterns may put there, which include kinds that the core does not offer.
    pub(crate) second_patterned: u32,
    pub(crate) action_figures: u32,
    pub(crate) own_replaced: Vec<(u8, u8)>,
    pub(crate) figure_base: Vec<u16>,
    pub(crate) figures_per_player: u16,
    pub(crate) ext_len: usize,
    pub(crate) ext_default: Vec<i32>,
    pub(crate) tile_row: Vec<i32>,
    pub(crate) segment_row: Vec<i32>,
    pub(crate) resets_part: Resets,
    pub(crate) resets_turn: Resets,
}

impl Ruleset {
    /// Who is told of what was chosen in a step.
    #[inline]
    pub(crate) fn answer_to(&self, code: u8) -> &[Call] {
        let own = code.checked_sub(crate::step::OWN);
        own.and_then(|n| self.steps.get(n as usize)).map_or(&[], |step| &step.answer)
    }

    /// Whether nobody but the core offers places.
    fn are_places_own(&self) -> bool {
        self.place_offer.is_empty() && self.places.is_empty()
    }

    /// Whether a rule is switched off.
    #[inline]
    #[must_use]
    pub fn is_muted(&self, rule: RuleId) -> bool {
        self.muted.get(rule.index()).copied().unwrap_or(false)
    }

    /// The step that stands in for another, or the step itself.
    #[inline]
    pub(crate) fn replacement(&self, code: u8) -> u8 {
        self.own_replaced.iter().find(|r| r.0 == code).map_or(code, |r| r.1)
    }

    /// The step of the core that this one stands in for, or the step itself.
    pub(crate) fn replaced_by(&self, code: u8) -> u8 {
        let core = |r: &&(u8, u8)| r.1 == code && r.0 < crate::step::OWN;
        self.own_replaced.iter().find(core).map_or(code, |r| r.0)
    }

    /// Figure kinds that the core deploys in a step, as bits.
    #[inline]
    pub(crate) fn figures_at(&self, code: u8) -> u32 {
        if code == crate::step::SECOND_ACTION { self.second_figures } else { self.action_figures }
    }

    /// Whether a cell lies beyond the edge of the table.
    #[inline]
    #[must_use]
    pub fn is_beyond(&self, cell: crate::ids::Cell) -> bool {
        self.bounds.is_some_and(|[x0, y0, x1, y1]| {
            cell.x < x0 || cell.y < y0 || cell.x > x1 || cell.y > y1
        })
    }

    /// Whether a cell lies beyond an edge of the table that closes what runs into it.
    #[inline]
    #[must_use]
    pub fn is_walled(&self, cell: crate::ids::Cell) -> bool {
        self.wall.is_some() && self.is_beyond(cell)
    }

    /// Tiles that lie on the board before the first turn, drawn ones included.
    #[must_use]
    pub fn start_len(&self) -> usize {
        self.start.len() + self.start_drawn.len()
    }

    /// Edge kind of a tile type on a side after turning.
    #[must_use]
    pub fn edge_of(&self, tile: TileTypeId, rotation: u8, side: usize) -> EdgeId {
        EdgeId(self.sides[tile.index() * 4 + (rotation & 3) as usize][side & 3].edge)
    }

    /// Whether the edges of a tile may touch those around a frontier cell.
    pub(crate) fn edges_meet(&self, tile: TileTypeId, rotation: u8, need: u16) -> bool {
        self.need_pow.iter().enumerate().all(|(side, pow)| {
            let code = (need / pow % self.need_pow[1]) as usize;
            let edge = self.edge_of(tile, rotation, side);
            code == 0 || self.meets[edge.index() * self.edges.len() + code - 1]
        })
    }

    /// What [`Ruleset::fit`] says of a tile type, and further on of others.
    #[inline]
    pub(crate) fn fit_row(&self, tile: TileTypeId) -> &[u8; FIT_ROW] {
        let row = self.fit[self.hot.types[tile.index()].row as usize..].first_chunk();
        row.expect("zeros follow the last row")
    }

    /// Rotations in which a tile type meets the need of a frontier cell, as bits.
    #[inline]
    #[must_use]
    pub(crate) fn fits(&self, tile: TileTypeId, need: u16) -> u8 {
        self.fit_row(tile)[usize::from(need)] & 15
    }

    /// Total copies of all tile types.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.types.iter().map(|t| t.decl.count as usize).sum()
    }
}
