//! Bots: who answers for a seat when no person does.

use bastide_core::ids::{Node, Player};
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{Action, Choice, Engine, Game, HookError, NoLog, State};

use crate::chance::Stream;
use crate::view::Seen;

/// A bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// All options alike.
    Random,
    /// The option after which its own points and prospects exceed the others' most.
    Greedy,
}

impl Bot {
    /// By name, as in configs.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Bot::Random),
            "greedy" => Some(Bot::Greedy),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
        }
    }
}

/// Buffers for looking ahead.
#[derive(Debug, Default)]
pub struct Scratch {
    options: Vec<Choice>,
    now: State,
    next: State,
    after: State,
}

/// Index of the option that a bot takes among `options`, which the engine has just listed for its seat. It
/// looks ahead in a state made up from what its seat sees, never in the true one.
///
/// # Errors
///
/// An expansion's fault while looking ahead.
pub fn choose(
    bot: Bot,
    engine: &mut Engine,
    seen: Seen<'_>,
    options: &[Choice],
    stream: &mut Stream,
    scratch: &mut Scratch,
) -> Result<usize, HookError> {
    if bot == Bot::Random || options.len() < 2 {
        return Ok(stream.below(options.len() as u32) as usize);
    }
    let me = seen.seat();
    let mut best = (i64::MIN, 0);
    scratch.options.clear();
    scratch.options.extend_from_slice(options);
    let offset = stream.below(options.len() as u32) as usize;
    let rules = engine.rules().clone();
    seen.view().imagine(&rules, &mut scratch.now, |n| stream.below(n));
    for k in 0..options.len() {
        // Starting anywhere, so that the first of equals is not always taken.
        let i = (k + offset) % options.len();
        let Some(action) = scratch.options[i].action() else { continue };
        scratch.next.clone_from(&scratch.now);
        let mut value = match engine.apply(&mut scratch.next, action, &mut NoLog) {
            Ok(()) => prospect(engine, &mut scratch.next, me)?,
            Err(bastide_core::Refusal::Hook(e)) => return Err(e),
            Err(_) => continue,
        };
        if matches!(action, Action::Place { .. }) {
            value = value.max(with_best_deployment(engine, scratch, me)?);
        }
        if value > best.0 {
            best = (value, i);
        }
    }
    Ok(best.1)
}

/// The best prospect after the deployments that a placement opens.
fn with_best_deployment(
    engine: &mut Engine,
    scratch: &mut Scratch,
    me: Player,
) -> Result<i64, HookError> {
    let mut best = i64::MIN;
    if scratch.next.is_over() || engine.actor(&scratch.next) != me {
        return Ok(best);
    }
    let mut state = std::mem::take(&mut scratch.next);
    let decision = engine.decision(&mut state)?;
    for option in &decision.options {
        let Some(action @ Action::Deploy { .. }) = option.action() else { continue };
        scratch.after.clone_from(&state);
        if engine.apply(&mut scratch.after, action, &mut NoLog).is_ok() {
            best = best.max(prospect(engine, &mut scratch.after, me)?);
        }
    }
    scratch.next = state;
    Ok(best)
}

/// Points and what stands to be earned, own minus the best of the others, in hundredths of a point.
fn prospect(engine: &mut Engine, state: &mut State, me: Player) -> Result<i64, HookError> {
    let rules = engine.rules().clone();
    let mut worth = [0i64; PLAYERS_MAX];
    for (p, n) in state.scores().iter().enumerate() {
        worth[p] = *n as i64 * 100;
    }
    if !state.is_over() {
        let occupied: Vec<Node> = {
            let game = Game::new(&rules, state);
            let mut roots: Vec<Node> = game
                .figures()
                .filter_map(|f| game.figure_node(f))
                .map(|n| game.state.root(n))
                .collect();
            roots.sort_unstable();
            roots.dedup();
            roots
        };
        for node in occupied {
            let earned = engine.value(state, node, true)?;
            let open = Game::new(&rules, state).open_ends(node).clamp(0, 6) as i64;
            let completes = rules.kinds[state.kind(node).index()].decl.completes;
            for (p, n) in earned.iter().enumerate() {
                // An open feature may still grow or be finished: the nearer to completion, the better.
                worth[p] += *n as i64 * if completes { 115 - 5 * open } else { 70 };
            }
        }
        for p in 0..state.players() {
            let mut left = 0;
            for k in 0..rules.figures.len() {
                left += state.supply(Player(p), bastide_core::ids::FigureKindId(k as u8)) as i64;
            }
            // The first figures in supply are worth more than the last.
            worth[p as usize] += 60 * left.min(3) + 25 * (left - 3).max(0);
        }
    }
    let others = (0..state.players() as usize).filter(|p| *p != me.index()).map(|p| worth[p]).max();
    Ok(worth[me.index()] - others.unwrap_or(0))
}
