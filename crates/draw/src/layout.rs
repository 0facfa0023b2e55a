//! Who owns which spot of a tile, and where there is room for symbols and figures.
//!
//! A tile is looked at through a grid of small cells. Each belongs to a segment: what is drawn there,
//! or, on open ground, the field of the nearest place that can be reached over ground.

mod seams;

use std::collections::VecDeque;

use bastide::core::decl::{Lies, Tile};

pub(crate) use seams::Seam;

use crate::outline::Outline;
use crate::shape::{CENTRE, Point, SIDE, at, corner, distance, inside, middle};

/// Cells along a side.
pub(crate) const CELLS: usize = 40;
/// Side of a cell.
pub(crate) const CELL: f64 = SIDE / CELLS as f64;
/// Nobody's.
const FREE: u8 = u8::MAX;
/// Taken by a symbol.
const TAKEN: u8 = u8::MAX - 1;

/// Where a symbol or figure goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Room {
    /// Its middle.
    pub(crate) at: Point,
    /// Free distance around.
    pub(crate) free: f64,
}

/// The cells of a tile.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Segment of each cell, row by row.
    owner: Vec<u8>,
    /// Owners of the cells, without the area that symbols cover.
    left: Vec<u8>,
    /// Segments that are ground.
    ground: Vec<bool>,
}

/// Middle of a cell.
fn centre(cell: usize) -> Point {
    at(((cell % CELLS) as f64 + 0.5) * CELL, ((cell / CELLS) as f64 + 0.5) * CELL)
}

/// The cell in which a point lies.
fn cell_of(p: Point) -> usize {
    let index = |n: f64| ((n / CELL).floor().max(0.0) as usize).min(CELLS - 1);
    index(p.y) * CELLS + index(p.x)
}

/// Cells beside a cell.
fn beside(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % CELLS, cell / CELLS);
    let some = [
        (x > 0).then(|| cell - 1),
        (x + 1 < CELLS).then_some(cell + 1),
        (y > 0).then(|| cell - CELLS),
        (y + 1 < CELLS).then_some(cell + CELLS),
    ];
    some.into_iter().flatten()
}

/// Middle of a place of the border, a little inside.
pub(crate) fn place(number: usize) -> Point {
    let (edge, part) = (number / 3, number % 3);
    let on = corner(edge).toward(corner(edge + 1), [0.2, 0.5, 0.8][part]);
    let inward = CENTRE.from(middle(edge));
    on.plus(inward, 0.03)
}

impl Layout {
    /// Looks at a tile. `width` is that of the line of a segment.
    pub(crate) fn new(
        tile: &Tile,
        outline: &Outline,
        lies: &dyn Fn(&str) -> Lies,
        width: &dyn Fn(usize) -> f64,
    ) -> Self {
        let mut owner = vec![FREE; CELLS * CELLS];
        for line in &outline.lines {
            let near = width(line.segment) / 2.0 + 1.0;
            for points in line.courses.iter().map(crate::shape::Course::points) {
                for (cell, mine) in owner.iter_mut().enumerate() {
                    if distance(&points, centre(cell)) <= near {
                        *mine = line.segment as u8;
                    }
                }
            }
        }
        for area in &outline.areas {
            for (cell, mine) in owner.iter_mut().enumerate() {
                if inside(&area.polygon, centre(cell)) {
                    *mine = area.segment as u8;
                }
            }
        }
        let ground = tile.segments.iter().map(|s| lies(&s.kind) == Lies::Rest).collect();
        let mut layout = Self { owner, left: Vec::new(), ground };
        layout.spread(tile);
        layout.left.clone_from(&layout.owner);
        layout
    }

    /// Gives open ground to the fields whose places reach it.
    fn spread(&mut self, tile: &Tile) {
        let mut open = VecDeque::new();
        for (number, segment) in tile.segments.iter().enumerate() {
            if !self.is_ground(number as u8) {
                continue;
            }
            for p in (0..12).filter(|p| segment.places >> p & 1 == 1) {
                let cell = cell_of(place(p));
                if self.owner[cell] == FREE {
                    self.owner[cell] = number as u8;
                    open.push_back(cell);
                }
            }
        }
        self.flood(open);
        // Ground without a place lies where nobody came: piece by piece, biggest first.
        let closed = tile.segments.iter().enumerate();
        let closed: Vec<u8> = closed
            .filter(|(i, s)| self.is_ground(*i as u8) && s.places == 0)
            .map(|(i, _)| i as u8)
            .collect();
        for number in closed {
            if let Some(piece) = self.biggest_free() {
                for cell in piece {
                    self.owner[cell] = number;
                }
            }
        }
    }

    fn flood(&mut self, mut open: VecDeque<usize>) {
        while let Some(cell) = open.pop_front() {
            for next in beside(cell) {
                if self.owner[next] == FREE {
                    self.owner[next] = self.owner[cell];
                    open.push_back(next);
                }
            }
        }
    }

    fn biggest_free(&self) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.owner.len()];
        let mut best: Vec<usize> = Vec::new();
        for start in 0..self.owner.len() {
            if seen[start] || self.owner[start] != FREE {
                continue;
            }
            seen[start] = true;
            let mut piece = vec![start];
            let mut next = 0;
            while let Some(cell) = piece.get(next).copied() {
                next += 1;
                for other in beside(cell) {
                    if !seen[other] && self.owner[other] == FREE {
                        seen[other] = true;
                        piece.push(other);
                    }
                }
            }
            if piece.len() > best.len() {
                best = piece;
            }
        }
        (!best.is_empty()).then_some(best)
    }

    /// Whether a cell is a segment's.
    pub(crate) fn is_of(&self, segment: usize, cell: usize) -> bool {
        self.owner.get(cell).is_some_and(|owner| usize::from(*owner) == segment)
    }

    fn is_ground(&self, number: u8) -> bool {
        self.ground.get(usize::from(number)).copied().unwrap_or(false)
    }

    /// Removes a round area from the free cells.
    pub(crate) fn take(&mut self, p: Point, radius: f64) {
        for (cell, left) in self.left.iter_mut().enumerate() {
            if centre(cell).far(p) <= radius {
                *left = TAKEN;
            }
        }
    }

    /// Whether a round place on a segment is free.
    pub(crate) fn is_free(&self, segment: usize, p: Point, radius: f64) -> bool {
        if p.x.min(p.y).min(SIDE - p.x).min(SIDE - p.y) < radius {
            return false;
        }
        let (first, last) =
            (cell_of(p.plus(at(-radius, -radius), 1.0)), cell_of(p.plus(at(radius, radius), 1.0)));
        let columns = first % CELLS..=last % CELLS;
        (first / CELLS..=last / CELLS).all(|row| {
            columns.clone().all(|column| {
                let cell = row * CELLS + column;
                usize::from(self.left[cell]) == segment || centre(cell).far(p) > radius
            })
        })
    }

    /// Room on a segment, as near to a point as there is enough.
    pub(crate) fn room(&self, segment: usize, near: Point, radius: f64) -> Option<Room> {
        Self::search(|cell| usize::from(self.left[cell]) == segment, near, radius)
    }

    /// Room on ground, as near to a point as there is enough.
    pub(crate) fn ground(&self, near: Point, radius: f64) -> Option<Room> {
        Self::search(
            |cell| self.is_ground(self.left[cell]) || self.left[cell] == FREE,
            near,
            radius,
        )
    }

    /// Room wherever no symbol lies.
    pub(crate) fn anywhere(&self, near: Point, radius: f64) -> Option<Room> {
        Self::search(|cell| self.left[cell] != TAKEN, near, radius)
    }

    fn search(fits: impl Fn(usize) -> bool, near: Point, radius: f64) -> Option<Room> {
        let free = clearance(&fits);
        let mut best: Option<(f64, Room)> = None;
        for (cell, free) in free.into_iter().enumerate().filter(|f| f.1 > 0.0) {
            let at = centre(cell);
            let cost = (radius - free).max(0.0) * 40.0 + at.far(near);
            if best.is_none_or(|b| cost < b.0 - 1e-9) {
                best = Some((cost, Room { at, free }));
            }
        }
        best.map(|b| b.1)
    }

    /// Returns the middle of a segment's area.
    pub(crate) fn balance(&self, segment: usize) -> Option<Point> {
        let (mut sum, mut count) = (at(0.0, 0.0), 0.0);
        for (cell, _) in self.owner.iter().enumerate().filter(|o| usize::from(*o.1) == segment) {
            sum = sum.plus(centre(cell), 1.0);
            count += 1.0;
        }
        (count > 0.0).then(|| at(sum.x / count, sum.y / count))
    }

    /// Returns the runs of cells of each ground segment, where cells of symbols go to the nearest ground: (segment,
    /// row, first column, columns).
    pub(crate) fn fields(&self) -> Vec<(usize, usize, usize, usize)> {
        let mut all = self.clone();
        let mut open = VecDeque::new();
        for cell in 0..all.owner.len() {
            if all.is_ground(all.owner[cell]) {
                open.push_back(cell);
            } else {
                all.owner[cell] = FREE;
            }
        }
        all.flood(open);
        let mut out = Vec::new();
        for row in 0..CELLS {
            let line = &all.owner[row * CELLS..][..CELLS];
            let mut from = 0;
            for run in line.chunk_by(|a, b| a == b) {
                if run[0] != FREE {
                    out.push((usize::from(run[0]), row, from, run.len()));
                }
                from += run.len();
            }
        }
        out
    }
}

/// Distance of every cell to the nearest that does not fit or to the edge of the tile, in units.
fn clearance(fits: &impl Fn(usize) -> bool) -> Vec<f64> {
    const SLANT: f64 = 1.414;
    let mut far: Vec<f64> = (0..CELLS * CELLS)
        .map(|cell| {
            let (x, y) = (cell % CELLS, cell / CELLS);
            let border = x.min(y).min(CELLS - 1 - x).min(CELLS - 1 - y) as f64 + 0.5;
            if fits(cell) { border } else { 0.0 }
        })
        .collect();
    let size = CELLS as isize;
    let mut pass = |cells: &mut dyn Iterator<Item = usize>, steps: [(isize, isize, f64); 4]| {
        for cell in cells {
            let (x, y) = ((cell % CELLS) as isize, (cell / CELLS) as isize);
            for (dx, dy, step) in steps {
                let (nx, ny) = (x + dx, y + dy);
                if (0..size).contains(&nx) && (0..size).contains(&ny) {
                    let other = far[(ny * size + nx) as usize] + step;
                    if other < far[cell] {
                        far[cell] = other;
                    }
                }
            }
        }
    };
    pass(&mut (0..CELLS * CELLS), [(-1, 0, 1.0), (0, -1, 1.0), (-1, -1, SLANT), (1, -1, SLANT)]);
    pass(&mut (0..CELLS * CELLS).rev(), [(1, 0, 1.0), (0, 1, 1.0), (1, 1, SLANT), (-1, 1, SLANT)]);
    far.into_iter().map(|n| (n - 0.5).max(0.0) * CELL).collect()
}
