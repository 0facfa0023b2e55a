//! Strength in a majority, and what decides between equals.

use bastide_core::hooks::answers::WEIGHT;

use super::call::Call;
use super::value::Value;
use crate::raised::Res;

pub(super) fn add(c: &Call<'_>) -> Res<Value> {
    let [n] = c.take();
    let n = c.within(n, "n", -1000, 1000)?;
    c.answer(WEIGHT, |a| a.weight(n))
}

pub(super) fn tie(c: &Call<'_>) -> Res<Value> {
    let [n] = c.take();
    let n = c.within(n, "n", -1000, 1000)?;
    c.answer(WEIGHT, |a| a.tie(n))
}

pub(super) fn once(c: &Call<'_>) -> Res<Value> {
    c.answer(WEIGHT, bastide_core::Answer::once)
}
