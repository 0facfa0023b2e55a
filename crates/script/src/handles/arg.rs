//! Arguments at the border: nothing is converted, everything is named.

use bastide_core::Slot;
use bastide_core::ids::{FigureId, NeutralId, Node, Player as PlayerId, TileId, TypeId};
use mlua::{LuaString, Value};

use super::frame::gone;
use super::{Feature, Figure, Frame, H, Kind, Neutral, Player, Res, Segment, Tile, Type};
use crate::raised::Raised;
use crate::text;

/// Method and argument, for messages.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) &'static str, pub(crate) &'static str);

/// An argument is missing or of another kind.
#[cold]
pub(crate) fn bad(at: At, en: &str, fr: &str, got: &Value) -> mlua::Error {
    let At(method, name) = at;
    if got.is_nil() {
        return Raised::new(
            "L0205",
            format!("`{method}`: argument `{name}` is missing ({en})"),
            format!("`{method}` : il manque l'argument `{name}` ({fr})"),
        )
        .into();
    }
    let shown = match got {
        Value::String(_) => format!("the text \"{}\"", text::show(got)),
        Value::UserData(u) => {
            u.type_name().map_or_else(|_| "handle".into(), |n| n.to_string_lossy())
        }
        other => text::show(other),
    };
    Raised::new(
        "L0205",
        format!("`{method}`: argument `{name}` must be {en}, got {shown}"),
        format!("`{method}` : l'argument `{name}` doit être {fr}, reçu {shown}"),
    )
    .into()
}

/// A whole number.
#[inline]
pub(crate) fn int(value: &Value, at: At) -> Res<i32> {
    let whole = match value {
        Value::Integer(n) => i32::try_from(*n).ok(),
        Value::Number(n) if *n == 0.0 => Some(0),
        _ => None,
    };
    whole.ok_or_else(|| bad(at, "a whole number", "un nombre entier", value))
}

/// A whole number within limits.
#[inline]
pub(crate) fn within(value: &Value, at: At, least: i32, most: i32) -> Res<i32> {
    let n = int(value, at)?;
    if (least..=most).contains(&n) {
        return Ok(n);
    }
    Err(bad(
        at,
        &format!("a whole number from {least} to {most}"),
        &format!("un nombre entier de {least} à {most}"),
        value,
    ))
}

/// A text.
#[inline]
pub(crate) fn text(value: &Value, at: At) -> Res<&LuaString> {
    match value {
        Value::String(s) => Ok(s),
        other => Err(bad(at, "a name in quotes", "un nom entre guillemets", other)),
    }
}

/// True or false; nothing = false.
pub(crate) fn flag(value: &Value, at: At) -> Res<bool> {
    match value {
        Value::Nil => Ok(false),
        Value::Boolean(b) => Ok(*b),
        other => Err(bad(at, "true or false", "true ou false", other)),
    }
}

/// The number of a handle of a kind.
#[inline]
pub(crate) fn id<K: Kind>(value: &Value) -> Option<usize> {
    let Value::UserData(u) = value else { return None };
    u.borrow_scoped::<H<K>, usize>(|h| h.id).ok()
}

/// A slot that no effect leaves out.
#[cold]
pub(crate) fn kept_slot(slot: Slot) -> mlua::Error {
    let name = slot.name();
    let may: Vec<&str> =
        Slot::ALL.iter().filter(|s| s.may_be_skipped()).map(|s| s.name()).collect();
    let may = may.join(", ");
    Raised::new(
        "L0205",
        format!("`out:skip`: the slot `{name}` cannot be left out"),
        format!("`out:skip` : le moment `{name}` ne peut pas être sauté"),
    )
    .help(format!("a part may leave out: {may}"), format!("une partie peut sauter : {may}"))
    .into()
}

impl Frame {
    /// A player.
    #[inline]
    pub(crate) fn player(&self, value: &Value, at: At) -> Res<PlayerId> {
        match id::<Player>(value) {
            Some(p) if p < self.state.borrow().players() as usize => Ok(PlayerId(p as u8)),
            Some(p) => Err(gone("player", "ce joueur", p + 1)),
            None => Err(bad(at, "a player", "un joueur", value)),
        }
    }

    /// A segment; a feature stands for one of its segments.
    #[inline]
    pub(crate) fn segment(&self, value: &Value, at: At) -> Res<Node> {
        match id::<Segment>(value).or_else(|| id::<Feature>(value)) {
            Some(n) => self.node(n),
            None => Err(bad(at, "a segment or a feature", "un segment ou une zone", value)),
        }
    }

    /// A figure.
    #[inline]
    pub(crate) fn figure(&self, value: &Value, at: At) -> Res<FigureId> {
        match id::<Figure>(value) {
            Some(f) if f < self.state.borrow().figure_count() => Ok(FigureId(f as u16)),
            Some(f) => Err(gone("figure", "cette figurine", f)),
            None => Err(bad(at, "a figure", "une figurine", value)),
        }
    }

    /// A tile on the board.
    pub(crate) fn tile(&self, value: &Value, at: At) -> Res<TileId> {
        match id::<Tile>(value) {
            Some(t) if t < self.state.borrow().tiles().len() => Ok(TileId(t as u16)),
            Some(t) => Err(gone("tile", "cette tuile", t)),
            None => Err(bad(at, "a tile", "une tuile", value)),
        }
    }

    /// A tile type.
    pub(crate) fn tile_type(&self, value: &Value, at: At) -> Res<TypeId> {
        match id::<Type>(value) {
            Some(t) if t < self.rules.borrow().types.len() => Ok(TypeId(t as u16)),
            _ => Err(bad(at, "a tile type", "un type de tuile", value)),
        }
    }

    /// A neutral figure, by handle or name.
    pub(crate) fn neutral(&self, value: &Value, at: At) -> Res<NeutralId> {
        match (value, id::<Neutral>(value)) {
            (Value::String(s), _) => {
                self.name(super::names::What::Neutral, s, at).map(|n| NeutralId(n as u8))
            }
            (_, Some(n)) if n < self.rules.borrow().neutrals.len() => Ok(NeutralId(n as u8)),
            _ => Err(bad(
                at,
                "a neutral figure or its name",
                "une figurine neutre ou son nom",
                value,
            )),
        }
    }

    /// A player, or nobody.
    pub(crate) fn player_or_none(&self, value: &Value, at: At) -> Res<PlayerId> {
        if value.is_nil() { Ok(PlayerId::NONE) } else { self.player(value, at) }
    }
}
