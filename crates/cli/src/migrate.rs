//! `migrate`: an expansion of api 1 says what it said in api 2.

use std::path::Path;

use bastide::Manifest;
use bastide::manifest::{API, FILE, SCRIPTS};
use bastide_check::migrate::{self, Change, Migrated};

use crate::args;
use crate::files;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Migrate, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let mut left = 0;
    let manifests = desk.library.folders().filter_map(|folder| Manifest::read(folder).0);
    let figures = manifests.flat_map(|m| m.everything.figures).map(|figure| figure.name);
    let figures: Vec<String> = figures.collect();
    for folder in &args.folders {
        let path = folder.join(FILE);
        let (name, text) = desk.read(&path)?;
        let own = migrate::figures(&text);
        let figures: Vec<&str> = figures.iter().chain(&own).map(String::as_str).collect();
        let Some(manifest) = migrate::manifest(&name, &text, &figures).map_err(Stop::from)? else {
            out.line(&say!(
                out.lang,
                "{name}: it speaks api {API} already",
                "{name} : elle parle déjà l'api {API}"
            ))?;
            continue;
        };
        // The script first: while the manifest is of api 1, all of it can be done again.
        for path in SCRIPTS.map(|script| folder.join(script)).iter().filter(|path| path.exists()) {
            let (name, text) = desk.read(path)?;
            let script = migrate::script(&name, &text, &figures);
            left += done(args, (path, &name, &text), &script, desk, out)?;
        }
        left += done(args, (&path, &name, &text), &manifest, desk, out)?;
    }
    Ok(if left > 0 { stop::FINDING } else { stop::FINE })
}

/// Shows or writes what became of a file, and how much of it is left.
fn done(
    args: &args::Migrate,
    (path, name, text): (&Path, &str, &str),
    migrated: &Migrated,
    desk: &Desk,
    out: &mut Out,
) -> Result<usize, Stop> {
    if args.dry_run {
        show(name, &migrated.changes, out)?;
    } else if migrated.text != text {
        files::write(path, &migrated.text)?;
    }
    out.faults(&migrated.left, &desk.sources);
    let (written, left) = (migrated.changes.len(), migrated.left.len());
    out.line(&say!(
        out.lang,
        "{name}: written anew: {written}, left to you: {left}",
        "{name} : récrits : {written}, à votre charge : {left}"
    ))?;
    Ok(left)
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
