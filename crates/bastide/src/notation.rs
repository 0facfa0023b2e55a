//! Actions as text: how records, scenarios, typed moves and logs write them.
//!
//! `place base/D 1,0 r1` · `place base/D 1,0 r1 with bridge 1,1 r0` · `deploy meeple 1,0 road@E` · `move meeple:1@1,0.road@E 2,0 city@N` ·
//! `the-tower/floor 1,0 tower` · `the-tower/capture meeple:2@0,1.road@E` (of the second player, on the
//! board) · `the-tower/ransom meeple:1@2` (held by the second player) · `draw base/D` · `roll 3` · `pass`.
//! A segment is its kind and the first place it takes, clockwise from the north-west, a whole edge by
//! its letter; with no place the kind alone, `kind#2` for the second of its kind on the tile. A corner is written by a
//! tile that touches it, `1,0 SE`; two targets have a + between them: `mine/tie 0,0 road@E + 2,0 road@W`.

mod read;
mod turned;

use bastide_core::decl::{CORNERS, PLACES, Target};
use bastide_core::ids::{Cell, Corner, FigureId, NeutralId, PileId, SegmentId};
use bastide_core::ruleset::Verb;
use bastide_core::{Action, Choice, Game, Place};

pub(crate) use read::seat;
pub use read::{NotAnAction, read, read_option};

/// Between the two things that a verb is chosen with.
const AND: &str = " + ";
/// Between the ends of a range of numbers.
const TO: &str = "..";

/// An action as text. Cells are always written.
#[must_use]
pub fn write(game: Game<'_>, action: Action) -> String {
    let rules = game.rules;
    match action {
        Action::Place { tile, cell, rotation, over } => {
            let id = rules.types.get(tile.index()).map_or("?", |t| &t.decl.id);
            let with = over.map_or(String::new(), |over| {
                let name = rules.overlays.get(over.overlay.index()).map_or("?", |o| &o.decl.name);
                let at = over.side().map_or(cell, |side| cell.side(side));
                format!(" with {name} {at} r{}", over.rotation)
            });
            format!("place {id} {cell} r{rotation}{with}")
        }
        Action::Deploy { figure, node } => {
            let name = rules.figures.get(figure.index()).map_or("?", |f| &f.decl.name);
            format!("deploy {name} {}", segment(game, node))
        }
        Action::Move { figure, node } => {
            format!("move {} {}", self::figure(game, figure), segment(game, node))
        }
        Action::Invoke { verb, target } => {
            let name = rules.verb_name(verb);
            let Some(v) = rules.verbs.get(verb.index()) else { return name };
            let things = v.decl.named(target).filter(|(sort, _)| *sort != Target::None);
            let things: Vec<String> = things.map(|(sort, n)| thing(game, v, sort, n)).collect();
            if things.is_empty() { name } else { format!("{name} {}", things.join(AND)) }
        }
        Action::Draw { tile } => {
            format!("draw {}", rules.types.get(tile.index()).map_or("?", |t| &t.decl.id))
        }
        Action::Roll { value } => format!("roll {value}"),
        Action::Pass => "pass".to_owned(),
    }
}

/// An option as text: an action, or a verb with a range of numbers, `poker/bid 0..9`.
#[must_use]
pub fn option(game: Game<'_>, choice: Choice) -> String {
    let text = choice.action().map_or_else(|| "?".to_owned(), |action| write(game, action));
    match choice.numbers() {
        Some(numbers) => format!("{text}{TO}{}", numbers.end()),
        None => text,
    }
}

/// One of the things that a verb is chosen with.
fn thing(game: Game<'_>, verb: &Verb, sort: Target, target: u32) -> String {
    let rules = game.rules;
    let i = target as usize;
    let named = |name: Option<&str>| name.unwrap_or("?").to_owned();
    match sort {
        Target::None => String::new(),
        Target::Segment => segment(game, SegmentId(target as u16)),
        Target::Figure => figure(game, FigureId(target as u16)),
        Target::Cell => Cell::unpack(target).to_string(),
        Target::Tile => match game.state.tiles().get(i) {
            Some(tile) => tile.cell().to_string(),
            None => "?".to_owned(),
        },
        Target::Overlay => match game.state.tiles().get(i >> 2) {
            Some(tile) => format!("{} r{}", tile.cell(), target & 3),
            None => "?".to_owned(),
        },
        Target::TileType => named(rules.types.get(i).map(|t| t.decl.id.as_str())),
        Target::Player => (target + 1).to_string(),
        Target::Number => (target as i32).to_string(),
        Target::Neutral => named(rules.neutrals.get(i).map(String::as_str)),
        Target::Corner => corner(game, Corner(target as u16)),
        Target::FigureKind => named(rules.figures.get(i).map(|f| f.decl.name.as_str())),
        Target::Token => named(rules.tokens.get(i).map(|t| t.name.as_str())),
        Target::Word => named(verb.decl.words.get(i).map(|word| word.name.as_str())),
    }
}

/// A corner, by a tile that touches it: `1,0 SE`.
#[must_use]
pub fn corner(game: Game<'_>, corner: Corner) -> String {
    if !game.is_corner(corner) {
        return "?".to_owned();
    }
    format!("{} {}", game.state.tile(corner.tile()).cell(), CORNERS[corner.which()])
}

/// A segment with its cell: `1,0 road@E`.
#[must_use]
pub fn segment(game: Game<'_>, node: SegmentId) -> String {
    if node.index() >= game.state.node_count() {
        return "?".to_owned();
    }
    format!("{} {}", game.cell(node), segment_name(game, node))
}

/// A segment without its cell: `road@E`.
#[must_use]
pub fn segment_name(game: Game<'_>, node: SegmentId) -> String {
    let kind = &game.rules.kinds[game.state.kind(node).index()].decl.name;
    let places = game.places(node);
    if places != 0 {
        return format!("{kind}@{}", place_name(places));
    }
    let same: Vec<SegmentId> = game
        .segments(game.state.tile_of(node))
        .filter(|n| game.state.kind(*n) == game.state.kind(node) && game.places(*n) == 0)
        .collect();
    match same.iter().position(|n| *n == node) {
        Some(i) if i > 0 => format!("{kind}#{}", i + 1),
        _ => kind.clone(),
    }
}

/// The first place of some, clockwise from the north-west; a whole edge (both halves) by its letter.
#[must_use]
pub fn place_name(places: u16) -> &'static str {
    const EDGES: [&str; 4] = ["N", "E", "S", "W"];
    for side in 0..4 {
        let mine = places >> (3 * side) & 7;
        if mine & 0b101 == 0b101 || mine == 0b010 {
            return EDGES[side];
        }
        if mine & 1 != 0 {
            return PLACES[3 * side];
        }
        if mine & 4 != 0 {
            return PLACES[3 * side + 2];
        }
    }
    ""
}

/// A figure on the board or held: `meeple:2@0,1.road@E`, `barn:1@0,1.SE`, `meeple:1@2`.
#[must_use]
pub fn figure(game: Game<'_>, id: FigureId) -> String {
    if id.index() >= game.state.figure_count() {
        return "?".to_owned();
    }
    let kind = &game.rules.figures[game.state.figure_kind(id).index()].decl.name;
    let owner = game.state.owner(id).0 + 1;
    let place = game.state.figure_place(id);
    let text = match place {
        Place::Segment(node) => {
            format!("{kind}:{owner}@{}.{}", game.cell(node), segment_name(game, node))
        }
        Place::Held(holder) => format!("{kind}:{owner}@{}", holder.0 + 1),
        Place::Corner(at) => {
            let tile = game.state.tile(at.tile());
            format!("{kind}:{owner}@{}.{}", tile.cell(), CORNERS[at.which()])
        }
        _ => return format!("{kind}:{owner}"),
    };
    let alike = |f: &FigureId| {
        game.state.figure_place(*f) == place
            && game.state.figure_kind(*f) == game.state.figure_kind(id)
            && game.state.owner(*f) == game.state.owner(id)
    };
    match game.figures_anywhere().filter(alike).position(|f| f == id) {
        // `shed#2` is the second shed of the tile, so that its second figure stands on `shed#1`.
        Some(i) if i > 0 && is_inner(place, &text) => format!("{text}#1#{}", i + 1),
        Some(i) if i > 0 => format!("{text}#{}", i + 1),
        _ => text,
    }
}

/// Whether the name of a place ends with a feature that has neither a place nor a number.
fn is_inner(place: Place, text: &str) -> bool {
    let on = text.rsplit('.').next().unwrap_or_default();
    matches!(place, Place::Segment(_)) && !on.contains(['@', '#'])
}

/// Name of a neutral figure.
#[must_use]
pub fn neutral(game: Game<'_>, id: NeutralId) -> &str {
    game.rules.neutrals.get(id.index()).map_or("?", |n| n)
}

/// Name of a pile.
#[must_use]
pub fn pile(game: Game<'_>, id: PileId) -> &str {
    game.rules.piles.get(id.index()).map_or("?", |p| &p.name)
}
