//! `migrate`: filters of hooks become conditions.

use bastide_check::migrate::{self, Change};

use crate::args;
use crate::files;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Migrate, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let mut code = stop::FINE;
    for folder in &args.folders {
        let path = folder.join(bastide::manifest::FILE);
        let (name, text) = desk.read(&path)?;
        let migrated = migrate::manifest(&name, &text).map_err(Stop::from)?;
        if args.dry_run {
            show(&name, &migrated.changes, out)?;
        } else if migrated.text != text {
            files::write(&path, &migrated.text)?;
        }
        out.faults(&migrated.left, &desk.sources);
        let left = migrated.left.len();
        // What became of several lines is one condition.
        let hooks = migrated.changes.iter().filter(|change| change.now.contains("where")).count();
        out.line(&say!(
            out.lang,
            "{name}: hooks written as conditions: {hooks}, left to you: {left}",
            "{name} : points d'accroche écrits en conditions : {hooks}, à votre charge : {left}"
        ))?;
        if left > 0 {
            code = stop::FINDING;
        }
    }
    Ok(code)
}

/// What would be written, line by line.
fn show(name: &str, changes: &[Change], out: &mut Out) -> std::io::Result<()> {
    for Change { line, was, now } in changes {
        out.line(&format!("{name}:{line}"))?;
        for (sign, text) in [('-', was), ('+', now)] {
            for line in text.lines() {
                out.line(&format!("{sign} {line}"))?;
            }
        }
    }
    Ok(())
}
