//! Who is asked, worked out from the words of the manifest alone: names are looked up, figures and tiles gone through
//! one by one. Debug builds hold against it every filter, and whatever passes a subscription over without looking at it.

use crate::decl::{Beside, Subscription};
use crate::effect::{EffectKind, Place};
use crate::engine::ask::tile_in_question;
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{Cell, ExpansionId, Node, Player, TileId, TypeId};
use crate::ruleset::{Ruleset, Sub};
use crate::state::{FigureData, FigurePlace, State};

/// Whether all that a subscription's manifest asks of an event holds, but for what its hook looks at itself: the step, the
/// tiles to be placed, and whose claim it is.
pub(in crate::engine) fn asks(rules: &Ruleset, st: &State, sub: &Sub, event: &Event) -> bool {
    let written = &rules.written[sub.written as usize];
    let asked = Asked { rules, st, written, event, by: sub.call.expansion };
    asked.of_event() && asked.of_tile() && asked.of_state() && asked.of_neutral() && asked.holds()
}

/// Whether nobody among them is asked.
pub(in crate::engine) fn nobody<'a>(
    rules: &Ruleset,
    st: &State,
    subs: impl IntoIterator<Item = &'a Sub>,
    event: &Event,
) -> bool {
    subs.into_iter().all(|sub| !asks(rules, st, sub, event))
}

/// Whether a subscription asks for such a tile to be placed.
pub(in crate::engine) fn means_tile(rules: &Ruleset, sub: &Sub, tile: TypeId) -> bool {
    let s = &rules.written[sub.written as usize];
    has_kind(rules, s, tile) && is_such(rules, s, tile)
}

/// Whether a tile type has the kind of segment that is asked for, if one is.
fn has_kind(rules: &Ruleset, s: &Subscription, tile: TypeId) -> bool {
    let of =
        |kind: &String| rules.types[tile.index()].decl.segments.iter().any(|s| s.kind == *kind);
    s.placed_kind.as_ref().is_none_or(of)
}

/// Whether a tile type carries the tag and bends the edge that are asked for, if they are.
fn is_such(rules: &Ruleset, s: &Subscription, tile: TypeId) -> bool {
    let ty = &rules.types[tile.index()].decl;
    let named = |tags: &[(String, u8)], tag: &str| tags.iter().any(|(t, n)| t == tag && *n > 0);
    let carries = |tag: &String| {
        let on_tile = rules.tile_tag(tag).is_some() && named(&ty.tags, tag);
        on_tile
            || ty.segments.iter().any(|segment| {
                // What no enabled expansion declares is decoration.
                let lane = rules.kind(&segment.kind).and_then(|kind| rules.lane(kind, tag));
                lane.is_some() && named(&segment.tags, tag)
            })
    };
    let bends =
        |edge: &String| (0..4).any(|s| ty.edges[s] == *edge && ty.edges[(s + 1) % 4] == *edge);
    s.placed_tag.as_ref().is_none_or(carries) && s.bends.as_ref().is_none_or(bends)
}

/// A subscription as it was written, and an event.
struct Asked<'a> {
    rules: &'a Ruleset,
    st: &'a State,
    written: &'a Subscription,
    event: &'a Event,
    by: ExpansionId,
}

impl Asked<'_> {
    fn of_event(&self) -> bool {
        let (s, event, rules) = (self.written, self.event, self.rules);
        let kind = event.node.is_some().then(|| self.st.kind(event.node));
        let kind_name = kind.map(|k| &rules.kinds[k.index()].decl.name);
        let figure =
            self.st.figures.get(event.figure.index()).map(|f| &rules.figures[f.kind as usize].decl);
        let tagged = |tag: &String| {
            let lane = kind.and_then(|k| rules.lane(k, tag));
            lane.is_some_and(|lane| Game::new(rules, self.st).tag(event.node, lane) > 0)
        };
        (s.feature.is_empty() || kind_name.is_some_and(|name| s.feature.contains(name)))
            && (s.figure.is_empty() || figure.is_some_and(|f| s.figure.contains(&f.name)))
            && s.class.as_ref().is_none_or(|class| figure.is_some_and(|f| f.class.contains(class)))
            && s.cause.as_ref().is_none_or(|cause| rules.rule_name(event.rule) == cause)
            && s.complete.is_none_or(|so| so == event.complete)
            && s.last.is_none_or(|so| so == event.last)
            && (s.tag.is_empty() || s.tag.iter().any(tagged))
    }

    fn of_tile(&self) -> bool {
        let (s, event, st) = (self.written, self.event, self.st);
        let lies = event.tile.is_some();
        let about = tile_in_question(st, event);
        let to_place = event.hook == Hook::PlacementVeto;
        let such = |t: TypeId| is_such(self.rules, s, t);
        let asks_type = s.placed_tag.is_some() || s.bends.is_some();
        let group = |group: &String| {
            let of = |t: TypeId| &self.rules.piles[self.rules.types[t.index()].group.index()].name;
            about.is_some_and(|t| of(t) == group)
        };
        let on_it = |f: &&FigureData| {
            f.place == FigurePlace::Segment && st.nodes[f.at as usize].tile == event.tile.0
        };
        let placed = if lies { Some(event.tile) } else { st.placed() };
        let filled = |cell: Cell| st.tiles.iter().any(|t| t.cell() == cell);
        let around = |t: TileId| (0..4).all(|side| filled(st.tile(t).cell().side(side)));
        (!asks_type || to_place || about.is_some_and(such))
            && (!lies || has_kind(self.rules, s, st.tile(event.tile).kind()))
            && s.group.as_ref().is_none_or(group)
            && s.tile_occupied.is_none_or(|so| lies && st.figures.iter().any(|f| on_it(&f)) == so)
            && s.surrounded.is_none_or(|so| placed.is_some_and(|t| around(t) == so))
    }

    fn of_state(&self) -> bool {
        let (s, rules, st) = (self.written, self.rules, self.st);
        let set = |key: &String| {
            let key = rules.state_key(self.by, key);
            key.is_some_and(|key| Game::new(rules, st).get(key, 0) != 0)
        };
        let owned = |name: &String| {
            let token = rules.token(name);
            token.is_some_and(|t| (0..st.players).any(|p| st.tokens(t, Player(p)) != 0))
        };
        let stands = |kind: &String| {
            st.figures.iter().any(|f| f.place == FigurePlace::Segment && self.is_of(*f, kind))
        };
        let lies = |zone: &String| {
            let in_it = |z: &&crate::state::Zoned| rules.piles[z.pile as usize].name == *zone;
            let mut in_it = st.zoned.iter().filter(in_it);
            in_it.any(|z| z.player == st.player() || z.player.0 >= st.players)
        };
        s.state.as_ref().is_none_or(set)
            && s.token.as_ref().is_none_or(owned)
            && s.on_board.as_ref().is_none_or(stands)
            && s.zone.as_ref().is_none_or(lies)
    }

    fn of_neutral(&self) -> bool {
        let (s, event, st) = (self.written, self.event, self.st);
        let Some(name) = &s.neutral else { return true };
        let Some(neutral) = self.rules.neutral(name) else { return false };
        let place = st.neutral(neutral);
        let meant = if event.neutral.is_some() {
            self.rules.neutrals[event.neutral.index()] == *name
        } else {
            !matches!(place, Place::Supply | Place::Box)
        };
        let beside = match place {
            Place::Beside(figure) => Some(st.figures[figure.index()]),
            _ => None,
        };
        let near = match s.beside {
            None => true,
            Some(Beside::Own) => beside.is_some_and(|f| f.owner == st.player),
            Some(Beside::Feature) => beside.is_some_and(|f| {
                let claim = matches!(event.hook, Hook::ScoringPoints | Hook::ScoringBonus);
                event.node.is_some()
                    && !(claim && event.rule.is_some())
                    && st.members(event.node).any(|n| n.0 == f.at)
            }),
        };
        meant && near
    }

    /// Whether the feature in question holds such a figure.
    fn holds(&self) -> bool {
        let (event, st) = (self.event, self.st);
        let Some(kind) = &self.written.holds else { return true };
        let held = |node: Node, owner: Option<u8>| {
            st.figures.iter().any(|f| {
                f.place == FigurePlace::Segment
                    && self.is_of(*f, kind)
                    && owner.is_none_or(|owner| owner == f.owner)
                    && st.members(node).any(|n| n.0 == f.at)
            })
        };
        if let Some(figure) = st.figures.get(event.figure.index()) {
            let moved = event.hook == Hook::On && event.step == EffectKind::Moved as u8;
            let from = if moved { Node(event.args[0] as u16) } else { Node::NONE };
            let mut nodes = [event.node, from].into_iter().filter(|n| n.index() < st.nodes.len());
            return nodes.any(|n| held(n, Some(figure.owner)));
        }
        if event.tile.is_some() {
            return st.nodes_of(event.tile).any(|n| held(Node(n), Some(st.player)));
        }
        event.node.is_some() && held(event.node, None)
    }

    fn is_of(&self, figure: FigureData, kind: &str) -> bool {
        self.rules.figures[figure.kind as usize].decl.name == kind
    }
}
