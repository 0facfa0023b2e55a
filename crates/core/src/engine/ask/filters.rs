//! The filters of subscriptions.

use super::super::Host;
use super::plainly::asks;
use crate::effect::EffectKind;
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{NeutralId, Node, Player, TileId, TypeId};
use crate::ruleset::{Filter, Ruleset, Sub};
use crate::state::State;

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
        let so = self.matches_closely(rules, st, sub, event);
        debug_assert_eq!(
            so,
            asks(rules, st, sub, event),
            "filters hold as `{}` was written",
            rules.written[sub.written as usize].on
        );
        so
    }

    #[allow(clippy::unused_self, reason = "reads as the rest does")]
    #[inline(always)]
    fn matches_closely(&self, rules: &Ruleset, st: &State, sub: &Sub, event: &Event) -> bool {
        if let Some(kinds) = sub.kinds {
            let there = event.node.is_some() && kinds & 1 << st.kind(event.node).0 != 0;
            if !there {
                return false;
            }
        }
        let figure = || st.figures.get(event.figure.index()).map(|f| f.kind);
        if sub.figures.is_some() && !sub.is_about(figure())
            || sub.cause.is_some_and(|rule| rule != event.rule)
            || !sub.may_hold(st)
            || !sub.is_there(st, event.neutral, event.tile)
            || sub.tiles.is_some()
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
    pub(in crate::engine) fn may_hold(&self, st: &State) -> bool {
        let beside = |n| st.beside(n).is_some_and(|f| st.figures[f.index()].owner == st.player);
        self.flag.is_none_or(|i| st.ext[i] != 0)
            && self.out.is_none_or(|kinds| st.is_any_out(kinds))
            && self.beside_own.is_none_or(beside)
    }

    /// Whether the neutral figure of which it speaks, and figures on the tile, are as it asks. What was moved is the
    /// neutral figure in question, else any that is in play is.
    #[inline]
    pub(in crate::engine) fn is_there(&self, st: &State, moved: NeutralId, tile: TileId) -> bool {
        let there = |n| if moved.is_some() { moved == n } else { st.has_neutral(n) };
        self.neutral.is_none_or(there)
            && self.tile_occupied.is_none_or(|so| tile.is_some() && st.is_manned(tile) == so)
    }
}

/// The tile drawn, that of the event, or else the one just placed.
pub(in crate::engine) fn tile_in_question(st: &State, event: &Event) -> Option<TypeId> {
    if event.hook == Hook::On && event.step == EffectKind::Drawn as u8 {
        return Some(TypeId(event.number as u16));
    }
    if event.tile.is_some() { Some(st.tile(event.tile).kind()) } else { st.placed_kind() }
}

/// Whether one filter holds for an event.
#[inline(never)]
pub(in crate::engine) fn holds(
    rules: &Ruleset,
    st: &State,
    filter: &Filter,
    event: &Event,
) -> bool {
    let game = Game::new(rules, st);
    // The tile of the event, or else the one just placed.
    let tile = if event.tile.is_some() { event.tile.0 } else { st.placed };
    let kind_of = |t: TileId| st.tiles[t.index()].kind().index();
    match filter {
        Filter::Complete(so) => *so == event.complete,
        Filter::Last(so) => *so == event.last,
        Filter::BesideFeature(neutral) => stands_beside(st, *neutral, event),
        Filter::State(key) => game.get(*key, 0) != 0,
        Filter::PlacedKind(kinds) => {
            !event.tile.is_some() || rules.types[kind_of(event.tile)].kinds & kinds != 0
        }
        Filter::Tag(tag) => event.node.is_some() && game.has_tag(event.node, tag),
        Filter::Group(group) => {
            tile_in_question(st, event).is_some_and(|t| rules.types[t.index()].group == *group)
        }
        Filter::Token(token) => (0..st.players).any(|p| st.tokens(*token, Player(p)) != 0),
        Filter::OnBoard(kinds) => {
            st.standing().any(|f| kinds >> st.figures[f.index()].kind & 1 != 0)
        }
        Filter::Holds(kinds) => holds_figure(st, &game, *kinds, event),
        Filter::Surrounded(so) => st.tiles.get(tile as usize).is_some_and(|placed| {
            let cell = placed.cell();
            (0..4).all(|side| st.tile_at(cell.side(side)).is_some()) == *so
        }),
        Filter::Zone(zone) => st.zoned.iter().any(|z| z.pile == zone.0 && z.is_for(st.player)),
    }
}

/// Whether a neutral figure stands beside a figure in the feature in question, and not on a claim of its own.
fn stands_beside(st: &State, neutral: NeutralId, event: &Event) -> bool {
    let Some(figure) = st.beside(neutral) else { return false };
    let claim = matches!(event.hook, Hook::ScoringPoints | Hook::ScoringBonus);
    event.node.is_some()
        && !(claim && event.rule.is_some())
        && st.root(Node(st.figures[figure.index()].at)) == st.root(event.node)
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
