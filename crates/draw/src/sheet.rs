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
    /// What is wrong: full id of a tile, and where.
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
/// Tiles on a page.
const ON_PAGE: [usize; 2] = [4, 6];

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
    let [columns, rows] = ON_PAGE;
    let left = (A4[0] - 100.0 * columns as f64) / 2.0;
    let top = (A4[1] - 100.0 * rows as f64) / 2.0;
    let count = copies.len().div_ceil(columns * rows);
    let page = |(number, copies): (usize, &[&Tile])| {
        let mut defs = Defs::default();
        let mut out = format!("<path d=\"M0 0H{:.1}V{:.1}H0Z\" fill=\"#fff\"/>\n", A4[0], A4[1]);
        let used = copies.len().div_ceil(columns);
        for (place, tile) in copies.iter().enumerate() {
            let x = left + (place % columns) as f64 * 100.0;
            let y = top + (place / columns) as f64 * 100.0;
            let id = format!("t-{}", plain(&tile.id));
            let mut inner = Defs::default();
            let drawn = body(tile, kit, &options.of(tile), &mut inner);
            defs.join(inner);
            defs.add(&id, || drawn);
            let _ = writeln!(out, "<use href=\"#{id}\" x=\"{x:.1}\" y=\"{y:.1}\"/>");
        }
        out.push_str(&cuts(left, top, columns, used));
        let said = format!("{} · {}/{count}", options.title, number + 1);
        let foot = at(A4[0] / 2.0, A4[1] - 8.0);
        out.push_str(&letters::line(&said, foot, 5.0, Set::Middle, INK, None));
        document(A4, "mm", &said, &defs, &out)
    };
    copies.chunks(columns * rows).enumerate().map(page).collect()
}

/// Marks in the margin, at every line to cut.
fn cuts(left: f64, top: f64, columns: usize, rows: usize) -> String {
    let mut data = String::new();
    let (right, bottom) = (left + 100.0 * columns as f64, top + 100.0 * rows as f64);
    for column in 0..=columns {
        let x = left + 100.0 * column as f64;
        let _ = write!(data, "M{x:.1} {:.1}v-10M{x:.1} {:.1}v10", top - 2.0, bottom + 2.0);
    }
    for row in 0..=rows {
        let y = top + 100.0 * row as f64;
        let _ = write!(data, "M{:.1} {y:.1}h-10M{:.1} {y:.1}h10", left - 2.0, right + 2.0);
    }
    format!("<path d=\"{data}\" stroke=\"#000\" stroke-width=\".5\" fill=\"none\"/>\n")
}
