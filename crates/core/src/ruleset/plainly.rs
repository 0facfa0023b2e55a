//! Rules without shortcuts, as a reference for the shortcuts.

use super::{Handled, Listener, Ruleset, StepSet, Where};

impl Ruleset {
    /// Returns the same rules without shortcuts: every step is listed in full, every listener whose filters match is
    /// called. Games are the same, and slower.
    #[must_use]
    pub fn without_shortcuts(&self) -> Self {
        let mut rules = self.clone();
        rules.listing.plain = StepSet::default();
        (rules.listing.own_held, rules.listing.repeats, rules.listing.any_must) =
            (false, true, true);
        rules.law.any_muted = true;
        rules.asked.heard = rules.asked.heard.everybody();
        // What a figure asks of those in a feature is looked at for each.
        (rules.hot.special, rules.hot.joins) = (u32::MAX, 0);
        for ty in &mut rules.hot.types {
            (ty.placed, ty.drawn) = (u64::MAX, u64::MAX);
            (ty.slots, ty.symbols) = (u16::MAX, u16::MAX);
            ty.refused = true;
        }
        for slot in &mut rules.course.turn_slots {
            slot.idle = false;
            slot.handled = Handled::Always;
        }
        for offered in rules.listing.offered.iter_mut().flatten() {
            (offered.lone, offered.price, offered.symbol) = (None, None, 0);
        }
        for offered in rules.listing.patterns.iter_mut().flatten() {
            (offered.figures, offered.symbol) = (u32::MAX, 0);
        }
        for verb in &mut rules.verbs {
            verb.limited = true;
            look_closely(&mut verb.filter);
        }
        for pattern in &mut rules.listing.deploys {
            (pattern.may_be_occupied, pattern.may_be_complete) = (true, true);
            look_closely(&mut pattern.filter);
        }
        for refuse in rules.listing.refuses.iter_mut().flatten() {
            refuse.look_closely();
        }
        rules.asked.at.iter_mut().chain(&mut rules.asked.on).flatten().for_each(ask_closely);
        let lists = [
            &mut rules.asked.settled,
            &mut rules.asked.place_offer,
            &mut rules.asked.place_veto,
            &mut rules.asked.deploy_offer,
            &mut rules.asked.deploy_veto,
            &mut rules.asked.complete,
            &mut rules.asked.weight,
            &mut rules.asked.points,
            &mut rules.asked.bonus,
        ];
        lists.into_iter().flatten().for_each(ask_closely);
        rules
    }
}

fn look_closely(filter: &mut Where) {
    (filter.indexed, filter.plain) = (false, false);
}

fn ask_closely(sub: &mut Listener) {
    // Its other filters require the same.
    sub.out = None;
}
