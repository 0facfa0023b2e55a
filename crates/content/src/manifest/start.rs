//! Start layouts, and kinds that border each other, whoever declares them.

use std::collections::BTreeMap;

use bastide_core::condition::Vocabulary;
use bastide_core::decl::{Start, StartTile};
use bastide_core::limits::TILE_COPIES_MAX;

use super::declare::{finish, pair};
use super::reference::{Referred, mention};
use super::scope::Scope;
use super::settled::KEYS;

/// `[borders]`: kinds that border each other, whoever declares them.
pub(super) fn borders(scope: &Scope<'_>) -> BTreeMap<String, Vec<String>> {
    let mut borders = BTreeMap::new();
    for entry in scope.table.entries().filter(|e| !KEYS.contains(&e.key.as_str())) {
        let (kind, span) = (entry.key.clone(), entry.key_span.clone());
        if !scope.is_name(&kind, span.clone()) {
            continue;
        }
        let bordered = scope.mentions(&kind);
        let all = std::iter::once((kind.clone(), span)).chain(bordered.iter().cloned());
        all.for_each(|(name, span)| mention(scope, Vocabulary::Feature, &name, span));
        borders.insert(kind, bordered.into_iter().map(|(name, _)| name).collect());
    }
    if scope.holds() { borders } else { BTreeMap::new() }
}

/// A start layout.
pub(super) fn start(scope: &Scope<'_>) -> Start {
    let mut start = Start {
        replaces: scope.expansions("replaces"),
        mixes: scope.expansions("mixes"),
        adds: scope.bool_or("adds", false),
        ..Start::default()
    };
    for tile in scope.many("tiles") {
        let (id, role) = (tile.text("tile"), tile.text("role"));
        if id.is_some() == role.is_some() {
            tile.note(
                tile.fault(
                    138,
                    tile.table.span(),
                    "a start tile has either an id or a role".to_owned(),
                    "une tuile de départ a soit un id, soit un rôle".to_owned(),
                )
                .help(
                    "write `tile = \"set/tile\"`, or `role = \"…\"` as some tile of the sets says it",
                    "écrivez `tile = \"jeu/tuile\"`, ou `role = \"…\"` comme le dit une tuile des jeux",
                ),
            );
        }
        let at = tile.table.raw("at").and_then(|node| pair(&tile, node, "at", -999..=999));
        let (x, y) = at.unwrap_or_default();
        start.tiles.push(StartTile {
            tile: id.unwrap_or_default(),
            role: role.unwrap_or_default(),
            at: (x as i16, y as i16),
            rotation: tile.int("rotation", 0..=3).unwrap_or(0) as u8,
        });
        finish(&tile);
    }
    finish(scope);
    start
}

/// `[tile-counts]`: numbers of copies by full id.
pub(super) fn tile_counts(root: &Scope<'_>) -> BTreeMap<String, u16> {
    let mut counts = BTreeMap::new();
    let Some(scope) = root.below("tile-counts").filter(Scope::holds) else { return counts };
    for entry in scope.table.entries().filter(|e| !KEYS.contains(&e.key.as_str())) {
        if let Some(count) = scope.int_of(&entry.node, &entry.key, 0..=TILE_COPIES_MAX as i64) {
            scope.refer(Referred::Tile, &entry.key, entry.key_span.clone());
            counts.insert(entry.key.clone(), count as u16);
        }
    }
    counts
}
