//! Filters of queries: read once from a table, then applied in Rust.

use bastide_core::ids::{FigureId, KindId, Node, Player as PlayerId, TypeId};
use bastide_core::{Game, Place};

use super::api::nearest;
use super::call::Call;
use super::kept::Reading;
use super::names::What;
use super::texts::{Text, words};
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

pub(super) const FEATURE: [Text; 10] = [
    Text::KIND,
    Text::TAG,
    Text::WITHOUT,
    Text::OCCUPIED,
    Text::COMPLETE,
    Text::PLACED,
    Text::FIGURE,
    Text::CLASS,
    Text::OWNER,
    Text::CLOSED_BY,
];

pub(super) const FIGURE: [Text; 13] = [
    Text::KIND,
    Text::TAG,
    Text::WITHOUT,
    Text::OCCUPIED,
    Text::COMPLETE,
    Text::PLACED,
    Text::FIGURE,
    Text::CLASS,
    Text::OWNER,
    Text::HOLDER,
    Text::SHELTERED,
    Text::IMMUNE,
    Text::ONE_PER_KIND,
];

pub(super) const STOP: [Text; 6] =
    [Text::TAG, Text::WITHOUT, Text::PLACED, Text::FIGURE, Text::CLASS, Text::OWNER];

/// Keys that can be told of a segment or its feature.
pub const FEATURE_KEYS: &[&str] = &words(FEATURE);

/// Keys that can be told of a figure, those of a feature being about the one it stands in.
pub const FIGURE_KEYS: &[&str] = &words(FIGURE);

/// Keys that can be told of a figure that somebody holds.
pub const HELD_KEYS: &[&str] = &["figure", "class", "owner", "holder", "immune", "one_per_kind"];

/// Keys that can be told of one segment, where a walk may end.
pub const STOP_KEYS: &[&str] = &words(STOP);

const CLASS: [Text; 1] = [Text::CLASS];

/// Keys that can be told of a kind of figure.
pub const CLASS_KEYS: &[&str] = &words(CLASS);

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
#[derive(Clone, Debug, Default)]
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

impl Call<'_> {
    /// A filter from nothing, the name of a feature kind, or a table.
    pub(crate) fn filter(&self, value: Value) -> Res<Filter> {
        let mut filter = Filter::default();
        match value {
            Value::Nil => {}
            Value::Text(_) => filter.kinds = 1 << self.name(What::Kind, value, "kind")?,
            Value::Table(table) => return self.read(table, Reading::Feature),
            other => {
                let (en, fr) = ("a table or a kind", "une table ou un genre");
                return Err(self.bad("filter", en, fr, other));
            }
        }
        Ok(filter)
    }

    /// A filter of figures from nothing, the name of a kind or class, or a table. A word that names both
    /// a kind and a class is refused: only a table says which.
    pub(crate) fn figure_filter(&self, value: Value) -> Res<Filter> {
        let mut filter = Filter::default();
        let Value::Text(_) = value else {
            let Value::Table(table) = value else { return self.filter(value) };
            filter = self.read(table, Reading::Figure)?;
            return match filter.of_board().filter(|_| filter.held) {
                Some(key) => Err(self.not_held(key)),
                None => Ok(filter),
            };
        };
        match self.name(What::Holds, value, "figure")? {
            n if n < 256 => filter.figures = 1 << n,
            n => filter.class = 1 << (n - 256),
        }
        Ok(filter)
    }

    /// Where a walk ends: nowhere, at a tag, or at a segment that a table asks for.
    pub(crate) fn stop(&self, value: Value) -> Res<Option<Filter>> {
        let mut filter = Filter::default();
        match value {
            Value::Nil => return Ok(None),
            Value::Text(_) => filter.tag = Some(self.lanes(value, "stop")?),
            Value::Table(table) => filter = self.read(table, Reading::Stop)?,
            other => {
                let (en, fr) = ("a table or a tag", "une table ou une étiquette");
                return Err(self.bad("stop", en, fr, other));
            }
        }
        Ok(Some(filter))
    }

    /// Those of some figures that pass.
    pub(super) fn figures_of(
        &self,
        filter: &Filter,
        all: impl Iterator<Item = FigureId>,
    ) -> Res<Value> {
        let all = all.filter(|f| filter.takes_figure(&self.game, *f));
        if !filter.one_per_kind {
            return self.list(Of::Figure, all.map(FigureId::index));
        }
        let mut found: Vec<FigureId> = all.collect();
        thin(&self.game, &mut found);
        self.list(Of::Figure, found.into_iter().map(FigureId::index))
    }

    /// Bits of the classes that figure kinds are to be of; 0 = any.
    pub(super) fn classes(&self, value: Value) -> Res<u32> {
        let mut classes = 0;
        match value {
            Value::Nil => {}
            Value::Table(table) => self.each(table, |key, value| {
                let (_, name) = self.key_of(key, &CLASS)?;
                classes = self.several(value, What::Class, name)?;
                Ok(())
            })?,
            other => return Err(self.bad("filter", "a table", "une table", other)),
        }
        Ok(classes)
    }

    pub(super) fn key(
        &self,
        filter: &mut Filter,
        key: Value,
        value: Value,
        keys: &[Text],
    ) -> Res<()> {
        let (key, name) = self.key_of(key, keys)?;
        let flag = |value| self.flag(value, name).map(Some);
        match key {
            Text::KIND => filter.kinds = self.several(value, What::Kind, name)?,
            Text::FIGURE => filter.figures = self.several(value, What::Figure, name)?,
            Text::CLASS => filter.class = self.several(value, What::Class, name)?,
            Text::TAG => filter.tag = Some(self.lanes(value, name)?),
            Text::WITHOUT => filter.without = Some(self.lanes(value, name)?),
            Text::OCCUPIED => filter.occupied = flag(value)?,
            Text::COMPLETE => filter.complete = flag(value)?,
            Text::PLACED => filter.placed = flag(value)?,
            Text::SHELTERED => filter.sheltered = flag(value)?,
            Text::IMMUNE => filter.immune = flag(value)?,
            Text::ONE_PER_KIND => filter.one_per_kind = self.flag(value, name)?,
            Text::OWNER => filter.owner = Some(self.player(value, name)?),
            Text::CLOSED_BY => filter.closed_by = Some(self.tile_type(value, name)?),
            _ => {
                filter.held = value != Value::Bool(false);
                if !matches!(value, Value::Bool(_)) {
                    filter.holder = Some(self.player(value, name)?);
                }
            }
        }
        Ok(())
    }

    /// A key of a table, which must be one of these, and its word.
    #[inline]
    pub(crate) fn key_of(&self, key: Value, keys: &[Text]) -> Res<(Text, &'static str)> {
        let known = match key {
            Value::Text(text) if keys.contains(&text) => text.word().map(|word| (text, word)),
            _ => None,
        };
        known.ok_or_else(|| self.no_key(key, keys))
    }

    /// Bits of one name or of a list of names.
    pub(super) fn several(&self, value: Value, what: What, argument: &'static str) -> Res<u32> {
        let Value::Table(list) = value else {
            return Ok(1 << self.name(what, value, argument)?);
        };
        let mut bits = 0;
        self.each(list, |_, value| {
            bits |= 1 << self.name(what, value, argument)?;
            Ok(())
        })?;
        Ok(bits)
    }

    /// Lanes of a tag by feature kind.
    fn lanes(&self, name: Value, argument: &'static str) -> Res<[u8; 32]> {
        let mut lanes = [255; 32];
        let kinds = self.game.rules.kinds.len();
        for (kind, lane) in lanes.iter_mut().enumerate().take(kinds) {
            *lane = self.lane(KindId(kind as u8), name, argument)?.unwrap_or(255);
        }
        Ok(lanes)
    }

    /// A key that a table may not have.
    #[cold]
    fn no_key(&self, key: Value, keys: &[Text]) -> Box<Raised> {
        let name = match key {
            Value::Text(text) => self.frame.spell(text),
            _ => String::new(),
        };
        let keys: Vec<&str> = keys.iter().filter_map(|key| key.word()).collect();
        let method = self.method();
        let fault = Raised::new(
            "L0205",
            format!("`{method}`: there is no key `{name}`"),
            format!("`{method}` : la clé `{name}` n'existe pas"),
        );
        match nearest(&name, keys.iter().copied()) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => fault
                .help(format!("keys: {}", keys.join(", ")), format!("clés : {}", keys.join(", "))),
        }
        .into()
    }

    /// A key that says nothing of figures in somebody's hands.
    #[cold]
    fn not_held(&self, key: &str) -> Box<Raised> {
        let method = self.method();
        let keys = HELD_KEYS.join(", ");
        Raised::new(
            "L0205",
            format!("`{method}`: `{key}` says nothing of figures that are held"),
            format!("`{method}` : `{key}` ne dit rien de figurines détenues"),
        )
        .help(format!("beside `holder` there are {keys}"), format!("avec `holder` il y a {keys}"))
        .into()
    }
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

/// Of figures alike (same owner, kind and holder) the first.
fn thin(game: &Game<'_>, figures: &mut Vec<FigureId>) {
    let alike = |f: FigureId| {
        let holder = match game.state.figure_place(f) {
            Place::Held(p) => Some(p),
            _ => None,
        };
        (game.state.owner(f), game.state.figure_kind(f), holder)
    };
    let mut kept: Vec<FigureId> = Vec::with_capacity(figures.len());
    figures.retain(|f| {
        let first = !kept.iter().any(|k| alike(*k) == alike(*f));
        if first {
            kept.push(*f);
        }
        first
    });
}
