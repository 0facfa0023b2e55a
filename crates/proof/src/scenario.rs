//! Scenarios: a board, some moves, and what must come of them; the tests that lie beside an expansion's rules.
//!
//! A scenario fixes every tile that is drawn, so it needs no chance. What the rules do not bring by
//! themselves (points before the first move, a tile drawn out of turn) is given by an expansion of its
//! own, made in memory, through the same effects as any other expansion's.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::decl::StartTile;
use bastide_core::{Fault, Words};
use bastide_text::Entry;

use bastide_content::Library;
use bastide_content::config::Written;
use bastide_lab::{Entered, add_entered};

mod declared;
mod expect;
mod game;
mod play;
mod random;
mod read;
pub mod spec;
mod table;

pub use expect::{Check, Drawn};
pub use read::read;
pub(crate) use table::config;

/// Edition of a scenario that names none.
pub const EDITION: &str = "bga";
/// Most scenarios of one file.
pub const SCENARIOS_MAX: usize = 1000;
/// Most games that are played to find one that satisfies `given`.
pub const TRIES_MAX: u64 = 50;

/// A scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// File as the user would name it.
    pub file: String,
    /// Bytes of its id in the file.
    pub span: Range<usize>,
    /// Bytes of the values, by key.
    pub written: BTreeMap<String, Range<usize>>,
    /// Id, unique in the file: `C-ROAD-01`.
    pub id: String,
    /// Title of the scenario.
    pub title: Words,
    /// Ids of the reference sheet that it covers: `R-BASE-060`.
    pub rules: Vec<String>,
    /// Expansion whose folder it lies in.
    pub expansion: String,
    /// Expansions beside that one and the base game.
    pub with: Vec<String>,
    /// Names of the players in turn order.
    pub players: Vec<String>,
    /// Seat that begins.
    pub first: usize,
    /// Edition; [`EDITION`] if none is named.
    pub edition: String,
    /// Options by expansion, as in a config.
    pub options: BTreeMap<String, Vec<Entry>>,
    /// Tile sets beyond those of the expansions.
    pub sets: Vec<String>,
    /// Figures per player instead of the expansions' own numbers.
    pub supply: BTreeMap<String, u16>,
    /// Points before the first move, by seat.
    pub points: BTreeMap<usize, i32>,
    /// Tokens before the first move, by seat and token.
    pub tokens: BTreeMap<usize, BTreeMap<String, i16>>,
    /// Start layout instead of the expansions' own.
    pub start: Vec<StartTile>,
    /// All tiles that are left to draw, in order.
    pub deck: Option<Vec<String>>,
    /// Moves: `PLAYER action`, or `draw TILE` for a tile that fits nowhere, or that somebody is asked about.
    pub moves: Vec<Written<String>>,
    /// The deck is empty after the moves, so that the game ends.
    pub end: bool,
    /// A whole game, or the beginning of one, instead of moves: every action, chance's too, as records write
    /// them. What must hold in every game is looked at after each.
    pub game: Option<Vec<Written<String>>>,
    /// Number of random games instead of moves; each must hold.
    pub random: Option<u32>,
    /// Only random games for which this holds count.
    pub given: Vec<Written<Check>>,
    /// Expectations.
    pub expect: Vec<Written<Check>>,
}

impl Scenario {
    /// Ids of all expansions in play, without doubles.
    #[must_use]
    pub fn expansions(&self) -> Vec<&str> {
        let mut ids = vec![bastide_content::config::BASE];
        for id in std::iter::once(&self.expansion).chain(&self.with) {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        ids
    }

    /// Ids of rules that it expects in the log, or as the reason of a refusal.
    #[must_use]
    pub fn cites(&self) -> Vec<&str> {
        let mut ids = Vec::new();
        for check in &self.expect {
            match &check.value {
                Check::Cited(rules) | Check::NotCited(rules) => {
                    ids.extend(rules.iter().map(String::as_str));
                }
                Check::Refused(rule) => ids.push(rule),
                _ => {}
            }
        }
        ids
    }

    /// Where something is written under a key, or else its id.
    fn at(&self, key: &str) -> &Range<usize> {
        self.written.get(key).unwrap_or(&self.span)
    }

    /// A fault at a place in its file.
    fn fault(
        &self,
        code: &str,
        span: &Range<usize>,
        en: impl AsRef<str>,
        fr: impl AsRef<str>,
    ) -> Fault {
        let (id, en, fr) = (&self.id, en.as_ref(), fr.as_ref());
        let fault = if id.is_empty() {
            Fault::new(code, en, fr)
        } else {
            Fault::new(code, format!("{id}: {en}"), format!("{id} : {fr}"))
        };
        fault.at(&self.file, span.clone())
    }
}

/// Reads every scenario of an expansion's folder: all `tests/*.toml`, in the order of their names.
///
/// # Errors
///
/// All faults of all files.
pub fn of_folder(library: &Library, expansion: &str) -> Result<Vec<Scenario>, Vec<Fault>> {
    let (mut scenarios, mut faults) = (Vec::new(), Vec::new());
    let files = library.folder(expansion).into_iter().flat_map(|folder| &folder.files);
    for (path, file) in files {
        if path.starts_with("tests/") && path.rsplit('.').next() == Some("toml") {
            match read(expansion, &file.name, &file.text) {
                Ok(found) => scenarios.extend(found),
                Err(found) => faults.extend(found),
            }
        }
    }
    if faults.is_empty() { Ok(scenarios) } else { Err(faults) }
}

/// Plays a scenario and compares the outcome with its expectations.
///
/// # Errors
///
/// Returns everything that prevents it from being played: `S0100` rules that cannot be built, `S0101` a refused move,
/// `S0102` an unreadable move, `S0103` a deck that does not fit the moves, `S0104` an expansion that failed, `S0105`
/// an expectation with an undeclared name; and every difference: `S0110`.
pub fn run(scenario: &Scenario, library: &Library) -> Result<(), Vec<Fault>> {
    run_counted(scenario, library, &mut Entered::new())
}

/// Does the same as [`run`], and adds how often the functions of the expansions were called.
///
/// # Errors
///
/// Fails like [`run`].
pub fn run_counted(
    scenario: &Scenario,
    library: &Library,
    entered: &mut Entered,
) -> Result<(), Vec<Fault>> {
    if let Some(lines) = &scenario.game {
        return game::follow(scenario, lines, library, entered);
    }
    let table = table::Table::set(scenario, library)?;
    let strange = declared::unknown(scenario, library, &table.rules.ruleset);
    if !strange.is_empty() {
        return Err(strange);
    }
    let done = if scenario.random.is_some() {
        random::games(scenario, &table)
    } else {
        play::moves(scenario, &table)
    };
    add_entered(entered, &table.entered());
    done
}

/// Which scenarios cover which id of the reference sheet.
#[must_use]
pub fn coverage(scenarios: &[Scenario]) -> BTreeMap<String, Vec<String>> {
    let mut table: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for scenario in scenarios {
        for rule in &scenario.rules {
            table.entry(rule.clone()).or_default().push(scenario.id.clone());
        }
    }
    table
}

#[cfg(test)]
#[path = "tests/scenario.rs"]
mod tests;
