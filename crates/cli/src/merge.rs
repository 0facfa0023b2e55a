//! `merge`: the parts of a simulation, or of a comparison, become the whole.

use std::path::Path;

use bastide::core::Fault;
use bastide_report::export::{self, Kind};
use bastide_report::merge::{merge, part};
use bastide_report::{Side, pairs, parts};

use crate::args;
use crate::compare;
use crate::files::{self, Over};
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::simulate::kind;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Merge, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let mut texts = Vec::new();
    for path in &args.parts {
        texts.push((path.as_path(), desk.read(path)?.1));
    }
    // All are held to be what the first is; one that is not is named by its reader.
    if texts.first().and_then(|(_, text)| parts::format(text)).as_deref() == Some(pairs::FORMAT) {
        return comparison(&texts, args, desk, out);
    }
    let Some(to) = args.out.as_deref() else {
        return Err(Stop::Usage(say!(
            out.lang,
            "parts of a simulation become tables: name them with -o games.csv",
            "les parts d'une simulation deviennent des tables : nommez-les avec -o parties.csv"
        )));
    };
    let wanted = kind(to)?;
    let parts = all(&texts, part)?;
    if let Some(other) = parts.iter().map(|p| p.note.kind).find(|k| *k != wanted) {
        let name = |kind| if kind == Kind::Csv { ".csv" } else { ".parquet" };
        return Err(Stop::Usage(say!(
            out.lang,
            "the parts are {}: name a file that ends in {}",
            "les parts sont en {} : nommez un fichier en {}",
            name(other),
            name(other)
        )));
    }
    for path in export::files(to) {
        files::free(&path, Over::forced(args.force))?;
    }
    let note = merge(&parts, to)?;
    let shown = to.display();
    let games = out.lang.counted(note.done, "game", "partie");
    let payments = out.lang.counted(note.payments, "payment", "paiement");
    out.note(&say!(out.lang, "{shown}: {games}, {payments}", "{shown} : {games}, {payments}"));
    Ok(stop::FINE)
}

/// All that were read, or what is wrong with all that were not.
fn all<T>(
    texts: &[(&Path, String)],
    read: fn(&Path, &str) -> Result<T, Fault>,
) -> Result<Vec<T>, Stop> {
    let (mut parts, mut faults) = (Vec::new(), Vec::new());
    for (path, text) in texts {
        match read(path, text) {
            Ok(part) => parts.push(part),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(parts) } else { Err(faults.into()) }
}

/// The parts of a comparison, which says what it would have said had nobody parted it.
fn comparison(
    texts: &[(&Path, String)],
    args: &args::Merge,
    desk: &mut Desk,
    out: &mut Out,
) -> Result<u8, Stop> {
    let parts = all(texts, pairs::part)?;
    let Some(first) = parts.first() else { return Ok(stop::FINE) };
    if let Some(path) = &args.out {
        compare::free(path, args.force)?;
    }
    let mut sides = Vec::new();
    for asked in &first.pairs.sides {
        // The configs are those of the parts, whatever has become of their files.
        desk.sources.add(&asked.file, &asked.config);
        let rules = desk.rules_of(&asked.file, &asked.config)?;
        sides.push(Side { file: asked.file.clone(), text: asked.config.clone(), rules });
    }
    let [a, b] = &sides[..] else { return Ok(stop::FINE) };
    let found = pairs::join(&parts, [a, b])?;
    compare::tell(&found, [a, b], args.json, out)?;
    if let Some(path) = &args.out {
        compare::write(&found, [a, b], &first.pairs.command, path, out)?;
    }
    Ok(stop::FINE)
}
