//! Listening to the calls of expansions: the handlers are wrapped, only when somebody asks for it.

use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use bastide_core::{
    Answer, Depends, Engine, Event, Fault, Handlers, Manner, Ruleset, State, Valuer,
};

use bastide::rules::Rules;

/// Listener to each call of an expansion's function.
pub(super) trait Listener {
    /// State between the start and the end of a call.
    type Begun;

    fn begins(&self) -> Self::Begun;

    /// A call of a function of the expansion of that number is over, with or without a fault.
    fn ends(&self, expansion: usize, function: u16, begun: Self::Begun);
}

/// An engine to whose calls somebody listens; the caller answers for some expansions itself.
///
/// # Errors
///
/// Fails like [`Rules::engine`].
pub(super) fn engine<L: Listener + 'static>(
    rules: &Rules,
    own: impl FnMut(&str) -> Option<Box<dyn Handlers>>,
    listener: &Rc<L>,
) -> Result<Engine, Vec<Fault>> {
    let mut numbers = 0..;
    rules.engine_wrapped(own, |inner| {
        let expansion = numbers.next().unwrap_or(usize::MAX);
        Box::new(Heard { inner, expansion, listener: Rc::clone(listener) })
    })
}

struct Heard<L> {
    inner: Box<dyn Handlers>,
    expansion: usize,
    listener: Rc<L>,
}

impl<L: Listener> Handlers for Heard<L> {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let begun = self.listener.begins();
        let done = self.inner.answer(function, rules, state, event, answer);
        self.listener.ends(self.expansion, function, begun);
        done
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.inner.meet(valuer);
    }

    fn place(&self, function: u16) -> Option<(String, Range<usize>)> {
        self.inner.place(function)
    }

    fn depends(&self, function: u16) -> Depends {
        self.inner.depends(function)
    }

    fn manner(&self, function: u16) -> Option<Manner> {
        self.inner.manner(function)
    }
}
