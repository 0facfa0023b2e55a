//! How the engine asks expansions: one trait that native modules and the script host implement alike.

use std::ops::Range;
use std::rc::Weak;
use std::sync::Arc;

use crate::answer::Answer;
use crate::condition::Depends;
use crate::engine::Valuer;
use crate::fault::{Fault, Words};
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{
    FigureKindId, KindId, NeutralId, PileId, RuleId, SegmentId, StateId, StepId, TokenId, UnitId,
    VerbId,
};
use crate::ruleset::{Enabled, Ruleset};
use crate::score::{AsIf, Strengths, Worth};
use crate::state::State;

/// The handlers of one expansion.
pub trait Handlers {
    /// Answers one call of a function, by its number in [`Enabled::functions`]. A host may take the answer out of its
    /// box for a moment, and must put it back before it returns. The function may be called again while it runs,
    /// through the [`Valuer`].
    ///
    /// # Errors
    ///
    /// Returns the expansion's error. The engine then drops the answer, and the action has not happened.
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault>;

    /// Makes known whom to ask while a function runs: once, when an engine takes the handlers over.
    fn meet(&mut self, _valuer: &Weak<Valuer>) {}

    /// Where a function is written, if that is known: its file, and bytes in it.
    fn place(&self, _function: u16) -> Option<(String, Range<usize>)> {
        None
    }

    /// What the answers of a function depend on, if it is asked what a feature is worth.
    fn depends(&self, _function: u16) -> Depends {
        Depends::Anything
    }

    /// How a host runs a function, if there is more than one way.
    fn manner(&self, _function: u16) -> Option<Manner> {
        None
    }
}

/// Statistics on how a host runs a function, for profiling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether it is run in the quick way.
    pub quick: bool,
    /// In words: the quick way, or why not.
    pub how: Words,
    /// Calls that came to their end in the quick way.
    pub ended: u64,
    /// Calls of plans that were abandoned and repeated by Luau.
    pub given_up: u64,
}

/// A handler of a native module.
pub type NativeFn = fn(&Context<'_>, &Event, &mut Answer);

/// What a native handler is given: the game, and the numbers of the names that its module listed.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The game, to be read.
    pub game: Game<'a>,
    names: &'a [u32],
    valuer: &'a Weak<Valuer>,
}

/// A name that a native module looks up once, when the game is set up.
#[derive(Clone, Copy, Debug)]
pub enum Name {
    /// A rule id.
    Rule(&'static str),
    /// A feature kind.
    Kind(&'static str),
    /// A figure kind.
    Figure(&'static str),
    /// A figure class.
    Class(&'static str),
    /// Tag of a feature kind.
    Tag(&'static str, &'static str),
    /// A unit.
    Unit(&'static str),
    /// A token.
    Token(&'static str),
    /// A neutral figure.
    Neutral(&'static str),
    /// A pile.
    Pile(&'static str),
    /// An own step.
    Step(&'static str),
    /// An own verb.
    Verb(&'static str),
    /// An own state key.
    State(&'static str),
    /// A whole-number option.
    Int(&'static str),
    /// Whether an option is on, or has this word.
    Is(&'static str, &'static str),
}

/// What functions of a native module read of its list of names, by their place in it: each is the number that the game
/// has for the name.
macro_rules! named {
    ($($(#[doc = $doc:literal])* $name:ident -> $of:ty = |$n:ident| $made:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[inline]
            #[must_use]
            pub fn $name(&self, i: usize) -> $of {
                let $n = self.names[i];
                $made
            }
        )*
    };
}

impl Context<'_> {
    /// What a feature would give, by all functions of `scoring.points`, paid to nobody. If one fails, so does the action.
    #[must_use]
    pub fn worth(&self, node: SegmentId, as_if: AsIf) -> Worth {
        self.ask(|valuer| valuer.worth(self.game.state, node, as_if))
    }

    /// How strong everybody is in a feature, by all functions of `scoring.weight`. If one fails, so does the action.
    #[must_use]
    pub fn strengths(&self, node: SegmentId) -> Strengths {
        if let Some(declared) = self.game.strengths(node) {
            return declared;
        }
        self.ask(|valuer| valuer.strengths(self.game.state, node))
    }

    fn ask<R: Default>(&self, ask: impl FnOnce(&Valuer) -> Result<R, Fault>) -> R {
        let Some(valuer) = self.valuer.upgrade() else { return R::default() };
        ask(&valuer).unwrap_or_else(|fault| {
            valuer.fail(fault);
            R::default()
        })
    }

    named! {
        /// A rule of the module's list.
        rule -> RuleId = |n| RuleId(n as u16);
        /// A feature kind of the list.
        kind -> KindId = |n| KindId(n as u8);
        /// A figure kind of the list.
        figure -> FigureKindId = |n| FigureKindId(n as u8);
        /// Class bits of the list.
        class -> u32 = |n| n;
        /// Lane of a tag of the list.
        lane -> u8 = |n| n as u8;
        /// A unit of the list.
        unit -> UnitId = |n| UnitId(n as u8);
        /// A token of the list.
        token -> TokenId = |n| TokenId(n as u8);
        /// A neutral figure of the list.
        neutral -> NeutralId = |n| NeutralId(n as u8);
        /// A pile of the list.
        pile -> PileId = |n| PileId(n as u8);
        /// A step of the list.
        step -> StepId = |n| StepId(n as u8);
        /// A verb of the list.
        verb -> VerbId = |n| VerbId(n as u8);
        /// A state key of the list.
        state -> StateId = |n| StateId(n as u16);
        /// A whole number of the list's options.
        int -> i32 = |n| n as i32;
        /// Whether an option of the list holds.
        is -> bool = |n| n != 0;
    }
}

/// A native module: its named functions and the names it uses.
#[derive(Clone, Copy, Debug)]
pub struct NativeModule {
    /// Name of the folder.
    pub id: &'static str,
    /// Functions that its manifest may name.
    pub functions: &'static [(&'static str, NativeFn)],
    /// Names, by the numbers that its functions use.
    pub names: &'static [Name],
    /// What those of its functions that are asked what a feature is worth depend on; of others it may be anything.
    pub depends: &'static [(&'static str, Depends)],
}

/// A native module, bound to a ruleset.
#[derive(Debug)]
pub struct Native {
    functions: Vec<(NativeFn, Depends)>,
    names: Vec<u32>,
    valuer: Weak<Valuer>,
}

impl Native {
    /// Binds a module to the numbers of a ruleset.
    ///
    /// # Errors
    ///
    /// The manifest names a function that the module does not have, or the module a name that nobody
    /// declares.
    pub fn bind(module: &NativeModule, rules: &Ruleset) -> Result<Native, Fault> {
        let missing = |what: &str, name: &str| {
            Fault::new(
                "L0001",
                format!("`{}`: the native module has no {what} `{name}`", module.id),
                format!("`{}` : le module natif n'a pas {what} `{name}`", module.id),
            )
        };
        let Some(expansion) = rules.expansion(module.id) else {
            return Err(missing("expansion", module.id));
        };
        let enabled: &Enabled = &rules.expansions[expansion.index()];
        let mut functions = Vec::new();
        for (name, _) in &enabled.functions {
            let depends = module.depends.iter().find(|(n, _)| n == name);
            let depends = depends.map_or(Depends::Anything, |(_, depends)| *depends);
            match module.functions.iter().find(|(n, _)| n == name) {
                Some((_, f)) => functions.push((*f, depends)),
                None => return Err(missing("function", name)),
            }
        }
        let option = |key: &str| enabled.options.get(key);
        let names = module.names.iter().map(|name| {
            use crate::decl::Value;
            Ok(match name {
                Name::Rule(n) => rules.rule(n).ok_or_else(|| missing("rule", n))?.0 as u32,
                Name::Kind(n) => rules.kind(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Figure(n) => rules.figure(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Class(n) => rules.class(n),
                Name::Tag(k, n) => {
                    rules.kind(k).and_then(|k| rules.lane(k, n)).map_or(u32::MAX, u32::from)
                }
                Name::Unit(n) => rules.unit(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Token(n) => rules.token(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Neutral(n) => rules.neutral(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Pile(n) => rules.pile(n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Step(n) => rules.step(expansion, n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Verb(n) => rules.verb(expansion, n).map_or(u32::MAX, |x| x.0 as u32),
                Name::State(n) => rules.state_key(expansion, n).map_or(u32::MAX, |x| x.0 as u32),
                Name::Int(n) => match option(n) {
                    Some(Value::Int(i)) => *i as u32,
                    Some(Value::Bool(b)) => *b as u32,
                    _ => 0,
                },
                Name::Is(n, word) => match option(n) {
                    Some(Value::Text(t)) => (t == word) as u32,
                    Some(Value::Bool(b)) => *b as u32,
                    _ => 0,
                },
            })
        });
        let names = names.collect::<Result<Vec<u32>, Fault>>()?;
        Ok(Native { functions, names, valuer: Weak::new() })
    }
}

impl Handlers for Native {
    #[inline]
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let cx = Context { game: Game { rules, state }, names: &self.names, valuer: &self.valuer };
        self.functions[function as usize].0(&cx, event, answer);
        Ok(())
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.valuer = Weak::clone(valuer);
    }

    fn depends(&self, function: u16) -> Depends {
        self.functions.get(usize::from(function)).map_or(Depends::Anything, |f| f.1)
    }
}

/// Handlers of an expansion that is data only.
#[derive(Clone, Copy, Debug, Default)]
pub struct DataOnly;

impl Handlers for DataOnly {
    fn answer(
        &self,
        _: u16,
        _: &Arc<Ruleset>,
        _: &State,
        _: &Event,
        _: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        Ok(())
    }
}
