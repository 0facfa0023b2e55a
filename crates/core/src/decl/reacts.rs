//! Subscriptions: what an expansion is asked, under which conditions, and what it answers without a function.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Beside, Condition, SameWay};

/// A subscription to a hook. Every filter present must hold; all are evaluated by the core.
///
/// It is a part of what the hash of the rules is made of: a key that is added is not written where it is not
/// used, so that records of games that know nothing of it stay good.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subscription {
    /// Name of the hook: `scoring.points`, `on.placed`, `at.before_scoring`, `ask.<step>`, …
    pub on: String,
    /// Function of the expansion that answers.
    pub call: String,
    /// Answer without a function: points under `rule`, for the owner of the figure that `neutral` stands
    /// beside, else for the turn's player.
    pub pay: i32,
    /// Answer without a function: an own step for the turn's player.
    pub push: Option<String>,
    /// First argument of the step in `push`.
    pub times: i32,
    /// Answer without a function: the turn has at least so many parts, under `rule`.
    pub parts: u8,
    /// Answer without a function: the turn's player takes a token of the same name for each `tag` of the
    /// feature, under `rule`.
    pub collect: bool,
    /// Answer without a function: this neutral figure goes to the tile of the event, under `rule`.
    pub moves: Option<String>,
    /// Answer without a function: such figures on the tile of the event go home, under `rule`.
    pub home: Option<Condition>,
    /// Answer without a function: these game-wide state keys of the expansion become these numbers.
    pub sets: BTreeMap<String, i32>,
    /// Answer without a function: the tile drawn to be placed goes to this zone of everybody, under `rule`.
    pub aside: Option<String>,
    /// Answer without a function: all tiles in these zones of everybody go to these groups of the deck,
    /// under `rule`.
    pub pours: BTreeMap<String, String>,
    /// Answer without a function: points for each `tile` of the feature in question, or for each of a tag's
    /// number there, under `rule`.
    pub points: BTreeMap<String, i32>,
    /// With `pay` in `scoring.bonus`: each owner of the claim, with `holds` each who has such a figure in the
    /// feature, is paid for every such feature that it borders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bordering: Option<Condition>,
    /// Answer without a function: places are refused, under `rule`, where the tile would bend (`bends`) the
    /// same way as the tile it joins (`next-tile`), or as the last bend before it (`last-bend`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_way: Option<SameWay>,
    /// Order among the handlers of one slot or effect; lower first, then needs, then id.
    pub rank: i16,
    /// Rule id that switches the subscription off when muted.
    pub rule: Option<String>,
    /// Feature kinds of the feature, segment or claim in question.
    pub feature: Vec<String>,
    /// The feature has one of these tags (a number above 0).
    pub tag: Vec<String>,
    /// The rule of the claim or the cause of the effect.
    pub cause: Option<String>,
    /// The claim or feature is complete, or not.
    pub complete: Option<bool>,
    /// In the final scoring, or not.
    pub last: Option<bool>,
    /// Figure kinds.
    pub figure: Vec<String>,
    /// Figure class.
    pub class: Option<String>,
    /// The tile just placed, or the tile of the event, carries this tag or a segment with it.
    pub placed_tag: Option<String>,
    /// Some figure stands on the tile of the event, or none does.
    pub tile_occupied: Option<bool>,
    /// The tile to be placed (`placement.veto`), or the tile of the event, has a segment of this kind.
    pub placed_kind: Option<String>,
    /// Edge kind. The tile to be placed, or the one just placed, or that of the event, leads such an edge
    /// round a corner: it has two on sides next to each other.
    pub bends: Option<String>,
    /// The deck group that the tile of the event, or the tile just placed, came from.
    pub group: Option<String>,
    /// Some player has this token.
    pub token: Option<String>,
    /// The neutral figure of the event, or one that is on the board for other hooks.
    pub neutral: Option<String>,
    /// That neutral figure stands beside a figure: of the turn's player, or in the feature in question.
    pub beside: Option<Beside>,
    /// Steps in which an offer or veto is asked.
    pub step: Vec<String>,
    /// A figure of this kind is on the board.
    pub on_board: Option<String>,
    /// The feature in question holds a figure of this kind. Where the event is about a figure, one of its
    /// owner's, and the feature is the one it is in or was in; where it is about a tile, one of the turn's
    /// player's in any feature that the tile touches.
    pub holds: Option<String>,
    /// A game-wide state key of the expansion is not 0.
    pub state: Option<String>,
    /// Some zone of the turn's player with this name holds a tile.
    pub zone: Option<String>,
    /// The tile just placed, or the tile of the event, has tiles on all four sides, or not.
    pub surrounded: Option<bool>,
    /// A condition about what the hook tells.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub wher: Option<Condition>,
}

impl Subscription {
    /// Whether it answers by what it declares, without a function.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.pay != 0
            || self.push.is_some()
            || self.parts != 0
            || self.collect
            || self.moves.is_some()
            || self.home.is_some()
            || !self.sets.is_empty()
            || self.aside.is_some()
            || !self.pours.is_empty()
            || !self.points.is_empty()
            || self.bordering.is_some()
            || self.same_way.is_some()
    }
}
