//! The filters of subscriptions.

use super::super::Host;
use crate::decl::Beside;
use crate::effect::{Effect, EffectKind};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{NeutralId, Node, Player, RuleId, TileId, TypeId};
use crate::ruleset::{Filter, Ruleset, Sub};
use crate::state::{FigureData, FigurePlace, State};

impl Host {
    /// Whether the filters of a subscription hold for an event.
    #[inline(always)]
    pub(in crate::engine) fn matches(
        &self,
        rules: &Ruleset,
        st: &State,
        sub: &Sub,
        event: &Event,
    ) -> bool {
        if sub.kinds != 0 {
            let there = event.node.is_some() && sub.kinds & 1 << st.kind(event.node).0 != 0;
            if !there {
                return false;
            }
        }
        let figure = || st.figures.get(event.figure.index()).map(|f| f.kind);
        if sub.figures != 0 && !sub.is_about(figure())
            || sub.cause.is_some_and(|rule| rule != event.rule)
            || !sub.may_hold(rules, st)
            || sub.asks_tile()
                && event.hook != Hook::PlacementVeto
                && !sub.may_ask(tile_in_question(st, event))
        {
            return false;
        }
        sub.filters.iter().all(|filter| holds(rules, st, filter, event))
    }
}

impl Sub {
    /// Whether its filters may hold in such a state, whatever the event is.
    #[inline]
    pub(in crate::engine) fn may_hold(&self, rules: &Ruleset, st: &State) -> bool {
        self.flag.is_none_or(|i| st.ext[i] != 0)
            && (self.out == 0 || st.is_any_out(rules, self.out))
    }
}

/// Whether somebody who is told of an effect may care, by what can be seen in the effect alone.
pub(in crate::engine) fn is_heeded(
    rules: &Ruleset,
    st: &State,
    effect: Effect,
    rule: RuleId,
) -> bool {
    let tile = match effect {
        Effect::Placed { tile, .. } => Some(st.tile(tile).kind()),
        Effect::Drawn { tile, .. } => Some(tile),
        _ => None,
    };
    let figure = match effect {
        Effect::Deployed { figure, .. }
        | Effect::Moved { figure, .. }
        | Effect::Returned { figure, .. }
        | Effect::Captured { figure, .. } => st.figures.get(figure.index()).map(|f| f.kind),
        _ => None,
    };
    let moved = match effect {
        Effect::NeutralMoved { neutral, .. } => Some(neutral),
        _ => None,
    };
    rules.on[effect.kind() as usize].iter().any(|sub| {
        sub.cause.is_none_or(|cause| cause == rule)
            && (moved.is_none() || sub.neutral.is_none_or(|n| Some(n) == moved))
            && (tile.is_none() || sub.may_ask(tile))
            && (figure.is_none() || sub.is_about(figure))
    })
}

/// The tile drawn, that of the event, or else the one just placed.
fn tile_in_question(st: &State, event: &Event) -> Option<TypeId> {
    if event.hook == Hook::On && event.step == EffectKind::Drawn as u8 {
        return Some(TypeId(event.number as u16));
    }
    if event.tile.is_some() { Some(st.tile(event.tile).kind()) } else { st.placed_kind() }
}

/// Whether one filter holds for an event.
#[inline(never)]
fn holds(rules: &Ruleset, st: &State, filter: &Filter, event: &Event) -> bool {
    let game = Game::new(rules, st);
    // The tile of the event, or else the one just placed.
    let tile = if event.tile.is_some() { event.tile.0 } else { st.placed };
    let kind_of = |t: TileId| st.tiles[t.index()].kind().index();
    match filter {
        Filter::Complete(so) => *so == event.complete,
        Filter::Last(so) => *so == event.last,
        Filter::Neutral(neutral) if event.neutral.is_some() => event.neutral == *neutral,
        Filter::Neutral(neutral) => st.has_neutral(*neutral),
        Filter::Beside(neutral, beside) => stands_beside(st, *neutral, *beside, event),
        Filter::State(key) => game.get(*key, 0) != 0,
        Filter::PlacedKind(kinds) => {
            !event.tile.is_some() || rules.types[kind_of(event.tile)].kinds & kinds != 0
        }
        Filter::Tag(tag) => event.node.is_some() && game.has_tag(event.node, tag),
        Filter::Group(group) => {
            event.tile.is_some() && rules.types[kind_of(event.tile)].group == *group
        }
        Filter::TileOccupied(so) => {
            event.tile.is_some() && st.figures_on(event.tile).next().is_some() == *so
        }
        Filter::Token(token) => (0..st.players).any(|p| st.tokens(*token, Player(p)) != 0),
        Filter::OnBoard(kinds) => {
            let there =
                |f: &FigureData| f.place == FigurePlace::Segment && kinds & 1 << f.kind != 0;
            st.figures.iter().any(there)
        }
        Filter::Holds(kinds) => holds_figure(st, &game, *kinds, event),
        Filter::Surrounded(so) => st.tiles.get(tile as usize).is_some_and(|placed| {
            let cell = placed.cell();
            (0..4).all(|side| st.tile_at(cell.side(side)).is_some()) == *so
        }),
        Filter::Zone(zone) => {
            st.zoned.iter().any(|z| z.pile == zone.0 && (z.player == st.player || z.player > 200))
        }
    }
}

/// Whether a neutral figure stands beside a figure as a subscription asks.
fn stands_beside(st: &State, neutral: NeutralId, beside: Beside, event: &Event) -> bool {
    let Some(figure) = st.beside(neutral) else { return false };
    let figure = st.figures[figure.index()];
    match beside {
        Beside::Own => figure.owner == st.player,
        Beside::Feature => {
            let claim = matches!(event.hook, Hook::ScoringPoints | Hook::ScoringBonus);
            event.node.is_some()
                && !(claim && event.rule.is_some())
                && st.root(Node(figure.at)) == st.root(event.node)
        }
    }
}

/// Whether a feature in question holds a figure of some kinds (bits).
fn holds_figure(st: &State, game: &Game<'_>, kinds: u32, event: &Event) -> bool {
    let any = |node: Node, owner: Option<u8>| {
        st.figures_in(node).any(|f| {
            let f = &st.figures[f.index()];
            kinds & 1 << f.kind != 0 && owner.is_none_or(|o| o == f.owner)
        })
    };
    if let Some(figure) = st.figures.get(event.figure.index()) {
        let moved = event.hook == Hook::On && event.step == EffectKind::Moved as u8;
        let from = if moved { Node(event.args[0] as u16) } else { Node::NONE };
        return [event.node, from]
            .iter()
            .any(|n| n.index() < st.nodes.len() && any(*n, Some(figure.owner)));
    }
    if event.tile.is_some() {
        return game.segments(event.tile).any(|n| any(n, Some(st.player)));
    }
    event.node.is_some() && any(event.node, None)
}
