//! A table of a plan: a list, and what has other keys.

use super::world::Odd;
use crate::handles::{Of, Text, Value};

/// Keys that are no places in the list: more are Luau's business.
const OTHERS_MAX: usize = 1024;
/// Values for which room is kept from call to call: most handlers need no more.
const CELLS_KEPT: usize = 64;

/// A key that is no place in a list, in an order of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u8, u64);

impl Key {
    pub(super) fn of(value: Value) -> Option<Self> {
        Some(match value {
            Value::Text(text) => Key(0, text.0.into()),
            // Nought is one key, whatever its sign; what is no number is no key.
            Value::Number(n) if n.is_nan() => return None,
            Value::Number(n) => Key(1, (n + 0.0).to_bits()),
            Value::Handle(of, id) => Key(2 + of as u8, id.into()),
            Value::Bool(b) => Key(100, b.into()),
            Value::Table(table) => Key(101, table.into()),
            _ => return None,
        })
    }

    pub(super) fn value(self) -> Value {
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
pub(super) struct Table {
    pub(super) list: Vec<Value>,
    pub(super) others: Vec<(Key, Value)>,
    /// How many of the others could be places in a list.
    pub(super) places: usize,
    /// The options of an expansion, as far as the file names them: what is missing is not nil.
    pub(super) strict: bool,
}

impl Table {
    /// The place of a number in the list, from 0.
    #[inline]
    #[allow(clippy::float_cmp, reason = "a whole number is that number and no other")]
    pub(super) fn place(n: f64) -> Option<usize> {
        let i = n as u32;
        (f64::from(i) == n && i > 0).then(|| i as usize - 1)
    }

    #[inline]
    pub(super) fn other(&self, key: Key) -> Value {
        let found = self.others.binary_search_by_key(&key, |(k, _)| *k);
        found.map_or(Value::Nil, |i| self.others[i].1)
    }

    pub(super) fn set_other(&mut self, key: Key, value: Value) -> Result<(), Odd> {
        match (self.others.binary_search_by_key(&key, |(k, _)| *k), value) {
            (Ok(i), Value::Nil) => {
                self.others.remove(i);
                self.places -= usize::from(key.is_place());
            }
            (Ok(i), value) => self.others[i].1 = value,
            (Err(_), Value::Nil) => {}
            (Err(_), _) if self.others.len() == OTHERS_MAX => return Err(Odd::Memory),
            (Err(i), value) => {
                self.others.insert(i, (key, value));
                self.places += usize::from(key.is_place());
            }
        }
        Ok(())
    }

    /// Adds to the list, and what lies among the others and comes next.
    pub(super) fn append(&mut self, value: Value) {
        self.list.push(value);
        while self.places > 0
            && let Some(key) = Key::of(Value::from(self.list.len() + 1))
            && let Ok(from) = self.others.binary_search_by_key(&key, |(k, _)| *k)
        {
            // Those that follow one another are taken at once.
            let run = { self.others[from..].iter().zip(self.list.len() + 1..) }
                .take_while(|((key, _), place)| Key::of(Value::from(*place)) == Some(*key))
                .count();
            self.list.extend(self.others.drain(from..from + run).map(|(_, value)| value));
            self.places -= run;
        }
    }

    /// Forgets what is in it, and keeps room for as much as most tables hold.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.list.shrink_to(CELLS_KEPT);
        self.others.clear();
        self.others.shrink_to(CELLS_KEPT);
        (self.places, self.strict) = (0, false);
    }

    /// What lies under a key that is a text.
    pub(super) fn get(&self, key: Value) -> Option<Value> {
        Key::of(key).map(|key| self.other(key))
    }

    /// Every key and value.
    pub(super) fn everything(&self) -> impl Iterator<Item = Value> {
        let others = self.others.iter().flat_map(|(key, value)| [key.value(), *value]);
        self.list.iter().copied().chain(others)
    }

    /// For how many values and keys it has room.
    #[cfg(test)]
    pub(super) fn room(&self) -> usize {
        self.list.capacity() + self.others.capacity()
    }
}
