//! Whether there is anything to draw.

use std::collections::BTreeSet;

use bastide_core::Fault;
use bastide_core::decl::Start;

use super::{BASE, Setup};

impl Setup {
    /// Returns the ids of the tiles on the table at the start; empty if chance draws them.
    #[must_use]
    pub fn start_tiles(&self) -> Vec<&str> {
        let starts = || self.expansions.iter().filter_map(|e| Some((&e.id, e.start.as_ref()?)));
        let replaced: BTreeSet<&String> = starts().flat_map(|(_, start)| gone(start)).collect();
        let in_force = starts().filter(|(id, _)| !replaced.contains(id));
        let laid = in_force.flat_map(|(_, start)| start.tiles.iter().map(|t| t.tile.as_str()));
        laid.filter(|tile| *tile != "*").collect()
    }

    /// The start tiles are all there is.
    pub(super) fn nothing_to_draw(&self) -> Option<Fault> {
        let total: usize = self.tiles.iter().map(|tile| usize::from(tile.count)).sum();
        if total > self.start_tiles().len().max(1) {
            return None;
        }
        let fault = Fault::new(
            "T0403",
            "there is no tile to draw in this game",
            "il n'y a aucune tuile à piocher dans cette partie",
        )
        .help(
            "enable a tile set in `[tiles]`, or an expansion with tiles",
            "activez un jeu de tuiles sous `[tiles]`, ou une extension avec des tuiles",
        );
        let config = &self.config;
        // A set without copies is the reason, if there is one, or else the entry about the base game.
        let none = config.tiles.iter().find(|(id, change)| change.copies == 0 && !id.contains('/'));
        let base = config.expansions.get(BASE).map(|base| &base.span);
        let mut spans = none.map(|(_, change)| &change.span).into_iter().chain(base);
        let span = spans.find(|span| !span.is_empty()).unwrap_or(&config.players_span).clone();
        Some(if config.file.is_empty() { fault } else { fault.at(&config.file, span) })
    }
}

/// Expansions whose layouts a layout puts aside.
fn gone(start: &Start) -> impl Iterator<Item = &String> {
    start.replaces.iter().chain(&start.mixes)
}
