//! Letters as strokes: pictures need no font and look the same everywhere.

use crate::shape::Point;
use crate::svg::num;

/// Height of a capital in units of the grid below.
const CAPITAL: f64 = 6.0;
/// Gap between letters.
const GAP: f64 = 1.7;

/// Strokes of each letter: points as two digits, x to the right and y down, the baseline at 6; strokes parted
/// by `|`. First the letter's width.
#[rustfmt::skip]
const GLYPHS: &[(char, u8, &str)] = &[
    ('A', 4, "06 20 46|14 34"), ('B', 4, "06 00 30 41 42 33 03|33 44 45 36 06"),
    ('C', 4, "41 30 10 01 05 16 36 45"), ('D', 4, "06 00 20 42 44 26 06"),
    ('E', 4, "40 00 06 46|03 33"), ('F', 4, "40 00 06|03 33"),
    ('G', 4, "41 30 10 01 05 16 36 45 43 23"), ('H', 4, "00 06|40 46|03 43"), ('I', 0, "00 06"),
    ('J', 3, "30 35 26 16 05"), ('K', 4, "00 06|40 03 46"), ('L', 3, "00 06 36"),
    ('M', 4, "06 00 23 40 46"), ('N', 4, "06 00 46 40"), ('O', 4, "10 01 05 16 36 45 41 30 10"),
    ('P', 4, "06 00 30 41 42 33 03"), ('Q', 4, "10 01 05 16 36 45 41 30 10|34 46"),
    ('R', 4, "06 00 30 41 42 33 03|23 46"), ('S', 4, "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', 4, "00 40|20 26"), ('U', 4, "00 05 16 36 45 40"), ('V', 4, "00 26 40"),
    ('W', 4, "00 16 22 36 40"), ('X', 4, "00 46|40 06"), ('Y', 4, "00 23 40|23 26"),
    ('Z', 4, "00 40 06 46"),
    ('a', 3, "32 36|33 22 12 03 05 16 26 35"), ('b', 3, "00 06|05 16 26 35 33 22 12 03"),
    ('c', 3, "33 22 12 03 05 16 26 35"), ('d', 3, "30 36|33 22 12 03 05 16 26 35"),
    ('e', 3, "04 34 33 22 12 03 05 16 26 35"), ('f', 2, "20 11 16|02 22"),
    ('g', 3, "32 37 28 18 07|33 22 12 03 05 16 26 35"), ('h', 3, "00 06|03 12 22 33 36"),
    ('i', 0, "02 06|00 00"), ('j', 1, "12 17 08|10 10"), ('k', 3, "00 06|32 04|14 36"),
    ('l', 1, "00 05 16"), ('m', 4, "02 06|03 12 23 26|23 32 43 46"), ('n', 3, "02 06|03 12 22 33 36"),
    ('o', 3, "12 03 05 16 26 35 33 22 12"), ('p', 3, "02 08|03 12 22 33 35 26 16 05"),
    ('q', 3, "32 38|33 22 12 03 05 16 26 35"), ('r', 2, "02 06|03 12 22"),
    ('s', 3, "33 22 12 03 14 24 35 26 16 05"), ('t', 2, "10 15 26|02 22"),
    ('u', 3, "02 05 16 26 35|32 36"), ('v', 4, "02 26 42"), ('w', 4, "02 16 24 36 42"),
    ('x', 3, "02 36|32 06"), ('y', 3, "02 16|32 16 08"), ('z', 3, "02 32 06 36"),
    ('0', 3, "10 01 05 16 26 35 31 20 10"), ('1', 2, "02 20 26"), ('2', 3, "01 10 20 31 32 06 36"),
    ('3', 3, "01 10 20 31 32 23 13|23 34 35 26 16 05"), ('4', 3, "26 20 04 34"),
    ('5', 3, "30 00 03 23 34 35 26 06"), ('6', 3, "31 20 10 01 05 16 26 35 34 23 13 04"),
    ('7', 3, "00 30 16"), ('8', 3, "10 01 02 13 23 32 31 20 10|13 04 05 16 26 35 34 23"),
    ('9', 3, "05 16 26 35 31 20 10 01 02 13 23 32"),
    (' ', 2, ""), ('.', 0, "06 06"), (',', 1, "15 07"), (':', 0, "03 03|06 06"), (';', 1, "13 13|15 07"),
    ('!', 0, "00 04|06 06"), ('?', 3, "01 10 20 31 32 23 14|16 16"), ('-', 2, "03 23"), ('–', 3, "03 33"),
    ('_', 3, "07 37"), ('/', 2, "20 06"), ('(', 1, "10 01 05 16"), (')', 1, "00 11 15 06"),
    ('[', 1, "10 00 06 16"), (']', 1, "00 10 16 06"), ('\'', 0, "00 01"), ('’', 1, "10 02"),
    ('"', 1, "00 01|10 11"), ('+', 4, "03 43|21 25"), ('=', 3, "02 32|04 34"), ('*', 2, "01 23|21 03|20 24"),
    ('#', 4, "10 06|40 36|02 42|04 44"), ('%', 4, "40 06|00 11|35 46"), ('&', 4, "46 11 20 31 04 05 16 26 44"),
    ('@', 4, "34 24 14 13 22 32 34 44 42 31 11 02 05 16 36"), ('<', 3, "31 03 35"), ('>', 3, "01 33 05"),
    ('×', 3, "02 35|32 05"), ('·', 0, "03 03"), ('|', 0, "00 07"), ('«', 4, "22 04 26|42 24 46"),
    ('»', 4, "02 24 06|22 44 26"),
];

/// Accents above and below a letter, as strokes for a letter of width 3 and small height.
const ACCENTS: &[(&str, &str, &str)] = &[
    ("áéíóúÁÉÍÓÚ", "aeiouAEIOU", "11 20"),
    ("àèìòùÀÈÌÒÙ", "aeiouAEIOU", "10 21"),
    ("âêîôûÂÊÎÔÛ", "aeiouAEIOU", "01 10 21"),
    ("äëïöüÿÄËÏÖÜ", "aeiouyAEIOU", "01 01|21 21"),
    ("ñÑãõ", "nNao", "01 10 21 30"),
    ("çÇ", "cC", "16 17 08"),
];

/// Sign of a letter that nobody drew.
const UNKNOWN: (u8, &str) = (3, "00 30 36 06 00");

/// Width and strokes of a letter, and strokes of its accent with how far they are moved up.
fn glyph(letter: char) -> (u8, &'static str, Option<(&'static str, f64)>) {
    let plain = |c: char| GLYPHS.iter().find(|g| g.0 == c).map(|g| (g.1, g.2));
    if let Some((width, strokes)) = plain(letter) {
        return (width, strokes, None);
    }
    for (letters, under, accent) in ACCENTS {
        let found = letters.chars().zip(under.chars()).find(|pair| pair.0 == letter);
        if let Some((_, base)) = found
            && let Some((width, strokes)) = plain(base)
        {
            let above = !accent.starts_with("16");
            let up = if base.is_uppercase() && above { 2.0 } else { 0.0 };
            return (width, strokes, Some((accent, up)));
        }
    }
    (UNKNOWN.0, UNKNOWN.1, None)
}

/// Width of a line of text whose capitals have a height.
pub(crate) fn width(said: &str, height: f64) -> f64 {
    let letters: f64 = said.chars().map(|c| f64::from(glyph(c).0) + GAP).sum();
    (letters - GAP).max(0.0) * height / CAPITAL
}

/// Path data of a line of text. `at` is the left end of its baseline.
pub(crate) fn path(said: &str, at: Point, height: f64) -> String {
    let unit = height / CAPITAL;
    let mut out = String::new();
    let mut x = at.x;
    for letter in said.chars() {
        let (width, strokes, accent) = glyph(letter);
        write(&mut out, strokes, x, at.y - CAPITAL * unit, unit);
        if let Some((accent, up)) = accent {
            let shift = (f64::from(width) - 3.0) / 2.0;
            write(&mut out, accent, x + shift * unit, at.y - (CAPITAL + up) * unit, unit);
        }
        x += (f64::from(width) + GAP) * unit;
    }
    out
}

fn write(out: &mut String, strokes: &str, x: f64, y: f64, unit: f64) {
    for stroke in strokes.split('|').filter(|s| !s.is_empty()) {
        for (i, point) in stroke.split(' ').enumerate() {
            let digit = |n: usize| f64::from(point.as_bytes().get(n).map_or(0, |b| b - b'0'));
            out.push(if i == 0 { 'M' } else { 'L' });
            out.push_str(&num(x + digit(0) * unit));
            out.push(' ');
            out.push_str(&num(y + digit(1) * unit));
        }
    }
}

/// How a line of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// From the point on.
    Left,
    /// Around the point.
    Middle,
    /// Up to the point.
    Right,
}

/// A line of text as SVG; `halo` is a color behind it.
pub(crate) fn line(
    said: &str,
    at: Point,
    height: f64,
    set: Set,
    colour: &str,
    halo: Option<&str>,
) -> String {
    let wide = width(said, height);
    let left = match set {
        Set::Left => at.x,
        Set::Middle => at.x - wide / 2.0,
        Set::Right => at.x - wide,
    };
    let data = path(said, Point { x: left, y: at.y }, height);
    if data.is_empty() {
        return String::new();
    }
    let thick = height * 0.15;
    let stroke = |colour: &str, width: f64| {
        format!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            num(width)
        )
    };
    let behind = halo.map_or_else(String::new, |halo| stroke(halo, thick * 3.2));
    behind + &stroke(colour, thick)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::at;

    #[test]
    fn all_strokes_are_points() {
        let accents = ACCENTS.iter().map(|a| a.2);
        for strokes in GLYPHS.iter().map(|g| g.2).chain(accents) {
            for point in strokes.split(['|', ' ']).filter(|p| !p.is_empty()) {
                assert!(point.len() == 2 && point.bytes().all(|b| b.is_ascii_digit()), "{strokes}");
            }
        }
    }

    #[test]
    fn texts_have_a_width() {
        assert!(width("mm", 6.0) > width("ii", 6.0));
        assert!(width("", 6.0).abs() < 1e-9);
        assert_eq!(path("I", at(0.0, 6.0), 6.0), "M0 0L0 6");
        // Letters of other scripts show as a box, and count.
        assert_eq!(path("漢", at(0.0, 6.0), 6.0), "M0 0L3 0L3 6L0 6L0 0");
        assert!(path("é", at(0.0, 6.0), 6.0).len() > path("e", at(0.0, 6.0), 6.0).len());
    }
}
