//! Names in the conditions of a manifest that no known expansion declares.

use std::collections::{BTreeMap, BTreeSet};

use bastide::Manifest;
use bastide::core::Fault;
use bastide::core::condition::Vocabulary;
use bastide::manifest::Named;
use bastide_tiles::reader::suggest;

use crate::lint::Sort;

/// Every such name, with its place. Nothing is known where an expansion cannot be read, and nothing is told then.
pub(crate) fn unknown(manifest: &Manifest, known: &BTreeMap<Sort, BTreeSet<&str>>) -> Vec<Fault> {
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
        faults.push(match suggest(name, names) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => {
                fault.help("correct the name, or declare it", "corrigez le nom, ou déclarez-le")
            }
        });
    }
    faults
}

/// Where a name is looked up: the sort, words besides, and what it is called in English and French; nothing for those
/// that are looked up elsewhere.
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
        Vocabulary::Token => (Sort::Token, &[], "token", "le jeton"),
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
