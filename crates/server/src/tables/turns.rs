//! Work of several people, each of whom has a turn: somebody who asks for a lot waits for themselves, and keeps nobody else waiting.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

/// On whose turn something is done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whose {
    /// Requests of an address.
    At(IpAddr),
    /// Requests of people at this machine about a table, and what happens there by itself.
    Room(String),
}

/// Work that waits, by whose it is.
#[derive(Debug)]
pub(super) struct Turns<W> {
    /// Nobody's list is empty.
    waiting: BTreeMap<Whose, VecDeque<W>>,
    /// Everybody whose work waits, the next one first.
    order: VecDeque<Whose>,
}

impl<W> Default for Turns<W> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), order: VecDeque::new() }
    }
}

impl<W> Turns<W> {
    /// Adds work, which comes after all other work of the same person.
    pub(super) fn push(&mut self, whose: Whose, work: W) {
        if !self.waiting.contains_key(&whose) {
            self.order.push_back(whose.clone());
        }
        self.waiting.entry(whose).or_default().push_back(work);
    }

    /// Takes the first work of the next person who may have a turn now. Their next work comes after everybody else's.
    pub(super) fn pop(&mut self, may: impl Fn(&Whose) -> bool) -> Option<(Whose, W)> {
        let at = self.order.iter().position(may)?;
        let whose = self.order.remove(at)?;
        let works = self.waiting.get_mut(&whose)?;
        let work = works.pop_front()?;
        if works.is_empty() {
            self.waiting.remove(&whose);
        } else {
            self.order.push_back(whose.clone());
        }
        Some((whose, work))
    }

    /// Whether no work waits.
    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_a_turn_before_anybody_has_two() {
        let whose = |name: &str| Whose::Room(name.to_owned());
        let mut turns = Turns::default();
        for n in 0..40 {
            turns.push(whose("a"), n);
        }
        turns.push(whose("b"), 100);
        turns.push(whose("c"), 200);
        let first: Vec<i32> = (0..4).filter_map(|_| turns.pop(|_| true)).map(|one| one.1).collect();
        assert_eq!(first, [0, 100, 200, 1]);
        // Somebody who may not have a turn now keeps their place.
        assert!(turns.pop(|one| *one != whose("a")).is_none());
        let rest: Vec<i32> = std::iter::from_fn(|| turns.pop(|_| true)).map(|one| one.1).collect();
        assert!(rest == (2..40).collect::<Vec<_>>() && turns.is_empty());
    }
}
