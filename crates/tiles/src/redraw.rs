//! A tile that somebody draws otherwise than its set does.

use bastide_core::decl::Tile;

use crate::geometry::EDGES;
use crate::kinds::Kinds;
use crate::tile;
use bastide_text::Table;

/// Reads a redrawn tile. Everything that the table does not mention stays. The edges must stay, because other tiles
/// depend on them. Faults go to the document. The caller must have read the keys that draw nothing.
#[must_use]
pub fn redraw(table: &Table<'_>, kinds: &Kinds, mut old: Tile) -> Tile {
    let (id, edges) = (old.id.clone(), old.edges.clone());
    tile::draw(table, kinds, &mut old, false);
    for (edge, name) in EDGES.iter().enumerate() {
        let (was, now) = (&edges[edge], &old.edges[edge]);
        // A faulty edge has no kind, and was reported before.
        if was == now || now.is_empty() {
            continue;
        }
        let document = table.document();
        let fault = document.fault(
            129,
            table.span(),
            format!("the edge {name} of `{id}` is of the kind `{was}`, and would become `{now}`"),
            format!("le bord {name} de `{id}` est de la sorte `{was}`, et deviendrait `{now}`"),
        );
        document.note(fault.help(
            "redraw what lies between the edges, and leave each edge what it is",
            "redessinez ce qui est entre les bords, et laissez chaque bord tel qu'il est",
        ));
    }
    old
}
