//! Whether a condition holds. Looking changes nothing and cannot fail: what is not there passes no test.

use super::facts::until;
use super::subject::Subject;
use super::table::{Many, One};
use super::{Bound, Condition, Lanes, Listed, Several};
use crate::choice::{Choice, PackedCell};
use crate::decl::Numbers;
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{
    Cell, Corner, FigureId, FigureKindId, NeutralId, OverlayId, Player, RuleId, SegmentId, TileId,
    TileTypeId, TokenId,
};
use crate::state::Zoned;

/// A thing that a condition is about.
#[derive(Clone, Copy, Debug)]
pub enum Thing {
    /// The game as it is.
    Moment,
    /// What a hook tells.
    Event,
    /// A feature, by one of its segments.
    Feature(SegmentId),
    /// A segment.
    Segment(SegmentId),
    /// A tile on the board.
    Tile(TileId),
    /// A tile type.
    Type(TileTypeId),
    /// A figure.
    Figure(FigureId),
    /// A figure kind.
    Kind(FigureKindId),
    /// A free cell.
    Cell(Cell),
    /// An option, and the rule of its offer.
    Option(Choice, RuleId),
    /// A neutral figure.
    Neutral(NeutralId),
    /// A player.
    Player(Player),
    /// A corner of the board.
    Corner(Corner),
    /// A kind of token.
    Token(TokenId),
}

/// From where a condition is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    pub(super) game: Game<'a>,
    pub(super) event: &'a Event,
    /// Who `own` is.
    pub(super) own: Player,
    /// The subject where the condition began.
    pub(super) it: Thing,
    /// Options that may be refused, where the condition is about them.
    pub(super) listed: Option<Listed<'a>>,
    /// The first of two targets, where the second is asked for.
    pub(super) first: Option<Thing>,
    /// Things that a script names.
    pub(super) given: &'a [Thing],
}

impl<'a> At<'a> {
    /// A condition about what a hook tells.
    #[inline]
    pub(crate) fn event(game: Game<'a>, event: &'a Event) -> Self {
        let own = if event.hook.is_asked() { event.actor } else { Player(game.state.player) };
        Self { game, event, own, it: Thing::Event, listed: None, first: None, given: &[] }
    }

    /// Returns whether a condition on the things of an offer holds for the deciding player.
    #[inline]
    pub(crate) fn target(game: Game<'a>, step: &'a Event, actor: Player) -> Self {
        let it = Thing::Moment;
        Self { game, event: step, own: actor, it, listed: None, first: None, given: &[] }
    }

    /// Returns the same for options that may be refused.
    #[inline]
    pub(crate) fn listing(self, listed: Option<Listed<'a>>) -> Self {
        Self { listed, ..self }
    }

    /// Returns the same for an option that is chosen together with another thing.
    #[inline]
    pub(crate) fn beside(self, first: Option<Thing>) -> Self {
        Self { first, ..self }
    }

    /// Who chooses.
    #[inline]
    pub(crate) fn actor(&self) -> Player {
        self.own
    }

    /// Returns the same for a condition of a script, which may name things.
    #[inline]
    pub(super) fn given(self, given: &'a [Thing]) -> Self {
        Self { given, ..self }
    }

    /// The game that is looked at.
    #[inline]
    pub(crate) fn game(&self) -> Game<'a> {
        self.game
    }

    /// Whether a condition about what the hook tells, or about the moment, holds.
    #[inline]
    pub(crate) fn holds(&self, condition: &Condition) -> bool {
        matches!(condition, Condition::Always) || self.such(condition, self.it)
    }

    /// Whether a condition about a thing holds.
    #[inline]
    pub(crate) fn of(&self, condition: &Condition, thing: Thing) -> bool {
        matches!(condition, Condition::Always) || Self { it: thing, ..*self }.such(condition, thing)
    }

    pub(super) fn such(&self, condition: &Condition, thing: Thing) -> bool {
        let (rules, st) = (self.game.rules, self.game.state);
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::All(parts) => parts.iter().all(|part| self.such(part, thing)),
            Condition::Any(parts) => parts.iter().any(|part| self.such(part, thing)),
            Condition::No(part) => !self.such(part, thing),
            Condition::Now(part) => self.such(part, Thing::Moment),
            Condition::Is(words) => words.iter().any(|word| self.is(*word, thing)),
            Condition::Given(place) => {
                let named = self.given.get(usize::from(*place));
                named.is_some_and(|named| self.same(*named, thing))
            }
            Condition::Flag(flag, so) => self.flag(*flag, thing) == Some(*so),
            Condition::Number(number, numbers) => {
                self.number(*number, thing).is_some_and(|n| numbers.has(n))
            }
            Condition::Kind(kinds) => match thing {
                Thing::Feature(node) | Thing::Segment(node) => kinds >> st.kind(node).0 & 1 != 0,
                _ => false,
            },
            Condition::FigureKind(kinds) => match thing {
                Thing::Figure(f) => kinds >> st.figures[f.index()].kind & 1 != 0,
                Thing::Kind(kind) => kinds >> kind.0 & 1 != 0,
                _ => false,
            },
            Condition::Neutral(neutrals) => match thing {
                Thing::Neutral(n) => neutrals >> n.0 & 1 != 0,
                _ => false,
            },
            Condition::Token(tokens) => match thing {
                Thing::Token(t) => tokens >> t.0 & 1 != 0,
                _ => false,
            },
            Condition::Types(types) => match thing {
                Thing::Tile(tile) => types.has(st.tile(tile).kind()),
                Thing::Type(tile) => types.has(tile),
                _ => false,
            },
            Condition::Cause(causes) => match thing {
                Thing::Option(_, rule) => causes.contains(&rule),
                _ => causes.contains(&self.event.rule),
            },
            Condition::Verb(verbs) => match thing {
                Thing::Option(choice, _) => choice.verb().is_some_and(|v| verbs.contains(&v)),
                _ => false,
            },
            Condition::Tag(lanes, numbers) => {
                self.tag(lanes, thing, |node, lane| self.game.tag(node, lane), numbers)
            }
            Condition::OwnTag(lanes, numbers) => {
                self.tag(lanes, thing, |node, lane| self.game.own_tag(node, lane), numbers)
            }
            Condition::State(key, numbers) => {
                let of = match thing {
                    Thing::Player(p) => p.index(),
                    Thing::Tile(t) => t.index(),
                    Thing::Figure(f) => f.index(),
                    Thing::Segment(n) => n.index(),
                    _ => 0,
                };
                numbers.has(self.game.get(*key, of))
            }
            Condition::Zone(pile, numbers) => {
                let of = |z: &Zoned| match thing {
                    Thing::Player(p) => z.is_for(p.0),
                    _ => true,
                };
                let there = st.zoned.iter().filter(|z| z.pile == pile.0 && of(z));
                numbers.has(there.count() as i32)
            }
            Condition::Left(pile, numbers) => numbers.has(st.piles[pile.index()].into()),
            Condition::Tokens(token, numbers) => match thing {
                Thing::Player(p) => numbers.has(st.tokens(*token, p).into()),
                _ => false,
            },
            Condition::Supply(kind, numbers) => match thing {
                Thing::Player(p) => {
                    let of = p.index() * rules.figures.len() + usize::from(*kind);
                    st.supply.get(of).is_some_and(|bits| numbers.has(bits.count_ones() as i32))
                }
                _ => false,
            },
            Condition::One(one, such) => {
                self.one(*one, thing).is_some_and(|thing| self.such(such, thing))
            }
            Condition::Many(Many::Completes, several) => self.completes(several, thing),
            Condition::Many(many, several) => {
                let so = |kinds| self.count(several, |f| self.many(*many, kinds, thing, f));
                let holds = so(several.kinds);
                debug_assert!(holds == so(u64::MAX), "what is of another kind is not such");
                holds
            }
            Condition::Exists(things, several) => {
                let every = |kinds, f: &mut dyn FnMut(Thing) -> bool| match things {
                    Subject::Figure if several.anywhere => self.every_figure(kinds, f),
                    _ => self.every(*things, kinds, f),
                };
                let marked = several.marked.as_ref().filter(|_| *things == Subject::Tile);
                let tag = several.tagged.as_deref();
                let holds = self.count(several, |f| match things {
                    Subject::Feature if several.due => self.every_due(several.kinds, f),
                    Subject::Feature if several.manned => self.every_manned(several.kinds, f),
                    Subject::Segment => {
                        let all = self.game.segments_of(several.kinds, tag);
                        until(all.map(Thing::Segment), f);
                    }
                    _ if let Some(marked) = marked => self.every_marked(marked, f),
                    Subject::Cell if let Some(spots) = &several.spots => {
                        let cells = spots.cells(self);
                        let free = st.frontier.spots().map(PackedCell::cell);
                        until(free.filter(|at| spots.is_near(&cells, *at)).map(Thing::Cell), f);
                    }
                    _ => every(several.kinds, f),
                });
                let plainly = || self.count(several, |f| every(u64::MAX, f));
                debug_assert!(holds == plainly(), "others are not such");
                holds
            }
            Condition::Near(around, several) => {
                self.count(several, |f| self.near(around, thing, f))
            }
            Condition::Happened(kind, since, several) => {
                several.count.has(self.happened(*kind, *since, &several.such, thing))
            }
            Condition::Walk(stop, several) => self.count(several, |f| self.walk(stop, thing, f)),
            Condition::Why(whys) => self.why().is_some_and(|why| whys >> why as u8 & 1 != 0),
            Condition::Overlay(overlays) => {
                let is = |o: OverlayId| overlays >> o.0 & 1 != 0;
                match thing {
                    Thing::Segment(node) => st.overlay_of(node).is_some_and(is),
                    Thing::Tile(tile) => st.overlays_on(tile).any(|(o, _)| is(o)),
                    Thing::Option(choice, _) => choice.lays(rules).is_some_and(is),
                    Thing::Event => is(OverlayId(self.event.args[0] as u8)),
                    _ => false,
                }
            }
            Condition::Within(around, word) => self.within(around, *word, thing),
        }
    }

    /// Returns whether the number of matching things is in range. The iterator stops once the answer is known.
    pub(super) fn count(
        &self,
        several: &Several,
        each: impl FnOnce(&mut dyn FnMut(Thing) -> bool),
    ) -> bool {
        let Several { such, count, .. } = several;
        let (last, mut n) = (count.last(), 0);
        each(&mut |thing| {
            n += i32::from(self.such(such, thing));
            // Stop as soon as the count is above the upper bound, or has reached the lower bound and there is no
            // upper bound.
            !(n > last || last == i32::MAX && count.has(n))
        });
        count.has(n)
    }

    fn tag(
        &self,
        lanes: &Lanes,
        thing: Thing,
        number: impl Fn(SegmentId, u8) -> i32,
        numbers: &Numbers,
    ) -> bool {
        let (Thing::Feature(node) | Thing::Segment(node)) = thing else { return false };
        let kind = self.game.state.kind(node);
        let lane = lanes.iter().find(|(k, _)| *k == kind);
        numbers.has(lane.map_or(0, |(_, lane)| number(node, *lane)))
    }

    fn is(&self, word: Bound, thing: Thing) -> bool {
        let st = self.game.state;
        match (word, thing) {
            (Bound::It, thing) => self.same(thing, self.it),
            (Bound::Own, Thing::Player(p)) => p == self.own,
            (Bound::Others, Thing::Player(p)) => p != self.own,
            (Bound::Turn, Thing::Player(p)) => p.0 == st.player,
            (Bound::Owners, Thing::Player(p)) => self.event.owners >> p.0 & 1 != 0,
            (Bound::Placed, Thing::Tile(t)) => t.0 == st.placed,
            (Bound::Drawn, Thing::Type(t)) => t.0 == st.drawn,
            (Bound::From, thing) => self.leads_to(One::From, thing),
            (Bound::Other, thing) => self.leads_to(One::Other, thing),
            (Bound::Step, thing) => self.step(thing).is_some_and(|other| self.same(other, thing)),
            (Bound::Target, thing) => {
                self.chosen_first(thing).is_some_and(|other| self.same(other, thing))
            }
            (Bound::First, Thing::Segment(n)) => st.members(n).all(|other| n <= other),
            (Bound::Event, thing) => {
                let one = match thing {
                    Thing::Feature(_) => One::Feature,
                    Thing::Segment(_) => One::Segment,
                    Thing::Tile(_) => One::Tile,
                    Thing::Type(_) => One::Type,
                    Thing::Figure(_) => One::Figure,
                    Thing::Neutral(_) => One::Neutral,
                    Thing::Player(_) => One::Player,
                    Thing::Moment
                    | Thing::Event
                    | Thing::Kind(_)
                    | Thing::Cell(_)
                    | Thing::Corner(_)
                    | Thing::Token(_)
                    | Thing::Option(..) => return false,
                };
                self.leads_to(one, thing)
            }
            _ => false,
        }
    }

    /// The feature that a word names, whichever target is asked about, by one of its segments.
    pub(crate) fn feature(&self, word: Bound) -> Option<SegmentId> {
        let sort = Thing::Feature(SegmentId(0));
        let named = match word {
            Bound::Event => self.one(One::Feature, Thing::Event),
            Bound::From => self.one(One::From, Thing::Event),
            Bound::Other => self.one(One::Other, Thing::Event),
            Bound::Step => self.step(sort),
            Bound::Target => self.chosen_first(sort),
            _ => None,
        };
        named.and_then(|thing| if let Thing::Feature(node) = thing { Some(node) } else { None })
    }

    pub(super) fn leads_to(&self, one: One, thing: Thing) -> bool {
        self.one(one, Thing::Event).is_some_and(|other| self.same(other, thing))
    }

    fn same(&self, a: Thing, b: Thing) -> bool {
        let root = |node: SegmentId| self.game.state.root(node);
        match (a, b) {
            (Thing::Feature(a), Thing::Feature(b)) => root(a) == root(b),
            (Thing::Segment(a), Thing::Segment(b)) => a == b,
            (Thing::Tile(a), Thing::Tile(b)) => a == b,
            (Thing::Type(a), Thing::Type(b)) => a == b,
            (Thing::Figure(a), Thing::Figure(b)) => a == b,
            (Thing::Kind(a), Thing::Kind(b)) => a == b,
            (Thing::Neutral(a), Thing::Neutral(b)) => a == b,
            (Thing::Player(a), Thing::Player(b)) => a == b,
            (Thing::Corner(a), Thing::Corner(b)) => a == b,
            (Thing::Token(a), Thing::Token(b)) => a == b,
            _ => false,
        }
    }
}
