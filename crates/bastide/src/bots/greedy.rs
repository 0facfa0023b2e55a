//! `greedy`: looks one action ahead, and after a placement at the deployments that it opens.

use std::cmp::Reverse;

use bastide_core::ids::{FigureKindId, Player, SegmentId};
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{Choice, Engine, Game, HookError, NoLog, State};

use super::Scratch;
use super::work::{Work, fair};

/// Index of the option whose value is highest in the state `scratch.now`; of equals the first from `first` on,
/// so that the first of the list is not always taken.
///
/// As long as half of the budget lasts every placement is valued with the deployments after it. What is left of
/// the options then is valued by itself, and the best placements of these with their deployments as far as the
/// rest of the budget goes.
pub(super) fn choose(
    engine: &mut Engine,
    me: Player,
    options: &[Choice],
    first: usize,
    scratch: &mut Scratch,
) -> Result<usize, HookError> {
    let budget = scratch.limit.work;
    let turned = |i: usize| (i + options.len() - first) % options.len();
    let mut best = (i64::MIN, Reverse(usize::MAX), first);
    let mut by_themselves = Vec::new();
    let mut ahead = Ahead { work: Work::begin(engine), engine, scratch, me };
    ahead.engine.list(&ahead.scratch.now)?;
    ahead.engine.keep_listed(&mut ahead.scratch.listed);
    let listed: Vec<Option<usize>> =
        options.iter().map(|option| ahead.scratch.listed.find(*option)).collect();
    for i in fair(options) {
        if ahead.is_up(budget / 4 * 3) {
            break;
        }
        let spent = ahead.spent();
        let Some(kept) = listed[i] else { continue };
        let mut value = ahead.after(kept)?;
        if options[i].is_place() && spent < budget / 2 {
            value = value.max(ahead.with_best_deployment()?);
        } else if options[i].is_place() {
            by_themselves.push((Reverse(value), turned(i), i));
        }
        best = best.max((value, Reverse(turned(i)), i));
    }
    by_themselves.sort_unstable();
    for (_, turned, i) in by_themselves {
        if ahead.is_up(budget) {
            break;
        }
        if let Some(kept) = listed[i] {
            ahead.after(kept)?;
            best = best.max((ahead.with_best_deployment()?, Reverse(turned), i));
        }
    }
    ahead.scratch.spent = ahead.spent();
    Ok(best.2)
}

/// Looks ahead from `scratch.now`.
struct Ahead<'a> {
    engine: &'a mut Engine,
    scratch: &'a mut Scratch,
    me: Player,
    work: Work,
}

impl Ahead<'_> {
    fn spent(&self) -> u64 {
        self.work.spent(self.engine)
    }

    /// Whether so much work is done, or the time is over; then not everything was looked at.
    fn is_up(&mut self, budget: u64) -> bool {
        let up = self.spent() >= budget || self.scratch.limit.is_late();
        self.scratch.whole &= !up;
        up
    }

    /// The prospect after one of the options listed, in `scratch.next`.
    fn after(&mut self, i: usize) -> Result<i64, HookError> {
        self.work.looked();
        let Scratch { now, next, listed, .. } = &mut *self.scratch;
        next.clone_from(now);
        self.engine.apply_kept(next, listed, i, &mut NoLog)?;
        prospect(self.engine, &mut self.work, &self.scratch.next, self.me)
    }

    /// The best prospect after the deployments that the placement in `scratch.next` opens: the engine has just listed them, and
    /// valuing has listed nothing since.
    fn with_best_deployment(&mut self) -> Result<i64, HookError> {
        let mut best = i64::MIN;
        let Scratch { next, after, opened, limit, whole, .. } = &mut *self.scratch;
        if next.is_over() || self.engine.actor(next) != self.me {
            return Ok(best);
        }
        self.engine.keep_listed(opened);
        for (i, option) in opened.options().iter().enumerate() {
            if !option.is_deploy() {
                continue;
            }
            if self.work.spent(self.engine) >= limit.work || limit.is_late() {
                *whole = false;
                break;
            }
            self.work.looked();
            after.clone_from(next);
            self.engine.apply_kept(after, opened, i, &mut NoLog)?;
            best = best.max(prospect(self.engine, &mut self.work, after, self.me)?);
        }
        Ok(best)
    }
}

/// Points and what stands to be earned, own minus the best of the others, in hundredths of a point.
fn prospect(
    engine: &mut Engine,
    work: &mut Work,
    state: &State,
    me: Player,
) -> Result<i64, HookError> {
    let rules = engine.rules().clone();
    let mut worth = [0i64; PLAYERS_MAX];
    for (p, n) in state.scores().iter().enumerate() {
        worth[p] = *n as i64 * 100;
    }
    if !state.is_over() {
        let occupied: Vec<SegmentId> = {
            let game = Game::new(&rules, state);
            let mut roots: Vec<SegmentId> = game
                .figures()
                .filter_map(|f| game.figure_node(f))
                .map(|n| game.state.root(n))
                .collect();
            roots.sort_unstable();
            roots.dedup();
            roots
        };
        for node in occupied {
            work.valued();
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
                left += state.supply(Player(p), FigureKindId(k as u8)) as i64;
            }
            // The first figures in supply are worth more than the last.
            worth[p as usize] += 60 * left.min(3) + 25 * (left - 3).max(0);
        }
    }
    let others = (0..state.players() as usize).filter(|p| *p != me.index()).map(|p| worth[p]).max();
    Ok(worth[me.index()] - others.unwrap_or(0))
}
