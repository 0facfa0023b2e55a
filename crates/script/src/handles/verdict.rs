//! Whether a feature is complete.

use bastide_core::hooks::answers::VERDICT;

use super::call::Call;
use super::value::Value;
use crate::raised::Res;

pub(super) fn yes(c: &Call<'_>) -> Res<Value> {
    say(c, true)
}

pub(super) fn no(c: &Call<'_>) -> Res<Value> {
    say(c, false)
}

fn say(c: &Call<'_>, complete: bool) -> Res<Value> {
    let [rule] = c.take();
    let rule = c.rule(rule)?;
    c.answer(VERDICT, |a| a.verdict(complete, rule))
}
