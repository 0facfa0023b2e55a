//! Filters of queries: read once from a table, then applied in Rust.

use bastide_core::ids::{FigureId, KindId, Node, Player as PlayerId, TypeId};
use bastide_core::{Game, Place};
use mlua::{AnyUserData, Lua, LuaString, Table, Value};

use super::api::nearest;
use super::arg::{self, At};
use super::names::What;
use super::{Frame, H, Kind, Res};
use crate::raised::Raised;

use std::rc::Rc;

/// Keys that can be told of a segment or its feature.
pub const FEATURE_KEYS: &[&str] = &[
    "kind",
    "tag",
    "without",
    "occupied",
    "complete",
    "placed",
    "figure",
    "class",
    "owner",
    "closed_by",
];

/// Keys that can be told of a figure, those of a feature being about the one it stands in.
pub const FIGURE_KEYS: &[&str] = &[
    "kind",
    "tag",
    "without",
    "occupied",
    "complete",
    "placed",
    "figure",
    "class",
    "owner",
    "holder",
    "sheltered",
    "immune",
    "one_per_kind",
];

/// Keys that can be told of a figure that somebody holds.
pub const HELD_KEYS: &[&str] = &["figure", "class", "owner", "holder", "immune", "one_per_kind"];

/// Keys that can be told of one segment, where a walk may end.
pub const STOP_KEYS: &[&str] = &["tag", "without", "placed", "figure", "class", "owner"];

/// What each key of a filter asks for.
pub const FILTER_DOCS: [(&str, &str); 14] = [
    ("kind", "Feature kinds, one or several."),
    ("tag", "The feature has this tag (a number above 0); where a walk ends, the segment."),
    ("without", "It lacks this tag."),
    ("occupied", "Claimed by somebody, or not."),
    ("complete", "Complete, or not."),
    ("placed", "On the tile just placed, or not."),
    ("figure", "Figure kinds, one or several. A feature has such a figure in it."),
    ("class", "Figure classes, one or several. A feature has such a figure in it."),
    ("owner", "The player whose figure it is. A feature has such a figure in it."),
    ("closed_by", "Some placement of this tile type would complete it."),
    (
        "holder",
        "Held by this player, or with `true` by anybody; otherwise figures are on the board.",
    ),
    ("sheltered", "Stands where rules shelter it, or not."),
    ("immune", "Exempt from rules that respect immunity, or not."),
    ("one_per_kind", "Of figures alike (owner, kind, holder) the first only."),
];

/// What a query asks for; every key present must hold.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    kinds: u32,
    tag: Option<[u8; 32]>,
    without: Option<[u8; 32]>,
    occupied: Option<bool>,
    complete: Option<bool>,
    placed: Option<bool>,
    figures: u32,
    class: u32,
    owner: Option<PlayerId>,
    /// Held by anybody.
    held: bool,
    /// Held by this player.
    holder: Option<PlayerId>,
    sheltered: Option<bool>,
    immune: Option<bool>,
    one_per_kind: bool,
    /// Some placement of this tile would complete it.
    closed_by: Option<TypeId>,
}

impl Frame {
    /// A filter from nothing, the name of a feature kind, or a table.
    pub(crate) fn filter(&self, value: &Value, method: &'static str) -> Res<Filter> {
        let mut filter = Filter::default();
        match value {
            Value::Nil => {}
            Value::String(s) => filter.kinds = 1 << self.name(What::Kind, s, At(method, "kind"))?,
            Value::Table(table) => {
                self.each(table, |key, value| {
                    self.key(&mut filter, &key, &value, FEATURE_KEYS, method)
                })?;
            }
            other => {
                return Err(arg::bad(
                    At(method, "filter"),
                    "a table or a kind",
                    "une table ou un genre",
                    other,
                ));
            }
        }
        Ok(filter)
    }

    /// A filter of figures from nothing, the name of a kind or class, or a table. A word that names both
    /// a kind and a class is refused: only a table says which.
    pub(crate) fn figure_filter(&self, value: &Value, method: &'static str) -> Res<Filter> {
        let mut filter = Filter::default();
        let Value::String(s) = value else {
            let Value::Table(table) = value else { return self.filter(value, method) };
            self.each(table, |key, value| {
                self.key(&mut filter, &key, &value, FIGURE_KEYS, method)
            })?;
            return match filter.of_board().filter(|_| filter.held) {
                Some(key) => Err(not_held(key, method)),
                None => Ok(filter),
            };
        };
        match self.name(What::Holds, s, At(method, "figure"))? {
            n if n < 256 => filter.figures = 1 << n,
            n => filter.class = 1 << (n - 256),
        }
        Ok(filter)
    }

    /// Where a walk ends: nowhere, at a tag, or at a segment that a table asks for.
    pub(crate) fn stop(&self, value: &Value, method: &'static str) -> Res<Option<Filter>> {
        let mut filter = Filter::default();
        match value {
            Value::Nil => return Ok(None),
            Value::String(_) => filter.tag = Some(self.lanes(value, At(method, "stop"))?),
            Value::Table(table) => {
                self.each(table, |key, value| {
                    self.key(&mut filter, &key, &value, STOP_KEYS, method)
                })?;
            }
            other => {
                let (en, fr) = ("a table or a tag", "une table ou une étiquette");
                return Err(arg::bad(At(method, "stop"), en, fr, other));
            }
        }
        Ok(Some(filter))
    }

    fn key(
        &self,
        filter: &mut Filter,
        key: &Value,
        value: &Value,
        keys: &'static [&'static str],
        method: &'static str,
    ) -> Res<()> {
        let known = key.as_string().and_then(|key| {
            let key = key.as_bytes();
            keys.iter().copied().find(|k| k.as_bytes() == &*key)
        });
        let Some(name) = known else {
            let name = key.as_string().map(LuaString::to_string_lossy).unwrap_or_default();
            return Err(no_key(&name, keys, method));
        };
        let at = At(method, name);
        let flag = |value: &Value| arg::flag(value, at).map(Some);
        match name {
            "kind" => filter.kinds = self.several(value, What::Kind, at)?,
            "figure" => filter.figures = self.several(value, What::Figure, at)?,
            "class" => filter.class = self.several(value, What::Class, at)?,
            "tag" => filter.tag = Some(self.lanes(value, at)?),
            "without" => filter.without = Some(self.lanes(value, at)?),
            "occupied" => filter.occupied = flag(value)?,
            "complete" => filter.complete = flag(value)?,
            "placed" => filter.placed = flag(value)?,
            "sheltered" => filter.sheltered = flag(value)?,
            "immune" => filter.immune = flag(value)?,
            "one_per_kind" => filter.one_per_kind = arg::flag(value, at)?,
            "owner" => filter.owner = Some(self.player(value, at)?),
            "closed_by" => filter.closed_by = Some(self.tile_type(value, at)?),
            _ => {
                filter.held = *value != Value::Boolean(false);
                if !matches!(value, Value::Boolean(_)) {
                    filter.holder = Some(self.player(value, at)?);
                }
            }
        }
        Ok(())
    }

    /// Bits of one name or of a list of names.
    fn several(&self, value: &Value, what: What, at: At) -> Res<u32> {
        let Value::Table(list) = value else {
            return Ok(1 << self.name(what, arg::text(value, at)?, at)?);
        };
        let mut bits = 0;
        self.each(list, |_, value| {
            bits |= 1 << self.name(what, arg::text(&value, at)?, at)?;
            Ok(())
        })?;
        Ok(bits)
    }

    /// Lanes of a tag by feature kind.
    fn lanes(&self, value: &Value, at: At) -> Res<[u8; 32]> {
        let name = arg::text(value, at)?;
        let mut lanes = [255; 32];
        let kinds = self.rules.borrow().kinds.len();
        for (kind, lane) in lanes.iter_mut().enumerate().take(kinds) {
            *lane = self.lane(KindId(kind as u8), name, at)?.unwrap_or(255);
        }
        Ok(lanes)
    }
}

/// A key that a table may not have.
#[cold]
pub(crate) fn no_key(name: &str, keys: &[&'static str], method: &str) -> mlua::Error {
    let fault = Raised::new(
        "L0205",
        format!("`{method}`: there is no key `{name}`"),
        format!("`{method}` : la clé `{name}` n'existe pas"),
    );
    match nearest(name, keys.iter().copied()) {
        Some(near) => {
            fault.help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
        }
        None => {
            fault.help(format!("keys: {}", keys.join(", ")), format!("clés : {}", keys.join(", ")))
        }
    }
    .into()
}

/// A key that says nothing of figures in somebody's hands.
#[cold]
fn not_held(key: &str, method: &str) -> mlua::Error {
    let keys = HELD_KEYS.join(", ");
    Raised::new(
        "L0205",
        format!("`{method}`: `{key}` says nothing of figures that are held"),
        format!("`{method}` : `{key}` ne dit rien de figurines détenues"),
    )
    .help(format!("beside `holder` there are {keys}"), format!("avec `holder` il y a {keys}"))
    .into()
}

impl Filter {
    /// A key that is about where a figure stands, if one was given.
    fn of_board(&self) -> Option<&'static str> {
        let given = [
            ("kind", self.kinds != 0),
            ("tag", self.tag.is_some()),
            ("without", self.without.is_some()),
            ("occupied", self.occupied.is_some()),
            ("complete", self.complete.is_some()),
            ("placed", self.placed.is_some()),
            ("sheltered", self.sheltered.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(key, _)| key)
    }

    /// Kinds asked for; all if none is.
    pub(crate) fn kinds(&self) -> u32 {
        if self.kinds == 0 { u32::MAX } else { self.kinds }
    }

    /// Whether a segment passes, with the facts of its feature.
    pub(crate) fn takes(&self, game: &Game<'_>, node: Node) -> bool {
        let kind = game.state.kind(node);
        let has = |lanes: &[u8; 32]| {
            let lane = lanes[kind.index() & 31];
            lane < 255 && game.tag(node, lane) > 0
        };
        self.kinds() & 1 << kind.0 != 0
            && self.tag.as_ref().is_none_or(has)
            && !self.without.as_ref().is_some_and(has)
            && self.occupied.is_none_or(|x| x == game.is_occupied(node))
            && self.complete.is_none_or(|x| x == game.is_complete(node))
            && self
                .placed
                .is_none_or(|x| x == (Some(game.state.tile_of(node)) == game.state.placed()))
    }

    /// As [`Filter::takes`]; keys about figures ask for such a figure in the feature.
    pub(crate) fn takes_feature(&self, game: &Game<'_>, node: Node) -> bool {
        self.takes(game, node)
            && (!self.asks_figure()
                || game.state.figures_in(node).any(|f| self.takes_kind(game, f)))
            && self.closed_by.is_none_or(|tile| game.is_closed_by(node, tile))
    }

    /// Whether a segment passes by its own facts, whatever its feature is.
    pub(crate) fn takes_alone(&self, game: &Game<'_>, node: Node) -> bool {
        let kind = game.state.kind(node).index();
        let has = |lanes: &[u8; 32]| {
            let lane = lanes[kind & 31];
            lane < 255 && game.own_tag(node, lane) > 0
        };
        let is_placed = || Some(game.state.tile_of(node)) == game.state.placed();
        let mut here = game.state.figures_in(node).filter(|f| game.figure_node(*f) == Some(node));
        self.tag.as_ref().is_none_or(has)
            && !self.without.as_ref().is_some_and(has)
            && self.placed.is_none_or(|x| x == is_placed())
            && (!self.asks_figure() || here.any(|f| self.takes_kind(game, f)))
    }

    /// Whether some key is about figures.
    fn asks_figure(&self) -> bool {
        self.figures != 0 || self.class != 0 || self.owner.is_some()
    }

    /// Whether kind and owner of a figure pass.
    fn takes_kind(&self, game: &Game<'_>, figure: FigureId) -> bool {
        let kind = game.state.figure_kind(figure);
        (self.figures == 0 || self.figures & 1 << kind.0 != 0)
            && (self.class == 0 || self.class & game.rules.figures[kind.index()].class != 0)
            && self.owner.is_none_or(|p| p == game.state.owner(figure))
    }

    /// Those of some figures that pass, by number.
    pub(crate) fn figures_of(
        &self,
        game: &Game<'_>,
        all: impl Iterator<Item = FigureId>,
    ) -> Vec<usize> {
        let all = all.filter(|f| self.takes_figure(game, *f));
        let mut found: Vec<usize> = all.map(FigureId::index).collect();
        self.thin(game, &mut found);
        found
    }

    /// Of figures alike (same owner, kind and holder) the first, if that is asked for.
    fn thin(&self, game: &Game<'_>, figures: &mut Vec<usize>) {
        if !self.one_per_kind {
            return;
        }
        let alike = |f: usize| {
            let f = FigureId(f as u16);
            let holder = match game.state.figure_place(f) {
                Place::Held(p) => Some(p),
                _ => None,
            };
            (game.state.owner(f), game.state.figure_kind(f), holder)
        };
        let mut kept: Vec<usize> = Vec::with_capacity(figures.len());
        figures.retain(|f| {
            let first = !kept.iter().any(|k| alike(*k) == alike(*f));
            if first {
                kept.push(*f);
            }
            first
        });
    }

    /// Whether a figure passes. Without `holder` it must be on the board.
    pub(crate) fn takes_figure(&self, game: &Game<'_>, figure: FigureId) -> bool {
        let declared = &game.rules.figures[game.state.figure_kind(figure).index()];
        if !self.takes_kind(game, figure) || self.immune.is_some_and(|x| x != declared.decl.immune)
        {
            return false;
        }
        match (game.state.figure_place(figure), self.held) {
            (Place::Held(by), true) => self.holder.is_none_or(|p| p == by),
            (Place::Segment(node), false) => {
                self.takes(game, node)
                    && self.sheltered.is_none_or(|x| x == game.is_sheltered(figure))
            }
            _ => false,
        }
    }
}

/// A list of handles.
pub(crate) fn list<K: Kind>(
    frame: &Rc<Frame>,
    lua: &Lua,
    ids: impl IntoIterator<Item = usize>,
) -> Res<Table> {
    let handles =
        ids.into_iter().map(|id| H::<K>::of(frame, lua, id)).collect::<Res<Vec<AnyUserData>>>()?;
    frame.charge(handles.len())?;
    lua.create_sequence_from(handles)
}
