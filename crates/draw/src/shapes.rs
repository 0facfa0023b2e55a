//! The ground of each segment of a tile, for highlighting.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::decl::{FeatureKind, Tile};

use crate::art;
use crate::layout::{CELL, CELLS, Layout};
use crate::look::Look;
use crate::outline::outline;
use crate::svg::num;
use crate::tile::lies_of;

/// For each segment of a tile, unturned, the path around what it takes; tiles are 100 wide. Empty, if it is only a spot.
#[must_use]
pub fn shapes(tile: &Tile, kinds: &[FeatureKind], look: &Look) -> Vec<String> {
    let lies = lies_of(kinds);
    let central = |kind: &str| look.kind(kind).is_some_and(|k| k.central);
    let outline = outline(tile, &lies, &central);
    let layout = Layout::new(tile, &outline, &lies, &|segment| art::width(tile, segment, look));
    (0..tile.segments.len()).map(|segment| around(&|cell| layout.is_of(segment, cell))).collect()
}

/// The path around cells of the grid: it keeps them on its right.
fn around(has: &dyn Fn(usize) -> bool) -> String {
    let taken = |x: isize, y: isize| {
        let side = CELLS as isize;
        (0..side).contains(&x) && (0..side).contains(&y) && has((y * side + x) as usize)
    };
    // From each corner of the grid to the next along a border.
    let mut steps: BTreeMap<(isize, isize), Vec<(isize, isize)>> = BTreeMap::new();
    let mut step = |from, to| steps.entry(from).or_default().push(to);
    for y in 0..CELLS as isize {
        for x in (0..CELLS as isize).filter(|x| taken(*x, y)) {
            let sides = [
                (taken(x, y - 1), (x, y), (x + 1, y)),
                (taken(x + 1, y), (x + 1, y), (x + 1, y + 1)),
                (taken(x, y + 1), (x + 1, y + 1), (x, y + 1)),
                (taken(x - 1, y), (x, y + 1), (x, y)),
            ];
            sides.into_iter().filter(|side| !side.0).for_each(|(_, from, to)| step(from, to));
        }
    }
    let mut path = String::new();
    let pen = |n: isize| num(n as f64 * CELL);
    while let Some((start, _)) = steps.first_key_value() {
        let (start, mut here, mut ahead) = (*start, *start, None);
        let _ = write!(path, "M{} {}", pen(start.0), pen(start.1));
        while let Some(next) = steps.get_mut(&here).and_then(Vec::pop) {
            if steps.get(&here).is_some_and(Vec::is_empty) {
                steps.remove(&here);
            }
            let way = (next.0 - here.0, next.1 - here.1);
            if ahead.is_some_and(|ahead| ahead != way) {
                draw(&mut path, here, way.0 != 0, &pen);
            }
            (here, ahead) = (next, Some(way));
        }
        path.push('z');
    }
    path
}

/// The line up to a corner at which the border turns; it comes along a column if it goes on along a row.
fn draw(
    path: &mut String,
    corner: (isize, isize),
    on_along_row: bool,
    pen: &dyn Fn(isize) -> String,
) {
    let (letter, n) = if on_along_row { ('V', corner.1) } else { ('H', corner.0) };
    let _ = write!(path, "{letter}{}", pen(n));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(cells: &[(usize, usize)]) -> String {
        around(&|cell| cells.contains(&(cell % CELLS, cell / CELLS)))
    }

    #[test]
    fn a_path_goes_around_all_that_is_taken() {
        assert_eq!(path(&[]), "");
        assert_eq!(path(&[(0, 0)]), "M0 0H2.5V2.5H0z");
        assert_eq!(path(&[(1, 0), (2, 0)]), "M2.5 0H7.5V2.5H2.5z");
        let ring: Vec<_> = (0..9).map(|n| (n % 3, n / 3)).filter(|c| *c != (1, 1)).collect();
        assert_eq!(path(&ring).matches('M').count(), 2, "the border outside and the hole");
        let touching = path(&[(0, 0), (1, 1)]);
        assert_eq!(touching.matches('M').count(), 1, "{touching}");
        assert_eq!(touching.matches(['H', 'V']).count(), 7, "{touching}");
    }
}
