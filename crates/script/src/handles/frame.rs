//! What handles look at while a handler runs: the state, the answer, the event.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use bastide_core::ids::ExpansionId;
use bastide_core::{Answer, Event, Game, Hook, Ruleset, State, Valuer, decl};
use scoped_tls::scoped_thread_local;

use super::api::Member;
use super::call::{Call, Runner};
use super::condition::Queries;
use super::names::Names;
use super::texts::{Declared, Strange, Text, Texts};
use super::value::{Of, Value};
use crate::meter::Meter;
use crate::raised::Res;
use crate::text;

// The state that the engine lends: a script may ask for it while the handler runs, and never later.
scoped_thread_local!(static LENT: State);
// Whom to ask what features are worth; it goes with the engine.
scoped_thread_local!(pub(super) static VALUER: Weak<Valuer>);

/// A board that handles can show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Board {
    /// No handler runs.
    Nothing,
    /// The one that is lent.
    Lent,
    /// A function of the script looks at the copy: nothing is answered.
    Copy,
}

/// Question and rules of a call.
struct Asked {
    rules: Arc<Ruleset>,
    event: Event,
}

/// What all handles of a machine share. Empty between calls.
pub(crate) struct Frame {
    /// Stands for the board where none is lent.
    nothing: State,
    /// Where `game:what_if` places; kept, since a used state is quicker to copy into.
    pub(crate) copy: RefCell<State>,
    pub(crate) answer: RefCell<Box<Answer>>,
    asked: RefCell<Asked>,
    /// Board that handles read.
    shows: Cell<Board>,
    pub(crate) expansion: Cell<ExpansionId>,
    pub(crate) names: RefCell<Names>,
    pub(crate) texts: RefCell<Texts>,
    strange: RefCell<Strange>,
    /// Conditions that scripts asked under these rules.
    pub(crate) queries: RefCell<Queries>,
    /// The shape of the condition that is asked; kept for its room.
    pub(crate) shape: RefCell<Vec<u64>>,
    /// The list that a member gave last.
    pub(crate) found: RefCell<Vec<i32>>,
    pub(crate) meter: Rc<Meter>,
}

impl Frame {
    pub(crate) fn new(meter: &Rc<Meter>, rules: &Arc<Ruleset>) -> Self {
        Self {
            nothing: State::default(),
            copy: RefCell::default(),
            answer: RefCell::default(),
            asked: RefCell::new(Asked { rules: Arc::clone(rules), event: Event::new(Hook::At) }),
            shows: Cell::new(Board::Nothing),
            expansion: Cell::new(ExpansionId::NONE),
            names: RefCell::default(),
            texts: RefCell::new(Texts::new(rules)),
            strange: RefCell::default(),
            queries: RefCell::default(),
            shape: RefCell::default(),
            found: RefCell::default(),
            meter: Rc::clone(meter),
        }
    }

    /// Runs a handler that looks at a state and fills an answer. Both are pointers: nothing of a game is copied. Inside
    /// another handler, that one is as before afterwards.
    #[inline]
    pub(crate) fn open<R>(
        &self,
        (expansion, valuer): (ExpansionId, &Weak<Valuer>),
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
        run: impl FnOnce() -> R,
    ) -> R {
        // The former values are restored when this is dropped.
        let _taken = Taken::new(self, answer);
        self.expansion.set(expansion);
        self.asked.borrow_mut().event = *event;
        LENT.set(state, || VALUER.set(valuer, run))
    }

    /// Looks at the state that is lent.
    pub(super) fn lent<R>(look: impl FnOnce(&State) -> R) -> R {
        LENT.with(look)
    }

    /// Whether names have the numbers of this ruleset.
    #[inline]
    pub(crate) fn knows(&self, rules: &Arc<Ruleset>) -> bool {
        Arc::ptr_eq(&self.asked.borrow().rules, rules)
    }

    /// Names have other numbers in another ruleset.
    #[cold]
    pub(crate) fn learn(&self, rules: &Arc<Ruleset>) {
        *self.texts.borrow_mut() = Texts::new(rules);
        self.asked.borrow_mut().rules = Arc::clone(rules);
        *self.names.borrow_mut() = Names::default();
        self.queries.borrow_mut().clear();
    }

    /// Asks a handle.
    #[inline]
    pub(crate) fn ask(
        &self,
        member: &'static Member,
        id: u32,
        args: &[Value],
        runner: &dyn Runner,
    ) -> Res<Value> {
        let asked = self.asked.borrow();
        let Asked { rules, event } = &*asked;
        let ask = |state: &State| {
            let (game, id) = (Game::new(rules, state), id as usize);
            let mut given = Value::Nil;
            let call = Call { frame: self, game, event, member, id, args, runner };
            (member.call)(&call, &mut given).map(|()| given)
        };
        match self.shows.get() {
            Board::Lent => LENT.with(ask),
            Board::Copy => ask(&self.copy.borrow()),
            Board::Nothing => ask(&self.nothing),
        }
    }

    /// Returns which board handles read.
    pub(crate) fn shows(&self) -> Board {
        self.shows.get()
    }

    /// Lets handles show another board.
    pub(super) fn show_board(&self, board: Board) {
        self.shows.set(board);
    }

    /// The number of a text.
    pub(crate) fn text(&self, bytes: &[u8]) -> Text {
        let known = self.texts.borrow().number(bytes);
        known.unwrap_or_else(|| self.strange.borrow_mut().add(bytes))
    }

    /// The name of a declared thing.
    #[inline]
    pub(crate) fn named(&self, table: Declared, i: usize) -> Value {
        self.texts.borrow().named(table, i).into()
    }

    /// A text, safe to show.
    #[cold]
    pub(crate) fn spell(&self, text: Text) -> String {
        let (texts, strange) = (self.texts.borrow(), self.strange.borrow());
        text::clean(texts.get(text).or_else(|| strange.get(text)).unwrap_or_default())
    }

    /// The options of the running expansion.
    pub(crate) fn settings(&self) -> Vec<(String, Value)> {
        let asked = self.asked.borrow();
        let options = &asked.rules.expansions[self.expansion.get().index()].options;
        options.iter().map(|(name, of)| (name.clone(), self.setting(of))).collect()
    }

    /// The value of an option.
    pub(super) fn setting(&self, value: &decl::Value) -> Value {
        match value {
            decl::Value::Bool(b) => Value::Bool(*b),
            decl::Value::Int(n) => Value::Number(*n as f64),
            decl::Value::Text(text) => Value::Text(self.text(text.as_bytes())),
        }
    }

    /// A handle as a person sees it.
    pub(crate) fn show(&self, of: Of, id: u32) -> String {
        let rules = &self.asked.borrow().rules;
        let id = id as usize;
        let more = match of {
            Of::Player => format!(" {}", id + 1),
            Of::Type => rules.types.get(id).map_or_else(String::new, |t| format!(" {}", t.decl.id)),
            Of::Neutral => rules.neutrals.get(id).map_or_else(String::new, |n| format!(" {n}")),
            Of::Tile
            | Of::Segment
            | Of::Feature
            | Of::Figure
            | Of::End
            | Of::Corner
            | Of::Event
            | Of::Choice => {
                format!(" {id}")
            }
            _ => String::new(),
        };
        format!("{}{more}", of.name())
    }
}

/// The answer, taken in, while a state is lent.
struct Taken<'a> {
    frame: &'a Frame,
    answer: &'a mut Box<Answer>,
    before: Board,
    /// Of the handler inside which another one runs.
    outer: Option<(ExpansionId, Event)>,
}

impl<'a> Taken<'a> {
    #[inline]
    fn new(frame: &'a Frame, answer: &'a mut Box<Answer>) -> Self {
        std::mem::swap(answer, &mut frame.answer.borrow_mut());
        let before = frame.shows.replace(Board::Lent);
        let inside = before != Board::Nothing;
        let outer = inside.then(|| (frame.expansion.get(), frame.asked.borrow().event));
        Self { frame, answer, before, outer }
    }
}

impl Drop for Taken<'_> {
    #[inline]
    fn drop(&mut self) {
        std::mem::swap(self.answer, &mut self.frame.answer.borrow_mut());
        self.frame.shows.set(self.before);
        match self.outer {
            Some((expansion, event)) => {
                self.frame.expansion.set(expansion);
                self.frame.asked.borrow_mut().event = event;
            }
            None => self.frame.strange.borrow_mut().clear(),
        }
    }
}
