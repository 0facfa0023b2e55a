//! What a seat sees of the official games, which hide nothing; the masks are tested in the core.

use super::*;
use crate::game::tests::played;

#[test]
fn what_is_open_to_all_is_not_masked() {
    let game = played(4, 33);
    for seat in [Player(0), Player(1)] {
        let view = game.seen_by(seat);
        assert_eq!(view.state(), game.state());
        assert!(!view.hides());
        assert_eq!(game.decision_for(seat), *game.decision());
        let unseen: u32 = view.unseen().map(|(_, n)| u32::from(n)).sum();
        assert_eq!(unseen, game.read().deck_size());
        for entry in game.entries() {
            assert_eq!(text_for(&game, entry, seat), entry.text);
            assert_eq!(game.outcome_for(&entry.outcome, seat), entry.outcome);
        }
    }
}
