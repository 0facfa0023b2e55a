//! The lower part of the page: how games are spread, which hooks fired, games to replay; configs, how to read it.

use maud::{Markup, html};

use super::{key, made_by, mark};
use crate::compare::Side;
use crate::found::{Comparison, Sort, Unused, Verdict};
use crate::lang::Lang;
use crate::plot;
use crate::tally::SPREADS;
use crate::verdicts::SMALL;
use crate::words::{self, number, percent};

pub(super) fn spreads(c: &Comparison, lang: Lang) -> Markup {
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

pub(super) fn hooks(c: &Comparison, lang: Lang) -> Markup {
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

/// Returns the section about declared things that no bot of a side has used; their rules were not tested.
pub(super) fn unused(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Markup {
    let sort = |sort: Sort| match sort {
        Sort::Verb => lang.pick("verb", "action"),
        Sort::Figure => lang.pick("figure", "figurine"),
        Sort::Rule => lang.pick("rule", "règle"),
    };
    let told = |n: Option<u64>| n.map_or_else(|| "–".to_owned(), |n| n.to_string());
    html! {
        @if !c.unused.is_empty() {
            h2 { (lang.pick("What was not tested", "Ce qui n'a pas été éprouvé")) }
            p class="soft" { (lang.pick(
                "Declared, and not used once in all games of a side: verbs that no bot chose, figures that never came to the board, rules to which no effect and no point was due. A difference in these cannot show here. A rule that only forbids has no effect, and is listed too.",
                "Déclaré, et pas employé une seule fois dans toutes les parties d'un côté : actions qu'aucun robot n'a choisies, figurines jamais posées, règles qui n'ont rien produit ni rapporté. Une différence sur ces points ne peut se voir ici. Une règle qui ne fait qu'interdire ne produit rien, et figure aussi dans la liste.",
            )) }
            @for of in [Sort::Verb, Sort::Figure, Sort::Rule] {
                @let rows: Vec<&Unused> = c.unused.iter().filter(|one| one.sort == of).collect();
                @if !rows.is_empty() {
                    details open[of != Sort::Rule] {
                        summary { (sort(of)) " · " (rows.len()) }
                        div class="wide" { table {
                            tr { th { (sort(of)) } th { "A" } th { "B" } }
                            @for row in rows {
                                tr {
                                    @let text = if of == Sort::Rule { words::rule(&row.name, sides, lang) } else { None };
                                    td title=[text] { code { (row.name) } }
                                    td { (told(row.a)) }
                                    td { (told(row.b)) }
                                }
                            }
                        } }
                    }
                }
            }
        }
    }
}

pub(super) fn extremes(c: &Comparison, lang: Lang) -> Markup {
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
                "Chacune est une partie enregistrée : gardez son texte, ou prenez-le dans le dossier à côté de cette page, et ",
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

pub(super) fn configs(c: &Comparison, lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("The two configs", "Les deux configurations")) }
        div class="sides" {
            @for (i, side) in c.sides.iter().enumerate() {
                div {
                    p { (key(i)) " " code { (side.file) } }
                    (mix(&side.config, &side.ruleset, (&side.edition, &side.expansions), lang))
                }
            }
        }
    }
}

/// What rules were made of: the config, their hash, edition and expansions.
pub(super) fn mix(
    config: &str,
    ruleset: &str,
    (edition, expansions): (&str, &[[String; 3]]),
    lang: Lang,
) -> Markup {
    html! {
        pre { (config) }
        p class="soft" {
            (lang.pick("rules ", "règles ")) code { (ruleset) } br;
            (lang.pick("edition ", "édition ")) (edition)
        }
        p class="soft" {
            @for [id, version, hash] in expansions {
                (id) " " (version) " " code { (hash.get(..16).unwrap_or(hash)) } br;
            }
        }
    }
}

pub(super) fn reading(c: &Comparison, command: &str, lang: Lang) -> Markup {
    let all = words::chance(c.error_of_all, lang);
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
        (made_by(c.interrupted, [
            lang.pick("This page was interrupted. The whole comparison is made by:", "Cette page a été interrompue. La comparaison entière se fait par :"),
            lang.pick("To make this page again, byte for byte:", "Pour refaire cette page, octet pour octet :"),
        ], command))
        p class="soft" { "bastide " (c.engine) }
    }
}
