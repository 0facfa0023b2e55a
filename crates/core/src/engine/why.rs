//! Why an action is refused: every rule that forbids it.

use crate::choice::{Action, Choice};
use crate::decl::Target;
use crate::engine::ask::{refuses_deploy, refuses_place};
use crate::engine::{Engine, HookError};
use crate::game::Game;
use crate::ids::{FigureId, Node, Player, RuleId, TileId, VerbId};
use crate::ruleset::{Restriction, Waived, Where};
use crate::state::State;
use crate::step::{self, Header};

/// One rule that forbids an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// The rule.
    pub rule: RuleId,
}

/// All rules that forbid an action; empty if it is allowed.
pub type WhyNot = Vec<Reason>;

impl Engine {
    /// Every rule that forbids an action in this state; empty if it is an option.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn why_not(&mut self, st: &mut State, action: Action) -> Result<WhyNot, HookError> {
        let rules = self.rules.clone();
        if st.over {
            return Ok(vec![Reason { rule: rules.restriction(Restriction::NotOffered) }]);
        }
        self.host.explain = true;
        let listed = self.host.list_top(&rules, st);
        self.host.explain = false;
        listed?;
        let wanted = Choice::from(action).key();
        if self.host.list.iter().any(|c| c.key() == wanted) {
            return Ok(Vec::new());
        }
        let mut out: Vec<RuleId> =
            self.host.refused.iter().filter(|r| r.0.key() == wanted).map(|r| r.1).collect();
        let actor = self.host.actor;
        let header = Header(*st.agenda.last().expect("somebody is asked"));
        let game = Game::new(&rules, st);
        let near = near_of(st, header);
        if actor.0 >= st.players {
            // Chance is asked: nobody may do anything.
            return Ok(vec![Reason { rule: rules.restriction(Restriction::NotOffered) }]);
        }
        match action {
            Action::Place { tile, cell, rotation } if header.code() == step::PLACE => {
                out.extend(refuses_place(&game, tile, cell, rotation, &Waived::default()));
            }
            Action::Deploy { figure, node }
                if node.index() < st.nodes.len() && header.code() != step::PLACE =>
            {
                self.why_not_deploy(st, actor, figure, node, &mut out);
            }
            Action::Invoke { verb, target } if verb.index() < rules.verbs.len() => {
                why_not_verb(&game, actor, verb, target, near, &mut out);
            }
            Action::Pass => out.push(rules.restriction(Restriction::Must)),
            _ => {}
        }
        if out.is_empty() {
            out.push(rules.restriction(Restriction::NotOffered));
        }
        out.sort_unstable();
        out.dedup();
        Ok(out.into_iter().map(|rule| Reason { rule }).collect())
    }

    fn why_not_deploy(
        &self,
        st: &State,
        actor: Player,
        figure: crate::ids::FigureKindId,
        node: Node,
        out: &mut Vec<RuleId>,
    ) {
        let rules = &self.rules;
        let game = Game::new(rules, st);
        let kind = st.kind(node);
        let mut declared = false;
        // What is offered now, or was not for one of its own reasons.
        let tagged = |p: &crate::ruleset::Pattern| {
            p.placed_tag.as_ref().is_none_or(|tag| game.placed_carries(tag))
        };
        let over = rules
            .deploys
            .iter()
            .filter(|p| p.wher.any_kind() & 1 << kind.0 != 0 && p.figures & 1 << figure.0 != 0);
        for p in over.filter(|p| tagged(p)) {
            declared = true;
            refusals_of(&game, &p.wher, node, Node::NONE, &p.refusals, out);
            if p.once.is_some_and(|key| game.get(key, actor.index()) != 0) {
                let said = p.refusals.iter().find(|r| r.0 == "once");
                out.push(said.map_or(p.rule, |r| r.1));
            }
        }
        if let Some(r) = refuses_deploy(rules, st, actor, figure, node, &Waived::default()) {
            let own = out.len();
            if own == 0 || r != Restriction::Occupied {
                out.push(rules.restriction(r));
            }
        }
        if rules.kinds[kind.index()].decl.claim == crate::decl::Claim::No {
            out.push(rules.restriction(Restriction::Kind));
        }
        let elsewhere = st.tile_of(node).0 != st.placed;
        if elsewhere && !declared {
            out.push(rules.restriction(Restriction::Elsewhere));
        }
    }
}

fn near_of(st: &State, header: Header) -> Node {
    let known = header.code() >= step::OWN
        && header.nargs() > 0
        && (header.first() as usize) < st.nodes.len();
    if known { Node(header.first() as u16) } else { Node::NONE }
}

/// Rules behind the parts of a declared `where` that do not hold for a segment.
fn refusals_of(
    game: &Game<'_>,
    w: &Where,
    node: Node,
    near: Node,
    refusals: &[(String, RuleId)],
    out: &mut Vec<RuleId>,
) {
    for (key, rule) in refusals {
        let mut part = Where { kinds: w.kinds, ..Where::default() };
        match key.as_str() {
            "kind" => {}
            "tag" => {
                part.tagged = w.tagged;
                part.tag.clone_from(&w.tag);
            }
            "without" => part.without.clone_from(&w.without),
            "occupied" => part.occupied = w.occupied,
            "complete" => part.complete = w.complete,
            "placed" => part.placed = w.placed,
            "within" => part.within.clone_from(&w.within),
            "placed-tag" => part.placed_tag.clone_from(&w.placed_tag),
            _ => continue,
        }
        if !game.segment_matches(&part, node, near) {
            out.push(*rule);
        }
    }
}

fn why_not_verb(
    game: &Game<'_>,
    actor: Player,
    verb: VerbId,
    target: u32,
    near: Node,
    out: &mut Vec<RuleId>,
) {
    let v = &game.rules.verbs[verb.index()];
    let said = |key: &str| v.refusals.iter().find(|r| r.0 == key).map(|r| r.1);
    let dear = !v.price.iter().all(|(t, n)| game.state.tokens(*t, actor) >= *n as i16)
        || v.points > 0 && game.state.score(actor) < v.points as i32;
    if dear {
        out.push(said("price").unwrap_or(game.rules.restriction(Restriction::Price)));
    }
    if v.once.is_some_and(|key| game.get(key, actor.index()) != 0) {
        out.push(said("once").unwrap_or(v.rule));
    }
    match v.decl.target {
        Target::Segment if (target as usize) < game.state.nodes.len() => {
            let node = Node(target as u16);
            refusals_of(game, &v.wher, node, near, &v.refusals, out);
            if out.is_empty() && !game.segment_matches(&v.wher, node, near) {
                out.push(v.rule);
            }
        }
        Target::Figure if (target as usize) < game.state.figures.len() => {
            let id = FigureId(target as u16);
            for (key, rule) in &v.refusals {
                let w = &v.wher;
                let mut part = Where { holder: w.holder, ..Where::default() };
                match key.as_str() {
                    "class" => part.class = w.class,
                    "figure" => part.figures = w.figures,
                    "owner" => part.owner = w.owner,
                    "sheltered" => part.sheltered = w.sheltered,
                    "kind" => part.kinds = w.kinds,
                    "tag" => {
                        part.tagged = w.tagged;
                        part.tag.clone_from(&w.tag);
                    }
                    "without" => part.without.clone_from(&w.without),
                    "complete" => part.complete = w.complete,
                    "placed" => part.placed = w.placed,
                    "within" => part.within.clone_from(&w.within),
                    "free-of" => part.free_of = w.free_of,
                    "placed-tag" => part.placed_tag.clone_from(&w.placed_tag),
                    _ => continue,
                }
                if !game.figure_matches(&part, id, actor, near) {
                    out.push(*rule);
                }
            }
            if out.is_empty() && !game.figure_matches(&v.wher, id, actor, near) {
                out.push(v.rule);
            }
        }
        Target::Tile if (target as usize) < game.state.tiles.len() => {
            let tile = TileId(target as u16);
            let w = &v.wher;
            if v.trail.is_some_and(|key| game.list(key, 0).contains(&tile.0.into())) {
                out.push(said("trail").unwrap_or(v.rule));
            }
            for (key, rule) in &v.refusals {
                let mut part = Where::default();
                match key.as_str() {
                    "class" => part.class = w.class,
                    "figure" => part.figures = w.figures,
                    "owner" => {
                        (part.owner, part.class, part.figures) = (w.owner, w.class, w.figures);
                    }
                    "placed" => part.placed = w.placed,
                    "next-to" => part.next_to = w.next_to,
                    "free-of" => part.free_of = w.free_of,
                    _ => continue,
                }
                if !game.tile_matches(&part, tile, actor) {
                    out.push(*rule);
                }
            }
            if out.is_empty() && !game.tile_matches(w, tile, actor) {
                out.push(v.rule);
            }
        }
        _ => {}
    }
}
