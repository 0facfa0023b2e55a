//! Symbols of a tile: what stands inside it, tags, where lines meet, what is strewn over it, and where
//! figures find room.

use bastide::core::decl::{Lies, Segment};

use super::{Drawing, EACH_MAX, FIGURE, Standing};
use crate::defs::{Defs, Symbol};
use crate::layout::Room;
use crate::look::Shown;
use crate::outline::Line;
use crate::shape::{CENTRE, Course, Point, SIDE, at};

/// Half a wall and more: so far what is strewn stays from the border of its segment.
const WALL: f64 = 2.4;

impl Drawing<'_> {
    fn put(&mut self, symbol: Symbol, room: Room, size: f64) {
        let fits = (room.free * 2.3).clamp(size * 0.62, size);
        self.layout.take(room.at, fits * 0.46);
        self.standing.push(Standing { symbol, at: room.at, size: fits, eighths: None });
    }

    /// Symbols of kinds inside the tile, of tags, and where lines meet. Where the first ones stand.
    pub(super) fn symbols(&mut self, defs: &mut Defs) -> Vec<Option<Point>> {
        let mut spots = vec![None; self.tile.segments.len()];
        let inner = |s: &Segment| (self.kit.lies)(&s.kind) == Lies::Centre;
        let mut order: Vec<usize> =
            (0..self.tile.segments.len()).filter(|i| inner(&self.tile.segments[*i])).collect();
        order.sort_by_key(|i| Some(*i) != self.outline.in_hub);
        if self.outline.junction {
            let end = self.outline.lines.iter().find(|line| line.ends);
            let kind = end.map_or("", |line| self.tile.segments[line.segment].kind.as_str());
            if let Some(icon) = self.kit.look.kind(kind).and_then(|k| k.end.as_ref()) {
                let symbol = defs.icon(&format!("end-{kind}"), icon);
                let room = Room { at: self.outline.hub, free: icon.size };
                self.put(symbol, room, icon.size);
            }
        }
        for segment in order {
            let kind = &self.tile.segments[segment].kind;
            let icon = self.kit.look.kind(kind).and_then(|k| k.icon.as_ref());
            let symbol = match (self.instead(segment), icon) {
                (Some(tag), _) => self.tag(tag, defs),
                (None, Some(icon)) => defs.icon(&format!("kind-{kind}"), icon),
                (None, None) => defs.badge(kind),
            };
            let size = symbol.size;
            let hub = self.outline.in_hub == Some(segment);
            let room = if hub {
                Some(Room { at: self.outline.hub, free: size })
            } else {
                self.best_room(size / 2.0, CENTRE)
            };
            if let Some(room) = room {
                spots[segment] = Some(room.at);
                self.put(symbol, room, size);
            }
        }
        let shown = |(tag, n): &&(String, u8)| *n > 0 && !self.kit.look.hides(tag);
        let tags: Vec<_> = self.tile.tags.iter().filter(shown).collect();
        for (tag, _) in tags {
            let symbol = self.tag(tag, defs);
            if let Some(room) = self.best_room(symbol.size / 2.0, CENTRE) {
                let size = symbol.size;
                self.put(symbol, room, size);
            }
        }
        for (number, segment) in self.tile.segments.iter().enumerate() {
            for (tag, count) in &segment.tags {
                let shown = self.kit.look.tag(tag).map_or(Shown::Each, |look| look.shown);
                if shown == Shown::Compass {
                    self.points(number, tag, *count, spots[number], defs);
                }
                // Skip places that are taken, or whose tags have no symbols of their own.
                let stands = spots[number].is_some() && self.instead(number) == Some(tag);
                if stands || matches!(shown, Shown::Stack | Shown::Compass | Shown::Nowhere) {
                    continue;
                }
                for _ in 0..(*count).min(EACH_MAX) {
                    let symbol = self.tag(tag, defs);
                    let size = symbol.size;
                    if let Some(room) = self.room_on(number, size / 2.0, spots[number]) {
                        self.put(symbol, room, size);
                    }
                }
            }
        }
        spots
    }

    /// Returns the tag whose symbol replaces the one inside the tile.
    fn instead(&self, segment: usize) -> Option<&str> {
        let shown = |tag: &str| self.kit.look.tag(tag).map(|look| look.shown);
        let tags = &self.tile.segments[segment].tags;
        let tag = tags.iter().find(|(tag, n)| *n > 0 && shown(tag) == Some(Shown::Instead))?;
        Some(&tag.0)
    }

    /// A symbol that points where the number of its tag says, around what stands inside the tile.
    fn points(&mut self, number: usize, tag: &str, n: u8, spot: Option<Point>, defs: &mut Defs) {
        if n == 0 {
            return;
        }
        let symbol = self.tag(tag, defs);
        let size = symbol.size;
        let at = spot.or_else(|| Some(self.room_on(number, size / 2.0, None)?.at));
        if let Some(at) = at {
            self.layout.take(at, size * 0.46);
            self.standing.push(Standing { symbol, at, size, eighths: Some((n - 1) % 8) });
        }
    }

    fn tag(&self, tag: &str, defs: &mut Defs) -> Symbol {
        match self.kit.look.tag(tag) {
            Some(look) => defs.icon(&format!("tag-{tag}"), &look.icon),
            None => defs.badge(tag),
        }
    }

    /// Room on ground; where there is little, wherever there is more.
    fn best_room(&self, radius: f64, near: Point) -> Option<Room> {
        let ground = self.layout.ground(near, radius);
        if ground.is_some_and(|room| room.free > radius * 0.75) {
            return ground;
        }
        let any = self.layout.anywhere(near, radius);
        match (ground, any) {
            (Some(g), Some(a)) if g.free * 1.5 >= a.free => Some(g),
            (g, a) => a.or(g),
        }
    }

    /// Room for a symbol of a segment: on it, beside a line, at what stands inside the tile.
    fn room_on(&self, segment: usize, radius: f64, spot: Option<Point>) -> Option<Room> {
        if let Some(spot) = spot {
            return self.layout.anywhere(spot.plus(at(16.0, -12.0), 1.0), radius);
        }
        let line = self.outline.lines.iter().find(|line| line.segment == segment);
        if let Some(line) = line {
            return self.layout.ground(self.along(line, 0.5), radius * 0.85);
        }
        let near = self.layout.balance(segment).unwrap_or(CENTRE);
        self.layout.room(segment, near, radius).or_else(|| self.layout.anywhere(near, radius))
    }

    /// A point along the first course of a line, by part of its length.
    fn along(&self, line: &Line, part: f64) -> Point {
        let points = line.courses.first().map(Course::points).unwrap_or_default();
        let index = ((points.len().max(1) - 1) as f64 * part).round() as usize;
        points.get(index).copied().unwrap_or(self.outline.hub)
    }

    /// Small things strewn over areas and ground, where nothing else lies.
    pub(super) fn scatter(&mut self, defs: &mut Defs) {
        for segment in 0..self.tile.segments.len() {
            let kind = self.tile.segments[segment].kind.clone();
            let Some(look) = self.kit.look.kind(&kind) else { continue };
            if look.scatter.is_empty() || (self.kit.lies)(&kind) == Lies::Middle {
                continue;
            }
            let largest = look.scatter.iter().map(|i| i.size).fold(4.0, f64::max);
            let gap = if self.is_ground(segment) { largest * 3.2 } else { largest * 1.5 };
            let mut number = segment * 3 + self.tile.id.len();
            let mut y = gap * 0.7;
            let mut odd = false;
            while y < SIDE - 3.0 {
                let mut x = if odd { gap * 0.35 } else { gap * 0.8 };
                while x < SIDE - 3.0 {
                    number = (number * 5 + 7) % 64;
                    // A little out of line, the same way every time.
                    let p = at(x + (number % 5) as f64 - 2.0, y + (number / 5 % 5) as f64 - 2.0);
                    let icon = &look.scatter[number % look.scatter.len()];
                    let near = icon.size * 0.42 + WALL;
                    if self.layout.is_free(segment, p, near) {
                        let id = format!("strewn-{kind}-{}", number % look.scatter.len());
                        let symbol = defs.icon(&id, icon);
                        let size = icon.size;
                        self.standing.push(Standing { symbol, at: p, size, eighths: None });
                    }
                    x += gap;
                }
                y += gap * 0.8;
                odd = !odd;
            }
        }
    }

    /// Where figures stand, segment by segment.
    pub(super) fn stands(&mut self, spots: &[Option<Point>]) -> Vec<Point> {
        let mut out = Vec::new();
        for (segment, spot) in spots.iter().enumerate() {
            if let Some(spot) = spot {
                out.push(spot.plus(at(4.0, 5.0), 1.0));
                continue;
            }
            let line = self.outline.lines.iter().find(|line| line.segment == segment);
            let (near, radius) = match line {
                Some(line) => (self.along(line, if line.ends { 0.4 } else { 0.5 }), 3.5),
                None => (self.layout.balance(segment).unwrap_or(CENTRE), FIGURE),
            };
            out.push(self.layout.room(segment, near, radius).map_or(near, |room| room.at));
        }
        out
    }
}
