//! What expansions keep of tiles, segments and figures under a name, as symbols with their numbers.

use bastide::core::decl::Per;
use bastide::core::ids::StateId;

use super::{INK, STACK_MAX, Table};
use crate::defs::Symbol;
use crate::letters::{self, Set};
use crate::shape::{Point, at};

/// From one symbol to the next of the same number, and from one number to the next.
const NEXT: [f64; 2] = [6.0, 15.0];

impl Table<'_> {
    /// Returns the signs of a thing's states from a point on.
    pub(super) fn kept(
        &mut self,
        per: Per,
        of: usize,
        from: Point,
        things: &mut Vec<(Point, String)>,
    ) {
        for (i, (key, n)) in self.game.named_numbers(per, of).enumerate() {
            let base = from.plus(at(NEXT[1], 0.0), i as f64);
            let (symbol, copies, said) = self.kept_symbol(key, n);
            let mut drawn = String::new();
            for copy in 0..copies {
                drawn.push_str(&symbol.put(base.plus(at(NEXT[0], 0.0), f64::from(copy))));
            }
            if said {
                let last =
                    base.plus(at(NEXT[0], 0.0), f64::from(copies - 1)).plus(at(0.0, 4.5), 1.0);
                let paper = Some("#fffdf6");
                drawn.push_str(&letters::line(&n.to_string(), last, 8.0, Set::Middle, INK, paper));
            }
            things.push((base, drawn));
        }
    }

    /// The symbol of a number, how often it stands there, and whether the number is written on it.
    fn kept_symbol(&mut self, key: StateId, n: i32) -> (Symbol, i32, bool) {
        let rules = self.game.rules;
        let called = rules.state_name(key);
        let id = format!("kept-{called}");
        let look = self.look.kept(&called);
        if let Some(icon) = look.and_then(|look| look.values.get(&n)) {
            return (self.defs.icon(&format!("{id}/{n}"), icon), 1, false);
        }
        match look.filter(|look| !look.icon.shapes.is_empty()) {
            None => (self.defs.badge(&rules.state[key.index()].decl.name), 1, n != 1),
            Some(look) if look.number => (self.defs.icon(&id, &look.icon), 1, true),
            Some(look) => (self.defs.icon(&id, &look.icon), n.clamp(1, STACK_MAX), n != 1),
        }
    }
}
