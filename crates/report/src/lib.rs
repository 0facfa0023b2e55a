//! What many games say: two rules compared, with intervals, pictures and games to replay.

#![allow(clippy::format_push_string, reason = "texts for people are short")]
#![allow(clippy::many_single_char_names, reason = "A and B, x and y are called so")]

pub mod agreement;
pub mod compare;
pub mod export;
mod extreme;
mod found;
mod lang;
pub mod merge;
mod page;
pub mod pairs;
pub mod parts;
mod plot;
pub mod rows;
pub mod stats;
pub mod summary;
mod table;
mod tally;
mod together;
pub mod tournament;
pub mod tune;
mod unused;
mod verdicts;
mod words;

pub use compare::{Plan, Side, compare};
pub use extreme::{Extreme, Reason};
pub use found::{Comparison, Fires, Row, Seat, Sort, Told, Unused, Verdict};
pub use lang::Lang;
pub use page::{page, page_of_all, page_of_duels};
pub use table::{table, table_of_all};
pub use tally::About;
pub use together::{Accord, Found, Shared, Together, compare_each, label};
pub use tournament::{Cup, Standing, Tournament, tournament};
pub use tune::{Search, Tuned, tune};
