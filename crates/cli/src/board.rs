//! The board as text: tiles with their figures, free cells with numbers, coordinates, signs.

pub(crate) mod canvas;
pub(crate) mod signs;
pub(crate) mod symbols;
pub(crate) mod tile;
pub(crate) mod window;

use std::collections::BTreeMap;

use anstyle::Style;
use bastide::core::decl::{Lies, Per};
use bastide::core::ids::{Cell, Player, SegmentId, TileId, TileTypeId};
use bastide::core::{Game, Place};

use canvas::Canvas;
use symbols::Signs;
use tile::{Face, Part};
use window::{Room, Window};

/// Columns from one tile to the next: the tile and a line.
const STEP_X: usize = tile::WIDTH + 1;
/// Lines from one tile to the next.
const STEP_Y: usize = tile::HEIGHT + 1;
/// Columns of the coordinates on the left.
const MARGIN: usize = 5;

/// Additions beside the tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extra {
    /// Free cells and what is written in them.
    pub(crate) cells: BTreeMap<Cell, String>,
    /// Numbers of options at segments.
    pub(crate) segments: BTreeMap<SegmentId, String>,
    /// A tile whose outline is stronger than the others'.
    pub(crate) marked: Option<TileId>,
    /// Size of the output, if it is limited.
    pub(crate) room: Option<Room>,
}

/// A tile type as it lies turned in hand.
pub(crate) fn face(game: Game<'_>, tile: TileTypeId, rotation: u8) -> Face {
    let Some(ty) = game.rules.types.get(tile.index()) else { return Face::default() };
    let part = |s: &bastide::core::decl::Segment| Part {
        kind: s.kind.clone(),
        lies: lies(game, &s.kind),
        places: bastide::core::game::turn_places(s.places, rotation),
        tags: s.tags.clone(),
        marks: Vec::new(),
    };
    Face {
        turned: rotation,
        parts: ty.decl.segments.iter().map(part).collect(),
        tags: ty.decl.tags.clone(),
        marks: Vec::new(),
    }
}

fn lies(game: Game<'_>, kind: &str) -> Lies {
    game.rules.kind(kind).map_or(Lies::Centre, |k| game.rules.kinds[k.index()].decl.lies)
}

/// A tile on the board with everything on it.
fn placed(game: Game<'_>, id: TileId, extra: &Extra, signs: Signs<'_>) -> Face {
    let tile = game.state.tile(id);
    let mut face = Face { turned: tile.rotation(), ..Face::default() };
    if let Some(ty) = game.rules.types.get(tile.kind().index()) {
        face.tags.clone_from(&ty.decl.tags);
    }
    for node in game.segments(id) {
        let kind = &game.rules.kinds[game.state.kind(node).index()];
        let tag = |(lane, name): (usize, &String)| {
            let n = u8::try_from(game.own_tag(node, lane as u8)).unwrap_or(u8::MAX);
            (name.clone(), n)
        };
        let mut marks = Vec::new();
        if let Some(number) = extra.segments.get(&node) {
            marks.push((format!("[{number}]"), symbols::NUMBER));
        }
        for figure in game.figures().filter(|f| game.figure_node(*f) == Some(node)) {
            let owner = game.state.owner(figure).index();
            let mut text = String::from(symbols::letter(owner));
            text.extend(symbols::figure(game.rules, game.state.figure_kind(figure)));
            let kept = game.named_numbers(Per::Figure, figure.index());
            text.extend(kept.map(|(key, _)| signs.kept(game.rules, key).0));
            marks.push((text, symbols::seat(owner)));
        }
        for (key, n) in game.named_numbers(Per::Segment, node.index()) {
            marks.push(signs.kept_as_text(game.rules, key, n));
        }
        face.parts.push(Part {
            kind: kind.decl.name.clone(),
            lies: kind.decl.lies,
            places: game.places(node),
            tags: kind.lanes.iter().enumerate().map(tag).collect(),
            marks,
        });
    }
    for figure in game.figures() {
        let there = game.figure_corner(figure).filter(|corner| corner.tile() == id);
        if let Some(corner) = there {
            let owner = game.state.owner(figure).index();
            let mut text = String::from(symbols::letter(owner));
            text.extend(symbols::figure(game.rules, game.state.figure_kind(figure)));
            text.push_str(bastide::core::decl::CORNERS[corner.which()]);
            face.marks.push((text, symbols::seat(owner)));
        }
    }
    for (key, n) in game.named_numbers(Per::Tile, id.index()) {
        face.marks.push(signs.kept_as_text(game.rules, key, n));
    }
    for (i, name) in game.rules.neutrals.iter().enumerate() {
        let neutral = bastide::core::ids::NeutralId(i as u8);
        let here = match game.state.neutral(neutral) {
            Place::Tile(tile) => tile == id,
            Place::Segment(node) => game.state.tile_of(node) == id,
            Place::Beside(figure) => game.figure_cell(figure) == Some(tile.cell()),
            Place::Supply | Place::Box | Place::Held(_) | Place::Corner(_) => false,
        };
        if here {
            let (sign, style) = symbols::neutral(name);
            face.marks.push((sign.to_string(), style));
        }
    }
    face
}

/// A board that has been drawn.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// As much of it as there is room for.
    pub(crate) board: String,
    /// A small map of the whole; empty if all of it is drawn.
    pub(crate) map: String,
    /// The part that is drawn.
    pub(crate) shown: Window,
}

/// The board, line by line, with styles; where there is no room for the whole, a part of it and a small map.
pub(crate) fn draw(game: Game<'_>, signs: Signs<'_>, extra: &Extra) -> String {
    let drawn = drawn(game, signs, extra);
    drawn.board + &drawn.map
}

/// Returns the board without the map, and the map.
pub(crate) fn drawn(game: Game<'_>, signs: Signs<'_>, extra: &Extra) -> Drawn {
    let tiles = game.state.lying().map(|(_, tile)| tile.cell());
    let cells: Vec<Cell> = tiles.chain(extra.cells.keys().copied()).collect();
    let whole = Window::around(&cells);
    let shown = extra.room.map_or(whole, |room| whole.within(room));
    let Window { left, right, top, bottom } = shown;
    let span = |low: i16, high: i16| (i32::from(high) - i32::from(low)) as usize + 1;
    let (columns, rows) = (span(left, right), span(top, bottom));
    let aside = extra.room.is_some_and(|room| room.aside);
    let high = 2 + rows * STEP_Y + usize::from(!aside);
    let mut canvas = Canvas::new(MARGIN + columns * STEP_X + 1, high);
    let corner = |cell: Cell| {
        let x = (i32::from(cell.x) - i32::from(left)) as usize;
        let y = (i32::from(cell.y) - i32::from(top)) as usize;
        (MARGIN + x * STEP_X, 1 + y * STEP_Y)
    };
    for x in left..=right {
        let at = corner(Cell::new(x, top)).0 + 1;
        let text = format!("{x:^9}");
        canvas.write(at, 0, &text, symbols::FAINT);
        canvas.write(at, 2 + rows * STEP_Y, &text, symbols::FAINT);
    }
    for y in top..=bottom {
        canvas.write(0, corner(Cell::new(left, y)).1 + 2, &format!("{y:>4}"), symbols::FAINT);
    }
    for (cell, text) in extra.cells.iter().filter(|(cell, _)| shown.has(**cell)) {
        let (x, y) = corner(*cell);
        outline(&mut canvas, x, y, ['┄', '┆', '·'], symbols::FAINT);
        // Centered on the middle of the cell.
        let length = text.chars().count().min(tile::WIDTH);
        canvas.write(x + 1 + (tile::WIDTH - length) / 2, y + 2, text, symbols::NUMBER);
    }
    let lying = || game.state.lying().filter(|(_, tile)| shown.has(tile.cell()));
    for (_, tile) in lying() {
        let (x, y) = corner(tile.cell());
        outline(&mut canvas, x, y, ['─', '│', '┼'], symbols::LINE);
    }
    // What crosses an edge is painted over the line.
    for (_, tile) in lying().filter(|(id, _)| extra.marked == Some(*id)) {
        let (x, y) = corner(tile.cell());
        outline(&mut canvas, x, y, ['━', '┃', '╋'], symbols::STRONG);
    }
    for (id, tile) in lying() {
        let (x, y) = corner(tile.cell());
        paint(&mut canvas, x, y, &placed(game, id, extra, signs), signs);
    }
    let free = extra.cells.keys().copied().collect();
    let map = if shown == whole { String::new() } else { shown.map(whole, game, &free) };
    Drawn { board: canvas.render(), map, shown }
}

/// Columns of a tile under its caption.
fn wide(caption: &str) -> usize {
    (STEP_X + 2).max(caption.chars().count() + 1)
}

/// Splits the tiles into rows that fit into `columns` columns.
pub(crate) fn rows(faces: &[(String, Face)], columns: usize) -> Vec<&[(String, Face)]> {
    let mut rows = Vec::new();
    let (mut from, mut taken) = (0, 1);
    for (i, (caption, _)) in faces.iter().enumerate() {
        if i > from && taken + wide(caption) > columns {
            rows.push(&faces[from..i]);
            (from, taken) = (i, 1);
        }
        taken += wide(caption);
    }
    rows.push(&faces[from..]);
    rows.retain(|row| !row.is_empty());
    rows
}

/// Tiles side by side, each under a caption.
pub(crate) fn row(faces: &[(String, Face)], signs: Signs<'_>) -> String {
    let width = faces.iter().map(|(caption, _)| wide(caption)).sum::<usize>() + 1;
    let mut canvas = Canvas::new(width, STEP_Y + 2);
    let mut x = 0;
    for (caption, face) in faces {
        canvas.write(x + 1, 0, caption, symbols::STRONG);
        outline(&mut canvas, x, 1, ['─', '│', '┼'], symbols::LINE);
        paint(&mut canvas, x, 1, face, signs);
        x += wide(caption);
    }
    canvas.render()
}

/// The lines around a cell: across, down, corner.
fn outline(canvas: &mut Canvas, x: usize, y: usize, signs: [char; 3], style: Style) {
    for dx in 0..=STEP_X {
        for dy in 0..=STEP_Y {
            let (side, end) = (dx % STEP_X == 0, dy % STEP_Y == 0);
            let sign = match (side, end) {
                (true, true) => signs[2],
                (false, true) => signs[0],
                (true, false) => signs[1],
                (false, false) => continue,
            };
            canvas.put(x + dx, y + dy, sign, style);
        }
    }
}

/// A tile with its corner at a place, and what crosses its edges on the lines around it.
fn paint(canvas: &mut Canvas, x: usize, y: usize, face: &Face, signs: Signs<'_>) {
    for (dy, line) in face.draw(signs).iter().enumerate() {
        for (dx, glyph) in line.iter().enumerate() {
            canvas.put(x + 1 + dx, y + 1 + dy, glyph.sign, glyph.style);
        }
    }
    for part in &face.parts {
        for side in 0..4usize {
            if part.lies == Lies::Whole && tile::whole_edges(part.places) >> side & 1 == 1 {
                let (sign, style) = signs.fill(&part.kind);
                match side {
                    0 | 2 => (1..tile::WIDTH - 1).for_each(|i| {
                        canvas.put(x + 1 + i, y + if side == 0 { 0 } else { STEP_Y }, sign, style);
                    }),
                    _ => (0..tile::HEIGHT).for_each(|i| {
                        canvas.put(x + if side == 3 { 0 } else { STEP_X }, y + 1 + i, sign, style);
                    }),
                }
            }
            if part.lies == Lies::Middle && tile::middle_edges(part.places) >> side & 1 == 1 {
                let along = if side % 2 == 0 { 0b0101 } else { 0b1010 };
                let (sign, style) = signs.path(&part.kind, along);
                let at = [(5, 0), (STEP_X, 2), (5, STEP_Y), (0, 2)][side];
                canvas.put(x + at.0, y + at.1, sign, style);
            }
        }
    }
}

/// A seat's letter in its color.
pub(crate) fn seat(player: Player) -> String {
    let style = symbols::seat(player.index());
    format!("{style} {} {style:#}", symbols::letter(player.index()))
}

#[cfg(test)]
#[path = "board/tests.rs"]
mod tests;
