//! The same rules without shortcuts, to hold the shortcuts against.

use super::{Handled, Listener, Ruleset, StepSet, Where};

impl Ruleset {
    /// The same rules without what spares the engine work: every step is listed in full, everybody is asked whose filters
    /// hold, and nothing is passed over for what is known beforehand. Games are the same, and slower.
    #[must_use]
    pub fn without_shortcuts(&self) -> Self {
        let mut rules = self.clone();
        rules.plain = StepSet::default();
        (rules.own_held, rules.repeats, rules.any_must) = (false, true, true);
        rules.any_muted = true;
        rules.heard = rules.heard.everybody();
        // What a figure asks of those in a feature is looked at for each.
        (rules.hot.special, rules.hot.joins) = (u32::MAX, 0);
        for ty in &mut rules.hot.types {
            (ty.placed, ty.drawn) = (u64::MAX, u64::MAX);
            (ty.slots, ty.symbols) = (u16::MAX, u16::MAX);
            ty.refused = true;
        }
        for slot in &mut rules.turn_slots {
            slot.idle = false;
            slot.handled = Handled::Always;
        }
        for offered in rules.offered.iter_mut().flatten() {
            (offered.lone, offered.price, offered.symbol) = (None, None, 0);
        }
        for offered in rules.patterns.iter_mut().flatten() {
            (offered.figures, offered.symbol) = (u32::MAX, 0);
        }
        for verb in &mut rules.verbs {
            verb.limited = true;
            look_closely(&mut verb.filter);
        }
        for pattern in &mut rules.deploys {
            (pattern.may_be_occupied, pattern.may_be_complete) = (true, true);
            look_closely(&mut pattern.filter);
        }
        for refuse in rules.refuses.iter_mut().flatten() {
            refuse.look_closely();
        }
        rules.at.iter_mut().chain(&mut rules.on).flatten().for_each(ask_closely);
        let lists = [
            &mut rules.settled,
            &mut rules.place_offer,
            &mut rules.place_veto,
            &mut rules.deploy_offer,
            &mut rules.deploy_veto,
            &mut rules.complete,
            &mut rules.weight,
            &mut rules.points,
            &mut rules.bonus,
        ];
        lists.into_iter().flatten().for_each(ask_closely);
        rules
    }
}

fn look_closely(filter: &mut Where) {
    (filter.indexed, filter.plain) = (false, false);
}

fn ask_closely(sub: &mut Listener) {
    // Its other filters say so too.
    sub.out = None;
}
