//! Tables of a plan. Those that the file itself makes stay; those of a call lie behind them and are gone after it.
#![allow(
    clippy::inline_always,
    reason = "the loop of plans is one function: a call of these costs as much as they do"
)]

use super::table::{Key, Table};
use super::world::Odd;
use crate::handles::{Kept, Runner, Value};
use crate::meter::Meter;
use crate::raised::{Raised, Res};

/// Tables of one call, and values in them: more are Luau's business.
const TABLES_MAX: usize = 4096;
const CELLS_MAX: usize = 32_768;
/// Tables for which room is kept from call to call: most handlers need no more.
const TABLES_KEPT: usize = 256;

/// The tables that a plan sees: those of its file, which are not written to, and those of the call, whose numbers follow.
pub(super) struct Tables<'a> {
    fixed: &'a [Table],
    /// Those of the call, and behind them empty ones.
    made: Vec<Table>,
    live: usize,
    cells: usize,
    kept: &'a Kept,
    meter: &'a Meter,
}

impl<'a> Tables<'a> {
    /// None but those of a file, with room for some from an earlier call.
    #[inline]
    pub(super) fn new(
        fixed: &'a [Table],
        room: Vec<Table>,
        kept: &'a Kept,
        meter: &'a Meter,
    ) -> Self {
        Self { fixed, made: room, live: 0, cells: 0, kept, meter }
    }

    /// The call is over: room for the next.
    #[inline]
    pub(super) fn room(mut self) -> Vec<Table> {
        self.made[..self.live].iter_mut().for_each(Table::clear);
        self.made.truncate(TABLES_KEPT);
        self.made
    }

    /// Those that a file has made while it was loaded.
    pub(super) fn stay(mut self) -> Vec<Table> {
        self.made.truncate(self.live);
        self.made
    }

    #[inline(always)]
    fn table(&self, table: u32) -> &Table {
        let i = table as usize;
        match self.fixed.get(i) {
            Some(table) => table,
            None => &self.made[i - self.fixed.len()],
        }
    }

    /// One that may be written to.
    #[inline(always)]
    fn own(&mut self, table: u32) -> Result<&mut Table, Odd> {
        let i = (table as usize).checked_sub(self.fixed.len()).ok_or(Odd::Fixed)?;
        Ok(&mut self.made[i])
    }

    /// A new table.
    #[inline]
    pub(super) fn make(&mut self) -> Result<u32, Odd> {
        let i = self.live;
        if i == self.made.len() {
            if i == TABLES_MAX {
                return Err(Odd::Memory);
            }
            self.made.push(Table::default());
        }
        self.live += 1;
        Ok((self.fixed.len() + i) as u32)
    }

    /// A new table in which nothing may be missing.
    pub(super) fn make_strict(&mut self, of: &[(Value, Value)]) -> Result<u32, Odd> {
        let table = self.make()?;
        for (key, value) in of {
            self.set(table, *key, *value)?;
        }
        self.own(table)?.strict = true;
        Ok(table)
    }

    /// A new list.
    #[inline]
    pub(super) fn list(&mut self, of: impl ExactSizeIterator<Item = Value>) -> Result<u32, Odd> {
        self.pay(of.len())?;
        let table = self.make()?;
        self.own(table)?.list.extend(of);
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
        let table = self.table(table);
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
        self.pay(1)?;
        let table = self.own(table)?;
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
        if let Value::Number(n) = key
            && n == 0.0
            && n.is_sign_negative()
        {
            // Luau keeps the sign of the first.
            return Err(Odd::Key);
        }
        table.set_other(Key::of(key).ok_or(Odd::Key)?, value)
    }

    /// Puts values into a list that ends just before this place.
    #[inline]
    pub(super) fn fill(&mut self, table: u32, from: usize, values: &[Value]) -> Result<(), Odd> {
        self.pay(values.len())?;
        let table = self.own(table)?;
        let whole = values.iter().all(|value| !value.is_nil());
        if !whole || table.places > 0 || table.list.len() + 1 != from {
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

    /// How long a list is.
    #[inline]
    pub(super) fn len(&self, table: u32) -> Result<usize, Odd> {
        let table = self.table(table);
        if table.places > 0 {
            return Err(Odd::Hole);
        }
        Ok(table.list.len())
    }

    /// The values of a list, up to its end.
    #[inline]
    pub(super) fn values(&self, table: u32) -> &[Value] {
        &self.table(table).list
    }

    /// Whether it is a list and nothing else: any other order of steps is Luau's.
    #[inline]
    pub(super) fn is_list(&self, table: u32) -> bool {
        let table = self.table(table);
        table.others.is_empty() && !table.strict
    }

    /// How many keys there are.
    pub(super) fn count(&self, table: u32) -> usize {
        let table = self.table(table);
        table.list.len() + table.others.len()
    }

    /// Every key.
    pub(super) fn keys(&self, table: u32) -> Result<Vec<Value>, Odd> {
        let table = self.table(table);
        if table.strict {
            return Err(Odd::Order);
        }
        let places = (1..=table.list.len()).map(Value::from);
        Ok(places.chain(table.others.iter().map(|(key, _)| key.value())).collect())
    }

    /// A copy that belongs to the call.
    pub(super) fn copy(&mut self, from: u32) -> Result<u32, Odd> {
        let made = self.make()?;
        self.pay(self.count(from))?;
        let Self { fixed, made: all, live, .. } = self;
        let (before, after) = all.split_at_mut(*live - 1);
        let (of_file, of_call) = (fixed.get(from as usize), from as usize);
        let from = of_file.unwrap_or_else(|| &before[of_call - fixed.len()]);
        after[0].list.extend_from_slice(&from.list);
        after[0].others.extend_from_slice(&from.others);
        after[0].places = from.places;
        Ok(made)
    }
}

impl Runner for Tables<'_> {
    fn each(&self, table: u32, entry: &mut dyn FnMut(Value, Value) -> Res<()>) -> Res<()> {
        let table = Some(self.table(table)).filter(|table| !table.strict).ok_or_else(odd)?;
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
        ((table as usize) < self.fixed.len()).then_some(self.kept)
    }
}

/// Never shown: Luau says what is wrong.
#[cold]
fn odd() -> Box<Raised> {
    Raised::new("L0201", "odd", "odd").into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What calls leave behind is bounded, whatever tables they fill.
    #[test]
    fn room_is_kept_for_small_tables() {
        let (kept, meter) = (Kept::default(), Meter::new(Duration::from_secs(1)));
        let mut room = Vec::new();
        for before in (0..2000).step_by(100) {
            let mut tables = Tables::new(&[], room, &kept, &meter);
            for _ in 0..before {
                tables.make().expect("a table");
            }
            let (list, others) = (tables.make().expect("a table"), tables.make().expect("a table"));
            for i in 1..=16_000 {
                tables.push(list, Value::from(i)).expect("it is pushed");
            }
            for i in 0..900 {
                tables
                    .set(others, Value::Number(-f64::from(i) - 1.0), Value::from(i))
                    .expect("set");
            }
            room = tables.room();
            let cells: usize = room.iter().map(Table::room).sum();
            assert!(room.len() <= 256 && cells <= 2 * 256 * 64, "{cells} in {}", room.len());
        }
    }
}
