//! What is declared and was never used: what these games have not tested.

use std::collections::BTreeMap;

use bastide::Rules;
use bastide::core::ids::ExpansionId;
use bastide_lab::Used;

use crate::found::{Comparison, Sort, Unused};
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

/// That some verbs and figures were never used, and what follows; nothing if all were.
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
