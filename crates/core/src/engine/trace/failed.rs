//! Which filter of a subscription does not hold, in the words of its manifest, and what was found instead.

use super::Host;
use crate::choice::OptionList;
use crate::decl::{Beside, Subscription};
use crate::effect::Place;
use crate::engine::ask::{holds, tile_in_question};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{FigureId, KindId, Node, Player, TileId, TypeId};
use crate::ruleset::{Filter, Ruleset, Sub, TileSet};
use crate::state::State;

/// A filter that does not hold.
pub(super) struct Failed {
    /// Its key in the manifest.
    pub(super) filter: &'static str,
    /// What is written there.
    pub(super) wants: String,
    /// What was found.
    pub(super) found: String,
}

/// Nothing of the kind.
const NONE: &str = "none";

#[allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "each filter says what was found in one line"
)]
fn failed(filter: &'static str, wants: impl ToString, found: impl ToString) -> Option<Failed> {
    Some(Failed { filter, wants: wants.to_string(), found: found.to_string() })
}

/// The first filter that does not hold for an event, in the order in which the core looks at them; none if all hold.
pub(super) fn filter(
    rules: &Ruleset,
    st: &State,
    sub: &Sub,
    event: &Event,
    host: &Host,
) -> Option<Failed> {
    let s = &rules.written[sub.written as usize];
    let why = step_of(rules, sub, s, event)
        .or_else(|| feature(rules, st, sub, s, event))
        .or_else(|| figure(rules, st, sub, s, event))
        .or_else(|| cause(rules, sub, s, event))
        .or_else(|| in_state(rules, st, sub, s))
        .or_else(|| there(rules, st, sub, s, event))
        .or_else(|| tile(rules, st, sub, s, event))
        .or_else(|| {
            let not = sub.filters.iter().find(|f| !holds(rules, st, f, event))?;
            other(rules, st, not, s, event)
        });
    debug_assert!(
        why.as_ref().is_none_or(|w| matches!(w.filter, "step" | "feature"))
            && host.matches(rules, st, sub, event)
            || why.is_some() && !host.matches(rules, st, sub, event),
        "a filter of `{}` is told of if and only if one fails",
        s.on
    );
    why.map(|why| match &s.wher {
        // No key was written: a part of the condition does not hold.
        Some(condition) if why.wants.is_empty() => {
            Failed { filter: "where", wants: condition.to_string(), ..why }
        }
        _ => why,
    })
}

/// The filters on the tile to be placed, of which several may be listed.
pub(super) fn listed(
    rules: &Ruleset,
    sub: &Sub,
    event: &Event,
    list: &OptionList,
) -> Option<Failed> {
    if event.hook != Hook::PlacementVeto {
        return None;
    }
    let s = &rules.written[sub.written as usize];
    let kinds = sub.placed_kind;
    let of_kind =
        |t: TypeId| kinds.is_none_or(|kinds| rules.hot.types[t.index()].kinds & kinds != 0);
    if list.places(|t| of_kind(t) && sub.may_ask(Some(t))) {
        return None;
    }
    let mut tiles: Vec<&str> = list
        .iter()
        .filter_map(|c| match c.action() {
            Some(crate::choice::Action::Place { tile, .. }) => {
                Some(rules.types[tile.index()].decl.id.as_str())
            }
            _ => None,
        })
        .collect();
    tiles.sort_unstable();
    tiles.dedup();
    let found = some(tiles.join(" "));
    match &s.placed_kind {
        Some(kind) if !list.places(of_kind) => failed("placed-kind", kind, found),
        _ => tile_key(rules, s, None, found),
    }
}

/// The step of an offer or veto.
fn step_of(rules: &Ruleset, sub: &Sub, s: &Subscription, event: &Event) -> Option<Failed> {
    let asks = matches!(
        event.hook,
        Hook::PlacementOffer | Hook::PlacementVeto | Hook::DeploymentOffer | Hook::DeploymentVeto
    );
    if !asks || sub.is_asked_in(event.step) {
        return None;
    }
    failed("step", s.step.join(" "), rules.step_name(event.step))
}

fn feature(
    rules: &Ruleset,
    st: &State,
    sub: &Sub,
    s: &Subscription,
    event: &Event,
) -> Option<Failed> {
    let kinds = sub.kinds?;
    let wants = s.feature.join(" ");
    let claim = matches!(event.hook, Hook::ScoringPoints | Hook::ScoringBonus);
    if claim && event.rule.is_some() && sub.cause != Some(event.rule) {
        let rule = rules.rule_name(event.rule);
        return failed("feature", wants, format!("the claim of {rule}, which is no feature's own"));
    }
    if !event.node.is_some() {
        return failed("feature", wants, NONE);
    }
    let kind = st.kind(event.node);
    let other = kinds & 1 << kind.0 == 0;
    if other { failed("feature", wants, &rules.kinds[kind.index()].decl.name) } else { None }
}

fn figure(
    rules: &Ruleset,
    st: &State,
    sub: &Sub,
    s: &Subscription,
    event: &Event,
) -> Option<Failed> {
    let kind = st.figures.get(event.figure.index()).map(|f| f.kind);
    if sub.is_about(kind) {
        return None;
    }
    let name = kind.map_or(NONE, |kind| &rules.figures[kind as usize].decl.name);
    match &s.class {
        Some(class) if s.figure.is_empty() || s.figure.iter().any(|f| f == name) => {
            failed("class", class, name)
        }
        _ => failed("figure", s.figure.join(" "), name),
    }
}

fn cause(rules: &Ruleset, sub: &Sub, s: &Subscription, event: &Event) -> Option<Failed> {
    let wanted = sub.cause.filter(|rule| *rule != event.rule)?;
    let written = s.cause.as_deref().unwrap_or_else(|| rules.rule_name(wanted));
    failed("cause", written, some(rules.rule_name(event.rule)))
}

/// Filters that look at nothing but the state.
fn in_state(rules: &Ruleset, st: &State, sub: &Sub, s: &Subscription) -> Option<Failed> {
    if sub.flag.is_some_and(|i| st.ext[i] == 0) {
        return failed("state", s.state.as_deref().unwrap_or_default(), 0);
    }
    if sub.out.is_some_and(|kinds| !st.is_any_out(kinds)) {
        let found = "all in the supply";
        return match (&s.holds, &s.on_board) {
            (Some(kind), _) => failed("holds", kind, found),
            (None, kind) => failed("on-board", kind.as_deref().unwrap_or_default(), found),
        };
    }
    let neutral = sub.beside_own?;
    let figure = st.beside(neutral);
    if figure.is_some_and(|f| st.figures[f.index()].owner == st.player) {
        return None;
    }
    failed("beside", "own", figure.map_or(NONE.to_owned(), |f| figure_name(rules, st, f)))
}

/// The neutral figure of which it speaks, and figures on the tile.
fn there(
    rules: &Ruleset,
    st: &State,
    sub: &Sub,
    s: &Subscription,
    event: &Event,
) -> Option<Failed> {
    if let Some(n) = sub.neutral {
        let moved = event.neutral;
        let so = if moved.is_some() { moved == n } else { st.has_neutral(n) };
        if !so {
            let found = if moved.is_some() { rules.neutrals[moved.index()].as_str() } else { NONE };
            return failed("neutral", s.neutral.as_deref().unwrap_or_default(), found);
        }
    }
    let so = sub.tile_occupied?;
    if !event.tile.is_some() {
        return failed("tile-occupied", so, NONE);
    }
    let manned = st.is_manned(event.tile);
    if manned == so { None } else { failed("tile-occupied", so, manned) }
}

fn tile(rules: &Ruleset, st: &State, sub: &Sub, s: &Subscription, event: &Event) -> Option<Failed> {
    if sub.tiles.is_none() || event.hook == Hook::PlacementVeto {
        return None;
    }
    let tile = tile_in_question(st, event);
    if sub.may_ask(tile) {
        return None;
    }
    let name = tile.map_or(NONE, |t| &rules.types[t.index()].decl.id);
    tile_key(rules, s, tile, name.to_owned())
}

/// Which of the two filters on types of tile does not hold for one.
fn tile_key(
    rules: &Ruleset,
    s: &Subscription,
    tile: Option<TypeId>,
    found: String,
) -> Option<Failed> {
    let carried = |tag: &str| {
        let lane = |k: u8| rules.lane(KindId(k), tag).map(|lane| (KindId(k), lane));
        let lanes: Vec<_> = (0..rules.kinds.len() as u8).filter_map(lane).collect();
        let bit = rules.tile_tag(tag).map_or(0, |bit| 1 << bit);
        tile.is_some_and(|t| TileSet::carrying(bit, &lanes, &rules.types).has(t))
    };
    match (&s.placed_tag, &s.bends) {
        (Some(tag), Some(edge)) if carried(tag) => failed("bends", edge, found),
        (Some(tag), _) => failed("placed-tag", tag, found),
        (None, edge) => failed("bends", edge.as_deref().unwrap_or_default(), found),
    }
}

/// The other filters, one by one.
fn other(
    rules: &Ruleset,
    st: &State,
    not: &Filter,
    s: &Subscription,
    event: &Event,
) -> Option<Failed> {
    let game = Game::new(rules, st);
    let text = |key: &Option<String>| key.clone().unwrap_or_default();
    let tile = if event.tile.is_some() { event.tile } else { TileId(st.placed) };
    let of_tile = |t: TileId| &rules.types[st.tile(t).kind().index()];
    let kind_name = |n: Node| rules.kinds[st.kind(n).index()].decl.name.clone();
    match not {
        Filter::Complete(so) => failed("complete", so, event.complete),
        Filter::Last(so) => failed("last", so, event.last),
        Filter::State(_) => failed("state", text(&s.state), 0),
        Filter::PlacedKind(_) => {
            failed("placed-kind", text(&s.placed_kind), &of_tile(event.tile).decl.id)
        }
        Filter::Tag(_) if !event.node.is_some() => failed("tag", s.tag.join(" "), NONE),
        Filter::Tag(_) => {
            let lanes = &rules.kinds[st.kind(event.node).index()].lanes;
            let has = (0u8..).zip(lanes).filter(|(lane, _)| game.tag(event.node, *lane) > 0);
            let tags = has.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(" ");
            failed("tag", s.tag.join(" "), format!("{}: {}", kind_name(event.node), some(tags)))
        }
        Filter::Group(_) if !event.tile.is_some() => failed("group", text(&s.group), NONE),
        Filter::Group(_) => {
            let group = &rules.piles[of_tile(event.tile).group.index()].name;
            failed("group", text(&s.group), group)
        }
        Filter::BesideFeature(neutral) => {
            let found = match st.neutral(*neutral) {
                Place::Beside(figure) => format!(
                    "{} in another feature, or a claim of its own",
                    figure_name(rules, st, figure)
                ),
                _ => NONE.to_owned(),
            };
            debug_assert_eq!(s.beside, Some(Beside::Feature), "the filter comes from this key");
            failed("beside", "feature", found)
        }
        Filter::Token(_) => failed("token", text(&s.token), NONE),
        Filter::OnBoard(_) => failed("on-board", text(&s.on_board), NONE),
        Filter::Holds(_) => failed("holds", text(&s.holds), some(held(rules, st, event))),
        Filter::Surrounded(so) if (tile.index()) < st.tiles.len() => failed("surrounded", so, !so),
        Filter::Surrounded(so) => failed("surrounded", so, NONE),
        Filter::Where(_) => {
            let wants = s.wher.as_ref().map_or_else(String::new, ToString::to_string);
            failed("where", wants, "it does not hold")
        }
        Filter::Zone(_) => failed("zone", text(&s.zone), "empty"),
    }
}

/// Figures in the features in question.
fn held(rules: &Ruleset, st: &State, event: &Event) -> String {
    let game = Game::new(rules, st);
    let nodes = if event.node.is_some() && event.node.index() < st.nodes.len() {
        vec![event.node]
    } else if event.tile.is_some() {
        game.segments(event.tile).collect()
    } else {
        Vec::new()
    };
    let mut all: Vec<String> = nodes
        .into_iter()
        .flat_map(|n| game.figures_in(n))
        .map(|f| figure_name(rules, st, f))
        .collect();
    all.sort_unstable();
    all.dedup();
    all.join(" ")
}

/// Kind and owner of a figure.
fn figure_name(rules: &Ruleset, st: &State, figure: FigureId) -> String {
    let f = st.figures[figure.index()];
    let kind = &rules.figures[f.kind as usize].decl.name;
    format!("{kind}/{}", super::seat(Player(f.owner)))
}

/// A text, or that there is none.
fn some(text: impl Into<String>) -> String {
    let text = text.into();
    if text.is_empty() { NONE.to_owned() } else { text }
}
