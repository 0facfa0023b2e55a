//! A file that was loaded for plans: its functions as operations, and the tables and closures that it made.

use super::library::{Known, Name};
use super::table::Table;
use super::translator::Code;
use super::world::{Odd, Res};
use crate::handles::{REFUSE, Value};

/// A function with what it caught.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// Which function of the file.
    pub(super) proto: usize,
    /// What it caught; nothing for a variable that is changed later.
    pub(super) caught: Vec<Option<Value>>,
}

/// What does not change while the plans of a file run.
pub(super) struct File {
    /// By number of the function; nothing where plans know it not.
    pub(super) codes: Vec<Option<Code>>,
    /// Names that operations use.
    pub(super) names: Vec<Name>,
    /// Options of the expansion, as a table.
    pub(super) settings: Value,
    /// The table of its handlers.
    pub(super) module: Value,
    /// Tables and closures that it made when it was loaded.
    pub(super) tables: Vec<Table>,
    pub(super) closures: Vec<Closure>,
    /// `refuse(option, rule)`.
    pub(super) refuse: Known,
}

impl File {
    pub(super) fn new() -> Self {
        Self {
            codes: Vec::new(),
            names: Vec::new(),
            settings: Value::Nil,
            module: Value::Nil,
            tables: Vec::new(),
            closures: Vec::new(),
            refuse: Known::of(REFUSE),
        }
    }

    #[inline]
    pub(super) fn code(&self, proto: usize) -> Res<&Code> {
        self.codes.get(proto).and_then(Option::as_ref).ok_or(Odd::Call)
    }

    /// A closure of the file, or one that the call made.
    #[inline]
    pub(super) fn closure<'a>(&'a self, made: &'a [Closure], function: usize) -> Res<&'a Closure> {
        let own = self.closures.get(function);
        own.or_else(|| made.get(function.wrapping_sub(self.closures.len()))).ok_or(Odd::Call)
    }
}
