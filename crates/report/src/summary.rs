//! A comparison in a few sentences, for people who want the answer first.

use crate::compare::Side;
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::tally::About;
use crate::unused;
use crate::verdicts::SMALL;
use crate::words::{self, number, percent, share, signed};

/// Rows that one sentence names.
const NAMED: usize = 4;

/// The answer, what it rests on, and for whom it speaks.
#[must_use]
pub fn summary(c: &Comparison, sides: [&Side; 2], lang: Lang) -> Vec<String> {
    let cut = c.interrupted.then(|| cut(c, lang));
    let rest = [answer(c, sides, lang), basis(c, lang), honesty(c, lang)];
    cut.into_iter().chain(rest).chain(unused::warning(c, lang)).collect()
}

/// That it was ended before its time, and what that means.
#[must_use]
pub fn cut(c: &Comparison, lang: Lang) -> String {
    let (games, planned) = (c.games, c.planned);
    lang.pick(
        format!("Interrupted after {games} of {planned} games of each: nothing is settled, and what follows is provisional."),
        format!("Interrompu après {games} parties sur {planned} de chaque : rien n'est établi, ce qui suit est provisoire."),
    )
}

/// What differs.
#[must_use]
pub fn answer(c: &Comparison, sides: [&Side; 2], lang: Lang) -> String {
    let mut clear: Vec<&Row> = c.rows.iter().filter(|r| r.verdict == Verdict::Clear).collect();
    if c.pairs == 0 {
        return lang.pick("No game was played.", "Aucune partie n'a été jouée.").to_owned();
    }
    if clear.is_empty() {
        let open = c.rows.iter().filter(|r| r.verdict == Verdict::Open).count();
        let perhaps = c.rows.iter().filter(|r| r.verdict == Verdict::Perhaps).count();
        let same = c.sides[0].ruleset == c.sides[1].ruleset;
        if perhaps > 0 && !same {
            return lang.pick(
                format!("Nothing is clear yet; rows that differ perhaps: {perhaps}, rows that are open: {open}. More games would tell more."),
                format!("Rien n'est encore net ; lignes qui diffèrent peut-être : {perhaps}, lignes ouvertes : {open}. Davantage de parties en diraient plus."),
            );
        }
        return match (same, open) {
            (true, _) => lang.pick(
                "A and B are the same rules, and no difference was found.".to_owned(),
                "A et B sont les mêmes règles, et aucune différence n'a été trouvée.".to_owned(),
            ),
            (false, 0) => lang.pick(
                format!("No difference was found; if there is one, it is smaller than {} of the usual spread between decks.", percent(SMALL, 0, lang)),
                format!("Aucune différence n'a été trouvée ; s'il y en a une, elle est inférieure à {} de l'écart habituel entre deux pioches.", percent(SMALL, 0, lang)),
            ),
            (false, open) => lang.pick(
                format!("No difference was found, but {open} rows are open: more games would tell more."),
                format!("Aucune différence n'a été trouvée, mais {open} lignes restent ouvertes : davantage de parties en diraient plus."),
            ),
        };
    }
    // The course of the game says most; then the sources, those that changed most first.
    let weight = |r: &Row| if r.about == About::Game { 0.0 } else { r.difference.by.abs() };
    clear.sort_by(|a, b| {
        (a.about != About::Game)
            .cmp(&(b.about != About::Game))
            .then(weight(b).total_cmp(&weight(a)))
    });
    let told: Vec<String> = clear.iter().take(NAMED).map(|row| change(row, sides, lang)).collect();
    let more = clear.len().saturating_sub(NAMED);
    let told = told.join("; ").replace("; ", lang.pick("; ", " ; "));
    let rest = match more {
        0 => String::new(),
        1 => lang.pick("; and 1 more row", " ; et 1 autre ligne").to_owned(),
        n => lang.pick(format!("; and {n} more rows"), format!(" ; et {n} autres lignes")),
    };
    lang.pick(format!("B differs from A: {told}{rest}."), format!("B diffère de A : {told}{rest}."))
}

/// `margin 12.1 → 14.3 (+2.2)`.
fn change(row: &Row, sides: [&Side; 2], lang: Lang) -> String {
    let d = &row.difference;
    let name = words::change_name(row, sides, lang);
    if share(row) {
        let by = words::more_percent(d.by, lang);
        return format!("{name} {} → {} ({by})", percent(d.a, 1, lang), percent(d.b, 1, lang));
    }
    let n = |v| number(v, 2, lang);
    format!("{name} {} → {} ({})", n(d.a), n(d.b), signed(d.by, 2, lang))
}

/// How many games, and how the error is kept.
#[must_use]
pub fn basis(c: &Comparison, lang: Lang) -> String {
    let all = words::chance(c.error_of_all, lang);
    let early = c.games < c.planned && !c.interrupted;
    let planned = c.planned;
    let games = c.games;
    let stopped = if early {
        lang.pick(
            format!(" (of {planned}: the answer was clear)"),
            format!(" (sur {planned} : la réponse était nette)"),
        )
    } else {
        String::new()
    };
    let how = if c.paired {
        lang.pick(
            "the same decks and the same luck on both sides",
            "mêmes pioches et même chance des deux côtés",
        )
    } else {
        lang.pick("other decks on each side", "d'autres pioches de chaque côté")
    };
    if c.interrupted {
        return lang.pick(
            format!("{games} games of each, {how}, every bot in every seat, seed {}.", c.seed),
            format!(
                "{games} parties de chaque, {how}, chaque robot à chaque siège, graine {}.",
                c.seed
            ),
        );
    }
    lang.pick(
        format!(
            "{games} games of each{stopped}, {how}, every bot in every seat, seed {}. In {all} of such comparisons at most does any row say `clear` by mere luck, however often one looked.",
            c.seed
        ),
        format!(
            "{games} parties de chaque{stopped}, {how}, chaque robot à chaque siège, graine {}. Dans {all} de telles comparaisons au plus une ligne dit « net » par pur hasard, si souvent qu'on ait regardé.",
            c.seed
        ),
    )
}

/// For which players this speaks.
#[must_use]
pub fn honesty(c: &Comparison, lang: Lang) -> String {
    let mut names = c.bots.clone();
    names.sort_unstable();
    names.dedup();
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    let names = names.join(", ");
    let mut what = Vec::new();
    if c.bots.contains(&"greedy") {
        what.push(lang.pick(
            "`greedy` looks one move ahead and plans nothing",
            "`greedy` regarde un coup devant lui et ne prévoit rien",
        ));
    }
    if c.bots.contains(&"random") {
        what.push(lang.pick("`random` plays without any aim", "`random` joue sans aucun but"));
    }
    let what = what.join(lang.pick(", ", ", "));
    lang.pick(
        format!("This speaks for the bots {names}: {what}. People may make better use of a rule, or a different use."),
        format!("Cela vaut pour les robots {names} : {what}. Des joueurs humains peuvent tirer meilleur parti d'une règle, ou en tirer autre chose."),
    )
}
