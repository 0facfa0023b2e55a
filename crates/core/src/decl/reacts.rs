//! Subscriptions: what an expansion is asked, under which conditions, and what it answers without a function.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Condition;

/// A subscription to a hook. The core evaluates steps and condition.
///
/// Subscriptions are part of the hash of the rules. A new key is not serialized where it is unused, so that records of
/// games without it stay valid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subscription {
    /// Name of the hook: `scoring.points`, `on.placed`, `at.before_scoring`, `ask.<step>`, …
    pub on: String,
    /// Function of the expansion that answers.
    pub call: String,
    /// Answer without a function: points for the turn's player, under `rule`.
    pub pay: i32,
    /// Answer without a function: an own step for the turn's player.
    pub push: Option<String>,
    /// First argument of the step in `push`.
    pub times: i32,
    /// Declared answer: the turn has at least this number of parts, under `rule`.
    pub parts: u8,
    /// Answer without a function: this neutral figure goes to the tile of the event, under `rule`.
    pub moves: Option<String>,
    /// Declared answer: matching figures on the event's tile return to the supply, under `rule`.
    pub home: Option<Condition>,
    /// Answer without a function: points for each `tile` of the feature in question, or for each of a tag's
    /// number there, under `rule`.
    pub points: BTreeMap<String, i32>,
    /// Answer without a function: the feature in question is not complete, under `rule`, whoever asks and whenever.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Order among the handlers of one slot or effect; lower first, then needs, then id.
    pub rank: i16,
    /// Rule id that switches the subscription off when muted.
    pub rule: Option<String>,
    /// Steps in which an offer or veto is asked.
    pub step: Vec<String>,
    /// A condition about what the hook tells.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub filter: Option<Condition>,
}

impl Subscription {
    /// Returns whether the hook declares its answer instead of calling a function.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.pay != 0
            || self.push.is_some()
            || self.parts != 0
            || self.moves.is_some()
            || self.home.is_some()
            || !self.points.is_empty()
            || self.waits
    }
}
