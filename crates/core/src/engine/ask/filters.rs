//! The filters of subscriptions.

use super::super::Host;
use crate::decl::Beside;
use crate::effect::{EffectKind, Place};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{Node, Player, TypeId};
use crate::ruleset::{Ruleset, Sub};
use crate::state::{FigurePlace, NONE, State};

impl Host {
    /// Whether the filters of a subscription hold for an event.
    #[inline]
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
        sub.plain || filters_hold(rules, st, sub, event)
    }
}

/// The filters that are rarely used.
pub(super) fn filters_hold(rules: &Ruleset, st: &State, sub: &Sub, event: &Event) -> bool {
    let game = Game::new(rules, st);
    if let Some(tag) = &sub.tag
        && !(event.node.is_some() && game.has_tag(event.node, tag))
    {
        return false;
    }
    if sub.cause.is_some_and(|c| c != event.rule)
        || sub.complete.is_some_and(|c| c != event.complete)
        || sub.last.is_some_and(|c| c != event.last)
    {
        return false;
    }
    if sub.figures != 0 || sub.class != 0 {
        let Some(f) = st.figures.get(event.figure.index()) else { return false };
        if sub.figures != 0 && sub.figures & 1 << f.kind == 0 {
            return false;
        }
        if sub.class != 0 && sub.class & rules.figures[f.kind as usize].class == 0 {
            return false;
        }
    }
    if let Some(tag) = &sub.placed_tag {
        let drawn = event.hook == Hook::On && event.step == EffectKind::Drawn as u8;
        let tile = if event.tile.is_some() { event.tile.0 } else { st.placed };
        let kind = if drawn {
            TypeId(event.number as u16)
        } else if tile == NONE {
            return false;
        } else {
            st.tiles[tile as usize].kind()
        };
        if !game.tile_has(kind, tag) {
            return false;
        }
    }
    if let Some(occupied) = sub.tile_occupied {
        let there = st.figures_on(event.tile).next().is_some();
        if !event.tile.is_some() || there != occupied {
            return false;
        }
    }
    if sub.placed_kind != 0 && event.tile.is_some() {
        let ty = st.tiles[event.tile.index()].kind();
        if rules.types[ty.index()].kinds & sub.placed_kind == 0 {
            return false;
        }
    }
    if let Some(group) = sub.group {
        let from_group = event.tile.is_some()
            && rules.types[st.tiles[event.tile.index()].kind().index()].group == group;
        if !from_group {
            return false;
        }
    }
    if let Some(token) = sub.token
        && (0..st.players).all(|p| st.tokens(token, Player(p)) == 0)
    {
        return false;
    }
    if let Some(neutral) = sub.neutral {
        let fits = if event.neutral.is_some() {
            event.neutral == neutral
        } else {
            !matches!(st.neutral(neutral), Place::Supply | Place::Box)
        };
        if !fits {
            return false;
        }
        if let Some(beside) = sub.beside {
            let Place::Beside(figure) = st.neutral(neutral) else { return false };
            let figure = st.figures[figure.index()];
            let claim = matches!(event.hook, Hook::ScoringPoints | Hook::ScoringBonus);
            let so = match beside {
                Beside::Own => figure.owner == st.player,
                Beside::Feature => {
                    event.node.is_some()
                        && !(claim && event.rule.is_some())
                        && st.root(Node(figure.at)) == st.root(event.node)
                }
            };
            if !so {
                return false;
            }
        }
    }
    if sub.on_board != 0
        && !st
            .figures
            .iter()
            .any(|f| f.place == FigurePlace::Segment && sub.on_board & 1 << f.kind != 0)
    {
        return false;
    }
    if sub.holds != 0 && !holds(st, &game, sub.holds, event) {
        return false;
    }
    if sub.state.is_some_and(|key| game.get(key, 0) == 0) {
        return false;
    }
    if let Some(want) = sub.surrounded {
        let tile = if event.tile.is_some() { event.tile.0 } else { st.placed };
        let Some(placed) = st.tiles.get(tile as usize) else { return false };
        let cell = placed.cell();
        if (0..4).all(|side| st.tile_at(cell.side(side)).is_some()) != want {
            return false;
        }
    }
    if let Some(zone) = sub.zone
        && !st.zoned.iter().any(|z| z.pile == zone.0 && (z.player == st.player || z.player > 200))
    {
        return false;
    }
    true
}

/// Whether a feature in question holds a figure of some kinds (bits).
fn holds(st: &State, game: &Game<'_>, kinds: u32, event: &Event) -> bool {
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
