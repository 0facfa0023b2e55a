//! Contributions to the points of a claim, and payments beside it.

use bastide_core::Answer;
use bastide_core::hooks::answers::{BONUS, POINTS};
use bastide_core::ids::{RuleId, UnitId};
use bastide_core::limits::POINTS_MAX;

use super::call::Call;
use super::names::What;
use super::texts::Text;
use super::value::Value;
use crate::raised::Res;

const MOST: i32 = POINTS_MAX as i32;

impl Call<'_> {
    /// A number of points.
    pub(super) fn points(&self, value: Value, argument: &'static str) -> Res<i32> {
        self.within(value, argument, -MOST, MOST)
    }
}

fn unit(c: &Call<'_>, value: Value) -> Res<UnitId> {
    Ok(UnitId(c.name(What::Unit, value, "unit")? as u8))
}

#[inline]
fn term(c: &Call<'_>, rule: Value, add: impl FnOnce(&mut Answer, RuleId)) -> Res<Value> {
    let rule = c.rule(rule)?;
    c.answer(POINTS, |answer| add(answer, rule))
}

pub(super) fn add(c: &Call<'_>) -> Res<Value> {
    let [rule, of, n, rate] = c.take();
    let of = unit(c, of)?;
    let (n, rate) = (c.points(n, "n")?, c.points(rate, "rate")?);
    term(c, rule, |a, rule| a.add(rule, of, n, rate))
}

pub(super) fn per(c: &Call<'_>) -> Res<Value> {
    let [rule, of, by] = c.take();
    let of = if of == Value::Text(Text::ALL) { UnitId::NONE } else { unit(c, of)? };
    let by = c.points(by, "by")?;
    term(c, rule, |a, rule| a.per(rule, of, by))
}

pub(super) fn count(c: &Call<'_>) -> Res<Value> {
    let [rule, of, by] = c.take();
    let (of, by) = (unit(c, of)?, c.points(by, "by")?);
    term(c, rule, |a, rule| a.count(rule, of, by))
}

pub(super) fn void(c: &Call<'_>) -> Res<Value> {
    let [rule] = c.take();
    term(c, rule, Answer::void)
}

pub(super) fn flat(c: &Call<'_>) -> Res<Value> {
    let [rule, n] = c.take();
    let n = c.points(n, "n")?;
    term(c, rule, |a, rule| a.flat(rule, n))
}

pub(super) fn scale(c: &Call<'_>) -> Res<Value> {
    let [rule, num, den, round] = c.take();
    let num = c.within(num, "num", -1000, 1000)?;
    let den = c.within(den, "den", 1, 1000)?;
    let up = match round {
        Value::Text(Text::UP) => true,
        Value::Text(Text::DOWN) | Value::Nil => false,
        other => {
            return Err(c.bad("round", "\"up\" or \"down\"", "\"up\" ou \"down\"", other));
        }
    };
    term(c, rule, |a, rule| a.scale(rule, num, den, up))
}

pub(super) fn extra(c: &Call<'_>) -> Res<Value> {
    let [rule, n] = c.take();
    let n = c.points(n, "n")?;
    term(c, rule, |a, rule| a.extra(rule, n))
}

pub(super) fn only(c: &Call<'_>) -> Res<Value> {
    let [player] = c.take();
    let player = c.player(player, "player")?;
    c.answer(POINTS, |a| a.only(player))
}

/// An award: of a claim, or of a final step.
pub(super) fn bonus(c: &Call<'_>) -> Res<Value> {
    let [player, n, rule] = c.take();
    let player = c.player(player, "player")?;
    let n = c.points(n, "n")?;
    let rule = c.rule(rule)?;
    c.answer(BONUS, |a| a.bonus(player, n, rule))
}
