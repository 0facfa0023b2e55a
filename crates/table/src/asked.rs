//! Requests to a table and their answers.

use bastide::core::Words;
use bastide::game::Refused;
use serde::{Deserialize, Serialize};

use crate::phrase::Phrase;
use crate::policy::PolicyChange;

/// A request.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Asked {
    /// Take a free seat under a name; the first that is free, if none is named.
    Sit {
        /// Seat to take, or any free one.
        seat: Option<usize>,
        /// Name of the person.
        name: String,
    },
    /// Be called by another name.
    Name {
        /// Which.
        name: String,
    },
    /// Leave a seat, or have somebody leave it.
    Leave {
        /// Seat to free; the requester's own seat if absent.
        seat: Option<usize>,
    },
    /// Let a bot play a seat. During the game it stands in for a person who is gone, until they are here again.
    Bot {
        /// Seat to free or fill.
        seat: usize,
        /// Bot for the seat.
        bot: String,
    },
    /// Change how the table is kept.
    Policy {
        /// Table settings to change.
        policy: PolicyChange,
    },
    /// Say that one is ready, or not yet: the host sees it, and nothing waits for it.
    Ready {
        /// One is.
        yes: bool,
    },
    /// Begin the game.
    Start,
    /// Play once more: a table for the same people, who sit one place further.
    Again,
    /// Carry out an action.
    Act {
        /// Actions that were done when it was chosen.
        n: usize,
        /// The action as records write it.
        action: String,
        /// Idempotency key: a repeated request with the same key gets the same answer and is not carried out again.
        id: String,
        /// Do not wait before the next one is asked: nothing will be taken back.
        #[serde(default)]
        done: bool,
    },
    /// Let the game go on.
    Done {
        /// Actions that were done.
        n: usize,
    },
    /// Take back the last action.
    Undo {
        /// Actions that were done.
        n: usize,
    },
    /// Propose to undo everything after `n` actions. All people at the table must agree.
    Back {
        /// Actions that were done.
        n: usize,
        /// Actions that stay.
        to: usize,
    },
    /// Let a bot stand in for somebody who is awaited and gone, if most of those who are here agree.
    StandIn {
        /// Seat to stand in for.
        seat: usize,
    },
    /// Vote on a proposal.
    Vote {
        /// To which wish: its number in the document of the table.
        wish: u64,
        /// Yes.
        yes: bool,
    },
    /// Say one of the phrases to all at the table.
    Say {
        /// Phrase to say.
        phrase: Phrase,
    },
    /// Accept new rules that cut the running game, or keep the old ones.
    Cut {
        /// Cut the game there.
        yes: bool,
    },
    /// Say why an action cannot be done.
    Why {
        /// The action as records write it.
        action: String,
    },
    /// Ask what `planner` would do; with `at`, what it thinks of the decision after that many actions.
    Hint {
        /// After how many actions.
        #[serde(default)]
        at: Option<usize>,
    },
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Answer {
    /// It is done.
    Done {
        /// The table after it.
        version: u64,
    },
    /// A seat was taken.
    Sat {
        /// Seat that was taken.
        seat: usize,
        /// Its key, to be kept.
        key: String,
    },
    /// Nothing happened.
    No {
        /// Why, as a word: `key`, `stale`, `illegal`, `turn`, `seat`, `soon`, `policy`, `fault`.
        code: &'static str,
        /// Why, in words.
        why: Words,
        /// Ids of the rules behind it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rules: Vec<String>,
    },
    /// Lines that were asked for.
    Said {
        /// The lines.
        lines: Vec<Words>,
    },
}

impl Answer {
    pub(crate) fn no(code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Answer::No { code, why: Words::new(en, fr), rules: Vec::new() }
    }

    pub(crate) fn not_begun() -> Self {
        Self::no("turn", "the game has not begun", "la partie n'a pas commencé")
    }

    pub(crate) fn not_your_turn() -> Self {
        Self::no("turn", "it is not your turn", "ce n'est pas à vous de jouer")
    }

    pub(crate) fn stale() -> Self {
        Self::no(
            "stale",
            "something happened meanwhile: look again",
            "il s'est passé quelque chose entre-temps : regardez à nouveau",
        )
    }

    pub(crate) fn refused(refused: &Refused) -> Self {
        let code = if matches!(refused, Refused::Fault(_)) { "fault" } else { "illegal" };
        let rules = refused.rules().map(str::to_owned).collect();
        Answer::No { code, why: refused.words(), rules }
    }
}
