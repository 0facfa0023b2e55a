//! The options as the other engine would offer them.

use bastide_core::decl::Target;
use bastide_core::ids::{Cell, Corner, FigureId, FigureKindId, Player, SegmentId, TileId, VerbId};
use bastide_core::{Action, Decision, Game, Over, Place, State, step};

use super::file::{At, Pointer};
use super::names::Names;
use super::place;
use super::table::Table;
use bastide_content::manifest::jcz::Verb;

/// What a verb is chosen with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Aim {
    Nothing,
    Cell(At),
    Part(Pointer),
    /// A figure by its id there, and where it stands.
    Figure(String, Option<Pointer>),
    /// A figure by its id there, and who holds it.
    Held(String, Player),
}

/// One thing that is offered.
#[derive(Clone, Debug)]
pub(super) enum Offered<'a> {
    Tile {
        cell: At,
        turns: u8,
        /// A piece that is laid with it, and where.
        with: Option<Pointer>,
    },
    Meeple {
        kind: FigureKindId,
        at: Pointer,
    },
    Verb {
        word: &'a Verb,
        aim: Aim,
    },
    /// Something that has no name there.
    Other,
}

/// An option with its name there.
#[derive(Clone, Debug)]
pub(super) struct Offer<'a> {
    pub(super) action: Action,
    pub(super) what: Offered<'a>,
}

/// Everything that a decision offers but passing.
pub(super) fn offers<'a>(
    table: &'a Table,
    state: &State,
    names: &Names,
    decision: &Decision,
) -> Vec<Offer<'a>> {
    let game = Game::new(&table.rules.ruleset, state);
    let actions = decision.options.iter().filter_map(|choice| choice.action());
    let named = |action| {
        let what = match action {
            Action::Place { cell, rotation, over, .. } => {
                let with = over.and_then(|over| with(table, cell, over));
                Offered::Tile { cell: (cell.x, cell.y), turns: rotation, with }
            }
            Action::Deploy { figure, node } => {
                match place::pointer(game, &table.words, place::first(game, node)) {
                    Some(at) => Offered::Meeple { kind: figure, at },
                    None => Offered::Other,
                }
            }
            // A figure that goes from one feature to another goes to the very segment that is named.
            Action::Move { figure, node } => match place::pointer(game, &table.words, node) {
                Some(at) => Offered::Meeple { kind: state.figure_kind(figure), at },
                None => Offered::Other,
            },
            Action::Invoke { verb, target } => invoked(table, game, names, verb, target),
            _ => Offered::Other,
        };
        Offer { action, what }
    };
    let actions = actions.filter(|a| *a != Action::Pass && !is_commit(table, *a));
    let all: Vec<Offer<'a>> = actions.map(named).collect();
    let mut turned = Vec::new();
    for offer in &all {
        let (Action::Place { tile, rotation, over, .. }, Offered::Tile { cell, with, .. }) =
            (offer.action, &offer.what)
        else {
            continue;
        };
        // With a piece, or from a supply, what looks the same turned is one option here, and several there.
        if over.is_none() && state.drawn() == Some(tile) {
            continue;
        }
        let other = |r: &u8| *r != rotation && table.rules.ruleset.turns_alike(tile, *r, rotation);
        turned.extend((0..4).filter(other).map(|turns| Offer {
            action: offer.action,
            what: Offered::Tile { cell: *cell, turns, with: with.clone() },
        }));
    }
    all.into_iter().chain(turned).collect()
}

/// A piece that is laid with a tile on a cell.
fn with(table: &Table, cell: Cell, over: Over) -> Option<Pointer> {
    let on = over.side().map_or(cell, |side| cell.side(side));
    place::piece(&table.rules.ruleset, &table.words, on, (over.overlay, over.rotation))
}

/// Whether it is the confirmation before the scoring.
pub(super) fn is_commit(table: &Table, action: Action) -> bool {
    matches!(action, Action::Invoke { verb, .. } if verb == table.commit)
}

/// Whether a confirmation before the scoring is asked for.
pub(super) fn confirms(table: &Table, decision: &Decision) -> bool {
    let commits = |c: &bastide_core::Choice| c.action().is_some_and(|a| is_commit(table, a));
    decision.options.iter().any(commits)
}

fn invoked<'a>(
    table: &'a Table,
    game: Game<'_>,
    names: &Names,
    verb: VerbId,
    target: u32,
) -> Offered<'a> {
    let rules = game.rules;
    let Some(found) = rules.verbs.get(verb.index()) else { return Offered::Other };
    if let Some(kind) = found.deploys {
        // A figure comes to a corner: there a figure is placed like any.
        return match corner(table, game, Corner(target as u16)) {
            Some(at) => Offered::Meeple { kind, at },
            None => Offered::Other,
        };
    }
    let Some(word) = table.words.verbs.get(&rules.verb_name(verb)) else { return Offered::Other };
    let cell = |cell: Cell| Aim::Cell((cell.x, cell.y));
    let mut named = found.decl.named(target);
    let Some((sort, target)) = named.next() else { return Offered::Other };
    let node = |n: u32| SegmentId(n as u16);
    let aim = match sort {
        Target::Segment => {
            let at = match named.next() {
                Some((Target::Segment, other)) => {
                    place::joined(game, &table.words, (node(target), node(other)))
                }
                _ => place::pointer(game, &table.words, node(target)),
            };
            at.map_or(Aim::Nothing, Aim::Part)
        }
        Target::Figure => figure(table, game, names, FigureId(target as u16)),
        Target::Corner => {
            corner(table, game, Corner(target as u16)).map_or(Aim::Nothing, Aim::Part)
        }
        Target::Overlay => {
            let (tile, turned) = (TileId((target >> 2) as u16), (target & 3) as u8);
            let at = game.state.tile(tile).cell();
            let overlay = found.decl.overlay.as_deref().and_then(|name| rules.overlay(name));
            let piece = overlay.and_then(|o| place::piece(rules, &table.words, at, (o, turned)));
            piece.map_or(Aim::Nothing, Aim::Part)
        }
        Target::Cell => cell(Cell::unpack(target)),
        Target::Tile if (target as usize) < game.state.tiles().len() => {
            cell(game.state.tile(TileId(target as u16)).cell())
        }
        _ => Aim::Nothing,
    };
    Offered::Verb { word, aim }
}

/// A corner there: the tile south-east of it, and its segment that reaches the corner.
fn corner(table: &Table, game: Game<'_>, corner: Corner) -> Option<Pointer> {
    let tile = game.state.tile_at(game.corner_cell(corner))?;
    let mut there = game.corner_segments(corner).filter(|n| game.state.tile_of(*n) == tile);
    there.find_map(|node| place::pointer(game, &table.words, node))
}

fn figure(table: &Table, game: Game<'_>, names: &Names, id: FigureId) -> Aim {
    let name = names.of(table, game.state, id);
    match game.state.figure_place(id) {
        Place::Segment(node) => {
            Aim::Figure(name, place::pointer(game, &table.words, place::first(game, node)))
        }
        Place::Corner(at) => Aim::Figure(name, corner(table, game, at)),
        Place::Held(by) => Aim::Held(name, by),
        _ => Aim::Figure(name, None),
    }
}

/// Whether a decision is none there: nothing but passing and what may be done at any time.
pub(super) fn is_aside(decision: &Decision, offers: &[Offer<'_>]) -> bool {
    let aside = |o: &Offer<'_>| matches!(&o.what, Offered::Verb { word, .. } if word.aside);
    can_pass(decision) && offers.iter().all(aside)
}

pub(super) fn can_pass(decision: &Decision) -> bool {
    decision.options.iter().any(|choice| choice.is_pass())
}

/// The phase in which a decision is made there.
pub(super) fn phase(table: &Table, decision: &Decision, over: bool) -> String {
    if over {
        return "GameOverPhase".to_owned();
    }
    if confirms(table, decision) {
        return "CommitActionPhase".to_owned();
    }
    let name = table.rules.ruleset.step_name(decision.step);
    let rolled = table.words.chance.get(&name).and_then(|chance| chance.phase.as_ref());
    table.words.phases.get(&name).or(rolled).cloned().unwrap_or(name)
}

/// Whether a decision is the turn's own action, or the second one after it.
pub(super) fn is_step(decision: &Decision, code: u8) -> bool {
    decision.step == code && decision.actor != Player::CHANCE && code != step::DRAW
}
