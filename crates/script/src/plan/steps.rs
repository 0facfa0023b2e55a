//! Loops over lists and options.

use super::library::{NEXT, NEXT_PLACE};
use super::run::WINDOW;
use super::tables::Tables;
use super::world::{Odd, Res, World};
use crate::handles::{Of, Value, after};

/// Set where a loop passes over what has other keys.
const BY_PLACE: u32 = 1 << 31;

/// A loop begins, in one of the forms in which it steps as Luau's: from the start, through a list or options. What it steps
/// through may not grow meanwhile; any other control or iterator is Luau's business.
pub(super) fn begin(
    tables: &Tables<'_>,
    r: &mut [Value; WINDOW],
    a: usize,
    ipairs: bool,
) -> Res<()> {
    let (table, by_place) = match (r[a], r[a + 1], r[a + 2]) {
        (Value::Table(table), Value::Nil, Value::Nil) | (NEXT, Value::Table(table), Value::Nil) => {
            (table, false)
        }
        (NEXT_PLACE, Value::Table(table), Value::Number(0.0)) => (table, true),
        (Value::Each(_), _, Value::Nil) => {
            r[a + 2] = Value::Other(0);
            return Ok(());
        }
        _ => return Err(Odd::Order),
    };
    if !by_place && (ipairs || !tables.is_list(table)) {
        return Err(Odd::Order);
    }
    // What no script sees is counted in whole numbers: how long the list is, and how far the loop has come.
    let len = tables.values(table).len() as u32;
    r[a] = Value::Table(table);
    r[a + 1] = Value::Other(if by_place { len | BY_PLACE } else { len });
    r[a + 2] = Value::Other(0);
    Ok(())
}

/// A loop goes on, or not.
#[inline]
pub(super) fn next(
    world: &World<'_>,
    tables: &Tables<'_>,
    r: &mut [Value; WINDOW],
    a: usize,
    vars: usize,
) -> Res<bool> {
    let Value::Other(i) = r[a + 2] else { return Err(Odd::Order) };
    match r[a] {
        Value::Table(table) => {
            let values = tables.values(table);
            let Value::Other(len) = r[a + 1] else { return Err(Odd::Order) };
            let plain = len & BY_PLACE == 0;
            if (len & !BY_PLACE) as usize != values.len() || plain && !tables.is_list(table) {
                return Err(Odd::Order);
            }
            let Some(value) = values.get(i as usize) else { return Ok(false) };
            r[a + 2] = Value::Other(i + 1);
            r[a + 3] = Value::Number(f64::from(i + 1));
            r[a + 4] = *value;
            for more in 2..vars {
                r[a + 3 + more] = Value::Nil;
            }
        }
        Value::Each(kind) => {
            let answer = world.frame.answer.borrow();
            let found = after(answer.listed(), kind, i as usize);
            let Some(option) = found else { return Ok(false) };
            r[a + 2] = Value::Other(option as u32);
            r[a + 3] = Value::Handle(Of::Choice, option as u32);
            for more in 1..vars {
                r[a + 3 + more] = Value::Nil;
            }
        }
        _ => return Err(Odd::Order),
    }
    Ok(true)
}
