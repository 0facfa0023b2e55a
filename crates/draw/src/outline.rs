//! Where the parts of a tile lie: areas with their walls, lines with their gates, the hub where lines end.
//!
//! Everything follows from places and from how kinds lie; the rules are those by which fields are derived
//! (`docs/src/tiles.md`): lines that end meet in the hub, one or two of them run on to the area opposite,
//! or, if none lies opposite, to all areas.

use bastide::core::decl::{Lies, Tile};

use crate::shape::{CENTRE, Course, Curve, Point, at, corner, inside, middle};

/// Depth of a cap on one edge, and of one that has the same area on both sides.
const CAP: [f64; 2] = [26.0, 19.0];
/// Depth of a bay between two edges of one area, and of one that holds another area.
const BAY: [f64; 2] = [21.0, 38.0];
/// Distance by which a line bends around the middle.
const BOW: f64 = 15.0;

/// A part that takes whole edges.
#[derive(Clone, Debug)]
pub(crate) struct Area {
    /// Number of the segment.
    pub(crate) segment: usize,
    /// Its border inside the tile, piece by piece; empty if it covers the tile.
    pub(crate) walls: Vec<Course>,
    /// The whole border.
    pub(crate) border: Course,
    /// The border as points.
    pub(crate) polygon: Vec<Point>,
}

/// A part that runs through the middle of edges.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Number of the segment.
    pub(crate) segment: usize,
    /// Its pieces.
    pub(crate) courses: Vec<Course>,
    /// It has one edge: it ends inside the tile.
    pub(crate) ends: bool,
}

/// A place where a line meets the wall of an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    /// Segment of the line.
    pub(crate) line: usize,
    /// Where.
    pub(crate) at: Point,
    /// A point farther out on the line.
    pub(crate) from: Point,
}

/// Everything of a tile that has a place, unturned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Areas in the order of segments.
    pub(crate) areas: Vec<Area>,
    /// Lines in the order of segments.
    pub(crate) lines: Vec<Line>,
    /// Gates of lines.
    pub(crate) gates: Vec<Gate>,
    /// Where lines end, and what stands in the middle.
    pub(crate) hub: Point,
    /// Whether several lines end in the hub, or a single one leads nowhere.
    pub(crate) junction: bool,
    /// Segment that stands in the hub.
    pub(crate) in_hub: Option<usize>,
}

/// Returns the bit set of edges on which a segment has a place.
pub(crate) fn edges(places: u16) -> u8 {
    (0..4).filter(|e| places >> (3 * e) & 0b111 != 0).fold(0, |bits, e| bits | 1 << e)
}

fn has(bits: u8, edge: usize) -> bool {
    bits >> (edge % 4) & 1 == 1
}

/// Works the outline of a tile out. `central` says which kinds like to stand in the middle.
pub(crate) fn outline(
    tile: &Tile,
    lies: &dyn Fn(&str) -> Lies,
    central: &dyn Fn(&str) -> bool,
) -> Outline {
    let of = |wanted: Lies| {
        let all = tile.segments.iter().enumerate();
        all.filter(move |(_, s)| lies(&s.kind) == wanted).map(|(i, s)| (i, edges(s.places)))
    };
    let mut out = Outline { hub: CENTRE, ..Outline::default() };
    let wholes: Vec<(usize, u8)> = of(Lies::Whole).filter(|w| w.1 != 0).collect();
    for (segment, bits) in &wholes {
        let places = tile.segments[*segment].places;
        let divided = (0..4).any(|edge| has(*bits, edge) && places >> (3 * edge) & 0b111 != 0b111);
        out.areas.push(if divided {
            area_of_halves(*segment, places)
        } else {
            area(*segment, *bits, &wholes)
        });
    }
    let within = |wanted: Lies| of(wanted).filter(|part| part.1 == 0).map(|part| part.0);
    out.areas.extend(within(Lies::Whole).map(area_within));
    out.areas.sort_by_key(|area| area.segment);
    for segment in within(Lies::Middle) {
        let [from, to] = [at(38.0, 50.0), at(62.0, 50.0)];
        out.lines.push(Line { segment, courses: vec![Course::straight(from, to)], ends: false });
    }
    let middles: Vec<(usize, u8)> = of(Lies::Middle).filter(|m| m.1 != 0).collect();
    let ends: Vec<(usize, usize)> = middles
        .iter()
        .filter(|(_, bits)| bits.is_power_of_two())
        .map(|(segment, bits)| (*segment, bits.trailing_zeros() as usize))
        .collect();
    let through = |bits: u8| bits.count_ones() > 2 || bits == 0b0101 || bits == 0b1010;
    let crossed: Vec<u8> = middles.iter().map(|m| m.1).filter(|bits| through(*bits)).collect();
    out.in_hub =
        of(Lies::Centre).map(|c| c.0).find(|segment| central(&tile.segments[*segment].kind));
    let mut bow = at(0.0, 0.0);
    if out.in_hub.is_some() && !crossed.is_empty() {
        if let ([bits], true) = (&crossed[..], ends.len() <= 1) {
            // One line runs through: it makes room on the side from which another line comes.
            let side = if *bits & 1 == 1 { 1 } else { 2 };
            let side = ends.first().map_or(side, |end| end.1);
            bow = middle(side).from(CENTRE);
        }
        if bow == at(0.0, 0.0) {
            out.in_hub = None;
        } else {
            out.hub = CENTRE.plus(bow, 0.36);
        }
    }
    for (segment, bits) in middles.iter().filter(|m| m.1.count_ones() > 1) {
        let courses = passing(*bits, bow);
        out.lines.push(Line { segment: *segment, courses, ends: false });
    }
    end_lines(&mut out, &ends);
    out.lines.sort_by_key(|line| line.segment);
    out
}

/// A line with several edges.
fn passing(bits: u8, bow: Point) -> Vec<Course> {
    let on: Vec<usize> = (0..4).filter(|e| has(bits, *e)).collect();
    match on[..] {
        [a, b] if b - a == 2 => {
            let (from, to) = (middle(a), middle(b));
            let by = CENTRE.plus(bow, -BOW / 50.0);
            let along = to.from(from);
            let one = Curve { one: from.toward(CENTRE, 0.4), two: by.plus(along, -0.22), end: by };
            let two = Curve { one: by.plus(along, 0.22), two: to.toward(CENTRE, 0.4), end: to };
            vec![Course { start: from, curves: vec![one, two] }]
        }
        [a, b] => vec![Course::bend(middle(a), CENTRE, middle(b), 0.56)],
        [..] => {
            // A fork: what lies opposite is one stroke, the rest joins in the middle.
            let mut out = Vec::new();
            for edge in on.iter().copied() {
                let opposite = has(bits, edge + 2);
                if opposite && edge < 2 {
                    out.push(Course::straight(middle(edge), middle(edge + 2)));
                } else if !opposite {
                    out.push(Course::straight(middle(edge), CENTRE));
                }
            }
            out
        }
    }
}

/// Lines with one edge.
fn end_lines(out: &mut Outline, ends: &[(usize, usize)]) {
    let hub = out.hub;
    let meet = ends.len() >= 3 || out.in_hub.is_some() || out.areas.is_empty();
    let opposite = |edge: usize| {
        let there = |area: &&Area| inside(&area.polygon, middle(edge + 2).toward(CENTRE, 0.04));
        // An area that covers the middle stops whatever comes there.
        let covers = |area: &&Area| inside(&area.polygon, CENTRE);
        out.areas.iter().find(there).or_else(|| out.areas.iter().find(covers))
    };
    let targets: Vec<Option<&Area>> = ends.iter().map(|(_, edge)| opposite(*edge)).collect();
    let mut gates = Vec::new();
    let mut lines = Vec::new();
    let apart = match (&targets[..], ends) {
        // Two lines to one area, at an angle: each gets its own gate.
        ([Some(a), Some(b)], [(_, e), (_, f)]) => a.segment == b.segment && f.abs_diff(*e) % 2 == 1,
        _ => false,
    };
    let covered = out.areas.iter().any(|area| inside(&area.polygon, CENTRE));
    let to_hub = !meet && ends.len() == 2 && !apart && !covered;
    let mut junction = ends.len() >= 2 && (meet || to_hub);
    for (number, (segment, edge)) in ends.iter().enumerate() {
        let start = middle(*edge);
        if meet {
            junction |= ends.len() == 1;
            lines.push(line(*segment, vec![Course::straight(start, hub)]));
            continue;
        }
        let mut courses = Vec::new();
        let aims: Vec<(&Area, Point)> = match targets[number] {
            Some(area) => {
                let other = ends.iter().find(|end| end.0 != *segment).filter(|_| apart);
                let shift = other.map_or(at(0.0, 0.0), |end| middle(end.1 + 2).from(CENTRE));
                vec![(area, middle(edge + 2).plus(shift, 0.6))]
            }
            None => out.areas.iter().map(|area| (area, nearest_edge(area))).collect(),
        };
        let straight = targets[number].is_some() && !to_hub;
        let one = aims.len() == 1 && !to_hub;
        if !straight && !one {
            courses.push(Course::straight(start, CENTRE));
        }
        for (area, aim) in aims {
            let from = if straight { start } else { CENTRE };
            let gate = wall_between(from, aim, &area.polygon);
            let course = if straight || !one {
                Course::straight(from, gate)
            } else {
                Course::bend(start, CENTRE, gate, 0.6)
            };
            let before = if one && !straight { CENTRE } else { from };
            gates.push(Gate { line: *segment, at: gate, from: before });
            courses.push(course);
        }
        lines.push(line(*segment, courses));
    }
    out.lines.extend(lines);
    out.gates = gates;
    out.junction = junction && out.in_hub.is_none();
}

fn line(segment: usize, courses: Vec<Course>) -> Line {
    Line { segment, courses, ends: true }
}

/// Middle of the first edge of an area.
fn nearest_edge(area: &Area) -> Point {
    let on = |edge: &usize| inside(&area.polygon, middle(*edge).toward(CENTRE, 0.04));
    (0..4).find(on).map_or(CENTRE, middle)
}

/// Where the way from outside to inside meets the wall.
fn wall_between(from: Point, aim: Point, polygon: &[Point]) -> Point {
    let (mut out, mut within) = (0.0, 1.0);
    // The first step inside, then halving.
    for step in 0..=40 {
        let part = f64::from(step) / 40.0;
        if inside(polygon, from.toward(aim, part)) {
            within = part;
            break;
        }
        out = part;
    }
    for _ in 0..12 {
        let part = f64::midpoint(out, within);
        if inside(polygon, from.toward(aim, part)) {
            within = part;
        } else {
            out = part;
        }
    }
    from.toward(aim, within)
}

/// An area on some edges of a tile with all its areas.
fn area(segment: usize, bits: u8, all: &[(usize, u8)]) -> Area {
    let others = all.iter().filter(|o| o.0 != segment).fold(0, |sum, o| sum | o.1);
    let Some(first) = (0..4).find(|e| has(bits, *e) && !has(bits, e + 3)) else {
        // All four edges.
        let mut border = Course { start: corner(0), curves: Vec::new() };
        for edge in 0..4 {
            border.curves.extend(Course::straight(corner(edge), corner(edge + 1)).curves);
        }
        let polygon = border.points();
        return Area { segment, walls: Vec::new(), border, polygon };
    };
    let mut border = Course { start: corner(first), curves: Vec::new() };
    let mut walls = Vec::new();
    let mut edge = first;
    while edge < first + 4 {
        border.curves.extend(Course::straight(corner(edge), corner(edge + 1)).curves);
        let gap = (1..4).find(|n| has(bits, edge + n)).unwrap_or(4) - 1;
        if gap > 0 {
            let wall = wall(edge + 1, gap, bits, others, all);
            border.curves.extend(wall.curves.iter().copied());
            walls.push(wall);
        }
        edge += gap + 1;
    }
    let polygon = border.points();
    Area { segment, walls, border, polygon }
}

/// An area that has but a part of some edge: along its places, and back to the next of them by a bend.
fn area_of_halves(segment: usize, places: u16) -> Area {
    let taken = |place: usize| places >> (place % 12) & 1 == 1;
    // Where a place begins: the middle one of an edge has no length.
    let from = |place: usize| {
        let edge = place / 3;
        [corner(edge), middle(edge), middle(edge)][place % 3]
    };
    let to = |place: usize| {
        let edge = place / 3;
        [middle(edge), middle(edge), corner(edge + 1)][place % 3]
    };
    let Some(first) = (0..12).find(|place| taken(*place) && !taken(place + 11)) else {
        return area(segment, 0b1111, &[]);
    };
    let mut border = Course { start: from(first), curves: Vec::new() };
    let mut walls = Vec::new();
    let mut last = border.start;
    for place in (first..first + 12).map(|place| place % 12).filter(|place| taken(*place)) {
        let (start, end) = (from(place), to(place));
        if start != last {
            let wall = Course::bend(last, CENTRE, start, 0.6);
            border.curves.extend(wall.curves.iter().copied());
            walls.push(wall);
        }
        border.curves.extend(Course::straight(start, end).curves);
        last = end;
    }
    let wall = Course::bend(last, CENTRE, border.start, 0.6);
    border.curves.extend(wall.curves.iter().copied());
    walls.push(wall);
    let polygon = border.points();
    Area { segment, walls, border, polygon }
}

/// An area that reaches no edge: round, about the middle of the tile.
fn area_within(segment: usize) -> Area {
    let around = [at(50.0, 28.0), at(72.0, 50.0), at(50.0, 72.0), at(28.0, 50.0)];
    let mut border = Course { start: around[0], curves: Vec::new() };
    for (number, start) in around.iter().enumerate() {
        let (tip, end) = (corner(number + 1), around[(number + 1) % 4]);
        border.curves.extend(Course::bend(*start, CENTRE.toward(tip, 0.44), end, 0.56).curves);
    }
    let polygon = border.points();
    Area { segment, walls: vec![border.clone()], border, polygon }
}

/// The wall from a corner over a number of edges that the area does not take.
fn wall(first: usize, gap: usize, bits: u8, others: u8, all: &[(usize, u8)]) -> Course {
    let (start, end) = (corner(first), corner(first + gap));
    match gap {
        1 => ogee(start, end, if has(others, first) { BAY[1] } else { BAY[0] }),
        2 => {
            let tip = corner(first + 1);
            let (one, two) = (tip.from(start), end.from(tip));
            // Another area in that corner leaves less room.
            let room = if has(others, first) && has(others, first + 1) { 0.07 } else { 0.0 };
            let curve = Curve {
                one: start.plus(two, 0.28 + room).plus(one, 0.24 - room),
                two: end.plus(one, -0.28 - room).plus(two, -0.24 + room),
                end,
            };
            Course { start, curves: vec![curve] }
        }
        _ => {
            let edge = (0..4).find(|e| has(bits, *e)).unwrap_or(0);
            let held = all.iter().any(|(_, b)| has(*b, edge + 1) && has(*b, edge + 3));
            ogee(start, end, if held { CAP[1] } else { CAP[0] })
        }
    }
}

/// A curve from corner to corner of one edge that leaves both flat and dips to a depth.
fn ogee(start: Point, end: Point, depth: f64) -> Course {
    let along = end.from(start);
    let mid = start.toward(end, 0.5);
    let inward = CENTRE.from(mid);
    let deep = |part: f64, depth: f64| start.plus(along, part).plus(inward, depth / 50.0);
    let one = Curve { one: deep(0.17, 6.0), two: deep(0.24, depth), end: deep(0.5, depth) };
    let two = Curve { one: deep(0.76, depth), two: deep(0.83, 6.0), end };
    Course { start, curves: vec![one, two] }
}
