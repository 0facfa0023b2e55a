//! Words that a manifest may use because the core knows them.

pub use bastide_core::effect::EFFECTS;
use bastide_core::hooks::HOOKS;
pub use bastide_core::hooks::SLOTS;
pub use bastide_core::ruleset::{OWN_OFFERS, RESTRICTIONS};

/// Hooks without a subject.
pub fn hooks() -> impl Iterator<Item = &'static str> {
    HOOKS.iter().map(|row| row.name).filter(|name| !name.ends_with('.'))
}
