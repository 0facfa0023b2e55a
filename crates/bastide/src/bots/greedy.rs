//! `greedy`: looks one action ahead, and after a placement at the deployments that it opens.

use std::cmp::Reverse;

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, HookError, Listed, State, Touched};

use super::prospect::Stakes;
use super::work::{Work, fair};
use super::{Limit, Scratch};

/// The work for one decision of a bot at the table.
pub(super) const BUDGET: u64 = 2_000_000;

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
    (first, limit): (usize, Limit),
    scratch: &mut Scratch,
) -> Result<usize, HookError> {
    let budget = limit.work;
    let turned = |i: usize| (i + options.len() - first) % options.len();
    let mut best = (i64::MIN, Reverse(usize::MAX), first);
    let mut by_themselves = Vec::new();
    let mut placed: Vec<Placed> = Vec::new();
    let mut ahead = Ahead { work: Work::begin(engine), engine, scratch, me, limit };
    ahead.begin()?;
    let listed: Vec<Option<usize>> =
        options.iter().map(|option| ahead.scratch.listed.find(*option)).collect();
    for i in fair(options) {
        if ahead.is_up(budget / 4 * 3) {
            break;
        }
        let spent = ahead.spent();
        let Some(kept) = listed[i] else { continue };
        if let Some(alike) = ahead.alike(&placed, options[i], budget / 2) {
            debug_assert_eq!(ahead.anew(kept)?, alike.value, "what looks alike promises the same");
            best = best.max((alike.value, Reverse(turned(i)), i));
            continue;
        }
        let then = (ahead.work, ahead.engine.calls());
        let mut value = ahead.after(kept)?;
        if options[i].is_place() && spent < budget / 2 {
            value = value.max(ahead.with_best_deployment()?);
            let work = ahead.work.since(ahead.engine, then);
            placed.push(Placed { option: options[i], value, work });
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

/// A placement with the best deployment after it, and what it took to find it.
#[derive(Clone, Copy, Debug)]
struct Placed {
    option: Choice,
    value: i64,
    work: Work,
}

/// Looks ahead from `scratch.now`.
struct Ahead<'a> {
    engine: &'a mut Engine,
    scratch: &'a mut Scratch,
    me: Player,
    work: Work,
    limit: Limit,
}

impl Ahead<'_> {
    /// Lists the options, and values the state in which they are listed.
    fn begin(&mut self) -> Result<(), HookError> {
        let Scratch { now, next, listed, .. } = &mut *self.scratch;
        self.engine.list(&now.state)?;
        self.engine.keep_listed(listed);
        next.state.clone_from(&now.state);
        next.touched.clear();
        // Calls that inform about the options in general do not count.
        let before = self.engine.calls();
        now.stakes.all(self.engine, &mut Work::begin(self.engine), &now.state)?;
        self.work.uncounted(self.engine.calls() - before);
        Ok(())
    }

    fn spent(&self) -> u64 {
        self.work.spent(self.engine)
    }

    /// Returns whether the budget or the time is used up; some options are then not valued.
    fn is_up(&mut self, budget: u64) -> bool {
        let up = self.spent() >= budget || self.limit.is_late();
        self.scratch.whole &= !up;
        up
    }

    /// The prospect after a placement and the best deployment, without counting it. Debug builds hold what was not looked at
    /// against it.
    fn anew(&mut self, kept: usize) -> Result<i64, HookError> {
        let (work, calls) = (self.work, self.engine.calls());
        let value = self.after(kept)?.max(self.with_best_deployment()?);
        self.work = work;
        self.work.uncounted(self.engine.calls() - calls);
        Ok(value)
    }

    /// Returns a placement that looks the same as this one after a rotation, and was valued. Its value holds here too,
    /// and its cost counts again, if that stays within the budget.
    fn alike(&mut self, placed: &[Placed], option: Choice, budget: u64) -> Option<Placed> {
        let (rules, action) = (self.engine.rules(), option.action()?);
        let alike = |p: &&Placed| p.option.action().is_some_and(|a| rules.looks_alike(a, action));
        let alike = *placed.iter().find(alike)?;
        let mut work = self.work;
        work.again(alike.work);
        if work.spent(self.engine) >= budget {
            return None;
        }
        self.work = work;
        Some(alike)
    }

    /// The prospect after one of the options listed, in `scratch.next`.
    fn after(&mut self, i: usize) -> Result<i64, HookError> {
        self.work.looked();
        let Scratch { now, next, listed, .. } = &mut *self.scratch;
        next.back_to(self.engine, now);
        next.take(self.engine, &mut self.work, now, (listed, i))?;
        Ok(next.stakes.margin(self.engine, &next.state, self.me))
    }

    /// The best prospect after the deployments that the placement in `scratch.next` opens: the engine has just listed them, and
    /// valuing has listed nothing since.
    fn with_best_deployment(&mut self) -> Result<i64, HookError> {
        let mut best = i64::MIN;
        let Scratch { next, after, opened, whole, .. } = &mut *self.scratch;
        if next.state.is_over() || self.engine.actor(&next.state) != self.me {
            return Ok(best);
        }
        self.engine.keep_listed(opened);
        let mut copied = false;
        for (i, option) in opened.options().iter().enumerate() {
            if !option.is_deploy() {
                continue;
            }
            if self.work.spent(self.engine) >= self.limit.work || self.limit.is_late() {
                *whole = false;
                break;
            }
            self.work.looked();
            if let Some(value) = next.quietly(self.engine, &mut self.work, self.me, (opened, i))? {
                debug_assert!(
                    next.is_as_carried_out(
                        self.engine,
                        &mut self.work,
                        self.me,
                        (opened, i),
                        value
                    ),
                    "a quiet deployment does what carrying it out does"
                );
                best = best.max(value);
                continue;
            }
            if copied {
                after.back_to(self.engine, next);
            } else {
                after.state.clone_from(&next.state);
            }
            copied = true;
            after.take(self.engine, &mut self.work, next, (opened, i))?;
            best = best.max(after.stakes.margin(self.engine, &after.state, self.me));
        }
        Ok(best)
    }
}

/// A state with its prospects.
#[derive(Debug, Default)]
pub(super) struct Looked {
    pub(super) state: State,
    /// What the action touched that led to it.
    touched: Touched,
    stakes: Stakes,
}

impl Looked {
    /// Back to the state from which an action led here.
    fn back_to(&mut self, engine: &Engine, before: &Looked) {
        self.state.bring_back(engine.rules(), &before.state, &self.touched);
    }

    /// Carries out an option, in a copy of the state for which it was listed.
    fn take(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        before: &Looked,
        (listed, i): (&Listed, usize),
    ) -> Result<(), HookError> {
        self.touched.clear();
        engine.apply_kept(&mut self.state, listed, i, &mut self.touched)?;
        self.stakes.after(engine, work, &before.stakes, (&self.state, &self.touched))?;
        debug_assert!(
            self.stakes.are_plain(engine, work, &self.state),
            "what is known of features is what valuing all of them says"
        );
        Ok(())
    }

    /// The margin after a deployment that is quiet, which is not carried out.
    fn quietly(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        me: Player,
        (listed, i): (&Listed, usize),
    ) -> Result<Option<i64>, HookError> {
        let Some((figure, node)) = engine.quiet(&self.state, listed, i) else { return Ok(None) };
        self.stakes.margin_with(engine, work, &mut self.state, (me, figure, node))
    }

    /// Returns whether carrying out an option leads to this margin. Debug builds compare every estimate with it.
    fn is_as_carried_out(
        &self,
        engine: &mut Engine,
        work: &mut Work,
        me: Player,
        listed: (&Listed, usize),
        margin: i64,
    ) -> bool {
        let before = engine.calls();
        let mut after = Looked { state: self.state.clone(), ..Looked::default() };
        let taken = after.take(engine, &mut Work::begin(engine), self, listed);
        work.uncounted(engine.calls() - before);
        taken.is_ok() && after.stakes.margin(engine, &after.state, me) == margin
    }
}
