//! Everything that is fixed when a game starts, with all names interned to small numbers.

mod build;
mod course;
mod heard;
mod kept;
mod law;
mod lookup;
mod offered;
mod overlay;
mod plainly;
mod refuse;
mod restriction;
mod sets;
mod shape;
mod subscription;
mod tables;
mod wanted;
mod worth;

use crate::condition::Condition;
use crate::decl;
use crate::ids::{
    ExpansionId, FigureKindId, KindId, NeutralId, OverlayId, PileId, RuleId, StateId, TileTypeId,
    TokenId, VerbId,
};
use crate::tags::{Merge, Tags};

pub use build::BuildError;
pub(crate) use course::{Course, Handled, TurnSlot, Work};
pub(crate) use heard::Heard;
pub use kept::StateKey;
pub(crate) use kept::{Kept, Resets};
pub(crate) use law::Law;
pub use law::{OWN_OFFERS, OwnOffer};
pub(crate) use offered::{Listing, Offered, OfferedPattern};
pub use overlay::Overlay;
pub(crate) use refuse::{PlacePattern, Refuse};
pub use restriction::{
    DEPLOYMENTS_WAIVE, RESTRICTIONS, Restriction, Waived, cannot_waive, may_waive,
};
pub(crate) use sets::StepSet;
pub use sets::TileSet;
pub use shape::{How, Mismatch};
pub(crate) use subscription::{Answering, Asked, DeclaredAnswer, Each, FinalStep, Listener};
pub(crate) use tables::{FIT_ROW, Fitting, Hot, HotType, Reach, SEG_NONE};
pub use tables::{Side, TileType, TypeSegment};
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
    /// Whether the board keeps a list of all segments of this kind, because some declaration searches the whole board
    /// for them.
    pub(crate) indexed: bool,
    /// Byte masks of tags: of other segments, those with one of these tags are in that list.
    pub(crate) sought: Tags,
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
    /// Expansion that declares the verb.
    pub expansion: ExpansionId,
    /// Rule of the offer.
    pub rule: RuleId,
    pub(crate) filter: Where,
    /// The parts of its condition.
    pub(crate) parts: Vec<Part>,
    /// It is offered while this holds for the moment.
    pub(crate) whil: Condition,
    pub(crate) overlay: OverlayId,
    /// Whether its options depend on numbers, tokens or tiles that are hidden from some players.
    pub(crate) secret: bool,
    /// Which things the second of two may be.
    pub(crate) second: Option<Where>,
    /// Zone whose tile types can be chosen.
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
    /// Further condition on figure kinds.
    pub(crate) deploys: Option<Condition>,
    pub(crate) filter: Where,
    /// The parts of its condition.
    pub(crate) parts: Vec<Part>,
    /// It is offered while this holds for the moment.
    pub(crate) whil: Condition,
    /// That its segments are not occupied, or not complete, is no condition of its own, but a restriction of the core.
    pub(crate) restricted: (bool, bool),
    /// Whether its segments may be occupied although the figures claim features.
    pub(crate) may_be_occupied: bool,
    /// Whether its segments may be complete ones on other tiles than the one just placed.
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
    /// Expansion that declares the step.
    pub expansion: ExpansionId,
    pub(crate) verbs: Vec<VerbId>,
    /// Rule of options that its functions offer without a rule of their own.
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
    /// Declared values of tokens and figures, for bots.
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
    /// Board bounds.
    pub bounds: Option<[i16; 4]>,
    /// Board bounds that also close features at their edge.
    pub(crate) wall: Option<[i16; 4]>,
    /// Display names by `kind.name`.
    pub names: std::collections::BTreeMap<String, decl::Text>,
    /// Tables of the hot path.
    pub(crate) hot: Hot,
    /// Cells that features reach: offsets, and the kinds that reach there, as bits.
    pub(crate) reach: Vec<(i8, i8, u64)>,
    /// For each kind, number of a player's first figure.
    pub(crate) figure_base: Vec<u16>,
    /// Number of figures of one player.
    pub(crate) figures_per_player: u16,
    /// Rules in force and their restrictions.
    pub(crate) law: Law,
    /// Edge kinds and which tiles fit where.
    pub(crate) fitting: Fitting,
    /// What expansions keep.
    pub(crate) kept: Kept,
    /// Who is asked.
    pub(crate) asked: Asked,
    /// Verbs, patterns and refusals that listing uses.
    pub(crate) listing: Listing,
    /// How the game runs.
    pub(crate) course: Course,
}

impl Ruleset {
    /// Returns the listeners to answers of a step.
    #[inline]
    pub(crate) fn answer_to(&self, code: u8) -> &[Call] {
        let own = code.checked_sub(crate::step::OWN);
        own.and_then(|n| self.steps.get(n as usize)).map_or(&[], |step| &step.answer)
    }

    /// Whether a cell lies beyond the edge of the table.
    #[inline]
    pub(crate) fn is_beyond(&self, cell: crate::ids::Cell) -> bool {
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

    /// Total copies of all tile types.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.types.iter().map(|t| t.decl.count as usize).sum()
    }
}
