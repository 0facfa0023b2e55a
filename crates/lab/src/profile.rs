//! Calls of expansions and their time.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bastide_core::decl::Expansion;
use bastide_core::fault::Words;
use bastide_core::{Engine, Fault, Handlers};
use serde::Serialize;

use super::listen::{self, Listener};
use bastide::rules::Rules;

/// Calls and time by expansion and function.
pub type Calls = BTreeMap<(usize, u16), Spent>;

/// Calls and the time they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// How many.
    pub calls: u64,
    /// How long.
    pub time: Duration,
    /// Calls that a script's plan gave up, which Luau ran again.
    pub given_up: u64,
}

/// One row of a profile: what one function of an expansion took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Expansion.
    pub expansion: String,
    /// Hooks that it answers, as the manifest names them.
    pub hook: String,
    /// Function.
    pub function: String,
    /// A script, not a part of the program.
    pub script: bool,
    /// Number of calls.
    pub calls: u64,
    /// Seconds in all.
    pub seconds: f64,
    /// Microseconds for one call.
    pub mean_microseconds: f64,
    /// Share of the time that all threads played.
    pub share: f64,
    /// Luau runs the function of a script, for want of a plan.
    #[serde(skip)]
    pub slow: bool,
    /// How the function of a script is run: by its plan, or by Luau and why.
    #[serde(serialize_with = "english")]
    pub how: Words,
    /// Calls that its plan gave up, which Luau ran again.
    pub given_up: u64,
}

/// Data are in English.
fn english<S: serde::Serializer>(words: &Words, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&words.en)
}

/// How often functions were called, by expansion and function.
pub type Entered = BTreeMap<(String, String), u64>;

/// An engine whose handlers are timed, and where their times are noted; the caller answers for some
/// expansions itself.
///
/// # Errors
///
/// Fails like [`Rules::engine`].
pub fn counted(
    rules: &Rules,
    own: impl FnMut(&str) -> Option<Box<dyn Handlers>>,
) -> Result<(Engine, Rc<RefCell<Calls>>), Vec<Fault>> {
    let calls = Rc::default();
    Ok((listen::engine(rules, own, &calls)?, calls))
}

impl Listener for RefCell<Calls> {
    type Begun = Instant;

    fn begins(&self) -> Instant {
        Instant::now()
    }

    fn ends(&self, expansion: usize, function: u16, begun: Instant) {
        let time = begun.elapsed();
        let mut calls = self.borrow_mut();
        let spent = calls.entry((expansion, function)).or_default();
        spent.calls += 1;
        spent.time += time;
    }
}

/// Calls by name; a function that was not called counts too.
#[must_use]
pub fn entered(rules: &Rules, calls: &Calls) -> Entered {
    let expansions = rules.ruleset.expansions.iter().enumerate();
    let each = expansions.flat_map(|(e, enabled)| {
        enabled.functions.iter().enumerate().map(move |(f, function)| {
            let n = calls.get(&(e, f as u16)).map_or(0, |spent| spent.calls);
            ((enabled.id.clone(), function.0.clone()), n)
        })
    });
    each.collect()
}

/// Adds calls by name to others.
pub fn add_entered(mine: &mut Entered, other: &Entered) {
    for (key, n) in other {
        *mine.entry(key.clone()).or_default() += n;
    }
}

/// Adds calls to others.
pub(super) fn add(mine: &mut Calls, other: &Calls) {
    for (key, spent) in other {
        let sum = mine.entry(*key).or_default();
        sum.calls += spent.calls;
        sum.time += spent.time;
        sum.given_up += spent.given_up;
    }
}

/// Rows by time, the longest first. `busy` is the time that all threads played.
pub(super) fn rows(rules: &Rules, calls: &Calls, busy: Duration) -> Vec<Row> {
    let engine = rules.engine().ok();
    let row = |(&(expansion, function), spent): (&(usize, u16), &Spent)| {
        let enabled = &rules.ruleset.expansions[expansion];
        let name = enabled.functions.get(usize::from(function)).map_or("?", |f| f.0.as_str());
        let seconds = spent.time.as_secs_f64();
        let manner = engine.as_ref().and_then(|engine| engine.manner(expansion, function));
        Row {
            expansion: enabled.id.clone(),
            hook: rules
                .setup
                .expansions
                .get(expansion)
                .map_or_else(String::new, |e| hooks(e, name)),
            function: name.to_owned(),
            script: rules.setup.scripts.iter().any(|(id, _, _)| *id == enabled.id),
            calls: spent.calls,
            seconds,
            mean_microseconds: 1e6 * seconds / spent.calls.max(1) as f64,
            share: seconds / busy.as_secs_f64().max(1e-9),
            slow: manner.as_ref().is_some_and(|manner| !manner.quick),
            how: manner.map_or_else(Words::default, |manner| manner.how),
            given_up: spent.given_up,
        }
    };
    let mut rows: Vec<Row> = calls.iter().map(row).collect();
    rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    rows
}

/// Hooks that a function answers.
#[must_use]
pub fn hooks(declared: &Expansion, function: &str) -> String {
    let mut names: Vec<&str> =
        declared.hooks.iter().filter(|h| h.call == function).map(|h| h.on.as_str()).collect();
    let last = declared.finals.iter().any(|f| f.call.as_deref() == Some(function));
    if last {
        names.push("end_of_game.points");
    }
    names.dedup();
    names.join(" ")
}
