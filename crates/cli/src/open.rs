//! From a path to a library, a config, and rules that can be played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide::core::Fault;
use bastide::core::text::harmless;
use bastide::folders::read_text;
use bastide::{Config, Library, Rules, Setup};

use crate::faults::Sources;
use crate::lang::say;
use crate::out::Out;
use crate::stop::Stop;

/// Name of the config that the program carries.
const BUILT_IN: &str = "default.toml";
/// Longest file that is read, in bytes.
const FILE_BYTES_MAX: usize = 16 << 20;

/// The library, and the sources of what was read, for messages.
#[derive(Debug)]
pub(crate) struct Desk {
    /// Everything that can be played.
    pub(crate) library: Arc<Library>,
    /// Texts for messages.
    pub(crate) sources: Sources,
    /// Folders of the search path as typed, for commands to run again.
    pub(crate) folders: Vec<String>,
}

impl Desk {
    /// The official content and the folders of the search path: those named, then `BASTIDE_PATH`.
    pub(crate) fn open(named: &[PathBuf], sources: Sources) -> Result<Self, (Stop, Sources)> {
        let mut library = Library::official();
        let more = std::env::var_os("BASTIDE_PATH").unwrap_or_default();
        let listed: Vec<PathBuf> =
            std::env::split_paths(&more).filter(|p| !p.as_os_str().is_empty()).collect();
        // The command line overrides the environment.
        for dir in listed.iter().chain(named) {
            if !dir.is_dir() {
                let shown = dir.display();
                let fault = Fault::new(
                    "F0001",
                    format!("there is no folder `{shown}`"),
                    format!("il n'y a pas de dossier `{shown}`"),
                )
                .help("check --path and BASTIDE_PATH", "vérifiez --path et BASTIDE_PATH");
                return Err((fault.into(), sources));
            }
            if let Err(faults) = library.search(dir) {
                return Err((faults.into(), sources));
            }
        }
        let library = Arc::new(library);
        let mut sources = sources;
        sources.library(&library);
        let folders =
            listed.iter().chain(named).map(|p| p.to_string_lossy().into_owned()).collect();
        Ok(Self { library, sources, folders })
    }

    /// Says which expansions of the search path cannot be used, and why: the others can.
    pub(crate) fn name_broken(&mut self, out: &mut Out) {
        let library = Arc::clone(&self.library);
        if self.folders.is_empty() {
            return;
        }
        for (folder, faults) in library.broken_since(&Library::official()) {
            let (id, at) = (harmless(&folder.id), harmless(&folder.name));
            out.note(&say!(
                out.lang,
                "the expansion `{id}` ({at}) is broken and left out:",
                "l'extension `{id}` ({at}) contient des erreurs et est laissée de côté :"
            ));
            out.faults(&faults, &self.sources);
            self.sources.shown.extend(faults);
        }
    }

    /// Says what is worth knowing although a game can be played: what was found when it was set up, and what the expansions
    /// in play mute in vain.
    pub(crate) fn warn(&self, rules: &Rules, out: &mut Out) {
        let setup = &rules.setup;
        let ids = setup.expansions.iter().map(|expansion| expansion.id.as_str());
        let idle = bastide_check::idle_mutes(&self.library.with_paths(&setup.config), ids);
        let told = [setup.warnings.clone(), idle].concat();
        if !told.is_empty() {
            out.faults(&told, &self.sources);
        }
    }

    /// Reads a text file that a person named.
    pub(crate) fn read(&mut self, path: &Path) -> Result<(String, String), Stop> {
        let name = path.to_string_lossy().replace('\\', "/");
        let text = read_text(path, &name, FILE_BYTES_MAX).map_err(|fault| Stop::from(*fault))?;
        self.sources.add(&name, &text);
        Ok((name, text))
    }

    /// Rules of a config, or of the built-in one, and what is worth knowing about it.
    pub(crate) fn rules(&mut self, path: Option<&Path>) -> Result<Rules, Stop> {
        let (name, text) = if let Some(path) = path {
            self.read(path)?
        } else {
            self.sources.add(BUILT_IN, Config::default_text());
            (BUILT_IN.to_owned(), Config::default_text().to_owned())
        };
        self.rules_of(&name, &text)
    }

    /// Name of a config that has been read, or of the built-in one.
    pub(crate) fn name(path: Option<&Path>) -> String {
        path.map_or(BUILT_IN.to_owned(), |p| p.to_string_lossy().replace('\\', "/"))
    }

    /// Text of a config that has been read, or of the built-in one.
    pub(crate) fn text(&self, path: Option<&Path>) -> String {
        self.sources.text(&Self::name(path)).map_or_else(String::new, |text| text.to_string())
    }

    /// Rules of the text of a config.
    pub(crate) fn rules_of(&self, name: &str, text: &str) -> Result<Rules, Stop> {
        let config = Config::parse_for(name, text, &self.library)?;
        let setup = Setup::load(&config, &self.library)?;
        Ok(Rules::new(setup)?)
    }
}
