//! Reference implementation of finding the features to score, by checking every feature. Debug builds compare.

use crate::game::Game;
use crate::ids::SegmentId;
use crate::ruleset::Ruleset;
use crate::state::{NONE, State};

/// Returns whether every complete feature that has not scored is recorded. Features of start tiles alone never score.
/// A feature that an expansion may hold back could have been held back when it was recorded.
pub(in crate::engine) fn all_is_noted(rules: &Ruleset, st: &State) -> bool {
    if !rules.asked.complete.is_empty() {
        return true;
    }
    let game = Game::new(rules, st);
    let start = rules.start_len();
    let roots = st.there().filter(|n| st.root(*n) == *n);
    let mut complete = roots.filter(|n| game.is_complete(*n) && !st.feature(*n).done);
    let noted =
        |root: SegmentId| st.due.iter().any(|n| *n != NONE && st.root(SegmentId(*n)) == root);
    complete.all(|root| noted(root) || st.members(root).all(|n| st.tile_of(n).index() < start))
}
