//! The board as somebody knows it who does not see the picture: cell by cell, and territory by territory.

use bastide::core::decl::Per;
use bastide::core::ids::{Cell, FigureId, NeutralId, Player, SegmentId};
use bastide::core::{Game as Read, Place};
use bastide::{Game, story};
use bastide_draw::Laid;
use serde::Serialize;

/// All that lies on the board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Land {
    /// Actions after which it is so.
    pub n: usize,
    /// Tiles as they lie, in order of placement.
    pub cells: Vec<Lying>,
    /// Features, each once, in the order of their first segments.
    pub territories: Vec<Territory>,
}

/// A tile on the board.
#[derive(Clone, Debug, Serialize)]
pub struct Lying {
    /// Where.
    pub cell: [i16; 2],
    /// Its number among the tiles of the game.
    pub tile: u16,
    /// Clockwise quarter turns.
    pub turned: u8,
    /// Description of its tags.
    pub words: String,
    /// Figures and tokens on the tile that are on none of its segments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<String>,
}

/// A feature with all its segments.
#[derive(Clone, Debug, Serialize)]
pub struct Territory {
    /// Number of its first segment.
    pub node: u16,
    /// Of what kind it is, in words.
    pub kind: String,
    /// Name and start of the feature.
    pub name: String,
    /// Tiles and open ends, in words.
    pub size: String,
    /// Tiles that it crosses.
    pub tiles: i32,
    /// Open ends.
    pub open: i32,
    /// It is complete.
    pub complete: bool,
    /// Points as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<i32>,
    /// Points if it were complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<i32>,
    /// Points now and if it were complete, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub worth: String,
    /// Seats that would earn them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<u8>,
    /// Figures in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Standing>,
    /// What else lies in it, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Free cells to which it is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<[i16; 2]>,
    /// Its segments.
    pub parts: Vec<Part>,
}

/// A figure in a territory.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Seat of the owner.
    pub seat: u8,
    /// Kind and owner in words.
    pub words: String,
    /// Its cell.
    pub cell: [i16; 2],
}

/// A segment of a territory.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Its number.
    pub node: u16,
    /// The cell of its tile.
    pub cell: [i16; 2],
    /// Its number on the tile.
    pub segment: u8,
    /// Where a figure stands on it, in the measure of [`Laid`].
    pub at: [f64; 2],
    /// The edges that it reaches, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sides: String,
}

/// The board as a seat may know it.
pub(crate) fn land(game: &Game, laid: &Laid, seat: Player, lang: &str) -> Land {
    let read = game.read();
    let lying = read.state.lying().map(|(id, tile)| Lying {
        cell: pair(tile.cell()),
        tile: tile.kind().0,
        turned: tile.rotation(),
        words: story::tile_words(read.rules, tile.kind(), lang),
        things: things(game, tile.cell(), Some(id), lang),
    });
    let features = read.features(u64::MAX).into_iter();
    Land {
        n: game.entries().len(),
        cells: lying.collect(),
        territories: features.map(|node| territory(game, laid, seat, node, lang)).collect(),
    }
}

fn territory(game: &Game, laid: &Laid, seat: Player, node: SegmentId, lang: &str) -> Territory {
    let read = game.read();
    let kind = &read.rules.kinds[read.state.kind(node).index()].decl.name;
    let prospect = game.prospect(seat, node);
    let mut ends = Vec::new();
    if read.open_ends(node) > 0 {
        read.holes(node, &mut ends);
    }
    let mut members: Vec<SegmentId> = read.state.members(node).collect();
    members.sort_unstable();
    let standing = |id: FigureId| Standing {
        seat: read.state.owner(id).0,
        words: story::figure_of(game, id, lang),
        cell: read.figure_node(id).map_or([0; 2], |node| pair(read.cell(node))),
    };
    Territory {
        node: node.0,
        kind: story::name(read.rules, &["feature"], kind, lang),
        name: story::territory(game, node, lang),
        size: story::territory_size(game, node, lang),
        tiles: read.tile_count(node),
        open: read.open_ends(node),
        complete: read.is_complete(node),
        now: prospect.map(|p| p.now),
        whole: prospect.and_then(|p| p.whole),
        worth: prospect.map(|p| p.words(lang)).unwrap_or_default(),
        owners: prospect.map_or(Vec::new(), |p| seats(p.owners)),
        figures: read.figures_in(node).into_iter().map(standing).collect(),
        tags: story::territory_tags(game, node, lang),
        ends: ends.into_iter().map(pair).collect(),
        parts: members.into_iter().map(|node| part(read, laid, node, lang)).collect(),
    }
}

fn part(read: Read<'_>, laid: &Laid, node: SegmentId, lang: &str) -> Part {
    let places = read.places(node);
    let letters = if lang == "fr" { ["N", "E", "S", "O"] } else { ["N", "E", "S", "W"] };
    let reached = (0..4).filter(|side| places >> (3 * side) & 7 != 0).map(|side| letters[side]);
    Part {
        node: node.0,
        cell: pair(read.cell(node)),
        segment: read.state.segment_index(node),
        at: laid.stands.get(node.index()).copied().unwrap_or_default(),
        sides: reached.collect::<Vec<_>>().join("–"),
    }
}

/// Returns the figures and tokens on a tile that are on none of its segments, in words.
fn things(
    game: &Game,
    cell: Cell,
    tile: Option<bastide::core::ids::TileId>,
    lang: &str,
) -> Vec<String> {
    let read = game.read();
    let neutrals = read.rules.neutrals.iter().enumerate();
    let here = neutrals.filter(|(n, _)| read.neutral_cell(NeutralId(*n as u8)) == Some(cell));
    let mut words: Vec<String> =
        here.map(|(_, word)| story::name(read.rules, &["neutral"], word, lang)).collect();
    words.extend(tile.iter().flat_map(|tile| story::kept(read, Per::Tile, tile.index(), lang)));
    for id in (0..read.state.figure_count() as u16).map(FigureId) {
        let here = match read.state.figure_place(id) {
            Place::Tile(on) => Some(on) == tile,
            Place::Corner(corner) => Some(corner.tile()) == tile,
            _ => false,
        };
        if here {
            words.push(story::figure_of(game, id, lang));
        }
    }
    words
}

/// Returns the seats of the set bits.
fn seats(bits: u8) -> Vec<u8> {
    (0..8).filter(|seat| bits >> seat & 1 == 1).collect()
}

/// A cell as its two coordinates.
pub(crate) fn pair(cell: Cell) -> [i16; 2] {
    [cell.x, cell.y]
}
