//! `planner`: looks at every chain of its own actions in this part of the turn, and takes the first of the one after which
//! its outlook exceeds the others' most.

use std::cmp::Reverse;

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, HookError, Listed, State};

use super::Limit;
use super::outlook::{Happened, Outlook};
use super::work::{Work, fair};

/// How many actions of its own a chain has at most.
const CHAIN_MAX: usize = 4;
/// How many ends of chains are looked at for one decision.
const ENDS_MAX: u32 = 400;

/// Buffers of a planner.
#[derive(Debug, Default)]
pub(super) struct Plans {
    outlook: Outlook,
    /// States along a chain, the one in which the bot decides first.
    states: [State; CHAIN_MAX + 1],
    listed: [Listed; CHAIN_MAX],
}

impl Plans {
    /// The state in which the bot decides, to be made up by whoever asks it.
    pub(super) fn now(&mut self) -> &mut State {
        &mut self.states[0]
    }
}

/// Index of the option that begins the best chain; of equals the first from `first` on.
///
/// First every option is valued by itself, then those that seemed best with what may follow them, as far as the budget goes.
pub(super) fn choose(
    engine: &mut Engine,
    me: Player,
    options: &[Choice],
    first: usize,
    (plans, limit): (&mut Plans, Limit),
) -> Result<(usize, u64, bool), HookError> {
    let work = Work::begin(engine);
    engine.list(&plans.states[0])?;
    engine.keep_listed(&mut plans.listed[0]);
    plans.outlook.begin(engine, &plans.states[0])?;
    let turn = plans.states[0].turn();
    let mut chain = Chain { engine, plans, work, me, turn, limit, ends: 0, whole: true };
    let turned = |i: usize| (i + options.len() - first) % options.len();
    let mut alone = Vec::with_capacity(options.len());
    for i in fair(options) {
        if chain.is_up(limit.work / 2) {
            break;
        }
        let Some(kept) = chain.plans.listed[0].find(options[i]) else { continue };
        let happened = chain.step(0, kept, Happened::default())?;
        alone.push((chain.value(1, happened)?, Reverse(turned(i)), kept, i));
    }
    alone.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
    let mut best = alone.first().map(|a| (a.0, a.1, a.3));
    for &(_, turned, kept, i) in &alone {
        if chain.ends >= ENDS_MAX || chain.is_up(limit.work) {
            break;
        }
        let happened = chain.step(0, kept, Happened::default())?;
        let value = chain.from(1, happened)?;
        if best.is_none_or(|b| value.total_cmp(&b.0).then(turned.cmp(&b.1)).is_gt())
            || best.is_some_and(|b| b.2 == i)
        {
            best = Some((value, turned, i));
        }
    }
    Ok((best.map_or(first, |b| b.2), chain.work.spent(chain.engine), chain.whole))
}

/// Goes along chains.
struct Chain<'a> {
    engine: &'a mut Engine,
    plans: &'a mut Plans,
    work: Work,
    me: Player,
    turn: u16,
    limit: Limit,
    ends: u32,
    whole: bool,
}

impl Chain<'_> {
    fn is_up(&mut self, budget: u64) -> bool {
        let up = self.work.spent(self.engine) >= budget || self.limit.is_late();
        self.whole &= !up;
        up
    }

    /// Carries out an option of a state, in the next one.
    fn step(&mut self, at: usize, i: usize, before: Happened) -> Result<Happened, HookError> {
        self.work.looked();
        let Plans { states, listed, .. } = &mut *self.plans;
        let (now, next) = states.split_at_mut(at + 1);
        next[0].clone_from(&now[at]);
        let mut happened = before;
        self.engine.apply_kept(&mut next[0], &listed[at], i, &mut happened)?;
        Ok(happened)
    }

    fn value(&mut self, at: usize, happened: Happened) -> Result<f64, HookError> {
        let Plans { states, outlook, .. } = &mut *self.plans;
        outlook.margin(self.engine, &mut self.work, (&states[at], happened), self.me)
    }

    /// The best value at the end of a chain that goes on from a state whose options have just been listed.
    fn from(&mut self, at: usize, happened: Happened) -> Result<f64, HookError> {
        let state = &self.plans.states[at];
        let ends = state.is_over()
            || state.turn() != self.turn
            || self.engine.actor(state) != self.me
            || at >= CHAIN_MAX;
        if ends || self.ends >= ENDS_MAX {
            self.ends += 1;
            return self.value(at, happened);
        }
        self.engine.keep_listed(&mut self.plans.listed[at]);
        let mut best = f64::MIN;
        for i in fair(self.plans.listed[at].options()) {
            if best > f64::MIN && (self.ends >= ENDS_MAX || self.is_up(self.limit.work)) {
                break;
            }
            let happened = self.step(at, i, happened)?;
            best = best.max(self.from(at + 1, happened)?);
        }
        Ok(if best > f64::MIN { best } else { self.value(at, happened)? })
    }
}
