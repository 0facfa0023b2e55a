//! A folder that only looks, and now and then does what no other expansion does.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use bastide::core::ids::{FigureId, PileId, Player, RuleId, SegmentId, StepId, TileId, TileTypeId};
use bastide::core::{
    Action, Answer, Claim, Effect, Event, Fault, Game, Handlers, Log, Offer, Place, Restriction,
    Returns, Ruleset, Slot, State, Waived,
};
use bastide::{Library, Rules};
use bastide_testkit::{rules, setup, with_files};

const HEAD: &str = include_str!("probe.toml");
const RULES: &str = "# Probe\n\n### probe.rule\n\nA rule.\n\n*Une règle.*\n\nSource: test\n\n### probe.never\n\nNone.\n\n*Aucune.*\n\nSource: test\n";
const CONFIG: &str = "players = 2\nedition = \"bga\"\n[expansions]\ninns-and-cathedrals = true\n\
    traders-and-builders = true\nprincess-and-dragon = true\nthe-tower = true\nabbot = true\nphantom = true\n\
    river = true\nprobe = true\n";

/// After every so many actions all features are computed anew.
const CLOSELY: usize = 40;

/// Rules with such a folder.
pub(super) struct Probe(Rules);

/// What was seen in some games.
#[derive(Default)]
pub(super) struct Seen {
    calls: BTreeMap<String, u64>,
    causes: BTreeMap<String, BTreeSet<String>>,
    options: BTreeMap<String, u64>,
}

impl Seen {
    /// How often a function was called.
    pub(super) fn calls(&self, function: &str) -> u64 {
        self.calls.get(function).copied().unwrap_or(0)
    }

    /// How many options a verb had, or a deployment in a step of that name.
    pub(super) fn options(&self, name: &str) -> u64 {
        self.options.get(name).copied().unwrap_or(0)
    }

    /// Rules of the events that a function was called with.
    pub(super) fn causes(&self, function: &str) -> BTreeSet<String> {
        self.causes.get(function).cloned().unwrap_or_default()
    }
}

impl Probe {
    /// Rules with such lines in the manifest of the folder.
    pub(super) fn new(lines: &str) -> Self {
        let manifest = format!("{HEAD}{lines}");
        let files = [
            ("expansions/probe/expansion.toml", manifest.as_str()),
            ("expansions/probe/rules.md", RULES),
        ];
        Self(rules(setup(&with_files(&Library::official(), &files), CONFIG)))
    }

    /// Plays random games; every effect is told, with its rule.
    pub(super) fn play(&self, games: u64, mut told: impl FnMut((Effect, &str))) -> Seen {
        let (rules, seen) = (&self.0, Rc::new(RefCell::new(Seen::default())));
        let set = &rules.ruleset;
        let own = |id: &str| -> Option<Box<dyn Handlers>> {
            (id == "probe").then(|| Box::new(Look(Rc::clone(&seen))) as Box<dyn Handlers>)
        };
        let mut engine = rules.engine_with(own).expect("handlers load");
        for game in 0..games {
            let mut dice = Dice(game);
            let mut log = Log::default();
            let mut n = 0;
            let mut state = engine.start(Player(0), &mut log).expect("setup works");
            while !state.is_over() {
                let decision = engine.decision(&state).expect("options are listed");
                let step = set.step_name(decision.step);
                let own = step.strip_prefix("probe/");
                let mut others = Vec::new();
                for action in decision.options.iter().filter_map(|c| c.action()) {
                    let name = match action {
                        Action::Invoke { verb, .. } if own.is_some() => {
                            Some(set.verbs[verb.index()].decl.name.as_str())
                        }
                        Action::Deploy { .. } => own,
                        _ => None,
                    };
                    if let Some(name) = name {
                        *seen.borrow_mut().options.entry(name.to_owned()).or_default() += 1;
                    } else {
                        others.push(action);
                    }
                }
                let action = others[dice.below(others.len())];
                let mut log = Log::default();
                engine.apply(&mut state, action, &mut log).unwrap_or_else(|e| panic!("{e}"));
                for logged in &log.effects {
                    told((logged.effect, set.rule_name(logged.rule)));
                }
                n += 1;
                let anew = if n % CLOSELY == 0 { state.recomputed(set) } else { continue };
                for n in (0..state.node_count() as u16).map(SegmentId) {
                    let (kept, made) = (facts(set, &state, n), facts(set, &anew, n));
                    assert_eq!(kept, made, "features are what their parts make them");
                }
            }
        }
        drop(engine);
        Rc::into_inner(seen).expect("the engine is gone").into_inner()
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// The handlers of the folder: it notes each call, and one function drives.
struct Look(Rc<RefCell<Seen>>);

impl Handlers for Look {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let own = rules.expansion("probe").expect("in play");
        let name = &rules.expansions[own.index()].functions[function as usize].0;
        match name.as_str() {
            "drive" if event.step == Slot::AfterPlace as u8 => {
                after_place(rules, state, answer);
                return Ok(());
            }
            "drive" => {
                before(rules, state, event.step == Slot::Setup as u8, answer);
                return Ok(());
            }
            "offer" => {
                offer(rules, state, answer);
                return Ok(());
            }
            "hold" => {
                if state.turn() % 5 == 3 {
                    answer.verdict(false, rule(rules));
                }
                return Ok(());
            }
            _ => {}
        }
        let mut seen = self.0.borrow_mut();
        *seen.calls.entry(name.clone()).or_default() += 1;
        if event.rule.is_some() {
            let rule = rules.rule_name(event.rule).to_owned();
            seen.causes.entry(name.clone()).or_default().insert(rule);
        }
        Ok(())
    }
}

/// One cell beside a tile, under an offer with a rule.
fn offer(rules: &Ruleset, state: &State, out: &mut Answer) {
    let game = Game::new(rules, state);
    if let (Some(tile), Some(cell)) = (state.drawn(), game.frontier().into_iter().next())
        && state.turn() % 6 == 1
    {
        let waives = Waived { restrictions: 1 << Restriction::Edge as u16, rules: Vec::new() };
        out.offer(Offer { rule: rule(rules), waives, must: true, ..Offer::default() });
        out.place(tile, cell, 0);
    }
}

fn rule(rules: &Ruleset) -> RuleId {
    rules.rule("probe.rule").expect("declared")
}

fn pile(rules: &Ruleset, name: &str) -> PileId {
    rules.pile(name).expect("declared")
}

/// Moves the ghost: to a figure or its tile, or to the first tile.
fn haunt(rules: &Ruleset, state: &State, beside: bool, out: &mut Answer) {
    let game = Game::new(rules, state);
    let standing: Vec<_> = game.figures().filter(|f| game.figure_node(*f).is_some()).collect();
    let figure = standing.get(usize::from(state.turn()) % standing.len().max(1)).copied();
    // Now and then one in a feature of the tile just placed.
    let roots: Vec<SegmentId> = state
        .placed()
        .map_or_else(Vec::new, |tile| game.segments(tile).map(|n| state.root(n)).collect());
    let near = |f: &FigureId| game.figure_node(*f).is_some_and(|n| roots.contains(&state.root(n)));
    let figure = standing.iter().copied().find(|f| state.turn() % 3 == 1 && near(f)).or(figure);
    let to = match figure {
        Some(figure) if beside => Place::Beside(figure),
        Some(figure) => Place::Tile(state.tile_of(game.figure_node(figure).expect("stands"))),
        None => Place::Tile(TileId(0)),
    };
    let neutral = rules.neutral("ghost").expect("declared");
    out.effect(Effect::NeutralMoved { neutral, to }, rule(rules));
}

/// At setup, and when a turn begins.
fn before(rules: &Ruleset, state: &State, setup: bool, out: &mut Answer) {
    let turn = state.turn();
    if setup {
        let node = Game::new(rules, state).segments(TileId(0)).find(|n| {
            let kind = &rules.kinds[state.kind(*n).index()].decl.name;
            matches!(kind.as_str(), "field" | "city" | "road")
        });
        let node = node.expect("a place for a meeple");
        out.effect(Effect::Begins { player: Player(0) }, rule(rules));
        out.effect(Effect::Deployed { figure: FigureId(0), node }, rule(rules));
        let neutral = rules.neutral("ghost").expect("declared");
        let to = Place::Beside(FigureId(0));
        out.effect(Effect::NeutralMoved { neutral, to }, rule(rules));
        return;
    }
    haunt(rules, state, !turn.is_multiple_of(3), out);
    if turn % 16 == 2 {
        out.push_place(state.player());
    }
    // Instead of a tile that is drawn, one that lies.
    if let Some((tile, _)) = state.lying().last().filter(|_| turn % 30 == 29) {
        out.effect(Effect::AsPlaced { tile }, rule(rules));
    }
}

/// After a tile was placed: what other expansions seldom do, and every own step.
/// A piece over the tile just placed; a tile is taken away, another laid.
fn rebuild(rules: &Ruleset, state: &State, out: &mut Answer) {
    let (game, rule) = (Game::new(rules, state), rule(rules));
    let placed = state.placed().expect("just placed");
    let piece = if state.turn() % 20 == 6 { "plank" } else { "mat" };
    let overlay = rules.overlay(piece).expect("declared");
    let over = Effect::Overlaid { tile: placed, overlay, rotation: 1, node: SegmentId::NONE };
    out.effect(over, rule);
    let player = if state.turn() % 20 == 6 { state.player() } else { Player::NONE };
    let far = state.lying().map(|(t, _)| t).find(|t| *t != placed && t.index() > 3);
    if let Some(tile) = far.filter(|_| state.tiles().len() > 9) {
        let to = pile(rules, "ours");
        out.effect(Effect::TileRemoved { tile, kind: TileTypeId::NONE, to, player }, rule);
    }
    let ours = state.zoned().find(|(p, _, _)| *p == pile(rules, "ours"));
    if let Some((from, owner, kind)) = ours {
        let cells = game.frontier().into_iter().flat_map(|cell| (0..4).map(move |r| (cell, r)));
        if let Some((cell, rotation)) = cells.into_iter().find(|(c, r)| game.fits(kind, *c, *r)) {
            let player = if owner.is_seated() { owner } else { player };
            let tile = TileId::NONE;
            out.effect(Effect::TileLaid { tile, kind, cell, rotation, from, player }, rule);
        }
    }
}

fn after_place(rules: &Ruleset, state: &State, out: &mut Answer) {
    let own = rules.expansion("probe").expect("in play");
    let (turn, player, rule) = (state.turn(), state.player(), rule(rules));
    let game = Game::new(rules, state);
    let placed = state.placed().expect("just placed");
    let nodes: Vec<SegmentId> = game.segments(placed).collect();
    let kind = |n: &SegmentId| rules.kinds[state.kind(*n).index()].decl.name.as_str();
    let first = nodes[usize::from(turn) % nodes.len()];
    if turn % 10 == 6 {
        return rebuild(rules, state, out);
    }
    haunt(rules, state, turn % 2 == 0 || turn == 21, out);
    let token = rules.token("gold").expect("declared");
    let has = state.tokens(token, Player(0)) > 0;
    out.effect(Effect::TokenMoved { token, player: Player(0), by: if has { -1 } else { 1 } }, rule);
    let key = rules.state_key(own, "told").expect("declared");
    out.effect(Effect::Listed { key, of: 0, value: 1 }, RuleId::NONE);
    out.effect(Effect::Cleared { key, of: 0 }, RuleId::NONE);
    out.effect(Effect::Noted { player }, rule);
    out.effect(Effect::Parts { n: 1 }, rule);
    out.effect(Effect::Skip { slot: Slot::Draw as u8 }, rule);
    out.effect(Effect::Check { node: first }, rule);
    out.effect(Effect::Poured { from: pile(rules, "none"), to: pile(rules, "ours") }, rule);
    let lies = state.zoned().find(|(p, who, _)| *p == pile(rules, "mine") && *who == player);
    if let (Some((from, _, tile)), true) = (lies, turn % 4 == 1) {
        out.effect(Effect::TileMoved { tile, from, to: pile(rules, "ours"), player }, rule);
    }
    let ours = state.zoned().find(|(p, _, _)| *p == pile(rules, "ours"));
    if let (Some((from, _, tile)), true) = (ours, turn % 4 == 3) {
        out.effect(Effect::TileMoved { tile, from, to: pile(rules, "mine"), player }, rule);
    }
    if turn % 9 == 4 {
        out.claim(Claim {
            rule,
            node: first,
            owners: 1 << player.0,
            complete: false,
            last: false,
            returns: Returns::Nobody,
        });
    }
    let lane = rules.kind("lane").expect("declared");
    let mut all = (0..state.node_count() as u16).map(SegmentId);
    let roads = nodes.iter().copied().filter(|n| kind(n) == "road" && game.is_occupied(*n));
    // Two such features beside each other would be one if they were made so at once.
    let retyped = roads.take(1).find(|_| all.all(|n| state.kind(n) != lane));
    if let Some(node) = retyped {
        out.effect(Effect::Retyped { node, kind: lane }, rule);
        let worn = rules.lane(lane, "worn").expect("declared");
        out.effect(Effect::Tagged { node, lane: worn, by: i16::from(turn % 4 == 3) }, rule);
    }
    let other = (0..state.node_count() as u16)
        .map(SegmentId)
        .filter(|n| state.is_there(*n))
        .find(|n| state.kind(*n) == state.kind(first) && state.root(*n) != state.root(first));
    if let (Some(b), 1 | 2, true) = (other, turn % 4, retyped.is_none()) {
        out.effect(Effect::Linked { a: first, b }, rule);
        out.effect(Effect::Unlinked { a: first, b }, rule);
    }
    if turn % 7 == 3 {
        out.effect(Effect::Closed { node: first }, rule);
    }
    let city = nodes.iter().copied().find(|n| kind(n) == "city");
    if let Some(node) = city.filter(|_| turn % 5 == 2) {
        let lane = rules.lane(state.kind(node), "pennant").expect("a tag of cities");
        out.effect(Effect::Tagged { node, lane, by: 1 }, rule);
    }
    let free = |f: &FigureId| {
        let at = game.figure_node(*f)?;
        let to = nodes
            .iter()
            .copied()
            .find(|n| state.kind(*n) == state.kind(at) && !game.is_occupied(*n))?;
        Some((*f, to))
    };
    if turn % 4 == 2 {
        if let Some((figure, node)) = game.figures().find_map(|f| free(&f)) {
            out.effect(Effect::Moved { figure, from: SegmentId::NONE, node }, rule);
        }
    } else if turn % 8 == 5
        && let Some(figure) = game.figures().find(|f| game.figure_node(*f).is_some())
    {
        out.capture(figure, Player(1 - state.owner(figure).0), rule);
    }
    if turn == 21 && player == Player(0) {
        out.effect(Effect::Turn { player: Player(1 - player.0) }, rule);
    }
    if turn > 60 && (city.is_some() || turn > 70) {
        out.effect(Effect::Over, rule);
    }
    for (i, _) in rules.steps.iter().enumerate().filter(|(_, step)| step.expansion == own) {
        out.push(StepId(i as u8), player, &[i32::from(nodes[0].0)]);
    }
}
/// What rules can see of the feature of a segment: figures, open ends, tiles, completeness, claims.
fn facts(set: &Ruleset, state: &State, n: SegmentId) -> (Vec<FigureId>, i32, i32, bool, bool) {
    let game = Game::new(set, state);
    (
        game.figures_in(n),
        game.open_ends(n),
        game.tile_count(n),
        game.is_complete(n),
        game.is_occupied(n),
    )
}
