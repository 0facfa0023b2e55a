//! A comparison as one page that needs nothing else: no network, no fonts, no scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::compare::{SMALL, Side};
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::plot;
use crate::summary;
use crate::tally::{About, SPREADS};
use crate::words::{self, number, percent, share, signed};

/// Rules that have a bar; the rest is in `--json`.
const MOST: usize = 40;

/// The page. `command`: what makes it again. The same comparison gives the same bytes.
#[must_use]
pub fn page(c: &Comparison, sides: [&Side; 2], command: &str, lang: Lang) -> String {
    let title = lang.pick("Two rules compared", "Deux règles comparées");
    let body = html! {
        (DOCTYPE)
        html lang=(lang.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) ": " (c.sides[0].file) " / " (c.sides[1].file) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                (plot::patterns())
                main {
                    (head(c, sides, title, lang))
                    (course(c, sides, lang))
                    (seats(c, lang))
                    (sources(c, sides, lang))
                    (spreads(c, lang))
                    (hooks(c, lang))
                    (extremes(c, lang))
                    (configs(c, lang))
                    (reading(c, command, lang))
                }
            }
        }
    };
    body.into_string()
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

fn head(c: &Comparison, sides: [&Side; 2], title: &str, lang: Lang) -> Markup {
    html! {
        h1 { (title) }
        p class="soft" {
            @for (i, side) in c.sides.iter().enumerate() {
                (key(i)) " " code { (side.file) } " "
                span class="hash" { (side.ruleset.get(..12).unwrap_or_default()) }
                @if i == 0 { " · " }
            }
        }
        p class="answer" { (summary::answer(c, sides, lang)) }
        p { (coded(&summary::basis(c, lang))) }
        p class="honest" { (coded(&summary::honesty(c, lang))) }
    }
}

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
        div class="wide" { table {
            (heads(&lang.pick(["per game", "A", "B", "B − A", "interval", "", ""], ["par partie", "A", "B", "B − A", "intervalle", "", ""])))
            @for row in rows {
                @let d = &row.difference;
                tr class=[clear(row)] {
                    td { (words::name(row, sides, lang)) }
                    @for cell in cells(row, lang) { td { (cell) } }
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
        lang.pick(("By kind of feature", "By rule"), ("Par sorte de zone", "Par règle"));
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
        div class="wide" { table {
            (heads(&[title, "", "A", "B", "B − A", lang.pick("interval", "intervalle"), ""]))
            @for row in &rows {
                tr class=[clear(row)] {
                    @let text = if about == About::Rule { words::rule(&row.key, sides, lang) } else { None };
                    td title=[text] {
                        @if about == About::Rule { code { (row.key) } }
                        @else { (words::name(row, sides, lang)) }
                    }
                    td class="plot" { (plot::bars(row.difference.a, row.difference.b, least, most)) }
                    @for cell in cells(row, lang) { td { (cell) } }
                    td { (mark(row.verdict, lang)) }
                }
            }
        } }
    }
}

fn spreads(c: &Comparison, lang: Lang) -> Markup {
    let name = |key: &str| match key {
        "points" => lang.pick("points of a player", "points d'un joueur").to_owned(),
        other => words::measure(other, lang),
    };
    html! {
        h2 { (lang.pick("How games are spread", "Dispersion des parties")) }
        p class="soft" {
            (key(0)) " " (lang.pick("filled", "plein")) " · " (key(1)) " " (lang.pick("dashed line", "trait pointillé")) " · "
            (lang.pick("shares of games", "parts des parties"))
        }
        div class="plots" {
            @for key in SPREADS {
                figure {
                    figcaption { (name(key)) }
                    (plot::histogram(&c.sides[0].spreads[key], &c.sides[1].spreads[key], lang))
                }
            }
        }
    }
}

fn hooks(c: &Comparison, lang: Lang) -> Markup {
    let most = c.hooks.iter().flat_map(|h| [h.a, h.b]).flatten().fold(0.0, f64::max);
    let told = |v: Option<f64>| v.map_or_else(|| "–".to_owned(), |v| percent(v, 1, lang));
    html! {
        h2 { (lang.pick("How often hooks fire", "Fréquence des points d'accroche")) }
        p class="soft" { (lang.pick(
            "Share of turns in which a function of an expansion was called, by the game itself, not by bots that look ahead. A rule that never fires is never tested by these games.",
            "Part des tours où une fonction d'une extension a été appelée, par la partie elle-même et non par les robots qui regardent devant eux. Une règle qui n'est jamais appelée n'est pas éprouvée par ces parties.",
        )) }
        div class="wide" { table {
            tr {
                th { (lang.pick("expansion", "extension")) }
                th class="text" { "hook" }
                th class="text" { (lang.pick("function", "fonction")) }
                th { } th { "A" } th { "B" }
            }
            @for h in &c.hooks {
                tr {
                    td { (h.expansion) }
                    td class="text" { code { (h.hook) } }
                    td class="text" { code { (h.function) } }
                    td class="plot" { (plot::bars(h.a.unwrap_or(0.0), h.b.unwrap_or(0.0), 0.0, most)) }
                    td { (told(h.a)) }
                    td { (told(h.b)) }
                }
            }
        } }
    }
}

fn extremes(c: &Comparison, lang: Lang) -> Markup {
    let bots = |turned: usize| {
        let n = c.bots.len();
        let seated: Vec<&str> = (0..n).map(|seat| c.bots[(seat + turned) % n]).collect();
        seated.join(", ")
    };
    let heads = lang.pick(
        ["why", "", "points", "bots by seat", "game"],
        ["pourquoi", "", "points", "robots par siège", "partie"],
    );
    html! {
        h2 { (lang.pick("The most extreme games", "Les parties les plus extrêmes")) }
        p class="soft" {
            (lang.pick(
                "Each is a record: save its text as a file, or take it from the folder beside this page, and ",
                "Chacune est un fichier de partie : enregistrez son texte, ou prenez-le dans le dossier à côté de cette page, et ",
            ))
            code { "bastide verify " (c.extremes.first().map(crate::Extreme::file).unwrap_or_default()) }
            (lang.pick(" plays it again.", " la rejoue."))
        }
        @for e in &c.extremes {
            details {
                summary {
                    (key(e.side)) " " (words::reason(e.reason, lang)) ": " strong { (e.value) }
                    " · " (heads[2]) " " (e.points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : "))
                    " · " (bots(e.turned)) " · " code { (e.file()) }
                }
                pre { (e.record) }
            }
        }
    }
}

fn configs(c: &Comparison, lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("The two configs", "Les deux configurations")) }
        div class="sides" {
            @for (i, side) in c.sides.iter().enumerate() {
                div {
                    p { (key(i)) " " code { (side.file) } }
                    pre { (side.config) }
                    p class="soft" {
                        (lang.pick("rules ", "règles ")) code { (side.ruleset) } br;
                        (lang.pick("edition ", "édition ")) (side.edition)
                    }
                    p class="soft" {
                        @for [id, version, hash] in &side.expansions {
                            (id) " " (version) " " code { (hash.get(..16).unwrap_or(hash)) } br;
                        }
                    }
                }
            }
        }
    }
}

fn reading(c: &Comparison, command: &str, lang: Lang) -> Markup {
    let all = percent(c.error_of_all(), 0, lang);
    let small = percent(SMALL, 0, lang);
    let meanings = [
        (Verdict::Clear, lang.pick(
            format!("differs; over all rows and looks together, such a word comes by mere luck in at most {all} of comparisons"),
            format!("diffère ; sur l'ensemble des lignes et des examens, ce mot n'est dû au hasard que dans {all} des comparaisons au plus"),
        )),
        (Verdict::Perhaps, lang.pick(
            "would count as a difference if this were the only row; among so many rows one or two such are to be expected".to_owned(),
            "compterait comme différence si cette ligne était la seule ; parmi tant de lignes il faut en attendre une ou deux".to_owned(),
        )),
        (Verdict::Alike, lang.pick(
            format!("if there is a difference, it is less than {small} of the usual spread between decks"),
            format!("s'il y a une différence, elle est inférieure à {small} de l'écart habituel entre deux pioches"),
        )),
        (Verdict::Open, lang.pick(
            "too few games to say".to_owned(),
            "trop peu de parties pour le dire".to_owned(),
        )),
    ];
    let looks: Vec<String> =
        c.looks.iter().map(|l| format!("{} ({})", l.pairs, percent(l.error, 2, lang))).collect();
    let gain = c.rows.first().map_or(1.0, |r| r.difference.gain);
    html! {
        h2 { (lang.pick("How to read this", "Comment lire cette page")) }
        dl { @for (verdict, text) in meanings { dt { (mark(verdict, lang)) } dd { (text) } } }
        p class="soft" {
            (lang.pick("Looked at after so many pairs (part of the error): ", "Examiné après tant de paires (part de l'erreur) : "))
            (looks.join(", ")) ". "
            (lang.pick("A pair is one deck, played once on each side with every bot in every seat. ", "Une paire est une pioche, jouée de chaque côté avec chaque robot à chaque siège. "))
            @if c.paired {
                (lang.pick(
                    format!("For points, the pairs did the work of {} times as many games without them.", number(gain, 1, lang)),
                    format!("Pour les points, les paires ont fait le travail de {} fois plus de parties sans elles.", number(gain, 1, lang)),
                ))
            }
        }
        p { (lang.pick("To make this page again, byte for byte:", "Pour refaire cette page, octet pour octet :")) }
        pre { (command) }
        p class="soft" { "bastide " (c.engine) }
    }
}
