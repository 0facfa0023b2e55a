//! `migrate`: filters of hooks, and what verbs and patterns name, become conditions.

use bastide::Manifest;
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
    let manifests = desk.library.folders().filter_map(|folder| Manifest::read(folder).0);
    let figures = manifests.flat_map(|m| m.everything.figures).map(|figure| figure.name);
    let figures: Vec<String> = figures.collect();
    let figures: Vec<&str> = figures.iter().map(String::as_str).collect();
    for folder in &args.folders {
        let path = folder.join(bastide::manifest::FILE);
        let (name, text) = desk.read(&path)?;
        let migrated = migrate::manifest(&name, &text, &figures).map_err(Stop::from)?;
        if args.dry_run {
            show(&name, &migrated.changes, out)?;
        } else if migrated.text != text {
            files::write(&path, &migrated.text)?;
        }
        out.faults(&migrated.left, &desk.sources);
        let left = migrated.left.len();
        let written = migrated.changes.iter().filter(|change| change.now.contains('=')).count();
        out.line(&say!(
            out.lang,
            "{name}: written as conditions: {written}, left to you: {left}",
            "{name} : écrits en conditions : {written}, à votre charge : {left}"
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
