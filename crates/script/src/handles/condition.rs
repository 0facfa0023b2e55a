//! Conditions that a script asks: the tables of its queries, in the language of manifests.
//!
//! A table is first taken in as a *shape*, a row of numbers in which handles are holes. What is asked in one place of a
//! script has the same shape at every call, so its condition is compiled at the first of them and found again at the
//! others, with the handles of the call in the holes.

mod facts;
mod faults;
mod values;

pub use faults::instead_of;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bastide_core::condition::{Asked, GIVEN_MAX, LOOKS_MAX, Query, Subject, Thing, looks};
use bastide_core::decl::Condition;
use bastide_core::game::Game;
use bastide_core::ids::{Cell, FigureId, SegmentId, TileId};

use super::api::Member;
use super::call::Call;
use super::frame::Frame;
use super::texts::Text;
use super::value::{Of, Value};
use crate::raised::Res;

/// Tables inside each other.
const DEPTH_MAX: u8 = 8;
/// Numbers of a shape.
const SHAPE_MAX: usize = 512;
/// Conditions that are kept; a script may make as many as it likes.
const KEPT_MAX: usize = 1024;

const NIL: u64 = 0;
const OPEN: u64 = 1;
const CLOSE: u64 = 2;
const TRUE: u64 = 3;
const FALSE: u64 = 4;
const NUMBER: u64 = 5;
const TEXT: u64 = 6;
const THING: u64 = 7;
/// Bits for the kind of a number in the shape.
const SORT: u32 = 8;

/// Returns the subject of the condition that a member takes, or `None` if it takes none.
#[must_use]
pub fn asked(member: &Member) -> Option<About> {
    let (parameters, given) = member.signature.split_once("): ")?;
    let takes = |name| parameters.trim_start_matches('(').split([',', ' ', '?']).any(|p| p == name);
    if takes("stop") {
        return Some(About::Things(Subject::Segment));
    }
    if !takes("condition") {
        return None;
    }
    let of = given.trim_matches(['{', '}']);
    Some(match (member.name, of) {
        ("around", _) => About::Area,
        ("kinds", _) => About::Things(Subject::FigureKind),
        ("holds", _) => About::Things(Subject::Figure),
        (_, "tile type") => About::Things(Subject::Type),
        (_, of) => About::Things(Subject::named(of)?),
    })
}

/// Conditions that were asked, by their shapes.
pub(crate) type Queries = BTreeMap<Box<[u64]>, Rc<Query>>;

/// Conditions of tables that never change, by the number of the table.
#[derive(Debug, Default)]
pub(crate) struct Kept(RefCell<Vec<(u32, About, Rc<Query>)>>);

impl Kept {
    fn get(&self, table: u32, about: About) -> Option<Rc<Query>> {
        let all = self.0.borrow();
        all.iter().find(|(t, a, _)| (*t, *a) == (table, about)).map(|found| Rc::clone(&found.2))
    }

    /// Keeps one.
    fn put(&self, table: u32, about: About, query: &Rc<Query>) {
        self.0.borrow_mut().push((table, about, Rc::clone(query)));
    }
}

/// What a query of a script is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Things of a sort.
    Things(Subject),
    /// Tiles in an area: a table like that of `near`.
    Area,
}

/// A condition with the things that it names.
pub(super) struct Such {
    query: Rc<Query>,
    given: [Thing; GIVEN_MAX],
    n: usize,
}

/// A table while it is taken in.
struct Shape {
    numbers: Vec<u64>,
    given: [Thing; GIVEN_MAX],
    n: usize,
    /// Whether it has a text that the ruleset does not know, whose number changes with each call.
    strange: bool,
}

/// A table as it was taken in.
#[derive(Debug)]
enum Written {
    Nothing,
    Bool(bool),
    Number(f64),
    Text(String),
    /// A handle of a kind, by its place among those of the condition.
    Thing(Of, u8),
    Table(Vec<(Key, Written)>),
}

#[derive(Debug)]
enum Key {
    Text(String),
    /// A place in a list.
    Place,
}

impl Call<'_> {
    /// Reads a condition on things of a kind; `nil` means all of them.
    pub(super) fn such(&self, subject: Subject, value: Value) -> Res<Such> {
        self.condition(About::Things(subject), value)
    }

    fn condition(&self, about: About, value: Value) -> Res<Such> {
        let kept = match value {
            Value::Table(table) => self.runner.kept(table).map(|kept| (kept, table)),
            _ => None,
        };
        if let Some((kept, table)) = kept
            && let Some(query) = kept.get(table, about)
        {
            return Ok(Such { query, given: [Thing::Moment; GIVEN_MAX], n: 0 });
        }
        let such = self.taken(about, value)?;
        if let Some((kept, table)) = kept
            && such.n == 0
        {
            kept.put(table, about, &such.query);
        }
        Ok(such)
    }

    /// A condition by the shape of its table.
    fn taken(&self, about: About, value: Value) -> Res<Such> {
        let mut shape = Shape {
            numbers: self.frame.shape.take(),
            given: [Thing::Moment; GIVEN_MAX],
            n: 0,
            strange: false,
        };
        let about_number = match about {
            About::Things(subject) => subject as u64,
            About::Area => u64::from(u32::MAX),
        };
        shape.numbers.clear();
        shape.numbers.push(u64::from(self.frame.expansion.get().0) << 32 | about_number);
        self.take_in(value, &mut shape, DEPTH_MAX)?;
        let known = self.frame.queries.borrow().get(&shape.numbers[..]).cloned();
        let query = match known {
            Some(query) => query,
            None => self.compile(about, &shape)?,
        };
        self.frame.shape.replace(shape.numbers);
        Ok(Such { query, given: shape.given, n: shape.n })
    }

    /// Takes a value in as numbers.
    fn take_in(&self, value: Value, shape: &mut Shape, depth: u8) -> Res<()> {
        if shape.numbers.len() > SHAPE_MAX {
            return Err(self.too_deep());
        }
        let number = match value {
            Value::Nil => NIL,
            Value::Bool(true) => TRUE,
            Value::Bool(false) => FALSE,
            Value::Text(text) => {
                shape.strange |= !text.is_known();
                TEXT | u64::from(text.0) << SORT
            }
            Value::Number(n) => {
                shape.numbers.push(NUMBER);
                n.to_bits()
            }
            Value::Handle(of, _) => {
                let thing = self.thing(value)?;
                if shape.n == GIVEN_MAX {
                    return Err(self.too_many_things());
                }
                shape.given[shape.n] = thing;
                shape.n += 1;
                THING | (of as u64) << SORT
            }
            Value::Table(table) => {
                if depth == 0 {
                    return Err(self.too_deep());
                }
                shape.numbers.push(OPEN);
                let mut words = None;
                self.each(table, |key, value| {
                    let is_word = matches!(key, Value::Text(_));
                    let plain = is_word || matches!(key, Value::Number(_));
                    if !plain || *words.get_or_insert(is_word) != is_word {
                        return Err(self.no_key());
                    }
                    self.take_in(key, shape, depth)?;
                    self.take_in(value, shape, depth - 1)
                })?;
                CLOSE
            }
            other => return Err(self.no_condition(other)),
        };
        shape.numbers.push(number);
        Ok(())
    }

    /// The thing that a handle shows.
    fn thing(&self, value: Value) -> Res<Thing> {
        let Value::Handle(of, _) = value else { return Err(self.no_condition(value)) };
        Ok(match of {
            Of::Player => Thing::Player(self.player(value, "player")?),
            Of::Tile => Thing::Tile(self.tile(value, "tile")?),
            Of::Type => Thing::Type(self.tile_type(value, "type")?),
            Of::Segment => Thing::Segment(self.segment(value, "segment")?),
            Of::Feature => Thing::Feature(self.segment(value, "feature")?),
            Of::Figure => Thing::Figure(self.figure(value, "figure")?),
            Of::Neutral => Thing::Neutral(self.neutral(value, "neutral")?),
            _ => return Err(self.no_condition(value)),
        })
    }

    #[cold]
    fn compile(&self, about: About, shape: &Shape) -> Res<Rc<Query>> {
        let mut numbers = shape.numbers[1..].iter().copied();
        let mut things = 0;
        let written = Written::read(self.frame, &mut numbers, &mut things);
        let (rules, of) = (self.game.rules, self.frame.expansion.get());
        let query = match about {
            About::Things(subject) => {
                let condition = self.read(&written, subject)?;
                self.bounded(&condition, subject)?;
                Query::new(rules, of, subject, &condition)
            }
            About::Area => {
                let (area, condition) = self.read_area(&written)?;
                self.bounded(&condition, Subject::Tile)?;
                Query::near(rules, of, &area, &condition)
            }
        };
        let query = Rc::new(query);
        if !shape.strange {
            let mut queries = self.frame.queries.borrow_mut();
            if queries.len() == KEPT_MAX {
                queries.clear();
            }
            queries.insert(shape.numbers[..].into(), Rc::clone(&query));
        }
        Ok(query)
    }

    /// A condition is asked in one step, so it must not look at more than a game can wait for.
    fn bounded(&self, condition: &Condition, subject: Subject) -> Res<()> {
        if looks(condition, subject) > LOOKS_MAX { Err(self.too_dear()) } else { Ok(()) }
    }

    /// Such figures of some.
    pub(super) fn figures_of(
        &self,
        such: &Such,
        all: impl Iterator<Item = FigureId>,
    ) -> Res<Value> {
        let asked = such.ask(self);
        self.figures_in_order(all.filter(|f| asked.takes_figure(*f)))
    }

    /// Figures by owner and by name of their kind, whatever the order in which expansions declare kinds.
    pub(super) fn figures_in_order(&self, all: impl Iterator<Item = FigureId>) -> Res<Value> {
        let list = self.list(Of::Figure, all.map(FigureId::index))?;
        let order = |id: &i32| {
            let figure = FigureId(*id as u16);
            let kind = self.game.state.figure_kind(figure).index();
            (self.game.state.owner(figure), self.game.rules.figures[kind].decl.name.as_str(), *id)
        };
        let mut found = self.frame.found.borrow_mut();
        if !found.is_sorted_by_key(order) {
            found.sort_unstable_by_key(order);
        }
        Ok(list)
    }

    /// Such segments, or features by a segment of each.
    pub(super) fn nodes_of(
        &self,
        of: Of,
        such: &Such,
        all: impl Iterator<Item = SegmentId>,
    ) -> Res<Value> {
        let asked = such.ask(self);
        let thing =
            |n: SegmentId| if of == Of::Segment { Thing::Segment(n) } else { Thing::Feature(n) };
        self.list(of, all.filter(|n| asked.takes(thing(*n))).map(SegmentId::index))
    }

    /// Such tiles of some.
    pub(super) fn tiles_of(&self, such: &Such, all: impl Iterator<Item = TileId>) -> Res<Value> {
        let asked = such.ask(self);
        self.list(Of::Tile, all.filter(|t| asked.takes(Thing::Tile(*t))).map(TileId::index))
    }

    /// Tiles around a cell, by row and column: those on the eight cells around it, or in the area that the table says.
    pub(super) fn around(&self, cell: Cell, value: Value) -> Res<Value> {
        let such = self.condition(About::Area, value)?;
        let mut found = Vec::new();
        such.ask(self).near(cell, &mut |tile| found.push(tile.index()));
        self.list(Of::Tile, found)
    }
}

impl Such {
    /// Asks now.
    #[inline]
    pub(super) fn ask<'a>(&'a self, call: &'a Call<'_>) -> Asked<'a> {
        self.query.ask(call.game, call.event, &self.given[..self.n])
    }

    /// Returns the bit set of feature kinds that can match.
    pub(super) fn kinds(&self) -> u64 {
        self.query.kinds()
    }

    /// Returns the segments that can match.
    pub(super) fn segments<'a>(&self, game: Game<'a>) -> impl Iterator<Item = SegmentId> + use<'a> {
        self.query.segments(game)
    }
}

impl Written {
    fn read(frame: &Frame, numbers: &mut dyn Iterator<Item = u64>, things: &mut u8) -> Self {
        let number = numbers.next().unwrap_or(NIL);
        match number & ((1 << SORT) - 1) {
            OPEN => {
                let mut entries = Vec::new();
                // A table ends where no key comes.
                while let Some(key) = Self::key(frame, numbers) {
                    entries.push((key, Self::read(frame, numbers, things)));
                }
                Self::Table(entries)
            }
            TRUE => Self::Bool(true),
            FALSE => Self::Bool(false),
            NUMBER => Self::Number(f64::from_bits(numbers.next().unwrap_or_default())),
            TEXT => Self::Text(frame.spell(Text((number >> SORT) as u32))),
            THING => {
                *things += 1;
                Self::Thing(Of::ALL[(number >> SORT) as usize], *things - 1)
            }
            _ => Self::Nothing,
        }
    }

    fn key(frame: &Frame, numbers: &mut dyn Iterator<Item = u64>) -> Option<Key> {
        let number = numbers.next()?;
        match number & ((1 << SORT) - 1) {
            CLOSE => None,
            TEXT => Some(Key::Text(frame.spell(Text((number >> SORT) as u32)))),
            sort => {
                if sort == NUMBER {
                    numbers.next();
                }
                Some(Key::Place)
            }
        }
    }
}
