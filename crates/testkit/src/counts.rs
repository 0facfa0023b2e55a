//! Options counted by depth, as chess engines do: how many ways there are to go on from a position by one action, by
//! two, and so on, each option of chance being one way whatever its weight.
//!
//! A position is named by the record of a game that leads to it. What is counted stands in the record as a comment,
//! where the position is, the number for one action first:
//!
//! ```text
//! # options 26 481 2093
//! ```
//!
//! So any program that reads [records](bastide::record) and plays the same rules can count the same. A game that is
//! over cannot go on, so that its ways are counted where it ends and not beyond.

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Action, Choice, Engine, Game, NoLog, State};
use bastide::record::{Line, Record, Said};
use bastide::{Library, Rules, Setup, notation};

use crate::told;

/// How a comment with counts begins.
const WORD: &str = "options ";
/// A position is looked at one action deeper as long as there are no more ways to go on than these.
const WITHIN: u64 = 10_000;
/// Nothing is looked at deeper than this.
const DEPTH_MAX: usize = 8;

/// How many ways there are to go on by one action, by two, up to `depth` actions.
///
/// # Panics
///
/// If an expansion fails or an option is refused.
#[must_use]
pub fn count(engine: &mut Engine, state: &State, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    let mut ahead = vec![state.clone(); depth];
    if depth > 0 {
        go_on(engine, &mut ahead, &mut counts);
    }
    counts
}

/// Counts from the first of some states, of which the others are to be written over.
fn go_on(engine: &mut Engine, states: &mut [State], counts: &mut [u64]) {
    let (here, ahead) = states.split_first_mut().expect("a state");
    if here.is_over() {
        return;
    }
    let listed = engine.list(here).expect("options are listed");
    counts[0] += listed.len() as u64;
    let [_, deeper @ ..] = counts else { return };
    if deeper.is_empty() {
        return;
    }
    let options: Vec<Action> = listed.iter().filter_map(Choice::action).collect();
    for action in options {
        ahead[0].clone_from(here);
        engine.apply(&mut ahead[0], action, &mut NoLog).expect("an option is accepted");
        go_on(engine, ahead, deeper);
    }
}

/// How many ways there are to go on, as deep as they can be counted soon. How deep that is depends on the counts alone.
#[must_use]
pub fn count_far(engine: &mut Engine, state: &State) -> Vec<u64> {
    let mut counts = count(engine, state, 1);
    while counts.len() < DEPTH_MAX && counts.last().is_some_and(|n| (1..=WITHIN).contains(n)) {
        counts = count(engine, state, counts.len() + 1);
    }
    counts
}

/// Plays the record of a game and counts where it says what is to be counted. What differs, by line of the record and
/// depth; how many positions were looked at otherwise.
///
/// # Errors
///
/// The record cannot be read or played, points differ, or counts do.
pub fn recount(library: &Library, file: &str, text: &str) -> Result<usize, String> {
    let record = Record::parse(file, text).map_err(|faults| told(&faults))?;
    let rules = rules_of(library, &record)?;
    let mut table = Table::new(&rules);
    let (mut positions, mut wrong) = (0, Vec::new());
    for line in &record.lines {
        let place = format!("{file}:{}", line.number);
        match &line.what {
            Said::Action { text, .. } => {
                let action = table.read(text).map_err(|e| format!("{place}: {text}: {e}"))?;
                table.act(action).map_err(|e| format!("{place}: {text}: {e}"))?;
            }
            Said::Scores(points) if *points != table.state.scores() => {
                let found = table.state.scores();
                return Err(format!("{place}: the points are {found:?}, not {points:?}"));
            }
            Said::Comment(text) => {
                let Some(kept) = text.strip_prefix(WORD) else { continue };
                let kept: Vec<u64> = kept.split(' ').filter_map(|n| n.parse().ok()).collect();
                let found = count(&mut table.engine, &table.state, kept.len());
                positions += 1;
                let depths = kept.iter().zip(&found).zip(1..);
                wrong.extend(depths.filter(|((kept, found), _)| kept != found).map(
                    |((kept, found), depth)| {
                        format!("{place}: {found} ways to go on by {depth} actions, not {kept}")
                    },
                ));
            }
            _ => {}
        }
    }
    if wrong.is_empty() { Ok(positions) } else { Err(wrong.join("\n")) }
}

/// The record of a game of a setup with counts after so many actions each, in order. The game follows another record as
/// long as the rules allow it, and is random then.
///
/// # Panics
///
/// If the setup is no game, or an expansion fails.
#[must_use]
pub fn counted(setup: &Setup, before: Option<&Record>, seed: u64, after: &[usize]) -> String {
    let rules = Rules::new(setup.clone()).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let mut record = bastide::Game::new(rules.clone(), seed)
        .unwrap_or_else(|faults| panic!("{}", told(&faults)))
        .record();
    // A position is named by what its rules are called: a change of them that changes no count is none.
    record.header.engine.clear();
    record.header.ruleset = None;
    record.header.seed = None;
    for needed in &mut record.header.expansions {
        (needed.version, needed.hash) = (None, None);
    }
    let before = before.map_or(&[][..], |record| &record.lines);
    let mut lines = before.iter().filter_map(|line| match &line.what {
        Said::Action { text, .. } => Some(text),
        _ => None,
    });
    let mut table = Table::new(&rules);
    let mut stream = Stream::new(seed, 0, Purpose::Chance);
    let mut said = Vec::new();
    for done in 0..=after.last().copied().unwrap_or(0) {
        if after.contains(&done) {
            let counts = count_far(&mut table.engine, &table.state);
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            said.push(Said::Comment(format!("{WORD}{}", counts.join(" "))));
        }
        if Some(&done) == after.last() || table.state.is_over() {
            break;
        }
        let decision = table.engine.decision(&table.state).expect("options are listed");
        let kept = lines.next().and_then(|text| table.read(text).ok());
        let kept = kept.filter(|a| decision.options.iter().any(|c| c.takes((*a).into())));
        if kept.is_none() {
            lines.by_ref().for_each(drop);
        }
        let action = kept.unwrap_or_else(|| {
            let n = if decision.actor == Player::CHANCE {
                stream.weighted(&decision.weights)
            } else {
                stream.below(decision.options.len() as u32) as usize
            };
            decision.options[n].drawn(|n| stream.below(n)).expect("an option is an action")
        });
        let text = notation::write(Game::new(&rules.ruleset, &table.state), action);
        said.push(Said::Action { actor: decision.actor, text, at: 0..0 });
        let before = table.state.scores().to_vec();
        table.act(action).expect("an option is accepted");
        if before != table.state.scores() {
            said.push(Said::Scores(table.state.scores().to_vec()));
        }
    }
    let line = |what| Line { span: 0..0, number: 0, what, note: String::new() };
    record.lines = said.into_iter().map(line).collect();
    record.to_string()
}

fn rules_of(library: &Library, record: &Record) -> Result<Rules, String> {
    let setup = Setup::load(&record.header.config(&record.file), library);
    setup.and_then(Rules::new).map_err(|faults| told(&faults))
}

/// A game as the engine plays it, and nothing else.
struct Table<'a> {
    rules: &'a Rules,
    engine: Engine,
    state: State,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules) -> Self {
        let mut engine = rules.engine().expect("handlers load");
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let state = engine.start(first, &mut NoLog).expect("setup works");
        Self { rules, engine, state }
    }

    fn read(&self, text: &str) -> Result<Action, String> {
        let game = Game::new(&self.rules.ruleset, &self.state);
        notation::read(game, &[], text).map_err(|e| e.to_string())
    }

    fn act(&mut self, action: Action) -> Result<(), String> {
        self.engine.apply(&mut self.state, action, &mut NoLog).map_err(|e| e.to_string())
    }
}
