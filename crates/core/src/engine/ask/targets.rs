//! Targets of a verb, one by one: for kinds with few things, and for the second of two targets.

use crate::choice::Choice;
use crate::condition::{At, Thing};
use crate::decl::Target;
use crate::effect::Place;
use crate::ids::{
    Corner, FigureId, FigureKindId, NeutralId, Player, TileId, TileTypeId, TokenId, VerbId,
};
use crate::limits::OPTIONS_MAX;
use crate::ruleset::{Verb, Where};
use std::collections::BTreeSet;

/// Hands over the number of every thing of a sort for which a condition holds.
pub(super) fn each(at: &At<'_>, v: &Verb, sort: Target, w: &Where, f: &mut dyn FnMut(u32)) {
    let (game, rules, st) = (at.game(), at.game().rules, at.game().state);
    let such = |thing: Thing| at.of(&w.condition, thing);
    match sort {
        Target::None => f(0),
        Target::Segment => {
            let all = st.there().filter(|n| such(Thing::Segment(*n)));
            all.for_each(|n| f(n.0.into()));
        }
        Target::Figure => {
            let all = (0..st.figures.len() as u16).map(FigureId).filter(|f| {
                game.is_among(w, *f)
                    && such(Thing::Figure(*f))
                    && !(v.decl.one_per_kind && st.has_alike_before(*f))
            });
            all.for_each(|figure| f(figure.0.into()));
        }
        Target::Tile => {
            let left = v.trail.map_or(&[][..], |key| game.list(key, 0));
            let all = st.lying().map(|(tile, _)| tile);
            let meant = |t: &TileId| such(Thing::Tile(*t)) && !left.contains(&t.0.into());
            all.filter(meant).for_each(|t| f(t.0.into()));
        }
        Target::Overlay => {
            let all: Vec<TileId> = match &w.scan.within {
                Some((around, word)) => at.tiles_around(around, *word),
                None => st.lying().map(|(tile, _)| tile).collect(),
            };
            for tile in all.into_iter().filter(|tile| such(Thing::Tile(*tile))) {
                let turns = rules.overlay_turns(v.overlay).iter();
                let fits = turns.filter(|turn| game.takes(tile, v.overlay, **turn));
                fits.for_each(|turn| f(u32::from(tile.0) << 2 | u32::from(*turn)));
            }
        }
        Target::Player => {
            let all = (0..st.players).filter(|p| such(Thing::Player(Player(*p))));
            all.for_each(|p| f(p.into()));
        }
        Target::Neutral => {
            let all = (0..st.neutrals.len() as u8).map(NeutralId);
            let there = all.filter(|n| st.neutral(*n) != Place::Box);
            there.filter(|n| such(Thing::Neutral(*n))).for_each(|n| f(n.0.into()));
        }
        Target::Cell => {
            let all = game.frontier().into_iter().filter(|cell| such(Thing::Cell(*cell)));
            all.for_each(|cell| f(cell.pack()));
        }
        Target::TileType => {
            let Some(zone) = v.zone else { return };
            let owner = at.actor();
            let mine = |p: Player| !p.is_seated() || p == owner;
            let in_zone = st.zoned().filter(|(pile, p, _)| *pile == zone && mine(*p));
            let mut types: Vec<TileTypeId> = in_zone.map(|(_, _, t)| t).collect();
            types.sort_unstable();
            types.dedup();
            types.into_iter().filter(|t| such(Thing::Type(*t))).for_each(|t| f(t.0.into()));
        }
        Target::Corner => {
            let mut meant = |c: Corner| {
                if such(Thing::Corner(c)) {
                    f(c.0.into());
                }
            };
            match (w.scan.placed, st.placed()) {
                (Some(true), Some(tile)) => game.corners_of(tile).into_iter().for_each(meant),
                (Some(true), None) => {}
                _ => game.corners().for_each(&mut meant),
            }
        }
        Target::FigureKind => {
            let all = (0..rules.figures.len() as u8).map(FigureKindId);
            all.filter(|kind| such(Thing::Kind(*kind))).for_each(|kind| f(kind.0.into()));
        }
        Target::Token => {
            let all = (0..rules.tokens.len() as u8).map(TokenId);
            all.filter(|token| such(Thing::Token(*token))).for_each(|token| f(token.0.into()));
        }
        Target::Word => (0..v.decl.words.len() as u32).for_each(f),
        // A range is one option.
        Target::Number => {}
    }
}

/// The options of a verb that is chosen with two things, for all that the first may be: two of one sort are different
/// things. Of two in whatever order the lower stands first, whichever of them it is that the first may be.
pub(super) fn pairs(at: &At<'_>, verb: VerbId, firsts: &[u32], f: &mut dyn FnMut(Choice)) {
    let v = &at.game().rules.verbs[verb.index()];
    let Some(second) = &v.second else { return };
    let (sort, mut listed, mut known) = (v.decl.second, 0, BTreeSet::new());
    for first in firsts {
        let beside = at.beside(at.target_of(v.decl.target, *first));
        each(&beside, v, sort, second, &mut |n| {
            let (a, b) =
                if v.decl.unordered { (n.min(*first), n.max(*first)) } else { (*first, n) };
            let again =
                sort == v.decl.target && a == b || v.decl.unordered && !known.insert((a, b));
            // One more than there may be is enough for the fault.
            if !again && listed <= OPTIONS_MAX {
                listed += 1;
                f(Choice::invoke(verb, a & 0xffff | b << 16));
            }
        });
        if listed > OPTIONS_MAX {
            return;
        }
    }
}
