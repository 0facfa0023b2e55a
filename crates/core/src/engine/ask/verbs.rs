//! Verbs and deploy patterns, listed by their declarations.

use super::super::Host;
use super::own::joins_own;
use super::{plainly, targets};
use crate::answer::Offer;
use crate::bytes::set_bits;
use crate::choice::{Action, Choice};
use crate::condition::{At, Standing, Thing};
use crate::decl::Target;
use crate::effect::Place;
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{FigureId, FigureKindId, Player, SegmentId, TileId, VerbId};
use crate::ruleset::{Pattern, Ruleset, Verb, Waived};
use crate::state::{NONE, State};

/// Whether a player can pay for a verb, and has not done it already if that is once too often.
#[inline(never)]
fn may_be_done(rules: &Ruleset, st: &State, actor: Player, v: &Verb, step: &Event) -> bool {
    let game = Game::new(rules, st);
    // What chance has done is written nowhere.
    let seated = actor.0 < st.players;
    v.price.iter().all(|(t, n)| st.tokens(*t, actor) >= *n as i16)
        && v.deploys.is_none_or(|kind| seated && st.supply(actor, kind) > 0)
        && (v.points == 0 || st.score(actor) >= v.points as i32)
        && !v.once.is_some_and(|key| seated && game.get(key, actor.index()) != 0)
        && At::target(game, step, actor).of(&v.whil, Thing::Moment)
}

impl Host {
    /// Lists a verb by its declaration.
    pub(super) fn list_verb(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        step: &Event,
    ) {
        let v = &rules.verbs[verb.index()];
        if v.limited && !may_be_done(rules, st, actor, v, step) {
            return;
        }
        let game = Game::new(rules, st);
        let (w, at) = (&v.filter, At::target(game, step, actor));
        let before = self.list.len();
        match v.decl.target {
            Target::None => self.list.push(Choice::invoke(verb, 0)),
            Target::Segment => {
                let list = &mut self.list;
                game.each_segment(w, w.any_kind(), &at, |node| {
                    list.push(Choice::invoke(verb, node.0 as u32));
                });
            }
            Target::Figure => self.list_figures(rules, st, actor, verb, &at),
            Target::Tile => self.list_tiles(rules, st, verb, &at),
            Target::Number => {
                if let Some((from, to)) = v.decl.numbers {
                    self.list.push(Choice::range(verb, from, to));
                }
            }
            sort => {
                let list = &mut self.list;
                targets::each(&at, v, sort, w, &mut |n| list.push(Choice::invoke(verb, n)));
            }
        }
        if v.second.is_some() {
            self.pair(verb, before, &at);
        }
        debug_assert!(
            plainly::same(self.list.iter().skip(before), plainly::verbs(verb, &at)),
            "what is read off the condition of `{}` leaves those for which it holds",
            v.decl.name
        );
    }

    /// Puts every second thing beside the first ones, which were listed from some place on.
    #[inline(never)]
    fn pair(&mut self, verb: VerbId, from: usize, at: &At<'_>) {
        let mut firsts = Vec::new();
        let mut i = 0;
        self.list.retain(|choice| {
            i += 1;
            let first = i > from;
            if let (true, Some(Action::Invoke { target, .. })) = (first, choice.action()) {
                firsts.push(target);
            }
            !first
        });
        let list = &mut self.list;
        targets::pairs(at, verb, &firsts, &mut |choice| list.push(choice));
    }

    /// Tiles: those around a neutral figure, those with a figure on them, the one just placed, or all.
    fn list_tiles(&mut self, rules: &Ruleset, st: &State, verb: VerbId, at: &At<'_>) {
        let v = &rules.verbs[verb.index()];
        let (w, scan) = (&v.filter, &v.filter.scan);
        let game = Game::new(rules, st);
        let left = v.trail.map_or(&[][..], |key| game.list(key, 0));
        let held = scan.free_of.and_then(|n| game.neutral_tile(n)).map_or(NONE, |t| t.0);
        let around = scan.within.as_ref().map(|(around, word)| at.tiles_around(around, *word));
        let list = &mut self.list;
        let meant = |t: u16| {
            around.as_ref().is_none_or(|all| all.contains(&TileId(t)))
                && (w.plain || at.of(&scan.rest, Thing::Tile(TileId(t))))
                && scan.placed.is_none_or(|so| so == (t == st.placed))
        };
        let fits = |t: TileId| t.0 != held && !left.contains(&t.0.into()) && meant(t.0);
        if let Some(neutral) = scan.around {
            let Some(cell) = game.neutral_cell(neutral) else { return };
            // Which of them it may be cannot be guessed: all four are looked at.
            let around = [0, 1, 2, 3].map(|s| st.tile_at(cell.side(s)).map_or(NONE, |t| t.0));
            let mut out = around.map(|t| t == NONE || t == held);
            for before in left {
                for (t, out) in around.iter().zip(&mut out) {
                    *out |= *before == i32::from(*t);
                }
            }
            for (t, out) in around.into_iter().zip(out) {
                list.push_if(Choice::invoke(verb, t.into()), !out && meant(t));
            }
        } else if scan.placed == Some(true) {
            if let Some(t) = st.placed().filter(|t| fits(*t)) {
                list.push(Choice::invoke(verb, t.0.into()));
            }
        } else if scan.manned {
            for t in st.standing().map(|f| st.tile_of(SegmentId(st.figures[f.index()].at))) {
                let choice = Choice::invoke(verb, t.0.into());
                if !list.contains(choice) && fits(t) {
                    list.push(choice);
                }
            }
        } else if let Some(all) = &around {
            for t in all.iter().filter(|t| fits(**t)) {
                list.push(Choice::invoke(verb, t.0.into()));
            }
        } else if let Some(marked) = &scan.marked {
            for t in game.marked(marked).each().filter(|t| fits(*t)) {
                list.push(Choice::invoke(verb, t.0.into()));
            }
        } else {
            for (t, _) in st.lying().filter(|(t, _)| fits(*t)) {
                list.push(Choice::invoke(verb, t.0.into()));
            }
        }
    }

    /// Figures on the board, or those that players hold.
    fn list_figures(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        at: &At<'_>,
    ) {
        let v = &rules.verbs[verb.index()];
        let (w, one_per_kind) = (&v.filter, v.decl.one_per_kind);
        let game = Game::new(rules, st);
        // The tile in question is the same for all figures.
        let within = w.scan.within.as_ref();
        let center = within.map(|(around, word)| at.around(around, *word));
        if matches!(center, Some(None)) {
            return;
        }
        let center = center.flatten();
        let taken = w.scan.free_of.and_then(|n| st.beside(n)).unwrap_or(FigureId::NONE);
        debug_assert!(
            st.standing().eq((0..st.figure_count() as u16)
                .map(FigureId)
                .filter(|f| matches!(st.figure_place(*f), Place::Segment(_)))),
            "the bits of standing figures say who stands on a segment"
        );
        // Who stands on a corner is not among those whose bits say so.
        let corners = w.scan.figures.unwrap_or(u32::MAX) & rules.hot.cornered != 0;
        let on_board = w.scan.standing == Standing::OnBoard && !corners;
        let words = st.figures.len().div_ceil(64);
        let meant = &w.meant[actor.index().min(st.players.into()) * words..][..words];
        for (i, (meant, standing)) in meant.iter().zip(&st.standing).enumerate() {
            let there = match w.scan.standing {
                Standing::OnBoard if !corners => *standing,
                Standing::Held => !standing,
                Standing::OnBoard | Standing::Either => u64::MAX,
            };
            let first = 64 * i as u16;
            let mut bits = meant & there;
            if taken.0 / 64 == i as u16 {
                bits &= !(1 << (taken.0 % 64));
            }
            if w.plain && on_board && !one_per_kind {
                self.list.push_each(bits, |bit| Choice::invoke(verb, u32::from(first) + bit));
                continue;
            }
            for bit in set_bits(bits) {
                let id = FigureId(first + bit);
                if (on_board || game.is_among(w, id))
                    && center.is_none_or(|center| center.is_near(at, Thing::Figure(id)))
                    && (w.plain || at.of(&w.scan.rest, Thing::Figure(id)))
                    && !(one_per_kind && st.has_alike_before(id))
                {
                    self.list.push(Choice::invoke(verb, id.0.into()));
                }
            }
        }
    }

    /// Lists a declared deploy pattern for the figure kinds at hand, as bits.
    pub(super) fn list_pattern(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        p: &Pattern,
        have: u32,
        step: &Event,
    ) {
        let game = Game::new(rules, st);
        let at = At::target(game, step, actor);
        if p.once.is_some_and(|key| game.get(key, actor.index()) != 0)
            || !at.of(&p.whil, Thing::Moment)
        {
            return;
        }
        let lifted = p.waives.bits(rules);
        let figures = p.figures_now(&at, have);
        if self.notes.on() {
            self.note_refused(rules, st, actor, p, figures, &at);
        }
        // Only segments that take such figures are looked at.
        let kinds = rules.hot.kinds_taking(figures) & p.filter.any_kind();
        if kinds == 0 {
            return;
        }
        let completes = kinds & rules.hot.completes != 0 || !rules.asked.complete.is_empty();
        let may_be_complete = p.may_be_complete && completes;
        // More rows than there may be are a fault in the end.
        let row = (self.offers.len() + 1) as u8;
        let list = &mut self.list;
        let before = list.len();
        game.each_segment(&p.filter, kinds, &at, |node| {
            let mut bits = figures & rules.hot.takes[st.kind(node).0];
            if p.may_be_occupied && game.is_occupied(node) {
                bits &= !rules.hot.claims;
            }
            if may_be_complete && st.tile_of(node).0 != st.placed && game.is_complete(node) {
                return;
            }
            while bits != 0 {
                let kind = FigureKindId(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                let special = rules.hot.special >> kind.0 & 1 != 0;
                if !special || joins_own(rules, st, actor, kind, node, lifted) {
                    list.push(Choice::deploy(kind, node).under(row));
                }
            }
        });
        if list.len() == before {
            return;
        }
        self.patterned |= kinds;
        if self.notes.on() {
            self.note_row(Some(p));
        }
        let Pattern { rule, free, once, ref waives, .. } = *p;
        let waives = Waived { restrictions: 0, rules: waives.rules.clone() };
        self.offers.push(Offer { rule, free, once, waives, by: p.expansion, ..Offer::default() });
    }
}

impl Pattern {
    /// Of figure kinds (bits), those that it deploys.
    #[inline]
    pub(in crate::engine) fn figures_now(&self, at: &At<'_>, have: u32) -> u32 {
        let mut figures = self.figures & have;
        if let Some(deploys) = &self.deploys {
            let is = |kind: &u16| at.of(deploys, Thing::Kind(FigureKindId(*kind as u8)));
            figures = set_bits(figures).filter(is).fold(0, |bits, kind| bits | 1 << kind);
        }
        figures
    }
}
