//! Writing SVG: numbers, texts, paths.

use std::fmt::Write as _;

use crate::shape::{Course, Point};

/// A number with at most one digit after the point.
pub(crate) fn num(n: f64) -> String {
    let tenths = (n * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// Two numbers.
pub(crate) fn pair(p: Point) -> String {
    format!("{} {}", num(p.x), num(p.y))
}

/// A text between tags or in quotes; what XML cannot hold becomes a sign for it.
pub(crate) fn text(said: &str) -> String {
    let mut out = String::new();
    for letter in said.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Path data of a course, without its first point if the pen is there already.
pub(crate) fn path(course: &Course, begins: bool) -> String {
    let mut out = String::new();
    if begins {
        let _ = write!(out, "M{}", pair(course.start));
    }
    for c in &course.curves {
        let _ = write!(out, "C{} {} {}", pair(c.one), pair(c.two), pair(c.end));
    }
    out
}

/// Path data of straight lines through points.
pub(crate) fn lines(points: &[Point]) -> String {
    let mut out = String::new();
    for (i, p) in points.iter().enumerate() {
        let _ = write!(out, "{}{}", if i == 0 { 'M' } else { 'L' }, pair(*p));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let said: Vec<String> = [0.0, -0.04, 12.0, 12.34, -0.25, 99.96].map(num).to_vec();
        assert_eq!(said, ["0", "0", "12", "12.3", "-0.3", "100"]);
    }

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(text("<a b='\"'>&\u{1}"), "&lt;a b=&#39;&quot;&#39;&gt;&amp;\u{fffd}");
    }
}
