//! Rules in Rust: the base game, Inns & Cathedrals and The Tower.
//!
//! A module is an array of named functions, as a script is a table of them; its manifest in
//! `expansions/<id>/` says when each is called.

mod base;
mod inns_and_cathedrals;
mod the_tower;

use bastide_core::NativeModule;

/// All native modules.
pub const MODULES: &[NativeModule] =
    &[base::MODULE, inns_and_cathedrals::MODULE, the_tower::MODULE];

/// The native module of an expansion.
#[must_use]
pub fn module(id: &str) -> Option<&'static NativeModule> {
    MODULES.iter().find(|m| m.id == id)
}

/// Numbers of a module's names: constants in the order of its list.
macro_rules! names {
    ($($id:ident = $name:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "constants by another name")]
        #[repr(usize)]
        enum Index { $($id,)* }
        $(const $id: usize = Index::$id as usize;)*
        const NAMES: &[bastide_core::Name] = &[$($name,)*];
    };
}
pub(crate) use names;
