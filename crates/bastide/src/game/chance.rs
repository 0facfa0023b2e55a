//! Where in its streams the chance of a game stands.

use bastide_core::Action;
use bastide_core::ids::Player;

use super::{Entry, Play};
use crate::chance::{Purpose, Stream};

fn is_draw(action: Action) -> bool {
    matches!(action, Action::Draw { .. })
}

impl Play {
    /// The stream from which chance answers now: one for draws, one for all else, each after as many
    /// numbers as it has given.
    pub(super) fn chance(&self) -> Stream {
        let draws = self.decision.options.iter().filter_map(|c| c.action()).any(is_draw);
        let alike = |e: &&Entry| e.actor == Player::CHANCE && is_draw(e.action) == draws;
        let given = self.entries.iter().filter(alike).count() as u64;
        let purpose = if draws { Purpose::Chance } else { Purpose::Lot };
        Stream::after(self.seed, self.number, purpose, given)
    }
}
