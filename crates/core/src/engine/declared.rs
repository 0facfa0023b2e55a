//! Answers that a subscription declares, so that no function is called.

use crate::answer::Answer;
use crate::condition::{At, Thing};
use crate::effect::{Effect, Place};
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::Player;
use crate::ruleset::{Act, Says};

impl Answer {
    /// What a subscription answers to an event; the keys of
    /// [`Subscription`](crate::decl::Subscription) say what each means.
    pub(super) fn declared(&mut self, game: &Game<'_>, says: &Says, event: &Event) {
        let st = game.state;
        let me = Player(st.player);
        let rule = says.rule;
        for act in &says.acts {
            match act {
                Act::Pay(points) => self.pay(me, *points, rule),
                Act::Push(step, times) => self.push(*step, me, &[*times]),
                Act::Parts(n) => self.effect(Effect::Parts { n: *n }, rule),
                Act::Move(neutral) => {
                    let Some(tile) = event.tile(st) else { continue };
                    let to = Place::Tile(tile);
                    self.effect(Effect::NeutralMoved { neutral: *neutral, to }, rule);
                }
                Act::Home(whom) => {
                    for figure in event.tile(st).into_iter().flat_map(|tile| st.figures_on(tile)) {
                        if At::event(*game, event).of(whom, Thing::Figure(figure)) {
                            self.send_home(figure, rule);
                        }
                    }
                }
                Act::Points(each) if event.node.is_some() => {
                    let n = match &each.tag {
                        Some(lanes) => game.tag_of(event.node, lanes),
                        None => st.feature(event.node).tiles as i32,
                    };
                    self.add(rule, each.unit, n, each.rate);
                }
                // There is nothing to do it to.
                Act::Points(_) => {}
            }
        }
    }
}
