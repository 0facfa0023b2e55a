//! What a picture uses several times: each thing is written once and referred to.

use crate::drawn::{SVG_HEAD, SVG_HEAD_END};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::letters::{self, Set};
use crate::look::Icon;
use crate::seats;
use crate::shape::{Point, at};
use crate::svg::{num, text};

/// Definitions of a picture by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defs {
    made: BTreeMap<String, String>,
}

impl Defs {
    /// Adds a definition unless it is there.
    pub(crate) fn add(&mut self, id: &str, make: impl FnOnce() -> String) {
        if !self.made.contains_key(id) {
            self.made.insert(id.to_owned(), make());
        }
    }

    /// Adds all definitions of others.
    pub(crate) fn join(&mut self, others: &Self) {
        for (id, body) in &others.made {
            self.add(id, || body.clone());
        }
    }

    /// A symbol, around the origin and one unit wide for each unit of its size.
    pub(crate) fn icon(&mut self, id: &str, icon: &Icon) -> Symbol {
        let id = format!("i-{}", plain(id));
        self.add(&id, || sized(icon.size, &icon.svg(seats::NOBODY)));
        Symbol { id, size: icon.size }
    }

    /// Returns a disc with the first letters of a name, for things without a look.
    pub(crate) fn badge(&mut self, name: &str) -> Symbol {
        let id = format!("b-{}", plain(name));
        self.add(&id, || {
            let letters = initials(name);
            let disc = "<circle cx=\"50\" cy=\"50\" r=\"46\" fill=\"#fffaf0\" stroke=\"#54426b\" \
                        stroke-width=\"7\"/>";
            let said = letters::line(&letters, at(50.0, 66.0), 34.0, Set::Middle, "#54426b", None);
            sized(BADGE, &format!("{disc}{said}"))
        });
        Symbol { id, size: BADGE }
    }

    /// A figure of a seat, or the pawn of figures that nobody draws.
    pub(crate) fn figure(&mut self, name: &str, icon: Option<&Icon>, seat: usize) -> Symbol {
        let id = format!("f-{}-{seat}", plain(name));
        let size = icon.map_or(24.0, |icon| icon.size);
        self.add(&id, || sized(size, &seats::figure(name, icon, seat)));
        Symbol { id, size }
    }

    /// All definitions.
    pub(crate) fn write(&self) -> String {
        let mut out =
            String::from("<defs><clipPath id=\"clip\"><path d=\"M0 0H100V100H0Z\"/></clipPath>\n");
        for (id, body) in &self.made {
            let _ = writeln!(out, "<g id=\"{id}\">{body}</g>");
        }
        out.push_str("</defs>\n");
        out
    }
}

/// Size of a badge.
const BADGE: f64 = 16.0;

/// Returns a drawing on a square of 100 by 100, scaled to a size around the origin.
fn sized(size: f64, drawn: &str) -> String {
    let (by, half) = (size / 100.0, num(-size / 2.0));
    format!("<g transform=\"translate({half} {half}) scale({by})\">{drawn}</g>")
}

/// A definition that can be put somewhere.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Symbol {
    id: String,
    pub(crate) size: f64,
}

impl Symbol {
    /// The symbol around a point, at its own size.
    pub(crate) fn put(&self, middle: Point) -> String {
        self.sized(middle, self.size)
    }

    /// The symbol around a point, on its side.
    pub(crate) fn lying(&self, middle: Point) -> String {
        let (x, y, id) = (num(middle.x), num(middle.y), &self.id);
        format!("<use href=\"#{id}\" transform=\"translate({x} {y}) rotate(90)\"/>\n")
    }

    /// The symbol around a point, turned clockwise by eighths.
    pub(crate) fn turned(&self, middle: Point, eighths: u8) -> String {
        let (x, y, id) = (num(middle.x), num(middle.y), &self.id);
        let turn = 45 * u32::from(eighths);
        format!("<use href=\"#{id}\" transform=\"translate({x} {y}) rotate({turn})\"/>\n")
    }

    /// The symbol around a point.
    pub(crate) fn sized(&self, middle: Point, size: f64) -> String {
        let (x, y, id) = (num(middle.x), num(middle.y), &self.id);
        if (size - self.size).abs() < 0.05 {
            return format!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>\n");
        }
        let scale = (size / self.size * 100.0).round() / 100.0;
        format!("<use href=\"#{id}\" transform=\"translate({x} {y}) scale({scale})\"/>\n")
    }
}

/// Two letters of a name: `pig-herd` → `PH`, `well` → `We`.
pub(crate) fn initials(name: &str) -> String {
    let mut words = name.split(['-', '_', ' ']).filter_map(|word| word.chars().next());
    let first = words.next().map(|c| c.to_ascii_uppercase());
    let second = words.next().map(|c| c.to_ascii_uppercase()).or_else(|| name.chars().nth(1));
    first.into_iter().chain(second).collect()
}

/// A name as part of an id: names of expansions are plain, those of broken tile sets may not be.
pub(crate) fn plain(name: &str) -> String {
    let part = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c.to_string()
        } else {
            format!("_{:x}_", u32::from(c))
        }
    };
    name.chars().map(part).collect()
}

/// A whole picture.
pub(crate) fn document(size: [f64; 2], unit: &str, title: &str, defs: &Defs, body: &str) -> String {
    // Real sizes are given apart from the units of the picture.
    let scale = if unit == "mm" { 0.45 } else { 1.0 };
    let [w, h] = size;
    format!(
        "{SVG_HEAD}{} {}\" width=\"{}{unit}\" height=\"{}{unit}\" {SVG_HEAD_END}{}</title>\n{}{body}</svg>\n",
        num(w),
        num(h),
        num(w * scale),
        num(h * scale),
        text(title),
        defs.write(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_initials_and_ids() {
        assert_eq!(initials("pig-herd"), "PH");
        assert_eq!(initials("well"), "We");
        assert_eq!(initials(""), "");
        assert_eq!(plain("a-b\"<"), "a-b_22__3c_");
    }
}
