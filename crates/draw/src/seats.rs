//! Seats: colors that all kinds of eyes tell apart, and a sign for each.

use std::fmt::Write as _;

use crate::defs::{Defs, document, initials};
use crate::letters::{self, Set};
use crate::look::Icon;
use crate::shape::at;

/// Colors where nobody owns anything.
pub(crate) const NOBODY: [u32; 2] = [0x8a_8a8a, 0xff_ffff];

/// Color of each seat and what stands out from it. The first six differ by at least 16 (ΔE2000) for normal
/// eyes and for all three kinds of color blindness.
const COLOURS: [[u32; 2]; 8] = [
    [0x1a_1a1a, 0xff_ffff],
    [0xd1_402a, 0xff_ffff],
    [0x1f_6fc9, 0xff_ffff],
    [0xf5_e04a, 0x1a_1a1a],
    [0x00_b38a, 0x10_2a22],
    [0xe6_8acb, 0x3a_1030],
    [0xff_ffff, 0x1a_1a1a],
    [0x8b_5a2b, 0xff_ffff],
];

/// Sign of each seat on a square of 100 by 100.
const SIGNS: [&str; 8] = [
    "M50 15A35 35 0 1 1 49.9 15Z",
    "M50 10L90 85H10Z",
    "M18 18H82V82H18Z",
    "M50 5L95 50L50 95L5 50Z",
    "M36 8H64V36H92V64H64V92H36V64H8V36H36Z",
    "M50 8A42 42 0 1 1 49.9 8ZM50 32A18 18 0 1 0 50.1 32Z",
    "M10 15H90L50 90Z",
    "M10 36H90V64H10Z",
];

/// Color of a seat and what stands out from it.
pub(crate) fn colours(seat: usize) -> [u32; 2] {
    COLOURS[seat % COLOURS.len()]
}

/// The seat whose color and sign a seat wears where two have changed them.
pub(crate) fn worn([one, other]: [usize; 2], seat: usize) -> usize {
    if seat == one {
        other
    } else if seat == other {
        one
    } else {
        seat
    }
}

/// Sign of a seat in a square around a point.
pub(crate) fn sign(seat: usize, x: f64, y: f64, size: f64) -> String {
    format!(
        "<path transform=\"translate({} {}) scale({})\" d=\"{}\" fill=\"#{:06x}\"/>",
        x - size / 2.0,
        y - size / 2.0,
        size / 100.0,
        SIGNS[seat % SIGNS.len()],
        colours(seat)[1]
    )
}

/// A seat as a picture of its own: its sign on its color, 100 units wide.
#[must_use]
pub fn seat(seat: usize) -> String {
    let body = format!(
        "<rect x=\"2\" y=\"2\" width=\"96\" height=\"96\" rx=\"16\" fill=\"#{:06x}\" stroke=\"#777\" stroke-width=\"3\"/>{}\n",
        colours(seat)[0],
        sign(seat, 50.0, 50.0, 64.0)
    );
    document([100.0, 100.0], "", &(seat + 1).to_string(), &Defs::default(), &body)
}

/// A figure of a seat on a square of 100 by 100, with a light rim and the seat's sign. A figure that nobody
/// draws is a pawn with the first letters of its name.
pub(crate) fn figure(name: &str, icon: Option<&Icon>, seat: usize) -> String {
    const PAWN: &str =
        "M50 8A20 20 0 0 1 64 42C76 52 82 72 84 92H16C18 72 24 52 36 42A20 20 0 0 1 50 8Z";
    let colours = colours(seat);
    let Some(icon) = icon.filter(|icon| !icon.shapes.is_empty()) else {
        let said = format!("#{:06x}", colours[1]);
        let letters =
            letters::line(&initials(name), at(50.0, 84.0), 24.0, Set::Middle, &said, None);
        let pawn = format!(
            "<path d=\"{PAWN}\" fill=\"#{:06x}\" stroke=\"#fff\" stroke-width=\"5\"/>",
            colours[0]
        );
        return format!("{pawn}{}{letters}", sign(seat, 50.0, 28.0, 20.0));
    };
    let mut out = String::new();
    // A rim around all shapes, so that a figure stands out from any ground.
    for shape in &icon.shapes {
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"#fff\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            shape.path,
            shape.line.map_or(0, |_| shape.width) + 9
        );
    }
    out.push_str(&icon.svg(colours));
    if let Some([x, y, size]) = icon.sign {
        out.push_str(&sign(seat, x as f64, y as f64, size as f64));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_picture_of_its_own() {
        let all: std::collections::BTreeSet<String> =
            (0..SIGNS.len()).map(|at| seat(at).replace(&format!(">{}<", at + 1), "><")).collect();
        assert_eq!(all.len(), SIGNS.len());
        assert!(all.iter().all(|svg| svg.starts_with("<svg") && svg.contains("<rect")));
    }
}
