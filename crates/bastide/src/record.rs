//! Records: a game as text that one can read, write by hand and compare line by line.
//!
//! ```text
//! bastide 1
//! engine 0.1.0
//! ruleset 9f2c…                                  hash of everything below and of the rules themselves
//! edition bga
//! seed 42                                        a second number: which game of a simulation
//! player 1 Alice
//! player 2 "Bob Hope" greedy                     blanks need quotes; the third word is the bot
//! first 2
//! expansion base 1.0.0 80aa… farmers=off         version, hash of the content, what the config says
//! expansion river 1.0.0 17bc… tiles=false
//! tiles base/D=5 my-set=2
//! ---
//! 0 draw base/D                                  0 = chance
//! 1 place base/D 1,0 r1
//! 1 deploy meeple 1,0 road@E
//! = 12 0                                         points of all, after an action that changed them
//! # turn 2 h=5be0…                               fingerprint of the state when a turn begins
//! ```
//!
//! The header is a config in short: every word `key=value` of an expansion is an option, or `tiles`,
//! `sets`, `copies`, `figures.<kind>`, `path`. Written by hand, `engine`, `ruleset`, `seed`, version and
//! hash may be left out, and so may the lines of points and fingerprints: what stands there is checked,
//! what is missing is not. `implied-draws` in the header lets `place` imply the draw before it. A text
//! after `#` at the begin of a line or after a blank is a comment. A last line without a line end was cut
//! off when it was written, and is left out.

mod compare;
mod header;
mod read;
mod replay;
mod save;

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::Value;
use bastide_core::ids::Player;

use crate::game::{Entry, Play};
use bastide_content::Seed;
use bastide_content::config::{PlayerSeat, Written};

pub use compare::{Changed, Difference};
pub(crate) use replay::imply_draw;
pub use replay::{Broken, Divergence, Verified, beyond};
pub use save::{Unfinished, save_atomic, save_bytes};

/// Version of the format.
pub const FORMAT: u32 = 1;
/// Longest record that is read, in bytes.
pub const RECORD_BYTES_MAX: usize = 16 << 20;
/// Longest header of a record, in bytes.
pub const HEAD_BYTES_MAX: usize = 256 << 10;
/// Most lines of a record.
pub const RECORD_LINES_MAX: usize = 200_000;
/// Number of faults that are reported of one record at most.
pub const FAULTS_MAX: usize = 20;

/// A game as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// File as the user would name it.
    pub file: String,
    /// What the game is made of.
    pub header: Header,
    /// Actions, checks and comments in order.
    pub lines: Vec<Line>,
    /// Warnings about a readable record.
    pub warnings: Vec<Fault>,
}

/// What a game is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Version of the engine that wrote it.
    pub engine: String,
    /// Hash of the rules.
    pub ruleset: Option<Written<String>>,
    /// Edition.
    pub edition: Option<Written<String>>,
    /// Seed of chance, and which of its games.
    pub seed: Option<(Seed, u64)>,
    /// Seats in turn order.
    pub players: Vec<PlayerSeat>,
    /// Bytes of the first line of players.
    pub players_span: Range<usize>,
    /// Seat that begins, if one is named.
    pub first: Option<usize>,
    /// Enabled expansions in order.
    pub expansions: Vec<Needed>,
    /// Copies of tiles and sets.
    pub tiles: Vec<(Written<String>, u16)>,
    /// `place` implies the draw before it.
    pub implied_draws: bool,
    /// The record as this seat saw it, or as somebody did who looked on: it cannot be replayed.
    pub seen_by: Option<Written<Option<usize>>>,
}

/// An expansion as a record needs it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needed {
    /// Name of the folder.
    pub id: Written<String>,
    /// Version, or `None` for any.
    pub version: Option<String>,
    /// First digits of its content hash, or `None` for any.
    pub hash: Option<String>,
    /// Its tile sets stay out.
    pub no_tiles: bool,
    /// Tile sets instead of its own.
    pub sets: Option<Written<Vec<String>>>,
    /// How often its sets are in the deck.
    pub copies: Option<u16>,
    /// Pieces per player.
    pub figures: BTreeMap<String, Written<u16>>,
    /// Folder to read it from if the library does not know it.
    pub path: Option<String>,
    /// Options that the config set.
    pub options: BTreeMap<String, Written<Value>>,
}

/// One line after the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Bytes in the file.
    pub span: Range<usize>,
    /// Number of the line in the file, from 1.
    pub number: usize,
    /// Content of the line.
    pub what: Said,
    /// Comment behind it.
    pub note: String,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Somebody did something.
    Action {
        /// A seat, or chance.
        actor: Player,
        /// What, as text.
        text: String,
        /// Bytes of the text in the file.
        at: Range<usize>,
    },
    /// Points of all players now.
    Scores(Vec<i32>),
    /// Turn that begins (0 = the end) and fingerprint of the state.
    State(u16, u64),
    /// A comment; an empty text is an empty line.
    Comment(String),
}

impl Record {
    /// The record of a game.
    #[must_use]
    pub fn of(game: &Play) -> Self {
        let mut record = Self { header: header::of(game), ..Self::default() };
        for entry in game.entries() {
            record.entry(entry, entry.text.clone(), true);
        }
        record
    }

    /// The record as one seat may know it: what others drew unseen, the seed and all fingerprints are
    /// left out. It cannot be replayed.
    #[must_use]
    pub fn seen_by(game: &Play, seat: Player) -> Self {
        let mut record = Self { header: header::of(game), ..Self::default() };
        record.header.seed = None;
        record.header.seen_by =
            Some(Written { value: seat.is_some().then(|| seat.index()), span: 0..0 });
        for entry in game.entries() {
            record.entry(entry, crate::view::text_for(game, entry, seat), false);
        }
        record
    }

    fn entry(&mut self, entry: &Entry, text: String, fingerprints: bool) {
        for what in entry.said(text, fingerprints) {
            self.lines.push(Line { span: 0..0, number: 0, what, note: String::new() });
        }
    }

    /// How many actions it holds.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.lines.iter().filter(|l| matches!(l.what, Said::Action { .. })).count()
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}---", self.header)?;
        for line in &self.lines {
            let text = line.to_string();
            match (text.is_empty(), line.note.is_empty()) {
                (_, true) => writeln!(f, "{text}")?,
                (true, false) => writeln!(f, "# {}", line.note)?,
                (false, false) => writeln!(f, "{text}  # {}", line.note)?,
            }
        }
        Ok(())
    }
}

impl Record {
    /// Returns the note behind an action for the seconds that its player took; [`Line::thought`] reads it.
    #[must_use]
    pub fn thought_note(seconds: u32) -> String {
        format!("thought {seconds} s")
    }
}

impl Line {
    /// Returns the seconds that the player took for the action, if the note behind it says so.
    #[must_use]
    pub fn thought(&self) -> Option<u32> {
        self.note.strip_prefix("thought ")?.strip_suffix(" s")?.parse().ok()
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.what.fmt(f)
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Said::Action { actor: Player::CHANCE, text, .. } => write!(f, "0 {text}"),
            Said::Action { actor, text, .. } => write!(f, "{} {text}", actor.index() + 1),
            Said::Scores(scores) => {
                write!(f, "=")?;
                scores.iter().try_for_each(|n| write!(f, " {n}"))
            }
            Said::State(0, fingerprint) => write!(f, "# end h={fingerprint:016x}"),
            Said::State(turn, fingerprint) => write!(f, "# turn {turn} h={fingerprint:016x}"),
            Said::Comment(text) if text.is_empty() => Ok(()),
            Said::Comment(text) => write!(f, "# {text}"),
        }
    }
}

impl Entry {
    /// What its lines of a record say: the action, written like this, points, and the turn that begins.
    fn said(&self, text: String, fingerprints: bool) -> impl Iterator<Item = Said> {
        let action = Said::Action { actor: self.actor, text, at: 0..0 };
        let turn = self.turn.filter(|_| fingerprints);
        let turn = turn.map(|(turn, fingerprint)| Said::State(turn, fingerprint));
        std::iter::once(action).chain(self.scores.clone().map(Said::Scores)).chain(turn)
    }

    /// Its lines in the record of the game.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.said(self.text.clone(), true).map(|said| said.to_string())
    }
}

impl Play {
    /// The game as text.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::of(self)
    }

    /// What the record says before the first action, line by line. The [`Entry::lines`] of all actions come after it.
    #[must_use]
    pub fn record_head(&self) -> Vec<String> {
        let head = format!("{}---", header::of(self));
        head.lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
#[path = "tests/record.rs"]
mod tests;

#[cfg(test)]
#[path = "tests/seats.rs"]
mod seats;
