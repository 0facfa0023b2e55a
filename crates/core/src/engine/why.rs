//! Why an action is refused: every rule that forbids it.

use crate::choice::{Action, Choice, Over};
use crate::condition::{At, Thing};
use crate::decl::Claimable;
use crate::engine::ask::{asked, refuses_deploy, refuses_place};
use crate::engine::{Engine, HookError};
use crate::game::Game;
use crate::ids::{Cell, Player, RuleId, SegmentId, TileTypeId, VerbId};
use crate::ruleset::{Part, Restriction, Waived};
use crate::state::State;
use crate::step::{self, Header};

/// One rule that forbids an action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// The rule.
    pub rule: RuleId,
    /// The parts of a condition on targets that do not hold and are refused under it, as they are written.
    pub parts: Vec<String>,
}

impl Reason {
    fn alone(rule: RuleId) -> Self {
        Self { rule, parts: Vec::new() }
    }
}

/// Reasons found: rules, and parts of conditions that do not hold, each with its rule.
#[derive(Default)]
struct Found {
    rules: Vec<RuleId>,
    parts: Vec<(RuleId, String)>,
}

impl Found {
    fn reasons(mut self) -> WhyNot {
        self.rules.sort_unstable();
        self.rules.dedup();
        self.parts.sort_unstable();
        self.parts.dedup();
        let of = |rule: RuleId| self.parts.iter().filter(move |part| part.0 == rule);
        let reason = |rule: &RuleId| Reason {
            rule: *rule,
            parts: of(*rule).map(|part| part.1.clone()).collect(),
        };
        self.rules.iter().map(reason).collect()
    }

    fn part(&mut self, rule: RuleId, written: &str) {
        self.rules.push(rule);
        self.parts.push((rule, written.to_owned()));
    }
}

/// All rules that forbid an action; empty if it is allowed.
pub type WhyNot = Vec<Reason>;

impl Engine {
    /// Every rule that forbids an action in this state; empty if it is an option.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn why_not(&mut self, st: &State, action: Action) -> Result<WhyNot, HookError> {
        let rules = self.rules.clone();
        if st.over {
            return Ok(vec![Reason::alone(rules.restriction(Restriction::NotOffered))]);
        }
        self.host.explain = true;
        let listed = self.host.list_top(&rules, st);
        self.host.explain = false;
        listed?;
        let wanted = Choice::from(action);
        if self.host.list.iter().any(|c| c.takes(wanted)) {
            return Ok(Vec::new());
        }
        let refused = self.host.refused.iter().filter(|r| r.0.takes(wanted)).map(|r| r.1);
        let mut out = Found { rules: refused.collect(), ..Found::default() };
        let actor = self.host.actor;
        let header = Header(*st.agenda.last().expect("somebody is asked"));
        let game = Game::new(&rules, st);
        let step = asked(st, header);
        let at = At::target(game, &step, actor);
        if actor.0 >= st.players {
            // Chance is asked: nobody may do anything. What the target lacks besides is told too.
            out.rules.push(rules.restriction(Restriction::NotOffered));
            if let Action::Invoke { verb, target } = action
                && let Some(v) = rules.verbs.get(verb.index())
                && let Some((sort, n)) = v.decl.named(target).next()
                && let Some(thing) = at.target_of(sort, n)
            {
                failed(&at, &v.parts, thing, &mut out);
            }
            return Ok(out.reasons());
        }
        match action {
            Action::Place { tile, cell, rotation, over } => {
                why_not_place(&at, actor, header.code(), ((tile, cell, rotation), over), &mut out);
            }
            Action::Deploy { figure, node }
                if st.is_there(node) && header.code() != step::PLACE =>
            {
                self.why_not_deploy(&at, actor, figure, node, &mut out);
            }
            Action::Invoke { verb, target } if verb.index() < rules.verbs.len() => {
                why_not_verb(&at, actor, verb, target, &mut out);
            }
            Action::Pass => out.rules.push(rules.restriction(Restriction::Must)),
            _ => {}
        }
        if out.rules.is_empty() {
            out.rules.push(rules.restriction(Restriction::NotOffered));
        }
        Ok(out.reasons())
    }

    fn why_not_deploy(
        &self,
        at: &At<'_>,
        actor: Player,
        figure: crate::ids::FigureKindId,
        node: SegmentId,
        out: &mut Found,
    ) {
        let (rules, game) = (&self.rules, at.game());
        let st = game.state;
        let kind = st.kind(node);
        let mut declared = false;
        // Patterns that offer now, or that fail for a reason of their own.
        let over = rules.listing.deploys.iter().filter(|p| {
            p.filter.any_kind() & 1 << kind.0 != 0 && p.figures_now(at, 1 << figure.0) != 0
        });
        for p in over {
            let said = |key: &str| p.refusals.iter().find(|r| r.0 == key).map(|r| r.1);
            if !at.of(&p.whil, Thing::Moment) {
                out.rules.extend(said("while"));
                continue;
            }
            declared = true;
            failed(at, &p.parts, Thing::Segment(node), out);
            if p.once.is_some_and(|key| game.get(key, actor.index()) != 0) {
                out.rules.push(said("once").unwrap_or(p.rule));
            }
        }
        if let Some(r) = refuses_deploy(rules, st, actor, figure, node, &Waived::default()) {
            let own = out.rules.len();
            if own == 0 || r != Restriction::Occupied {
                out.rules.push(rules.restriction(r));
            }
        }
        let claim = rules.kinds[kind.index()].decl.claim;
        if claim == Claimable::No && rules.figures[figure.index()].decl.claims {
            out.rules.push(rules.restriction(Restriction::Kind));
        }
        let elsewhere = st.tile_of(node).0 != st.placed;
        if elsewhere && !declared {
            out.rules.push(rules.restriction(Restriction::Elsewhere));
        }
    }
}

/// A place is refused by what offers places for this tile in this step, or by the core if nothing does.
fn why_not_place(
    at: &At<'_>,
    actor: Player,
    code: u8,
    (place, over): ((TileTypeId, Cell, u8), Option<Over>),
    out: &mut Found,
) {
    let game = at.game();
    let (rules, st) = (game.rules, game.state);
    let here = rules.listing.places.iter().filter(|p| p.steps.has(code));
    let offered = here.filter(|p| p.tiles(st, actor).contains(&place.0.0));
    let mut known = false;
    for p in offered {
        known = true;
        if p.is_dear(st, actor) {
            out.rules.push(rules.restriction(Restriction::Price));
        }
        let holds = at.of(&p.whil, Thing::Moment) && at.of(&p.cells, Thing::Cell(place.1));
        let with = over.is_some_and(|over| over.overlay == p.overlay);
        if !holds || over.is_some() && !with {
            out.rules.push(p.rule);
        }
        out.rules.extend(refuses_place(&game, place, over, &p.waives));
    }
    // A tile that is not in hand is refused as such, and not for its place.
    let in_hand = st.source(rules, actor, place.0, false).is_some();
    if code == step::PLACE && in_hand && (!known || st.drawn == place.0.0) {
        out.rules.extend(refuses_place(&game, place, over, &Waived::default()));
    }
}

/// Rules of the parts of a condition on targets that do not hold for a thing.
fn failed(at: &At<'_>, parts: &[Part], thing: Thing, out: &mut Found) {
    for part in parts.iter().filter(|part| !at.of(&part.condition, thing)) {
        out.part(part.rule, &part.written);
    }
}

fn why_not_verb(at: &At<'_>, actor: Player, verb: VerbId, target: u32, out: &mut Found) {
    let game = at.game();
    let v = &game.rules.verbs[verb.index()];
    let said = |key: &str| v.refusals.iter().find(|r| r.0 == key).map(|r| r.1);
    let dear = !v.price.iter().all(|(t, n)| game.state.tokens(*t, actor) >= *n as i16)
        || v.points > 0 && game.state.score(actor) < v.points as i32;
    if dear {
        out.rules.push(said("price").unwrap_or(game.rules.restriction(Restriction::Price)));
    }
    if v.once.is_some_and(|key| game.get(key, actor.index()) != 0) {
        out.rules.push(said("once").unwrap_or(v.rule));
    }
    if !at.of(&v.whil, Thing::Moment) {
        out.part(said("while").unwrap_or(v.rule), &v.decl.choosing.whil.to_string());
    }
    if v.decl.numbers.is_some_and(|(from, to)| !(from..=to).contains(&target)) {
        out.rules.push(v.rule);
    }
    let mut named = v.decl.named(target).map(|(sort, n)| at.target_of(sort, n));
    let Some(mut thing) = named.next().flatten() else { return };
    let mut other = named.next().flatten();
    let fits = |thing: Thing| at.of(&v.filter.condition, thing);
    if let Some(other) = other.as_mut().filter(|o| v.decl.unordered && !fits(thing) && fits(**o)) {
        std::mem::swap(&mut thing, other);
    }
    failed(at, &v.parts, thing, out);
    if let (Some(second), Some(other)) = (&v.second, other)
        && !at.beside(Some(thing)).of(&second.condition, other)
    {
        out.part(v.rule, &v.decl.and.to_string());
    }
    match thing {
        Thing::Figure(figure) if out.rules.is_empty() && !game.is_among(&v.filter, figure) => {
            out.rules.push(v.rule);
        }
        Thing::Tile(tile)
            if v.trail.is_some_and(|key| game.list(key, 0).contains(&tile.0.into())) =>
        {
            out.rules.push(said("trail").unwrap_or(v.rule));
        }
        _ => {}
    }
}
