//! Frames of the agenda, and what the turn asks of the deck.

use super::{HookError, Host};
use crate::effect::Effect;
use crate::hooks::Slot;
use crate::ids::{PileId, Player, TileId, TileTypeId};
use crate::limits::AGENDA_MAX;
use crate::ruleset::Ruleset;
use crate::state::{NONE, State};
use crate::step::{self, Header};

impl State {
    /// Pushes a frame.
    #[inline(always)]
    pub(super) fn push_frame(
        &mut self,
        code: u8,
        actor: Player,
        args: &[i32],
    ) -> Result<(), HookError> {
        if self.agenda.len() + 4 > AGENDA_MAX {
            return Err(Host::core_fault(
                "E0007",
                "more steps and extra turns wait than can be kept",
                "trop d'étapes et de tours supplémentaires attendent",
            ));
        }
        if args.len() > 1 {
            self.push_args(&args[1..]);
        }
        let first = args.first().copied().unwrap_or(0);
        self.agenda.push(Header::new(code, actor.0, args.len() as u8, first).0);
        Ok(())
    }

    /// Pushes further arguments of a frame, two to a word.
    #[inline(never)]
    fn push_args(&mut self, args: &[i32]) {
        for pair in args.chunks(2).rev() {
            let high = pair.get(1).copied().unwrap_or(0) as u32 as u64;
            self.agenda.push(high << 32 | pair[0] as u32 as u64);
        }
    }

    /// Returns the frames of the agenda, the next one first.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Header> {
        let mut left = &self.agenda[..];
        std::iter::from_fn(move || {
            let (top, below) = left.split_last()?;
            let frame = Header(*top);
            left = &below[..below.len().saturating_sub(frame.extra())];
            Some(frame)
        })
    }

    /// Pops the top frame, whose header is known.
    #[inline]
    pub(super) fn pop_frame(&mut self, header: Header) {
        debug_assert_eq!(
            self.agenda.last().copied(),
            Some(header.0),
            "the frame on top is the one meant"
        );
        let len = self.agenda.len() - 1 - header.extra();
        self.agenda.truncate(len);
    }

    /// The top frame, whose header is known, has been answered: if its step goes round, the next player is asked when
    /// everything that follows is done.
    #[inline(always)]
    pub(super) fn end_step(&mut self, rules: &Ruleset, header: Header) -> Result<(), HookError> {
        if header.code() >= step::OWN {
            return self.end_own_step(rules, header);
        }
        self.pop_frame(header);
        Ok(())
    }

    #[inline(never)]
    fn end_own_step(&mut self, rules: &Ruleset, header: Header) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = self.top_args(header, &mut args);
        self.pop_frame(header);
        let own = &rules.steps[(header.code() - step::OWN) as usize];
        // The next frame of a sealed step was pushed when the answer was stored.
        if !own.decl.rounds || own.decl.sealed {
            return Ok(());
        }
        self.ask_next(header, &mut args[..nargs as usize])
    }

    /// Asks the next player of a step that goes round, if it does not end here.
    pub(super) fn ask_next(&mut self, header: Header, args: &mut [i32]) -> Result<(), HookError> {
        match args.first_mut() {
            Some(left) if *left > 1 => *left -= 1,
            _ => return Ok(()),
        }
        let next = Player((header.actor() + 1) % self.players);
        self.push_frame(header.code(), next, args)
    }

    /// How often the step that asks now is asked in all, this time included, if it goes round the table.
    #[must_use]
    pub fn rounds_left(&self, rules: &Ruleset) -> Option<u16> {
        let header = Header(*self.agenda.last()?);
        let own = rules.steps.get(usize::from(header.code().wrapping_sub(step::OWN)))?;
        own.decl.rounds.then(|| u16::try_from(header.first().max(1)).unwrap_or(u16::MAX))
    }

    /// Arguments of the top frame.
    #[inline]
    pub(super) fn top_args(
        &self,
        header: Header,
        args: &mut [i32; crate::limits::STEP_ARGS_MAX],
    ) -> u8 {
        args[0] = header.first();
        if header.nargs() > 1 {
            self.further_args(header, args);
        }
        header.nargs()
    }

    #[inline(never)]
    fn further_args(&self, header: Header, args: &mut [i32; crate::limits::STEP_ARGS_MAX]) {
        let top = self.agenda.len() - 1;
        for (i, arg) in args.iter_mut().enumerate().take(header.nargs() as usize).skip(1) {
            let word = self.agenda[top - 1 - (i - 1) / 2];
            *arg = if i % 2 == 1 { word as u32 as i32 } else { (word >> 32) as u32 as i32 };
        }
    }

    /// Pushes the frame of an extra turn, below the steps that are being pushed and above everything older. Its
    /// arguments keep what the turn interrupts; the first of them is not 0.
    pub(super) fn push_turn(&mut self, player: Player) -> Result<(), HookError> {
        let who = u32::from_le_bytes([1, self.player, self.part, self.parts]);
        let what = u32::from(self.skip) << 16 | u32::from(self.placed);
        self.push_frame(step::TURN, player, &[0, who as i32, what as i32])
    }

    /// The turn that the one whose frame has these arguments interrupted goes on.
    pub(super) fn resumed([who, what]: [i32; 2]) -> Effect {
        let [_, player, part, parts] = (who as u32).to_le_bytes();
        let (placed, skip) = (TileId(what as u32 as u16), (what as u32 >> 16) as u16);
        Effect::TurnResumed { player: Player(player), part, parts, placed, skip }
    }

    /// The turn, whose frame is on top, moves on.
    #[inline]
    pub(super) fn move_turn(&mut self, frame: u64) {
        *self.agenda.last_mut().expect("the turn's frame") = frame;
    }

    /// The turn's frame at another position, unmarked.
    pub(super) fn set_turn_position(&mut self, top: Header, position: usize) {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let n = self.top_args(top, &mut args);
        self.pop_frame(top);
        let keep = if n >= 3 && args[1] != 0 { 3 } else { 1 };
        args[0] = position as i32;
        let _ = self.push_frame(step::TURN, Player(top.actor()), &args[..keep]);
    }

    /// The pile that a tile would be drawn from.
    #[inline]
    pub(crate) fn draw_pile(&self) -> Option<PileId> {
        self.next_pile.is_some().then_some(self.next_pile)
    }

    /// A pile has become empty, or is so no longer: the next tile may come from another.
    pub(crate) fn look_for_pile(&mut self, rules: &Ruleset) {
        let next = rules.course.draw_order.iter().copied().find(|p| self.piles[p.index()] > 0);
        self.next_pile = next.unwrap_or(PileId::NONE);
    }

    /// Whether the frame stands for a slot of this part that was skipped since the frame was pushed.
    pub(super) fn is_skipped(&self, rules: &Ruleset, header: Header) -> bool {
        let slot = match rules.replaced_by(header.code()) {
            step::DRAW => Slot::Draw,
            step::PLACE => Slot::Place,
            step::ACTION => Slot::Action,
            step::SECOND_ACTION => Slot::SecondAction,
            step::SCORE => Slot::Scoring,
            _ => return false,
        };
        self.skip & 1 << slot as u8 != 0 && header.first() == 0
    }

    #[inline]
    pub(super) fn may_draw(&self, header: Header) -> bool {
        (header.nargs() >= 1 && header.first() > 0 || self.drawn == NONE && self.placed == NONE)
            && self.draw_pile().is_some()
    }

    /// Whether there is a tile to draw, or one in a zone that keeps the game going.
    pub(super) fn can_go_on(&self, rules: &Ruleset) -> bool {
        self.draw_pile().is_some()
            || rules.course.pending_zones.iter().any(|z| self.piles[z.index()] > 0)
    }

    /// The `k`-th tile of a pile, counting by types: those of its own and those that others were put in.
    #[inline]
    pub(super) fn nth_in_pile(&self, rules: &Ruleset, pile: PileId, k: u32) -> TileTypeId {
        if self.zoned.iter().any(|z| z.pile == pile.0) {
            return self.nth_with_lent(rules, pile, k);
        }
        let found = if self.deck.left() == self.piles[pile.index()] {
            // The plain case by far: nothing else is left in the deck.
            self.deck.nth(k)
        } else {
            self.deck.nth_of(k, &rules.piles[pile.index()].types)
        };
        found.unwrap_or_default()
    }

    #[inline(never)]
    fn nth_with_lent(&self, rules: &Ruleset, pile: PileId, mut k: u32) -> TileTypeId {
        let mut lent = vec![0; rules.types.len()];
        for zoned in self.zoned.iter().filter(|z| z.pile == pile.0) {
            lent[usize::from(zoned.tile)] += 1;
        }
        let copies = |(tile, own): (TileTypeId, u8)| {
            let own = if rules.types[tile.index()].group == pile { u32::from(own) } else { 0 };
            own + lent[tile.index()]
        };
        let found = self.deck.counts().find(|counted| {
            let here = copies(*counted);
            let found = k < here;
            k = k.wrapping_sub(here);
            found
        });
        found.map_or(TileTypeId(0), |(tile, _)| tile)
    }
}
