//! Effects on the course of the game: parts and turns, and the log of a turn.

use crate::effect::{Effect, Logged};
use crate::ids::{Player, RuleId};
use crate::limits::EFFECTS_PER_ACTION_MAX;
use crate::ruleset::{Resets, Ruleset};
use crate::state::{NONE, State};

impl State {
    /// Notes an effect that was applied in the log of the turn, if somebody wants to read of its kind.
    #[inline(always)]
    pub(crate) fn note(&mut self, rules: &Ruleset, effect: Effect, rule: RuleId) {
        if rules.logged >> effect.kind() as u8 & 1 != 0 && self.log.len() < EFFECTS_PER_ACTION_MAX {
            self.note_it(effect, rule);
        }
    }

    #[inline(never)]
    fn note_it(&mut self, effect: Effect, rule: RuleId) {
        self.log.push(Logged { effect, rule });
    }

    #[inline(always)]
    pub(super) fn end_part(&mut self, rules: &Ruleset, next: u8) {
        self.reset(rules, &rules.resets_part);
        self.placed = NONE;
        self.drawn = NONE;
        self.skip = 0;
        self.due.truncate(self.due_from());
        self.log_part = self.log.len() as u16;
        if next > 0 {
            self.part = next;
        }
    }

    #[inline(always)]
    pub(super) fn end_turn(&mut self, rules: &Ruleset) {
        self.reset(rules, &rules.resets_turn);
        self.log.clear();
        self.log_part = 0;
        self.part = 1;
        self.parts = 1;
        self.turn += 1;
        self.skip = 0;
    }

    /// An extra turn comes before what goes on now.
    pub(super) fn interrupt(&mut self, player: Player) {
        self.player = player.0;
        self.part = 1;
        self.parts = 1;
        self.placed = NONE;
        self.skip = 0;
        self.due.push(NONE);
    }

    /// Declared numbers go back to what they were at first.
    #[inline]
    fn reset(&mut self, rules: &Ruleset, resets: &Resets) {
        for &(at, value) in &resets.once {
            self.ext[at] = value;
        }
        if !resets.tiles.is_empty() {
            reset_rows(&mut self.tile_ext, rules.tile_row.len(), &resets.tiles);
        }
        if !resets.segments.is_empty() {
            reset_rows(&mut self.segment_ext, rules.segment_row.len(), &resets.segments);
        }
    }
}

/// Numbers at these places of each row go back to these values.
#[inline(never)]
fn reset_rows(numbers: &mut [i32], row: usize, resets: &[(usize, i32)]) {
    for &(at, value) in resets {
        numbers.iter_mut().skip(at).step_by(row).for_each(|n| *n = value);
    }
}
