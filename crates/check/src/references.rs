//! Names that a manifest uses outside its conditions, and that nobody declares: expansions, tiles, waived rules, rules
//! without a text.

use std::collections::{BTreeMap, BTreeSet};

use bastide::core::Fault;
use bastide::core::ruleset::RESTRICTIONS;
use bastide::manifest::{Reference, Referred};
use bastide::{Library, Manifest};
use bastide_text::suggest;

use crate::lint::Sort;
use crate::names::UNDECLARED;

/// What a manifest names, looked up in the whole library. `known` is what its expansions declare, nothing if one of them
/// cannot be read. `whole`: whatever the manifest may speak of lies in the library.
pub(crate) fn check(
    manifest: &Manifest,
    library: &Library,
    known: &BTreeMap<Sort, BTreeSet<&str>>,
    whole: bool,
) -> Vec<Fault> {
    let rules = known.get(&Sort::Rule).cloned().unwrap_or_default();
    let (mut faults, mut told) = (Vec::new(), BTreeSet::new());
    for reference in &manifest.references {
        let Reference { to, name, .. } = reference;
        let found = match to {
            Referred::Expansion => no_expansion(reference, library),
            Referred::Waiver if !known.is_empty() => {
                no_waiver(reference, &rules).map(|f| if whole { f } else { f.warning() })
            }
            Referred::Rule if !known.is_empty() => no_text(reference, manifest, &rules),
            _ => None,
        };
        // A rule stands in many places, and one text is what it lacks.
        let again = *to == Referred::Rule && !told.insert(name);
        faults.extend(found.filter(|_| !again).map(|f| at(f, manifest, reference)));
    }
    faults
}

fn at(fault: Fault, manifest: &Manifest, reference: &Reference) -> Fault {
    fault.at(manifest.file(), reference.span.clone())
}

/// An expansion that is not in the library. It may be one that is not installed here, so that it is no error.
fn no_expansion(reference: &Reference, library: &Library) -> Option<Fault> {
    let name = &reference.name;
    if library.folder(name).is_some() {
        return None;
    }
    let fault = Fault::new(
        "M0156",
        format!("no expansion `{name}` is known here"),
        format!("aucune extension `{name}` n'est connue ici"),
    );
    let ids = library.folders().map(|folder| folder.id.as_str());
    let fault = fault.meant(
        suggest(name, ids),
        "correct the name, or say with `--path` where it lies, so that what it declares is known",
        "corrigez le nom, ou dites par `--path` où elle se trouve, pour que l'on sache ce qu'elle déclare",
    );
    Some(fault.warning())
}

/// What an offer waives is neither a restriction nor a rule.
fn no_waiver(reference: &Reference, rules: &BTreeSet<&str>) -> Option<Fault> {
    let name = reference.name.as_str();
    if RESTRICTIONS.contains(&name) || rules.contains(name) {
        return None;
    }
    let fault = Fault::new(
        "K0004",
        format!("no known expansion declares the restriction or rule `{name}`"),
        format!("aucune extension connue ne déclare la restriction ou la règle `{name}`"),
    );
    // Rules of other expansions are not meant.
    let first = |id: &'_ str| id.split('.').next().map(str::to_owned);
    let alike = rules.iter().copied().filter(|rule| first(rule) == first(name));
    let all = RESTRICTIONS.into_iter().chain(alike);
    Some(fault.meant(suggest(name, all), UNDECLARED.0, UNDECLARED.1))
}

/// Reports a rule without a text.
fn no_text(reference: &Reference, manifest: &Manifest, rules: &BTreeSet<&str>) -> Option<Fault> {
    let id = reference.name.as_str();
    if rules.contains(id) {
        return None;
    }
    let fault = Fault::new(
        "M0806",
        format!("rule `{id}` has no text"),
        format!("la règle `{id}` n'a pas de texte"),
    );
    let own = manifest.rules.iter().map(|rule| rule.id.as_str());
    let fault = fault.meant(
        suggest(id, own),
        format!("write it into rules.md, under `### {id}`"),
        format!("écrivez-le dans rules.md, sous `### {id}`"),
    );
    Some(fault.warning())
}
