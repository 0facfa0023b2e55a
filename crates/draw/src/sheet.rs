//! Many tiles on one picture: a sheet to look at, and pages to cut.

use std::fmt::Write as _;

use bastide::core::decl::{FeatureKind, Tile};

use crate::art::Kit;
use crate::defs::{Defs, document, plain};
use crate::letters::{self, Set};
use crate::look::Look;
use crate::overlay::Mark;
use crate::shape::at;
use crate::tile::{TileOptions, body, lies_of};

const INK: &str = "#2b2118";

/// How tiles are laid out.
#[allow(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
#[derive(Clone, Debug, Default)]
pub struct SheetOptions {
    /// Written above all tiles.
    pub title: String,
    /// Tiles in a row; 0 = about as many as rows.
    pub columns: usize,
    /// Tell fields apart by tints.
    pub fields: bool,
    /// Show segments, places and borders with their names.
    pub overlay: bool,
    /// On pages: artwork beyond the edges of each tile, and room between tiles, so that a cut beside the line shows no
    /// paper and no neighbor.
    pub bleed: bool,
    /// On pages: after each page one with the backs of its tiles.
    pub backs: bool,
    /// Marked faults: full id of a tile, and the place on it.
    pub marks: Vec<(String, Mark)>,
}

impl SheetOptions {
    fn of(&self, tile: &Tile) -> TileOptions {
        let mine = self.marks.iter().filter(|(id, _)| *id == tile.id);
        TileOptions {
            fields: self.fields,
            overlay: self.overlay,
            marks: mine.map(|(_, mark)| mark.clone()).collect(),
            rotation: 0,
        }
    }
}

/// A sheet with one picture of every tile, its id and how often it is there.
#[must_use]
pub fn sheet(tiles: &[Tile], kinds: &[FeatureKind], look: &Look, options: &SheetOptions) -> String {
    const STEP: [f64; 2] = [114.0, 122.0];
    // Without a title its room is left out.
    let top = if options.title.is_empty() { 4.0 } else { 26.0 };
    let lies = lies_of(kinds);
    let kit = Kit { look, lies: &lies, fields: options.fields };
    let square = (tiles.len() as f64 * 1.4).sqrt().ceil() as usize;
    let columns = if options.columns == 0 { square } else { options.columns }.max(1);
    let rows = tiles.len().div_ceil(columns);
    let mut defs = Defs::default();
    let mut out = String::new();
    for (number, tile) in tiles.iter().enumerate() {
        let (x, y) = (
            12.0 + (number % columns) as f64 * STEP[0],
            top + 8.0 + (number / columns) as f64 * STEP[1],
        );
        let drawn = body(tile, kit, &options.of(tile), &mut defs);
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">\n{drawn}</g>");
        let own = tile.id.rsplit('/').next().unwrap_or(&tile.id);
        let count = format!("×{}", tile.count);
        let room = 100.0 - letters::width(&count, 6.0) - 4.0;
        let height = (6.0 * room / letters::width(own, 6.0).max(room)).max(2.4);
        let base = y + 110.0;
        out.push_str(&letters::line(own, at(x + 1.0, base), height, Set::Left, INK, None));
        out.push_str(&letters::line(&count, at(x + 99.0, base), 6.0, Set::Right, "#8a6d4b", None));
        out.push('\n');
    }
    let wide = columns.min(tiles.len().max(1)) as f64 * STEP[0] + 10.0;
    let high = top + rows as f64 * STEP[1] + 8.0;
    let title = letters::line(&options.title, at(13.0, 20.0), 10.0, Set::Left, INK, None);
    let paper = format!("<path d=\"M0 0H{wide}V{high}H0Z\" fill=\"#fbf7ee\"/>\n");
    document([wide, high], "", &options.title, &defs, &(paper + &title + &out))
}

/// Side of an A4 page in units of a tile of 45 mm.
const A4: [f64; 2] = [210.0 / 0.45, 297.0 / 0.45];
/// Tiles on a page, and on one with room between them.
const ON_PAGE: [[usize; 2]; 2] = [[4, 6], [4, 5]];
/// Artwork beyond an edge: 2 mm. Between two tiles there is twice as much.
const BLEED: f64 = 2.0 / 0.45;

/// Pages in A4 with every copy of every tile at 45 mm and marks where to cut.
#[must_use]
pub fn pages(
    tiles: &[Tile],
    kinds: &[FeatureKind],
    look: &Look,
    options: &SheetOptions,
) -> Vec<String> {
    let lies = lies_of(kinds);
    let kit = Kit { look, lies: &lies, fields: options.fields };
    let copies: Vec<&Tile> =
        tiles.iter().flat_map(|t| std::iter::repeat_n(t, usize::from(t.count))).collect();
    let [columns, rows] = ON_PAGE[usize::from(options.bleed)];
    let step = if options.bleed { 100.0 + 2.0 * BLEED } else { 100.0 };
    let span = |n: usize| step * n as f64 - (step - 100.0);
    let (left, top) = ((A4[0] - span(columns)) / 2.0, (A4[1] - span(rows)) / 2.0);
    let corner = |place: usize| {
        (left + (place % columns) as f64 * step, top + (place / columns) as f64 * step)
    };
    let count = copies.len().div_ceil(columns * rows);
    let whole = |number: usize, defs: &Defs, drawn: &str| {
        let said = format!("{} · {}/{count}", options.title, number + 1);
        let foot = at(A4[0] / 2.0, A4[1] - 8.0);
        let said_there = letters::line(&said, foot, 5.0, Set::Middle, INK, None);
        let paper = format!("<path d=\"M0 0H{:.1}V{:.1}H0Z\" fill=\"#fff\"/>\n", A4[0], A4[1]);
        document(A4, "mm", &said, defs, &(paper + drawn + &said_there))
    };
    let page = |(number, copies): (usize, &[&Tile])| {
        let mut defs = Defs::default();
        let mut out = String::new();
        let used = copies.len().div_ceil(columns);
        for (place, tile) in copies.iter().enumerate() {
            let (x, y) = corner(place);
            let id = format!("t-{}", plain(&tile.id));
            let mut inner = Defs::default();
            let drawn = body(tile, kit, &options.of(tile), &mut inner);
            defs.join(&inner);
            defs.add(&id, || drawn);
            if options.bleed {
                out.push_str(&beyond(&id, x, y));
            }
            let _ = writeln!(out, "<use href=\"#{id}\" x=\"{x:.1}\" y=\"{y:.1}\"/>");
        }
        out.push_str(&cuts([left, top], step, [columns, used]));
        let mut pages = vec![whole(number, &defs, &out)];
        if options.backs {
            // Turned over at its long side, a page has its first column last.
            let mirrored = |place: usize| place - place % columns + columns - 1 - place % columns;
            let backs = (0..copies.len()).map(|place| back(corner(mirrored(place)), options.bleed));
            pages.push(whole(number, &Defs::default(), &backs.collect::<String>()));
        }
        pages
    };
    copies.chunks(columns * rows).enumerate().flat_map(page).collect()
}

/// The tile once more and larger, below itself: what runs over an edge goes on beyond it.
fn beyond(id: &str, x: f64, y: f64) -> String {
    let scale = (100.0 + 2.0 * BLEED) / 100.0;
    format!(
        "<use href=\"#{id}\" transform=\"translate({:.2} {:.2}) scale({scale:.4})\"/>\n",
        x - BLEED,
        y - BLEED
    )
}

/// The back of a tile: all are alike, as the rules want of tiles in a bag.
fn back((x, y): (f64, f64), bleed: bool) -> String {
    let more = if bleed { BLEED } else { 0.0 };
    let side = 100.0 + 2.0 * more;
    format!(
        "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" fill=\"#6b3f2a\"/>\
         <g transform=\"translate({x:.1} {y:.1})\" fill=\"none\" stroke=\"#e3c893\">\
         <path d=\"M8 8H92V92H8Z\" stroke-width=\"2\"/><path d=\"M50 16L84 50L50 84L16 50Z\" stroke-width=\"1.5\"/>\
         <path d=\"M32 66V40H38V46H44V40H56V46H62V40H68V66Z\" fill=\"#e3c893\" stroke=\"none\"/></g>\n",
        x - more,
        y - more,
    )
}

/// Marks in the margin, at every line to cut.
fn cuts(corner: [f64; 2], step: f64, tiles: [usize; 2]) -> String {
    let mut data = String::new();
    // Both edges of each tile, or one line where two tiles meet.
    let lines = |from: f64, n: usize| {
        let mut at: Vec<f64> =
            (0..n).flat_map(|i| [0.0, 100.0].map(|edge| from + step * i as f64 + edge)).collect();
        at.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        at
    };
    let [left, top] = corner;
    let (columns, rows) = (lines(left, tiles[0]), lines(top, tiles[1]));
    let far = if step > 100.0 { 2.0 + BLEED } else { 2.0 };
    let last = |at: &[f64], from: f64| at.last().copied().unwrap_or(from);
    let (right, bottom) = (last(&columns, left), last(&rows, top));
    for x in columns {
        let _ = write!(data, "M{x:.1} {:.1}v-10M{x:.1} {:.1}v10", top - far, bottom + far);
    }
    for y in rows {
        let _ = write!(data, "M{:.1} {y:.1}h-10M{:.1} {y:.1}h10", left - far, right + far);
    }
    format!("<path d=\"{data}\" stroke=\"#000\" stroke-width=\".5\" fill=\"none\"/>\n")
}
