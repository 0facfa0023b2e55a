//! `tracing` of the façade: rules that were built, actions that are taken, times of handlers. The core traces its own
//! part of an action. The program decides about subscribers.

use std::ops::Range;
use std::rc::Weak;
use std::sync::Arc;
use std::time::Instant;

use bastide_core::ids::Player;
use bastide_core::{Answer, Depends, Event, Fault, Handlers, Manner, Ruleset, State, Valuer};
use tracing::level_filters::LevelFilter;
use tracing::span::EnteredSpan;
use tracing::{Span, debug, info, info_span};

use crate::rules::Rules;

/// Whether somebody listens at all.
#[must_use]
pub fn is_heard() -> bool {
    LevelFilter::current() != LevelFilter::OFF
}

/// Traces that rules were built: the number of things of each kind, in total and by expansion.
pub fn built(rules: &Rules, begun: Instant) {
    let r = &rules.ruleset;
    info!(
        target: "bastide::rules",
        expansions = r.expansions.len(),
        features = r.kinds.len(),
        figures = r.figures.len(),
        tile_types = r.types.len(),
        tiles = r.tile_count(),
        steps = r.steps.len(),
        verbs = r.verbs.len(),
        rules = r.rules.len(),
        took_us = since(begun),
        "built"
    );
    for e in rules.setup.expansions.iter() {
        debug!(
            target: "bastide::rules",
            expansion = e.id,
            version = e.version,
            hash = e.hash,
            features = e.features.len(),
            figures = e.figures.len(),
            steps = e.steps.len(),
            verbs = e.verbs.len(),
            hooks = e.hooks.len(),
            finals = e.finals.len(),
            "expansion"
        );
    }
}

/// The span of one action: its number, who takes it, and what, as records write it.
pub fn act(before: &State, actor: Player, action: impl Fn() -> String) -> EnteredSpan {
    let who = || match actor {
        Player::CHANCE => "chance".to_owned(),
        seat => (seat.index() + 1).to_string(),
    };
    let seq = before.actions() + 1;
    let span =
        info_span!(target: "bastide::act", "act", seq, actor = who(), action = action()).entered();
    info!(target: "bastide::act", "taken");
    span
}

/// The handlers of an expansion, with a clock if somebody listens.
#[must_use]
pub fn clocked(handlers: Box<dyn Handlers>) -> Box<dyn Handlers> {
    if LevelFilter::current() < LevelFilter::DEBUG { handlers } else { Box::new(Clocked(handlers)) }
}

struct Clocked(Box<dyn Handlers>);

impl Handlers for Clocked {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        // The core opens the span only if it traces this call, which it does not in a lookahead.
        if Span::current().metadata().is_none_or(|span| span.name() != "hook") {
            return self.0.answer(function, rules, state, event, answer);
        }
        let (begun, before) = (Instant::now(), answer.given());
        let done = self.0.answer(function, rules, state, event, answer);
        let took_us = since(begun);
        match &done {
            Ok(()) => {
                let answers = answer.given() - before;
                debug!(target: "bastide::hook", answers, took_us, "answered");
            }
            Err(fault) => {
                let (code, what) = (fault.code.as_str(), fault.what.en.as_str());
                debug!(target: "bastide::hook", code, what, took_us, "failed");
            }
        }
        done
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.0.meet(valuer);
    }

    fn place(&self, function: u16) -> Option<(String, Range<usize>)> {
        self.0.place(function)
    }

    fn depends(&self, function: u16) -> Depends {
        self.0.depends(function)
    }

    fn manner(&self, function: u16) -> Option<Manner> {
        self.0.manner(function)
    }
}

/// Whole microseconds.
fn since(begun: Instant) -> u64 {
    begun.elapsed().as_micros() as u64
}

#[cfg(test)]
#[path = "tests/told.rs"]
mod tests;
