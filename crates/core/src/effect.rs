//! Effects: the only things that change a state. The log of an action is its effects.

use serde::{Deserialize, Serialize};

use crate::ids::{
    Cell, FigureId, NeutralId, Node, OverlayId, PileId, Player, RuleId, StateId, TileId, TokenId,
    TypeId,
};

/// Where a figure or neutral figure is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the owner's supply; for a neutral figure: beside the board.
    #[default]
    Supply,
    /// Out of the game.
    Box,
    /// On a segment.
    Segment(Node),
    /// On a tile as a whole.
    Tile(TileId),
    /// Held by a player.
    Held(Player),
    /// Beside a figure (neutral figures).
    Beside(FigureId),
}

macro_rules! effects {
    ($($(#[doc = $doc:literal])* $name:ident $({ $($(#[doc = $fdoc:literal])* $field:ident: $ty:ty),* $(,)? })? = $text:literal;)*) => {
        /// One change of the state, or a report of one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case", tag = "effect")]
        pub enum Effect {
            $($(#[doc = $doc])* $name $({ $($(#[doc = $fdoc])* $field: $ty),* })?,)*
        }

        /// Kinds of effect, for subscriptions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "documented on Effect")]
        pub enum EffectKind { $($name,)* }

        /// Names of effects as in `on.<effect>`, in the order of [`EffectKind`].
        pub const EFFECTS: &[&str] = &[$($text,)*];

        /// What each effect is, in the order of [`EffectKind`].
        pub const EFFECT_DOCS: &[&str] = &[$(concat!($($doc,)*),)*];

        impl Effect {
            /// Its kind.
            #[inline]
            #[must_use]
            pub fn kind(&self) -> EffectKind {
                match self { $(Effect::$name $({ $($field: _),* })? => EffectKind::$name,)* }
            }
        }
    };
}

effects! {
    /// A tile was drawn and is to be placed, or went to a zone.
    Drawn {
        /// Which.
        tile: TypeId,
        /// From which group.
        from: PileId,
        /// To which zone; none = to be placed now.
        to: PileId,
        /// Whose zone.
        player: Player } = "drawn";
    /// A tile was placed.
    Placed {
        /// Which.
        tile: TileId,
        /// Part of the start layout.
        start: bool } = "placed";
    /// A tile was laid on the board outside the draw.
    TileLaid {
        /// Which.
        tile: TileId,
        /// Of which type.
        kind: TypeId,
        /// On which cell.
        cell: Cell,
        /// Clockwise quarter turns.
        rotation: u8,
        /// From which pile; none = the tile to be placed.
        from: PileId,
        /// Whose zone that is.
        player: Player } = "tile_laid";
    /// A tile was taken off the board.
    TileRemoved {
        /// Which.
        tile: TileId,
        /// To which pile.
        to: PileId,
        /// Whose zone that is.
        player: Player } = "tile_removed";
    /// A piece of tile was laid over a tile.
    Overlaid {
        /// Over which tile.
        tile: TileId,
        /// Which piece.
        overlay: OverlayId,
        /// Clockwise quarter turns.
        rotation: u8,
        /// First of its segments.
        node: Node } = "overlaid";
    /// A tile went from one pile to another.
    TileMoved {
        /// Which.
        tile: TypeId,
        /// From where; none = the tile to be placed.
        from: PileId,
        /// To where.
        to: PileId,
        /// Whose zone.
        player: Player } = "tile_moved";
    /// All tiles of a pile went to another.
    Poured {
        /// From.
        from: PileId,
        /// To.
        to: PileId } = "deck";
    /// Two segments were linked beyond their edges.
    Linked {
        /// One.
        a: Node,
        /// Other.
        b: Node } = "linked";
    /// A link, made by edges or afterwards, was cut.
    Unlinked {
        /// One.
        a: Node,
        /// Other.
        b: Node } = "unlinked";
    /// Open ends of a segment were closed.
    Closed {
        /// Which.
        node: Node } = "closed";
    /// A tag of a segment changed.
    Tagged {
        /// Which segment.
        node: Node,
        /// Lane of the tag for that kind.
        lane: u8,
        /// By how much.
        by: i16 } = "tagged";
    /// A feature came to another kind.
    Retyped {
        /// Any segment of it.
        node: Node,
        /// The new kind.
        kind: crate::ids::KindId } = "retyped";
    /// Features were joined (reported).
    Joined {
        /// Any segment of the result.
        node: Node } = "joined";
    /// A feature fell apart (reported).
    Split {
        /// A segment of one side.
        a: Node,
        /// A segment of the other.
        b: Node } = "split";
    /// A figure came to the board.
    Deployed {
        /// Which.
        figure: FigureId,
        /// Where.
        node: Node } = "deployed";
    /// A figure went from one place to another.
    Moved {
        /// Which.
        figure: FigureId,
        /// From where.
        from: Node,
        /// Where to.
        node: Node } = "moved";
    /// A figure went home to its owner's supply.
    Returned {
        /// Which.
        figure: FigureId,
        /// From which segment; none = it was held.
        from: Node,
        /// With a claim that was paid.
        scored: bool } = "returned";
    /// A figure was taken by a player.
    Captured {
        /// Which.
        figure: FigureId,
        /// From which segment.
        from: Node,
        /// By whom.
        by: Player } = "captured";
    /// A neutral figure moved.
    NeutralMoved {
        /// Which.
        neutral: NeutralId,
        /// Where to.
        to: Place } = "neutral_moved";
    /// A feature is to be looked at in the next wave of scoring.
    Check {
        /// Any segment of it.
        node: Node } = "check";
    /// A feature became complete, occupied or not (reported).
    Completed {
        /// Any segment of it.
        node: Node } = "completed";
    /// A claim was scored (reported), also with value 0 and without owners.
    Scored {
        /// Subject, if it is a feature.
        node: Node,
        /// Who earned it, as bits.
        owners: u8,
        /// The common value.
        value: i32,
        /// In the final scoring.
        last: bool } = "scored";
    /// Points changed hands or came from the bank.
    Paid {
        /// From whom; none = the bank.
        from: Player,
        /// To whom; none = the bank.
        to: Player,
        /// How many.
        points: i32 } = "paid";
    /// Tokens came or went.
    TokenMoved {
        /// Which.
        token: TokenId,
        /// Whose.
        player: Player,
        /// By how much.
        by: i16 } = "token_moved";
    /// A slot of this part is left out.
    Skip {
        /// Which.
        slot: u8 } = "skip";
    /// This turn has at least so many parts.
    Parts {
        /// How many.
        n: u8 } = "parts";
    /// A whole extra turn for a player, now; what it interrupts goes on afterwards.
    Turn {
        /// Whose.
        player: Player } = "turn";
    /// A player has the first turn; only before it has begun.
    Begins {
        /// Who.
        player: Player } = "begins";
    /// The game is over after this step.
    Over = "over";
    /// Declared state changed.
    Set {
        /// Which.
        key: StateId,
        /// Whose: player, tile, figure or segment; 0 for the game.
        of: u16,
        /// New value.
        value: i32 } = "set";
    /// A number was added to a declared list.
    Listed {
        /// Which.
        key: StateId,
        /// Whose.
        of: u16,
        /// What.
        value: i32 } = "listed";
    /// A declared list was emptied.
    Cleared {
        /// Which.
        key: StateId,
        /// Whose.
        of: u16 } = "cleared";
    /// A step was declined (reported).
    Passed {
        /// By whom.
        player: Player } = "passed";
    /// A player who was to place a tile has none that fits anywhere (reported).
    Stuck {
        /// Who.
        player: Player } = "stuck";
    /// Something worth saying in the log.
    Noted {
        /// About whom.
        player: Player } = "noted";
}

/// An effect and the rule that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logged {
    /// What happened.
    #[serde(flatten)]
    pub effect: Effect,
    /// Because of which rule.
    pub rule: RuleId,
}

/// Where effects and score sheets go, and who draws tiles on the way. A type parameter, so that playouts pay nothing.
pub trait Sink {
    /// Whether anything is kept at all.
    const ON: bool;
    /// An effect has been applied.
    fn effect(&mut self, effect: Effect, rule: RuleId);
    /// A claim has been paid.
    fn scored(&mut self, sheet: crate::score::Sheet);
    /// Draws one of so many tiles, by its number; none = chance is asked as any player is.
    #[inline(always)]
    fn draw(&mut self, _: u32) -> Option<u32> {
        None
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl Sink for NoLog {
    const ON: bool = false;
    #[inline(always)]
    fn effect(&mut self, _: Effect, _: RuleId) {}
    #[inline(always)]
    fn scored(&mut self, _: crate::score::Sheet) {}
}

/// Keeps everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Effects in order.
    pub effects: Vec<Logged>,
    /// Score sheets in order.
    pub sheets: Vec<crate::score::Sheet>,
}

impl Sink for Log {
    const ON: bool = true;
    fn effect(&mut self, effect: Effect, rule: RuleId) {
        self.effects.push(Logged { effect, rule });
    }
    fn scored(&mut self, sheet: crate::score::Sheet) {
        self.sheets.push(sheet);
    }
}
