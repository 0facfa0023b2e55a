//! Declared things that were never used: rules that these games have not tested.

use std::collections::BTreeMap;

use bastide::Rules;
use bastide::core::ids::ExpansionId;
use bastide_lab::Used;

use crate::compare::Side;
use crate::found::{Comparison, Fires, Sort, Unused};
use crate::lang::Lang;

/// Names that one sentence holds.
const NAMED: usize = 8;

/// Verbs, kinds of figures and rules that a side has never used, in the order of their sorts and names.
pub(crate) fn unused(rules: [&Rules; 2], used: [&Used; 2]) -> Vec<Unused> {
    let mut all: BTreeMap<(Sort, String), [Option<u64>; 2]> = BTreeMap::new();
    for (arm, (rules, used)) in rules.into_iter().zip(used).enumerate() {
        let set = &rules.ruleset;
        let owner = |id: ExpansionId| set.expansions.get(id.index()).map_or("", |e| &e.id);
        let mut note = |sort, name: String, counts: &[u32], number: usize| {
            let n = counts.get(number).copied().unwrap_or(0);
            let sum = all.entry((sort, name)).or_default()[arm].get_or_insert(0);
            *sum += u64::from(n);
        };
        for (i, verb) in set.verbs.iter().enumerate() {
            let name = format!("{}/{}", owner(verb.expansion), verb.decl.name);
            note(Sort::Verb, name, &used.verbs, i);
        }
        for (i, figure) in set.figures.iter().enumerate() {
            note(Sort::Figure, figure.decl.name.clone(), &used.figures, i);
        }
        for (i, rule) in set.rules.iter().enumerate() {
            note(Sort::Rule, rule.id.clone(), &used.rules, i);
        }
    }
    let row = |((sort, name), [a, b]): (_, [Option<u64>; 2])| Unused { sort, name, a, b };
    let never = |one: &Unused| one.a == Some(0) || one.b == Some(0);
    all.into_iter().map(row).filter(never).collect()
}

/// Returns the warning about unused verbs and figures, or `None` if all were used.
#[must_use]
pub(crate) fn warning(c: &Comparison, lang: Lang) -> Option<String> {
    let named = |sort: Sort| {
        let names: Vec<String> = c
            .unused
            .iter()
            .filter(|one| one.sort == sort && one.is_untested())
            .map(|one| format!("`{}`", one.name))
            .collect();
        let more = names.len().saturating_sub(NAMED);
        let mut text = names[..names.len() - more].join(", ");
        if more > 0 {
            text += &lang.pick(format!(" and {more} more"), format!(" et {more} autres"));
        }
        text
    };
    let (verbs, figures) = (named(Sort::Verb), named(Sort::Figure));
    let mut parts = Vec::new();
    if !verbs.is_empty() {
        parts.push(lang.pick(format!("verbs {verbs}"), format!("les actions {verbs}")));
    }
    if !figures.is_empty() {
        parts.push(lang.pick(format!("figures {figures}"), format!("les figurines {figures}")));
    }
    if parts.is_empty() || c.pairs == 0 {
        return None;
    }
    let parts = parts.join(lang.pick("; ", " ; "));
    Some(lang.pick(
        format!("No bot ever used {parts}: what they do was not tested."),
        format!("Aucun robot n'a jamais employé {parts} : ce qu'elles font n'a pas été éprouvé."),
    ))
}

/// Functions of which no game of a side that has them entered any, of all comparisons: what they say was not tested. Nothing
/// if all were entered. Functions of native modules are left out: they belong to the program.
#[must_use]
pub(crate) fn never_entered(all: &[&Comparison], sides: [&Side; 2], lang: Lang) -> Option<String> {
    let first = all.first()?;
    let played = all.iter().all(|c| c.pairs > 0);
    let native = |id: &String| sides.iter().any(|side| side.rules.setup.native.contains(id));
    let entered = |hook: &Fires| {
        let same = |f: &&Fires| f.expansion == hook.expansion && f.function == hook.function;
        let mut found = all.iter().filter_map(|c| c.hooks.iter().find(same));
        found.any(|f| f.a.unwrap_or(0.0) + f.b.unwrap_or(0.0) > 0.0)
    };
    let never = first.hooks.iter().filter(|hook| !native(&hook.expansion) && !entered(hook));
    let names: Vec<String> = never.map(|f| format!("`{}: {}`", f.expansion, f.function)).collect();
    if names.is_empty() || !played {
        return None;
    }
    let more = names.len().saturating_sub(NAMED);
    let mut text = names[..names.len() - more].join(", ");
    if more > 0 {
        text += &lang.pick(format!(" and {more} more"), format!(" et {more} autres"));
    }
    let (one, several) = ("jamais appelée : ", "jamais appelées : ");
    let fr = if names.len() == 1 { one } else { several };
    Some(format!("{}{text}", lang.pick("never entered: ", fr)))
}
