//! Why a subscription is not entered, in the words of its manifest, and what was found instead.

use super::Host;
use crate::hooks::{Event, Hook};
use crate::ruleset::{Listener, Ruleset};
use crate::state::State;

/// What does not hold.
pub(super) struct Failed {
    /// Its key in the manifest.
    pub(super) key: &'static str,
    /// The part as written.
    pub(super) wants: String,
    /// The value found.
    pub(super) found: String,
}

/// Returns the step or the first part of the condition that does not hold for an event, or `None` if all hold.
pub(super) fn part(
    rules: &Ruleset,
    st: &State,
    sub: &Listener,
    event: &Event,
    host: &Host,
) -> Option<Failed> {
    let s = &rules.asked.written[sub.written as usize];
    let asks = matches!(
        event.hook,
        Hook::PlacementOffer | Hook::PlacementVeto | Hook::DeploymentOffer | Hook::DeploymentVeto
    );
    if asks && !sub.is_asked_in(event.step) {
        let found = rules.step_name(event.step);
        return Some(Failed { key: "step", wants: s.step.join(" "), found });
    }
    let at = host.at(rules, st, event);
    let (wants, found) = at.failing(sub.call.expansion, s.filter.as_ref()?)?;
    debug_assert!(
        !host.matches(rules, st, sub, event),
        "a part of the condition of `{}` is told of if and only if it fails",
        s.on
    );
    Some(Failed { key: "where", wants, found })
}
