//! Folders of expansions that a config names by path.

use std::path::Path;

use bastide_text::Document;

use super::Wanted;
use super::load::Loading;
use crate::library::Library;
use crate::manifest;

impl Loading<'_> {
    /// Reads the folders that the config names by path.
    pub(super) fn paths(&mut self, library: &mut Library) {
        let here = Path::new(&self.config.file).parent().unwrap_or(Path::new(""));
        for (id, wanted) in &self.config.expansions {
            let Some(path) = wanted.path.as_ref().filter(|_| wanted.enabled) else { continue };
            let dir = here.join(&path.value);
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
            } else if let Err(faults) = library.folder_at(id, &dir) {
                self.faults.extend(faults);
            } else {
                self.called(library, id, wanted);
            }
        }
    }

    /// A folder is read under the id that its manifest says, however it is called.
    fn called(&mut self, library: &Library, id: &str, wanted: &Wanted) {
        let file = library.folder(id).and_then(|folder| folder.file(manifest::FILE));
        let document = file.and_then(|f| Document::parse(&f.name, &f.text, &mut Vec::new()));
        let own = document.as_ref().and_then(|document| document.root().str("id"));
        let (Some(own), Some(path)) = (own.filter(|own| *own != id), &wanted.path) else { return };
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
