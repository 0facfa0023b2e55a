//! What is to be known of a feature at a glance.

use bastide_core::ids::{FigureId, SegmentId};

use super::{by, counted, feature_at, figure, name};
use crate::game::Play;

/// What a feature is called, and where: `road at 1,0`.
#[must_use]
pub fn territory(game: &Play, node: SegmentId, lang: &str) -> String {
    feature_at(game, node, lang)
}

/// How large a feature is and how far from complete: `3 tiles, 1 open`. Empty for what does not lie there.
#[must_use]
pub fn territory_size(game: &Play, node: SegmentId, lang: &str) -> String {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return String::new();
    }
    let tiles = counted(read.tile_count(node), by(lang, "tile", "tuile"), lang);
    let open = read.open_ends(node);
    if read.is_complete(node) {
        format!("{tiles}, {}", by(lang, "complete", "domaine achevé"))
    } else if open > 0 {
        format!("{tiles}, {open} {}", by(lang, "open", "à fermer"))
    } else {
        tiles
    }
}

/// What lies in a feature besides its tiles, each with its number: `2 pennants`.
#[must_use]
pub fn territory_tags(game: &Play, node: SegmentId, lang: &str) -> Vec<String> {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return Vec::new();
    }
    let kind = &read.rules.kinds[read.state.kind(node).index()];
    let lanes = kind.lanes.iter().enumerate();
    let counts = lanes.map(|(lane, tag)| (tag, read.tag(node, lane as u8)));
    let word = |tag: &str| name(read.rules, &["tag"], tag, lang);
    counts.filter(|(_, n)| *n > 0).map(|(tag, n)| counted(n, &word(tag), lang)).collect()
}

/// A figure and whose it is: `meeple (Ana)`.
#[must_use]
pub fn figure_of(game: &Play, id: FigureId, lang: &str) -> String {
    let (owner, kind) = figure(game, id, lang);
    format!("{kind} ({owner})")
}
