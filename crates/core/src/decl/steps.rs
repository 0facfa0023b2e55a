//! Steps of expansions.

use serde::{Deserialize, Serialize};

use super::Target;

/// An own step on the agenda; `ask.<name>` lists its options, `answer.<name>` follows the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// Name, unique in the expansion.
    pub name: String,
    /// Asked although nothing but pass is an option.
    pub always: bool,
    /// Verbs of the same expansion that it offers by their declarations, without a handler.
    pub verbs: Vec<String>,
    /// Rule id of passing, if passing is allowed.
    pub pass: Option<String>,
    /// Rule id of options that its functions offer without a rule of their own, such as the numbers of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What its arguments are, in order, for conditions to ask: `is = "step"`. Nothing: the first is a segment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Target>,
    /// Goes round the table: its first argument counts how often it is asked still, each time of the next
    /// player.
    pub rounds: bool,
    /// All who are asked answer before anybody sees an answer, and before any is carried out.
    #[serde(skip_serializing_if = "is_false")]
    pub sealed: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(said: &bool) -> bool {
    !said
}
