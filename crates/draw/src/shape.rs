//! Points, curves and what lies inside them, on a tile of 100 by 100 units.
//!
//! Only sums, products, quotients and square roots are used: they give the same on every machine.

/// Side of a tile in units.
pub(crate) const SIDE: f64 = 100.0;
/// Straight pieces that stand for a curve where something is measured.
const PIECES: u32 = 12;

/// A point of a tile: x to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A point.
pub(crate) const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// Middle of a tile.
pub(crate) const CENTRE: Point = at(50.0, 50.0);

impl Point {
    /// On the way to another point: 0 is here, 1 is there.
    pub(crate) fn toward(self, to: Point, part: f64) -> Point {
        at(self.x + (to.x - self.x) * part, self.y + (to.y - self.y) * part)
    }

    /// The sum with a part of a direction.
    pub(crate) fn plus(self, way: Point, part: f64) -> Point {
        at(self.x + way.x * part, self.y + way.y * part)
    }

    /// The direction from another point to this one.
    pub(crate) fn from(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }

    /// Distance to another point.
    pub(crate) fn far(self, other: Point) -> f64 {
        let way = self.from(other);
        (way.x * way.x + way.y * way.y).sqrt()
    }

    /// After clockwise quarter turns of the tile.
    pub(crate) fn turned(self, rotation: u8) -> Point {
        match rotation & 3 {
            0 => self,
            1 => at(SIDE - self.y, self.x),
            2 => at(SIDE - self.x, SIDE - self.y),
            _ => at(self.y, SIDE - self.x),
        }
    }
}

/// North-west, north-east, south-east, south-west: an edge runs from its corner to the next.
pub(crate) fn corner(number: usize) -> Point {
    [at(0.0, 0.0), at(SIDE, 0.0), at(SIDE, SIDE), at(0.0, SIDE)][number % 4]
}

/// Middle of an edge.
pub(crate) fn middle(edge: usize) -> Point {
    corner(edge).toward(corner(edge + 1), 0.5)
}

/// A cubic curve without its first point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) one: Point,
    pub(crate) two: Point,
    pub(crate) end: Point,
}

/// A line of curves from a point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Course {
    pub(crate) start: Point,
    pub(crate) curves: Vec<Curve>,
}

impl Course {
    /// A straight line.
    pub(crate) fn straight(start: Point, end: Point) -> Self {
        let curve =
            Curve { one: start.toward(end, 1.0 / 3.0), two: start.toward(end, 2.0 / 3.0), end };
        Self { start, curves: vec![curve] }
    }

    /// A bend that leaves both ends towards a point.
    pub(crate) fn bend(start: Point, by: Point, end: Point, pull: f64) -> Self {
        let curve = Curve { one: start.toward(by, pull), two: end.toward(by, pull), end };
        Self { start, curves: vec![curve] }
    }

    /// Points along it, both ends included.
    pub(crate) fn points(&self) -> Vec<Point> {
        let mut out = vec![self.start];
        let mut from = self.start;
        for curve in &self.curves {
            for piece in 1..=PIECES {
                let t = f64::from(piece) / f64::from(PIECES);
                let (a, b, c) = (
                    from.toward(curve.one, t),
                    curve.one.toward(curve.two, t),
                    curve.two.toward(curve.end, t),
                );
                out.push(a.toward(b, t).toward(b.toward(c, t), t));
            }
            from = curve.end;
        }
        out
    }
}

/// Whether a point lies inside a polygon.
pub(crate) fn inside(polygon: &[Point], p: Point) -> bool {
    let mut within = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            within = !within;
        }
    }
    within
}

/// Distance from a point to a line of points.
pub(crate) fn distance(line: &[Point], p: Point) -> f64 {
    let one = |a: Point, b: Point| {
        let way = b.from(a);
        let length = way.x * way.x + way.y * way.y;
        let rel = p.from(a);
        let t = if length > 0.0 {
            ((rel.x * way.x + rel.y * way.y) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        p.far(a.plus(way, t))
    };
    match line {
        [] => f64::MAX,
        [only] => p.far(*only),
        _ => line.windows(2).map(|w| one(w[0], w[1])).fold(f64::MAX, f64::min),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_moves_an_edge_to_the_next() {
        for edge in 0..4 {
            assert_eq!(middle(edge).turned(1), middle(edge + 1));
            assert_eq!(corner(edge).turned(3), corner(edge + 3));
            assert_eq!(at(10.0, 30.0).turned(2).turned(2), at(10.0, 30.0));
        }
    }

    #[test]
    fn a_square_has_an_inside() {
        let square = [corner(0), corner(1), corner(2), corner(3)];
        assert!(inside(&square, CENTRE));
        assert!(!inside(&square, at(101.0, 50.0)));
        assert!((distance(&square, at(50.0, 110.0)) - 10.0).abs() < 1e-9);
    }
}
