//! What hooks tell.

use super::subject::Subject;
use super::table::{FACTS, FactInfo};
use crate::effect::{EFFECT_FACTS, EFFECTS};
use crate::hooks::{Hook, HookInfo};

/// Returns the names of the facts of a hook's event, without those of the moment. Returns `None` for hooks of one step
/// or verb, which have no condition.
#[must_use]
pub fn event_facts(hook: &HookInfo, subject: &str) -> Option<&'static [&'static str]> {
    Some(match hook.hook {
        Hook::PlacementOffer | Hook::DeploymentOffer | Hook::OnSettled | Hook::At => &[],
        Hook::PlacementVeto | Hook::DeploymentVeto => &["options"],
        Hook::ScoringComplete => &["feature", "segment"],
        Hook::ScoringWeight => &["feature", "segment", "figure", "player"],
        Hook::ScoringPoints | Hook::ScoringBonus => {
            &["feature", "segment", "complete", "final", "cause", "owners"]
        }
        Hook::On => {
            EFFECTS.iter().position(|e| *e == subject).map_or(&["cause"], |i| EFFECT_FACTS[i])
        }
        Hook::Ask | Hook::Answer | Hook::Do | Hook::EndOfGamePoints => return None,
    })
}

/// Returns the names of the facts of a subject; for an event, only the given ones.
#[must_use]
pub fn names_of(subject: Subject, told: &[&str]) -> Vec<&'static str> {
    let own = FACTS.iter().filter(|row| match row.subject {
        Subject::Event => subject == Subject::Event && told.contains(&row.name),
        Subject::Moment => matches!(subject, Subject::Event | Subject::Moment),
        of => of == subject,
    });
    own.map(|row| row.name).collect()
}

/// A fact of a subject by name; an event has those of the moment too.
#[must_use]
pub fn fact_of(subject: Subject, name: &str) -> Option<&'static FactInfo> {
    let of = |subject| FACTS.iter().find(|row| row.subject == subject && row.name == name);
    of(subject).or_else(|| if subject == Subject::Event { of(Subject::Moment) } else { None })
}
