//! Names of a manifest that no known expansion declares.

use std::collections::{BTreeMap, BTreeSet};

use bastide::Manifest;
use bastide::core::Fault;
use bastide::core::condition::Vocabulary;
use bastide::manifest::Named;
use bastide_text::suggest;

use crate::lint::Sort;

/// Reports every unknown name with its place. If an expansion cannot be read, nothing is reported. `whole` says
/// whether everything that the manifest may mention is in the library; otherwise an unknown name is only a warning.
pub(crate) fn unknown(
    manifest: &Manifest,
    known: &BTreeMap<Sort, BTreeSet<&str>>,
    whole: bool,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    for Named { of, name, span, .. } in &manifest.named {
        let Some((sort, more, en, fr)) = looked_up(*of) else { continue };
        let all = known.get(&sort);
        if known.is_empty()
            || more.contains(&name.as_str())
            || all.is_some_and(|all| all.contains(name.as_str()))
        {
            continue;
        }
        let fault = Fault::new(
            "K0004",
            format!("no known expansion declares the {en} `{name}`"),
            format!("aucune extension connue ne déclare {fr} `{name}`"),
        )
        .at(manifest.file(), span.clone());
        let names = all.into_iter().flatten().chain(more).copied();
        let fault = fault.meant(suggest(name, names), UNDECLARED.0, UNDECLARED.1);
        faults.push(if whole { fault } else { fault.warning() });
    }
    faults
}

/// The way out for a name that nobody declares.
pub(crate) const UNDECLARED: (&str, &str) =
    ("correct the name, or declare it", "corrigez le nom, ou déclarez-le");

/// Kinds of feature that carry a tag, by the tags that expansions declare.
pub(crate) fn carried<'m>(
    all: impl Iterator<Item = &'m Manifest>,
) -> BTreeMap<&'m str, BTreeSet<&'m str>> {
    let mut carried: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for tag in all.flat_map(|manifest| &manifest.everything.tags) {
        carried.entry(&tag.name).or_default().extend(tag.on.iter().map(String::as_str));
    }
    carried
}

/// Tags that conditions ask of kinds of feature none of which carries them, by what all known expansions say; nothing is told of
/// a tag that none of them declares.
pub(crate) fn never_carried(
    manifest: &Manifest,
    carried: &BTreeMap<&str, BTreeSet<&str>>,
) -> Vec<Fault> {
    let asked = manifest.named.iter().filter(|named| !named.kinds.is_empty());
    let never = asked.filter_map(|named| {
        let by = carried.get(named.name.as_str())?;
        if named.kinds.iter().any(|kind| by.contains(kind.as_str())) {
            return None;
        }
        let (name, kinds) = (&named.name, quoted(&named.kinds));
        let by: Vec<String> = by.iter().map(|kind| (*kind).to_owned()).collect();
        let by = quoted(&by);
        let fault = Fault::new(
            "K0006",
            format!("no {kinds} carries `{name}`: it never holds"),
            format!("aucune étiquette `{name}` sur {kinds} : ce n'est jamais vrai"),
        );
        Some(
            fault
                .at(manifest.file(), named.span.clone())
                .help(format!("it is carried by {by}"), format!("elle se trouve sur {by}")),
        )
    });
    never.collect()
}

fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

/// Returns where a name is looked up: the kind, further words, and the kind's name in English and French. Returns
/// `None` for names that are looked up elsewhere.
fn looked_up(
    of: Vocabulary,
) -> Option<(Sort, &'static [&'static str], &'static str, &'static str)> {
    Some(match of {
        Vocabulary::Feature => (Sort::Kind, &[], "feature kind", "la sorte de domaine"),
        Vocabulary::Figure => (Sort::Figure, &[], "figure kind", "la sorte de figurine"),
        Vocabulary::Class => (Sort::Class, &[], "figure class", "la classe de figurines"),
        Vocabulary::Neutral => (Sort::Neutral, &[], "neutral figure", "la figurine neutre"),
        Vocabulary::Group => (Sort::Pile, &["main"], "group of the deck", "le groupe de la pioche"),
        Vocabulary::Zone => (Sort::Pile, &[], "zone", "la zone"),
        Vocabulary::Cause => (Sort::Rule, &["own", "core", "any"], "rule", "la règle"),
        Vocabulary::Tag | Vocabulary::Symbol => (Sort::Tag, &[], "tag", "l'étiquette"),
        Vocabulary::Edge => (Sort::Edge, &[], "edge kind", "la sorte de bord"),
        Vocabulary::Token => (Sort::Token, &["points"], "token", "le jeton"),
        Vocabulary::Overlay => (Sort::Overlay, &[], "overlay", "la pièce"),
        Vocabulary::Claim
        | Vocabulary::Why
        | Vocabulary::State
        | Vocabulary::TileType
        | Vocabulary::Verb => {
            return None;
        }
    })
}
