//! What a feature is worth, asked while a function of an expansion runs: others are entered inside it.
//!
//! A state cannot change while a function runs, so whatever is entered sees the same. Each depth has buffers of its own,
//! kept for the next time. What fails inside fails the whole action, under the name of the one that failed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::{HookError, Host};
use crate::fault::Fault;
use crate::handlers::Handlers;
use crate::ids::SegmentId;
use crate::limits::WORTH_DEPTH_MAX;
use crate::ruleset::Ruleset;
use crate::score::{AsIf, Strengths, Worth};
use crate::state::State;

/// Handlers of all expansions, shared by nested calls.
#[derive(Default)]
pub(super) struct Entered {
    pub(super) handlers: Vec<Box<dyn Handlers>>,
    /// Calls so far.
    pub(super) calls: Cell<u64>,
    /// Whether calls are traced.
    pub(super) told_of: Cell<bool>,
    /// What went wrong in one that another had asked for.
    failed: RefCell<Option<HookError>>,
}

impl Entered {
    /// What went wrong inside the call that has just ended.
    #[inline]
    pub(super) fn failed_inside(&self) -> Option<HookError> {
        if self.failed.borrow().is_some() { self.failed.take() } else { None }
    }
}

/// Says what features are worth while a function runs.
pub struct Valuer {
    rules: Arc<Ruleset>,
    entered: Rc<Entered>,
    /// Buffers that wait to be used.
    hosts: RefCell<Vec<Host>>,
    /// How many functions ask, one inside another.
    depth: Cell<u8>,
}

impl std::fmt::Debug for Valuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Valuer").field("depth", &self.depth).finish_non_exhaustive()
    }
}

impl Valuer {
    /// Makes all handlers known to each other.
    pub(super) fn new(rules: &Arc<Ruleset>, mut handlers: Vec<Box<dyn Handlers>>) -> Rc<Self> {
        Rc::new_cyclic(|valuer| {
            for handler in &mut handlers {
                handler.meet(valuer);
            }
            Self {
                rules: Arc::clone(rules),
                entered: Rc::new(Entered { handlers, ..Entered::default() }),
                hosts: RefCell::default(),
                depth: Cell::new(0),
            }
        })
    }

    /// A host for actions.
    pub(super) fn host(&self) -> Host {
        Host::new(Rc::clone(&self.entered))
    }

    /// Returns the points of a feature by all functions of `scoring.points`, for its owners or, without owners, in
    /// common.
    ///
    /// # Errors
    ///
    /// Returns an error if a function fails, or if too many functions ask inside one another.
    pub fn worth(&self, state: &State, node: SegmentId, as_if: AsIf) -> Result<Worth, Fault> {
        self.inside(|host| host.worth(&self.rules, state, node, as_if))
    }

    /// How strong everybody is in a feature, by all functions of `scoring.weight`.
    ///
    /// # Errors
    ///
    /// Fails like [`Valuer::worth`].
    pub fn strengths(&self, state: &State, node: SegmentId) -> Result<Strengths, Fault> {
        self.inside(|host| host.strengths(&self.rules, state, node))
    }

    /// Stores an error that fails the whole action, because the caller cannot return one.
    pub(crate) fn fail(&self, fault: Fault) {
        self.entered.failed.borrow_mut().get_or_insert_with(|| Host::from_core(fault));
    }

    fn inside<R>(&self, ask: impl FnOnce(&mut Host) -> Result<R, HookError>) -> Result<R, Fault> {
        let depth = self.depth.get();
        if depth == WORTH_DEPTH_MAX {
            return Err(endless());
        }
        let kept = self.hosts.borrow_mut().pop();
        let mut host = kept.unwrap_or_else(|| self.host());
        host.told_of = self.entered.told_of.get();
        self.depth.set(depth + 1);
        let done = ask(&mut host);
        self.depth.set(depth);
        self.hosts.borrow_mut().push(host);
        done.map_err(|error| {
            let fault = error.fault.clone();
            self.entered.failed.replace(Some(error));
            fault
        })
    }
}

#[cold]
fn endless() -> Fault {
    Fault::new(
        "L0218",
        format!(
            "functions ask for each other's answers more than {WORTH_DEPTH_MAX} deep (WORTH_DEPTH_MAX)"
        ),
        format!(
            "les fonctions se demandent leurs réponses sur plus de {WORTH_DEPTH_MAX} niveaux (WORTH_DEPTH_MAX)"
        ),
    )
    .help(
        "a function of `scoring.points` may ask for the worth of its own feature again; ask for that of another, or under a condition that ends it",
        "une fonction de `scoring.points` redemande peut-être la valeur de son propre domaine ; demandez celle d'un autre, ou sous une condition qui s'arrête",
    )
}
