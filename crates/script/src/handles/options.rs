//! Options that a veto sees.

use bastide_core::ids::{EdgeId, RuleId};
use bastide_core::{Action, Choice, hooks::answers};

use super::call::Call;
use super::names::What;
use super::option::{KINDS, kind_of};
use super::value::{Of, Value};
use crate::raised::Res;

pub(super) fn count(c: &Call<'_>) -> Res<Value> {
    Ok(c.frame.answer.borrow().listed().len().into())
}

pub(super) fn each(c: &Call<'_>) -> Res<Value> {
    let [kind] = c.take();
    if kind.is_nil() {
        return Ok(Value::Each(KINDS.len() as u8));
    }
    let name = c.text(kind, "kind")?;
    let found = KINDS.iter().position(|k| *k == name);
    let words = || KINDS.iter().filter_map(|k| k.word()).collect::<Vec<_>>().join(", ");
    let found = found.ok_or_else(|| c.bad("kind", &words(), &words(), kind))?;
    Ok(Value::Each(found as u8))
}

pub(super) fn at(c: &Call<'_>) -> Res<Value> {
    let [end, side, edge] = c.take();
    let cell = c.end_cell(end, "open end")?;
    let wanted = if side.is_nil() && edge.is_nil() {
        None
    } else {
        let edge = EdgeId(c.name(What::Edge, edge, "edge")? as u8);
        Some((c.side(side)?, edge))
    };
    let answer = c.frame.answer.borrow();
    let meets = |(_, option): &(usize, &Choice)| {
        let Some(Action::Place { tile, cell: on, rotation, .. }) = option.action() else {
            return false;
        };
        on == cell
            && wanted.is_none_or(|(side, edge)| c.game.rules.edge_of(tile, rotation, side) == edge)
    };
    c.list(Of::Choice, answer.listed().iter().enumerate().filter(meets).map(|(i, _)| i + 1))
}

pub(super) fn refuse_except(c: &Call<'_>) -> Res<Value> {
    let [ends, rule] = c.take();
    let Value::Table(ends) = ends else {
        return Err(c.bad("ends", "a list of open ends", "une liste de bouts", ends));
    };
    let mut cells = Vec::new();
    c.each(ends, |_, end| {
        let cell = c.end_cell(end, "ends")?;
        if !cells.contains(&cell) {
            cells.push(cell);
        }
        Ok(())
    })?;
    let rule = c.rule(rule)?;
    c.answer(answers::REFUSALS, |answer| {
        for i in 0..answer.listed().len() {
            let action = answer.listed()[i].action();
            if matches!(action, Some(Action::Place { cell, .. }) if !cells.contains(&cell)) {
                answer.refuse(i, rule);
            }
        }
    })
}

/// `refuse(option, rule)`, which is no member of a handle.
pub(super) fn refuse(c: &Call<'_>) -> Res<Value> {
    let [option, rule] = c.take();
    let rule = c.rule(rule)?;
    let Value::Table(several) = option else { return refuse_one(c, option, rule) };
    c.each(several, |_, option| refuse_one(c, option, rule).map(drop))?;
    Ok(Value::Nil)
}

fn refuse_one(c: &Call<'_>, option: Value, rule: RuleId) -> Res<Value> {
    let listed = c.frame.answer.borrow().listed().len();
    let i = option.id(Of::Choice).filter(|i| (1..=listed).contains(i));
    let i = i.ok_or_else(|| {
        let (en, fr) =
            ("an option of the list, or several", "une option de la liste, ou plusieurs");
        c.bad("option", en, fr, option)
    })?;
    c.answer(answers::REFUSALS, |answer| answer.refuse(i - 1, rule))
}

/// The option after another one, of a kind (7 = of all kinds); 0 is before the first.
pub(crate) fn after(listed: &[Choice], kind: u8, last: usize) -> Option<usize> {
    let mut later = listed.iter().enumerate().skip(last);
    let all = usize::from(kind) == KINDS.len();
    let next = later.find(|(_, option)| all || kind_of(option.action()) == usize::from(kind));
    next.map(|(i, _)| i + 1)
}
