//! How a table is kept: what its host chooses beside the rules of the game.

use serde::{Deserialize, Serialize};

/// Longest pause of bots, in milliseconds.
pub const PAUSE_MAX: u16 = 5000;

/// Whether a turn waits for its end to be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirm {
    /// Whoever has acted may take it back, and says that they are done.
    #[default]
    Ask,
    /// The game goes on at once.
    Never,
}

/// What can be taken back.
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

/// How a table is kept. A request names all of it; whoever leaves something out asks for what is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Policy {
    /// Whether a turn waits for its end to be said.
    pub confirm: Confirm,
    /// What can be taken back.
    pub undo: Undo,
    /// People without a seat may look on.
    pub watchers: bool,
    /// Phrases can be said.
    pub phrases: bool,
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
            pause: 700,
        }
    }
}
