//! Names to numbers and back.

use super::{Ruleset, TileType};
use crate::choice::Action;
use crate::ids::{
    EdgeId, ExpansionId, FigureKindId, KindId, NeutralId, OverlayId, PileId, RuleId, StateId,
    StepId, TileTypeId, TokenId, UnitId, VerbId,
};

impl Ruleset {
    /// A rule's id.
    #[must_use]
    pub fn rule_name(&self, rule: RuleId) -> &str {
        self.rules.get(rule.index()).map_or("", |r| &r.id)
    }

    /// A rule by id.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<RuleId> {
        self.rules.iter().position(|r| r.id == id).map(|i| RuleId(i as u16))
    }

    /// Whether effects of a kind are kept in the log of the turn.
    #[must_use]
    pub fn logs(&self, effect: usize) -> bool {
        self.asked.logged >> effect & 1 != 0
    }

    /// A feature kind by name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.decl.name == name).map(|i| KindId(i as u8))
    }

    /// A figure kind by name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<FigureKindId> {
        self.figures.iter().position(|k| k.decl.name == name).map(|i| FigureKindId(i as u8))
    }

    /// Class bits by name; 0 if nobody has the class.
    #[must_use]
    pub fn class(&self, name: &str) -> u32 {
        self.classes.iter().position(|c| c == name).map_or(0, |i| 1 << i)
    }

    /// A token by name.
    #[must_use]
    pub fn token(&self, name: &str) -> Option<TokenId> {
        self.tokens.iter().position(|t| t.name == name).map(|i| TokenId(i as u8))
    }

    /// A neutral figure by name.
    #[must_use]
    pub fn neutral(&self, name: &str) -> Option<NeutralId> {
        self.neutrals.iter().position(|t| t == name).map(|i| NeutralId(i as u8))
    }

    /// A pile by name.
    #[must_use]
    pub fn pile(&self, name: &str) -> Option<PileId> {
        self.piles.iter().position(|t| t.name == name).map(|i| PileId(i as u8))
    }

    /// A unit by name.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|t| t == name).map(|i| UnitId(i as u8))
    }

    /// A piece of tile that may be laid over tiles, by name.
    #[must_use]
    pub fn overlay(&self, name: &str) -> Option<OverlayId> {
        self.overlays.iter().position(|o| o.decl.name == name).map(|i| OverlayId(i as u8))
    }

    /// Whether two actions place the same tile, without a piece, into the same cell so that both look the same.
    #[must_use]
    pub fn looks_alike(&self, one: Action, other: Action) -> bool {
        let Action::Place { tile, cell, rotation, over: None } = one else { return false };
        let Action::Place { tile: t, cell: c, rotation: r, over: None } = other else {
            return false;
        };
        let first = |ty: &TileType, r: u8| ty.alike[usize::from(r & 3)];
        let is_alike = |ty: &TileType| first(ty, rotation) == first(ty, r);
        (t, c) == (tile, cell) && self.types.get(tile.index()).is_some_and(is_alike)
    }

    /// Whether a tile turned in two ways shows the same on every side, and nothing on it looks somewhere.
    #[must_use]
    pub fn turns_alike(&self, tile: TileTypeId, a: u8, b: u8) -> bool {
        let turned = |r: u8| self.fitting.sides.get(4 * tile.index() + usize::from(r & 3));
        let looks = |r: u8| self.types.get(tile.index()).map(|ty| ty.alike[usize::from(r & 3)]);
        turned(a) == turned(b) && looks(a) == looks(b)
    }

    /// A tile type by full id or by one of its aliases.
    #[must_use]
    pub fn tile_type(&self, id: &str) -> Option<TileTypeId> {
        let named = self.types.iter().position(|t| t.decl.id == id);
        named
            .or_else(|| {
                self.types
                    .iter()
                    .position(|t| t.decl.aliases.values().any(|a| a.all().any(|name| name == id)))
            })
            .map(|i| TileTypeId(i as u16))
    }

    /// Lane of a tag on a feature kind.
    #[must_use]
    pub fn lane(&self, kind: KindId, tag: &str) -> Option<u8> {
        self.kinds.get(kind.index())?.lanes.iter().position(|t| t == tag).map(|i| i as u8)
    }

    /// Bit of a tag on tiles.
    #[must_use]
    pub fn tile_tag(&self, tag: &str) -> Option<u8> {
        self.tile_tags.iter().position(|t| t == tag).map(|i| i as u8)
    }

    /// The number of a tag on a tile type, by its bit; 0 if the tile carries none.
    #[must_use]
    pub fn tile_number(&self, tile: TileTypeId, tag: u8) -> u8 {
        let (Some(ty), Some(name)) =
            (self.types.get(tile.index()), self.tile_tags.get(tag as usize))
        else {
            return 0;
        };
        ty.decl.tags.iter().find(|(own, _)| own == name).map_or(0, |(_, n)| *n)
    }

    /// Whether a pile is a zone of the game, not one of each player.
    #[must_use]
    pub fn is_of_game(&self, pile: PileId) -> bool {
        let zone = self.piles.get(pile.index()).and_then(|pile| pile.zone.as_ref());
        zone.is_some_and(|zone| !zone.per_player)
    }

    /// An expansion by id.
    #[must_use]
    pub fn expansion(&self, id: &str) -> Option<ExpansionId> {
        self.expansions.iter().position(|e| e.id == id).map(|i| ExpansionId(i as u8))
    }

    /// A verb of an expansion.
    #[must_use]
    pub fn verb(&self, expansion: ExpansionId, name: &str) -> Option<VerbId> {
        let found = self.verbs.iter().position(|v| v.expansion == expansion && v.decl.name == name);
        found.map(|i| VerbId(i as u8))
    }

    /// An own step of an expansion.
    #[must_use]
    pub fn step(&self, expansion: ExpansionId, name: &str) -> Option<StepId> {
        let found = self.steps.iter().position(|v| v.expansion == expansion && v.decl.name == name);
        found.map(|i| StepId(i as u8))
    }

    /// A state key of an expansion.
    #[must_use]
    pub fn state_key(&self, expansion: ExpansionId, name: &str) -> Option<StateId> {
        let found = self.state.iter().position(|v| v.expansion == expansion && v.decl.name == name);
        found.map(|i| StateId(i as u16))
    }

    /// Lane of edge kind by name.
    #[must_use]
    pub fn edge(&self, name: &str) -> Option<EdgeId> {
        self.edges.iter().position(|e| e.name == name).map(|i| EdgeId(i as u8))
    }

    /// Name of a verb: `expansion/verb`.
    #[must_use]
    pub fn verb_name(&self, verb: VerbId) -> String {
        match self.verbs.get(verb.index()) {
            Some(v) => format!("{}/{}", self.expansions[v.expansion.index()].id, v.decl.name),
            None => "?".to_owned(),
        }
    }

    /// Name of a state key: `expansion/key`.
    #[must_use]
    pub fn state_name(&self, key: StateId) -> String {
        match self.state.get(key.index()) {
            Some(s) => format!("{}/{}", self.expansions[s.expansion.index()].id, s.decl.name),
            None => "?".to_owned(),
        }
    }

    /// The first hook at which a manifest names a function of this name; none for one of the final scoring.
    #[must_use]
    pub fn hook_of(&self, call: &str) -> Option<&str> {
        let hook = self.asked.written.iter().find(|hook| hook.call == call)?;
        Some(&hook.on)
    }

    /// Name of a step code: a core step's name, or `expansion/step`.
    #[must_use]
    pub fn step_name(&self, code: u8) -> String {
        if let Some(name) = crate::step::core_name(code) {
            return name.to_owned();
        }
        match code.checked_sub(crate::step::OWN).and_then(|i| self.steps.get(usize::from(i))) {
            Some(s) => format!("{}/{}", self.expansions[s.expansion.index()].id, s.decl.name),
            None => "?".to_owned(),
        }
    }
}
