//! What a script hands to a member: plain values, and by number what only the machine can read.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue};

use super::{Luau, Res};
use crate::handles::{Member, Runner, Value};
use crate::raised::{self, Raised};
use crate::text;

/// Entries of a table that are paid for at once.
const ENTRIES_PAID: u32 = 32;
/// What lies in tables is numbered from here, arguments from 0.
const NESTED: u32 = 1 << 16;

/// The arguments of one call.
struct Taken<'a> {
    luau: &'a Luau,
    args: &'a [LuaValue],
    rest: RefCell<Rest>,
}

/// What few calls come to.
#[derive(Default)]
struct Rest {
    /// What lies in the tables that are stepped through.
    nested: Vec<LuaValue>,
    /// What went wrong in the machine while it stepped through a table.
    broken: Option<Box<mlua::Error>>,
}

impl<'a> Taken<'a> {
    fn new(luau: &'a Luau, args: &'a [LuaValue]) -> Self {
        Self { luau, args, rest: RefCell::default() }
    }

    /// Asks a member of a handle.
    fn ask(&self, member: &'static Member, id: u32, args: &[Value]) -> Res<Value> {
        self.luau.frame.ask(member, id, args, self).map_err(|raised| self.error(raised))
    }

    #[cold]
    fn error(&self, raised: Box<Raised>) -> mlua::Error {
        match self.rest.borrow_mut().broken.take() {
            Some(error) => *error,
            None => raised.into(),
        }
    }

    /// What lies in a table, which is kept while its entry is looked at.
    fn entry(&self, value: LuaValue) -> Value {
        let nested = &mut self.rest.borrow_mut().nested;
        let plain = self.luau.value(&value, || NESTED + nested.len() as u32);
        if !plain.is_plain() {
            nested.push(value);
        }
        plain
    }

    fn step(
        &self,
        table: &Table,
        entry: &mut dyn FnMut(Value, Value) -> raised::Res<()>,
    ) -> raised::Res<()> {
        let mark = self.rest.borrow().nested.len();
        let (mut read, mut wrong) = (0_u32, None);
        let stepped = table.for_each(|key: LuaValue, value: LuaValue| {
            read += 1;
            let paid = if read.is_multiple_of(ENTRIES_PAID) {
                self.luau.frame.meter.charge(ENTRIES_PAID)
            } else {
                Ok(())
            };
            if let Err(raised) = paid.and_then(|()| entry(self.entry(key), self.entry(value))) {
                wrong = Some(raised);
                // Any error ends the steps.
                return Err(mlua::Error::StackError);
            }
            self.rest.borrow_mut().nested.truncate(mark);
            Ok(())
        });
        match (wrong, stepped) {
            (Some(raised), _) => Err(raised),
            (None, Ok(())) => Ok(()),
            (None, Err(error)) => {
                let raised = Raised::new("L0201", error.to_string(), error.to_string());
                self.rest.borrow_mut().broken = Some(Box::new(error));
                Err(raised.into())
            }
        }
    }
}

impl Runner for Taken<'_> {
    fn each(
        &self,
        table: u32,
        entry: &mut dyn FnMut(Value, Value) -> raised::Res<()>,
    ) -> raised::Res<()> {
        if let Some(LuaValue::Table(table)) = self.args.get(table as usize) {
            return self.step(table, entry);
        }
        let inner = self.rest.borrow().nested.get(table.wrapping_sub(NESTED) as usize).cloned();
        match inner {
            Some(LuaValue::Table(table)) => self.step(&table, entry),
            _ => Ok(()),
        }
    }

    fn show(&self, value: Value) -> String {
        let (Value::Table(n) | Value::Function(n) | Value::Other(n)) = value else {
            return String::new();
        };
        let nested = &self.rest.borrow().nested;
        let thing = self.args.get(n as usize).or(nested.get(n.wrapping_sub(NESTED) as usize));
        thing.map(text::show).unwrap_or_default()
    }
}

/// Runs what takes plain values only.
struct Nobody;

impl Runner for Nobody {
    fn each(&self, _: u32, _: &mut dyn FnMut(Value, Value) -> raised::Res<()>) -> raised::Res<()> {
        Ok(())
    }

    fn show(&self, _: Value) -> String {
        String::new()
    }
}

impl Luau {
    /// Asks a member, and gives what it gives.
    #[inline]
    pub(super) fn ask<const N: usize>(
        self: &Rc<Self>,
        lua: &Lua,
        member: &'static Member,
        id: u32,
        args: &[LuaValue; N],
    ) -> Res<LuaValue> {
        let values: [Value; N] = std::array::from_fn(|i| self.value(&args[i], || i as u32));
        let value = if values.iter().all(|value| value.is_plain()) {
            self.frame.ask(member, id, &values, &Nobody)?
        } else {
            Taken::new(self, args).ask(member, id, &values)?
        };
        self.give(lua, value)
    }

    /// As [`Luau::ask`], with any number of arguments; what is given is a plain value of ours.
    pub(super) fn ask_many(
        &self,
        member: &'static Member,
        id: u32,
        args: &[LuaValue],
    ) -> Res<Value> {
        let values = args.iter().enumerate().map(|(i, arg)| self.value(arg, || i as u32));
        Taken::new(self, args).ask(member, id, &values.collect::<Vec<Value>>())
    }

    /// A plain value, or the number of what is none.
    #[inline]
    fn value(&self, value: &LuaValue, number: impl FnOnce() -> u32) -> Value {
        match value {
            LuaValue::Nil => Value::Nil,
            LuaValue::Boolean(b) => Value::Bool(*b),
            LuaValue::Integer(n) => Value::Number(*n as f64),
            LuaValue::Number(n) => Value::Number(*n),
            LuaValue::String(s) => Value::Text(self.text(s)),
            LuaValue::UserData(handle) => match self.kind_of(handle) {
                Some((of, id)) => Value::Handle(of, id),
                None => Value::Other(number()),
            },
            LuaValue::Table(_) => Value::Table(number()),
            LuaValue::Function(_) => Value::Function(number()),
            _ => Value::Other(number()),
        }
    }
}
