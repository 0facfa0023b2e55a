//! One tile in three lines of nine characters.
//!
//! Features that cover whole edges are filled and walled, paths run through the middle, signs stand where
//! their feature has room. Whatever is left is grass, and each field gets the grass that it reaches.

use anstyle::Style;
use bastide::core::decl::Lies;

use super::symbols::{self, Signs};

mod marks;

/// Characters of a tile across.
pub(crate) const WIDTH: usize = 9;
/// Lines of a tile.
pub(crate) const HEIGHT: usize = 3;
/// Grass next to each place of the border, clockwise from the north-west: the best first.
const SHORES: [[(usize, usize); 2]; 12] = [
    [(2, 0), (1, 0)],
    [(4, 0), (3, 0)],
    [(6, 0), (7, 0)],
    [(8, 0), (7, 0)],
    [(8, 1), (7, 1)],
    [(8, 2), (7, 2)],
    [(6, 2), (7, 2)],
    [(4, 2), (5, 2)],
    [(2, 2), (1, 2)],
    [(0, 2), (1, 2)],
    [(0, 1), (1, 1)],
    [(0, 0), (1, 0)],
];

/// A segment as it is drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Kind of feature.
    pub(crate) kind: String,
    /// Where the kind lies.
    pub(crate) lies: Lies,
    /// Places it takes, turned.
    pub(crate) places: u16,
    /// Its tags with their numbers.
    pub(crate) tags: Vec<(String, u8)>,
    /// Marks on the segment: figures, numbers of options.
    pub(crate) marks: Vec<(String, Style)>,
}

/// A tile as it is drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Face {
    /// Segments.
    pub(crate) parts: Vec<Part>,
    /// Quarters it is turned by.
    pub(crate) turned: u8,
    /// Tags of the tile as a whole.
    pub(crate) tags: Vec<(String, u8)>,
    /// Marks on the tile as a whole.
    pub(crate) marks: Vec<(String, Style)>,
}

/// A character of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Glyph {
    /// The character.
    pub(crate) sign: char,
    /// Its style.
    pub(crate) style: Style,
}

/// A place in the drawing of a tile.
#[derive(Clone, Copy, Debug)]
struct Spot {
    glyph: Glyph,
    owner: Option<usize>,
    /// Grass that no wall or path covers.
    free: bool,
    /// A sign stands here that nothing may cover.
    taken: bool,
    /// It is the number of an option, or a part of it.
    number: bool,
}

/// A tile being drawn.
#[derive(Clone)]
pub(crate) struct Drawing<'a> {
    signs: Signs<'a>,
    /// Quarters the tile is turned by.
    turned: u8,
    /// A path ends in the middle.
    ended: bool,
    spots: [[Spot; WIDTH]; HEIGHT],
}

/// Edges N E S W that places cover as a whole, as bits.
pub(crate) fn whole_edges(places: u16) -> u8 {
    (0..4).filter(|side| places >> (3 * side) & 7 == 7).fold(0, |m, side| m | 1 << side)
}

/// Edges whose middle is among places, as bits.
pub(crate) fn middle_edges(places: u16) -> u8 {
    (0..4).filter(|side| places >> (3 * side + 1) & 1 == 1).fold(0, |m, side| m | 1 << side)
}

impl Face {
    /// The drawing, line by line.
    pub(crate) fn draw(&self, signs: Signs<'_>) -> [[Glyph; WIDTH]; HEIGHT] {
        let grass = Glyph { sign: ' ', style: symbols::GRASS };
        let spot = Spot { glyph: grass, owner: None, free: true, taken: false, number: false };
        let turned = self.turned;
        let mut drawing = Drawing { spots: [[spot; WIDTH]; HEIGHT], signs, turned, ended: false };
        let of = |lies: Lies| self.parts.iter().enumerate().filter(move |(_, p)| p.lies == lies);
        for (i, part) in of(Lies::Whole) {
            drawing.walls(part);
            drawing.fill(i, part);
        }
        // Water lies under bridges: what is no grass itself comes first.
        let (water, ways): (Vec<_>, Vec<_>) =
            of(Lies::Middle).partition(|(_, p)| signs.has_ground(&p.kind));
        for (i, part) in water.into_iter().chain(ways) {
            drawing.path(i, part);
        }
        drawing.grass(&self.parts);
        for (i, part) in of(Lies::Centre) {
            drawing.centre(i, part);
        }
        let mut drawing = drawing.marked(self);
        for (i, part) in self.parts.iter().enumerate() {
            for (tag, n) in part.tags.iter().filter(|(tag, n)| *n > 0 && signs.shows(tag)) {
                drawing.tag(Some(i), tag, *n);
            }
        }
        for (tag, n) in self.tags.iter().filter(|(tag, n)| *n > 0 && signs.shows(tag)) {
            drawing.tag(None, tag, *n);
        }
        drawing.spots.map(|line| line.map(|spot| spot.glyph))
    }
}

impl Drawing<'_> {
    fn set(&mut self, (x, y): (usize, usize), sign: char, style: Style, owner: Option<usize>) {
        let spot = &mut self.spots[y][x];
        let glyph = Glyph { sign, style };
        *spot = Spot { glyph, owner, free: false, taken: false, number: false };
    }

    /// Fills what a walled segment covers.
    fn fill(&mut self, owner: usize, part: &Part) {
        let edges = whole_edges(part.places);
        let (sign, style) = self.signs.fill(&part.kind);
        let mut cover = |columns: std::ops::RangeInclusive<usize>, line: usize| {
            for x in columns {
                self.set((x, line), sign, style, Some(owner));
            }
        };
        let (n, e, s, w) = (edges & 1 != 0, edges & 2 != 0, edges & 4 != 0, edges & 8 != 0);
        let inner = edges.count_ones() > 1;
        for (here, line) in [(n, 0), (s, 2)] {
            let (from, to) = (usize::from(!w), 7 + usize::from(e));
            if here {
                cover(from..=to, line);
            } else if w || e {
                if w {
                    cover(0..=0, line);
                }
                if e {
                    cover(8..=8, line);
                }
            }
        }
        match (w, e) {
            (true, true) => cover(0..=8, 1),
            (true, false) => cover(0..=if inner { 4 } else { 1 }, 1),
            (false, true) => cover(if inner { 4 } else { 7 }..=8, 1),
            (false, false) if n && s => cover(2..=6, 1),
            (false, false) => {}
        }
        if part.places == 0 {
            cover(3..=5, 1);
        }
    }

    /// Walls where a walled segment ends on grass.
    fn walls(&mut self, part: &Part) {
        let style = self.signs.wall(&part.kind);
        let edges = whole_edges(part.places);
        let (n, e, s, w) = (edges & 1 != 0, edges & 2 != 0, edges & 4 != 0, edges & 8 != 0);
        let mut wall = |x: usize, y: usize, sign: char| {
            if self.spots[y][x].owner.is_none() {
                self.set((x, y), sign, style, None);
            }
        };
        for (here, line, left, right) in [(n, 0, '╲', '╱'), (s, 2, '╱', '╲')] {
            if here {
                if !w {
                    wall(0, line, left);
                }
                if !e {
                    wall(8, line, right);
                }
            } else {
                if w {
                    wall(1, line, left);
                }
                if e {
                    wall(7, line, right);
                }
            }
        }
        let inner = edges.count_ones() > 1;
        match (w, e) {
            (true, false) if n && s => wall(5, 1, '│'),
            (false, true) if n && s => wall(3, 1, '│'),
            (true, false) if inner => wall(5, 1, if n { '╱' } else { '╲' }),
            (false, true) if inner => wall(3, 1, if n { '╲' } else { '╱' }),
            (true, false) => wall(2, 1, '│'),
            (false, true) => wall(6, 1, '│'),
            (false, false) if n && s => {
                wall(1, 1, '│');
                wall(7, 1, '│');
            }
            _ => {}
        }
    }

    /// A path from the middles of its edges to the middle of the tile, or to just before it.
    fn path(&mut self, owner: usize, part: &Part) {
        let edges = middle_edges(part.places);
        let through = edges.count_ones() != 1;
        let signs = self.signs;
        let sign = |edges| signs.path(&part.kind, edges);
        for side in (0..4usize).filter(|side| edges >> side & 1 == 1) {
            let along = if side % 2 == 0 { 0b0101 } else { 0b1010 };
            let (glyph, style) = sign(along);
            let spots: &[(usize, usize)] = match side {
                0 => &[(4, 0)],
                1 => &[(8, 1), (7, 1), (6, 1), (5, 1)],
                2 => &[(4, 2)],
                _ => &[(0, 1), (1, 1), (2, 1), (3, 1)],
            };
            for spot in spots {
                self.set(*spot, glyph, style, Some(owner));
            }
        }
        let (glyph, style) = sign(edges);
        if through {
            self.set((4, 1), glyph, style, Some(owner));
        } else if self.spots[1][4].free {
            // The end of a path: a village, a gate, a monastery's yard.
            let (end, style) = sign(0);
            self.set((4, 1), end, style, None);
            self.ended = true;
        }
    }

    /// Gives each field the grass that it reaches without crossing walls and paths.
    fn grass(&mut self, parts: &[Part]) {
        let fields = parts.iter().enumerate().filter(|(_, p)| p.lies == Lies::Rest);
        let mut queue = Vec::new();
        for (i, part) in fields {
            for (place, shore) in SHORES.iter().enumerate() {
                if part.places >> place & 1 == 1 {
                    queue.extend(shore.iter().map(|spot| (*spot, i)));
                }
            }
        }
        let mut next = 0;
        while let Some(((x, y), owner)) = queue.get(next).copied() {
            next += 1;
            let spot = &mut self.spots[y][x];
            if !spot.free || spot.owner.is_some() {
                continue;
            }
            spot.owner = Some(owner);
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            queue.extend(
                around.into_iter().filter(|(x, y)| *x < WIDTH && *y < HEIGHT).map(|s| (s, owner)),
            );
        }
        // A strip too narrow to draw keeps the corner of its wall.
        for (i, part) in parts.iter().enumerate().filter(|(_, p)| p.lies == Lies::Rest) {
            if self.spots.iter().flatten().any(|spot| spot.owner == Some(i)) {
                continue;
            }
            let shores =
                SHORES.iter().enumerate().filter(|(place, _)| part.places >> place & 1 == 1);
            let corner = shores.map(|(_, shore)| shore[0]);
            if let Some((x, y)) =
                corner.into_iter().find(|(x, y)| self.spots[*y][*x].owner.is_none())
            {
                self.spots[y][x].owner = Some(i);
            }
        }
    }

    /// The sign of a feature within the tile, with the number that belongs to it.
    fn centre(&mut self, owner: usize, part: &Part) {
        let (sign, style) = self.signs.centre(&part.kind);
        let number = part.tags.iter().find(|(tag, n)| self.signs.counts(tag) && *n > 0);
        let text = number.map_or(sign.to_string(), |(_, n)| format!("{sign}{n}"));
        let near = [(4, 1), (3, 1), (6, 1), (2, 1), (4, 2), (4, 0), (6, 2), (2, 2), (6, 0), (2, 0)];
        let run = |(x, y): &(usize, usize)| {
            let end = *x + text.chars().count();
            (end <= WIDTH).then(|| self.spots[*y][*x..end].iter())
        };
        let grass = |at: &(usize, usize)| run(at).is_some_and(|mut r| r.all(|s| s.free));
        let paved = |spot: &Spot| spot.free || spot.owner.is_some() && !spot.taken;
        let room = |at: &(usize, usize)| run(at).is_some_and(|mut r| r.all(paved));
        let free = near.into_iter().find(grass).or_else(|| near.into_iter().find(room));
        let at = free.unwrap_or((4, 1));
        // The end of a path makes room for what it leads to.
        let at = if self.ended { (4, 1) } else { at };
        self.write(at, &text, style, Some(owner));
    }

    /// The sign of a tag, with its number if that is more than one, or an arrow if that is a direction.
    fn tag(&mut self, owner: Option<usize>, tag: &str, n: u8) {
        let (sign, style) = self.signs.tag(tag);
        let text = if let Some(arrow) = self.signs.arrow(tag, n, self.turned) {
            arrow.to_string()
        } else if n > 1 {
            format!("{sign}{n}")
        } else {
            sign.to_string()
        };
        let (at, _) = self.room(owner, &text, 1);
        // The number of an option is more important than a sign, which words repeat.
        if !self.has_number(at, text.chars().count()) {
            self.write(at, &text, style, owner);
        }
    }

    /// Returns the place nearest to a segment's middle with room for a text, in steps of `step` columns. Where nothing
    /// is free, the text covers something, and the result says so.
    fn room(&self, owner: Option<usize>, text: &str, step: usize) -> ((usize, usize), bool) {
        let length = text.chars().count().min(WIDTH);
        let mine = |x: usize, y: usize| match owner {
            Some(_) => self.spots[y][x].owner == owner,
            None => self.spots[y][x].free,
        };
        let all = || (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        let own: Vec<(usize, usize)> = all().filter(|(x, y)| mine(*x, *y)).collect();
        let count = own.len().max(1) as i32;
        let sum = own.iter().fold((0, 0), |s, (x, y)| (s.0 + *x as i32, s.1 + *y as i32));
        let middle = if own.is_empty() { (4, 1) } else { (sum.0 / count, sum.1 / count) };
        let cost = |&(x, y): &(usize, usize)| -> i32 {
            let run = x..x + length;
            let covered = run.clone().filter(|x| self.spots[y][*x].taken).count() as i32;
            let foreign = run.filter(|x| !mine(*x, y)).count() as i32;
            let dx = 2 * x as i32 + length as i32 - 1 - 2 * middle.0;
            let dy = y as i32 - middle.1;
            1000 * covered + 60 * foreign + dx.abs() + 5 * dy.abs()
        };
        let fits = |(x, _): &(usize, usize)| x + length <= WIDTH && x % step == 0;
        let start = all().filter(fits).min_by_key(cost).unwrap_or((0, 0));
        (start, cost(&start) >= 1000)
    }

    fn write(&mut self, (x, y): (usize, usize), text: &str, style: Style, owner: Option<usize>) {
        for (i, sign) in text.chars().take(WIDTH - x).enumerate() {
            let spot = &mut self.spots[y][x + i];
            let owner = owner.or(spot.owner);
            let glyph = Glyph { sign, style };
            *spot = Spot { glyph, owner, free: false, taken: true, number: false };
        }
    }
}
