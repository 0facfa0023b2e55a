//! Marks on a tile, arranged so that no number of an option covers another. Longer marks are shortened.

use anstyle::Style;

use super::{Drawing, Face};

/// Forms of the numbers on a tile, from complete to short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// All of them: `[3,7,12]`.
    All,
    /// The first of each segment, and that there are more: `[3…]`.
    More,
    /// The first alone: `[3]`.
    First,
    /// The short form side by side in columns. Numbers without room are left out, because the list of options has
    /// them.
    Columns,
}

const WAYS: [Way; 4] = [Way::All, Way::More, Way::First, Way::Columns];

/// Whether a mark is the number of an option.
fn is_number(text: &str) -> bool {
    text.starts_with('[')
}

/// A mark as it is written one way.
fn written(text: &str, way: Way) -> String {
    let first = text.split_once(',').map(|(first, _)| first).filter(|_| is_number(text));
    match (first, way) {
        (None, _) | (_, Way::All) => text.to_owned(),
        (Some(first), Way::More) => format!("{first}…]"),
        (Some(first), Way::First | Way::Columns) => format!("{first}]"),
    }
}

impl<'a> Drawing<'a> {
    /// This drawing with all marks of a tile, in the first way in which nothing covers a number or is covered by one.
    pub(super) fn marked(&self, face: &Face) -> Drawing<'a> {
        let of_parts = face.parts.iter().enumerate().flat_map(|(i, part)| {
            part.marks.iter().map(move |(text, style)| (Some(i), text.as_str(), *style))
        });
        let of_tile = face.marks.iter().map(|(text, style)| (None, text.as_str(), *style));
        let all: Vec<(Option<usize>, &str, Style)> = of_parts.chain(of_tile).collect();
        let numbered = all.iter().any(|(_, text, _)| is_number(text));
        let mut drawn = self.clone();
        for way in WAYS {
            drawn = self.clone();
            let width = all.iter().filter(|(_, text, _)| is_number(text));
            let width = width.map(|(_, text, _)| written(text, way).chars().count()).max();
            let step = width.filter(|_| way == Way::Columns).unwrap_or(1);
            let mut clear = true;
            for (owner, text, style) in &all {
                let text = written(text, way);
                let step = if is_number(&text) { step } else { 1 };
                let (at, covered) = drawn.room(*owner, &text, step);
                clear &= !covered;
                if !(covered && way == Way::Columns && is_number(&text)) {
                    drawn.write(at, &text, *style, *owner);
                    drawn.number(at, &text);
                }
            }
            if clear || !numbered {
                break;
            }
        }
        drawn
    }

    /// Remembers that a number stands at a place, if it is one.
    fn number(&mut self, (x, y): (usize, usize), text: &str) {
        let length = if is_number(text) { text.chars().count() } else { 0 };
        self.spots[y].iter_mut().skip(x).take(length).for_each(|spot| spot.number = true);
    }

    /// Whether a number stands where a text of a length would begin.
    pub(super) fn has_number(&self, (x, y): (usize, usize), length: usize) -> bool {
        self.spots[y].iter().skip(x).take(length).any(|spot| spot.number)
    }
}
