//! Whether a state of one ruleset means the same under another.
//!
//! A state is numbers: tile types, lanes of tags, places of declared state. They mean the same as long as the
//! tables behind them are the same. Rules, handlers, options and points are no part of a state, so that they
//! may change under a game that goes on.

use super::{Listener, Ruleset};
use crate::decl;
use crate::fault::Words;
use crate::ids::{RuleId, UnitId};
use crate::score::Term;
use crate::state::State;
use crate::step::{self, Header};
use crate::tags::Tags;

/// How something differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The new rules have it, the old ones do not.
    Added,
    /// The old rules have it, the new ones do not.
    Removed,
    /// Both have it, not alike.
    Changed,
    /// Both have it, but under another number.
    Moved,
}

/// Something that a state speaks of and that two rulesets do not have alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What sort of thing.
    pub what: Words,
    /// Its name; empty if it has none.
    pub name: String,
    /// How it differs.
    pub how: How,
}

/// Compares two lists of named things.
fn table<T>(
    out: &mut Vec<Mismatch>,
    (en, fr): (&str, &str),
    (old, new): (&[T], &[T]),
    name: impl Fn(&T) -> String,
    same: impl Fn(&T, &T) -> bool,
) {
    let names = |list: &[T]| list.iter().map(&name).collect::<Vec<_>>();
    let (before, now) = (names(old), names(new));
    let mut add = |name: &str, how| {
        out.push(Mismatch { what: Words::new(en, fr), name: name.to_owned(), how });
    };
    let mut stays = true;
    for name in before.iter().filter(|name| !now.contains(name)) {
        add(name, How::Removed);
        stays = false;
    }
    for name in now.iter().filter(|name| !before.contains(name)) {
        add(name, How::Added);
        stays = false;
    }
    for (i, name) in before.iter().enumerate() {
        let Some(j) = now.iter().position(|n| n == name) else { continue };
        if !same(&old[i], &new[j]) {
            add(name, How::Changed);
        } else if i != j && stays {
            add(name, How::Moved);
        }
    }
}

impl Ruleset {
    /// Everything in which states of these rules would mean something else under the new ones; empty if
    /// they mean the same.
    #[must_use]
    pub fn mismatches(&self, new: &Ruleset) -> Vec<Mismatch> {
        let mut out = Vec::new();
        let o = &mut out;
        let whole = |o: &mut Vec<Mismatch>, en: &str, fr: &str, same: bool| {
            if !same {
                let what = Words::new(en, fr);
                o.push(Mismatch { what, name: String::new(), how: How::Changed });
            }
        };
        whole(o, "number of players", "nombre de joueurs", self.players == new.players);
        let of = |r: &Ruleset, e: crate::ids::ExpansionId, name: &str| {
            format!("{}/{name}", r.expansions.get(e.index()).map_or("", |e| &e.id))
        };
        let edges = (&self.edges[..], &new.edges[..]);
        table(o, ("edge", "bord"), edges, |e| e.name.clone(), |a, b| a == b);
        let kinds = (&self.kinds[..], &new.kinds[..]);
        table(
            o,
            ("feature", "zone"),
            kinds,
            |k| k.decl.name.clone(),
            |a, b| {
                let listed = (a.indexed, a.sought) == (b.indexed, b.sought);
                a.decl == b.decl && listed && a.takes == b.takes
            },
        );
        let tags = (&self.tags()[..], &new.tags()[..]);
        table(o, ("tag", "marque"), tags, |t| t.0.clone(), |a, b| a == b);
        let figures = (&self.figures[..], &new.figures[..]);
        table(
            o,
            ("figure", "figurine"),
            figures,
            |f| f.decl.name.clone(),
            |a, b| {
                a.decl == b.decl
                    && a.supply == b.supply
                    && (a.class, a.needs_own) == (b.class, b.needs_own)
            },
        );
        let neutrals = (&self.neutrals[..], &new.neutrals[..]);
        table(o, ("neutral figure", "figurine neutre"), neutrals, Clone::clone, |_, _| true);
        let tokens = (&self.tokens[..], &new.tokens[..]);
        table(o, ("token", "jeton"), tokens, |t| t.name.clone(), |a, b| a == b);
        let piles = (&self.piles[..], &new.piles[..]);
        table(
            o,
            ("pile of tiles", "pile de tuiles"),
            piles,
            |p| p.name.clone(),
            |a, b| (&a.zone, a.order, a.closed) == (&b.zone, b.order, b.closed),
        );
        let overlays = (&self.overlays[..], &new.overlays[..]);
        table(
            o,
            ("piece over tiles", "pièce posée sur les tuiles"),
            overlays,
            |p| p.decl.name.clone(),
            |a, b| a.decl == b.decl,
        );
        let types = (&self.types[..], &new.types[..]);
        table(o, ("tile", "tuile"), types, |t| t.decl.id.clone(), |a, b| alike(&a.decl, &b.decl));
        let verbs = (&self.verbs[..], &new.verbs[..]);
        table(
            o,
            ("verb", "verbe"),
            verbs,
            |v| v.decl.name.clone(),
            |a, b| of(self, a.expansion, "") == of(new, b.expansion, ""),
        );
        let steps = (&self.steps[..], &new.steps[..]);
        table(
            o,
            ("step", "étape"),
            steps,
            |s| s.decl.name.clone(),
            |a, b| of(self, a.expansion, "") == of(new, b.expansion, ""),
        );
        let state = (&self.state[..], &new.state[..]);
        table(
            o,
            ("state", "état"),
            state,
            |s| s.decl.name.clone(),
            |a, b| a.decl == b.decl && of(self, a.expansion, "") == of(new, b.expansion, ""),
        );
        let table_edge = (self.bounds, self.wall) == (new.bounds, new.wall);
        whole(o, "edge of the table", "bord de la table", table_edge);
        whole(o, "log of the turn", "journal du tour", self.asked.logged == new.asked.logged);
        out
    }

    /// Tags with the place and operator of each, in the order of their numbers.
    fn tags(&self) -> Vec<(String, [bool; 4])> {
        let mut out = Vec::new();
        for kind in &self.kinds {
            for (i, tag) in kind.lanes.iter().enumerate() {
                let lane = Tags::mask(i as u8);
                let m = &kind.merge;
                let merge = [m.add, m.any, m.all, m.equal].map(|mask| mask.meets(lane));
                out.push((format!("{tag} ({})", kind.decl.name), merge));
            }
        }
        out.extend(self.tile_tags.iter().map(|tag| (tag.clone(), [false; 4])));
        out
    }

    /// Returns the rule with the same id under other rules, or none if they have no such rule.
    #[must_use]
    pub fn rule_under(&self, new: &Ruleset, rule: RuleId) -> RuleId {
        new.rule(self.rule_name(rule)).unwrap_or(RuleId::NONE)
    }

    /// A term with the unit of the same name under other rules.
    #[must_use]
    pub fn term_under(&self, new: &Ruleset, mut term: Term) -> Term {
        if let Term::Add { unit, .. } | Term::Count { unit, .. } | Term::Per { unit, .. } =
            &mut term
            && let Some(name) = self.units.get(unit.index())
        {
            *unit = new.unit(name).unwrap_or(UnitId::NONE);
        }
        term
    }

    /// What a subscription is, whatever its filters.
    fn listener(&self, sub: &Listener) -> Answerer {
        let enabled = &self.expansions[sub.call.expansion.index()];
        let function = enabled.functions.get(sub.call.function as usize);
        (enabled.id.clone(), function.map_or(String::new(), |f| f.0.clone()), sub.says.is_some())
    }
}

/// Who answers: expansion, function, and whether by declaration alone.
type Answerer = (String, String, bool);

/// Whether two tile types are the same on the board and in the deck, whatever else they are called.
fn alike(a: &decl::Tile, b: &decl::Tile) -> bool {
    let plain =
        |t: &decl::Tile| decl::Tile { aliases: std::collections::BTreeMap::new(), ..t.clone() };
    plain(a) == plain(b)
}

impl State {
    /// Converts this state of the `old` rules to the `new` ones.
    ///
    /// # Errors
    ///
    /// Returns the things in use that the new rules do not have in the same form.
    pub fn carried(&self, old: &Ruleset, new: &Ruleset) -> Result<State, Vec<Mismatch>> {
        let found = old.mismatches(new);
        if !found.is_empty() {
            return Err(found);
        }
        let mut state = self.clone();
        for logged in &mut state.log {
            logged.rule = old.rule_under(new, logged.rule);
        }
        // Sealed steps are asked again.
        state.forget_sealed(crate::ids::Player::NONE);
        let mut at = state.agenda.len();
        while let Some(top) = at.checked_sub(1) {
            let header = Header(state.agenda[top]);
            state.move_frame(old, new, header, top).ok_or_else(|| {
                let what = Words::new("what waits in this turn", "ce qui attend dans ce tour");
                vec![Mismatch { what, name: String::new(), how: How::Changed }]
            })?;
            at = top.saturating_sub(header.extra());
        }
        Ok(state)
    }

    /// Converts the positions in a frame to the new rules, or returns `None` if one has no counterpart.
    fn move_frame(
        &mut self,
        old: &Ruleset,
        new: &Ruleset,
        header: Header,
        top: usize,
    ) -> Option<()> {
        let place = usize::try_from(header.first()).ok();
        match header.code() {
            step::TURN => {
                let slot = |i: usize| old.course.turn_slots.get(i).map(|s| s.slot);
                // A marked frame comes back to its slot, any other goes on behind the last.
                let moved = if header.nargs() >= 4 {
                    let back = slot(place?)?;
                    new.course.turn_slots.iter().position(|s| s.slot == back)?
                } else if let Some(last) = place?.checked_sub(1) {
                    let last = slot(last)?;
                    new.course.turn_slots.iter().position(|s| s.slot > last)?
                } else {
                    0
                };
                self.agenda[top] = header.with_first(moved as i32).0;
            }
            step::AT => {
                let slot = place?;
                let word = self.agenda.get_mut(top.checked_sub(1)?)?;
                let high = *word & !u64::from(u32::MAX);
                let listeners = |r: &Ruleset| -> Option<Vec<Answerer>> {
                    Some(r.asked.at.get(slot)?.iter().map(|sub| r.listener(sub)).collect())
                };
                let next = next_of(&listeners(old)?, &listeners(new)?, *word as u32 as usize)?;
                *word = high | next as u64;
            }
            step::FINAL => {
                let had = |r: &Ruleset| -> Option<Vec<String>> {
                    let steps = r.course.finals.get(..place?)?;
                    Some(steps.iter().map(|f| r.rule_name(f.rule).to_owned()).collect())
                };
                if had(old)? != had(new)? {
                    return None;
                }
            }
            // A step that is being carried out has no counterpart under other rules.
            step::KEPT => return None,
            step::DRAW
                if header.first() == step::DRAW_START
                    && old.course.start_drawn != new.course.start_drawn =>
            {
                return None;
            }
            _ => {}
        }
        Some(())
    }
}

/// The handler that is next under new rules, when those before `next` have answered under the old ones. None if
/// one that has not answered now stands before one that has.
fn next_of(old: &[Answerer], new: &[Answerer], next: usize) -> Option<usize> {
    if old == new {
        return Some(next);
    }
    let twice = |list: &[Answerer]| (1..list.len()).any(|i| list[..i].contains(&list[i]));
    if twice(old) || twice(new) {
        return None;
    }
    let (done, open) = old.split_at_checked(next)?;
    let last = new.iter().rposition(|sub| done.contains(sub));
    let next = last.map_or(0, |i| i + 1);
    (!new[..next].iter().any(|sub| open.contains(sub))).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &str) -> Vec<Answerer> {
        let one = |name| (String::from("e"), String::from(name), false);
        names.chars().map(one).collect()
    }

    #[test]
    fn those_who_answered_are_not_asked_again_and_nobody_is_left_out() {
        let next = |old: &str, new: &str, n| next_of(&list(old), &list(new), n);
        assert_eq!(next("ab", "ab", 1), Some(1));
        assert_eq!(next("ab", "xab", 1), Some(2));
        assert_eq!(next("ab", "axb", 1), Some(1));
        assert_eq!(next("xab", "ab", 2), Some(1));
        assert_eq!(next("ab", "", 1), Some(0));
        assert_eq!(next("ab", "ba", 1), None);
        assert_eq!(next("aab", "aabc", 1), None);
        assert_eq!(next("a", "ab", 9), None);
    }

    #[test]
    fn a_table_names_what_is_new_gone_other_or_elsewhere() {
        let found = |old: &[(&str, u8)], new: &[(&str, u8)]| {
            let mut out = Vec::new();
            table(&mut out, ("thing", "chose"), (old, new), |t| t.0.to_owned(), |a, b| a == b);
            out.into_iter().map(|m| (m.name, m.how)).collect::<Vec<_>>()
        };
        let named = |name: &str, how| (name.to_owned(), how);
        assert_eq!(found(&[("a", 1), ("b", 2)], &[("a", 1), ("b", 2)]), []);
        assert_eq!(found(&[("a", 1)], &[("a", 1), ("b", 2)]), [named("b", How::Added)]);
        assert_eq!(found(&[("a", 1), ("b", 2)], &[("b", 2)]), [named("a", How::Removed)]);
        assert_eq!(found(&[("a", 1)], &[("a", 2)]), [named("a", How::Changed)]);
        let both = [named("a", How::Moved), named("b", How::Moved)];
        assert_eq!(found(&[("a", 1), ("b", 2)], &[("b", 2), ("a", 1)]), both);
    }
}
