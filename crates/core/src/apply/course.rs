//! Effects on the course of the game: parts and turns, and the log of a turn.

use crate::effect::{Effect, Logged};
use crate::game::Game;
use crate::ids::{Player, RuleId, SegmentId};
use crate::limits::LOG_MAX;
use crate::ruleset::{Resets, Ruleset};
use crate::state::{Interrupted, NONE, Spilt, State};

impl State {
    /// Notes an effect that was applied in the log of the turn, if somebody wants to read of its kind.
    #[inline(always)]
    pub(crate) fn note(&mut self, rules: &Ruleset, effect: Effect, rule: RuleId) {
        if rules.asked.logged >> effect.kind() as u8 & 1 != 0 {
            self.note_it(effect, rule);
        }
    }

    #[inline(never)]
    fn note_it(&mut self, effect: Effect, rule: RuleId) {
        if self.log.len() < LOG_MAX {
            self.log.push(Logged { effect, rule });
        } else {
            self.spilt = Some(Spilt::Log);
        }
    }

    #[inline(always)]
    pub(super) fn end_part(&mut self, rules: &Ruleset, next: u8) {
        self.reset(rules, &rules.kept.resets_in_part);
        self.placed = NONE;
        self.drawn = NONE;
        self.skip = 0;
        self.forget_due(rules);
        self.log_part = self.log.len() as u16;
        if next > 0 {
            self.part = next;
        }
    }

    #[inline(always)]
    pub(super) fn end_turn(&mut self, rules: &Ruleset) {
        self.reset(rules, &rules.kept.resets_in_turn);
        self.log.clear();
        self.log_part = 0;
        self.part = 1;
        self.parts = 1;
        self.begun += 1;
        self.turn = self.begun;
        self.skip = 0;
    }

    /// An extra turn comes before what goes on now; what was noted for a turn or a part waits until it does.
    pub(super) fn interrupt(&mut self, rules: &Ruleset, player: Player) {
        self.interrupted.push(Interrupted {
            turn: self.turn,
            log: std::mem::take(&mut self.log),
            log_part: self.log_part,
            numbers: self.noted(rules),
        });
        self.end_turn(rules);
        self.reset(rules, &rules.kept.resets_in_part);
        self.player = player.0;
        self.placed = NONE;
        self.due.push(NONE);
    }

    /// A turn that was interrupted goes on: the turn that has just ended noted nothing for it.
    pub(super) fn resume(&mut self, rules: &Ruleset) {
        let from = self.due_from();
        self.keep_closed(rules, from);
        if from > 0 {
            self.due.remove(from - 1);
        }
        let Some(held) = self.interrupted.pop() else { return };
        self.begun -= 1;
        self.turn = held.turn;
        (self.log, self.log_part) = (held.log, held.log_part);
        let rows = [&mut self.ext, &mut self.tile_ext, &mut self.segment_ext];
        for (row, noted) in rows.into_iter().zip(held.numbers) {
            for (at, value) in noted {
                row[at as usize] = value;
            }
        }
    }

    /// Returns the numbers of game, tiles and segments that were set in this turn or part and differ from their
    /// defaults.
    fn noted(&self, rules: &Ruleset) -> [Vec<(u32, i32)>; 3] {
        let mut noted = [const { Vec::new() }; 3];
        for resets in [&rules.kept.resets_in_turn, &rules.kept.resets_in_part] {
            let rows = [
                (&self.ext, self.ext.len(), &resets.once),
                (&self.tile_ext, rules.kept.per_tile.len(), &resets.tiles),
                (&self.segment_ext, rules.kept.per_segment.len(), &resets.segments),
            ];
            for ((numbers, row, places), noted) in rows.into_iter().zip(&mut noted) {
                for &(first, value) in places {
                    let all = (first..numbers.len()).step_by(row.max(1));
                    let others = all.filter(|at| numbers[*at] != value);
                    noted.extend(others.map(|at| (at as u32, numbers[at])));
                }
            }
        }
        noted
    }

    /// Clears the features that await scoring, except those closed since, which the next scoring checks.
    #[inline(always)]
    fn forget_due(&mut self, rules: &Ruleset) {
        let from = self.due_from();
        if self.due.len() > from {
            self.keep_closed(rules, from);
        }
    }

    #[inline(never)]
    fn keep_closed(&mut self, rules: &Ruleset, from: usize) {
        let since = self.due.split_off(from);
        let closed = |n: &u16| {
            let (node, game) = (SegmentId(*n), Game::new(rules, self));
            self.is_there(node) && game.is_complete(node) && !self.feature(node).done
        };
        let kept: Vec<u16> = since.into_iter().filter(closed).collect();
        self.due.extend(kept);
    }

    /// Resets declared numbers to their defaults.
    #[inline]
    fn reset(&mut self, rules: &Ruleset, resets: &Resets) {
        for &(at, value) in &resets.once {
            self.ext[at] = value;
        }
        if !resets.tiles.is_empty() {
            reset_rows(&mut self.tile_ext, rules.kept.per_tile.len(), &resets.tiles);
        }
        if !resets.segments.is_empty() {
            reset_rows(&mut self.segment_ext, rules.kept.per_segment.len(), &resets.segments);
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
