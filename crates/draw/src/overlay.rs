//! Annotations over a tile: names of places, segments and borders, and marks of faults.

use std::fmt::Write as _;

use bastide::core::decl::{PLACES, Tile};

use crate::art::Art;
use crate::letters::{self, Set};
use crate::shape::{CENTRE, Point, at, corner, middle};
use crate::svg::{num, pair, text};

const INK: &str = "#20123a";
const RED: &str = "#d3121f";

/// What a mark points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The tile as a whole.
    Tile,
    /// An edge of the tile as written, 0 N, 1 E, 2 S, 3 W.
    Edge(u8),
    /// A place, by its number in [`PLACES`].
    Place(u8),
    /// A segment, by its number on the tile.
    Segment(u8),
}

/// A mark: something is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub spot: Spot,
    /// What, for people; shown when one points at it.
    pub text: String,
}

/// Where a place lies on the border.
fn place(number: usize) -> Point {
    let (edge, part) = (number / 3 % 4, number % 3);
    corner(edge).toward(corner(edge + 1), [0.2, 0.5, 0.8][part])
}

/// Name of a segment as tile files write it: `city@N`, `tower#2`.
pub(crate) fn name(tile: &Tile, segment: usize) -> String {
    let Some(this) = tile.segments.get(segment) else { return String::new() };
    let first = (0..12).find(|p| this.places >> p & 1 == 1);
    let Some(first) = first else {
        let same = tile.segments[..segment].iter().filter(|s| s.kind == this.kind && s.places == 0);
        let before = same.count();
        return if before == 0 {
            this.kind.clone()
        } else {
            format!("{}#{}", this.kind, before + 1)
        };
    };
    // A whole edge or its middle is called by the edge alone.
    let edge = first / 3;
    let taken = this.places >> (3 * edge) & 0b111;
    let at = if taken == 0b111 || taken == 0b010 { &PLACES[first][..1] } else { PLACES[first] };
    format!("{}@{at}", this.kind)
}

/// Places, segments and borders with their names.
pub(crate) fn names(tile: &Tile, art: &Art, rotation: u8) -> String {
    let mut out = String::from("<path d=\"M0 0H100V100H0Z\" fill=\"#fff\" opacity=\".35\"/>\n");
    let said = |what: &str, p: Point, height: f64| {
        letters::line(what, at(p.x, p.y + height / 2.0), height, Set::Middle, INK, Some("#fff"))
    };
    for (number, segment) in tile.segments.iter().enumerate() {
        let from = art.stands[number].turned(rotation);
        for place in (0..12).filter(|p| segment.places >> p & 1 == 1).map(place) {
            let _ = write!(
                out,
                "<path d=\"M{}L{}\" stroke=\"{INK}\" stroke-width=\".5\" opacity=\".5\"/>",
                pair(from),
                pair(place.turned(rotation))
            );
        }
        for other in &segment.borders {
            if let Some(to) = art.stands.get(usize::from(*other)) {
                let to = to.turned(rotation);
                let _ = write!(
                    out,
                    "<path d=\"M{}L{}\" stroke=\"{RED}\" stroke-width=\".9\" stroke-dasharray=\"2.4 1.6\"/>",
                    pair(from),
                    pair(to)
                );
            }
        }
    }
    for (number, name) in PLACES.iter().enumerate() {
        let p = place(number).toward(middle(number / 3).toward(CENTRE, 0.08), 0.0);
        let inward = CENTRE.from(middle(number / 3));
        out.push_str(&said(name, p.plus(inward, 0.07).turned(rotation), 3.2));
    }
    for (number, stand) in art.stands.iter().enumerate() {
        let p = stand.turned(rotation);
        let _ = write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"1.6\" fill=\"{INK}\" stroke=\"#fff\" stroke-width=\".6\"/>",
            num(p.x),
            num(p.y)
        );
        let tags: Vec<String> = tile.segments[number]
            .tags
            .iter()
            .map(|(tag, n)| if *n == 1 { tag.clone() } else { format!("{tag} {n}") })
            .collect();
        // A name stays on the tile.
        let name = name(tile, number);
        let half = letters::width(&name, 4.2) / 2.0 + 1.5;
        let x = p.x.clamp(half.min(50.0), (100.0 - half).max(50.0));
        out.push_str(&said(&name, at(x, p.y - 5.2), 4.2));
        if !tags.is_empty() {
            out.push_str(&said(&tags.join(" "), at(x, p.y + 5.0), 3.0));
        }
    }
    out
}

/// A mark of a fault.
pub(crate) fn mark(tile: &Tile, art: &Art, rotation: u8, mark: &Mark) -> String {
    let line = |points: [Point; 2]| {
        let [a, b] = points.map(|p| p.turned(rotation));
        format!(
            "<path d=\"M{}L{}\" stroke=\"{RED}\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
            pair(a),
            pair(b)
        )
    };
    let ring = |p: Point| {
        let p = p.turned(rotation);
        format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"13\" fill=\"{RED}\" fill-opacity=\".18\" stroke=\"{RED}\" stroke-width=\"2.6\"/>",
            num(p.x),
            num(p.y)
        )
    };
    let (drawn, at_point) = match mark.spot {
        Spot::Tile => (
            format!(
                "<path d=\"M2 2H98V98H2Z\" fill=\"none\" stroke=\"{RED}\" stroke-width=\"4\"/>"
            ),
            at(90.0, 10.0).turned((4 - rotation % 4) % 4),
        ),
        Spot::Edge(edge) => {
            let edge = usize::from(edge) % 4;
            let inward = CENTRE.from(middle(edge));
            let ends = [corner(edge), corner(edge + 1)].map(|c| c.toward(middle(edge), 0.06));
            (line(ends.map(|p| p.plus(inward, 0.05))), middle(edge).plus(inward, 0.2))
        }
        Spot::Place(number) => {
            let number = usize::from(number) % 12;
            let p = place(number);
            let inward = CENTRE.from(middle(number / 3));
            let along = corner(number / 3 + 1).from(corner(number / 3));
            let ends = [p.plus(along, -0.1), p.plus(along, 0.1)];
            (line(ends.map(|p| p.plus(inward, 0.05))), p.plus(inward, 0.2))
        }
        Spot::Segment(number) => {
            let p = art.stands.get(usize::from(number)).copied().unwrap_or(CENTRE);
            let mut drawn = ring(p);
            let places = tile.segments.get(usize::from(number)).map_or(0, |s| s.places);
            for place in (0..12).filter(|i| places >> i & 1 == 1).map(place) {
                drawn.push_str(&line([place, place.toward(CENTRE, 0.04)]));
            }
            (drawn, p)
        }
    };
    let p = at_point.turned(rotation);
    let sign = letters::line("!", at(p.x, p.y + 3.4), 6.8, Set::Middle, "#fff", None);
    format!(
        "<g><title>{}</title>{drawn}<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{RED}\" stroke=\"#fff\" stroke-width=\"1.4\"/>{sign}</g>\n",
        text(&mark.text),
        num(p.x),
        num(p.y)
    )
}
