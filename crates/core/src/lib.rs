//! The mechanism of Bastide: board, features, figures, agenda, decisions, effects, claims.
//!
//! The core declares no terrain, no figure and no rule of any game; all names come from expansions.
//! [`Ruleset::build`] makes numbers of their declarations, [`Engine`] runs a [`State`] from one decision
//! to the next, [`Game`] reads it.

#![allow(
    clippy::inline_always,
    reason = "effects of the core are inlined at their call sites: a tenth of the speed"
)]
#![allow(clippy::result_large_err, reason = "a fault is made once, when something is wrong")]

pub mod answer;
mod apply;
mod board;
mod bytes;
pub mod choice;
pub mod condition;
pub mod decl;
pub mod effect;
mod engine;
pub mod fault;
mod fingerprint;
pub mod game;
pub mod handlers;
pub mod hooks;
pub mod ids;
pub mod limits;
pub mod ruleset;
pub mod score;
mod state;
pub mod step;
mod tags;
pub mod text;
mod view;

pub use answer::{Answer, Mark, Offer};
pub use choice::{Action, Choice, Decision, Offering, OptionList, Over};
pub use condition::Depends;
pub use effect::{Effect, EffectKind, Log, Logged, NoLog, Place, Sink};
pub use engine::{
    Dropped, ENDLESS, Engine, Fate, Fates, HookError, HookFault, Listed, Offerer, Reason, Refusal,
    Valuer, WhyNot, hook_name,
};
pub use fault::{Fault, Severity, Words};
pub use game::{Facts, Game};
pub use handlers::{Context, DataOnly, Handlers, Manner, Name, Native, NativeFn, NativeModule};
pub use hooks::{Event, Hook, Slot};
pub use ruleset::{BotWorth, BuildError, Restriction, Ruleset, Valuable, Waived};
pub use score::{AsIf, Claim, Contribution, Returns, Sheet, Strengths, Term, Worth};
pub use state::{PlacedTile, State, Touched};
pub use view::View;

#[cfg(test)]
mod tests;
