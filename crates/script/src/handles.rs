//! Handles: what a script holds instead of tables. A handle is a kind and a number. Its members are plain functions
//! over the game, called with [small values](value::Value) by whatever runs the script. One table, `api.in`, lists
//! everything that a script can ask and answer; each file here is a kind of handle.
//!
//! **Invariant:** nothing a script does through a handle changes the state; answers go into the frame.
#![allow(clippy::unnecessary_wraps, reason = "all members are functions of one type")]

mod api;
mod call;
mod claim;
mod condition;
mod corner;
mod event;
mod feature;
mod figure;
mod frame;
mod game;
mod names;
mod neutral;
mod offers;
mod open_end;
mod option;
mod options;
mod out;
mod player;
mod score;
mod segment;
mod stand;
mod step;
mod tables;
mod texts;
mod tile;
mod tile_type;
mod value;
mod verdict;
mod weight;
mod what_if;
mod worth;

pub use api::{API, Member};
pub(crate) use api::{Does, REFUSE, nearest, unknown_field, unknown_method, unknown_option};
pub(crate) use call::{Call, Runner};
pub(crate) use condition::Kept;
pub use condition::{About, asked, instead_of};
pub(crate) use frame::Frame;
pub use offers::DEPLOY_KEYS;
pub(crate) use options::after;
pub(crate) use texts::{Declared, Text};
pub(crate) use value::{Of, Value};
pub(crate) use what_if::Ahead;
pub use worth::WORTH_KEYS;
