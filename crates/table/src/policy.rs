//! How a table is kept: what its host chooses beside the rules of the game.

use serde::{Deserialize, Serialize};

/// Longest pause of bots, in milliseconds.
pub const PAUSE_MAX: u16 = 5000;

/// Whether a turn waits for its end to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// Players can undo, and end their turn themselves.
    #[default]
    Ask,
    /// The game goes on at once.
    Never,
}

/// What a player can undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// One's own last action, until it has shown something to somebody.
    Own,
    /// Nothing.
    None,
    /// One's own last action, and anything if all people at the table agree.
    #[default]
    Agreed,
}

/// How a table is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Policy {
    /// Whether a turn waits for its end to be said.
    pub confirm: Confirm,
    /// What a player can undo.
    pub undo: Undo,
    /// People without a seat may look on.
    pub watchers: bool,
    /// Phrases can be said.
    pub phrases: bool,
    /// Hints can be asked for.
    pub hints: bool,
    /// How long a bot's move is left to be seen, in milliseconds, up to [`PAUSE_MAX`].
    pub pause: u16,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            confirm: Confirm::default(),
            undo: Undo::default(),
            watchers: true,
            phrases: true,
            hints: true,
            pause: 700,
        }
    }
}

/// Changes to the settings of a table. Settings that are absent keep their values, so that two concurrent changes do
/// not overwrite each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PolicyChange {
    /// Whether a turn waits for its end to be said.
    pub confirm: Option<Confirm>,
    /// What a player can undo.
    pub undo: Option<Undo>,
    /// Whether people without a seat may look on.
    pub watchers: Option<bool>,
    /// Whether phrases can be said.
    pub phrases: Option<bool>,
    /// Whether hints can be asked for.
    pub hints: Option<bool>,
    /// How long a bot's move is left to be seen, in milliseconds, up to [`PAUSE_MAX`].
    pub pause: Option<u64>,
}

impl PolicyChange {
    /// A table kept as before but for the change.
    #[must_use]
    pub fn of(self, before: Policy) -> Policy {
        Policy {
            confirm: self.confirm.unwrap_or(before.confirm),
            undo: self.undo.unwrap_or(before.undo),
            watchers: self.watchers.unwrap_or(before.watchers),
            phrases: self.phrases.unwrap_or(before.phrases),
            hints: self.hints.unwrap_or(before.hints),
            // What passes every number is too long in any case.
            pause: self.pause.map_or(before.pause, |n| u16::try_from(n).unwrap_or(u16::MAX)),
        }
    }
}
