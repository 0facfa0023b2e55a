//! A symbol: shapes on a square of 100 by 100, given as path data and colors.
//!
//! Nothing that a person wrote reaches the picture directly: numbers and colors are parsed and written again, so that
//! a symbol can contain neither scripts nor references.

use std::fmt::Write as _;

use bastide_text::{Table, listed};

/// Most shapes of a symbol.
pub const SHAPES_MAX: usize = 40;
/// Longest path data of a shape, in bytes.
pub const PATH_BYTES_MAX: usize = 4000;
/// Farthest coordinate of a path from the origin.
const REACH: f64 = 400.0;

/// A color as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// `#rrggbb`.
    Rgb(u32),
    /// The color of the seat that owns it.
    Seat,
    /// Contrast color of the seat.
    Sign,
}

impl Paint {
    /// Reads `#rgb`, `#rrggbb`, `seat` or `sign`.
    fn read(word: &str) -> Option<Self> {
        let digits = match word {
            "seat" => return Some(Paint::Seat),
            "sign" => return Some(Paint::Sign),
            _ => word.strip_prefix('#')?,
        };
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let full = match digits.len() {
            3 => digits.chars().flat_map(|c| [c, c]).collect::<String>(),
            6 => digits.to_owned(),
            _ => return None,
        };
        u32::from_str_radix(&full, 16).ok().map(Paint::Rgb)
    }

    /// As SVG writes it, for a seat with its color and what stands out from it.
    pub(crate) fn svg(self, seat: [u32; 2]) -> String {
        match self {
            Paint::Rgb(rgb) => format!("#{rgb:06x}"),
            Paint::Seat => format!("#{:06x}", seat[0]),
            Paint::Sign => format!("#{:06x}", seat[1]),
        }
    }
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// Path data.
    pub(crate) path: String,
    /// Filled with.
    pub(crate) fill: Option<Paint>,
    /// Outlined with.
    pub(crate) line: Option<Paint>,
    /// Width of the outline.
    pub(crate) width: i64,
    /// How opaque it is, in hundredths.
    pub(crate) solid: i64,
}

/// A symbol.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Icon {
    /// Its width on a tile of 100 units.
    pub(crate) size: f64,
    /// Shapes, the first at the bottom.
    pub(crate) shapes: Vec<Shape>,
    /// Where the sign of the seat goes: x, y, size.
    pub(crate) sign: Option<[i64; 3]>,
}

impl Icon {
    /// Shapes as SVG.
    pub(crate) fn svg(&self, seat: [u32; 2]) -> String {
        let mut out = String::new();
        for shape in &self.shapes {
            let _ = write!(out, "<path d=\"{}\"", shape.path);
            let fill = shape.fill.map_or_else(|| "none".to_owned(), |paint| paint.svg(seat));
            let _ = write!(out, " fill=\"{fill}\"");
            if let Some(line) = shape.line {
                let _ =
                    write!(out, " stroke=\"{}\" stroke-width=\"{}\"", line.svg(seat), shape.width);
            }
            if shape.solid < 100 {
                let _ = write!(out, " opacity=\"{}\"", crate::svg::num(shape.solid as f64 / 100.0));
            }
            out.push_str("/>");
        }
        out
    }
}

/// Reads a symbol of a table; a fault for everything that is wrong in it.
pub(super) fn icon(table: &Table<'_>, size: i64) -> Icon {
    let size = table.int("size", 4..=100).unwrap_or(size) as f64;
    let document = table.document();
    let mut shapes = Vec::new();
    let tables = table.tables("shapes");
    if tables.len() > SHAPES_MAX {
        document.note(
            document
                .fault(
                    101,
                    table.key_span("shapes"),
                    format!("a symbol of {} shapes", tables.len()),
                    format!("un symbole de {} formes", tables.len()),
                )
                .help(
                    format!("use at most {SHAPES_MAX}: one path can hold several outlines"),
                    format!("{SHAPES_MAX} au plus : un tracé peut contenir plusieurs contours"),
                ),
        );
    }
    for table in tables.iter().take(SHAPES_MAX) {
        shapes.extend(shape(table));
    }
    let sign = table.raw("sign").and_then(|node| {
        let numbers = match &node.value {
            bastide_text::Value::List(nodes) => nodes
                .iter()
                .map(|n| document.as_int(n, "sign", 0..=100))
                .collect::<Option<Vec<i64>>>()?,
            _ => Vec::new(),
        };
        let found = <[i64; 3]>::try_from(numbers).ok();
        if found.is_none() {
            document.note(
                document
                    .fault(
                        102,
                        node.span.clone(),
                        "`sign` is no place",
                        "`sign` n'est pas une place",
                    )
                    .help("write `[x, y, size]`", "écrivez `[x, y, taille]`"),
            );
        }
        found
    });
    Icon { size, shapes, sign }
}

/// A color of a table.
pub(super) fn paint(table: &Table<'_>, key: &str) -> Option<Paint> {
    let word = table.word(key)?;
    let paint = Paint::read(word.text);
    if paint.is_none() {
        let (document, said) = (table.document(), word.text);
        document.note(
            document
                .fault(
                    103,
                    word.span,
                    format!("`{said}` is no colour"),
                    format!("`{said}` n'est pas une couleur"),
                )
                .help(
                    "write `\"#c08040\"`, `\"seat\"` or `\"sign\"`",
                    "écrivez `\"#c08040\"`, `\"seat\"` ou `\"sign\"`",
                ),
        );
    }
    paint
}

fn shape(table: &Table<'_>) -> Option<Shape> {
    table.need("path");
    let shape = Shape {
        path: table.word("path").and_then(|word| {
            let data = path(word.text);
            if let Err((en, fr)) = &data {
                let document = table.document();
                let known: Vec<&str> = COMMANDS.iter().map(|c| c.0).collect();
                let fault = document.fault(
                    104,
                    word.span,
                    format!("not the data of a path: {en}"),
                    format!("pas les données d'un tracé : {fr}"),
                );
                document.note(fault.help(
                    format!("as SVG's `d`, on a square of 100 by 100: {}", listed(&known)),
                    format!("comme `d` en SVG, sur un carré de 100 sur 100 : {}", listed(&known)),
                ));
            }
            data.ok()
        })?,
        fill: paint(table, "fill"),
        line: paint(table, "line"),
        width: table.int("width", 1..=40).unwrap_or(4),
        solid: table.int("solid", 0..=100).unwrap_or(100),
    };
    table.finish();
    Some(shape)
}

/// Commands of path data in small letters, and how many numbers each takes.
const COMMANDS: [(&str, usize); 10] = [
    ("m", 2),
    ("l", 2),
    ("h", 1),
    ("v", 1),
    ("c", 6),
    ("s", 4),
    ("q", 4),
    ("t", 2),
    ("a", 7),
    ("z", 0),
];

/// Parses path data and writes it again.
///
/// # Errors
///
/// Returns the mistake in both languages.
fn path(data: &str) -> Result<String, (String, String)> {
    if data.len() > PATH_BYTES_MAX {
        let n = data.len();
        return Err((
            format!("{n} bytes, at most {PATH_BYTES_MAX}"),
            format!("{n} octets, {PATH_BYTES_MAX} au plus"),
        ));
    }
    let (mut out, mut rest) = (String::new(), data.trim_start());
    while let Some(letter) = rest.chars().next() {
        let small = letter.to_ascii_lowercase().to_string();
        let known = COMMANDS.iter().find(|c| c.0 == small);
        let Some((_, count)) = known.filter(|c| !out.is_empty() || c.0 == "m") else {
            let sign: String = letter.escape_debug().take(12).collect();
            return Err(if out.is_empty() {
                ("it does not begin with `M`".to_owned(), "il ne commence pas par `M`".to_owned())
            } else {
                (format!("`{sign}` is no command"), format!("`{sign}` n'est pas une commande"))
            });
        };
        rest = &rest[1..];
        out.push(letter);
        let numbers = numbers(&mut rest, small == "a");
        let n = numbers.len();
        let good = if *count == 0 { n == 0 } else { n > 0 && n.is_multiple_of(*count) };
        if !good {
            return Err((
                format!("`{letter}` takes {count} numbers, here are {n}"),
                format!("`{letter}` demande {count} nombres, en voici {n}"),
            ));
        }
        if let Some(far) = numbers.iter().find(|n| n.abs() > REACH) {
            return Err((
                format!("{far} lies too far from the square"),
                format!("{far} est trop loin du carré"),
            ));
        }
        for (i, number) in numbers.into_iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let _ = write!(out, "{gap}{}", crate::svg::num(number));
        }
    }
    if out.is_empty() {
        return Err(("it is empty".to_owned(), "il est vide".to_owned()));
    }
    Ok(out)
}

/// Numbers up to the next command. Flags of arcs may stand without a gap.
fn numbers(rest: &mut &str, arc: bool) -> Vec<f64> {
    let mut out = Vec::new();
    loop {
        *rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let flag = arc && [3, 4].contains(&(out.len() % 7));
        let mut point = false;
        let mut end = 0;
        for (i, c) in rest.char_indices() {
            let fits = c.is_ascii_digit()
                || (i == 0 && ['-', '+'].contains(&c))
                || (c == '.' && !std::mem::replace(&mut point, true));
            if !fits || (flag && i > 0) {
                break;
            }
            end = i + 1;
        }
        let Ok(number) = rest[..end].parse::<f64>() else { return out };
        out.push(number);
        *rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_written_anew() {
        let good = [
            ("M 10,20 L30-40z", "M10 20L30 -40z"),
            ("m1.25.5c1 2 3 4 5 6", "m1.3 0.5c1 2 3 4 5 6"),
            ("M0 0A5 5 0 1110 10Z", "M0 0A5 5 0 1 1 10 10Z"),
        ];
        for (said, written) in good {
            assert_eq!(path(said).as_deref(), Ok(written));
        }
        for bad in ["", "L1 2", "M1", "M1 2\"/><script>", "M 1 2 x", "M1e9 2", "M1 2 L999 0", "Mé"]
        {
            assert!(path(bad).is_err(), "{bad}");
        }
        assert!(path(&format!("M0 0{}", "l1 1".repeat(2000))).is_err());
    }

    #[test]
    fn colours() {
        assert_eq!(Paint::read("#fff"), Some(Paint::Rgb(0xff_ffff)));
        assert_eq!(Paint::read("#1a2B3c"), Some(Paint::Rgb(0x1a_2b3c)));
        for bad in ["", "#", "#ff", "red", "url(#x)", "#ggg", "#é1"] {
            assert_eq!(Paint::read(bad), None, "{bad}");
        }
    }
}
