//! Names to numbers, through a cache by the number of the text.

use bastide_core::decl::{CORNERS, PLACES};
use bastide_core::effect::EFFECTS;
use bastide_core::hooks::SLOTS;
use bastide_core::ids::{ExpansionId, KindId, RuleId};
use bastide_core::ruleset::{RESTRICTIONS, Ruleset};

use super::api::nearest;
use super::call::Call;
use super::texts::Text;
use super::value::Value;
use crate::raised::{Raised, Res};

/// Places of the cache; a power of two.
const SLOTS_OF_CACHE: usize = 512;

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum What {
    Rule,
    Kind,
    Edge,
    Figure,
    Class,
    /// A tag of a feature kind; 255 if the kind does not have it.
    Tag,
    TileTag,
    Token,
    Neutral,
    Pile,
    Unit,
    Step,
    Verb,
    State,
    Slot,
    Effect,
    Waiver,
    Overlay,
    /// A place of a tile's border.
    Place,
    /// A corner of a tile.
    Corner,
}

impl What {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            What::Rule => ("rule", "règle"),
            What::Kind => ("feature kind", "sorte de domaine"),
            What::Edge => ("edge", "bord"),
            What::Figure => ("figure", "figurine"),
            What::Class => ("figure class", "classe de figurine"),
            What::Tag => ("tag", "étiquette"),
            What::TileTag => ("tag of tiles", "étiquette de tuile"),
            What::Token => ("token", "jeton"),
            What::Neutral => ("neutral figure", "figurine neutre"),
            What::Pile => ("deck group or zone", "groupe ou zone de tuiles"),
            What::Unit => ("unit", "unité"),
            What::Step => ("step of this expansion", "étape de cette extension"),
            What::Verb => ("verb of this expansion", "verbe de cette extension"),
            What::State => ("state of this expansion", "état de cette extension"),
            What::Slot => ("slot", "moment du tour"),
            What::Effect => ("effect", "effet"),
            What::Waiver => ("restriction or rule", "restriction ou règle"),
            What::Overlay => ("overlay", "pièce posée sur une tuile"),
            What::Place => ("place of a tile's border", "place du bord d'une tuile"),
            What::Corner => ("corner of a tile", "coin de tuile"),
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    text: Text,
    key: u32,
    value: u32,
}

/// The cache.
pub(crate) struct Names(Box<[Entry; SLOTS_OF_CACHE]>);

impl Default for Names {
    fn default() -> Self {
        Self(Box::new([Entry { text: Text(u32::MAX), key: 0, value: 0 }; SLOTS_OF_CACHE]))
    }
}

/// In the place of a number: nobody in play declares the name.
const NOBODYS: u32 = u32::MAX;
/// Part of the key of names that are only looked at.
const LOOKED_AT: u32 = 1 << 31;

impl Call<'_> {
    /// The number of a name.
    #[inline]
    pub(crate) fn name(&self, what: What, value: Value, argument: &'static str) -> Res<u32> {
        self.name_of(what, 0, value, argument)
    }

    /// The number of a name that depends on something.
    #[inline]
    pub(crate) fn name_of(
        &self,
        what: What,
        of: u8,
        value: Value,
        argument: &'static str,
    ) -> Res<u32> {
        let text = self.text(value, argument)?;
        self.remembered(self.key(what, of), text, || self.look_up(what, of, text, argument))
    }

    /// Returns the number of a name that is only looked up, or none if no expansion in play declares it. `check`
    /// reports names that no known expansion declares.
    #[inline]
    pub(super) fn name_in_play(
        &self,
        what: What,
        of: u8,
        value: Value,
        argument: &'static str,
    ) -> Res<Option<u32>> {
        let text = self.text(value, argument)?;
        let found = || {
            let texts = self.frame.texts.borrow();
            Ok(texts.get(text).and_then(|name| self.find(what, of, name)).unwrap_or(NOBODYS))
        };
        let found = self.remembered(self.key(what, of) | LOOKED_AT, text, found)?;
        Ok((found != NOBODYS).then_some(found))
    }

    #[inline]
    fn key(&self, what: What, of: u8) -> u32 {
        let expansion = self.frame.expansion.get();
        (what as u32) << 16 | u32::from(of) << 8 | u32::from(expansion.0)
    }

    #[inline]
    fn remembered(&self, key: u32, text: Text, find: impl FnOnce() -> Res<u32>) -> Res<u32> {
        let slot = (text.0 ^ key ^ key >> 11) as usize % SLOTS_OF_CACHE;
        let entry = self.frame.names.borrow().0[slot];
        if entry.text == text && entry.key == key {
            return Ok(entry.value);
        }
        let value = find()?;
        self.frame.names.borrow_mut().0[slot] = Entry { text, key, value };
        Ok(value)
    }

    /// A rule by its id.
    #[inline]
    pub(crate) fn rule(&self, value: Value) -> Res<RuleId> {
        match value {
            Value::Text(_) => self.name(What::Rule, value, "rule").map(|n| RuleId(n as u16)),
            other => Err(self.bad("rule", "the id of a rule", "l'identifiant d'une règle", other)),
        }
    }

    /// A rule, or none.
    pub(crate) fn rule_or_none(&self, value: Value) -> Res<RuleId> {
        if value.is_nil() { Ok(RuleId::NONE) } else { self.rule(value) }
    }

    /// Lane of a tag on a feature kind; `None` if it is not on this kind, or nobody in play declares it.
    #[inline]
    pub(crate) fn lane(
        &self,
        kind: KindId,
        name: Value,
        argument: &'static str,
    ) -> Res<Option<u8>> {
        let lane = self.name_in_play(What::Tag, kind.0, name, argument)?;
        Ok(lane.filter(|lane| *lane < 255).map(|lane| lane as u8))
    }

    /// Whether somebody declares a name in a condition; in which key of it, for the message.
    pub(super) fn look_up_word(&self, what: What, word: &str, key: &str) -> Res<()> {
        self.look_up(what, 0, self.frame.text(word.as_bytes()), key).map(drop)
    }

    #[cold]
    fn look_up(&self, what: What, of: u8, name: Text, argument: &str) -> Res<u32> {
        let texts = self.frame.texts.borrow();
        let found = texts.get(name).and_then(|n| self.find(what, of, n));
        found.ok_or_else(|| self.unknown(what, &self.frame.spell(name), argument))
    }

    /// The number of a name that somebody in play declares.
    fn find(&self, what: What, of: u8, n: &str) -> Option<u32> {
        let (rules, expansion) = (self.game.rules, self.frame.expansion.get());
        match what {
            What::Rule => rules.rule(n).map(|x| u32::from(x.0)),
            What::Kind => rules.kind(n).map(|x| u32::from(x.0)),
            What::Edge => rules.edge(n).map(|x| u32::from(x.0)),
            What::Figure => rules.figure(n).map(|x| u32::from(x.0)),
            What::Class => class(rules, n),
            What::Tag => match rules.lane(KindId(of), n) {
                Some(lane) => Some(u32::from(lane)),
                None => rules.kinds.iter().any(|k| k.lanes.iter().any(|l| l == n)).then_some(255),
            },
            What::TileTag => rules.tile_tag(n).map(u32::from),
            What::Token => rules.token(n).map(|x| u32::from(x.0)),
            What::Neutral => rules.neutral(n).map(|x| u32::from(x.0)),
            What::Pile => rules.pile(n).map(|x| u32::from(x.0)),
            What::Unit => rules.unit(n).map(|x| u32::from(x.0)),
            What::Step => rules.step(expansion, n).map(|x| u32::from(x.0)),
            What::Verb => rules.verb(expansion, n).map(|x| u32::from(x.0)),
            What::State => rules.state_key(expansion, n).map(|x| u32::from(x.0)),
            What::Overlay => rules.overlay(n).map(|x| u32::from(x.0)),
            What::Slot => position(SLOTS, n),
            What::Effect => position(EFFECTS.iter().copied(), n),
            What::Place => position(PLACES, n),
            What::Corner => position(CORNERS, n),
            What::Waiver => position(RESTRICTIONS, n)
                .or_else(|| rules.rule(n).map(|x| 0x1_0000 + u32::from(x.0))),
        }
    }

    #[cold]
    fn unknown(&self, what: What, name: &str, argument: &str) -> Box<Raised> {
        let (rules, method) = (self.game.rules, self.method());
        let (en, fr) = what.words();
        let fault = Raised::new(
            "L0211",
            format!("`{method}`: argument `{argument}`: there is no {en} `{name}`"),
            format!("`{method}` : argument `{argument}` : il n'y a pas de {fr} `{name}`"),
        );
        let known = known(rules, what, self.frame.expansion.get());
        match nearest(name, known.iter().copied()) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None if !known.is_empty() && known.len() <= 12 => fault.help(
                format!("there is {}", known.join(", ")),
                format!("il y a {}", known.join(", ")),
            ),
            None if what == What::Rule => fault.help(
                "write the rule into rules.md under this id",
                "écrivez la règle dans rules.md sous cet identifiant",
            ),
            None => fault,
        }
        .into()
    }

    /// Reports a word with two meanings, one of which includes figures of other kinds.
    #[cold]
    pub(super) fn both(&self, name: &str, argument: &str) -> Box<Raised> {
        let method = self.method();
        Raised::new(
            "L0214",
            format!("`{method}`: argument `{argument}`: `{name}` is a kind of figure and a class"),
            format!(
                "`{method}` : argument `{argument}` : `{name}` est une sorte de figurine et une classe"
            ),
        )
        .help(
            format!("write {{ class = \"{name}\" }} for all of the class, {{ kind = \"{name}\" }} for this kind alone"),
            format!("écrivez {{ class = \"{name}\" }} pour toute la classe, {{ kind = \"{name}\" }} pour cette seule sorte"),
        )
        .into()
    }
}

fn class(rules: &Ruleset, name: &str) -> Option<u32> {
    position(rules.classes.iter().map(String::as_str), name)
}

fn position<'a>(words: impl IntoIterator<Item = &'a str>, name: &str) -> Option<u32> {
    words.into_iter().position(|w| w == name).map(|i| i as u32)
}

fn known(rules: &Ruleset, what: What, own: ExpansionId) -> Vec<&str> {
    match what {
        What::Rule => rules.rules.iter().map(|r| r.id.as_str()).collect(),
        What::Kind => rules.kinds.iter().map(|k| k.decl.name.as_str()).collect(),
        What::Edge => rules.edges.iter().map(|e| e.name.as_str()).collect(),
        What::Figure => rules.figures.iter().map(|k| k.decl.name.as_str()).collect(),
        What::Class => rules.classes.iter().map(String::as_str).collect(),
        What::Tag => rules.kinds.iter().flat_map(|k| k.lanes.iter().map(String::as_str)).collect(),
        What::TileTag => rules.tile_tags.iter().map(String::as_str).collect(),
        What::Token => rules.tokens.iter().map(|t| t.name.as_str()).collect(),
        What::Neutral => rules.neutrals.iter().map(String::as_str).collect(),
        What::Pile => rules.piles.iter().map(|p| p.name.as_str()).collect(),
        What::Unit => rules.units.iter().map(String::as_str).collect(),
        What::Step => rules
            .steps
            .iter()
            .filter(|s| s.expansion == own)
            .map(|s| s.decl.name.as_str())
            .collect(),
        What::Verb => rules
            .verbs
            .iter()
            .filter(|v| v.expansion == own)
            .map(|v| v.decl.name.as_str())
            .collect(),
        What::State => rules
            .state
            .iter()
            .filter(|s| s.expansion == own)
            .map(|s| s.decl.name.as_str())
            .collect(),
        What::Slot => SLOTS.to_vec(),
        What::Effect => EFFECTS.to_vec(),
        What::Overlay => rules.overlays.iter().map(|o| o.decl.name.as_str()).collect(),
        What::Place => PLACES.to_vec(),
        What::Corner => CORNERS.to_vec(),
        What::Waiver => {
            let rules = rules.rules.iter().map(|r| r.id.as_str());
            RESTRICTIONS.into_iter().chain(rules).collect()
        }
    }
}
