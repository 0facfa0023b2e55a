//! Values of `greedy`: points and prospects. In a state that follows from another, only features that changed, or that
//! may depend on anything, are valued.

use bastide_core::ids::{FigureKindId, Player, SegmentId};
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{Depends, Engine, Game, HookError, State, Touched};

use super::work::Work;

/// A feature with figures in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Manned {
    root: SegmentId,
    depends: Depends,
    /// Hundredths of a point that each of its points counts.
    rate: u8,
    /// Calls of expansions that valuing it takes.
    calls: u32,
    /// Points for each seat.
    earned: [i32; PLAYERS_MAX],
}

/// Prospects of a state: its features with figures.
#[derive(Clone, Debug, Default)]
pub(super) struct Stakes {
    manned: Vec<Manned>,
    /// Of all of them, in hundredths of a point.
    sums: [i64; PLAYERS_MAX],
    calls: u64,
    /// Some of them may be worth something else whatever happens.
    depend_on_anything: bool,
    /// Features that differ from the state before.
    touched: Vec<SegmentId>,
}

impl Stakes {
    /// Values every feature of a state.
    pub(super) fn all(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        state: &State,
    ) -> Result<(), HookError> {
        (self.sums, self.calls) = Default::default();
        self.depend_on_anything = false;
        self.manned.clear();
        self.touched.clear();
        if state.is_over() {
            return Ok(());
        }
        let game = Game::new(engine.rules(), state);
        let nodes = game.figures().filter_map(|f| game.figure_node(f));
        self.touched.extend(nodes.map(|n| state.root(n)));
        self.touched.sort_unstable();
        self.touched.dedup();
        for i in 0..self.touched.len() {
            self.add(value(engine, work, state, self.touched[i])?);
        }
        Ok(())
    }

    /// Values a state that follows from another, whose stakes are known, by an action that touched this.
    pub(super) fn after(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        before: &Stakes,
        (state, touched): (&State, &Touched),
    ) -> Result<(), HookError> {
        let found = state.touched_features(engine.rules(), touched, &mut self.touched);
        let Some(borders) = found.filter(|_| !state.is_over()) else {
            return self.all(engine, work, state);
        };
        self.manned.clone_from(&before.manned);
        (self.sums, self.calls) = (before.sums, before.calls);
        for i in (0..self.manned.len()).rev() {
            let known = self.manned[i];
            let may_differ = match known.depends {
                Depends::Itself => false,
                Depends::Borders => borders,
                Depends::Anything => true,
            };
            if self.touched.contains(&state.root(known.root)) {
                self.remove(i);
            } else if may_differ {
                self.remove(i);
                self.touched.push(known.root);
            }
        }
        work.spared(self.manned.len() as u64, self.calls);
        self.depend_on_anything = false;
        for i in 0..self.touched.len() {
            let root = self.touched[i];
            if state.figures_in(root).next().is_some() {
                self.add(value(engine, work, state, root)?);
            }
        }
        Ok(())
    }

    fn add(&mut self, manned: Manned) {
        add(&mut self.sums, &manned, 1);
        self.calls += u64::from(manned.calls);
        self.depend_on_anything |= manned.depends == Depends::Anything;
        self.manned.push(manned);
    }

    fn remove(&mut self, i: usize) {
        let manned = self.manned.swap_remove(i);
        add(&mut self.sums, &manned, -1);
        self.calls -= u64::from(manned.calls);
    }

    /// The margin after a deployment in the state that was valued, if it is quiet: see [`Engine::quiet`]. Nothing if others
    /// of its features, or this one, may be worth something else then: it has to be carried out.
    pub(super) fn margin_with(
        &self,
        engine: &mut Engine,
        work: &mut Work,
        state: &mut State,
        (me, figure, node): (Player, FigureKindId, SegmentId),
    ) -> Result<Option<i64>, HookError> {
        if self.depend_on_anything {
            return Ok(None);
        }
        let root = state.root(node);
        let before = engine.calls();
        let earned = engine.value_with(state, node, (me, figure), true)?;
        let calls = engine.calls() - before;
        if engine.depends() == Depends::Anything {
            work.uncounted(calls);
            return Ok(None);
        }
        let known = self.manned.iter().find(|m| m.root == root);
        let calls_before = known.map_or(0, |m| u64::from(m.calls));
        work.spared(
            (self.manned.len() + usize::from(known.is_none())) as u64,
            self.calls - calls_before,
        );
        let mut sums = self.sums;
        if let Some(known) = known {
            add(&mut sums, known, -1);
        }
        let rate = rate(engine, state, root);
        add(&mut sums, &Manned { root, depends: Depends::Itself, rate, calls: 0, earned }, 1);
        Ok(Some(margin(engine, (state, me), sums, 1)))
    }

    /// Returns whether valuing every feature gives the same result and cost. Debug builds check each state.
    pub(super) fn are_plain(&self, engine: &mut Engine, work: &mut Work, state: &State) -> bool {
        let before = engine.calls();
        let mut plain = Stakes::default();
        let valued = plain.all(engine, &mut Work::begin(engine), state);
        work.uncounted(engine.calls() - before);
        let mut known = self.clone();
        known.manned.sort_unstable();
        plain.manned.sort_unstable();
        let same = |a: &Manned, b: &Manned| {
            (a.root, a.rate, a.calls, a.earned) == (b.root, b.rate, b.calls, b.earned)
        };
        let all = plain.manned.len() == known.manned.len()
            && plain.manned.iter().zip(&known.manned).all(|(a, b)| same(a, b));
        valued.is_err() || all && (plain.sums, plain.calls) == (known.sums, known.calls)
    }

    /// Points and what stands to be earned in the state that was valued, own minus the best of the others, in hundredths of a
    /// point.
    pub(super) fn margin(&self, engine: &Engine, state: &State, me: Player) -> i64 {
        margin(engine, (state, me), self.sums, 0)
    }
}

fn add(sums: &mut [i64; PLAYERS_MAX], manned: &Manned, times: i64) {
    for (sum, n) in sums.iter_mut().zip(manned.earned) {
        *sum += times * i64::from(n) * i64::from(manned.rate);
    }
}

/// Returns the margin from points, prospects and figures in supply, for a seat with `more` additional figures on the
/// board.
fn margin(
    engine: &Engine,
    (state, me): (&State, Player),
    mut worth: [i64; PLAYERS_MAX],
    deployed: i64,
) -> i64 {
    let kinds = if state.is_over() { 0 } else { engine.rules().figures.len() as u8 };
    for (p, (of, n)) in (0..).map(Player).zip(worth.iter_mut().zip(state.scores())) {
        let left: i64 = (0..kinds).map(|k| i64::from(state.supply(p, FigureKindId(k)))).sum();
        let left = left - if p == me { deployed } else { 0 };
        // The first figures in supply are worth more than the last.
        *of += i64::from(*n) * 100 + 60 * left.min(3) + 25 * (left - 3).max(0);
    }
    let seats = 0..usize::from(state.players());
    let others = seats.filter(|p| *p != me.index()).map(|p| worth[p]).max();
    worth[me.index()] - others.unwrap_or(0)
}

/// Values a feature by itself.
fn value(
    engine: &mut Engine,
    work: &mut Work,
    state: &State,
    root: SegmentId,
) -> Result<Manned, HookError> {
    work.valued();
    let before = engine.calls();
    let earned = engine.value(state, root, true)?;
    let calls = (engine.calls() - before) as u32;
    let rate = rate(engine, state, root);
    Ok(Manned { root, depends: engine.depends(), rate, calls, earned })
}

/// Returns how many hundredths of a point each point of a feature counts: an open one may still grow or be completed,
/// and the nearer to completion, the better.
fn rate(engine: &Engine, state: &State, root: SegmentId) -> u8 {
    let rules = engine.rules();
    let open = Game::new(rules, state).open_ends(root).clamp(0, 6) as u8;
    if rules.kinds[state.kind(root).index()].decl.completes { 115 - 5 * open } else { 70 }
}
