//! Facts of a feature at a glance.

use bastide_core::Game as Read;
use bastide_core::decl::Per;
use bastide_core::ids::{FigureId, SegmentId, StateId};

use super::{by, counted, feature_at, figure, is_told, name, several};
use crate::game::Play;

/// What a feature is called, and where: `road at 1,0`.
#[must_use]
pub fn territory(game: &Play, node: SegmentId, lang: &str) -> String {
    feature_at(game, node, lang)
}

/// Returns how large a feature is and how far from complete: `3 tiles, 1 open`. Empty for a feature that is not on the
/// board.
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
        let kind = &read.rules.kinds[read.state.kind(node).index()].decl;
        // A kind that reaches around waits for tiles, others at their edges.
        let what = if kind.reach.is_empty() { "côté ouvert" } else { "case libre" };
        match lang {
            "fr" => format!("{tiles}, {}", counted(open, what, lang)),
            _ => format!("{tiles}, {open} open"),
        }
    } else {
        tiles
    }
}

/// Returns the tags of a feature, each with its number: `2 pennants`.
#[must_use]
pub fn territory_tags(game: &Play, node: SegmentId, lang: &str) -> Vec<String> {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return Vec::new();
    }
    let kind = &read.rules.kinds[read.state.kind(node).index()];
    let lanes = kind.lanes.iter().enumerate();
    let counts = lanes
        .filter(|(_, tag)| is_told(read.rules, tag))
        .map(|(lane, tag)| (tag, read.tag(node, lane as u8)));
    let tags = counts.filter(|(_, n)| *n > 0);
    let tags = tags.map(|(tag, n)| several(read.rules, &["tag"], n, tag, lang));
    let members = read.state.members(node);
    tags.chain(members.flat_map(|node| kept(read, Per::Segment, node.index(), lang))).collect()
}

/// A figure, whose it is, and what is kept of it: `meeple (Ana)`, `meeple (Ana), protected`.
#[must_use]
pub fn figure_of(game: &Play, id: FigureId, lang: &str) -> String {
    let (owner, kind) = figure(game, id, lang);
    let mut words = vec![format!("{kind} ({owner})")];
    words.extend(kept(game.read(), Per::Figure, id.index(), lang));
    words.join(", ")
}

/// What expansions keep of a tile, a segment or a figure by its number, under a name: `3 gold bars`, or the word for that number.
#[must_use]
pub fn kept(read: Read<'_>, per: Per, of: usize, lang: &str) -> Vec<String> {
    let said = |(key, n): (StateId, i32)| {
        let called = read.rules.state_name(key);
        let word = format!("{called}.{n}");
        if read.rules.names.contains_key(&format!("state.{word}")) {
            name(read.rules, &["state"], &word, lang)
        } else {
            several(read.rules, &["state"], n, &called, lang)
        }
    };
    read.named_numbers(per, of).map(said).collect()
}
