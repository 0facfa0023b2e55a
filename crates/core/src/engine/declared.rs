//! Answers that a subscription declares, so that no function is called.

use crate::answer::Answer;
use crate::condition::{At, Thing};
use crate::effect::{Effect, Place};
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::Player;
use crate::ruleset::{Answering, DeclaredAnswer};

impl Answer {
    /// What a subscription answers to an event; the keys of
    /// [`Subscription`](crate::decl::Subscription) say what each means.
    pub(super) fn declared(&mut self, game: &Game<'_>, says: &DeclaredAnswer, event: &Event) {
        let st = game.state;
        let me = Player(st.player);
        let rule = says.rule;
        for act in &says.acts {
            match act {
                Answering::Pay(points) => self.pay(me, *points, rule),
                Answering::Push(step, times) => self.push(*step, me, times.as_slice()),
                Answering::Parts(n) => self.effect(Effect::Parts { n: *n }, rule),
                Answering::Move(neutral) => {
                    let Some(tile) = event.tile(st) else { continue };
                    let to = Place::Tile(tile);
                    self.effect(Effect::NeutralMoved { neutral: *neutral, to }, rule);
                }
                Answering::Home(whom) => {
                    for figure in event.tile(st).into_iter().flat_map(|tile| st.figures_on(tile)) {
                        if At::event(*game, event).of(whom, Thing::Figure(figure)) {
                            self.send_home(figure, rule);
                        }
                    }
                }
                Answering::Points(each) if event.node.is_some() => {
                    let n = match &each.tag {
                        Some(lanes) => game.tag_of(event.node, lanes),
                        None => st.feature(event.node).tiles as i32,
                    };
                    self.add(rule, each.unit, n, each.rate);
                }
                Answering::Waits => self.verdict(false, rule),
                // There is nothing to do it to.
                Answering::Points(_) => {}
            }
        }
    }
}
