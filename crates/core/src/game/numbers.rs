//! Numbers that expansions keep of things, as people see them.

use super::Game;
use crate::decl::Per;
use crate::ids::StateId;

impl<'a> Game<'a> {
    /// What expansions keep of a thing by its number under a name for people, other than 0, in the order of the rules. Nothing of
    /// lists.
    pub fn named_numbers(self, per: Per, of: usize) -> impl Iterator<Item = (StateId, i32)> + 'a {
        let keys = self.rules.kept.named.iter().copied();
        let seen = keys.filter(move |key| self.rules.state[key.index()].decl.per == per);
        seen.map(move |key| (key, self.get(key, of))).filter(|(_, n)| *n != 0)
    }
}
