//! What the scoring has to look at, found by looking at every feature. Debug builds hold what was noted against it.

use crate::game::Game;
use crate::ids::SegmentId;
use crate::ruleset::Ruleset;
use crate::state::{NONE, State};

/// Whether every feature that is complete and was not scored has been noted. What lies on tiles of the start alone is
/// nobody's to score. Where an expansion may say that what is closed is not complete, it may have said so when it was noted.
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
