//! What a subject's facts are in a state.

use super::Marked;
use super::holds::{At, Thing};
use super::subject::Subject;
use super::table::{Flag, Many, Number, One};
use crate::effect::{EffectKind, Place};
use crate::hooks::Hook;
use crate::ids::{FigureId, NeutralId, Player, SegmentId, TileTypeId, TokenId};
use crate::state::{FigurePlace, State};

impl At<'_> {
    pub(super) fn flag(&self, flag: Flag, thing: Thing) -> Option<bool> {
        let (rules, st) = (self.game.rules, self.game.state);
        Some(match (flag, thing) {
            (Flag::Complete, Thing::Feature(n) | Thing::Segment(n)) => self.game.is_complete(n),
            (Flag::Occupied, Thing::Feature(n) | Thing::Segment(n)) => self.game.is_occupied(n),
            (Flag::Due, Thing::Feature(n)) => {
                self.game.due().iter().any(|due| st.root(*due) == st.root(n))
            }
            (Flag::Placed, Thing::Feature(n)) => {
                st.placed().is_some_and(|t| self.game.segments(t).any(|s| st.root(s) == st.root(n)))
            }
            (Flag::Placed, Thing::Segment(n)) => st.tile_of(n).0 == st.placed,
            (Flag::Placed, Thing::Tile(t)) => t.0 == st.placed,
            (Flag::Placed, Thing::Corner(c)) => {
                st.placed().is_some_and(|t| self.game.corner_tiles(c).any(|tile| tile == t))
            }
            (Flag::Placed, Thing::Figure(f)) => {
                st.tile_of(self.game.figure_node(f)?).0 == st.placed
            }
            (Flag::Sheltered, Thing::Figure(f)) => self.game.is_sheltered(f),
            (Flag::Immune, Thing::Figure(f)) => {
                rules.figures[st.figures[f.index()].kind as usize].decl.immune
            }
            (Flag::ClaimComplete, Thing::Event) => self.event.complete,
            (Flag::Final, Thing::Event) => self.event.last,
            (Flag::Start, Thing::Event) => self.event.start,
            (Flag::Ending, _) => st.ending,
            _ => return None,
        })
    }

    pub(super) fn number(&self, number: Number, thing: Thing) -> Option<i32> {
        let (rules, st) = (self.game.rules, self.game.state);
        Some(match (number, thing) {
            (Number::Open, Thing::Feature(n)) => self.game.open_ends(n),
            (Number::X, Thing::Tile(t)) => st.tile(t).cell().x.into(),
            (Number::Y, Thing::Tile(t)) => st.tile(t).cell().y.into(),
            (Number::X, Thing::Cell(cell)) => cell.x.into(),
            (Number::Y, Thing::Cell(cell)) => cell.y.into(),
            (Number::Left, Thing::Type(t)) => st.deck.of(t).into(),
            (Number::Weight, Thing::Figure(f)) => {
                rules.hot.weights[st.figures[f.index()].kind as usize & 31].into()
            }
            (Number::Own, Thing::Kind(kind)) => {
                let of = self.own.index() * rules.figures.len() + kind.index();
                st.supply.get(of).map_or(0, |bits| bits.count_ones() as i32)
            }
            (Number::Own, Thing::Token(token)) if self.own.0 < st.players => {
                st.tokens(token, self.own).into()
            }
            (Number::Score, Thing::Player(p)) => st.score(p),
            (Number::Told, Thing::Event) => self.event.number,
            (Number::Part, _) => st.part.into(),
            (Number::Parts, _) => st.parts.into(),
            (Number::Deck, _) => self.game.deck_size() as i32,
            _ => return None,
        })
    }

    pub(super) fn one(&self, one: One, thing: Thing) -> Option<Thing> {
        let (st, event) = (self.game.state, self.event);
        let node = |n: SegmentId| st.is_there(n).then_some(n);
        match (one, thing) {
            (one, Thing::Option(choice, _)) => self.of_option(one, choice),
            (One::Placed, _) => st.placed().map(Thing::Tile),
            (One::Drawn, _) => {
                (st.drawn != crate::state::NONE).then_some(Thing::Type(TileTypeId(st.drawn)))
            }
            (One::Turn, _) => Some(Thing::Player(Player(st.player))),
            (One::Actor, _) => (self.own.0 < st.players).then_some(Thing::Player(self.own)),
            (One::Feature, Thing::Event) => node(event.node).map(Thing::Feature),
            (One::Segment, Thing::Event) => node(event.node).map(Thing::Segment),
            (One::From, Thing::Event) => {
                let moved = event.hook == Hook::On && event.step == EffectKind::Moved as u8;
                node(if moved { SegmentId(event.args[0] as u16) } else { event.node })
                    .map(Thing::Feature)
            }
            (One::Other, Thing::Event) => node(SegmentId(event.args[0] as u16)).map(Thing::Feature),
            (One::Figure, Thing::Event) => {
                (event.figure.index() < st.figures.len()).then_some(Thing::Figure(event.figure))
            }
            (One::Tile, Thing::Event) => event.tile(st).map(Thing::Tile),
            (One::Type, Thing::Event) => Some(Thing::Type(TileTypeId(event.number as u16))),
            (One::Neutral, Thing::Event) => {
                event.neutral.is_some().then_some(Thing::Neutral(event.neutral))
            }
            (One::Player, Thing::Event) => {
                (event.player.0 < st.players).then_some(Thing::Player(event.player))
            }
            (One::Token, Thing::Event) => {
                let moved = event.step == EffectKind::TokenMoved as u8;
                moved.then(|| Thing::Token(TokenId(event.args[0] as u8)))
            }
            (One::Feature, Thing::Segment(n)) => Some(Thing::Feature(n)),
            (One::Tile, Thing::Segment(n)) => Some(Thing::Tile(st.tile_of(n))),
            (One::Feature, Thing::Figure(f)) => self.game.figure_node(f).map(Thing::Feature),
            (One::Segment, Thing::Figure(f)) => self.game.figure_node(f).map(Thing::Segment),
            (One::Tile, Thing::Figure(f)) => {
                self.game.figure_node(f).map(|n| Thing::Tile(st.tile_of(n)))
            }
            (One::Corner, Thing::Figure(f)) => self.game.figure_corner(f).map(Thing::Corner),
            (One::Owner, Thing::Figure(f)) => Some(Thing::Player(st.owner(f))),
            (One::Holder, Thing::Figure(f)) => {
                let f = st.figures[f.index()];
                (f.place == FigurePlace::Held).then_some(Thing::Player(Player(f.at as u8)))
            }
            (One::Tile, Thing::Neutral(n)) => self.game.neutral_tile(n).map(Thing::Tile),
            (one, Thing::Neutral(n)) => match (one, st.neutral(n)) {
                (One::Segment, Place::Segment(node)) => Some(Thing::Segment(node)),
                (One::Feature, Place::Segment(node)) => Some(Thing::Feature(node)),
                (One::Beside, Place::Beside(f)) => Some(Thing::Figure(f)),
                (One::Holder, Place::Held(p)) => Some(Thing::Player(p)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The things that a fact leads to, until `f` has enough; of segments, figures and neutral figures, and features that an
    /// option extends or completes, those of these kinds (bits).
    pub(super) fn many(
        &self,
        many: Many,
        kinds: u64,
        thing: Thing,
        f: &mut dyn FnMut(Thing) -> bool,
    ) {
        let (game, st) = (self.game, self.game.state);
        let is = |kind: u8| kinds >> (kind & 63) & 1 != 0;
        let segment = |n: &SegmentId| is(st.kind(*n).0);
        let figure = |f: &FigureId| is(st.figures[f.index()].kind);
        let players = |bits: u8| {
            (0..st.players).filter(move |p| bits >> p & 1 != 0).map(|p| Thing::Player(Player(p)))
        };
        let neutrals = |such: &dyn Fn(NeutralId) -> bool, f: &mut dyn FnMut(Thing) -> bool| {
            let all = (0..st.neutrals.len() as u8).map(NeutralId);
            until(all.filter(|n| is(n.0) && such(*n)).map(Thing::Neutral), f);
        };
        match (many, thing) {
            (Many::Holds, Thing::Feature(n)) => {
                until(st.figures_in(n).filter(figure).map(Thing::Figure), f);
            }
            (Many::Holds, Thing::Segment(n)) => {
                let here = st.figures_in(n).filter(|f| game.figure_node(*f) == Some(n));
                until(here.filter(figure).map(Thing::Figure), f);
            }
            (Many::Holds, Thing::Tile(t)) => {
                until(st.figures_here(t).filter(figure).map(Thing::Figure), f);
            }
            (Many::Segments, Thing::Feature(n)) => until(st.members(n).map(Thing::Segment), f),
            (Many::Segments, Thing::Corner(c)) => {
                until(game.corner_segments(c).filter(segment).map(Thing::Segment), f);
            }
            (Many::Figures, Thing::Corner(c)) => {
                until(game.corner_figures(c).filter(figure).map(Thing::Figure), f);
            }
            (Many::Tiles, Thing::Corner(c)) => until(game.corner_tiles(c).map(Thing::Tile), f),
            (Many::Segments, Thing::Tile(t)) => {
                until(game.segments(t).filter(segment).map(Thing::Segment), f);
            }
            (Many::Tiles, Thing::Feature(n)) => {
                let cells = game.cells(n).into_iter();
                until(cells.filter_map(|c| st.tile_at(c)).map(Thing::Tile), f);
            }
            (Many::Range, Thing::Feature(n)) => {
                let cells = game.range(n).into_iter();
                until(cells.filter_map(|c| st.tile_at(c)).map(Thing::Tile), f);
            }
            (Many::Borders, Thing::Feature(n)) => {
                until(game.bordering(n, u64::MAX).into_iter().map(Thing::Feature), f);
            }
            (Many::Majority, Thing::Feature(n)) => until(players(game.majority(n)), f),
            (Many::Neighbors, Thing::Tile(t)) => {
                let cell = st.tile(t).cell();
                until((0..4).filter_map(|s| st.tile_at(cell.side(s))).map(Thing::Tile), f);
            }
            (Many::Neutrals, Thing::Feature(n)) => {
                let here = |place| matches!(place, Place::Segment(m) if st.root(m) == st.root(n));
                neutrals(&|neutral| here(st.neutral(neutral)), f);
            }
            (Many::Neutrals, Thing::Segment(n)) => {
                neutrals(&|neutral| st.neutral(neutral) == Place::Segment(n), f);
            }
            (Many::Neutrals, Thing::Tile(t)) => {
                neutrals(&|neutral| game.neutral_tile(neutral) == Some(t), f);
            }
            (Many::Beside, Thing::Figure(figure)) => {
                neutrals(&|neutral| st.neutral(neutral) == Place::Beside(figure), f);
            }
            (Many::Mates, Thing::Figure(figure)) => {
                // Of a figure that went home, those in the feature which the event says that it left.
                let gone = || (figure == self.event.figure).then_some(self.event.node);
                let there = game.figure_node(figure).or_else(gone);
                let Some(node) = there.filter(|n| st.is_there(*n)) else { return };
                let owner = st.owner(figure);
                let mates = st.figures_in(node).filter(|g| *g != figure && st.owner(*g) == owner);
                until(mates.map(Thing::Figure), f);
            }
            (Many::Figures, Thing::Player(p)) => {
                let all = st.standing().chain(game.cornered(u32::MAX));
                until(all.filter(|f| st.owner(*f) == p).map(Thing::Figure), f);
            }
            (Many::Held, Thing::Player(p)) => {
                let held = |f: &FigureId| st.figure_place(*f) == Place::Held(p);
                until(game.figures().filter(held).map(Thing::Figure), f);
            }
            (Many::Neighbors, Thing::Cell(cell)) => {
                until((0..4).filter_map(|s| st.tile_at(cell.side(s))).map(Thing::Tile), f);
            }
            (Many::Extends, Thing::Option(choice, _)) => {
                self.extended(choice, kinds, &mut |node| f(Thing::Feature(node)));
            }
            (Many::Completes, Thing::Option(choice, _)) => {
                self.completed(choice, kinds, &|_| true, f);
            }
            (Many::Options, Thing::Event) => {
                let Some(listed) = self.listed else { return };
                let option = |c| Thing::Option(c, listed.rule_of(game.rules, c));
                until(listed.options.iter().map(option), f);
            }
            (Many::Owners, Thing::Event) => until(players(self.event.owners), f),
            _ => {}
        }
    }

    /// The features of these kinds (bits) in which a figure stands, each once.
    pub(super) fn every_manned(&self, kinds: u64, f: &mut dyn FnMut(Thing) -> bool) {
        let st: &State = self.game.state;
        let first = st.standing().filter_map(|figure| {
            let node = self.game.figure_node(figure)?;
            let is = kinds >> (st.kind(node).0 & 63) & 1 != 0;
            (is && st.figures_in(node).next() == Some(figure)).then(|| st.root(node))
        });
        until(first.map(Thing::Feature), f);
    }

    /// The figures of these kinds (bits) on features and corners, and those that players hold.
    pub(super) fn every_figure(&self, kinds: u64, f: &mut dyn FnMut(Thing) -> bool) {
        let st: &State = self.game.state;
        let of_kind = |f: &FigureId| kinds >> (st.figures[f.index()].kind & 63) & 1 != 0;
        until(self.game.figures_anywhere().filter(of_kind).map(Thing::Figure), f);
    }

    /// The features of these kinds (bits) that scoring is still to look at, each once.
    pub(super) fn every_due(&self, kinds: u64, f: &mut dyn FnMut(Thing) -> bool) {
        let of_kind = |n: &SegmentId| kinds >> (self.game.state.kind(*n).0 & 63) & 1 != 0;
        until(self.game.due().into_iter().filter(of_kind).map(Thing::Feature), f);
    }

    /// The tiles that have one of these marks.
    pub(super) fn every_marked(&self, marked: &Marked, f: &mut dyn FnMut(Thing) -> bool) {
        until(self.game.marked(marked).each().map(Thing::Tile), f);
    }

    /// All such things in the game; of features, segments, figures and neutral figures, those of these kinds (bits).
    pub(super) fn every(&self, things: Subject, kinds: u64, f: &mut dyn FnMut(Thing) -> bool) {
        let st: &State = self.game.state;
        let is = |kind: u8| kinds >> (kind & 63) & 1 != 0;
        let of_kind = |n: &SegmentId| is(st.kind(*n).0);
        match things {
            Subject::Feature => {
                let roots = st.there().filter(|n| of_kind(n) && st.root(*n) == *n);
                until(roots.map(Thing::Feature), f);
            }
            Subject::Segment => {
                until(self.game.segments_of(kinds, None).map(Thing::Segment), f);
            }
            Subject::Tile => until(st.lying().map(|(t, _)| Thing::Tile(t)), f),
            Subject::Figure => {
                let of_kind = |f: &FigureId| is(st.figures[f.index()].kind);
                let all = st.standing().filter(of_kind).chain(self.game.cornered(kinds as u32));
                until(all.map(Thing::Figure), f);
            }
            Subject::Neutral => {
                let all = (0..st.neutrals.len() as u8).map(NeutralId);
                let meant = |n: &NeutralId| is(n.0) && st.has_neutral(*n);
                until(all.filter(meant).map(Thing::Neutral), f);
            }
            Subject::Player => until((0..st.players).map(|p| Thing::Player(Player(p))), f),
            Subject::Type => {
                let all = (0..self.game.rules.types.len() as u16).map(TileTypeId);
                until(all.filter(|t| st.deck.of(*t) > 0).map(Thing::Type), f);
            }
            Subject::Cell => until(st.frontier.spots().map(|at| Thing::Cell(at.cell())), f),
            Subject::Corner => until(self.game.corners().map(Thing::Corner), f),
            Subject::Moment
            | Subject::Event
            | Subject::FigureKind
            | Subject::Token
            | Subject::Option => {}
        }
    }
}

/// Hands things over until there are enough.
pub(super) fn until(mut things: impl Iterator<Item = Thing>, f: &mut dyn FnMut(Thing) -> bool) {
    let _ = things.all(f);
}
