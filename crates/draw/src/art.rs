//! A tile type as it is drawn: what turns with the tile, what stands on it, and where figures stand.

mod seams;
mod symbols;

use std::fmt::Write as _;

use bastide::core::decl::{Lies, Tile};

use crate::defs::{Defs, Symbol, plain};
use crate::layout::{CELL, Layout};
use crate::look::{Look, Paint};
use crate::outline::{Area, Outline, outline};
use crate::seats::NOBODY;
use crate::shape::{Point, distance, inside};
use crate::svg::{self, num};

/// Width of a line that nobody draws.
const WIDTH: f64 = 9.0;
/// Most symbols of one tag on one segment.
const EACH_MAX: u8 = 4;
/// Radius that a figure needs.
const FIGURE: f64 = 11.0;
/// Tints that tell fields apart.
const TINTS: [&str; 6] = ["#fff6b0", "#4f8f3a", "#c9ecff", "#e8a23d", "#f7c6d9", "#7a5fb0"];

/// What to draw and how.
#[derive(Clone, Copy)]
pub(crate) struct Kit<'a> {
    pub(crate) look: &'a Look,
    pub(crate) lies: &'a dyn Fn(&str) -> Lies,
    /// Tell fields apart.
    pub(crate) fields: bool,
}

/// A tile type as it is drawn, unturned.
#[derive(Clone, Debug)]
pub(crate) struct Art {
    /// Definition of the part that turns with the tile.
    base: String,
    /// Symbols that stand upright on the tile.
    standing: Vec<Standing>,
    /// Where a figure stands on each segment.
    pub(crate) stands: Vec<Point>,
    /// Where what is stacked on a segment begins.
    pub(crate) stacks: Vec<Point>,
}

/// A symbol on a tile.
#[derive(Clone, Debug)]
struct Standing {
    symbol: Symbol,
    at: Point,
    size: f64,
    /// Eighths of a turn that it is turned by, and with the tile; what has none stays upright.
    eighths: Option<u8>,
}

impl Art {
    /// The tile, turned.
    pub(crate) fn svg(&self, rotation: u8) -> String {
        let mut out = if rotation.is_multiple_of(4) {
            format!("<use href=\"#{}\"/>\n", self.base)
        } else {
            let turn = 90 * u32::from(rotation & 3);
            format!("<use href=\"#{}\" transform=\"rotate({turn} 50 50)\"/>\n", self.base)
        };
        for Standing { symbol, at, size, eighths } in &self.standing {
            let at = at.turned(rotation);
            out.push_str(&match eighths {
                None => symbol.sized(at, *size),
                Some(eighths) => symbol.turned(at, (eighths + 2 * (rotation & 3)) % 8),
            });
        }
        out
    }
}

/// Draws a tile type.
pub(crate) fn art(tile: &Tile, kit: Kit<'_>, defs: &mut Defs) -> Art {
    known(tile, kit, defs, true)
}

/// Draws a piece that is laid over tiles: what lies on it, on no ground of its own.
pub(crate) fn piece(tile: &Tile, kit: Kit<'_>, defs: &mut Defs) -> Art {
    known(tile, kit, defs, false)
}

fn known(tile: &Tile, kit: Kit<'_>, defs: &mut Defs, whole: bool) -> Art {
    let face = kit.look.faces().of(tile, kit, whole, || {
        let mut own = Defs::default();
        (drawn(tile, kit, &mut own, whole), own)
    });
    defs.join(&face.1);
    face.0.clone()
}

fn drawn(tile: &Tile, kit: Kit<'_>, defs: &mut Defs, whole: bool) -> Art {
    let central = |kind: &str| kit.look.kind(kind).is_some_and(|k| k.central);
    let outline = outline(tile, kit.lies, &central);
    let width = |segment: usize| width(tile, segment, kit.look);
    let layout = Layout::new(tile, &outline, kit.lies, &width);
    let mut drawing =
        Drawing { tile, kit, outline, layout, base: String::new(), standing: Vec::new() };
    if whole {
        drawing.ground();
    } else {
        drawing.shadow();
    }
    if whole {
        drawing.seams();
    }
    drawing.lines();
    drawing.areas();
    let spots = drawing.symbols(defs);
    if whole {
        drawing.scatter(defs);
        let _ = write!(
            drawing.base,
            "<path d=\"M.3 .3H99.7V99.7H.3Z\" fill=\"none\" stroke=\"#3d4a2a\" stroke-opacity=\".35\" stroke-width=\".6\"/>"
        );
    }
    let stands = drawing.stands(&spots);
    let stacks = (0..tile.segments.len()).map(|i| spots[i].unwrap_or(stands[i])).collect();
    // Symbols farther south are drawn later.
    drawing.standing.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    let base = format!("a-{}", plain(&tile.id));
    defs.add(&base, || format!("<g clip-path=\"url(#clip)\">{}</g>", drawing.base));
    Art { base, standing: drawing.standing, stands, stacks }
}

/// Width of the line of a segment.
pub(crate) fn width(tile: &Tile, segment: usize, look: &Look) -> f64 {
    let kind = tile.segments.get(segment).and_then(|s| look.kind(&s.kind));
    kind.and_then(|k| k.width).unwrap_or(WIDTH)
}

struct Drawing<'a> {
    tile: &'a Tile,
    kit: Kit<'a>,
    outline: Outline,
    layout: Layout,
    base: String,
    standing: Vec<Standing>,
}

impl Drawing<'_> {
    fn colours(&self, segment: usize) -> (String, String, Option<String>) {
        let kind = &self.tile.segments[segment].kind;
        let (fill, line, wall) = self.kit.look.colours(kind, (self.kit.lies)(kind));
        let say = |paint: Paint| paint.svg(NOBODY);
        (say(fill), say(line), wall.map(say))
    }

    fn is_ground(&self, segment: usize) -> bool {
        (self.kit.lies)(&self.tile.segments[segment].kind) == Lies::Rest
    }

    /// Open ground, each kind in its color; fields apart if asked for.
    fn ground(&mut self) {
        let grounds: Vec<usize> =
            (0..self.tile.segments.len()).filter(|i| self.is_ground(*i)).collect();
        let kind = |segment: usize| self.tile.segments[segment].kind.as_str();
        let main = grounds.first().map_or("", |g| kind(*g));
        let (fill, _, _) = self.kit.look.colours(main, Lies::Rest);
        let _ = write!(self.base, "<path d=\"M0 0H100V100H0Z\" fill=\"{}\"/>", fill.svg(NOBODY));
        let several = grounds.iter().any(|g| kind(*g) != main);
        if !self.kit.fields && !several {
            return;
        }
        let runs = self.layout.fields();
        for (number, segment) in grounds.iter().enumerate() {
            let own = kind(*segment) != main;
            if !own && !self.kit.fields {
                continue;
            }
            let mut data = String::new();
            for (_, row, column, cells) in runs.iter().filter(|run| run.0 == *segment) {
                let (x, y) = (*column as f64 * CELL, *row as f64 * CELL);
                let w = *cells as f64 * CELL;
                let _ = write!(data, "M{} {}h{}v{CELL}h-{}z", num(x), num(y), num(w), num(w));
            }
            if own {
                let (fill, _, _) = self.colours(*segment);
                let _ = write!(self.base, "<path d=\"{data}\" fill=\"{fill}\"/>");
            }
            if self.kit.fields {
                let tint = TINTS[number % TINTS.len()];
                let _ = write!(self.base, "<path d=\"{data}\" fill=\"{tint}\" opacity=\".6\"/>");
            }
        }
    }

    /// Draws the shadow of an overlay on the tile.
    fn shadow(&mut self) {
        for line in self.outline.lines.clone() {
            let wide = width(self.tile, line.segment, self.kit.look) + 9.0;
            for course in &line.courses {
                let data = svg::path(course, true);
                self.stroke(&data, "#3a2c1a", wide, " stroke-opacity=\".55\"");
                self.stroke(&data, "#a9855a", wide - 3.0, " stroke-dasharray=\"3 1.5\"");
            }
        }
    }

    fn stroke(&mut self, data: &str, colour: &str, width: f64, more: &str) {
        let width = num(width);
        let _ = write!(
            self.base,
            "<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{more}/>"
        );
    }

    /// Lines: what comes later among the segments lies deeper.
    fn lines(&mut self) {
        let lines = self.outline.lines.clone();
        let mut done: Vec<usize> = Vec::new();
        for (i, line) in lines.iter().enumerate().rev() {
            if done.contains(&i) {
                continue;
            }
            let kind = &self.tile.segments[line.segment].kind;
            // Lines of a kind that end here are one drawing: their outlines lie below all of them.
            let same = |j: &usize| {
                let other = &lines[*j];
                other.ends && self.tile.segments[other.segment].kind == *kind
            };
            let group: Vec<usize> =
                if line.ends { (0..=i).rev().filter(same).collect() } else { vec![i] };
            let mut data = String::new();
            for j in &group {
                for course in &lines[*j].courses {
                    data.push_str(&svg::path(course, true));
                }
            }
            let (fill, outer, deck) = self.colours(line.segment);
            let wide = width(self.tile, line.segment, self.kit.look);
            self.bridges(&group, deck.as_deref(), &outer, wide);
            let join = " stroke-linejoin=\"round\"";
            self.stroke(&data, &outer, wide + 2.6, join);
            if line.ends && self.outline.in_hub.is_none() && self.outline.gates.is_empty() {
                self.disc(&outer, wide / 2.0 + 1.3);
            }
            self.stroke(&data, &fill, wide, join);
            if line.ends && self.outline.in_hub.is_none() && self.outline.gates.is_empty() {
                self.disc(&fill, wide / 2.0);
            }
            done.extend(group);
        }
    }

    fn disc(&mut self, colour: &str, radius: f64) {
        let Point { x, y } = self.outline.hub;
        let (x, y, r) = (num(x), num(y), num(radius));
        let _ = write!(self.base, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\"/>");
    }

    /// Decks where lines cross what has been drawn before.
    fn bridges(&mut self, group: &[usize], deck: Option<&str>, outer: &str, wide: f64) {
        let Some(deck) = deck else { return };
        let below: Vec<(Vec<Point>, f64)> = self
            .outline
            .lines
            .iter()
            .enumerate()
            .filter(|(j, line)| {
                *j > *group.first().unwrap_or(&0) && !group.contains(j) && !line.ends
            })
            .flat_map(|(_, line)| {
                let near = width(self.tile, line.segment, self.kit.look) / 2.0 + 4.0;
                line.courses.iter().map(move |c| (c.points(), near))
            })
            .collect();
        for number in group {
            for course in self.outline.lines[*number].courses.clone() {
                let points = course.points();
                let over = |p: &Point| below.iter().any(|(line, near)| distance(line, *p) < *near);
                let fine: Vec<Point> = points
                    .windows(2)
                    .flat_map(|w| (0..4).map(|i| w[0].toward(w[1], f64::from(i) / 4.0)))
                    .collect();
                for run in fine.chunk_by(|a, b| over(a) == over(b)).filter(|run| over(&run[0])) {
                    if run.len() > 2 {
                        self.stroke(&svg::lines(run), outer, wide + 8.0, "");
                        self.stroke(&svg::lines(run), deck, wide + 5.4, "");
                    }
                }
            }
        }
    }

    /// Areas with their walls, and the gates of lines.
    fn areas(&mut self) {
        for area in self.outline.areas.clone() {
            let (fill, line, wall) = self.colours(area.segment);
            let border = svg::path(&area.border, true);
            let _ = write!(self.base, "<path d=\"{border}Z\" fill=\"{fill}\"/>");
            self.tunnels(&area);
            let data: String = area.walls.iter().map(|wall| svg::path(wall, true)).collect();
            if data.is_empty() {
                continue;
            }
            let round = " stroke-linecap=\"round\"";
            match wall {
                Some(wall) => {
                    self.stroke(&data, &line, 5.4, round);
                    self.stroke(&data, &wall, 3.2, round);
                    self.stroke(
                        &data,
                        &line,
                        3.2,
                        " stroke-dasharray=\".9 3.4\" stroke-opacity=\".75\"",
                    );
                }
                None => self.stroke(&data, &line, 2.2, round),
            }
        }
        for gate in self.outline.gates.clone() {
            let (fill, line, _) = self.colours(gate.line);
            let wide = width(self.tile, gate.line, self.kit.look);
            let (out, within) =
                (gate.at.toward(gate.from, 4.5 / gate.at.far(gate.from).max(1.0)), gate.at);
            let deep = within.plus(out.from(within), -0.9);
            self.stroke(&svg::lines(&[out, deep]), &line, wide + 5.0, "");
            self.stroke(&svg::lines(&[out, within]), &fill, wide - 1.0, "");
        }
    }

    /// Lines that run on below an area show through it.
    fn tunnels(&mut self, area: &Area) {
        for line in self.outline.lines.clone().iter().filter(|line| !line.ends) {
            let (fill, outer, _) = self.colours(line.segment);
            let wide = width(self.tile, line.segment, self.kit.look);
            for course in &line.courses {
                let points = course.points();
                let within = |p: &Point| inside(&area.polygon, *p);
                for run in points.chunk_by(|a, b| within(a) == within(b)).filter(|r| within(&r[0]))
                {
                    let data = svg::lines(run);
                    self.stroke(
                        &data,
                        &outer,
                        wide,
                        " stroke-dasharray=\"3 4\" stroke-opacity=\".55\"",
                    );
                    self.stroke(
                        &data,
                        &fill,
                        wide - 2.6,
                        " stroke-dasharray=\"3 4\" stroke-opacity=\".8\"",
                    );
                }
            }
        }
    }
}
