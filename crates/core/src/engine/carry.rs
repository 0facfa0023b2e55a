//! Carrying out what was chosen.

use super::{HookError, Host, REACTION};
use crate::answer::Push;
use crate::choice::{Action, Choice, Over};
use crate::decl;
use crate::effect::{Effect, Place, Sink};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{
    Corner, FigureId, NeutralId, PileId, Player, RuleId, SegmentId, TileId, TileTypeId, VerbId,
};
use crate::ruleset::{Call, Restriction, Ruleset, Verb};
use crate::score::{Claim, Returns};
use crate::state::{FigurePlace, NONE, State};
use crate::step::{self, Header};
use std::sync::Arc;

impl Host {
    /// Carries out a listed option and goes on to the next decision; which it was.
    pub(super) fn carry_out<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        i: usize,
        sink: &mut S,
    ) -> Result<Choice, HookError> {
        self.begin();
        let Some(choice) = self.list.get(i) else {
            return Err(no_such_option());
        };
        let Some(top) = st.agenda.last() else {
            return Err(Self::core_fault("E0002", "nothing is asked", "rien n'est demandé"));
        };
        let header = Header(*top);
        if let Some(Action::Draw { tile }) = choice.action() {
            let Some(pile) = st.draw_pile() else {
                return Err(no_such_option());
            };
            self.draw(rules, st, tile, pile, sink)?;
            self.advance(rules, st, sink)?;
            return Ok(choice);
        }
        Self::count(rules, st, header, choice)?;
        let kept = rules.is_sealed(header.code()) && self.keep(rules, st, header, choice)?;
        if !kept {
            self.do_chosen(rules, st, header, choice, sink)?;
        }
        self.settle(rules, st, sink)?;
        self.advance(rules, st, sink)?;
        Ok(choice)
    }

    /// Leaves the step on top and does what was chosen there. What each kind of action needs stands by itself, so
    /// that only one jump, which nobody can foresee, leads to it.
    #[inline(always)]
    pub(super) fn act<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let actor = Player(header.actor());
        match choice.action() {
            Some(Action::Place { tile, cell, rotation, over }) => {
                let rule = self.leave_step(rules, st, header, choice, None, sink)?;
                let Some((from, player)) = st.source(rules, actor, tile, choice.offer() > 0) else {
                    return Err(Self::core_fault(
                        "E0004",
                        "the tile is not in hand",
                        "la tuile n'est pas en main",
                    ));
                };
                if from.is_some() && st.drawn != NONE {
                    // A tile of a zone takes its place, so that it goes back among those to be drawn.
                    let home = rules.types[usize::from(st.drawn)].group;
                    self.let_go(rules, st, home, rule, sink)?;
                }
                let mut effect = Effect::Placed {
                    tile: TileId::NONE,
                    kind: tile,
                    cell,
                    rotation,
                    from,
                    player,
                    start: false,
                };
                self.emit(rules, st, sink, &mut effect, rule)?;
                match (over, effect) {
                    (Some(over), Effect::Placed { tile, .. }) => {
                        self.lay_with(rules, st, (tile, over), rule, sink)
                    }
                    _ => Ok(()),
                }
            }
            Some(Action::Deploy { figure, node }) => {
                let rule = self.leave_step(rules, st, header, choice, None, sink)?;
                match st.first_in_supply(rules, actor, figure) {
                    Some(figure) => {
                        let effect = &mut Effect::Deployed { figure, node };
                        self.emit(rules, st, sink, effect, rule)
                    }
                    None => Ok(()),
                }
            }
            Some(Action::Pass) => {
                let rule = self.leave_step(rules, st, header, choice, None, sink)?;
                let declined = header.code() == step::PLACE && st.drawn != NONE;
                if declined {
                    let law = rules.restriction(Restriction::Unplaceable);
                    self.let_go(rules, st, PileId::OUT, law, sink)?;
                }
                let mut effect = Effect::Passed { player: actor, step: header.code() };
                self.emit(rules, st, sink, &mut effect, rule)?;
                if declined {
                    // A tile that fits with help alone goes aside as one that fits nowhere, and another is drawn.
                    st.push_frame(step::PLACE, actor, &[])?;
                    st.push_frame(step::DRAW, Player::CHANCE, &[0])?;
                }
                Ok(())
            }
            Some(Action::Invoke { verb, target }) => {
                self.invoke(rules, st, header, choice, (verb, target), sink)
            }
            Some(Action::Move { figure, node }) => {
                let rule = self.leave_step(rules, st, header, choice, None, sink)?;
                let mut effect = Effect::Moved { figure, from: SegmentId::NONE, node };
                self.emit_rare(rules, st, sink, &mut effect, rule)
            }
            Some(Action::Roll { .. }) => {
                self.leave_step(rules, st, header, choice, None, sink).map(|_| ())
            }
            Some(Action::Draw { .. }) | None => Err(no_such_option()),
        }
    }

    /// Lets the sink draw the tile, if it draws. Returns whether a tile was drawn.
    #[inline(always)]
    pub(super) fn deal<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<bool, HookError> {
        let Some(pile) = st.draw_pile() else { return Ok(false) };
        let Some(k) = sink.draw(st.piles[pile.index()] as u32) else { return Ok(false) };
        self.draw_nth(rules, st, pile, k, sink).map(|()| true)
    }

    /// Draws the `k`-th tile of a pile.
    #[inline]
    pub(super) fn draw_nth<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        pile: PileId,
        k: u32,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let tile = st.nth_in_pile(rules, pile, k);
        self.begin();
        self.draw(rules, st, tile, pile, sink)
    }

    pub(super) fn draw<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        tile: TileTypeId,
        from: PileId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        debug_assert_eq!(
            st.draw_pile(),
            rules.course.draw_order.iter().copied().find(|p| st.piles[p.index()] > 0),
            "the next pile is the first that has a tile"
        );
        let header = Header(*st.agenda.last().expect("a draw is asked"));
        Self::count(rules, st, header, Choice::PASS)?;
        if header.first() != 0 {
            self.draw_elsewhere(rules, st, header, tile, from, sink)?;
        } else {
            st.pop_frame(header);
            let (to, player) = (PileId::NONE, Player::NONE);
            let mut effect = Effect::Drawn { tile, from, to, player };
            self.emit(rules, st, sink, &mut effect, RuleId::NONE)?;
        }
        if header.first() == 0 && !self.events.is_empty() {
            self.settle_effects(rules, st, sink)?;
            if st.drawn == NONE {
                // A reaction put the tile elsewhere: another is drawn.
                st.push_frame(step::DRAW, Player::CHANCE, &[0])?;
            }
        }
        self.settle(rules, st, sink)
    }

    /// Draws a tile that goes to a zone or into the start layout.
    #[inline(never)]
    fn draw_elsewhere<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        tile: TileTypeId,
        from: PileId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        st.pop_frame(header);
        if args[0] == step::DRAW_START {
            let (cell, rotation) = rules.course.start_drawn[args[1] as usize];
            return self.lay_out(rules, st, sink, from, (tile, cell, rotation));
        }
        let to = if args[0] > 0 { PileId(args[0] as u8 - 1) } else { PileId::NONE };
        let player = if nargs > 1 { Player(args[1] as u8) } else { Player::NONE };
        let mut effect = Effect::Drawn { tile, from, to, player };
        self.emit_rare(rules, st, sink, &mut effect, RuleId::NONE)
    }

    /// What a verb's declaration says follows from it.
    fn consequences<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        v: &Verb,
        target: u32,
        sink: &mut S,
    ) -> Result<(), HookError> {
        // Of two things the first.
        let target = v.decl.first(target);
        if !v.tags.is_empty() {
            let node = SegmentId(target as u16);
            let kind = st.kind(node);
            for &(_, lane, by) in v.tags.iter().filter(|t| t.0 == kind) {
                self.emit_rare(rules, st, sink, &mut Effect::Tagged { node, lane, by }, v.rule)?;
            }
        }
        let figure = FigureId(target as u16);
        if v.decl.does.pays_holder
            && v.points > 0
            && let Place::Held(to) = st.figure_place(figure)
        {
            let mut effect = Effect::pay(to, v.points as i32);
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if v.decl.does.home {
            let mut effect = Effect::Returned { figure, from: SegmentId::NONE, scored: false };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if v.decl.does.scores
            && let Some(f) = st.figures.get(target as usize)
            && f.place == FigurePlace::Segment
        {
            let claim = Claim {
                rule: v.rule,
                node: SegmentId(f.at),
                // Chance earns nothing.
                owners: 1u8.checked_shl(actor.0.into()).unwrap_or(0),
                complete: false,
                last: false,
                returns: Returns::One(figure),
            };
            self.score_claims(rules, st, &[claim], &[], &[], sink)?;
        }
        if v.decl.target == decl::Target::Overlay {
            let (tile, overlay, rotation) =
                (TileId((target >> 2) as u16), v.overlay, target as u8 & 3);
            let mut effect = Effect::Overlaid { tile, overlay, rotation, node: SegmentId::NONE };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if let Some(kind) = v.deploys
            && let Some(figure) = st.first_in_supply(rules, actor, kind)
        {
            let corner = Corner(target as u16);
            let mut effect = Effect::Stood { figure, corner, from: SegmentId::NONE };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if let Some(neutral) = v.moves {
            self.move_neutral(rules, st, v, neutral, target, sink)?;
        }
        if let Some(code) = v.then {
            let mut args = [0; crate::limits::STEP_ARGS_MAX];
            args[0] = target as i32;
            self.pushed.push(Push { code, actor: actor.0, nargs: 1, args });
        }
        Ok(())
    }

    /// A neutral figure goes to the target of a verb, and the tile it leaves is noted.
    fn move_neutral<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        verb: &Verb,
        neutral: NeutralId,
        target: u32,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let left = Game::new(rules, st).neutral_tile(neutral);
        if let (Some(key), Some(tile)) = (verb.trail, left) {
            let mut effect = Effect::Listed { key, of: 0, value: tile.0.into() };
            self.emit_rare(rules, st, sink, &mut effect, verb.rule)?;
        }
        let to = match verb.decl.target {
            decl::Target::Figure => Place::Beside(FigureId(target as u16)),
            decl::Target::Tile => Place::Tile(TileId(target as u16)),
            decl::Target::Segment => Place::Segment(SegmentId(target as u16)),
            decl::Target::Player => Place::Held(Player(target as u8)),
            _ => return Ok(()),
        };
        self.emit_rare(rules, st, sink, &mut Effect::NeutralMoved { neutral, to }, verb.rule)
    }

    /// Leaves the step on top and carries out a verb.
    fn invoke<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        (verb, target): (VerbId, u32),
        sink: &mut S,
    ) -> Result<(), HookError> {
        let v = &rules.verbs[verb.index()];
        let actor = Player(header.actor());
        let mut event = Event::new(Hook::Do);
        if !v.calls.is_empty() {
            event.nargs = st.top_args(header, &mut event.args);
        }
        self.leave_step(rules, st, header, choice, Some(v), sink)?;
        self.consequences(rules, st, actor, v, target, sink)?;
        if v.calls.is_empty() {
            return Ok(());
        }
        event.actor = actor;
        event.rule = v.rule;
        event.number = target as i32;
        event.choice = Choice::invoke(verb, target);
        for (sort, target) in v.decl.named(target) {
            tell(&mut event, st, sort, target);
        }
        for &function in &v.calls {
            let call = Call { expansion: v.expansion, function };
            self.settle_effects(rules, st, sink)?;
            self.call(rules, st, call, &event, REACTION)?;
            self.take_answer(rules, st, call, sink)?;
        }
        Ok(())
    }
}

/// Tells an event what was chosen, of two things of one sort the first.
fn tell(event: &mut Event, st: &State, sort: decl::Target, target: u32) {
    match sort {
        decl::Target::Segment if !event.node.is_some() => event.node = SegmentId(target as u16),
        decl::Target::Figure if !event.figure.is_some() => {
            event.figure = FigureId(target as u16);
            if let Some(f) = st.figures.get(target as usize) {
                event.player = Player(f.owner);
                if f.place == FigurePlace::Segment && !event.node.is_some() {
                    event.node = SegmentId(f.at);
                }
            }
        }
        decl::Target::Tile if !event.tile.is_some() => {
            event.tile = TileId(target as u16);
        }
        decl::Target::Player if !event.player.is_some() => event.player = Player(target as u8),
        decl::Target::Neutral if !event.neutral.is_some() => {
            event.neutral = NeutralId(target as u8);
        }
        _ => {}
    }
}

#[cold]
pub(super) fn no_such_option() -> HookError {
    Host::core_fault("E0003", "no such option", "cette option n'existe pas")
}

impl Host {
    /// The drawn tile is not placed: it goes to a pile.
    #[inline(never)]
    pub(super) fn let_go<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        to: PileId,
        rule: RuleId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let (tile, from, player) = (TileTypeId(st.drawn), PileId::NONE, Player::NONE);
        self.emit_rare(rules, st, sink, &mut Effect::TileMoved { tile, from, to, player }, rule)
    }

    /// Lays the piece that comes with a tile, over it or over one beside it.
    #[inline(never)]
    pub(super) fn lay_with<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        (placed, over): (TileId, Over),
        rule: RuleId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let cell = st.tile(placed).cell();
        let under = over.side().map_or(Some(placed), |side| st.tile_at(cell.side(side)));
        let Some(tile) = under else { return Err(no_such_option()) };
        let Over { overlay, rotation, .. } = over;
        let mut effect = Effect::Overlaid { tile, overlay, rotation, node: SegmentId::NONE };
        self.emit_rare(rules, st, sink, &mut effect, rule)
    }
}
