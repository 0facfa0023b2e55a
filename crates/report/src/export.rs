//! Tables of games on disk: a table of games, one of payments, and a note that describes them.

#[cfg(feature = "parquet")]
mod parquet;

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use bastide::core::Ruleset;
use bastide::record::Unfinished;
use bastide_lab::Played;
use serde::{Deserialize, Serialize};

use crate::rows::{Column, Value, game_columns, game_row, score_columns, score_rows};

/// Version of the tables and their note.
pub const FORMAT: &str = "bastide games 1";

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Text, for everything.
    Csv,
    /// Columns, for `DuckDB`, Polars and the like.
    Parquet,
}

impl Kind {
    /// By the ending of a file.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "csv" => Some(Kind::Csv),
            "parquet" => Some(Kind::Parquet),
            _ => None,
        }
    }

    /// Whether this program was built to write it.
    #[must_use]
    pub fn is_known(self) -> bool {
        self == Kind::Csv || cfg!(feature = "parquet")
    }
}

/// What tables are: the note beside them, and all that is needed to make them again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// [`FORMAT`].
    pub format: String,
    /// How the tables are written.
    pub kind: Kind,
    /// Version of the engine.
    pub engine: String,
    /// Hash of the rules.
    pub ruleset: String,
    /// Seed.
    pub seed: u64,
    /// Bots by seat.
    pub bots: Vec<String>,
    /// Games of the whole simulation.
    pub games: u64,
    /// Number of this part, and how many parts there are.
    pub shard: (u64, u64),
    /// Number of the first game of this part.
    pub first: u64,
    /// Games in the tables.
    pub done: u64,
    /// Rows of the table of payments.
    pub payments: u64,
    /// What makes the whole again; a part by adding `--shard`.
    pub command: String,
    /// Text of the config.
    pub config: String,
}

impl Note {
    /// Games that a part has when it is whole: its first, and how many.
    #[must_use]
    pub fn range(games: u64, (i, n): (u64, u64)) -> (u64, u64) {
        let at = |i: u64| (u128::from(games) * u128::from(i) / u128::from(n.max(1))) as u64;
        let first = at(i.saturating_sub(1));
        (first, at(i) - first)
    }

    /// What makes a part again.
    #[must_use]
    pub fn command_of(&self, shard: u64) -> String {
        let ending = if self.kind == Kind::Csv { "csv" } else { "parquet" };
        let n = self.shard.1;
        format!("{} --shard {shard}/{n} -o part-{shard}.{ending} --force", self.command)
    }
}

/// The three files of a table: games, payments, note.
#[must_use]
pub fn files(out: &Path) -> [PathBuf; 3] {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let ending = out.extension().unwrap_or_default().to_string_lossy();
    [
        out.to_path_buf(),
        out.with_file_name(format!("{stem}-scores.{ending}")),
        out.with_extension("json"),
    ]
}

/// Where rows go.
pub(crate) trait Table {
    /// One more row.
    fn row(&mut self, row: &[Value]) -> io::Result<()>;
    /// That was all.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Rows as text.
struct Csv(csv::Writer<BufWriter<File>>);

impl Csv {
    fn new(file: File, columns: &[Column]) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(BufWriter::new(file));
        writer.write_record(columns.iter().map(|c| &c.name))?;
        Ok(Self(writer))
    }
}

impl Table for Csv {
    fn row(&mut self, row: &[Value]) -> io::Result<()> {
        for cell in row {
            match cell {
                Value::None => self.0.write_field("")?,
                Value::Int(n) => self.0.write_field(n.to_string())?,
                Value::Text(word) => self.0.write_field(word)?,
            }
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

pub(crate) fn table(kind: Kind, file: File, columns: &[Column]) -> io::Result<Box<dyn Table>> {
    match kind {
        Kind::Csv => Ok(Box::new(Csv::new(file, columns)?)),
        #[cfg(feature = "parquet")]
        Kind::Parquet => Ok(Box::new(parquet::Columns::new(file, columns)?)),
        #[cfg(not(feature = "parquet"))]
        Kind::Parquet => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// All rows of a table, in order.
pub(crate) fn read(
    kind: Kind,
    path: &Path,
    columns: &[Column],
    each: &mut dyn FnMut(&[Value]) -> io::Result<()>,
) -> io::Result<()> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(strange("no file"));
    }
    match kind {
        Kind::Csv => read_csv(path, columns, each),
        #[cfg(feature = "parquet")]
        Kind::Parquet => parquet::read(path, columns, each),
        #[cfg(not(feature = "parquet"))]
        Kind::Parquet => Err(io::ErrorKind::Unsupported.into()),
    }
}

pub(crate) fn strange(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

fn read_csv(
    path: &Path,
    columns: &[Column],
    each: &mut dyn FnMut(&[Value]) -> io::Result<()>,
) -> io::Result<()> {
    let mut reader = csv::Reader::from_path(path)?;
    if !reader.headers()?.iter().eq(columns.iter().map(|c| c.name.as_str())) {
        return Err(strange("other columns"));
    }
    for record in reader.records() {
        let record = record?;
        let cells = record.iter().zip(columns).map(|(text, column)| match text {
            "" => Ok(Value::None),
            word if column.is_text => Ok(Value::Text(word.to_owned())),
            number => number.parse().map(Value::Int).map_err(|_| strange("not a number")),
        });
        each(&cells.collect::<io::Result<Vec<Value>>>()?)?;
    }
    Ok(())
}

/// Tables while they are written. They get their names when they are whole.
pub struct Export {
    games: Box<dyn Table>,
    scores: Box<dyn Table>,
    /// Their files.
    files: [Unfinished; 2],
    out: PathBuf,
    note: Note,
}

impl std::fmt::Debug for Export {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Export").field("out", &self.out).finish_non_exhaustive()
    }
}

impl Export {
    /// Begins tables at `out`; `note` says what they are to hold.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn create(out: &Path, note: Note) -> io::Result<Self> {
        let [games, scores, _] = files(out);
        let files = [Unfinished::begin(&games)?, Unfinished::begin(&scores)?];
        let seats = note.bots.len();
        Ok(Self {
            games: table(note.kind, files[0].file().try_clone()?, &game_columns(seats))?,
            scores: table(note.kind, files[1].file().try_clone()?, &score_columns())?,
            files,
            out: out.to_path_buf(),
            note: Note { done: 0, payments: 0, ..note },
        })
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn add(&mut self, rules: &Ruleset, played: &Played) -> io::Result<()> {
        self.game(&game_row(played, self.note.seed, &self.note.bots))?;
        score_rows(played, rules).iter().try_for_each(|row| self.payment(row))
    }

    pub(crate) fn game(&mut self, row: &[Value]) -> io::Result<()> {
        self.note.done += 1;
        self.games.row(row)
    }

    pub(crate) fn payment(&mut self, row: &[Value]) -> io::Result<()> {
        self.note.payments += 1;
        self.scores.row(row)
    }

    /// That was all: the tables get their names, the note last.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn finish(self) -> io::Result<Note> {
        self.games.finish()?;
        self.scores.finish()?;
        let [games, scores] = self.files;
        games.finish()?;
        scores.finish()?;
        let [_, _, note] = files(&self.out);
        let text = serde_json::to_string_pretty(&self.note).unwrap_or_default();
        bastide::record::save_atomic(&note, &format!("{text}\n"))?;
        Ok(self.note)
    }
}

#[cfg(test)]
#[path = "tests/export.rs"]
mod tests;
