//! Effects: the only things that change a state. The log of an action is its effects.

#[macro_use]
mod asked;
mod log;
mod place;

use serde::{Deserialize, Serialize};

use self::asked::{Number, thing};
pub use self::log::{Log, Logged, NoLog, Sink};
pub use self::place::Place;

use crate::hooks::Event;
use crate::ids::{
    Cell, Corner, FigureId, NeutralId, OverlayId, PileId, Player, SegmentId, SheetId, StateId,
    TileId, TileTypeId, TokenId,
};
use crate::limits::PLAYERS_MAX;
use crate::state::{FigurePlace, State};

macro_rules! effects {
    ($($(#[doc = $doc:literal])* $name:ident
        $({ $($(#[doc = $fdoc:literal])* $field:ident: $ty:ty $(=> $to:ident)?),* $(,)? })?
        = $text:literal $(about($($about:ident),*))? [$($fact:literal),*];)*) => {
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

        /// Names of all effects, in the order of [`EffectKind`].
        const NAMES: &[&str] = &[$($text,)*];

        /// What each effect is, in the order of [`EffectKind`].
        pub const EFFECT_DOCS: &[&str] = &[$(concat!($($doc,)*),)*];

        /// Which facts conditions know of each effect, in the order of [`EffectKind`].
        pub(crate) const EFFECT_FACTS: &[&[&str]] = &[$(&[$($fact),*],)*];

        impl Effect {
            /// Its kind.
            #[inline]
            #[must_use]
            pub fn kind(&self) -> EffectKind {
                match self { $(Effect::$name $({ $($field: _),* })? => EffectKind::$name,)* }
            }

            /// The things it is about, sorted: two effects about the same can clash. Empty if it cannot.
            #[allow(unused_variables, reason = "most of it is not what an effect is about")]
            pub(crate) fn about(&self) -> Vec<(&'static str, i32)> {
                let mut things: Vec<(&'static str, i32)> = match *self {
                    $(Effect::$name $({ $($field),* })? => vec![$($(thing($about)),*)?],)*
                };
                things.sort_unstable();
                things
            }

            /// Fills in what its subscribers are asked about, in the state as it is now.
            #[allow(unused_variables, reason = "not all of it is told")]
            fn tell(&self, st: &State, event: &mut Event) {
                match *self {
                    $(Effect::$name $({ $($field),* })? => { $($($(tell!(event, st, $to, $field);)?)*)? })*
                }
            }
        }
    };
}

effects! {
    /// A tile was drawn, and waits to be placed or went to a zone.
    Drawn {
        /// Type of the tile.
        tile: TileTypeId => number,
        /// From which group.
        from: PileId,
        /// Zone of the tile, or none if it is to be placed now.
        to: PileId => kept,
        /// Owner of the zone.
        player: Player => player } = "drawn" about(tile) ["type", "start", "player", "cause"];
    /// A tile was placed.
    Placed {
        /// Which; only known once it lies.
        tile: TileId => tile,
        /// Its type.
        kind: TileTypeId,
        /// Where.
        cell: Cell,
        /// Clockwise quarter turns.
        rotation: u8,
        /// Deck group or zone that the tile comes from, or none for the drawn tile.
        from: PileId,
        /// Owner of the zone.
        player: Player,
        /// Part of the start layout.
        start: bool => start } = "placed" ["tile", "start", "cause"];
    /// A tile was laid on the board outside the draw.
    TileLaid {
        /// Which; only known once it lies.
        tile: TileId => tile,
        /// Its type.
        kind: TileTypeId,
        /// On which cell.
        cell: Cell,
        /// Clockwise quarter turns.
        rotation: u8,
        /// Pile that the tile comes from, or none for the drawn tile.
        from: PileId,
        /// Owner of that zone.
        player: Player => player } = "tile_laid" ["tile", "player", "cause"];
    /// A tile was taken off the board.
    TileRemoved {
        /// The removed tile.
        tile: TileId => tile,
        /// Its type.
        kind: TileTypeId => number,
        /// To which pile.
        to: PileId => arg,
        /// Owner of that zone.
        player: Player => player } = "tile_removed" about(tile) ["type", "player", "cause"];
    /// A tile that lies already counts as the one placed in this part: what follows a placement follows.
    AsPlaced {
        /// The tile that counts as placed.
        tile: TileId => tile } = "as_placed" ["tile", "cause"];
    /// A piece of tile was laid over a tile.
    Overlaid {
        /// Over which tile.
        tile: TileId => tile,
        /// The overlay.
        overlay: OverlayId => arg,
        /// Clockwise quarter turns.
        rotation: u8 => arg,
        /// First of its segments.
        node: SegmentId => node } = "overlaid" about(tile) ["tile", "segment", "feature", "overlay", "cause"];
    /// A tile went from one pile to another.
    TileMoved {
        /// Type of the tile.
        tile: TileTypeId => number,
        /// Pile that the tile comes from, or none for the drawn tile.
        from: PileId,
        /// To where.
        to: PileId => arg,
        /// Owner of the zone.
        player: Player => player } = "tile_moved" about(tile) ["type", "player", "cause"];
    /// All tiles of a pile went to another.
    Poured {
        /// From.
        from: PileId,
        /// To.
        to: PileId } = "deck" ["cause"];
    /// Two segments were linked beyond their edges.
    Linked {
        /// One.
        a: SegmentId => node,
        /// Other.
        b: SegmentId => arg } = "linked" about(a, b) ["feature", "segment", "other", "cause"];
    /// A link, made by edges or afterwards, was cut.
    Unlinked {
        /// One.
        a: SegmentId => node,
        /// Other.
        b: SegmentId => arg } = "unlinked" about(a, b) ["feature", "segment", "other", "cause"];
    /// Open ends of a segment were closed.
    Closed {
        /// A segment of the feature.
        node: SegmentId => node } = "closed" ["feature", "segment", "cause"];
    /// A tag of a segment changed.
    Tagged {
        /// The segment that changes.
        node: SegmentId => node,
        /// Lane of the tag for that kind.
        lane: u8,
        /// By how much.
        by: i16 => number } = "tagged" about(node, lane) ["feature", "segment", "number", "cause"];
    /// A feature came to another kind.
    Retyped {
        /// Any segment of it.
        node: SegmentId => node,
        /// The new kind.
        kind: crate::ids::KindId } = "retyped" ["feature", "segment", "cause"];
    /// Features were joined (reported).
    Joined {
        /// Any segment of the result.
        node: SegmentId => node } = "joined" ["feature", "segment", "cause"];
    /// A feature fell apart (reported).
    Split {
        /// A segment of one side.
        a: SegmentId => node,
        /// A segment of the other.
        b: SegmentId => arg } = "split" ["feature", "segment", "other", "cause"];
    /// A figure came to the board.
    Deployed {
        /// The deployed figure.
        figure: FigureId => figure,
        /// Where.
        node: SegmentId => node } = "deployed" about(figure) ["figure", "player", "feature", "segment", "tile", "cause"];
    /// A figure went from one place to another.
    Moved {
        /// The moved figure.
        figure: FigureId => figure,
        /// Segment that it leaves.
        from: SegmentId => arg,
        /// Where to.
        node: SegmentId => node } = "moved" about(figure) ["figure", "player", "feature", "segment", "tile", "from", "cause"];
    /// A figure was put on a corner, from its owner's supply or from another place.
    Stood {
        /// The figure.
        figure: FigureId => figure,
        /// Where.
        corner: Corner => arg,
        /// From where, if it stood on a segment.
        from: SegmentId => arg } = "stood" about(figure) ["figure", "player", "cause"];
    /// A figure went home to its owner's supply.
    Returned {
        /// The figure.
        figure: FigureId => figure,
        /// Segment that it leaves, or none if a player held it.
        from: SegmentId => node,
        /// With a claim that was paid.
        scored: bool => arg } = "returned" about(figure) ["figure", "player", "from", "why", "cause"];
    /// A figure was taken by a player.
    Captured {
        /// The captured figure.
        figure: FigureId => figure,
        /// From which segment.
        from: SegmentId => node,
        /// By whom.
        by: Player => arg } = "captured" about(figure) ["figure", "player", "from", "cause"];
    /// A neutral figure moved.
    NeutralMoved {
        /// The neutral figure.
        neutral: NeutralId => neutral,
        /// Where to.
        to: Place => place } = "neutral_moved" about(neutral) ["neutral", "tile", "feature", "segment", "figure", "cause"];
    /// Puts a feature into the next scoring wave.
    Check {
        /// Any segment of it.
        node: SegmentId => node } = "check" ["feature", "segment", "cause"];
    /// A feature became complete, occupied or not; it is not scored as such again.
    Completed {
        /// Any segment of it.
        node: SegmentId => completed } = "completed" ["feature", "segment"];
    /// A feature has no open end left, but a rule says that it is not complete yet; so it stays until it is completed.
    Waits {
        /// Any segment of it.
        node: SegmentId => node } = "waits" ["feature", "segment", "cause"];
    /// A claim was scored, also with value 0 and without owners.
    Scored {
        /// Subject, if it is a feature.
        node: SegmentId => claimed,
        /// Who earned it, as bits.
        owners: u8 => owners,
        /// The common value.
        value: i32 => number,
        /// In the final scoring.
        last: bool => last,
        /// What each seat earned, terms for it alone included; bonuses are paid beside it.
        earned: [i32; PLAYERS_MAX],
        /// Its score sheet.
        sheet: SheetId } = "scored" ["feature", "complete", "final", "number", "owners", "cause"];
    /// Points changed hands or came from the bank.
    Paid {
        /// Player who pays, or none for the bank.
        from: Player => arg,
        /// Player who gets the points, or none for the bank.
        to: Player => player,
        /// How many.
        points: i32 => number,
        /// Score sheet that the payment is a bonus of, if there is one.
        sheet: SheetId } = "paid" ["player", "number", "cause"];
    /// Tokens came or went.
    TokenMoved {
        /// Token kind.
        token: TokenId => arg,
        /// Player whose tokens change.
        player: Player => player,
        /// By how much.
        by: i16 => number } = "token_moved" about(token, player) ["player", "token", "number", "cause"];
    /// A slot of this part is left out.
    Skip {
        /// The slot.
        slot: u8 => number } = "skip" ["cause"];
    /// Gives this turn at least this number of parts.
    Parts {
        /// How many.
        n: u8 => number } = "parts" ["cause"];
    /// A whole extra turn for a player, now; what it interrupts goes on afterwards.
    Turn {
        /// Player of the extra turn.
        player: Player => player } = "turn" ["cause"];
    /// A player has the first turn; only before it has begun.
    Begins {
        /// Who.
        player: Player => player } = "begins" ["cause"];
    /// The game is over after this turn.
    Over = "over" ["cause"];
    /// Declared state changed.
    Set {
        /// State key.
        key: StateId => arg,
        /// Whose: player, tile, figure or segment; 0 for the game.
        of: u16 => arg,
        /// New value.
        value: i32 => number } = "set" about(key, of) ["cause"];
    /// A number was added to a declared list.
    Listed {
        /// State key of the list.
        key: StateId => arg,
        /// Index of the thing that has the list.
        of: u16 => arg,
        /// What.
        value: i32 => number } = "listed" about(key, of) ["cause"];
    /// A declared list was emptied.
    Cleared {
        /// State key of the list.
        key: StateId,
        /// Index of the thing that has the list.
        of: u16 } = "cleared" about(key, of) ["cause"];
    /// A step was declined. A player who declines the action has no second action in this part.
    Passed {
        /// By whom.
        player: Player => player,
        /// Code of the step.
        step: u8 } = "passed" ["player", "cause"];
    /// A player who was to place a tile has none that fits anywhere (reported).
    Stuck {
        /// Who.
        player: Player => player } = "stuck" ["player", "cause"];
    /// A player's answer to a sealed step becomes visible to all and is carried out next (reported).
    Revealed {
        /// Who.
        player: Player => player } = "revealed" ["player", "cause"];
    /// Something worth saying in the log.
    Noted {
        /// About whom.
        player: Player => player } = "noted" ["player", "cause"];
    // Effects of the turn flow have no subscribers, because slots exist for that.
    /// The scoring has checked every feature that was due.
    Checked = "checked" [];
    /// A part of the turn is over: what is declared for a part is forgotten.
    PartEnded {
        /// The part that begins now; 0 = none.
        next: u8 } = "part_ended" [];
    /// The turn is over: what is declared for a turn is forgotten, its log too.
    TurnEnded = "turn_ended" [];
    /// A turn begins; what was left out before it is not left out in it.
    TurnBegun {
        /// Player of the turn.
        player: Player } = "turn_begun" [];
    /// An extra turn that was given comes before what goes on now.
    Interrupted {
        /// Player of the interrupted turn.
        player: Player } = "interrupted" [];
    /// A turn that an extra one interrupted goes on where it was.
    TurnResumed {
        /// Player of the turn.
        player: Player,
        /// Its part.
        part: u8,
        /// How many parts it has.
        parts: u8,
        /// The tile placed in this part.
        placed: TileId,
        /// Slots that are left out, as bits.
        skip: u16 } = "turn_resumed" [];
    /// The game is over; no decision follows.
    Ended = "ended" [];
}

/// Names of effects as in `on.<effect>`, in the order of [`EffectKind`]: all but those of the course of the game.
pub const EFFECTS: &[&str] = NAMES.split_at(EffectKind::Checked as usize).0;

/// Names of the effects of the turn flow, which have no subscribers.
pub const COURSE: &[&str] = NAMES.split_at(EffectKind::Checked as usize).1;

impl Effect {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        NAMES[self.kind() as usize]
    }

    /// Points from the bank to a player, or to it if they are fewer than none.
    #[must_use]
    pub fn pay(player: Player, points: i32) -> Self {
        let (from, to) = if points < 0 { (player, Player::NONE) } else { (Player::NONE, player) };
        Effect::Paid { from, to, points: points.saturating_abs(), sheet: SheetId::NONE }
    }
}
