//! The tiles of a game, to be drawn elsewhere than at the table.

use std::sync::Arc;

use bastide::core::Ruleset;
use bastide::core::decl::FeatureKind;
use bastide_draw::{Look, TileOptions};

/// Tiles of a game and how they look.
#[derive(Clone, Debug)]
pub struct Faces {
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) look: Arc<Look>,
}

impl Faces {
    /// A tile as an SVG document, by its number and as it is turned.
    #[must_use]
    pub fn tile(&self, number: u16, rotation: u8) -> Option<String> {
        let tile = self.ruleset.types.get(usize::from(number))?;
        let options = TileOptions { rotation: rotation & 3, ..TileOptions::default() };
        Some(bastide_draw::tile(&tile.decl, &self.kinds(), &self.look, &options))
    }

    /// For each tile the paths around its segments.
    #[must_use]
    pub fn shapes(&self) -> Vec<Vec<String>> {
        let kinds = self.kinds();
        let types = self.ruleset.types.iter();
        types.map(|ty| bastide_draw::shapes(&ty.decl, &kinds, &self.look)).collect()
    }

    fn kinds(&self) -> Vec<FeatureKind> {
        self.ruleset.kinds.iter().map(|kind| kind.decl.clone()).collect()
    }
}
