//! Prospects of each seat in a state, in points: its score, what its figures would earn where they are, and what those
//! in its supply may still earn.
//!
//! No expansion is known by name. Features are complete or not and have open ends or a reach; figures claim features
//! or need a claim. What an expansion pays comes from the engine, as in a scoring.

use bastide_core::ids::{Cell, FigureKindId, Player, SegmentId, TileTypeId};
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{AsIf, BotWorth, Engine, Facts, Game, HookError, Ruleset, State, Worth};

use super::link::{Link, Part, last_points};
use super::work::Work;

/// Each of the first three figures in supply that claim, at the beginning of a game for two.
const FIRST: f64 = 8.0;
/// Each of those after the third.
const FURTHER: f64 = 2.4;
/// A figure in supply that claims nothing: on the board it may do what it is for.
const IDLE: f64 = -3.0;
/// A figure that needs a claim of its own, on a feature that is not complete.
const COMPANY: f64 = 2.0;
/// Value of a figure that is certain to return.
const HOME: f64 = 0.45;
/// That one unseen tile that fits fills a hole in the end, in a game for two.
const FILLS: f64 = 0.17;
/// That a free cell with nothing beside it is filled in the end, while tiles are left.
const LONELY: f64 = 0.75;
/// Tiles by which a feature with edges grows before it is complete, for each hole; and one with a reach, for each hole that
/// is filled.
const GROWTH: f64 = 0.085;
const FILLING: f64 = 0.8;
/// A further tile in the same turn.
const PART: f64 = 3.0;
/// What the final scoring would pay at the beginning of the game is gone until it comes, but for this part.
const LASTING: f64 = 0.2;

/// A feature with its figures, as it was valued.
#[derive(Clone, Copy, Debug)]
struct Valued {
    facts: Facts,
    figures: u64,
    now: Worth,
    complete: Worth,
}

/// A feature of the state from which the bot looks ahead.
#[derive(Clone, Debug)]
struct Known {
    root: SegmentId,
    facts: Facts,
    holes: Vec<Cell>,
}

/// Values states that follow from one: chains of them.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    /// Tiles that nobody has seen, by type.
    unseen: Vec<(TileTypeId, u32)>,
    /// Probability that a hole is filled, by its requirements, sorted.
    filled: Vec<(u16, f64)>,
    /// Unseen tiles of all tiles.
    phase: f64,
    /// By the segment that names the feature.
    valued: Vec<Vec<Valued>>,
    /// In order.
    known: Vec<Known>,
    roots: Vec<SegmentId>,
    holes: Vec<Cell>,
    /// What things are worth, if it is not what the rules say.
    pub(super) said: Option<BotWorth>,
}

impl Outlook {
    /// Looks at the state from which the bot looks ahead.
    pub(super) fn begin(&mut self, engine: &Engine, now: &State) {
        let rules = engine.rules();
        let game = Game::new(rules, now);
        self.valued.iter_mut().for_each(Vec::clear);
        self.filled.clear();
        self.unseen.clear();
        self.unseen.extend(game.unseen_copies());
        let left: u32 = self.unseen.iter().map(|(_, copies)| copies).sum();
        self.phase = (f64::from(left) / rules.tile_count().max(1) as f64).min(1.0);
        self.known.clear();
        occupied(game, &mut self.roots);
        for root in std::mem::take(&mut self.roots) {
            let mut holes = Vec::new();
            game.holes(root, &mut holes);
            self.known.push(Known { root, facts: game.facts(root), holes });
        }
    }

    /// What the last state of a chain promises a seat, less what it promises the others, in points: against one they count in
    /// full, against more their mean counts the less the more they are, since what one of them loses helps all.
    pub(super) fn margin(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        chain: &mut [Link],
        me: Player,
    ) -> Result<f64, HookError> {
        let mut worth = [0f64; PLAYERS_MAX];
        let Some(end) = chain.len().checked_sub(1) else { return Ok(0.0) };
        for (p, n) in chain[end].state.scores().iter().enumerate() {
            worth[p] = f64::from(*n);
        }
        if !chain[end].state.is_over() {
            self.see(engine, work, chain)?;
            let last = last_points(engine, chain)?;
            for part in &chain[end].parts {
                worth.iter_mut().zip(part.points).for_each(|(of, points)| *of += points);
            }
            self.supplies(engine, &chain[end].state, last, &mut worth);
        }
        let own = worth[me.index()];
        let seats = chain[end].state.players();
        let others = worth.iter().take(usize::from(seats)).sum::<f64>() - own;
        let many = f64::from(seats.max(2) - 1);
        Ok(own - others / many / many.sqrt())
    }

    /// Adds what seats hold: figures, tokens, what the final scoring pays for them, and another tile in this turn.
    fn supplies(
        &self,
        engine: &Engine,
        state: &State,
        last: [i32; PLAYERS_MAX],
        worth: &mut [f64; PLAYERS_MAX],
    ) {
        // The more players, the fewer turns for each in which a figure could be missing, and the more that may befall it.
        let scarce = self.phase.sqrt() * (2.0 / f64::from(state.players().max(2))).powi(2);
        let lasting = 1.0 - (1.0 - LASTING) * self.phase;
        let rules = engine.rules();
        let said = self.said.as_ref().unwrap_or(&rules.bot_worth);
        for p in 0..state.players() {
            let of = &mut worth[p as usize];
            *of += f64::from(last[p as usize]) * lasting;
            // Values that the author of an expansion declares.
            for (token, points) in &said.tokens {
                let held = f64::from(state.tokens(*token, Player(p)));
                *of += f64::from(*points) * held * self.phase;
            }
            let (mut claiming, mut idle) = (0, 0);
            for (k, figure) in rules.figures.iter().enumerate() {
                let kind = FigureKindId(k as u8);
                let n = state.supply(Player(p), kind);
                if let Some((_, points)) = said.figures.iter().find(|w| w.0 == kind) {
                    *of += f64::from(*points) * f64::from(n) * self.phase;
                    continue;
                }
                *(if figure.decl.claims { &mut claiming } else { &mut idle }) += n;
            }
            let (first, further) = (claiming.min(3), claiming.saturating_sub(3));
            let held = FIRST * f64::from(first) + FURTHER * f64::from(further);
            *of += scarce * (held + IDLE * f64::from(idle));
        }
        if engine.draws_to_place(state) && state.part() > 1 {
            worth[state.player().index()] += PART;
        }
    }

    /// Values the figures of the last state of a chain. In a state that follows from another, only features that
    /// changed are valued, and those that depend on completed ones.
    fn see(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        chain: &mut [Link],
    ) -> Result<(), HookError> {
        let Some((link, before)) = chain.split_last_mut().filter(|(link, _)| !link.seen) else {
            return Ok(());
        };
        let rules = engine.rules().clone();
        let (state, fresh) = (&link.state, link.land);
        let mut roots = std::mem::take(&mut self.roots);
        link.parts.clear();
        let known = state.touched_features(&rules, &link.touched, &mut roots);
        if known.is_some() && !before.is_empty() {
            self.see(engine, work, before)?;
            let land = link.touched.completed;
            let touched = roots.len();
            for part in before.last().into_iter().flat_map(|link| &link.parts) {
                let root = state.root(part.root);
                if roots[..touched].contains(&root) {
                    continue;
                }
                let completes = rules.kinds[state.kind(root).index()].decl.completes;
                let other = if completes {
                    self.beside(Game::new(&rules, state), root, &link.touched.cells)
                } else {
                    land
                };
                if other { roots.push(root) } else { link.parts.push(*part) }
            }
            roots.retain(|root| state.figures_in(*root).next().is_some());
        } else {
            occupied(Game::new(&rules, state), &mut roots);
        }
        for root in &roots {
            link.parts.push(self.part(engine, work, (&rules, state, *root), fresh)?);
        }
        link.parts.sort_unstable_by_key(|part| part.root);
        link.seen = true;
        self.roots = roots;
        debug_assert!(self.is_plain(engine, work, link), "what follows is what is there");
        Ok(())
    }

    /// Returns whether valuing every feature gives the same result. Debug builds check each state.
    fn is_plain(&mut self, engine: &mut Engine, work: &mut Work, link: &Link) -> bool {
        let (rules, mut roots) = (engine.rules().clone(), Vec::new());
        occupied(Game::new(&rules, &link.state), &mut roots);
        roots.len() == link.parts.len()
            && roots.iter().zip(&link.parts).all(|(root, part)| {
                let completes = rules.kinds[link.state.kind(*root).index()].decl.completes;
                let same =
                    |plain: Part| plain.points.map(f64::to_bits) == part.points.map(f64::to_bits);
                part.root == *root
                    && (!completes
                        || self
                            .part(engine, work, (&rules, &link.state, *root), false)
                            .is_ok_and(same))
            })
    }

    /// Returns whether a hole of a feature may have changed, because tiles were placed on these cells. Unknown holes
    /// may have.
    fn beside(&self, game: Game<'_>, root: SegmentId, cells: &[Cell]) -> bool {
        let near = |a: &Cell, b: &Cell| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) <= 1;
        !cells.is_empty()
            && self.known_holes(root, game.facts(root)).is_none_or(|holes| {
                holes.iter().any(|hole| cells.iter().any(|cell| near(hole, cell)))
            })
    }

    /// Returns the holes of a feature, if its facts are those from the start of the lookahead.
    fn known_holes(&self, root: SegmentId, facts: Facts) -> Option<&[Cell]> {
        let known = self.known.binary_search_by_key(&root, |k| k.root).ok()?;
        let known = &self.known[known];
        (known.facts == facts).then_some(&known.holes)
    }

    /// What the figures of a feature would earn where they stand.
    fn part(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        (rules, state, root): (&Ruleset, &State, SegmentId),
        fresh: bool,
    ) -> Result<Part, HookError> {
        let game = Game::new(rules, state);
        let kind = &rules.kinds[state.kind(root).index()].decl;
        let fresh = fresh && !kind.completes;
        let valued = self.value(engine, work, (rules, state, root), kind.completes, fresh)?;
        let mut points = [0.0; PLAYERS_MAX];
        if !kind.completes {
            for p in owners(valued.now.owners) {
                points[p] += f64::from(valued.now.each[p]);
            }
            return Ok(Part { root, points });
        }
        let (mut filled, mut growth) = (1.0, 0.0);
        let mut holes = std::mem::take(&mut self.holes);
        match self.known_holes(root, valued.facts) {
            Some(known) => {
                holes.clear();
                holes.extend_from_slice(known);
            }
            None => game.holes(root, &mut holes),
        }
        for hole in &holes {
            let p = self.fills(game, *hole);
            filled *= p;
            growth += if kind.reach.is_empty() { GROWTH } else { FILLING * p };
        }
        self.holes = holes;
        let tiles = f64::from(game.tile_count(root).max(1));
        for p in owners(valued.now.owners) {
            let (now, complete) = (valued.now.each[p], valued.complete.each[p]);
            points[p] += (filled * f64::from(complete) + (1.0 - filled) * f64::from(now))
                * (1.0 + growth / tiles);
        }
        for figure in state.figures_in(root) {
            let decl = &rules.figures[state.figure_kind(figure).index()].decl;
            let value = if decl.claims {
                HOME * filled
            } else if decl.needs_own.is_some() {
                COMPANY * (1.0 - filled)
            } else {
                0.0
            };
            points[state.owner(figure).index()] += value * self.phase;
        }
        Ok(Part { root, points })
    }

    /// That a free cell is filled before the game ends, as far as the tiles that nobody has seen tell.
    fn fills(&mut self, game: Game<'_>, cell: Cell) -> f64 {
        let Some(need) = game.need(cell) else {
            // Without neighbors almost any tile fits, once one does.
            return LONELY * (3.5 * self.phase).min(1.0);
        };
        match self.filled.binary_search_by_key(&need, |f| f.0) {
            Ok(i) => self.filled[i].1,
            Err(i) => {
                let unfilled = 1.0 - FILLS * 2.0 / f64::from(game.state.players().max(2));
                let fitting = self.unseen.iter().filter(|(tile, _)| game.fits_need(*tile, need));
                let copies: u32 = fitting.map(|(_, copies)| copies).sum();
                let p = 1.0 - (0..copies.min(64)).fold(1.0, |p, _| p * unfilled);
                self.filled.insert(i, (need, p));
                p
            }
        }
    }

    /// What a feature would give now, and if it were complete.
    fn value(
        &mut self,
        engine: &mut Engine,
        work: &mut Work,
        (rules, state, root): (&Ruleset, &State, SegmentId),
        completes: bool,
        fresh: bool,
    ) -> Result<Valued, HookError> {
        let facts = Game::new(rules, state).facts(root);
        let figures = state.figures_in(root).fold(0u64, |all, figure| {
            let one =
                u64::from(state.figure_kind(figure).0) << 8 | u64::from(state.owner(figure).0);
            (all ^ (one + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        });
        if !fresh
            && let Some(known) = self.valued.get(root.index())
            && let Some(same) = known.iter().find(|v| v.facts == facts && v.figures == figures)
        {
            return Ok(*same);
        }
        work.valued();
        let now = engine.worth(state, root, AsIf { complete: None, last: true })?;
        let complete = if completes {
            work.valued();
            engine.worth(state, root, AsIf { complete: Some(true), last: false })?
        } else {
            now
        };
        let valued = Valued { facts, figures, now, complete };
        if !fresh {
            if self.valued.len() <= root.index() {
                self.valued.resize_with(root.index() + 1, Vec::new);
            }
            self.valued[root.index()].push(valued);
        }
        Ok(valued)
    }
}

/// Seats of a claim.
fn owners(bits: u8) -> impl Iterator<Item = usize> {
    (0..PLAYERS_MAX).filter(move |p| bits >> p & 1 != 0)
}

/// Features with figures in them, by their roots, each once.
fn occupied(game: Game<'_>, roots: &mut Vec<SegmentId>) {
    roots.clear();
    let nodes = game.figures().filter_map(|f| game.figure_node(f));
    roots.extend(nodes.map(|node| game.state.root(node)));
    roots.sort_unstable();
    roots.dedup();
}
