//! A board: tiles as they lie, what stands on them, and a panel with the players.

mod kept;
mod laid;
mod panel;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::decl::{Lies, Per, Segment, Tile};
use bastide::core::ids::{Cell, Corner, FigureId, NeutralId, SegmentId, TileId};
use bastide::core::ruleset::{Overlay, TypeSegment};
use bastide::core::{Game, Place, PlacedTile, Ruleset, State};

use crate::art::{self, Art, Kit, art};
use crate::defs::{Defs, document};
use crate::letters::{self, Set};
use crate::look::{Look, Shown};
use crate::overlay::{self, Mark};
use crate::seats;
use crate::shape::{Point, at};
use crate::svg::num;

pub use self::laid::Laid;

/// Every seat wears its own color.
pub const PLAIN: [usize; 2] = [0; 2];

const INK: &str = "#2b2118";
const MARGIN: f64 = 24.0;
/// Most symbols on top of each other; their number says how many there are.
const STACK_MAX: i32 = 6;

/// How a board is drawn.
#[derive(Clone, Debug, Default)]
pub struct BoardOptions {
    /// Names of the seats; without them there is no panel.
    pub names: Vec<String>,
    /// Tell fields apart by tints.
    pub fields: bool,
    /// Show segments, places and borders with their names.
    pub overlay: bool,
    /// The tile placed last has a ring.
    pub last: Option<Cell>,
    /// Number the columns and rows.
    pub coordinates: bool,
    /// Marked faults: a cell, and a place on its tile as written.
    pub marks: Vec<(Cell, Mark)>,
    /// Two seats that swap color and sign, if they differ: the viewer has a color of their own.
    pub worn: [usize; 2],
}

/// The board of a state.
#[must_use]
pub fn board(rules: &Ruleset, state: &State, look: &Look, options: &BoardOptions) -> String {
    draw(rules, state, look, options, false).svg
}

/// Returns the picture of overlays and pieces on a board without its ground, for callers that lay the tiles below,
/// together with the places of segments. Two seats may swap colors, as [`BoardOptions::worn`] says.
#[must_use]
pub fn laid(rules: &Ruleset, state: &State, look: &Look, worn: [usize; 2]) -> Laid {
    draw(rules, state, look, &BoardOptions { worn, ..BoardOptions::default() }, true)
}

fn draw(rules: &Ruleset, state: &State, look: &Look, options: &BoardOptions, over: bool) -> Laid {
    let game = Game::new(rules, state);
    let lies = |name: &str| {
        rules.kind(name).map_or(Lies::Centre, |kind| rules.kinds[kind.index()].decl.lies)
    };
    let kit = Kit { look, lies: &lies, fields: options.fields };
    let mut table = Table {
        game,
        look,
        options,
        over,
        defs: Defs::default(),
        arts: BTreeMap::new(),
        pieces: BTreeMap::new(),
    };
    let cells: Vec<Cell> = state.lying().map(|(_, tile)| tile.cell()).collect();
    let low = |of: fn(&Cell) -> i16| cells.iter().map(of).min().unwrap_or(0);
    let high = |of: fn(&Cell) -> i16| cells.iter().map(of).max().unwrap_or(0);
    let (left, top) = (low(|c| c.x), low(|c| c.y));
    let columns = f64::from(high(|c| c.x)) - f64::from(left) + 1.0;
    let rows = f64::from(high(|c| c.y)) - f64::from(top) + 1.0;
    let panel = if options.names.is_empty() { 0.0 } else { table.panel_height(columns) };
    let corner = |cell: Cell| {
        at(
            MARGIN + (f64::from(cell.x) - f64::from(left)) * 100.0,
            MARGIN + panel + (f64::from(cell.y) - f64::from(top)) * 100.0,
        )
    };
    let (wide, tall) = (columns * 100.0 + 2.0 * MARGIN, rows * 100.0 + 2.0 * MARGIN + panel);
    let mut out = if over {
        String::new()
    } else {
        format!("<path d=\"M0 0H{wide}V{tall}H0Z\" fill=\"#efe9dc\"/>\n")
    };
    if panel > 0.0 {
        out.push_str(&table.panel(columns));
    }
    for (id, tile) in state.lying() {
        out.push_str(&table.tile(kit, *tile, corner(tile.cell())));
        out.push_str(&table.pieces(kit, id, corner(tile.cell())));
    }
    // Pieces may reach over the edges of tiles and are drawn after all of them.
    for (id, tile) in state.lying() {
        out.push_str(&table.things(id, corner(tile.cell())));
    }
    if let Some(last) = options.last {
        let p = corner(last);
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"97\" height=\"97\" rx=\"5\" fill=\"none\" stroke=\"#fff\" stroke-width=\"5\"/>\
             <rect x=\"{0}\" y=\"{1}\" width=\"97\" height=\"97\" rx=\"5\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>",
            num(p.x + 1.5),
            num(p.y + 1.5)
        );
    }
    if options.coordinates {
        out.push_str(&coordinates(&cells, corner, [wide, tall]));
    }
    let zero = corner(Cell::new(0, 0));
    Laid {
        svg: document([wide, tall], "", "Bastide", &table.defs, &out),
        frame: [-zero.x, -zero.y, wide, tall],
        tiles: state.lying().map(|(_, tile)| lying(*tile)).collect(),
        stands: table.stands(),
    }
}

fn lying(tile: PlacedTile) -> (i16, i16, u16, u8) {
    (tile.cell().x, tile.cell().y, tile.kind().0, tile.rotation())
}

/// Numbers of columns and rows in the margin.
fn coordinates(cells: &[Cell], corner: impl Fn(Cell) -> Point, size: [f64; 2]) -> String {
    let mut out = String::new();
    let columns: std::collections::BTreeSet<i16> = cells.iter().map(|c| c.x).collect();
    let rows: std::collections::BTreeSet<i16> = cells.iter().map(|c| c.y).collect();
    let mut said = |n: i16, p: Point| {
        out.push_str(&letters::line(&n.to_string(), p, 9.0, Set::Middle, "#8a7a63", None));
    };
    for x in columns {
        said(x, at(corner(Cell::new(x, 0)).x + 50.0, size[1] - 7.0));
    }
    for y in rows {
        said(y, at(MARGIN / 2.0, corner(Cell::new(0, y)).y + 54.0));
    }
    out
}

struct Table<'a> {
    game: Game<'a>,
    look: &'a Look,
    options: &'a BoardOptions,
    /// Tiles are not drawn themselves.
    over: bool,
    defs: Defs,
    /// Tile types drawn so far.
    arts: BTreeMap<u16, Art>,
    /// Pieces over tiles drawn so far.
    pieces: BTreeMap<u8, Art>,
}

impl Table<'_> {
    /// A tile without what stands on it.
    fn tile(&mut self, kit: Kit<'_>, tile: PlacedTile, corner: Point) -> String {
        let (kind, rotation) = (tile.kind(), tile.rotation());
        let Some(ty) = self.game.rules.types.get(kind.index()) else { return String::new() };
        if self.over {
            // Symbols on it must be defined anyway.
            self.arts.entry(kind.0).or_insert_with(|| art(&ty.decl, kit, &mut Defs::default()));
            return String::new();
        }
        let defs = &mut self.defs;
        let art = self.arts.entry(kind.0).or_insert_with(|| art(&ty.decl, kit, defs));
        let id = format!("t{}-{rotation}", kind.0);
        defs.add(&id, || {
            let mut drawn = art.svg(rotation);
            if self.options.overlay {
                drawn.push_str(&overlay::names(&ty.decl, art, rotation));
            }
            drawn
        });
        let mut out =
            format!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>\n", num(corner.x), num(corner.y));
        for (_, mark) in self.options.marks.iter().filter(|(cell, _)| *cell == tile.cell()) {
            let drawn = overlay::mark(&ty.decl, art, rotation, mark);
            out.push_str(&moved(corner, &drawn));
        }
        out
    }

    /// Returns the overlays of a tile.
    fn pieces(&mut self, kit: Kit<'_>, id: TileId, corner: Point) -> String {
        let mut out = String::new();
        for (overlay, rotation) in self.game.state.overlays_on(id) {
            let Some(piece) = self.game.rules.overlays.get(overlay.index()) else { continue };
            let defs = &mut self.defs;
            let art = self
                .pieces
                .entry(overlay.0)
                .or_insert_with(|| art::piece(&as_tile(self.game.rules, piece), kit, defs));
            let name = format!("o{}-{rotation}", overlay.0);
            defs.add(&name, || art.svg(rotation));
            let (x, y) = (num(corner.x), num(corner.y));
            let _ = writeln!(out, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>");
        }
        out
    }

    /// Where a figure stands on a segment, or where what is stacked on it begins, on the tile as it lies.
    fn spot(&self, node: SegmentId, art: &Art, stacked: bool) -> Point {
        let state = self.game.state;
        let printed = || {
            let rotation = state.tile(state.tile_of(node)).rotation();
            Some((art, usize::from(state.segment_index(node)), rotation))
        };
        let over = state.piece_segment(node).map(|(overlay, rotation, n)| {
            self.pieces.get(&overlay.0).map(|art| (art, n, rotation))
        });
        let (spot, rotation) =
            over.unwrap_or_else(printed).map_or((None, 0), |(art, n, rotation)| {
                let points = if stacked { &art.stacks } else { &art.stands };
                (points.get(n).copied(), rotation)
            });
        spot.unwrap_or(at(50.0, 50.0)).turned(rotation)
    }

    /// Returns the pieces on a tile, and its changed tags.
    fn things(&mut self, id: TileId, corner: Point) -> String {
        let game = self.game;
        let tile = game.state.tile(id);
        let Some(art) = self.arts.get(&tile.kind().0).cloned() else { return String::new() };
        let mut things: Vec<(Point, String)> = Vec::new();
        for node in game.segments(id) {
            let segment = game.state.segment_index(node);
            let kind = &game.rules.kinds[game.state.kind(node).index()];
            let printed = game.rules.types.get(tile.kind().index());
            let printed = printed.and_then(|ty| ty.decl.segments.get(usize::from(segment)));
            let [stand, stack] = [false, true].map(|s| self.spot(node, &art, s).plus(corner, 1.0));
            let mut height = 0.0;
            for (lane, tag) in kind.lanes.iter().enumerate() {
                let now = game.own_tag(node, lane as u8);
                let look = self.look.tag(tag);
                let stacked = look.is_some_and(|look| look.shown == Shown::Stack);
                let before = printed.and_then(|s| s.tags.iter().find(|t| t.0 == *tag));
                let before = if stacked { 0 } else { before.map_or(0, |t| i32::from(t.1)) };
                let symbol = match look {
                    Some(look) => self.defs.icon(&format!("tag-{tag}"), &look.icon),
                    None => self.defs.badge(tag),
                };
                let base = if stacked { stack } else { stand };
                let hidden = look.is_some_and(|look| look.shown == Shown::Nowhere);
                let count = if hidden { 0 } else { now - before };
                for n in 0..count.clamp(0, STACK_MAX) {
                    let step = if stacked { at(0.0, -symbol.size * 0.24) } else { at(6.0, 0.0) };
                    let p = base.plus(step, f64::from(n));
                    height = if stacked { symbol.size * 0.24 * f64::from(n + 1) } else { height };
                    let mut drawn = symbol.put(p);
                    if count > 1 && n + 1 == count.min(STACK_MAX) {
                        let (said, p) = (count.to_string(), p.plus(at(0.0, 4.5), 1.0));
                        let paper = Some("#fffdf6");
                        drawn.push_str(&letters::line(&said, p, 9.0, Set::Middle, INK, paper));
                    }
                    things.push((at(p.x, base.y - 0.5), drawn));
                }
            }
            let here: Vec<FigureId> =
                game.figures().filter(|f| game.figure_node(*f) == Some(node)).collect();
            let base = stand.plus(at(0.0, -height), 1.0);
            for (n, figure) in here.iter().enumerate() {
                let shift = (n as f64 - (here.len() as f64 - 1.0) / 2.0) * 14.0;
                let p = base.plus(at(shift, shift.abs() * 0.15), 1.0);
                let symbol = self.figure(*figure);
                // Who claims open ground lies on it, as on a table: so nobody takes a farmer for a robber.
                let lies = kind.decl.lies == Lies::Rest && self.claims(*figure);
                let drawn = if lies { symbol.lying(p) } else { symbol.put(p) };
                things.push((at(p.x, p.y + height), drawn));
                let foot = p.plus(at(symbol.size * 0.3, symbol.size * 0.4), 1.0);
                self.kept(Per::Figure, figure.index(), foot, &mut things);
            }
            let beside = stand.plus(at(12.0, 8.0), 1.0);
            self.kept(Per::Segment, node.index(), beside, &mut things);
        }
        let low = corner.plus(at(16.0, 86.0), 1.0);
        self.kept(Per::Tile, id.index(), low, &mut things);
        self.at_corners(id, corner, &mut things);
        self.neutrals(id, corner, &art, &mut things);
        things.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        things.into_iter().map(|thing| thing.1).collect()
    }

    /// Figures on corners that are named by a tile.
    fn at_corners(&mut self, id: TileId, tile: Point, things: &mut Vec<(Point, String)>) {
        const AT: [Point; 4] = [at(0.0, 0.0), at(100.0, 0.0), at(100.0, 100.0), at(0.0, 100.0)];
        let game = self.game;
        for which in 0..4 {
            let named = Corner(id.0 * 4 + which);
            let here: Vec<FigureId> = game.corner_figures(named).collect();
            let base = tile.plus(AT[usize::from(which)], 1.0);
            for (n, figure) in here.iter().enumerate() {
                let shift = (n as f64 - (here.len() as f64 - 1.0) / 2.0) * 14.0;
                let p = base.plus(at(shift, 0.0), 1.0);
                things.push((p, self.figure(*figure).put(p)));
            }
        }
    }

    fn claims(&self, figure: FigureId) -> bool {
        self.game.rules.figures[self.game.state.figure_kind(figure).index()].decl.claims
    }

    fn figure(&mut self, figure: FigureId) -> crate::defs::Symbol {
        let (state, rules) = (self.game.state, self.game.rules);
        let name = &rules.figures[state.figure_kind(figure).index()].decl.name;
        let seat = seats::worn(self.options.worn, state.owner(figure).index());
        self.defs.figure(name, self.look.figure(name), seat)
    }

    /// Figures of nobody that are on a tile.
    fn neutrals(
        &mut self,
        id: TileId,
        corner: Point,
        art: &Art,
        things: &mut Vec<(Point, String)>,
    ) {
        let game = self.game;
        for (i, name) in game.rules.neutrals.iter().enumerate() {
            let stand = |node| self.spot(node, art, false);
            let p = match game.state.neutral(NeutralId(i as u8)) {
                Place::Tile(on) if on == id => at(50.0, 50.0),
                Place::Segment(node) if game.state.tile_of(node) == id => stand(node),
                Place::Beside(figure) => match game.figure_node(figure) {
                    Some(node) if game.state.tile_of(node) == id => {
                        stand(node).plus(at(15.0, 2.0), 1.0)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let symbol = match self.look.neutral(name) {
                Some(icon) => self.defs.icon(&format!("neutral-{name}"), icon),
                None => self.defs.badge(name),
            };
            let p = p.plus(corner, 1.0);
            things.push((at(p.x, p.y + 6.0), symbol.put(p)));
        }
    }
}

/// A piece as a tile type is, to be drawn by the same hand.
fn as_tile(rules: &Ruleset, piece: &Overlay) -> Tile {
    let segment = |s: &TypeSegment| Segment {
        kind: rules.kinds[s.kind.index()].decl.name.clone(),
        places: s.places,
        ..Segment::default()
    };
    Tile {
        id: format!("overlay/{}", piece.decl.name),
        segments: piece.segments.iter().map(segment).collect(),
        ..Tile::default()
    }
}

fn moved(by: Point, drawn: &str) -> String {
    format!("<g transform=\"translate({} {})\">{drawn}</g>\n", num(by.x), num(by.y))
}
