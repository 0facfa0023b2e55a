//! One option: of the list that a veto sees, from 1, or the choice that a step is answered with, number 0.

use bastide_core::decl::Target;
use bastide_core::ids::{Cell, ExpansionId, RuleId, SegmentId};
use bastide_core::{Action, Choice};

use super::call::Call;
use super::step::cell_of;
use super::texts::{Declared, Text};
use super::value::{Of, Value};
use crate::raised::Res;

/// Kinds of option.
pub(super) const KINDS: [Text; 7] =
    [Text::PLACE, Text::DEPLOY, Text::MOVE, Text::INVOKE, Text::DRAW, Text::ROLL, Text::PASS];

/// Which of the kinds an action is.
pub(super) fn kind_of(action: Option<Action>) -> usize {
    match action {
        Some(Action::Place { .. }) => 0,
        Some(Action::Deploy { .. }) => 1,
        Some(Action::Move { .. }) => 2,
        Some(Action::Invoke { .. }) => 3,
        Some(Action::Draw { .. }) => 4,
        Some(Action::Roll { .. }) => 5,
        _ => 6,
    }
}

fn option(c: &Call<'_>) -> Option<Choice> {
    match c.id.checked_sub(1) {
        None => Some(c.event.choice),
        Some(i) => c.frame.answer.borrow().listed().get(i).copied(),
    }
}

fn this(c: &Call<'_>) -> Option<Action> {
    option(c).and_then(Choice::action)
}

/// The rule under which it is offered, and by whom; neither for the core's own.
fn offered(c: &Call<'_>) -> Option<(RuleId, ExpansionId)> {
    c.frame.answer.borrow().offer_of(c.game.rules, option(c)?)
}

/// Cell and rotation.
fn place(c: &Call<'_>) -> Option<(Cell, u8)> {
    match this(c)? {
        Action::Place { cell, rotation, .. } => Some((cell, rotation)),
        Action::Invoke { .. } => cell_of(c, option(c)?).map(|cell| (cell, 0)),
        _ => None,
    }
}

/// Where a figure goes.
fn goal(c: &Call<'_>) -> Option<SegmentId> {
    match this(c)? {
        Action::Deploy { node, .. } | Action::Move { node, .. } => Some(node),
        _ => None,
    }
}

pub(super) fn kind(c: &Call<'_>) -> Res<Value> {
    Ok(KINDS[kind_of(this(c))].into())
}

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(place(c).map(|(cell, _)| cell.x).into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(place(c).map(|(cell, _)| cell.y).into())
}

pub(super) fn rotation(c: &Call<'_>) -> Res<Value> {
    Ok(place(c).map(|(_, rotation)| rotation).into())
}

pub(super) fn of_type(c: &Call<'_>) -> Res<Value> {
    match this(c) {
        Some(Action::Place { tile, .. } | Action::Draw { tile }) => Ok(tile.into()),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn overlay(c: &Call<'_>) -> Res<Value> {
    let overlay = match this(c) {
        Some(Action::Place { over, .. }) => over.map(|over| over.overlay),
        Some(Action::Invoke { verb, .. }) => c
            .game
            .rules
            .verbs
            .get(verb.index())
            .and_then(|v| v.decl.overlay.as_deref().and_then(|name| c.game.rules.overlay(name))),
        _ => None,
    };
    Ok(overlay.map(|o| c.frame.named(Declared::Overlay, o.index())).into())
}

pub(super) fn figure_kind(c: &Call<'_>) -> Res<Value> {
    let kind = match this(c) {
        Some(Action::Deploy { figure, .. }) => figure,
        Some(Action::Move { figure, .. }) => c.game.state.figure_kind(figure),
        _ => return Ok(Value::Nil),
    };
    Ok(c.frame.named(Declared::Figure, kind.index()))
}

pub(super) fn figure(c: &Call<'_>) -> Res<Value> {
    match this(c) {
        Some(Action::Move { figure, .. }) => Ok(figure.into()),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn segment(c: &Call<'_>) -> Res<Value> {
    Ok(goal(c).map(|node| Value::segment(c.game, node)).into())
}

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(goal(c).map(|node| Value::feature(c.game, node)).into())
}

pub(super) fn verb(c: &Call<'_>) -> Res<Value> {
    match this(c) {
        Some(Action::Invoke { verb, .. }) => Ok(c.frame.named(Declared::Verb, verb.index())),
        _ => Ok(Value::Nil),
    }
}

fn chosen(c: &Call<'_>, which: usize) -> Res<Value> {
    match this(c) {
        Some(Action::Invoke { verb, target }) => Ok(c.target(verb, target, which)),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn target(c: &Call<'_>) -> Res<Value> {
    chosen(c, 0)
}

pub(super) fn second(c: &Call<'_>) -> Res<Value> {
    chosen(c, 1)
}

pub(super) fn most(c: &Call<'_>) -> Res<Value> {
    if let Some(numbers) = option(c).and_then(Choice::numbers) {
        return Ok((*numbers.end()).into());
    }
    let Some(Action::Invoke { verb, target }) = this(c) else { return Ok(Value::Nil) };
    let sort = c.game.rules.verbs.get(verb.index()).map(|v| v.decl.target);
    Ok((sort == Some(Target::Number)).then_some(target).into())
}

pub(super) fn rule(c: &Call<'_>) -> Res<Value> {
    Ok(offered(c).map(|(rule, _)| c.rule_id(rule)).into())
}

pub(super) fn offered_by(c: &Call<'_>) -> Res<Value> {
    let by = offered(c).and_then(|(_, by)| c.game.rules.expansions.get(by.index()));
    Ok(by.map(|by| c.frame.text(by.id.as_bytes())).into())
}

pub(super) fn value(c: &Call<'_>) -> Res<Value> {
    match this(c) {
        Some(Action::Roll { value }) => Ok(value.into()),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn edge(c: &Call<'_>) -> Res<Value> {
    let [side] = c.take();
    let side = c.side(side)?;
    match this(c) {
        Some(Action::Place { tile, rotation, .. }) => {
            let edge = c.game.rules.edge_of(tile, rotation, side);
            Ok(c.frame.named(Declared::Edge, edge.index()))
        }
        _ => Ok(Value::Nil),
    }
}

pub(super) fn neighbour(c: &Call<'_>) -> Res<Value> {
    let [side] = c.take();
    let side = c.side(side)?;
    Ok(place(c).and_then(|(cell, _)| c.game.state.tile_at(cell.side(side))).into())
}

pub(super) fn around(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    match place(c) {
        Some((cell, _)) => c.around(cell, condition),
        None => c.list(Of::Tile, []),
    }
}
