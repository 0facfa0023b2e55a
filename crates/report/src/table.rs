//! A comparison as a table for terminals.

use crate::compare::Side;
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::tally::About;
use crate::words::{self, number, percent, share, signed};

/// Rules and features that are shown; the rest is in the page and in JSON.
const MOST: usize = 12;

/// The table, with a summary above it.
#[must_use]
pub fn table(c: &Comparison, sides: [&Side; 2], lang: Lang) -> String {
    let mut out = String::new();
    for (letter, side) in ["A", "B"].into_iter().zip(&c.sides) {
        let short = side.ruleset.get(..12).unwrap_or(&side.ruleset);
        out.push_str(&format!("{letter}  {}  {short}\n", side.file));
    }
    out.push('\n');
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
        (About::Feature, lang.pick("points by feature, per game", "points par zone, par partie")),
        (About::Rule, lang.pick("points by rule, per game", "points par règle, par partie")),
    ] {
        if !title.is_empty() {
            out.push_str(&format!("\n{title}\n"));
        }
        let all: Vec<&Row> = c.about(about).collect();
        let most = if about == About::Game { all.len() } else { MOST };
        // What is clear is shown, however small.
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
