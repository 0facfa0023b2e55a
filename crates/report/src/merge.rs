//! Parts of one simulation become the whole; parts of different ones are refused.

use std::io;
use std::path::{Path, PathBuf};

use bastide::core::{Fault, Words};

use crate::export::{Export, FORMAT, Kind, Note, files, read};
use crate::parts::{self, COMMAND_MAX, NAMED, no_part, shown};
use crate::rows::{Value, game_columns, score_columns};

/// A part: where its note lies, and what it says.
#[derive(Clone, Debug)]
pub struct Part {
    /// The note.
    pub path: PathBuf,
    /// Content of the note.
    pub note: Note,
}

/// Reads the note of a part.
///
/// # Errors
///
/// `F0030`: it is no note of tables.
#[allow(clippy::result_large_err, reason = "off the hot path: once a file")]
pub fn part(path: &Path, text: &str) -> Result<Part, Fault> {
    let wrong = |what: &str| {
        no_part(path, what).help(
            "name the .json files that `bastide simulate -o` wrote",
            "nommez les fichiers .json écrits par `bastide simulate -o`",
        )
    };
    // The tables are what people think of; the note beside them is what says which part they are.
    let is_table = path.extension().is_some_and(|ending| ending == "csv" || ending == "parquet");
    if is_table {
        let note = shown(&path.with_extension("json"));
        let fault = wrong("a table");
        return Err(fault.help(
            format!("name the note beside it: `{note}`"),
            format!("nommez la note qui est à côté : `{note}`"),
        ));
    }
    let note: Note = serde_json::from_str(text).map_err(|e| wrong(&e.to_string()))?;
    let (i, n) = note.shard;
    if note.format != FORMAT {
        return Err(wrong(&note.format));
    }
    if note.command.len() > COMMAND_MAX {
        return Err(wrong(&format!("a command of {} bytes", note.command.len())));
    }
    // The number after the last must be one too.
    if i < 1 || i > n || n == u64::MAX || Note::range(note.games, note.shard).0 != note.first {
        return Err(wrong(&format!("shard {i}/{n}")));
    }
    Ok(Part { path: path.to_path_buf(), note })
}

/// Puts parts together in the order of their games; what comes out is what a simulation without parts
/// writes, byte for byte.
///
/// # Errors
///
/// `F0031` parts of different simulations, `F0032` a part twice, `F0033` parts that are missing or cut
/// short, with the commands that make them, `F0034` tables that are not what their note says, `F0006`.
pub fn merge(parts: &[Part], out: &Path) -> Result<Note, Vec<Fault>> {
    let Some(first) = parts.first() else { return Err(Vec::new()) };
    let mut faults: Vec<Fault> = parts.iter().filter_map(|p| stranger(first, p)).collect();
    if faults.is_empty() {
        faults = gaps(parts);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut parts: Vec<&Part> = parts.iter().collect();
    parts.sort_by_key(|p| p.note.shard.0);
    let whole = Note { shard: (1, 1), first: 0, ..first.note.clone() };
    let unwritable =
        |e: io::Error| {
            let why = bastide::folders::system(&e);
            let fault = Fault::new(
                "F0006",
                format!("cannot be written: {}", why.en),
                format!("écriture impossible : {}", why.fr),
            );
            vec![fault.in_file(&shown(out)).help(
                "check the path and its permissions",
                "vérifiez le chemin d'accès et ses droits",
            )]
        };
    let mut export = Export::create(out, whole).map_err(unwritable)?;
    for part in parts {
        copy(part, &mut export).map_err(|fault| vec![fault])?;
    }
    export.finish().map_err(unwritable)
}

/// What a part has in common with no part of another simulation.
fn stranger(first: &Part, other: &Part) -> Option<Fault> {
    let (a, b) = (&first.note, &other.note);
    let what = if a.ruleset != b.ruleset {
        Words::new("other rules", "d'autres règles")
    } else if a.seed != b.seed {
        Words::new("another seed", "une autre graine")
    } else if a.bots != b.bots {
        Words::new("other bots", "d'autres robots")
    } else if (a.games, a.shard.1) != (b.games, b.shard.1) {
        Words::new("another number of games or parts", "un autre nombre de parties ou de parts")
    } else if a.engine != b.engine {
        Words::new("another version of the engine", "une autre version du moteur")
    } else if a.kind != b.kind {
        Words::new("another kind of table", "une autre sorte de table")
    } else {
        return None;
    };
    Some(parts::stranger(&other.path, &first.path, &what))
}

/// Parts that are there twice, missing, or cut short. Parts that are missing are counted, however many they are said to be.
fn gaps(parts: &[Part]) -> Vec<Fault> {
    let (note, n) = (&parts[0].note, parts[0].note.shard.1);
    let mut here: Vec<&Part> = parts.iter().collect();
    here.sort_by_key(|part| part.note.shard.0);
    let (mut faults, mut again) = (Vec::new(), Vec::new());
    // The part that comes next if none is missing, and how many are.
    let (mut next, mut missing) = (1, 0);
    let mut skip = |from: u64, to: u64| {
        missing += to - from;
        again.extend((from..to).take(NAMED - again.len()));
    };
    for same in here.chunk_by(|a, b| a.note.shard.0 == b.note.shard.0) {
        let (part, i) = (same[0], same[0].note.shard.0);
        skip(next, i);
        next = i + 1;
        if let Some(twice) = same.get(1) {
            let what = Words::new(
                format!("part {i} of {n} is there twice"),
                format!("la part {i} sur {n} est là deux fois"),
            );
            faults.push(parts::twice(&twice.path, what));
            continue;
        }
        let (games, done) = (Note::range(note.games, (i, n)).1, part.note.done);
        if done < games {
            let fault = Fault::new(
                "F0033",
                format!("part {i} of {n} was cut short: {done} of {games} games"),
                format!("la part {i} sur {n} est incomplète : {done} parties sur {games}"),
            );
            let run = note.command_of(i);
            let (en, fr) = (format!("run again: {run}"), format!("relancez : {run}"));
            faults.push(fault.in_file(&shown(&part.path)).help(en, fr));
        }
    }
    skip(next, n + 1);
    for i in &again {
        let what = Words::new(
            format!("part {i} of {n} is missing"),
            format!("la part {i} sur {n} manque"),
        );
        faults.push(parts::missing(what, &note.command_of(*i)));
    }
    faults.extend(parts::more_missing(missing - again.len() as u64));
    faults
}

/// Copies the rows of a part and checks them against its note.
#[allow(clippy::result_large_err, reason = "off the hot path: once a file")]
fn copy(part: &Part, export: &mut Export) -> Result<(), Fault> {
    let note = &part.note;
    let ending = if note.kind == Kind::Csv { "csv" } else { "parquet" };
    let [games, scores, _] = files(&part.path.with_extension(ending));
    let wrong = |path: &Path, what: &dyn std::fmt::Display| {
        Fault::new(
            "F0034",
            format!("not what `{}` says: {what}", shown(&part.path)),
            format!("ce n'est pas ce que dit `{}` : {what}", shown(&part.path)),
        )
        .in_file(&shown(path))
        .help(
            format!("run again: {}", note.command_of(note.shard.0)),
            format!("relancez : {}", note.command_of(note.shard.0)),
        )
    };
    let mut next = note.first;
    let mut game = |row: &[Value]| {
        if row[0] != Value::from(next) {
            return Err(crate::export::strange("another game"));
        }
        next += 1;
        export.game(row)
    };
    read(note.kind, &games, &game_columns(note.bots.len()), &mut game)
        .map_err(|e| wrong(&games, &e))?;
    if next - note.first != note.done {
        return Err(wrong(&games, &format!("{} / {}", next - note.first, note.done)));
    }
    let mut count = 0;
    let mut payment = |row: &[Value]| {
        count += 1;
        export.payment(row)
    };
    read(note.kind, &scores, &score_columns(), &mut payment).map_err(|e| wrong(&scores, &e))?;
    if count != note.payments {
        return Err(wrong(&scores, &format!("{count} / {}", note.payments)));
    }
    Ok(())
}
