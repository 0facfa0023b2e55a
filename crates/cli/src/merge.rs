//! `merge`: the parts of a simulation become the whole.

use bastide_report::export::{self, Kind};
use bastide_report::merge::{merge, part};

use crate::args;
use crate::files::{self, Over};
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::simulate::kind;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Merge, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let wanted = kind(&args.out)?;
    let mut parts = Vec::new();
    let mut faults = Vec::new();
    for path in &args.parts {
        let (_, text) = desk.read(path)?;
        match part(path, &text) {
            Ok(part) => parts.push(part),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
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
    for path in export::files(&args.out) {
        files::free(&path, Over::forced(args.force))?;
    }
    let note = merge(&parts, &args.out)?;
    let shown = args.out.display();
    out.note(&say!(
        out.lang,
        "{shown}: {} games, {} payments",
        "{shown} : {} parties, {} paiements",
        note.done,
        note.payments
    ));
    Ok(stop::FINE)
}
