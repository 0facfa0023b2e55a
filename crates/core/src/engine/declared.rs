//! Answers that a subscription declares, so that no function is called.

use crate::answer::Answer;
use crate::bytes::ones;
use crate::condition::{At, Condition, Thing};
use crate::effect::{Effect, Place};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{FigureKindId, PileId, Player, RuleId, TypeId};
use crate::ruleset::{Act, Says, Sub};
use crate::state::NONE;

impl Answer {
    /// What a subscription answers to an event; the keys of
    /// [`Subscription`](crate::decl::Subscription) say what each means.
    pub(super) fn declared(&mut self, game: &Game<'_>, sub: &Sub, says: &Says, event: &Event) {
        let st = game.state;
        let me = Player(st.player);
        let rule = says.rule;
        for act in &says.acts {
            match act {
                Act::Pay(points) => {
                    let figure = sub.neutral.and_then(|n| st.beside(n));
                    let owner = figure.map_or(me, |f| Player(st.figures[f.index()].owner));
                    if event.hook == Hook::ScoringBonus {
                        self.bonus(owner, *points, rule);
                    } else {
                        self.pay(owner, *points, rule);
                    }
                }
                Act::Push(step, times) => self.push(*step, me, &[*times]),
                Act::Parts(n) => self.effect(Effect::Parts { n: *n }, rule),
                Act::Set(key, value) => {
                    let effect = Effect::Set { key: *key, of: 0, value: *value };
                    self.effect(effect, RuleId::NONE);
                }
                Act::Aside(to) if st.drawn != NONE => {
                    let (tile, from) = (TypeId(st.drawn), PileId::NONE);
                    let effect = Effect::TileMoved { tile, from, to: *to, player: Player::NONE };
                    self.effect(effect, rule);
                }
                Act::Pour(from, to) if st.piles[from.index()] > 0 => {
                    self.effect(Effect::Poured { from: *from, to: *to }, rule);
                }
                Act::Move(neutral) if event.tile.is_some() => {
                    let to = Place::Tile(event.tile);
                    self.effect(Effect::NeutralMoved { neutral: *neutral, to }, rule);
                }
                Act::Home(whom) if event.tile.is_some() => {
                    for figure in st.figures_on(event.tile) {
                        if At::event(*game, event).of(whom, Thing::Figure(figure)) {
                            self.send_home(figure, rule);
                        }
                    }
                }
                Act::Collect(token, lanes) if event.node.is_some() => {
                    let by = game.tag_of(event.node, lanes) as i16;
                    if by > 0 {
                        self.effect(Effect::TokenMoved { token: *token, player: me, by }, rule);
                    }
                }
                Act::Points(each) if event.node.is_some() => {
                    let n = match &each.tag {
                        Some(lanes) => game.tag_of(event.node, lanes),
                        None => st.feature(event.node).tiles as i32,
                    };
                    self.add(rule, each.unit, n, each.rate);
                }
                Act::Bordering(points, holder, of) if event.node.is_some() => {
                    self.bordering(game, (rule, *points), *holder, of, event);
                }
                // What is refused is asked of each option; else there is nothing to do it to.
                _ => {}
            }
        }
    }

    /// Points for each such feature that the one in question borders, to owners who have such a figure in it.
    fn bordering(
        &mut self,
        game: &Game<'_>,
        (rule, points): (RuleId, i32),
        holder: Option<FigureKindId>,
        of: &Condition,
        event: &Event,
    ) {
        let (mut n, at) = (0, At::event(*game, event));
        game.each_bordering(event.node, of.kinds() as u32, |feature| {
            n += i32::from(at.of(of, Thing::Feature(feature)));
        });
        for owner in ones(event.owners).map(|p| Player(p as u8)).filter(|_| n > 0) {
            if holder.is_none_or(|kind| game.holds_kind(event.node, owner, kind)) {
                self.bonus(owner, n * points, rule);
            }
        }
    }
}
