//! What several kinds of bots say together: the answer, and their rows side by side.

use maud::{Markup, html};

use super::{coded, heads, mark};
use crate::agreement::{agreement, by, shared_error, word};
use crate::compare::Side;
use crate::found::Row;
use crate::lang::Lang;
use crate::plot;
use crate::together::{Accord, Shared, Together};
use crate::verdicts::SMALL;
use crate::words;

/// A difference in parts of the usual spread: low end, middle, high end.
fn parts(row: &Row) -> [f64; 3] {
    let d = &row.difference;
    let part = |v: f64| if d.spread > 0.0 { v / d.spread } else { 0.0 };
    [part(d.low), part(d.by), part(d.high)]
}

pub(super) fn side_by_side(
    t: &Together,
    sides: [&Side; 2],
    labels: &[String],
    lang: Lang,
) -> Markup {
    let rows: Vec<&Shared> = t.shown().collect();
    let ends = rows.iter().flat_map(|s| s.rows.iter().flatten()).flat_map(parts);
    let most = plot::forest_scale(ends);
    let mut names = vec![lang.pick("B − A", "B − A").to_owned()];
    for label in labels {
        names.extend([label.clone(), String::new(), String::new()]);
    }
    names.push(lang.pick("together", "ensemble").to_owned());
    html! {
        @for sentence in agreement(t, sides, lang) { p class="answer" { (coded(&sentence)) } }
        p { (coded(&shared_error(t, lang))) }
        h2 { (lang.pick("Bots side by side", "Les robots côte à côte")) }
        p class="soft" {
            (lang.pick("More about each: ", "Plus de détails : "))
            @for (i, label) in labels.iter().enumerate() {
                @if i > 0 { " · " }
                a href=(format!("#bots-{}", i + 1)) { (label) }
            }
        }
        div class="wide many" { table {
            (heads(&names.iter().map(String::as_str).collect::<Vec<_>>()))
            @for shared in rows {
                tr class=[(shared.accord == Accord::Agree).then_some("clear")] {
                    @let first = shared.rows.iter().flatten().next();
                    td { @if let Some(row) = first { (words::change_name(row, sides, lang)) } }
                    @for row in &shared.rows {
                        td { (by(row.as_ref(), lang)) }
                        td class="plot" {
                            @if let Some(row) = row {
                                @let [low, middle, high] = parts(row);
                                (plot::interval(low, middle, high, SMALL, most))
                            }
                        }
                        td { @if let Some(row) = row { (mark(row.verdict, lang)) } }
                    }
                    td { (together(shared.accord, lang)) }
                }
            }
        } }
    }
}

fn together(accord: Accord, lang: Lang) -> Markup {
    let class = match accord {
        Accord::Agree => "mark clear",
        Accord::Partly | Accord::Opposite => "mark perhaps",
        Accord::Unsettled | Accord::Open | Accord::Alike => "mark open",
    };
    html! { span class=(class) { (word(accord, lang)) } }
}
