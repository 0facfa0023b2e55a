//! `expert`: plays on from the planner's best options, with the same luck for each, and takes the one that turns out best.
//!
//! Sequential halving: all candidates get as many samples, then the better half goes on. A sample imagines what the seat does
//! not see, draws by a stream of its own, and lets everybody play by a hasty planner for some turns; what the table then
//! promises is what counts, beside what the planner thought of the option before.

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, HookError, NoLog, State, View};

use super::Limit;
use super::crew::Crew;
use super::planner::{self, Plans};
use super::work::Work;
use crate::chance::Stream;
use crate::view::Seen;

/// Options of the planner that are played on from.
const CANDIDATES: usize = 8;
/// Samples of all candidates together, if the budget does not end them.
const SAMPLES: u32 = 400;
/// Turns that a sample goes on, in a game for two; with more seats three rounds.
const DEPTH: u16 = 10;
/// How wrong the planner is about an option: the variance of that, in points squared.
const DOUBT: f64 = 0.7;
/// Weight of the planner's estimate, in samples, until enough samples exist to measure it.
const UNKNOWN: f64 = 60.0;
/// Placements that a hasty planner looks at.
const HASTY: usize = 4;
/// The part of the budget that it may use for one decision.
const HASTE: u64 = 2400;

/// Buffers of an expert.
#[derive(Debug, Default)]
pub(super) struct Trials {
    state: State,
    hasty: Plans,
}

/// A candidate: the option, what the planner thought of it, and what was found since.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    option: usize,
    prior: f64,
    sum: f64,
    samples: u32,
}

impl Candidate {
    /// Returns the value of the candidate, where the planner's estimate weighs as much as `weight` samples.
    fn value(&self, weight: f64) -> f64 {
        (self.sum + weight * self.prior) / (f64::from(self.samples) + weight)
    }
}

/// Variance of the samples after the means of candidates and of samples are removed.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    squares: f64,
    freedom: f64,
}

impl Spread {
    /// Adds the samples of a round.
    fn add(&mut self, round: &[Sample]) {
        let all = round.first().map_or(0, |sample| sample.values.len());
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let luck: Vec<f64> = round.iter().map(|sample| mean(&sample.values)).collect();
        for candidate in 0..all {
            let ahead =
                round.iter().zip(&luck).map(|(sample, luck)| sample.values[candidate] - luck);
            let ahead: Vec<f64> = ahead.collect();
            let good = mean(&ahead);
            self.squares += ahead.iter().map(|value| (value - good).powi(2)).sum::<f64>();
        }
        self.freedom += (round.len().saturating_sub(1) * all.saturating_sub(1)) as f64;
    }

    /// Returns the weight of the planner's estimate in samples: the more samples vary, the less each one says.
    fn weight_of_prior(self) -> f64 {
        if self.freedom > 0.0 { self.squares / self.freedom / DOUBT } else { UNKNOWN }
    }
}

/// Index of the best of those that the planner ranked, the work that it was, and whether the budget sufficed.
pub(super) fn choose(
    engine: &mut Engine,
    seen: Seen<'_>,
    (options, ranked): (&[Choice], &[(usize, f64)]),
    own: &Stream,
    (trials, crew, limit): (&mut Trials, &mut Crew, Limit),
) -> Result<(usize, u64, bool), HookError> {
    let mut alive: Vec<Candidate> = ranked
        .iter()
        .take(CANDIDATES)
        .map(|(option, prior)| Candidate { option: *option, prior: *prior, sum: 0.0, samples: 0 })
        .collect();
    let rounds = alive.len().next_power_of_two().trailing_zeros().max(1);
    let view = seen.view().into_owned();
    let (mut first, mut spent, mut whole) = (1, 0, true);
    let mut spread = Spread::default();
    for round in 1..=u64::from(rounds) {
        if alive.len() < 2 {
            break;
        }
        let up = |spent: u64| spent >= limit.work / u64::from(rounds) * round || limit.is_late();
        if up(spent) {
            whole = false;
        } else {
            let task = Task {
                view: view.clone(),
                options: alive.iter().map(|candidate| options[candidate.option]).collect(),
                own: own.clone(),
                limit,
                first,
                samples: (SAMPLES / rounds / alive.len() as u32).max(1),
            };
            let samples = task.samples;
            first += u64::from(samples);
            let mut round = Vec::new();
            crew.play((&mut *engine, &mut *trials), task, |sample| {
                for (candidate, value) in alive.iter_mut().zip(&sample.values) {
                    candidate.sum += value;
                    candidate.samples += 1;
                }
                spent += sample.spent;
                round.push(sample);
                !up(spent)
            })?;
            whole &= round.len() == samples as usize;
            spread.add(&round);
        }
        let weight = spread.weight_of_prior();
        alive.sort_by(|a, b| b.value(weight).total_cmp(&a.value(weight)));
        alive.truncate(alive.len().div_ceil(2));
    }
    let best = alive.first().map_or(0, |best| best.option);
    Ok((best, spent, whole))
}

/// Samples of a round: what any thread needs to play one of them.
#[derive(Debug)]
pub(super) struct Task {
    view: View<'static>,
    /// What the candidates left would do.
    options: Vec<Choice>,
    own: Stream,
    limit: Limit,
    /// Number of the first sample, over all rounds.
    first: u64,
    /// How many there are.
    pub(super) samples: u32,
}

/// What a sample came to.
#[derive(Debug)]
pub(super) struct Sample {
    /// What the table promises in the end, by candidate.
    values: Vec<f64>,
    /// The work that it was.
    spent: u64,
}

impl Task {
    /// Plays a sample, of all candidates with the same luck: it depends on nothing but the task and its number.
    pub(super) fn play(
        &self,
        engine: &mut Engine,
        trials: &mut Trials,
        sample: u32,
    ) -> Result<Sample, HookError> {
        let rules = engine.rules().clone();
        let work = Work::begin(engine);
        let mut trial = Trial { engine, trials, work, me: self.view.seat(), limit: self.limit };
        let mut values = Vec::with_capacity(self.options.len());
        for option in &self.options {
            let mut luck = self.own.apart(self.first + u64::from(sample));
            self.view.imagine(&rules, &mut trial.trials.state, |n| luck.below(n));
            values.push(trial.play(*option, &mut luck)?);
        }
        Ok(Sample { values, spent: trial.work.spent(trial.engine) })
    }
}

/// Plays on from an option.
struct Trial<'a> {
    engine: &'a mut Engine,
    trials: &'a mut Trials,
    work: Work,
    me: Player,
    limit: Limit,
}

impl Trial<'_> {
    /// What the table promises after an option and some turns.
    fn play(&mut self, option: Choice, luck: &mut Stream) -> Result<f64, HookError> {
        let Trials { state, hasty } = &mut *self.trials;
        let engine = &mut *self.engine;
        let Some(i) = engine.list(state)?.iter().position(|o| o.key() == option.key()) else {
            return Ok(0.0);
        };
        engine.settle_on(i, |_| 0);
        engine.apply_listed(state, i, &mut NoLog)?;
        let depth = DEPTH.max(3 * u16::from(state.players()));
        let until = state.turn() + depth;
        while !state.is_over() && state.turn() < until {
            let i = match engine.draw_total(state) {
                0 => hasty_choice(engine, (&*state, hasty), luck, (&mut self.work, self.limit))?,
                tiles => {
                    engine.draw_listed(state, luck.below(tiles), &mut NoLog)?;
                    continue;
                }
            };
            let by_chance = engine.actor(state) == Player::CHANCE;
            engine.settle_on(i, |n| if by_chance { luck.below(n) } else { 0 });
            engine.apply_listed(state, i, &mut NoLog)?;
        }
        planner::promise(engine, (&*state, hasty), &mut self.work, self.me)
    }
}

/// Returns the option that a player takes in a sample, as an index: the best of a few random placements and of all
/// other options.
fn hasty_choice(
    engine: &mut Engine,
    (state, hasty): (&State, &mut Plans),
    luck: &mut Stream,
    (work, limit): (&mut Work, Limit),
) -> Result<usize, HookError> {
    let actor = engine.actor(state);
    if actor == Player::CHANCE {
        let decision = engine.asked();
        let pick = decision.options[luck.weighted(&decision.weights)];
        return Ok(engine.listed().iter().position(|o| o == pick).unwrap_or(0));
    }
    let options: Vec<Choice> = engine.listed().iter().collect();
    if options.len() < 2 {
        return Ok(0);
    }
    let (mut places, mut among): (Vec<usize>, Vec<usize>) =
        (0..options.len()).partition(|i| options[*i].is_place());
    for taken in 0..places.len().min(HASTY) {
        let left = (places.len() - taken) as u32;
        places.swap(taken, taken + luck.below(left) as usize);
    }
    among.extend(places.iter().take(HASTY));
    hasty.now().clone_from(state);
    let limit = Limit { work: limit.work / HASTE, ..limit };
    let first = luck.below(options.len() as u32) as usize;
    let found = planner::rank(engine, actor, &options, (&among, first), (hasty, limit))?;
    work.merge(found.work);
    // Looking ahead has used the buffers of the engine.
    engine.list(state)?;
    let best = found.ranked.first().map_or(first, |best| best.0);
    Ok(engine.listed().iter().position(|o| o.key() == options[best].key()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(values: &[[f64; 2]]) -> f64 {
        let sample = |values: &[f64; 2]| Sample { values: values.to_vec(), spent: 0 };
        let mut spread = Spread::default();
        spread.add(&values.iter().map(sample).collect::<Vec<_>>());
        spread.weight_of_prior()
    }

    #[test]
    fn samples_say_the_less_the_less_they_agree_whatever_the_luck_is() {
        assert!(weight(&[[3.0, 1.0], [30.0, 28.0]]).abs() < 1e-9, "the first is better by two");
        // One says that the first is better by two, one the second: of each, one point away from the mean, twice.
        let apart = weight(&[[3.0, 1.0], [28.0, 30.0]]);
        assert!((apart - 4.0 / DOUBT).abs() < 1e-9, "{apart}");
        assert!(weight(&[[3.0, 1.0], [20.0, 30.0]]) > apart);
        assert!((weight(&[[3.0, 1.0]]) - UNKNOWN).abs() < 1e-9, "one says nothing of the others");
    }
}
