//! Names in the conditions of a manifest that no known expansion declares.

use std::collections::BTreeSet;

use bastide::Manifest;
use bastide::core::Fault;
use bastide::core::condition::Vocabulary;
use bastide::manifest::Named;
use bastide_tiles::reader::suggest;

/// Every such name, with its place.
pub(crate) fn unknown<'m>(
    manifest: &Manifest,
    all: impl Iterator<Item = &'m Manifest>,
) -> Vec<Fault> {
    let (all, mut faults) = (all.collect::<Vec<_>>(), Vec::new());
    for Named { of, name, span, .. } in &manifest.named {
        let Some((en, fr)) = sort(*of) else { continue };
        let known: BTreeSet<&str> = all.iter().flat_map(|m| declared(m, *of)).collect();
        if known.contains(name.as_str()) {
            continue;
        }
        let fault = Fault::new(
            "K0004",
            format!("no known expansion declares the {en} `{name}`"),
            format!("aucune extension connue ne déclare {fr} `{name}`"),
        );
        let fault = fault.at(manifest.file(), span.clone());
        faults.push(match suggest(name, known) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => {
                fault.help("correct the name, or declare it", "corrigez le nom, ou déclarez-le")
            }
        });
    }
    faults
}

/// What a sort of name is called, in English and French; none of those that are looked up elsewhere.
fn sort(of: Vocabulary) -> Option<(&'static str, &'static str)> {
    Some(match of {
        Vocabulary::Feature => ("feature kind", "la sorte de domaine"),
        Vocabulary::Claim => ("word for claims", "le mot de revendication"),
        Vocabulary::Figure => ("figure kind", "la sorte de figurine"),
        Vocabulary::Class => ("figure class", "la classe de figurines"),
        Vocabulary::Neutral => ("neutral figure", "la figurine neutre"),
        Vocabulary::Group => ("group of the deck", "le groupe de la pioche"),
        Vocabulary::Cause => ("rule", "la règle"),
        Vocabulary::Tag | Vocabulary::Symbol => ("tag", "l'étiquette"),
        Vocabulary::Edge => ("edge kind", "la sorte de bord"),
        Vocabulary::Zone => ("zone", "la zone"),
        Vocabulary::Token => ("token", "le jeton"),
        Vocabulary::State | Vocabulary::TileType => return None,
    })
}

/// What an expansion declares of a sort.
fn declared(manifest: &Manifest, of: Vocabulary) -> Vec<&str> {
    let all = &manifest.everything;
    match of {
        Vocabulary::Feature => all.features.iter().map(|f| f.name.as_str()).collect(),
        Vocabulary::Claim => vec!["yes", "no", "offered"],
        Vocabulary::Figure => all.figures.iter().map(|f| f.name.as_str()).collect(),
        Vocabulary::Class => {
            all.figures.iter().flat_map(|f| &f.class).map(String::as_str).collect()
        }
        Vocabulary::Neutral => all.neutrals.iter().map(|n| n.name.as_str()).collect(),
        Vocabulary::Group => {
            let own = all.groups.iter().map(|group| group.name.as_str());
            own.chain(["main"]).collect()
        }
        Vocabulary::Cause => {
            let own = manifest.rules.iter().map(|rule| rule.id.as_str());
            own.chain(["own", "core", "any"]).collect()
        }
        Vocabulary::Tag => all.tags.iter().map(|tag| tag.name.as_str()).collect(),
        Vocabulary::Symbol => {
            let printed = manifest.decoration.iter().map(String::as_str);
            all.tags.iter().map(|tag| tag.name.as_str()).chain(printed).collect()
        }
        Vocabulary::Edge => all.edges.iter().map(|edge| edge.name.as_str()).collect(),
        Vocabulary::Zone => all.zones.iter().map(|zone| zone.name.as_str()).collect(),
        Vocabulary::Token => all.tokens.iter().map(|token| token.name.as_str()).collect(),
        Vocabulary::State | Vocabulary::TileType => Vec::new(),
    }
}
