//! Texts as numbers: every name that a ruleset knows has one, so that the same name is the same number.

use std::collections::BTreeMap;
use std::rc::Rc;

use bastide_core::condition::{FACTS, Subject};
use bastide_core::decl::{self, CORNERS, PLACES};
use bastide_core::effect::EFFECTS;
use bastide_core::hooks::SLOTS;
use bastide_core::ruleset::{RESTRICTIONS, Ruleset};
use bastide_core::step::CORE_STEPS;

use crate::text;

/// A text of a script, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text(pub(crate) u32);

/// Texts that no ruleset knows are counted from here.
const STRANGE: u32 = 1 << 31;
/// Bytes of such a text that are kept: more are never shown.
const STRANGE_MAX: usize = text::TEXT_MAX + 8;

macro_rules! words {
    ($($name:ident $word:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "constants by another name")]
        enum Number { $($name,)* }
        impl Text {
            $(pub(crate) const $name: Text = Text(Number::$name as u32);)*
        }
        /// Words of ours, which have the first numbers.
        const WORDS: &[&str] = &[$($word,)*];
    };
}

words! {
    // Kinds of option, in the order of `option::KINDS`.
    PLACE "place", DEPLOY "deploy", MOVE "move", INVOKE "invoke", DRAW "draw", ROLL "roll", PASS "pass",
    // Where a figure is.
    BOARD "board", CORNER "corner", HELD "held", SUPPLY "supply", BOX "box",
    // Why a figure came home.
    SENT "sent", FREED "freed", SCORED "scored",
    // Arguments.
    CHANCE "chance", MAJORITY "majority", PART "part", TURN "turn", UP "up", DOWN "down", ALL "*", KIND "kind",
    // Keys of tables.
    COMPLETE "complete", RULE "rule", FREE "free", MUST "must", PRICE "price", WAIVES "waives", FEATURE "feature",
    OWNERS "owners", FINAL "final", RETURNS "returns", PLAYER "player",
}

/// Words of conditions beside facts and what they name.
const OF_CONDITIONS: [&str; 28] = [
    "no", "any", "all", "now", "is", "near", "happened", "walk", "exists", "none", "with",
    "without", "on", "since", "count", "min", "max", "shape", "n", "stop", "diagonal", "cross",
    "square", "yes", "offered", "own", "core", "claim",
];

/// A table of the ruleset whose things have names.
#[derive(Clone, Copy)]
pub(crate) enum Declared {
    Kind,
    Edge,
    Figure,
    Rule,
    Type,
    Pile,
    Neutral,
    Token,
    Step,
    CoreStep,
    Verb,
    Effect,
    Slot,
    Overlay,
}

const TABLES: usize = Declared::Overlay as usize + 1;

/// The texts of a ruleset.
#[derive(Default)]
pub(crate) struct Texts {
    all: Vec<Rc<str>>,
    numbers: BTreeMap<Rc<str>, Text>,
    declared: [Vec<Text>; TABLES],
}

impl Texts {
    fn ours() -> Self {
        let mut texts = Self::default();
        for word in WORDS {
            texts.add(word);
        }
        texts
    }

    pub(crate) fn new(rules: &Ruleset) -> Self {
        let mut texts = Self::ours();
        texts.declare(Declared::Kind, rules.kinds.iter().map(|x| x.decl.name.as_str()));
        texts.declare(Declared::Edge, rules.edges.iter().map(|x| x.name.as_str()));
        texts.declare(Declared::Figure, rules.figures.iter().map(|x| x.decl.name.as_str()));
        texts.declare(Declared::Rule, rules.rules.iter().map(|x| x.id.as_str()));
        texts.declare(Declared::Type, rules.types.iter().map(|x| x.decl.id.as_str()));
        texts.declare(Declared::Pile, rules.piles.iter().map(|x| x.name.as_str()));
        texts.declare(Declared::Neutral, rules.neutrals.iter().map(String::as_str));
        texts.declare(Declared::Token, rules.tokens.iter().map(|x| x.name.as_str()));
        texts.declare(Declared::Step, rules.steps.iter().map(|x| x.decl.name.as_str()));
        texts.declare(Declared::CoreStep, CORE_STEPS.map(|(name, _)| name));
        texts.declare(Declared::Verb, rules.verbs.iter().map(|x| x.decl.name.as_str()));
        texts.declare(Declared::Effect, EFFECTS.iter().copied());
        texts.declare(Declared::Slot, SLOTS);
        texts.declare(Declared::Overlay, rules.overlays.iter().map(|x| x.decl.name.as_str()));
        let lanes = rules.kinds.iter().flat_map(|kind| &kind.lanes);
        for name in rules.classes.iter().chain(lanes).chain(&rules.tile_tags).chain(&rules.units) {
            texts.add(name);
        }
        for expansion in &rules.expansions {
            texts.add(&expansion.id);
        }
        for key in &rules.state {
            texts.add(&key.decl.name);
        }
        let words = rules.verbs.iter().flat_map(|verb| &verb.decl.words);
        let words = words.map(|word| word.name.as_str());
        let subjects = Subject::ALL.into_iter().flat_map(|(subject, name)| {
            subject.words().iter().copied().chain(std::iter::once(name))
        });
        let facts = FACTS.iter().map(|fact| fact.name);
        let ours = subjects.chain(facts).chain(OF_CONDITIONS).chain(RESTRICTIONS);
        for word in ours.chain(PLACES).chain(CORNERS).chain(words) {
            texts.add(word);
        }
        for (name, value) in rules.expansions.iter().flat_map(|e| &e.options) {
            texts.add(name);
            if let decl::Value::Text(word) = value {
                texts.add(word);
            }
        }
        texts
    }

    fn add(&mut self, name: &str) -> Text {
        if let Some(text) = self.numbers.get(name) {
            return *text;
        }
        let text = Text(self.all.len() as u32);
        let name: Rc<str> = Rc::from(name);
        self.all.push(Rc::clone(&name));
        self.numbers.insert(name, text);
        text
    }

    fn declare<'a>(&mut self, table: Declared, names: impl IntoIterator<Item = &'a str>) {
        self.declared[table as usize] = names.into_iter().map(|name| self.add(name)).collect();
    }

    /// The name of a thing of a table.
    #[inline]
    pub(crate) fn named(&self, table: Declared, i: usize) -> Option<Text> {
        self.declared[table as usize].get(i).copied()
    }

    /// The number of a text that the ruleset knows.
    pub(crate) fn number(&self, text: &[u8]) -> Option<Text> {
        self.numbers.get(std::str::from_utf8(text).ok()?).copied()
    }

    /// A text that the ruleset knows.
    pub(crate) fn get(&self, text: Text) -> Option<&str> {
        self.all.get(text.0 as usize).map(|name| &**name)
    }
}

impl Text {
    /// Whether the ruleset knows it: the number is always this text's.
    pub(crate) fn is_known(self) -> bool {
        self.0 < STRANGE
    }

    /// The word, if it is one of ours.
    pub(crate) fn word(self) -> Option<&'static str> {
        WORDS.get(self.0 as usize).copied()
    }
}

/// Texts of the running call that its ruleset does not know: only a message shows them.
#[derive(Default)]
pub(crate) struct Strange(Vec<String>);

impl Strange {
    pub(crate) fn add(&mut self, text: &[u8]) -> Text {
        let some = &text[..text.len().min(STRANGE_MAX)];
        self.0.push(String::from_utf8_lossy(some).into_owned());
        Text(STRANGE + self.0.len() as u32 - 1)
    }

    pub(crate) fn get(&self, text: Text) -> Option<&str> {
        self.0.get(text.0.checked_sub(STRANGE)? as usize).map(String::as_str)
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_ours_have_the_first_numbers() {
        let texts = Texts::ours();
        for (i, word) in WORDS.iter().enumerate() {
            let number = texts.number(word.as_bytes()).expect("it is known");
            assert_eq!((number, number.word()), (Text(i as u32), Some(*word)), "it is there twice");
        }
    }

    #[test]
    fn a_text_that_nobody_knows_is_only_shown() {
        let mut strange = Strange::default();
        let text = strange.add(&[b'a'; 2 * STRANGE_MAX]);
        assert!(!text.is_known() && text.word().is_none());
        assert_eq!(strange.get(text).map(str::len), Some(STRANGE_MAX));
    }
}
