//! What a plan looks at while it runs, and why it may be given up.
#![allow(
    clippy::inline_always,
    reason = "the loop of plans is one function: a call of these costs as much as they do"
)]

use bastide_core::{Event, Game};

use super::library::Known;
use super::tables::Tables;
use crate::handles::{Call, Frame, Text, Value};
use crate::raised::Raised;

/// Reason why a plan was abandoned. It is never reported: Luau then runs the handler and raises the error or answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    /// A member raised an error.
    Raised,
    /// A call of what is no function with a plan.
    Call,
    /// Reading or writing what is no table and has no such member.
    Index,
    /// What is no key.
    Key,
    /// Arithmetic or comparison with what is no number.
    Number,
    /// A list with a hole.
    Hole,
    /// Steps through keys that have no order.
    Order,
    /// A table that stays from call to call is written to.
    Fixed,
    /// Functions are compared.
    Function,
    /// Too many steps; too deep.
    Fuel,
    /// Too many tables.
    Memory,
    /// A handler that returns something.
    Answer,
}

pub(super) type Res<T> = Result<T, Odd>;

/// What a plan looks at while it runs.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub(super) frame: &'a Frame,
    pub(super) game: Game<'a>,
    pub(super) event: &'a Event,
}

impl World<'_> {
    /// Asks a handle, and puts what it gives where it is wanted.
    #[inline(always)]
    pub(super) fn ask(
        &self,
        tables: &mut Tables<'_>,
        known: &Known,
        id: u32,
        args: &[Value],
        into: &mut Value,
    ) -> Res<()> {
        let most = usize::from(known.most);
        let args = if args.len() <= most {
            args
        } else if known.cut {
            &args[..most]
        } else {
            return Err(Odd::Raised);
        };
        self.call(tables, known, id, args, into)
    }

    /// As [`World::ask`], for as many arguments as it takes.
    #[inline(always)]
    pub(super) fn call(
        &self,
        tables: &mut Tables<'_>,
        known: &Known,
        id: u32,
        args: &[Value],
        into: &mut Value,
    ) -> Res<()> {
        let Self { frame, game, event } = *self;
        let (member, id) = (known.member, id as usize);
        let call = Call { frame, game, event, member, id, args, runner: &*tables };
        (known.does)(&call, into).map_err(dropped)?;
        let table = match *into {
            Value::List(of) => self.list(tables, |n| Value::Handle(of, n as u32))?,
            Value::Numbers => self.list(tables, Value::from)?,
            Value::Texts => self.list(tables, |n| Value::Text(Text(n as u32)))?,
            Value::Table(_)
            | Value::Function(_)
            | Value::Other(_)
            | Value::Look(_)
            | Value::Asks(_) => return Err(Odd::Call),
            _ => return Ok(()),
        };
        *into = Value::Table(table);
        Ok(())
    }

    /// What was found, as a table.
    fn list(&self, tables: &mut Tables<'_>, of: impl Fn(i32) -> Value) -> Res<u32> {
        let found = self.frame.found.borrow();
        tables.list(found.iter().map(|n| of(*n)))
    }
}

#[cold]
fn dropped(_: Box<Raised>) -> Odd {
    Odd::Raised
}
