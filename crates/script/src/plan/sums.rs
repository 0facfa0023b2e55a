//! Arithmetic and comparison, as Luau has them for numbers.

use super::op::{Sum, Test};
use super::world::{Odd, Res};
use crate::handles::Value;

/// Whether two values are the same one. Of functions Luau alone knows.
fn same(x: Value, y: Value) -> Res<bool> {
    match (x, y) {
        (Value::Function(_) | Value::Each(_), Value::Function(_) | Value::Each(_)) => {
            Err(Odd::Function)
        }
        _ => Ok(x == y),
    }
}

/// All but nil and false.
#[inline]
pub(super) fn truthy(value: Value) -> bool {
    !matches!(value, Value::Nil | Value::Bool(false))
}

/// A text that looks like a number is Luau's business.
#[inline]
pub(super) fn number(value: Value) -> Res<f64> {
    match value {
        Value::Number(n) => Ok(n),
        _ => Err(Odd::Number),
    }
}

/// What two numbers are made into, by Luau's own formulas.
#[inline]
pub(super) fn sum(sum: Sum, x: Value, y: Value) -> Res<f64> {
    let (x, y) = (number(x)?, number(y)?);
    Ok(match sum {
        Sum::Sub => x - y,
        Sum::Mul => x * y,
        Sum::Div => x / y,
        Sum::Mod => x - (x / y).floor() * y,
        Sum::FloorDiv => (x / y).floor(),
    })
}

/// Whether a comparison holds.
#[inline]
pub(super) fn holds(test: Test, x: Value, y: Value) -> Res<bool> {
    Ok(match test {
        Test::Equal => same(x, y)?,
        Test::Less => number(x)? < number(y)?,
        Test::AtMost => number(x)? <= number(y)?,
    })
}

/// Whether a loop over numbers goes on; the very comparison of Luau, for what is no number too.
#[inline]
pub(super) fn goes_on(limit: f64, step: f64, n: f64) -> bool {
    if step > 0.0 { n <= limit } else { limit <= n }
}
