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
//! the error with its line and words. A plan never makes a message. It calls no Luau, and Luau calls no plan. What it may
//! take is counted ([fuel], [tables]), while the file is loaded too, so that it ends, or is given up, after a time that is known.
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
mod file;
mod fuel;
mod library;
mod load;
mod op;
mod opcode;
mod run;
mod spoil;
mod steps;
mod sums;
mod table;
mod tables;
mod translate;
mod translator;
mod world;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bastide_core::fault::Words;
use bastide_core::ids::ExpansionId;
use bastide_core::{Event, Game, Hook, Manner, Ruleset, State};

use crate::handles::{Declared, Frame, Kept, Of, Value};
use crate::library::compiler;
use decode::Chunk;
use file::File;
use fuel::Fuel;
use library::REFUSE;
use run::Machine;
use tables::Tables;
use translator::Reason;
use world::{Odd, World};

/// A plan has one of so many parts of the steps and of the time that Luau has: it counts fewer for the same, and what it cannot
/// end is still to be run.
pub(crate) const SHARE: u32 = 8;

/// The plans of the scripts of one setup, made once for all machines that run them, in whatever thread.
#[derive(Clone, Default)]
pub struct SetupPlans(Arc<Mutex<BTreeMap<ExpansionId, Made>>>);

/// The plans of a file.
#[derive(Clone)]
struct Made {
    plans: Arc<FilePlans>,
    /// For which ruleset they are, and of which text.
    rules: Weak<Ruleset>,
    text: Arc<str>,
}

impl std::fmt::Debug for SetupPlans {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetupPlans").finish_non_exhaustive()
    }
}

/// The plans of a file, for the ruleset in which it plays. Nothing in them changes.
pub(crate) struct FilePlans {
    file: File,
    /// By number of the function that the manifest names.
    handlers: Vec<Planned>,
}

struct Planned {
    closure: Result<usize, Reason>,
    /// Whether it might write into a table that stays.
    spoils: bool,
}

/// The plans of a file, as the handlers of one engine run them.
pub(crate) struct Plans {
    rules: Arc<Ruleset>,
    made: Arc<FilePlans>,
    /// Conditions of its tables.
    kept: Kept,
    /// How often plans ended, and were given up, by number of the function.
    counts: Vec<[Cell<u64>; 2]>,
    /// Luau has run such a function, for whatever ruleset.
    spoilt: Rc<Cell<bool>>,
}

impl Plans {
    /// The plans of a file, which are made if they are not there already.
    pub(crate) fn new<'a>(
        setup: &SetupPlans,
        text: &str,
        frame: &Frame,
        expansion: ExpansionId,
        rules: &Arc<Ruleset>,
        functions: impl ExactSizeIterator<Item = &'a str>,
        spoilt: &Rc<Cell<bool>>,
    ) -> Option<Self> {
        let n = functions.len();
        let of_these = |made: &&Made| {
            std::ptr::eq(made.rules.as_ptr(), Arc::as_ptr(rules)) && *made.text == *text
        };
        let all = || setup.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all().get(&expansion).filter(of_these).map(|made| Arc::clone(&made.plans));
        let made = if let Some(made) = found {
            made
        } else {
            let chunk = Chunk::read(&compiler(text).compile(text).ok()?).ok()?;
            let plans = Arc::new(FilePlans::new(&chunk, frame, expansion, rules, functions));
            let made =
                Made { plans: Arc::clone(&plans), rules: Arc::downgrade(rules), text: text.into() };
            all().insert(expansion, made);
            plans
        };
        Some(Self {
            rules: Arc::clone(rules),
            made,
            kept: Kept::default(),
            counts: (0..n).map(|_| Default::default()).collect(),
            spoilt: Rc::clone(spoilt),
        })
    }

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
        let FilePlans { file, handlers } = &*self.made;
        let handler = handlers.get(usize::from(function))?;
        let closure = *handler.closure.as_ref().ok()?;
        if self.spoilt.get() || !Arc::ptr_eq(rules, &self.rules) {
            return None;
        }
        let (args, n) = arguments(frame, state, event);
        let world = World { frame, game: Game::new(rules, state), event };
        let done = Machine::idle(|machine| {
            let room = std::mem::take(&mut machine.room);
            let mut tables = Tables::new(&file.tables, room, &self.kept, &frame.meter);
            let mut fuel = Fuel::new(steps / SHARE, &frame.meter);
            let done = machine.run(file, &world, &mut tables, closure, &args[..n], &mut fuel);
            machine.room = tables.room();
            done
        });
        let count = &self.counts[usize::from(function)][usize::from(done.is_err())];
        count.set(count.get() + 1);
        Some(done)
    }

    /// Luau is about to run a function of the file.
    #[inline]
    pub(crate) fn give_way(&self, function: u16) {
        let handler = self.made.handlers.get(usize::from(function));
        if handler.is_none_or(|handler| handler.spoils) {
            self.spoilt.set(true);
        }
    }

    /// How a handler is run.
    #[cold]
    pub(crate) fn manner(&self, function: u16) -> Option<Manner> {
        let handler = self.made.handlers.get(usize::from(function))?;
        let [ended, odd] = &self.counts[usize::from(function)];
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
        Some(Manner { quick, how, ended: ended.get(), given_up: odd.get() })
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
