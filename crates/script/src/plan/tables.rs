//! Tables of a plan. Those that the file itself makes stay; those of a call lie behind them and are gone after it.
#![allow(
    clippy::inline_always,
    reason = "the loop of plans is one function: a call of these costs as much as they do"
)]

use std::rc::Rc;

use super::world::Odd;
use crate::handles::{Kept, Of, Runner, Text, Value};
use crate::meter::Meter;
use crate::raised::{Raised, Res};

/// Tables of one call, and values in them: more are Luau's business.
const TABLES_MAX: usize = 4096;
const CELLS_MAX: usize = 32_768;

/// A key that is no place in a list, in an order of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u8, u64);

impl Key {
    fn of(value: Value) -> Option<Self> {
        Some(match value {
            Value::Text(text) => Key(0, text.0.into()),
            // Nought has two signs and is one key; what is no number is no key.
            Value::Number(n) if n.is_nan() => return None,
            Value::Number(n) => Key(1, (n + 0.0).to_bits()),
            Value::Handle(of, id) => Key(2 + of as u8, id.into()),
            Value::Bool(b) => Key(100, b.into()),
            Value::Table(table) => Key(101, table.into()),
            _ => return None,
        })
    }

    fn value(self) -> Value {
        match self.0 {
            0 => Value::Text(Text(self.1 as u32)),
            1 => Value::Number(f64::from_bits(self.1)),
            100 => Value::Bool(self.1 != 0),
            101 => Value::Table(self.1 as u32),
            of => Value::Handle(Of::ALL[usize::from(of) - 2], self.1 as u32),
        }
    }

    /// Whether it could be a place in a list.
    fn is_place(self) -> bool {
        self.0 == 1 && f64::from_bits(self.1) >= 1.0
    }
}

/// A list, and what has other keys.
///
/// **Invariant:** nothing in the list is nil, and the key behind its end is not among the others.
#[derive(Debug, Default)]
struct Table {
    list: Vec<Value>,
    others: Vec<(Key, Value)>,
    /// The options of an expansion, as far as the file names them: what is missing is not nil.
    strict: bool,
}

impl Table {
    /// The place of a number in the list, from 0.
    #[inline]
    #[allow(clippy::float_cmp, reason = "a whole number is that number and no other")]
    fn place(n: f64) -> Option<usize> {
        let i = n as u32;
        (f64::from(i) == n && i > 0).then(|| i as usize - 1)
    }

    #[inline]
    fn other(&self, key: Key) -> Value {
        let found = self.others.binary_search_by_key(&key, |(k, _)| *k);
        found.map_or(Value::Nil, |i| self.others[i].1)
    }

    fn has_place(&self) -> bool {
        self.others.iter().any(|(key, _)| key.is_place())
    }

    fn set_other(&mut self, key: Key, value: Value) {
        match (self.others.binary_search_by_key(&key, |(k, _)| *k), value) {
            (Ok(i), Value::Nil) => {
                self.others.remove(i);
            }
            (Ok(i), value) => self.others[i].1 = value,
            (Err(_), Value::Nil) => {}
            (Err(i), value) => self.others.insert(i, (key, value)),
        }
    }

    /// Adds to the list, and what lies among the others and comes next.
    fn append(&mut self, value: Value) {
        self.list.push(value);
        while !self.others.is_empty()
            && let Some(key) = Key::of(Value::from(self.list.len() + 1))
            && let Ok(i) = self.others.binary_search_by_key(&key, |(k, _)| *k)
        {
            let (_, next) = self.others.remove(i);
            self.list.push(next);
        }
    }
}

/// All tables of a file.
pub(super) struct Tables {
    all: Vec<Table>,
    live: usize,
    /// Those before this one stay, and are not written to.
    fixed: usize,
    cells: usize,
    kept: Kept,
    meter: Rc<Meter>,
}

impl Tables {
    pub(super) fn new(meter: &Rc<Meter>) -> Self {
        Self {
            all: Vec::new(),
            live: 0,
            fixed: 0,
            cells: 0,
            kept: Kept::default(),
            meter: Rc::clone(meter),
        }
    }

    /// The tables of the call before are gone.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.live = self.fixed;
        self.cells = 0;
    }

    /// What there is now stays.
    pub(super) fn fix(&mut self) {
        self.fixed = self.live;
    }

    /// A new table.
    #[inline]
    pub(super) fn make(&mut self) -> Result<u32, Odd> {
        let i = self.live;
        if let Some(table) = self.all.get_mut(i) {
            table.list.clear();
            table.others.clear();
            table.strict = false;
        } else {
            if i == TABLES_MAX {
                return Err(Odd::Memory);
            }
            self.all.push(Table::default());
        }
        self.live += 1;
        Ok(i as u32)
    }

    /// A new table in which nothing may be missing.
    pub(super) fn make_strict(&mut self, of: &[(Value, Value)]) -> Result<u32, Odd> {
        let table = self.make()?;
        for (key, value) in of {
            self.set(table, *key, *value)?;
        }
        self.all[table as usize].strict = true;
        Ok(table)
    }

    /// A new list.
    #[inline]
    pub(super) fn list(&mut self, of: impl ExactSizeIterator<Item = Value>) -> Result<u32, Odd> {
        self.pay(of.len())?;
        let table = self.make()?;
        self.all[table as usize].list.extend(of);
        Ok(table)
    }

    fn pay(&mut self, cells: usize) -> Result<(), Odd> {
        self.cells += cells;
        if self.cells > CELLS_MAX { Err(Odd::Memory) } else { Ok(()) }
    }

    /// Puts what lies under a key where it is wanted: a value beside an [`Odd`] would be copied in parts (see
    /// [`Does`](crate::handles::Does)).
    #[inline(always)]
    pub(super) fn read(&self, table: u32, key: Value, into: &mut Value) -> Result<(), Odd> {
        if let Value::Number(n) = key
            && let Some(i) = Table::place(n)
            && let Some(value) = self.values(table).get(i)
        {
            *into = *value;
            return Ok(());
        }
        self.find(table, key, into)
    }

    /// As [`Tables::read`], for a key that is no place of the list.
    #[inline(never)]
    pub(super) fn find(&self, table: u32, key: Value, into: &mut Value) -> Result<(), Odd> {
        let table = &self.all[table as usize];
        let value = match Key::of(key) {
            Some(key) => table.other(key),
            // There is nothing under what can be no key, but functions can.
            None if matches!(key, Value::Function(_)) => return Err(Odd::Key),
            None => Value::Nil,
        };
        if table.strict && value.is_nil() {
            return Err(Odd::Index);
        }
        *into = value;
        Ok(())
    }

    /// Puts a value under a key.
    #[inline]
    pub(super) fn set(&mut self, table: u32, key: Value, value: Value) -> Result<(), Odd> {
        self.may_write(table)?;
        self.pay(1)?;
        let table = &mut self.all[table as usize];
        if let Value::Number(n) = key
            && let Some(i) = Table::place(n)
        {
            let len = table.list.len();
            if i < len && !value.is_nil() {
                table.list[i] = value;
                return Ok(());
            }
            if i == len && !value.is_nil() {
                table.append(value);
                return Ok(());
            }
            if i < len {
                // How long a list with a hole is depends on how Luau keeps it.
                if i + 1 < len {
                    return Err(Odd::Hole);
                }
                table.list.pop();
                return Ok(());
            }
        }
        table.set_other(Key::of(key).ok_or(Odd::Key)?, value);
        Ok(())
    }

    /// Puts values into a list that ends just before this place.
    #[inline]
    pub(super) fn fill(&mut self, table: u32, from: usize, values: &[Value]) -> Result<(), Odd> {
        self.may_write(table)?;
        self.pay(values.len())?;
        let table = &mut self.all[table as usize];
        let whole = values.iter().all(|value| !value.is_nil());
        let places = !table.others.is_empty() && table.has_place();
        if !whole || places || table.list.len() + 1 != from {
            return Err(Odd::Hole);
        }
        table.list.extend_from_slice(values);
        Ok(())
    }

    /// Adds to a list.
    #[inline]
    pub(super) fn push(&mut self, table: u32, value: Value) -> Result<(), Odd> {
        let at = self.len(table)? + 1;
        if value.is_nil() {
            return Err(Odd::Hole);
        }
        self.fill(table, at, &[value]).or_else(|_| self.set(table, Value::from(at), value))
    }

    fn may_write(&self, table: u32) -> Result<(), Odd> {
        if (table as usize) < self.fixed { Err(Odd::Fixed) } else { Ok(()) }
    }

    /// How long a list is.
    #[inline]
    pub(super) fn len(&self, table: u32) -> Result<usize, Odd> {
        let table = &self.all[table as usize];
        if !table.others.is_empty() && table.has_place() {
            return Err(Odd::Hole);
        }
        Ok(table.list.len())
    }

    /// The values of a list, up to its end.
    #[inline]
    pub(super) fn values(&self, table: u32) -> &[Value] {
        &self.all[table as usize].list
    }

    /// Whether it is a list and nothing else: any other order of steps is Luau's.
    #[inline]
    pub(super) fn is_list(&self, table: u32) -> bool {
        let table = &self.all[table as usize];
        table.others.is_empty() && !table.strict
    }

    /// Every key.
    pub(super) fn keys(&self, table: u32) -> Result<Vec<Value>, Odd> {
        let table = &self.all[table as usize];
        if table.strict {
            return Err(Odd::Order);
        }
        let places = (1..=table.list.len()).map(Value::from);
        Ok(places.chain(table.others.iter().map(|(key, _)| key.value())).collect())
    }

    /// Every key and value.
    pub(super) fn everything(&self, table: u32) -> Vec<Value> {
        let table = &self.all[table as usize];
        let others = table.others.iter().flat_map(|(key, value)| [key.value(), *value]);
        table.list.iter().copied().chain(others).collect()
    }

    /// A copy that belongs to the call.
    pub(super) fn copy(&mut self, from: u32) -> Result<u32, Odd> {
        let made = self.make()?;
        let (before, after) = self.all.split_at_mut(made as usize);
        let from = &before[from as usize];
        after[0].list.extend_from_slice(&from.list);
        after[0].others.extend_from_slice(&from.others);
        let cells = from.list.len() + from.others.len();
        self.pay(cells)?;
        Ok(made)
    }
}

impl Runner for Tables {
    fn each(&self, table: u32, entry: &mut dyn FnMut(Value, Value) -> Res<()>) -> Res<()> {
        let table = self.all.get(table as usize).filter(|table| !table.strict).ok_or_else(odd)?;
        if table.list.len() + table.others.len() >= 32 {
            self.meter.charge((table.list.len() + table.others.len()) as u32)?;
        }
        // Keys of conditions and answers may come in any order; with others it would matter which.
        let ordered = |(key, _): &(Key, Value)| matches!(key.value(), Value::Text(_));
        let mixed = table.others.len() > usize::from(table.list.is_empty());
        if mixed && !table.others.iter().all(ordered) {
            return Err(odd());
        }
        for (i, value) in table.list.iter().enumerate() {
            entry(Value::from(i + 1), *value)?;
        }
        table.others.iter().try_for_each(|(key, value)| entry(key.value(), *value))
    }

    fn show(&self, _: Value) -> String {
        String::new()
    }

    fn kept(&self, table: u32) -> Option<&Kept> {
        ((table as usize) < self.fixed).then_some(&self.kept)
    }
}

/// Never shown: Luau says what is wrong.
#[cold]
fn odd() -> Box<Raised> {
    Raised::new("L0201", "odd", "odd").into()
}
