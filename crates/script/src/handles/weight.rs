//! Strength in a majority.

use bastide_core::hooks::answers::WEIGHT;

use super::call::Call;
use super::value::Value;
use crate::raised::Res;

pub(super) fn add(c: &Call<'_>) -> Res<Value> {
    let [n] = c.take();
    let n = c.within(n, "n", -1000, 1000)?;
    c.answer(WEIGHT, |a| a.weight(n))
}
