//! Bastide: a rules engine for tile-laying games of the Carcassonne family, ready to play.
//!
//! What a game is made of is found and read by `bastide_content`, whose names stand here too. This crate builds the
//! rules of a game and runs it: turns, bots, chance, records, taking back, rules that change meanwhile.
//!
//! A whole game, in which everybody takes what brings the most points at once:
//!
//! ```
//! fn main() -> bastide::Result<()> {
//!     let rules = bastide::rules().players(["Ann", "Bo"]).set("the-tower", "ransom", 5).build()?;
//!     let mut game = rules.game(42)?;
//!     while let Some(turn) = game.turn()? {
//!         let (seat, options) = (turn.seat(), turn.options());
//!         let points = |option: &&_| turn.after(option).map_or(0, |after| after.points(seat));
//!         let best = options.iter().max_by_key(points).expect("a decision has options");
//!         for sheet in turn.play(best)?.sheets("en") {
//!             println!("{best}: {sheet}");
//!         }
//!     }
//!     println!("{:?}", game.result().expect("it is over").scores);
//!     Ok(())
//! }
//! ```
//!
//! [`Rules`] and [`Play`] go from thread to thread; an [`Engine`](core::Engine) stays where it was made, since it holds the
//! machine that runs the scripts, and is lent to one play after the other: [`Rules::engine`], [`Play::act`].

mod asked;
pub mod bots;
pub mod chance;
mod error;
pub mod game;
pub mod notation;
pub mod record;
pub mod reload;
pub mod rules;
pub mod story;
pub mod told;
mod view;

pub use asked::{Asked, rules};
pub use bastide_content::{
    Config, Library, Manifest, PlayerSeat, Seed, Setup, config, folders, graph, library, manifest,
    near, rules_text, seed,
};
pub use bastide_core as core;
pub use bastide_script::{LogLine, Scripts, annotations, show_prints, watch};
pub use bots::Bot;
pub use error::{Error, Result};
pub use game::{Game, Play, Turn};
pub use record::Record;
pub use rules::Rules;
pub use view::Seen;
