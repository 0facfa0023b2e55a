//! A comparison as a table for terminals.

use crate::agreement::{agreement, by, shared_error, word};
use crate::compare::Side;
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::tally::About;
use crate::together::Together;
use crate::unused;
use crate::words::{self, number, percent, share, signed};

/// Rules and features that are shown; the rest is in the page and in JSON.
const MOST: usize = 12;

/// The table, with a summary above it.
#[must_use]
pub fn table(c: &Comparison, sides: [&Side; 2], lang: Lang) -> String {
    idle(&[c], sides, lang) + &head(sides) + &body(c, sides, lang)
}

/// What several kinds of bots say together, then the table of each.
#[must_use]
pub fn table_of_all(t: &Together, sides: [&Side; 2], lang: Lang) -> String {
    let comparisons: Vec<&Comparison> = t.comparisons.iter().collect();
    let mut out = idle(&comparisons, sides, lang) + &head(sides);
    for sentence in agreement(t, sides, lang).into_iter().chain([shared_error(t, lang)]) {
        out.push_str(&format!("{sentence}\n"));
    }
    let labels = t.labels();
    let wide = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0).max(20);
    out.push_str(&format!("\n{:<34}", "B − A"));
    for label in &labels {
        out.push_str(&format!(" {label:>wide$}"));
    }
    out.push('\n');
    for shared in t.shown() {
        let first = shared.rows.iter().flatten().next();
        let name = first.map(|row| words::change_name(row, sides, lang)).unwrap_or_default();
        out.push_str(&format!("{name:<34}"));
        for row in &shared.rows {
            let verdict = row.as_ref().map_or("", |r| words::verdict(r.verdict, lang));
            let cell = format!("{} {verdict:<9}", by(row.as_ref(), lang));
            out.push_str(&format!(" {cell:>wide$}"));
        }
        out.push_str(&format!("  {}\n", word(shared.accord, lang)));
    }
    for (c, label) in t.comparisons.iter().zip(&labels) {
        let line = "─".repeat(72usize.saturating_sub(label.chars().count()));
        out.push_str(&format!("\n── {label} {line}\n\n{}", body(c, sides, lang)));
    }
    out
}

/// Functions that no game entered, as the first line: nothing of what follows is about them.
fn idle(all: &[&Comparison], sides: [&Side; 2], lang: Lang) -> String {
    unused::never_entered(all, sides, lang).map_or(String::new(), |line| line + "\n\n")
}

/// The two sides.
fn head(sides: [&Side; 2]) -> String {
    let mut out = String::new();
    for (letter, side) in ["A", "B"].into_iter().zip(sides) {
        let hash = side.rules.hash();
        out.push_str(&format!("{letter}  {}  {}\n", side.file, hash.get(..12).unwrap_or(&hash)));
    }
    out + "\n"
}

fn body(c: &Comparison, sides: [&Side; 2], lang: Lang) -> String {
    let mut out = String::new();
    for sentence in crate::summary::summary(c, sides, lang) {
        out.push_str(&sentence);
        out.push('\n');
    }
    let sure = percent(1.0 - c.error, 1, lang);
    let heads = lang.pick(
        ("", "difference", format!("interval ({sure})")),
        ("", "différence", format!("intervalle ({sure})")),
    );
    out.push_str(&format!(
        "\n{:<34} {:>9} {:>9} {:>10}  {}\n",
        heads.0, "A", "B", heads.1, heads.2
    ));
    for (about, title) in [
        (About::Game, ""),
        (
            About::Feature,
            lang.pick("points by feature, per game", "points par domaine, par partie"),
        ),
        (About::Rule, lang.pick("points by rule, per game", "points par règle, par partie")),
    ] {
        if !title.is_empty() {
            out.push_str(&format!("\n{title}\n"));
        }
        let all: Vec<&Row> = c.about(about).collect();
        let most = if about == About::Game { all.len() } else { MOST };
        // Significant rows are shown, however small.
        let shown = |(i, row): &(usize, &&Row)| *i < most || row.verdict == Verdict::Clear;
        for (_, row) in all.iter().enumerate().filter(shown) {
            out.push_str(&line(row, sides, lang));
        }
        let left = all.iter().enumerate().filter(|r| !shown(r)).count();
        if left > 0 {
            out.push_str(
                &lang.pick(format!("  … {left} more\n"), format!("  … et {left} autres\n")),
            );
        }
    }
    out.push('\n');
    out.push_str(&seats(c, lang));
    out
}

fn line(row: &Row, sides: [&Side; 2], lang: Lang) -> String {
    let d = &row.difference;
    let plain = |v| if share(row) { percent(v, 1, lang) } else { number(v, 2, lang) };
    let diff = |v| if share(row) { signed(100.0 * v, 1, lang) } else { signed(v, 2, lang) };
    let mut name = words::name(row, sides, lang);
    if row.about != About::Game {
        name = format!("  {name}");
    }
    let interval = format!("[{} ; {}]", diff(d.low), diff(d.high));
    format!(
        "{name:<34} {:>9} {:>9} {:>10}  {interval:<19} {}\n",
        plain(d.a),
        plain(d.b),
        diff(d.by),
        words::verdict(row.verdict, lang)
    )
}

/// Points and wins by seat.
fn seats(c: &Comparison, lang: Lang) -> String {
    let mut out = String::new();
    let (seat, points, wins) =
        lang.pick(("seat", "points", "wins"), ("siège", "points", "victoires"));
    let wins = [format!("{wins} A"), format!("{wins} B")];
    out.push_str(&format!(
        "{seat:<6} {:>10} {:>10}   {:<26} {:<26}\n",
        format!("{points} A"),
        format!("{points} B"),
        wins[0],
        wins[1]
    ));
    for (i, (a, b)) in c.sides[0].seats.iter().zip(&c.sides[1].seats).enumerate() {
        let won = |s: &crate::found::Seat| {
            let [low, high] = [s.wins_low, s.wins_high].map(|v| number(100.0 * v, 1, lang));
            format!("{} [{low} ; {high}]", percent(s.wins, 1, lang))
        };
        out.push_str(&format!(
            "{:<6} {:>10} {:>10}   {:<26} {:<26}\n",
            i + 1,
            number(a.points, 2, lang),
            number(b.points, 2, lang),
            won(a),
            won(b)
        ));
    }
    out
}
