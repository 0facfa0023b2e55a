//! Files that a verb writes: looked at before the work, and never written over unasked.

use std::path::Path;

use bastide::core::Fault;

use crate::stop::Stop;

/// Whether a file may be written there: its folder exists, and no file of that name unless `force`.
pub(crate) fn free(path: &Path, force: bool) -> Result<(), Stop> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let shown = folder.display();
        return Err(at(path, "F0021")(
            format!("there is no folder `{shown}`"),
            format!("il n'y a pas de dossier `{shown}`"),
        )
        .help("make it, or choose another place", "créez-le, ou choisissez un autre endroit")
        .into());
    }
    if path.is_dir() {
        return Err(at(path, "F0022")("this is a folder".into(), "c'est un dossier".into())
            .help("name a file in it", "nommez un fichier dedans")
            .into());
    }
    if path.exists() && !force {
        return Err(at(path, "F0020")("this file exists".into(), "ce fichier existe déjà".into())
            .help(
                "choose another name, or --force to write over it",
                "choisissez un autre nom, ou --force pour le remplacer",
            )
            .into());
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Stop> {
    bastide::record::save_atomic(path, text).map_err(|e| unwritable(path, &e).into())
}

/// A word as shells read it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "./_-+,=:@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A file that cannot be written.
pub(crate) fn unwritable(path: &Path, e: &dyn std::fmt::Display) -> Fault {
    at(path, "F0006")(format!("cannot be written: {e}"), format!("écriture impossible : {e}"))
        .help("check the path and its permissions", "vérifiez le chemin et ses droits")
}

fn at(path: &Path, code: &'static str) -> impl Fn(String, String) -> Fault {
    let file = path.to_string_lossy().replace('\\', "/");
    move |en, fr| Fault::new(code, en, fr).in_file(&file)
}
