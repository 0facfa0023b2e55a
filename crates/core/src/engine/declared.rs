//! Answers that a subscription declares, so that no function is called.

use crate::answer::Answer;
use crate::bytes::ones;
use crate::effect::{Effect, Place};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{Node, PileId, Player, RuleId, TypeId};
use crate::ruleset::{Says, Sub};
use crate::state::NONE;

impl Answer {
    /// What a subscription answers to an event; the keys of
    /// [`Subscription`](crate::decl::Subscription) say what each means.
    pub(super) fn declared(&mut self, game: &Game<'_>, sub: &Sub, says: &Says, event: &Event) {
        let st = game.state;
        let me = Player(st.player);
        if says.pay != 0 && says.bordering.is_none() {
            let figure = sub.neutral.and_then(|n| st.beside(n));
            let owner = figure.map_or(me, |f| Player(st.figures[f.index()].owner));
            if event.hook == Hook::ScoringBonus {
                self.bonus(owner, says.pay, says.rule);
            } else {
                self.pay(owner, says.pay, says.rule);
            }
        }
        if let Some((step, times)) = says.push {
            self.push(step, me, &[times]);
        }
        if says.parts != 0 {
            self.effect(Effect::Parts { n: says.parts }, says.rule);
        }
        for &(key, value) in &says.sets {
            self.effect(Effect::Set { key, of: 0, value }, RuleId::NONE);
        }
        self.declared_of_tiles(game, says, event);
        self.declared_of_features(game, says, event);
    }

    fn declared_of_tiles(&mut self, game: &Game<'_>, says: &Says, event: &Event) {
        let st = game.state;
        if let Some(to) = says.aside
            && st.drawn != NONE
        {
            let (tile, from, player) = (TypeId(st.drawn), PileId::NONE, Player::NONE);
            self.effect(Effect::TileMoved { tile, from, to, player }, says.rule);
        }
        for &(from, to) in says.pours.iter().filter(|(from, _)| st.piles[from.index()] > 0) {
            self.effect(Effect::Poured { from, to }, says.rule);
        }
        if !event.tile.is_some() {
            return;
        }
        if let Some(neutral) = says.moves {
            let to = Place::Tile(event.tile);
            self.effect(Effect::NeutralMoved { neutral, to }, says.rule);
        }
        if let Some(home) = &says.home {
            for figure in st.figures_on(event.tile) {
                if game.figure_matches(home, figure, Player(st.player), Node::NONE) {
                    self.send_home(figure, says.rule);
                }
            }
        }
    }

    fn declared_of_features(&mut self, game: &Game<'_>, says: &Says, event: &Event) {
        if !event.node.is_some() {
            return;
        }
        for (token, lanes) in &says.collect {
            let by = game.tag_of(event.node, lanes) as i16;
            if by > 0 {
                let player = Player(game.state.player);
                self.effect(Effect::TokenMoved { token: *token, player, by }, says.rule);
            }
        }
        for each in &says.points {
            let n = match &each.tag {
                Some(lanes) => game.tag_of(event.node, lanes),
                None => game.state.feature(event.node).tiles as i32,
            };
            self.add(says.rule, each.unit, n, each.rate);
        }
        if let Some((holder, wher)) = &says.bordering {
            let mut n = 0;
            game.each_bordering(event.node, wher.any_kind(), |feature| {
                n += i32::from(game.segment_matches(wher, feature, Node::NONE));
            });
            for owner in ones(event.owners).map(|p| Player(p as u8)).filter(|_| n > 0) {
                if holder.is_none_or(|kind| game.holds_kind(event.node, owner, kind)) {
                    self.bonus(owner, n * says.pay, says.rule);
                }
            }
        }
    }
}
