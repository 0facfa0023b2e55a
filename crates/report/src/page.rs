//! A comparison as one page that needs nothing else: no network, no fonts, no scripts.

mod all;
mod duels;
mod games;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::compare::Side;
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::plot;
use crate::summary;
use crate::tally::About;
use crate::together::Together;
use crate::unused;
use crate::verdicts::SMALL;
use crate::words::{self, number, percent, share, signed};

pub use duels::page_of_duels;

/// Rules that have a bar; the rest is in `--json`.
const MOST: usize = 40;

/// The page. `command`: what makes it again. The same comparison gives the same bytes.
#[must_use]
pub fn page(c: &Comparison, sides: [&Side; 2], command: &str, lang: Lang) -> String {
    let body = html! {
        (head(sides, lang))
        (parts(c, sides, lang))
        (games::configs(c, lang))
        (games::reading(c, command, lang))
    };
    document(&Head { title: title(lang), of: &files(sides) }, &body, lang)
}

/// The page of a comparison with several kinds of bots: what they say together, then all about each.
#[must_use]
pub fn page_of_all(t: &Together, sides: [&Side; 2], command: &str, lang: Lang) -> String {
    let labels = t.labels();
    let body = html! {
        (head(sides, lang))
        (all::side_by_side(t, sides, &labels, lang))
        @for (i, (c, label)) in t.comparisons.iter().zip(&labels).enumerate() {
            section #(format!("bots-{}", i + 1)) class="bots" {
                h2 { (lang.pick("With the bots ", "Avec les robots ")) code { (label) } }
                (parts(c, sides, lang))
            }
        }
        @if let Some(c) = t.comparisons.first() {
            section class="bots" {
                (games::configs(c, lang))
                (games::reading(c, command, lang))
            }
        }
    };
    document(&Head { title: title(lang), of: &files(sides) }, &body, lang)
}

fn title(lang: Lang) -> &'static str {
    lang.pick("Two rules compared", "Deux règles comparées")
}

/// The files of both sides.
fn files(sides: [&Side; 2]) -> String {
    format!("{} / {}", sides[0].file, sides[1].file)
}

/// Returns the command that makes the page, after the text for an interrupted or a complete run.
fn made_by(interrupted: bool, [cut, whole]: [&str; 2], command: &str) -> Markup {
    html! {
        p { (if interrupted { cut } else { whole }) }
        pre { (command) }
    }
}

/// What a window shows as its title.
struct Head<'a> {
    title: &'a str,
    of: &'a str,
}

fn document(head: &Head<'_>, body: &Markup, lang: Lang) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (head.title) ": " (head.of) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                (plot::patterns())
                main { (body) }
            }
        }
    };
    page.into_string()
}

/// All about one comparison but its configs.
fn parts(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Markup {
    html! {
        (answer(c, sides, lang))
        (course(c, sides, lang))
        (seats(c, lang))
        (sources(c, sides, lang))
        (games::spreads(c, lang))
        (games::hooks(c, lang))
        (games::unused(c, sides, lang))
        (games::extremes(c, lang))
    }
}

/// Words between backquotes as code.
fn coded(text: &str) -> Markup {
    html! {
        @for (i, part) in text.split('`').enumerate() {
            @if i % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

fn key(side: usize) -> Markup {
    html! { span class=(["key a", "key b"][side.min(1)]) { (["A", "B"][side.min(1)]) } }
}

fn head(sides: [&Side; 2], lang: Lang) -> Markup {
    html! {
        h1 { (title(lang)) }
        p class="soft" {
            @for (i, side) in sides.iter().enumerate() {
                (key(i)) " " code { (side.file) } " "
                span class="hash" { (side.rules.hash().get(..12).unwrap_or_default()) }
                @if i == 0 { " · " }
            }
        }
    }
}

fn answer(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Markup {
    html! {
        @if c.interrupted { p class="answer" { (summary::cut(c, lang)) } }
        p class="answer" { (summary::answer(c, sides, lang)) }
        p { (coded(&summary::basis(c, lang))) }
        p class="honest" {
            (coded(&summary::honesty(c, lang)))
            @if let Some(unused) = unused::warning(c, lang) { " " (coded(&unused)) }
            @if let Some(never) = unused::never_entered(&[c], sides, lang) { " " (coded(&never)) }
        }
    }
}

/// What the numbers of a row are: on a narrow page each stands below the other, with its name.
const NUMBERS: [&str; 4] = ["A", "B", "B − A", ""];

/// Numbers of a row as people read them.
fn cells(row: &Row, lang: Lang) -> [String; 4] {
    let d = &row.difference;
    let plain = |v| if share(row) { percent(v, 1, lang) } else { number(v, 2, lang) };
    let diff = |v| if share(row) { signed(100.0 * v, 1, lang) } else { signed(v, 2, lang) };
    [plain(d.a), plain(d.b), diff(d.by), format!("[{} ; {}]", diff(d.low), diff(d.high))]
}

fn mark(verdict: Verdict, lang: Lang) -> Markup {
    let class = match verdict {
        Verdict::Clear => "mark clear",
        Verdict::Perhaps => "mark perhaps",
        Verdict::Alike => "mark alike",
        Verdict::Open => "mark open",
    };
    html! { span class=(class) { (words::verdict(verdict, lang)) } }
}

fn clear(row: &Row) -> Option<&'static str> {
    (row.verdict == Verdict::Clear).then_some("clear")
}

/// The course of the game: numbers and intervals.
fn course(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Markup {
    let rows: Vec<&Row> = c.about(About::Game).collect();
    let part = |row: &Row, v: f64| {
        if row.difference.spread > 0.0 { v / row.difference.spread } else { 0.0 }
    };
    let ends = rows.iter().flat_map(|r| [part(r, r.difference.low), part(r, r.difference.high)]);
    let most = plot::forest_scale(ends);
    html! {
        h2 { (lang.pick("How the game goes", "Le cours de la partie")) }
        p class="soft" {
            @let (sure, small) = (percent(1.0 - c.error, 1, lang), percent(SMALL, 0, lang));
            @let end = percent(most, 0, lang);
            (lang.pick(
                format!("The dot is the difference, the line its interval ({sure}), in parts of the usual spread between decks, from −{end} to +{end}; inside the grey band ({small}) it hardly matters."),
                format!("Le point est la différence, le trait son intervalle ({sure}), en parts de l'écart habituel entre deux pioches, de −{end} à +{end} ; dans la bande grise ({small}) elle ne compte guère."),
            ))
        }
        div class="wide rows" { table {
            (heads(&lang.pick(["per game", "A", "B", "B − A", "interval", "", ""], ["par partie", "A", "B", "B − A", "intervalle", "", ""])))
            @for row in rows {
                @let d = &row.difference;
                tr class=[clear(row)] {
                    td { (words::name(row, sides, lang)) }
                    @for (of, cell) in NUMBERS.iter().zip(cells(row, lang)) { td data-of=(of) { (cell) } }
                    td class="plot" {
                        (plot::interval(part(row, d.low), part(row, d.by), part(row, d.high), SMALL, most))
                    }
                    td { (mark(row.verdict, lang)) }
                }
            }
        } }
    }
}

fn heads(names: &[&str]) -> Markup {
    html! { tr { @for name in names { th { (name) } } } }
}

fn seats(c: &Comparison, lang: Lang) -> Markup {
    let sure = percent(1.0 - c.error, 1, lang);
    html! {
        h2 { (lang.pick("Seat advantage", "Avantage du siège")) }
        p class="soft" { (lang.pick(
            format!("Games won by each seat, with {sure} intervals; the dashed line is where all seats are alike. Every bot sat in every seat equally often. A shared win counts its share."),
            format!("Parties gagnées par chaque siège, avec intervalles à {sure} ; la ligne pointillée est l'égalité de tous les sièges. Chaque robot a occupé chaque siège aussi souvent. Une victoire partagée compte pour sa part."),
        )) }
        (plot::seats(&c.sides[0].seats, &c.sides[1].seats, lang))
        div class="wide" { table {
            (heads(&lang.pick(["seat", "points A", "points B", "wins A", "wins B"], ["siège", "points A", "points B", "victoires A", "victoires B"])))
            @for (i, (a, b)) in c.sides[0].seats.iter().zip(&c.sides[1].seats).enumerate() {
                tr {
                    td { (i + 1) }
                    td { (number(a.points, 2, lang)) }
                    td { (number(b.points, 2, lang)) }
                    td { (percent(a.wins, 1, lang)) }
                    td { (percent(b.wins, 1, lang)) }
                }
            }
        } }
    }
}

fn sources(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Markup {
    let (features, rules) =
        lang.pick(("By kind of feature", "By rule"), ("Par sorte de domaine", "Par règle"));
    html! {
        h2 { (lang.pick("Where the points come from", "D'où viennent les points")) }
        p class="soft" { (lang.pick(
            "Points of all players together, per game. What a rule gives is what the score would lack without it, rules counted in the order of the arithmetic; so they add up to the points. Rules that take points stand left of zero.",
            "Points de tous les joueurs ensemble, par partie. Ce que donne une règle est ce qui manquerait sans elle, les règles prises dans l'ordre du calcul ; leur somme est donc celle des points. Une règle qui en retire est à gauche du zéro.",
        )) }
        (bars(c, About::Feature, features, sides, lang))
        (bars(c, About::Rule, rules, sides, lang))
    }
}

fn bars(c: &Comparison, about: About, title: &str, sides: [&Side; 2], lang: Lang) -> Markup {
    let rows: Vec<&Row> = c.about(about).take(MOST).collect();
    let all = || rows.iter().flat_map(|r| [r.difference.a, r.difference.b]);
    let (least, most) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    html! {
        div class="wide rows" { table {
            (heads(&[title, "", "A", "B", "B − A", lang.pick("interval", "intervalle"), ""]))
            @for row in &rows {
                tr class=[clear(row)] {
                    @let text = if about == About::Rule { words::rule(&row.key, sides, lang) } else { None };
                    td title=[text] {
                        @if about == About::Rule { code { (row.key) } }
                        @else { (words::name(row, sides, lang)) }
                    }
                    td class="plot" { (plot::bars(row.difference.a, row.difference.b, least, most)) }
                    @for (of, cell) in NUMBERS.iter().zip(cells(row, lang)) { td data-of=(of) { (cell) } }
                    td { (mark(row.verdict, lang)) }
                }
            }
        } }
    }
}
