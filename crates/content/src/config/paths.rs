//! Folders of expansions that a config names by path.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use bastide_text::Document;

use super::load::Loading;
use super::{Config, Wanted, Written};
use crate::library::Library;
use crate::manifest;

impl Config {
    /// Returns the expansions that the config names by path, with their entries.
    fn paths(&self) -> impl Iterator<Item = (&String, (&Wanted, &Written<String>), PathBuf)> {
        let here = Path::new(&self.file).parent().unwrap_or(Path::new(""));
        let named = self.expansions.iter().filter(|(_, wanted)| wanted.enabled);
        named.filter_map(move |(id, wanted)| {
            let path = wanted.path.as_ref()?;
            Some((id, (wanted, path), here.join(&path.value)))
        })
    }
}

impl Library {
    /// The library with the folders that a config names by path, as its game finds them; without those that cannot be read.
    #[must_use]
    pub fn with_paths(&self, config: &Config) -> Self {
        let mut library = self.clone();
        for (id, _, dir) in config.paths() {
            let _ = library.folder_at(id, &dir);
        }
        library
    }
}

impl Loading<'_> {
    /// The library, with the folders that the config names by path.
    pub(super) fn paths<'l>(&mut self, library: &'l Library) -> Cow<'l, Library> {
        let mut found = Cow::Borrowed(library);
        for (id, (wanted, path), dir) in self.config.paths() {
            if !dir.is_dir() {
                let fault = self.config.fault(
                    114,
                    &path.span,
                    format!("there is no folder `{}`", dir.display()),
                    format!("il n'y a pas de dossier `{}`", dir.display()),
                );
                self.faults.push(fault.help(
                    "paths are relative to the folder of the config",
                    "les chemins d'accès partent du dossier de la configuration",
                ));
            } else if !dir.join(manifest::FILE).exists() {
                // Whatever else lies there is not what was meant.
                let fault = self.config.fault(
                    114,
                    &path.span,
                    format!("there is no {} in `{}`", manifest::FILE, dir.display()),
                    format!("il n'y a pas de {} dans `{}`", manifest::FILE, dir.display()),
                );
                self.faults.push(fault.help(
                    "`path` is the folder of the expansion itself",
                    "`path` est le dossier de l'extension elle-même",
                ));
            } else if let Err(faults) = found.to_mut().folder_at(id, &dir) {
                self.faults.extend(faults);
            } else {
                self.called(&found, id, (wanted, path));
            }
        }
        found
    }

    /// A folder is read under the id that its manifest says, however it is called.
    fn called(&mut self, library: &Library, id: &str, (wanted, path): (&Wanted, &Written<String>)) {
        let file = library.folder(id).and_then(|folder| folder.file(manifest::FILE));
        let document = file.and_then(|f| Document::parse(&f.name, &f.text, &mut Vec::new()));
        let own = document.as_ref().and_then(|document| document.root().str("id"));
        let Some(own) = own.filter(|own| *own != id) else { return };
        let path = &path.value;
        let fault = self.config.fault(
            122,
            &wanted.span,
            format!("the expansion in `{path}` is `{own}`, not `{id}`"),
            format!("l'extension dans `{path}` est `{own}`, et non `{id}`"),
        );
        self.faults.push(fault.help(
            format!("write `{own} = {{ path = \"{path}\" }}`"),
            format!("écrivez `{own} = {{ path = \"{path}\" }}`"),
        ));
    }
}
