//! A step that is asked, or the verb that was chosen.

use bastide_core::decl::Target;
use bastide_core::ids::{
    Cell, Corner, FigureId, NeutralId, Player, SegmentId, TileId, TileTypeId, VerbId,
};
use bastide_core::limits::STEP_ARGS_MAX;
use bastide_core::step::{CORE_STEPS, OWN};
use bastide_core::{Action, Choice, Hook};

use super::call::Call;
use super::texts::Declared;
use super::value::Value;
use crate::raised::{Raised, Res};

/// Returns an argument of the step, from 1, in the type that its declaration gives, if it does.
fn argument(c: &Call<'_>, read: Target) -> Res<i32> {
    let [i] = c.take();
    let i = c.within(i, "i", 1, STEP_ARGS_MAX as i32)?;
    let (n, method) = (c.event.nargs, c.method());
    if i <= i32::from(n) {
        let own =
            c.event.step.checked_sub(OWN).and_then(|i| c.game.rules.steps.get(usize::from(i)));
        let takes = own.and_then(|own| own.decl.takes.get(i as usize - 1));
        if takes.is_none_or(|takes| *takes == read) || read == Target::Number {
            return Ok(c.event.args[i as usize - 1]);
        }
        return Err(Raised::new(
            "L0205",
            format!("`{method}`: argument {i} of the step is something else"),
            format!("`{method}` : l'argument {i} de l'étape est autre chose"),
        )
        .help("`takes` of the step says what it is", "`takes` de l'étape dit ce qu'il est")
        .into());
    }
    Err(Raised::new(
        "L0205",
        format!("`{method}`: no argument {i}, the step has {n}"),
        format!("`{method}` : pas d'argument {i}, l'étape en a {n}"),
    )
    .into())
}

impl Call<'_> {
    /// The target of a verb as what its declaration says it is.
    pub(super) fn target(&self, verb: VerbId, target: u32, which: usize) -> Value {
        let Some(verb) = self.game.rules.verbs.get(verb.index()) else { return Value::Nil };
        let Some((kind, target)) = verb.decl.named(target).nth(which) else { return Value::Nil };
        match kind {
            Target::None | Target::Cell => Value::Nil,
            Target::Corner => Corner(target as u16).into(),
            Target::FigureKind => self.frame.named(Declared::Figure, target as usize),
            Target::Token => self.frame.named(Declared::Token, target as usize),
            Target::Word => {
                let word = verb.decl.words.get(target as usize);
                word.map(|word| self.frame.text(word.name.as_bytes())).into()
            }
            Target::Segment => Value::segment(self.game, SegmentId(target as u16)),
            Target::Figure => Value::figure(self.game, FigureId(target as u16)),
            Target::Tile => TileId(target as u16).into(),
            Target::Overlay => TileId((target >> 2) as u16).into(),
            Target::TileType => TileTypeId(target as u16).into(),
            Target::Player => Value::seat(self.game, Player(target as u8)),
            Target::Neutral => NeutralId(target as u8).into(),
            Target::Number => target.into(),
        }
    }
}

pub(super) fn actor(c: &Call<'_>) -> Res<Value> {
    Ok(Value::seat(c.game, c.event.actor))
}

pub(super) fn name(c: &Call<'_>) -> Res<Value> {
    let code = c.event.step;
    if let (Hook::Do, Some(Action::Invoke { verb, .. })) = (c.event.hook, c.event.choice.action()) {
        return Ok(c.frame.named(Declared::Verb, verb.index()));
    }
    if let Some(i) = CORE_STEPS.iter().position(|(_, core)| *core == code) {
        return Ok(c.frame.named(Declared::CoreStep, i));
    }
    let own = code.checked_sub(OWN);
    Ok(own.map(|i| c.frame.named(Declared::Step, usize::from(i))).into())
}

pub(super) fn rule(c: &Call<'_>) -> Res<Value> {
    Ok(c.rule_id(c.event.rule))
}

fn chosen(c: &Call<'_>, which: usize) -> Res<Value> {
    match c.event.choice.action() {
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

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(cell_of(c, c.event.choice).map(|cell| cell.x).into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(cell_of(c, c.event.choice).map(|cell| cell.y).into())
}

/// The cell that a verb is chosen with.
pub(super) fn cell_of(c: &Call<'_>, choice: Choice) -> Option<Cell> {
    let Some(Action::Invoke { verb, target }) = choice.action() else { return None };
    let kind = c.game.rules.verbs.get(verb.index())?.decl.target;
    (kind == Target::Cell).then(|| Cell::unpack(target))
}

pub(super) fn count(c: &Call<'_>) -> Res<Value> {
    Ok(c.event.nargs.into())
}

pub(super) fn number(c: &Call<'_>) -> Res<Value> {
    Ok(argument(c, Target::Number)?.into())
}

pub(super) fn player(c: &Call<'_>) -> Res<Value> {
    Ok(Value::seat(c.game, Player(argument(c, Target::Player)? as u8)))
}

pub(super) fn segment(c: &Call<'_>) -> Res<Value> {
    Ok(Value::segment(c.game, SegmentId(argument(c, Target::Segment)? as u16)))
}

pub(super) fn figure(c: &Call<'_>) -> Res<Value> {
    Ok(Value::figure(c.game, FigureId(argument(c, Target::Figure)? as u16)))
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    let tile = argument(c, Target::Tile)?;
    let there = u16::try_from(tile).is_ok_and(|tile| c.game.state.lies(TileId(tile)));
    Ok(there.then_some(TileId(tile as u16)).into())
}

pub(super) fn of_type(c: &Call<'_>) -> Res<Value> {
    let tile = argument(c, Target::TileType)?;
    let there = (0..c.game.rules.types.len() as i32).contains(&tile);
    Ok(there.then_some(TileTypeId(tile as u16)).into())
}

pub(super) fn corner(c: &Call<'_>) -> Res<Value> {
    let corner = u16::try_from(argument(c, Target::Corner)?).ok().map(Corner);
    Ok(corner.filter(|corner| c.game.is_corner(*corner)).into())
}
