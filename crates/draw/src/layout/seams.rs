//! Where two grounds meet with nothing that is drawn between them.

use std::collections::BTreeMap;

use super::{CELL, CELLS, Layout};
use crate::shape::{Point, at};

/// A corner of cells: column and row.
type Corner = (usize, usize);

/// Number of cell sides below which a seam is a mere chink between other things.
const SIDES_MIN: usize = 3;
/// How often a seam is smoothed, so that the stairs of the cells are not seen.
const SMOOTHED: usize = 100;

/// Where two grounds meet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seam {
    /// The two.
    pub(crate) between: (usize, usize),
    /// Its course.
    pub(crate) points: Vec<Point>,
}

impl Layout {
    /// The seams of all grounds that meet.
    pub(crate) fn seams(&self) -> Vec<Seam> {
        let mut sides: BTreeMap<(u8, u8), BTreeMap<Corner, Vec<Corner>>> = BTreeMap::new();
        let mut side = |(a, b): (u8, u8), ends: (Corner, Corner)| {
            if a == b || !self.is_ground(a) || !self.is_ground(b) {
                return;
            }
            let corners = sides.entry((a.min(b), a.max(b))).or_default();
            corners.entry(ends.0).or_default().push(ends.1);
            corners.entry(ends.1).or_default().push(ends.0);
        };
        for (cell, mine) in self.owner.iter().enumerate() {
            let (x, y) = (cell % CELLS, cell / CELLS);
            if x + 1 < CELLS {
                side((*mine, self.owner[cell + 1]), ((x + 1, y), (x + 1, y + 1)));
            }
            if y + 1 < CELLS {
                side((*mine, self.owner[cell + CELLS]), ((x, y + 1), (x + 1, y + 1)));
            }
        }
        let mut seams = Vec::new();
        for ((a, b), mut corners) in sides {
            while let Some(course) = course(&mut corners) {
                if course.len() > SIDES_MIN {
                    let between = (usize::from(a), usize::from(b));
                    seams.push(Seam { between, points: smooth(&course) });
                }
            }
        }
        seams
    }
}

/// Takes one course out of the sides, from an end if there is one.
fn course(corners: &mut BTreeMap<Corner, Vec<Corner>>) -> Option<Vec<Corner>> {
    corners.retain(|_, to| !to.is_empty());
    let end = corners.iter().find(|(_, to)| to.len() == 1).or_else(|| corners.iter().next());
    let mut here = *end?.0;
    let mut course = vec![here];
    while let Some(next) = corners.get_mut(&here).and_then(Vec::pop) {
        if let Some(back) = corners.get_mut(&next) {
            back.retain(|corner| *corner != here);
        }
        course.push(next);
        here = next;
    }
    Some(course)
}

/// A course without the stairs of its cells; its ends stay.
fn smooth(course: &[Corner]) -> Vec<Point> {
    let mut points: Vec<Point> =
        course.iter().map(|(x, y)| at(*x as f64 * CELL, *y as f64 * CELL)).collect();
    for _ in 0..SMOOTHED {
        let before = points.clone();
        for (point, three) in points.iter_mut().skip(1).zip(before.windows(3)) {
            *point = three[0].toward(three[2], 0.5).toward(three[1], 0.34);
        }
    }
    points
}
