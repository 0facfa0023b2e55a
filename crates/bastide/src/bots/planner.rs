//! `planner`: looks at every chain of its own actions in this part of the turn, and takes the first of the one after which
//! its outlook exceeds the others' most.

use bastide_core::ids::Player;
use bastide_core::{BotWorth, Choice, Engine, HookError, Listed, State};

use super::Limit;
use super::link::Link;
use super::outlook::Outlook;
use super::work::{Work, fair};

/// How many actions of its own a chain has at most.
const CHAIN_MAX: usize = 4;
/// Budget of one decision. Where there is much to do, most of the value is found early.
const BUDGET: u64 = 400_000;
/// How many ends of chains are looked at for one decision.
const ENDS_MAX: u32 = 3000;

/// Buffers of a planner.
#[derive(Debug, Default)]
pub(super) struct Plans {
    outlook: Outlook,
    /// The states along a chain, the one in which the bot decides first.
    chain: [Link; CHAIN_MAX + 1],
    /// Whether each follows from the one before as that is now.
    follows: [bool; CHAIN_MAX + 1],
    listed: [Listed; CHAIN_MAX],
}

impl Plans {
    /// Returns the state in which the bot decides, for the caller to fill.
    pub(super) fn now(&mut self) -> &mut State {
        &mut self.chain[0].state
    }

    /// Looks ahead from the state in which the bot decides.
    fn begin(&mut self, engine: &Engine) {
        self.outlook.begin(engine, &self.chain[0].state);
        self.chain[0].renew(None);
        self.follows.fill(false);
    }

    /// Sets the values of things; `None` restores those of the rules.
    pub(super) fn say(&mut self, worth: Option<&BotWorth>) {
        self.outlook.said = worth.cloned();
    }
}

/// What a planner found for a decision.
#[derive(Debug)]
pub(super) struct Found {
    /// Options by their places in the list and the outlook at the end of the best chain that each begins, in points: the
    /// best first, of equals the first from the one on that was asked for.
    pub(super) ranked: Vec<(usize, f64)>,
    /// The work that it was.
    pub(super) work: Work,
    /// Whether it went as far as it wanted to.
    pub(super) whole: bool,
}

/// Ranks some of the options of the present state. Of equals, the first one from index `first` wins.
///
/// First every option is valued by itself. Then options that leave the bot deciding are followed, the most promising
/// first, until the budget ends. Options that were not followed are left out.
pub(super) fn rank(
    engine: &mut Engine,
    me: Player,
    options: &[Choice],
    (among, first): (&[usize], usize),
    (plans, limit): (&mut Plans, Limit),
) -> Result<Found, HookError> {
    let limit = Limit { work: limit.work.min(BUDGET), ..limit };
    let work = Work::begin(engine);
    plans.begin(engine);
    engine.list(&plans.chain[0].state)?;
    engine.keep_listed(&mut plans.listed[0]);
    let turn = plans.chain[0].state.turn();
    let mut chain = Chain { engine, plans, work, me, turn, limit, ends: 0, whole: true };
    let turned = |i: usize| (i + options.len() - first) % options.len();
    let better =
        |a: (usize, f64), b: (usize, f64)| b.1.total_cmp(&a.1).then(turned(a.0).cmp(&turned(b.0)));
    let (mut ranked, mut open) = (Vec::with_capacity(among.len()), Vec::new());
    for &i in among {
        if chain.is_up(limit.work / 2) {
            break;
        }
        let Some(kept) = chain.plans.listed[0].find(options[i]) else { continue };
        chain.step(0, kept)?;
        let (ends, value) = (chain.ends(1), chain.value(1)?);
        if ends { ranked.push((i, value)) } else { open.push((i, value, kept)) }
    }
    open.sort_unstable_by(|a, b| better((a.0, a.1), (b.0, b.1)));
    for (followed, &(i, value, kept)) in open.iter().enumerate() {
        if chain.ends >= ENDS_MAX || chain.is_up(limit.work) {
            if followed == 0 && ranked.is_empty() {
                ranked.push((i, value));
            }
            break;
        }
        chain.step(0, kept)?;
        ranked.push((i, chain.from(1)?));
    }
    ranked.sort_unstable_by(|a, b| better(*a, *b));
    Ok(Found { ranked, work: chain.work, whole: chain.whole })
}

/// What a state promises a seat, less what it promises the others.
pub(super) fn promise(
    engine: &mut Engine,
    (state, plans): (&State, &mut Plans),
    work: &mut Work,
    me: Player,
) -> Result<f64, HookError> {
    plans.now().clone_from(state);
    plans.begin(engine);
    plans.outlook.margin(engine, work, &mut plans.chain[..1], me)
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
    fn step(&mut self, at: usize, i: usize) -> Result<(), HookError> {
        self.work.looked();
        let Plans { chain, follows, listed, .. } = &mut *self.plans;
        let (before, after) = chain.split_at_mut(at + 1);
        let (before, next) = (&before[at], &mut after[0]);
        if follows[at + 1] {
            next.state.bring_back(self.engine.rules(), &before.state, &next.touched);
        } else {
            next.state.clone_from(&before.state);
        }
        follows[at + 1] = true;
        follows[at + 2..].fill(false);
        next.touched.clear();
        self.engine.apply_kept(&mut next.state, &listed[at], i, &mut next.touched)?;
        next.renew(Some(before));
        Ok(())
    }

    fn value(&mut self, at: usize) -> Result<f64, HookError> {
        let Plans { chain, outlook, .. } = &mut *self.plans;
        outlook.margin(self.engine, &mut self.work, &mut chain[..=at], self.me)
    }

    /// Whether a chain ends here: somebody else decides, or another turn has begun.
    fn ends(&self, at: usize) -> bool {
        let state = &self.plans.chain[at].state;
        state.is_over()
            || state.turn() != self.turn
            || self.engine.actor(state) != self.me
            || at >= CHAIN_MAX
    }

    /// The best value at the end of a chain that goes on from a state whose options have just been listed.
    fn from(&mut self, at: usize) -> Result<f64, HookError> {
        if self.ends(at) || self.ends >= ENDS_MAX {
            self.ends += 1;
            return self.value(at);
        }
        self.engine.keep_listed(&mut self.plans.listed[at]);
        let mut best = f64::MIN;
        for i in fair(self.plans.listed[at].options()) {
            if best > f64::MIN && (self.ends >= ENDS_MAX || self.is_up(self.limit.work)) {
                break;
            }
            self.step(at, i)?;
            best = best.max(self.from(at + 1)?);
        }
        Ok(if best > f64::MIN { best } else { self.value(at)? })
    }
}
