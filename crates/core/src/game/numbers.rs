//! Numbers that expansions keep of things, as people see them.

use super::Game;
use crate::decl::Per;
use crate::ids::StateId;
use crate::ruleset::StateKey;

impl<'a> Game<'a> {
    /// What expansions keep of a thing by its number under a name for people, other than 0, in the order of the rules. Nothing of
    /// lists.
    pub fn named_numbers(self, per: Per, of: usize) -> impl Iterator<Item = (&'a StateKey, i32)> {
        let keys = self.rules.state.iter().enumerate();
        let seen =
            keys.filter(move |(_, key)| key.named && key.decl.per == per && key.decl.list == 0);
        let numbers = seen.map(move |(i, key)| (key, self.get(StateId(i as u16), of)));
        numbers.filter(|(_, n)| *n != 0)
    }
}
