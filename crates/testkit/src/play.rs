//! Random games, step by step.

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Action, Decision, Engine, Game, Log, NoLog, State};
use bastide::{Rules, notation};

/// A game that has been played.
#[derive(Debug)]
pub struct Played {
    /// State at the end.
    pub state: State,
    /// All actions, chance included.
    pub actions: Vec<Action>,
    /// The same as text, before which decision each was written.
    pub lines: Vec<String>,
    /// Everything that happened.
    pub log: Log,
}

/// Plays a random game; `look` sees every decision before it is answered. At each of them the effects of the action lead
/// to the next state.
///
/// # Panics
///
/// If an expansion fails, an option is refused, or the effects lead elsewhere.
pub fn play(
    rules: &Rules,
    seed: u64,
    mut look: impl FnMut(&mut Engine, &State, &Decision),
) -> Played {
    let mut engine = rules.engine().expect("handlers load");
    let first = Player(rules.setup.first.unwrap_or(0) as u8);
    let mut log = Log::default();
    let mut state = engine.start(first, &mut log).expect("setup works");
    let mut stream = Stream::new(seed, 0, Purpose::Chance);
    let (mut actions, mut lines) = (Vec::new(), Vec::new());
    while !state.is_over() {
        let decision = engine.decision(&state).expect("options are listed");
        assert!(!decision.options.is_empty(), "somebody is asked and has options");
        look(&mut engine, &state, &decision);
        let n = if decision.actor == Player::CHANCE {
            stream.weighted(&decision.weights)
        } else {
            stream.below(decision.options.len() as u32) as usize
        };
        let action =
            decision.options[n].drawn(|n| stream.below(n)).expect("an option is an action");
        lines.push(notation::write(Game::new(&rules.ruleset, &state), action));
        actions.push(action);
        let (before, mut done) = (state.clone(), Log::default());
        engine.apply(&mut state, action, &mut done).expect("an option is accepted");
        let missed = before.misses(&rules.ruleset, &done.effects, &state);
        assert_eq!(missed, None, "{}", lines[lines.len() - 1]);
        log.effects.append(&mut done.effects);
        log.sheets.append(&mut done.sheets);
    }
    Played { state, actions, lines, log }
}

/// Replays the text of a game under other rules; scores and number of options before each action, and the
/// scores at the end.
///
/// # Panics
///
/// If a line cannot be read or is refused.
#[must_use]
pub fn replay_text(rules: &Rules, lines: &[String]) -> Vec<(Vec<i32>, Vec<String>)> {
    let mut engine = rules.engine().expect("handlers load");
    let first = Player(rules.setup.first.unwrap_or(0) as u8);
    let mut state = engine.start(first, &mut NoLog).expect("setup works");
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let decision = engine.decision(&state).expect("options are listed");
        let game = Game::new(&rules.ruleset, &state);
        let options = decision.options.iter();
        let mut options: Vec<String> = options.map(|c| notation::option(game, *c)).collect();
        options.sort_unstable();
        out.push((state.scores().to_vec(), options));
        let action =
            notation::read(game, &[], line).unwrap_or_else(|e| panic!("line {i}: {line}: {e}"));
        engine
            .apply(&mut state, action, &mut NoLog)
            .unwrap_or_else(|e| panic!("line {i}: {line}: {e}"));
    }
    out.push((state.scores().to_vec(), Vec::new()));
    out
}
