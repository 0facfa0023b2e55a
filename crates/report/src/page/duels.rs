//! A tournament as one page that needs nothing else: who is stronger, duel by duel, and how sure that is.

use maud::{Markup, html};

use super::{Head, coded, document, games, heads, made_by};
use crate::compare::Side;
use crate::lang::Lang;
use crate::plot;
use crate::tournament::{Duel, Standing, Tournament};
use crate::words::{number, percent, signed};

/// The page. `command`: what makes it again. All of it but the times is the same on every machine.
#[must_use]
pub fn page_of_duels(t: &Tournament, side: &Side, command: &str, lang: Lang) -> String {
    let title = lang.pick("Bots against each other", "Robots face à face");
    let body = html! {
        h1 { (title) }
        p class="soft" {
            code { (side.file) } " "
            span class="hash" { (t.ruleset.get(..12).unwrap_or_default()) } " · "
            (t.seats) (lang.pick(" seats · seed ", " sièges · graine ")) (t.seed)
        }
        (answer(t, lang))
        (bots(t, lang))
        (duels(t, lang))
        (courses(t, lang))
        (mix(side, lang))
        (reading(t, command, lang))
    };
    document(&Head { title, of: &side.file }, &body, lang)
}

/// Whether a bot is clearly stronger than every other that it met.
fn leads(t: &Tournament, bot: &str) -> bool {
    let stronger = |d: &&Duel| match bot {
        _ if d.games == 0 => false,
        name if name == d.bot => d.wins_low > t.even(),
        name if name == d.against => d.wins_high < t.even(),
        _ => true,
    };
    t.duels.iter().all(|d| stronger(&d))
}

fn answer(t: &Tournament, lang: Lang) -> Markup {
    let best = t.standings.iter().find(|s| leads(t, s.bot));
    let (bots, games) = (t.standings.len(), t.duels.iter().map(|d| d.games).sum::<u64>());
    html! {
        @if t.interrupted {
            p class="answer" { (lang.pick(
                format!("Interrupted after {games} games: what follows is what they say."),
                format!("Interrompu après {games} parties : voici ce qu'elles disent."),
            )) }
        }
        p class="answer" {
            @if let Some(best) = best {
                @let wins = percent(best.wins, 1, lang);
                (coded(&lang.pick(
                    format!("`{}` is the strongest of {bots} bots: it wins {wins} of its games, and beats each other clearly.", best.bot),
                    format!("`{}` est le plus fort de {bots} robots : il gagne {wins} de ses parties et bat nettement chacun des autres.", best.bot),
                )))
            } @else {
                (lang.pick("No bot is clearly stronger than all others.", "Aucun robot n'est nettement plus fort que tous les autres."))
            }
        }
        p { (lang.pick(
            format!("{games} games. Each deck was played once with the first bot of a duel in every seat, so that each had the same draws."),
            format!("{games} parties. Chaque pioche a été jouée une fois avec le premier robot du duel à chaque siège : chacun a eu les mêmes tirages."),
        )) }
        @if t.seats > 2 {
            p { (lang.pick(
                format!("One bot sits alone among {} others that are all alike; as strong as they, it wins {}.", t.seats - 1, percent(t.even(), 1, lang)),
                format!("Un robot est seul parmi {} autres, tous pareils ; de même force, il gagne {}.", t.seats - 1, percent(t.even(), 1, lang)),
            )) }
        }
    }
}

/// How often one wins, with its interval in numbers and as a picture around where both are even.
fn wins([low, wins, high]: [f64; 3], even: f64, most: f64, lang: Lang) -> Markup {
    html! {
        td { (percent(wins, 1, lang)) }
        td { (interval(low, high, |v| percent(v, 1, lang))) }
        td class="plot" { (plot::interval(low - even, wins - even, high - even, 0.0, most)) }
    }
}

fn interval(low: f64, high: f64, told: impl Fn(f64) -> String) -> String {
    format!("[{} ; {}]", told(low), told(high))
}

fn elo(value: Option<f64>, lang: Lang) -> String {
    value.map_or_else(|| "–".to_owned(), |elo| signed(elo, 0, lang))
}

fn bots(t: &Tournament, lang: Lang) -> Markup {
    let even = t.even();
    let most = plot::forest_scale(
        t.standings.iter().flat_map(|s| [s.wins_low - even, s.wins_high - even]),
    );
    let mut rows: Vec<&Standing> = t.standings.iter().collect();
    rows.sort_by(|a, b| b.wins.total_cmp(&a.wins));
    let pace = |s: &Standing, most: bool| {
        let found = t.thought.iter().find(|p| p.bot == s.bot && p.decisions > 0);
        let us = found.map(|p| if most { p.most_us } else { p.mean_us });
        us.map_or_else(|| "–".to_owned(), |us| number(us / 1e3, if most { 1 } else { 3 }, lang))
    };
    html! {
        h2 { (lang.pick("The bots", "Les robots")) }
        p class="soft" { (lang.pick(
            "All duels of each together, with intervals at 95 %. Points: its own less the mean of the others', per game. Elo: beside the mean of these bots, from all duels together. Time: of a decision between several options, on the machine that made this page.",
            "Tous les duels de chacun ensemble, avec intervalles à 95 %. Points : les siens moins la moyenne de ceux des autres, par partie. Elo : par rapport à la moyenne de ces robots, d'après tous les duels. Temps : d'une décision entre plusieurs options, sur la machine qui a fait cette page.",
        )) }
        div class="wide" { table {
            (heads(&lang.pick(
                ["bot", "games", "wins", "interval", "", "points", "Elo", "ms", "ms, most"],
                ["robot", "parties", "victoires", "intervalle", "", "points", "Elo", "ms", "ms, au plus"],
            )))
            @for s in rows {
                tr class=[leads(t, s.bot).then_some("clear")] {
                    td { code { (s.bot) } }
                    td { (s.games) }
                    (wins([s.wins_low, s.wins, s.wins_high], even, most, lang))
                    td { (signed(s.margin, 2, lang)) }
                    td { (elo(s.elo, lang)) }
                    td { (pace(s, false)) }
                    td { (pace(s, true)) }
                }
            }
        } }
    }
}

fn duels(t: &Tournament, lang: Lang) -> Markup {
    let even = t.even();
    let most =
        plot::forest_scale(t.duels.iter().flat_map(|d| [d.wins_low - even, d.wins_high - even]));
    let clear = |d: &Duel| d.games > 0 && (d.wins_low > even || d.wins_high < even);
    html! {
        h2 { (lang.pick("The duels", "Les duels")) }
        p class="soft" { (lang.pick(
            "Of the first bot against the second. The line in the middle of the picture is where both are even. The interval of Elo is by decks, since the games of a deck hang together.",
            "Du premier robot contre le second. La ligne au milieu de l'image est l'égalité. L'intervalle de l'Elo est par pioche, car les parties d'une pioche vont ensemble.",
        )) }
        div class="wide" { table {
            (heads(&lang.pick(
                ["bot", "against", "decks", "games", "wins", "interval", "", "points", "interval", "Elo", "interval"],
                ["robot", "contre", "pioches", "parties", "victoires", "intervalle", "", "points", "intervalle", "Elo", "intervalle"],
            )))
            @for d in &t.duels {
                tr class=[clear(d).then_some("clear")] {
                    td { code { (d.bot) } }
                    td class="text" { code { (d.against) } }
                    td { (d.decks) }
                    td { (d.games) }
                    (wins([d.wins_low, d.wins, d.wins_high], even, most, lang))
                    td { (signed(d.margin, 2, lang)) }
                    td { (interval(d.margin_low, d.margin_high, |v| signed(v, 2, lang))) }
                    td { (elo(d.elo, lang)) }
                    td { @if let Some((low, high)) = d.elo_range { (interval(low, high, |v| signed(v, 0, lang))) } }
                }
            }
        } }
    }
}

/// What the sequential tests decided, and how they went.
fn courses(t: &Tournament, lang: Lang) -> Markup {
    let Some((less, more)) = t.sprt else { return html! {} };
    let [less, more] = [less, more].map(|elo| signed(elo, 0, lang));
    let verdict = |d: &Duel| match d.sprt {
        Some(true) => format!("{more} Elo"),
        Some(false) => format!("{less} Elo"),
        None => lang.pick("undecided", "indécis").to_owned(),
    };
    html! {
        h2 { (lang.pick("Sequential tests", "Tests séquentiels")) }
        p class="soft" { (lang.pick(
            format!("Which of two strengths does the first bot have, {less} or {more} Elo? The line is how much likelier its wins are with the greater (logarithm), deck by deck; where it leaves the band the duel ends. Either mistake is made in 5 % of cases."),
            format!("Laquelle de deux forces a le premier robot, {less} ou {more} Elo ? La ligne dit de combien ses victoires sont plus vraisemblables avec la plus grande (logarithme), pioche après pioche ; là où elle quitte la bande, le duel s'arrête. Chacune des deux erreurs arrive dans 5 % des cas."),
        )) }
        div class="plots" {
            @for d in &t.duels {
                figure {
                    figcaption {
                        code { (d.bot) } " – " code { (d.against) } ": " strong { (verdict(d)) }
                        " · " (d.decks) " " (lang.pick("decks", "pioches"))
                    }
                    @if d.course.is_empty() {
                        p class="soft" { (lang.pick(
                            "Too few decks, or all ended alike.",
                            "Trop peu de pioches, ou toutes ont fini pareil.",
                        )) }
                    } @else {
                        (plot::course(&d.course, crate::tournament::enough(), lang))
                    }
                }
            }
        }
    }
}

fn mix(side: &Side, lang: Lang) -> Markup {
    let (setup, hash) = (&side.rules.setup, side.rules.hash());
    html! {
        h2 { (lang.pick("What was played", "Ce qui a été joué")) }
        p { code { (side.file) } }
        (games::mix(&side.text, &hash, (&setup.edition, &side.expansions()), lang))
    }
}

fn reading(t: &Tournament, command: &str, lang: Lang) -> Markup {
    html! {
        h2 { (lang.pick("How it was made", "Comment elle a été faite")) }
        (made_by(t.interrupted, [
            lang.pick("This page was interrupted. The whole tournament is played by:", "Cette page a été interrompue. Le tournoi entier se joue par :"),
            lang.pick("The same numbers, but for the times, on any machine and with any number of threads:", "Les mêmes nombres, les temps mis à part, sur toute machine et quel que soit le nombre de fils :"),
        ], command))
        p class="soft" {
            (lang.pick("Bots and rules of bastide ", "Robots et règles de bastide ")) (t.engine)
            (lang.pick("; another version may play otherwise.", " ; une autre version peut jouer autrement."))
        }
    }
}
