//! Plans: handlers of scripts, run without Luau.
//!
//! A call from Luau into the engine costs many times what the engine does in it: every argument and every answer
//! crosses from one machine into the other. A plan does not cross. It is the same handler as a list of flat operations
//! on registers, which a loop in Rust runs beside the state, asking handles by the same functions that Luau's calls end in.
//!
//! How a plan is made, when a file is loaded:
//!
//! 1. Luau's own compiler makes its *bytecode* of the file: for every function a list of numbers, each an instruction
//!    such as "add registers 3 and 4, put the sum into 5". Scopes, order, constants and lines are Luau's own.
//! 2. [`decode`] reads it; [`opcode`] names the instructions. A version or instruction that is not known: no plan.
//! 3. [`translate`] makes [operations](op) of it: names become rows of members, constants values, jumps places.
//! 4. The file is run once by the same loop, as Luau runs it, so that its tables and functions are known. They are
//!    fixed from then on.
//!
//! **Luau is the referee.** A handler changes nothing before it returns: its answers lie in a buffer. So whenever a
//! plan meets anything [odd](world::Odd), an error, a list with a hole, keys without an order, an eighth of the steps that
//! the handler has, its answer is dropped and Luau runs the handler from its start, which gives the right answer, or
//! the error with its line and words. A plan never makes a message. It calls no Luau, and Luau calls no plan.
//!
//! **The law:** *if a plan ends, Luau would have ended with the same answer.* A function that does what plans do not
//! know (`..`, `print`, a variable that is changed later) has none, and neither has what calls it; [`Reason`] says why.
//!
//! A script may keep something from call to call in a table of the file, although it should not. A plan that would write
//! there is odd; and once Luau has run a function that could have (it reaches such a table, and writes into some), no plan of
//! the file runs any more, as its tables might not be the same.
//!
//! Scripts are run so unless [`Scripts`](crate::Scripts) says otherwise.

mod decode;
mod library;
mod load;
mod op;
mod opcode;
mod run;
mod steps;
mod sums;
mod tables;
mod translate;
mod translator;
mod world;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use bastide_core::fault::Words;
use bastide_core::{Event, Game, Hook, Manner, Ruleset, State};

use crate::handles::{Declared, Frame, Of, Value};
use library::REFUSE;
use run::{File, Machine};
use translator::Reason;
use world::{Odd, World};

pub(crate) use decode::Chunk;

/// A plan has one of so many parts of the steps that Luau has: it counts fewer for the same.
pub(crate) const SHARE: u32 = 8;
/// The plans of a file, for the ruleset in which it plays.
pub(crate) struct Plans {
    rules: Arc<Ruleset>,
    file: File,
    machine: RefCell<Machine>,
    /// By number of the function that the manifest names.
    handlers: Vec<Handler>,
    /// Luau has run such a function, for whatever ruleset.
    spoilt: Rc<Cell<bool>>,
}

struct Handler {
    closure: Result<usize, Reason>,
    /// Whether it might write into a table that stays.
    spoils: bool,
    ended: Cell<u64>,
    odd: Cell<u64>,
}

impl Plans {
    /// Runs the plan of a handler, if it has one. If it did not end, what it answered is to be dropped.
    #[inline]
    pub(crate) fn run(
        &self,
        function: u16,
        frame: &Frame,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        steps: u32,
    ) -> Option<Result<(), Odd>> {
        let handler = self.handlers.get(usize::from(function))?;
        let closure = *handler.closure.as_ref().ok()?;
        if self.spoilt.get() || !Arc::ptr_eq(rules, &self.rules) {
            return None;
        }
        let (args, n) = arguments(frame, state, event);
        let world = World { frame, game: Game::new(rules, state), event };
        let mut machine = self.machine.try_borrow_mut().ok()?;
        machine.clear();
        let done = machine.run(&self.file, &world, closure, &args[..n], steps / SHARE);
        let count = if done.is_ok() { &handler.ended } else { &handler.odd };
        count.set(count.get() + 1);
        Some(done)
    }

    /// Luau is about to run a function of the file.
    #[inline]
    pub(crate) fn give_way(&self, function: u16) {
        if self.handlers.get(usize::from(function)).is_none_or(|handler| handler.spoils) {
            self.spoilt.set(true);
        }
    }

    /// How a handler is run.
    #[cold]
    pub(crate) fn manner(&self, function: u16) -> Option<Manner> {
        let handler = self.handlers.get(usize::from(function))?;
        let how = match &handler.closure {
            Ok(_) if self.spoilt.get() => Words::new(
                "Luau, which has run a function of the file that may write into a table of it",
                "Luau, qui a exécuté une fonction du fichier pouvant écrire dans une de ses tables",
            ),
            Ok(_) => Words::new("plan", "plan"),
            Err(Reason { line: 0, what }) => {
                Words::new(format!("Luau: {}", what.en), format!("Luau : {}", what.fr))
            }
            Err(Reason { line, what }) => Words::new(
                format!("Luau, because line {line}: {}", what.en),
                format!("Luau, car ligne {line} : {}", what.fr),
            ),
        };
        let quick = handler.closure.is_ok() && !self.spoilt.get();
        Some(Manner { quick, how, ended: handler.ended.get(), given_up: handler.odd.get() })
    }
}

/// What a handler is given.
fn arguments(frame: &Frame, state: &State, event: &Event) -> ([Value; 4], usize) {
    let handle = |of| Value::Handle(of, 0);
    let feature = || {
        let there = event.node.index() < state.node_count();
        if there { Value::Handle(Of::Feature, state.root(event.node).0.into()) } else { Value::Nil }
    };
    let game = handle(Of::Game);
    let three = |a, b| ([game, a, b, Value::Nil], 3);
    match event.hook {
        Hook::ScoringPoints | Hook::ScoringBonus => three(handle(Of::Claim), handle(Of::Score)),
        Hook::On => three(handle(Of::Event), handle(Of::Out)),
        Hook::Do | Hook::EndOfGamePoints => three(handle(Of::Step), handle(Of::Out)),
        Hook::PlacementVeto | Hook::DeploymentVeto => {
            ([game, handle(Of::Step), handle(Of::Options), REFUSE], 4)
        }
        Hook::PlacementOffer | Hook::DeploymentOffer | Hook::Ask => {
            three(handle(Of::Step), handle(Of::Offers))
        }
        Hook::Answer => ([game, handle(Of::Step), handle(Of::Choice), handle(Of::Out)], 4),
        Hook::At => three(frame.named(Declared::Slot, event.step.into()), handle(Of::Out)),
        Hook::OnSettled => ([game, handle(Of::Out), Value::Nil, Value::Nil], 2),
        Hook::ScoringComplete => three(feature(), handle(Of::Verdict)),
        Hook::ScoringWeight => {
            let there = event.figure.index() < state.figure_count();
            let figure = if there { event.figure.into() } else { Value::Nil };
            ([game, figure, feature(), handle(Of::Weight)], 4)
        }
    }
}
