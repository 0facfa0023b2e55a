//! What is left of a tile, cut into regions by what lies on it.
//!
//! The border of a tile is a circle of 16 positions: left, middle and right of each edge, then the
//! corner that follows. A part lies on some of them. What is free belongs to regions: two free
//! positions are in one region unless a *wall* parts them, that is a connected group of parts which
//! touches the border on both sides of them. A corner between two different parts is free too, so
//! that ground enclosed by parts is a region without a place.
//!
//! Parts are connected to a wall by four rules:
//!
//! 1. Parts that cross are one wall.
//! 2. Middle-lying parts with a single edge end inside the tile: they all meet in its center, and
//!    meet there whatever middle-lying part runs through the center (opposite edges, or three).
//! 3. Where fewer than three such ends meet, each goes on to the whole-lying part opposite, or, if
//!    there is none, to all whole-lying parts: a road that ends runs into a gate. Three or more make
//!    a village and stay there.
//! 4. A part with several edges is a wall by itself.

use bastide_core::decl::Lies;

/// Edges of a tile, clockwise.
pub(crate) const EDGES: [&str; 4] = ["N", "E", "S", "W"];
/// All twelve places.
pub(crate) const ALL_PLACES: u16 = 0x0fff;
/// Fewest ends that meet for good.
const VILLAGE_ENDS: usize = 3;

/// A part of a tile that others have to leave room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Places it takes.
    pub(crate) places: u16,
    /// How it lies on its edges.
    pub(crate) lies: Lies,
}

/// A region of the remaining area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    /// Places it takes; 0 if it is enclosed.
    pub(crate) places: u16,
    /// Parts it touches at the border, by their number, ascending.
    pub(crate) touches: Vec<usize>,
}

/// The three places of an edge.
pub(crate) const fn edge_places(edge: usize) -> u16 {
    0b111 << (3 * edge)
}

/// The middle place of each edge.
pub(crate) const MIDDLES: u16 = 0b010_010_010_010;

/// The regions that the parts leave: by first place, those without a place last.
pub(crate) fn regions(parts: &[Part]) -> Vec<Region> {
    let circle = Circle::new(parts);
    let walls = walls(parts, &circle);
    let mut groups: Vec<u16> = Vec::new();
    for at in (0..16).filter(|at| circle.owner[*at].is_none()) {
        let joined = groups.iter_mut().find(|group| {
            let first = group.trailing_zeros() as usize;
            !walls.iter().any(|wall| parts_them(*wall, first, at))
        });
        match joined {
            Some(group) => *group |= 1 << at,
            None => groups.push(1 << at),
        }
    }
    let mut regions: Vec<Region> = groups
        .into_iter()
        .map(|group| Region { places: to_places(group), touches: circle.touched(group) })
        .collect();
    regions.sort_by_key(|region| match region.places {
        0 => u32::MAX,
        places => places.trailing_zeros(),
    });
    regions
}

/// Parts next to some places at the border, corners left out; by their number, ascending.
pub(crate) fn neighbors(parts: &[Part], places: u16) -> Vec<usize> {
    let mut circle = Circle::new(parts);
    // A corner shows what lies behind it.
    for corner in [3, 7, 11, 15] {
        let (before, after) = (corner - 1, (corner + 1) % 16);
        if to_positions(places) >> before & 1 == 1 {
            circle.owner[corner] = circle.owner[after];
        } else if to_positions(places) >> after & 1 == 1 {
            circle.owner[corner] = circle.owner[before];
        }
    }
    circle.touched(to_positions(places))
}

/// Whether what has the places of a wall lies between two others: it reaches the border on both sides of
/// them, and neither of the two goes past it.
pub(crate) fn lies_between(wall: u16, one: u16, other: u16) -> bool {
    let gap = |at: u32| (wall & ((1_u32 << at) - 1) as u16).count_ones() % wall.count_ones();
    let gaps = |places: u16| {
        (0..12).filter(|at| places >> at & 1 == 1).fold(0_u16, |gaps, at| gaps | 1 << gap(at))
    };
    wall != 0 && one != 0 && other != 0 && gaps(one) & gaps(other) == 0
}

/// Which part lies on each of the 16 positions.
struct Circle {
    owner: [Option<usize>; 16],
}

impl Circle {
    fn new(parts: &[Part]) -> Self {
        let mut owner = [None; 16];
        for (number, part) in parts.iter().enumerate() {
            for (at, owner) in owner.iter_mut().enumerate() {
                if to_positions(part.places) >> at & 1 == 1 {
                    *owner = Some(number);
                }
            }
        }
        for corner in [3, 7, 11, 15] {
            if owner[corner - 1] == owner[(corner + 1) % 16] {
                owner[corner] = owner[corner - 1];
            }
        }
        Self { owner }
    }

    fn touched(&self, group: u16) -> Vec<usize> {
        let inside = (0..16).filter(|at| group >> at & 1 == 1);
        let mut touched: Vec<usize> = inside
            .flat_map(|at| [self.owner[(at + 1) % 16], self.owner[(at + 15) % 16]])
            .flatten()
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }
}

/// The positions of each connected group of parts.
fn walls(parts: &[Part], circle: &Circle) -> Vec<u16> {
    let mut group: Vec<usize> = (0..parts.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (from, to) = (group[a], group[b]);
        group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
    };
    let edges = |places: u16| (0..4).filter(move |edge| places & edge_places(*edge) != 0);
    let middle = |part: &&Part| part.lies == Lies::Middle;
    let numbered = || parts.iter().enumerate();

    let ends: Vec<usize> = numbered()
        .filter(|(_, part)| middle(part) && edges(part.places).count() == 1)
        .map(|(number, _)| number)
        .collect();
    if let Some(&first) = ends.first() {
        let through = numbered().filter(|(_, part)| middle(part) && passes_centre(part.places));
        for other in ends.iter().copied().chain(through.map(|(number, _)| number)) {
            join(other, first);
        }
    }
    if ends.len() < VILLAGE_ENDS {
        for &end in &ends {
            let opposite =
                edges(parts[end].places).next().map_or(0, |edge| edge_places((edge + 2) % 4));
            let whole = || numbered().filter(|(_, part)| part.lies == Lies::Whole);
            let straight = whole().any(|(_, part)| part.places & opposite != 0);
            for (number, part) in whole() {
                if !straight || part.places & opposite != 0 {
                    join(number, end);
                }
            }
        }
    }

    let mut walls: Vec<u16> = vec![0; parts.len()];
    for (at, owner) in circle.owner.iter().enumerate() {
        if let Some(number) = owner {
            walls[group[*number]] |= 1 << at;
        }
    }
    walls.retain(|wall| *wall != 0);
    while let Some((a, b)) = first_crossing(&walls) {
        walls[a] |= walls[b];
        walls.swap_remove(b);
    }
    walls
}

/// Whether a part with these places runs through the center: opposite edges, or three.
fn passes_centre(places: u16) -> bool {
    let on = |edge: usize| places & edge_places(edge) != 0;
    (on(0) && on(2)) || (on(1) && on(3))
}

fn first_crossing(walls: &[u16]) -> Option<(usize, usize)> {
    let pairs = (0..walls.len()).flat_map(|a| (a + 1..walls.len()).map(move |b| (a, b)));
    pairs.into_iter().find(|(a, b)| cross(walls[*a], walls[*b]))
}

/// Whether one wall touches the border in two different gaps of the other.
fn cross(a: u16, b: u16) -> bool {
    let gap = |at: u32| (a & ((1_u32 << at) - 1) as u16).count_ones() % a.count_ones();
    let mut gaps = (0..16).filter(|at| b >> at & 1 == 1).map(gap);
    gaps.next().is_some_and(|first| gaps.any(|other| other != first))
}

/// Whether a wall touches the border on both sides of two positions, the first being the lower.
fn parts_them(wall: u16, first: usize, second: usize) -> bool {
    let between = ((1_u32 << second) - (2_u32 << first)) as u16;
    let outside = !(between | 1 << first | 1 << second);
    wall & between != 0 && wall & outside != 0
}

/// Places (12 bits) on the circle of 16 positions.
fn to_positions(places: u16) -> u16 {
    (0..4).map(|edge| (places >> (3 * edge) & 0b111) << (4 * edge)).sum()
}

/// Places among positions; corners fall out.
fn to_places(positions: u16) -> u16 {
    (0..4).map(|edge| (positions >> (4 * edge) & 0b111) << (3 * edge)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(lies: Lies, edges: &[usize]) -> Part {
        let mask = if lies == Lies::Middle { MIDDLES } else { ALL_PLACES };
        Part { places: edges.iter().map(|edge| edge_places(*edge) & mask).sum(), lies }
    }

    #[test]
    fn an_empty_tile_is_one_region() {
        assert_eq!(regions(&[]), [Region { places: ALL_PLACES, touches: vec![] }]);
        assert_eq!(regions(&[part(Lies::Whole, &[0, 1, 2, 3])]), []);
    }

    #[test]
    fn a_crossing_makes_four_regions_and_a_bend_two() {
        let crossing: Vec<Part> = (0..4).map(|edge| part(Lies::Middle, &[edge])).collect();
        assert_eq!(regions(&crossing).len(), 4);
        assert_eq!(regions(&[part(Lies::Middle, &[0, 1])]).len(), 2);
        let over = [part(Lies::Middle, &[0, 2]), part(Lies::Middle, &[1, 3])];
        assert_eq!(regions(&over).len(), 4);
    }

    #[test]
    fn ground_between_walls_is_enclosed() {
        let parts: Vec<Part> = (0..4).map(|edge| part(Lies::Whole, &[edge])).collect();
        assert_eq!(regions(&parts), [Region { places: 0, touches: vec![0, 1, 2, 3] }]);
    }

    #[test]
    fn every_set_of_parts_leaves_each_free_place_to_one_region() {
        for code in 0_u32..3_u32.pow(4) * 16 {
            let (mut lying, joins) = (code / 16, code % 16);
            let mut parts: Vec<Part> = Vec::new();
            for edge in 0..4 {
                let lies = [Lies::Rest, Lies::Middle, Lies::Whole][(lying % 3) as usize];
                lying /= 3;
                let new = part(lies, &[edge]);
                let before = parts.iter_mut().find(|old| old.lies == lies);
                match (lies, before) {
                    (Lies::Rest, _) => {}
                    (_, Some(old)) if joins >> edge & 1 == 1 => old.places |= new.places,
                    _ => parts.push(new),
                }
            }
            let taken: u16 = parts.iter().map(|part| part.places).sum();
            let free: u32 = regions(&parts).iter().map(|region| u32::from(region.places)).sum();
            assert_eq!(free, u32::from(ALL_PLACES & !taken), "{parts:?}");
        }
    }
}
