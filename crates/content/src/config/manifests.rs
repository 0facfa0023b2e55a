//! The manifests of a library, read once however many configs are loaded.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bastide_core::Fault;
use bastide_core::decl::Expansion;
use bastide_tiles::Kinds;

use super::tiles;

use crate::library::{Folder, Library};
use crate::manifest::Manifest;

/// Every manifest of a library, read once.
#[derive(Clone, Debug, Default)]
pub struct Manifests {
    pub(super) known: BTreeMap<String, (Option<Arc<Manifest>>, Vec<Fault>)>,
    /// The names of kinds of tiles that they declare, once somebody has asked.
    idle: OnceLock<Arc<Kinds>>,
}

impl Manifests {
    /// The manifests of all folders.
    #[must_use]
    pub fn of(library: &Library) -> Self {
        library.manifests().clone()
    }

    fn read(library: &Library) -> Self {
        let one = |folder: &Folder| {
            let (manifest, faults) = Manifest::read(folder);
            (folder.id.clone(), (manifest.map(Arc::new), faults))
        };
        Self { known: library.folders().map(one).collect(), idle: OnceLock::new() }
    }

    /// As [`super::kinds`], of all these.
    pub fn kinds<'a>(&self, enabled: impl IntoIterator<Item = &'a Expansion>) -> Kinds {
        let idle = self.idle.get_or_init(|| Arc::new(tiles::idle(self.good())));
        tiles::in_force(Kinds::clone(idle), enabled)
    }

    /// Those that can be used, by id.
    pub fn good(&self) -> impl Iterator<Item = &Manifest> + Clone {
        self.known.values().filter_map(|(manifest, _)| manifest.as_deref())
    }

    /// One that can be used.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Manifest> {
        self.known.get(id)?.0.as_deref()
    }

    /// One that can be used, to be kept.
    #[cfg(test)]
    pub(crate) fn shared(&self, id: &str) -> Option<Arc<Manifest>> {
        self.known.get(id)?.0.clone()
    }

    /// Returns the faults of a manifest.
    #[must_use]
    pub fn faults(&self, id: &str) -> &[Fault] {
        self.known.get(id).map_or(&[], |(_, faults)| faults)
    }
}

/// Cached manifests of a library. They are derived from its folders, do not count for equality, and are shared by
/// clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadOnce(Arc<OnceLock<Manifests>>);

impl PartialEq for ReadOnce {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ReadOnce {}

impl ReadOnce {
    /// Those of a library that has kept this since its folders last changed.
    pub(crate) fn of(&self, library: &Library) -> &Manifests {
        self.0.get_or_init(|| Manifests::read(library))
    }
}
