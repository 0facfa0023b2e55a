//! Where several kinds of bots agree, in a few sentences.

use crate::compare::Side;
use crate::found::{Row, Verdict};
use crate::lang::Lang;
use crate::together::{Accord, Shared, Together, label};
use crate::words::{self, chance, change_name, share, signed};

/// Rows that one sentence names.
const NAMED: usize = 4;

/// `a`, `b` and `c`.
fn listed(names: &[String], lang: Lang) -> String {
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {} {last}", rest.join(", "), lang.pick("and", "et")),
        None => String::new(),
    }
}

/// The difference of a row, or a dash if there was nothing to count.
#[must_use]
pub(crate) fn by(row: Option<&Row>, lang: Lang) -> String {
    match row {
        Some(r) if share(r) => format!("{}\u{a0}%", signed(100.0 * r.difference.by, 1, lang)),
        Some(r) => signed(r.difference.by, 2, lang),
        None => "–".to_owned(),
    }
}

/// `points per player +0.50 / +1.32`.
fn change(shared: &Shared, sides: [&Side; 2], lang: Lang) -> String {
    let name = shared.rows.iter().flatten().next().map(|row| change_name(row, sides, lang));
    let all: Vec<String> = shared.rows.iter().map(|row| by(row.as_ref(), lang)).collect();
    format!("{} {}", name.unwrap_or_default(), all.join(" / "))
}

/// With which bots a row is clear.
fn who(shared: &Shared, labels: &[String], clear: bool) -> Vec<String> {
    let is = |row: &Option<Row>| row.as_ref().is_some_and(|r| r.verdict == Verdict::Clear) == clear;
    shared
        .rows
        .iter()
        .zip(labels)
        .filter(|(row, _)| is(row))
        .map(|(_, name)| name.clone())
        .collect()
}

/// Returns the names of a few rows, each with the addition that `told` makes.
fn named<'a>(
    rows: impl Iterator<Item = &'a Shared>,
    sides: [&Side; 2],
    lang: Lang,
    told: &dyn Fn(&Shared) -> String,
) -> Option<String> {
    let rows: Vec<&Shared> = rows.collect();
    let said = |row: &&Shared| format!("{}{}", change(row, sides, lang), told(row));
    let first: Vec<String> = rows.iter().take(NAMED).map(said).collect();
    let rest = match rows.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => lang.pick("; and 1 more row", " ; et 1 autre ligne").to_owned(),
        n => lang.pick(format!("; and {n} more rows"), format!(" ; et {n} autres lignes")),
    };
    (!rows.is_empty()).then(|| first.join(lang.pick("; ", " ; ")) + &rest)
}

/// The answer: what all bots find, what only some find, what is not settled.
#[must_use]
pub fn agreement(t: &Together, sides: [&Side; 2], lang: Lang) -> Vec<String> {
    let labels = t.labels();
    let all = listed(&labels, lang);
    if t.comparisons.len() < t.bots.len() {
        let left: Vec<String> = t.bots.iter().skip(labels.len()).map(|bots| label(bots)).collect();
        let left = listed(&left, lang);
        return vec![lang.pick(
            format!("Interrupted: nothing was played with {left}, so nothing can be said of bots that agree."),
            format!("Interrompu : rien n'a été joué avec {left}, on ne peut donc rien dire d'un accord entre robots."),
        )];
    }
    let mut said = Vec::new();
    let plain = |_: &Shared| String::new();
    if let Some(rows) = named(t.with(Accord::Agree), sides, lang, &plain) {
        said.push(lang.pick(
            format!("{all} agree that B differs from A: {rows}."),
            format!("{all} s'accordent à trouver que B diffère de A : {rows}."),
        ));
    }
    let unlike: Vec<String> = t
        .with(Accord::Agree)
        .filter(|row| row.amounts_differ())
        .take(NAMED)
        .filter_map(|shared| shared.rows.iter().flatten().next())
        .map(|row| change_name(row, sides, lang))
        .collect();
    if !unlike.is_empty() {
        let unlike = unlike.join(", ");
        said.push(lang.pick(
            format!("By how much depends on who plays: their intervals do not overlap ({unlike})."),
            format!("De combien, cela dépend de qui joue : leurs intervalles ne se recouvrent pas ({unlike})."),
        ));
    }
    if let Some(rows) = named(t.with(Accord::Opposite), sides, lang, &plain) {
        said.push(lang.pick(
            format!("{all} contradict each other: {rows}."),
            format!("{all} se contredisent : {rows}."),
        ));
    }
    let only = |row: &Shared| {
        let names = listed(&who(row, &labels, true), lang);
        lang.pick(format!(" (only with {names})"), format!(" (seulement avec {names})"))
    };
    if let Some(rows) = named(t.with(Accord::Partly), sides, lang, &only) {
        said.push(lang.pick(
            format!("{all} disagree: {rows}."),
            format!("{all} ne s'accordent pas : {rows}."),
        ));
    }
    let too_few = |row: &Shared| {
        let names = listed(&who(row, &labels, false), lang);
        lang.pick(format!(" (not with {names})"), format!(" (pas avec {names})"))
    };
    if let Some(rows) = named(t.with(Accord::Unsettled), sides, lang, &too_few) {
        said.push(lang.pick(
            format!("Clear with some, and with others too few games to say: {rows}."),
            format!("Net avec les uns, trop peu de parties pour le dire avec les autres : {rows}."),
        ));
    }
    if said.is_empty() {
        said.push(match t.with(Accord::Open).count() {
            0 => lang.pick(
                format!("{all} agree: no difference was found, and if there is one, it is small."),
                format!("{all} s'accordent : aucune différence n'a été trouvée, et s'il y en a une, elle est petite."),
            ),
            n => lang.pick(
                format!("No difference was found with any of {all}, but {n} rows are open: more games would tell more."),
                format!("Aucune différence n'a été trouvée avec {all}, mais {n} lignes restent ouvertes : davantage de parties en diraient plus."),
            ),
        });
    }
    said
}

/// How the error is shared.
#[must_use]
pub fn shared_error(t: &Together, lang: Lang) -> String {
    let tables = t.bots.len();
    let (all, each) = (chance(t.error, lang), chance(t.error / tables.max(1) as f64, lang));
    lang.pick(
        format!("In {all} of such comparisons at most does any row of any of the {tables} kinds of bots say `clear` by mere luck: each has a share of {each}."),
        format!("Dans {all} de telles comparaisons au plus une ligne de l'une des {tables} sortes de robots dit « net » par pur hasard : chacune en a une part de {each}."),
    )
}

/// What all bots together say, in a word or two.
#[must_use]
pub(crate) fn word(accord: Accord, lang: Lang) -> &'static str {
    match accord {
        Accord::Agree => lang.pick("agree", "d'accord"),
        Accord::Partly => lang.pick("only some", "certains"),
        Accord::Opposite => lang.pick("contradict", "contraires"),
        Accord::Unsettled | Accord::Open => words::verdict(Verdict::Open, lang),
        Accord::Alike => words::verdict(Verdict::Alike, lang),
    }
}
