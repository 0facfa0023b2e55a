//! Names in what a scenario expects, looked up in the whole library: an expectation of a name that nobody declares could
//! not fail, whatever is wrong with the rules.

use std::collections::BTreeSet;

use bastide_content::config::{Manifests, Written};
use bastide_content::manifest::Referred;
use bastide_content::{Library, lang};
use bastide_core::decl::Expansion;
use bastide_core::ruleset::{OWN_OFFERS, RESTRICTIONS};
use bastide_core::{Fault, Ruleset};
use bastide_text::Document;

use super::Scenario;
use super::expect::{Check, like};

/// Everything that is expected of names that no known expansion declares. `rules` are those of the game.
pub(super) fn unknown(s: &Scenario, library: &Library, rules: &Ruleset) -> Vec<Fault> {
    let manifests = Manifests::of(library);
    let declared = |names: &dyn Fn(&Expansion) -> Vec<String>| -> BTreeSet<String> {
        manifests.good().flat_map(|manifest| names(&manifest.everything)).collect()
    };
    let mut faults = Vec::new();
    for Written { value, span } in s.given.iter().chain(&s.expect) {
        let (named, known, (en, fr)): (Vec<&String>, _, _) = match value {
            Check::Supply(of) => (
                of.values().flat_map(|named| named.keys()).collect(),
                declared(&|all| all.figures.iter().map(|f| f.name.clone()).collect()),
                ("figure kind", "la sorte de figurine"),
            ),
            Check::Tokens(of) => (
                of.values().flat_map(|named| named.keys()).collect(),
                declared(&|all| all.tokens.iter().map(|t| t.name.clone()).collect()),
                ("token", "le jeton"),
            ),
            Check::Zones(of) => (
                of.values().flat_map(|named| named.keys()).collect(),
                declared(&|all| all.zones.iter().map(|z| z.name.clone()).collect()),
                ("zone", "la zone"),
            ),
            Check::Cited(ids) | Check::NotCited(ids) => {
                (ids.iter().collect(), rules_of(&manifests), ("rule", "la règle"))
            }
            Check::Refused(id) => (vec![id], rules_of(&manifests), ("rule", "la règle")),
            Check::DrawnInAll(all) => {
                let forms =
                    all.iter().map(|(form, _)| form).filter(|form| !drawable(form, rules, library));
                (forms.collect(), BTreeSet::new(), ("tile", "la tuile"))
            }
            _ => continue,
        };
        for name in named.into_iter().filter(|name| !known.contains(*name)) {
            let fault = s.fault(
                "S0105",
                span,
                format!("no known expansion declares the {en} `{name}`"),
                format!("aucune extension connue ne déclare {fr} `{name}`"),
            );
            faults.push(fault.meant(
                lang::near(name, known.iter().map(String::as_str)),
                "correct the name, or name its folder with `--path`",
                "corrigez le nom, ou indiquez son dossier par `--path`",
            ));
        }
    }
    faults
}

/// Rules with a text, those that manifests name without one, and those of the core to which no expansion gave its own.
fn rules_of(manifests: &Manifests) -> BTreeSet<String> {
    let told = manifests.good().flat_map(|m| m.rules.iter().map(|rule| rule.id.clone()));
    let named = manifests.good().flat_map(|manifest| &manifest.references);
    let named = named.filter(|of| of.to == Referred::Rule).map(|of| of.name.clone());
    let core = RESTRICTIONS.iter().chain(&OWN_OFFERS).map(|name| format!("core.{name}"));
    told.chain(named).chain(core).collect()
}

/// Whether a tile of the game is of this form, or one of any set that is not in play.
fn drawable(form: &str, rules: &Ruleset, library: &Library) -> bool {
    if rules.types.iter().any(|t| like(&t.decl.id, form)) {
        return true;
    }
    let own = library.folders().flat_map(|folder| {
        folder.files.iter().filter(|(path, _)| path.starts_with("tiles/")).map(|(_, file)| file)
    });
    own.chain(library.sets().filter_map(|set| library.set("", set))).any(|file| {
        let Some(document) = Document::parse(&file.name, &file.text, &mut Vec::new()) else {
            return false;
        };
        let root = document.root();
        let set = root.str("id").unwrap_or_default();
        let ids: Vec<&str> = root.tables("tile").iter().filter_map(|tile| tile.str("id")).collect();
        ids.into_iter().any(|id| like(id, form) || like(&format!("{set}/{id}"), form))
    })
}
