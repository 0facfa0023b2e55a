//! Rules that a manifest mutes although that changes nothing: no points, no offer, no refusal and no function stands under
//! them, and the core does of itself what they say.

use std::collections::BTreeSet;

use bastide::core::Fault;
use bastide::core::ruleset::{OWN_OFFERS, OwnOffer, RESTRICTIONS, Restriction};
use bastide::manifest::{Reference, Referred};
use bastide::{Manifest, rules};
use bastide_text::listed;

/// Returns the faults of a manifest's mutes. `all` are the manifests of all known expansions.
pub(crate) fn check<'m>(
    manifest: &Manifest,
    all: &(impl Iterator<Item = &'m Manifest> + Clone),
) -> Vec<Fault> {
    let muted = manifest.references.iter().filter(|reference| reference.to == Referred::Muted);
    let idle = muted.filter_map(|Reference { name, span, .. }| {
        let owner = all.clone().find(|other| other.rules.iter().any(|rule| rule.id == *name))?;
        // The core reports rules without which there is no game.
        if all.clone().any(|other| names(other, name)) {
            return None;
        }
        let fault = Fault::new(
            "M0157",
            format!(
                "muting `{name}` changes nothing: nothing that can be left out stands under it"
            ),
            format!(
                "supprimer `{name}` ne change rien : rien de ce qui peut être omis n'en dépend"
            ),
        );
        let rules = owner.rules.iter().map(|rule| rule.id.as_str());
        let can: Vec<&str> = rules.filter(|rule| all.clone().any(|m| takes(m, rule))).collect();
        let fault = fault.at(manifest.file(), span.clone());
        if can.is_empty() {
            return Some(fault.help("take it out of `mute`", "retirez-la de `mute`"));
        }
        let (can, id) = (listed(&can), &owner.id);
        Some(fault.help(
            format!("take it out of `mute`; of the rules of `{id}` these can be muted: {can}"),
            format!("retirez-la de `mute` ; parmi les règles de `{id}`, on peut supprimer {can}"),
        ))
    });
    idle.collect()
}

/// Whether something of an expansion goes if a rule is muted, or the core refuses to mute it.
fn names(manifest: &Manifest, rule: &str) -> bool {
    let all = &manifest.everything;
    takes(manifest, rule) || all.restrictions.values().chain(all.offers.values()).any(|r| r == rule)
}

/// Whether something of an expansion goes if a rule is muted.
fn takes(manifest: &Manifest, rule: &str) -> bool {
    let all = &manifest.everything;
    let lifted = all.restrictions.iter().filter(|(name, _)| {
        let can = |r: &Restriction| RESTRICTIONS.get(*r as usize) == Some(&name.as_str());
        Restriction::LIFTED.iter().any(can)
    });
    let deploy = all.offers.get(OWN_OFFERS[OwnOffer::Deploy as usize]);
    if lifted.map(|(_, id)| id).chain(deploy).any(|id| id == rule) {
        return true;
    }
    // Only names: what is passed and what a step is asked for goes on without its rule.
    let steps = all.steps.iter().flat_map(|step| step.pass.iter().chain(&step.rule));
    let said: BTreeSet<&String> =
        steps.chain(all.restrictions.values()).chain(all.offers.values()).collect();
    let declared = |r: &Reference| r.to == Referred::Rule && r.name == rule;
    manifest.references.iter().any(declared) && !said.contains(&rule.to_owned())
        || manifest.native && rules::of_native(&manifest.id).any(|native| native == rule)
        || manifest.script.as_ref().is_some_and(|(_, text)| weighs(text, rule))
}

/// Whether a script says a rule anywhere but as that of an effect, which happens whatever is muted.
fn weighs(script: &str, rule: &str) -> bool {
    let quoted = format!("\"{rule}\"");
    script.match_indices(&quoted).any(|(at, _)| {
        let before = &script[..at];
        let mut open = 0;
        // The bracket in which the word stands; no call has another around its arguments than its own.
        let bracket = before.char_indices().rev().find(|(_, c)| {
            open += match c {
                ')' | '}' => 1,
                '(' | '{' => -1,
                _ => 0,
            };
            open < 0
        });
        let called = bracket.filter(|(_, c)| *c == '(').map(|(at, _)| &before[..at]);
        let method = called.and_then(|called| called.rsplit_once("out:"));
        let effect = |name: &str| {
            name != "bonus" && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        };
        !method.is_some_and(|(_, name)| effect(name))
    })
}

#[cfg(test)]
mod tests {
    use super::weighs;

    #[test]
    fn the_rule_of_an_effect_weighs_nothing() {
        for script in ["out:pay(p, f(1, {2}), \"a.b\")", "out:send_home(figure,\n \"a.b\")", ""] {
            assert!(!weighs(script, "a.b"), "{script}");
        }
        for script in [
            "score:add(\"a.b\", \"tile\", 1, 2)",
            "out:bonus(p, 1, \"a.b\")",
            "local RULE = \"a.b\"",
            "out:claim { rule = \"a.b\", feature = f }",
            "out:pay(p, 1, \"x.y\") offers:refuse(\"a.b\")",
        ] {
            assert!(weighs(script, "a.b"), "{script}");
        }
    }
}
