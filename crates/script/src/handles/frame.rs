//! What handles look at while a handler runs: the state, the answer, the event.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use bastide_core::hooks::HOOKS;
use bastide_core::ids::{ExpansionId, Node};
use bastide_core::{Answer, Event, Game, Hook, Lent, Ruleset, State};
use mlua::{AnyUserData, Function, Lua, LuaString, Table, Value};

use super::names::Names;
use super::{KINDS, Res, register};
use crate::meter::Meter;
use crate::raised::Raised;

/// Handles that are kept from call to call.
const HANDLES_MAX: usize = 20_000;
/// Entries of a list that cost nothing.
const FREE: usize = 32;
/// Entries of a list of the script that are paid for at once.
const ENTRIES_PAID: u32 = 32;

/// What a declared name names.
#[derive(Clone, Copy)]
pub(crate) enum Declared {
    Kind,
    Edge,
    Figure,
}

/// What all handles of a machine share. Empty between calls.
pub(crate) struct Frame {
    pub(crate) state: RefCell<State>,
    /// Where `game:what_if` places; kept, since a used state is quicker to copy into.
    pub(crate) copy: RefCell<State>,
    /// A function looks at the copy: nothing is answered.
    pub(crate) ahead: Cell<bool>,
    pub(crate) answer: RefCell<Answer>,
    pub(crate) event: RefCell<Event>,
    pub(crate) rules: RefCell<Arc<Ruleset>>,
    pub(crate) expansion: Cell<ExpansionId>,
    pub(crate) names: RefCell<Names>,
    /// Options of each expansion, as frozen tables.
    pub(crate) options: RefCell<Vec<Option<Table>>>,
    pub(crate) cache: [RefCell<Vec<Option<AnyUserData>>>; KINDS],
    pub(crate) cached: Cell<usize>,
    pub(crate) refuse: RefCell<Option<Function>>,
    /// Functions that step through the options of each kind.
    pub(crate) iterators: RefCell<[Option<Function>; 8]>,
    words: RefCell<Vec<(&'static str, LuaString)>>,
    /// Declared names as strings of the machine: kinds, edges, figure kinds.
    declared: [RefCell<Vec<Option<LuaString>>>; 3],
    meter: Rc<Meter>,
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").field("handles", &self.cached.get()).finish_non_exhaustive()
    }
}

impl Frame {
    /// The frame of a machine; made with its first expansion.
    pub(crate) fn of(lua: &Lua, meter: &Rc<Meter>, rules: &Arc<Ruleset>) -> Res<Rc<Frame>> {
        if let Some(frame) = lua.app_data_ref::<Rc<Frame>>() {
            return Ok(Rc::clone(&frame));
        }
        register(lua)?;
        let frame = Rc::new(Frame {
            state: RefCell::default(),
            copy: RefCell::default(),
            ahead: Cell::new(false),
            answer: RefCell::default(),
            event: RefCell::new(Event::new(Hook::At)),
            rules: RefCell::new(Arc::clone(rules)),
            expansion: Cell::new(ExpansionId::NONE),
            names: RefCell::default(),
            options: RefCell::default(),
            cache: std::array::from_fn(|_| RefCell::default()),
            cached: Cell::new(0),
            refuse: RefCell::default(),
            iterators: RefCell::default(),
            words: RefCell::default(),
            declared: Default::default(),
            meter: Rc::clone(meter),
        });
        lua.set_app_data(Rc::clone(&frame));
        Ok(frame)
    }

    /// Takes state and answer in until the guard is dropped, whatever happens in between.
    #[inline]
    pub(crate) fn open<'a, 's>(
        &'a self,
        rules: &Arc<Ruleset>,
        expansion: ExpansionId,
        state: &'a mut Lent<'s>,
        event: &Event,
        answer: &'a mut Answer,
    ) -> Open<'a, 's> {
        if !Arc::ptr_eq(&self.rules.borrow(), rules) || self.cached.get() > HANDLES_MAX {
            self.forget(rules);
        }
        self.expansion.set(expansion);
        *self.event.borrow_mut() = *event;
        state.swap(&mut self.state.borrow_mut());
        std::mem::swap(answer, &mut self.answer.borrow_mut());
        Open { frame: self, state, answer }
    }

    /// Names have other numbers in another ruleset.
    #[cold]
    fn forget(&self, rules: &Arc<Ruleset>) {
        *self.rules.borrow_mut() = Arc::clone(rules);
        *self.names.borrow_mut() = Names::default();
        self.options.borrow_mut().clear();
        for row in &self.cache {
            row.borrow_mut().clear();
        }
        for names in &self.declared {
            names.borrow_mut().clear();
        }
        self.cached.set(0);
    }

    /// Reads the game.
    #[inline]
    pub(crate) fn read<R>(&self, f: impl FnOnce(&Game<'_>) -> R) -> R {
        let rules = self.rules.borrow();
        let state = self.state.borrow();
        f(&Game::new(&rules, &state))
    }

    /// Reads the event.
    #[inline]
    pub(crate) fn event<R>(&self, f: impl FnOnce(&Event) -> R) -> R {
        f(&self.event.borrow())
    }

    /// The answer, if the hook that runs takes such an answer.
    #[inline]
    pub(crate) fn answer<R>(
        &self,
        bits: u16,
        what: &str,
        f: impl FnOnce(&mut Answer) -> R,
    ) -> Res<R> {
        let hook = self.event.borrow().hook;
        let row = &HOOKS[hook as usize];
        if row.answers & bits == 0 || self.ahead.get() {
            let hook = if self.ahead.get() { "game:what_if" } else { row.name };
            return Err(misplaced(what, hook));
        }
        Ok(f(&mut self.answer.borrow_mut()))
    }

    /// A segment that is on the board now.
    #[inline]
    pub(crate) fn node(&self, id: usize) -> Res<Node> {
        if id < self.state.borrow().node_count() {
            return Ok(Node(id as u16));
        }
        Err(gone("segment", "ce segment", id))
    }

    /// Steps for work of the host.
    pub(crate) fn pay(&self, steps: usize) -> Res<()> {
        self.meter.charge(steps as u32)
    }

    /// Long lists cost steps.
    #[inline]
    pub(crate) fn charge(&self, entries: usize) -> Res<()> {
        if entries <= FREE { Ok(()) } else { self.meter.charge(entries as u32 / 8) }
    }

    /// Steps through a table of the script, which may be as long as memory lets it be: each entry is a step.
    pub(crate) fn each(
        &self,
        table: &Table,
        mut entry: impl FnMut(Value, Value) -> Res<()>,
    ) -> Res<()> {
        let mut read = 0_u32;
        table.for_each(|key: Value, value: Value| {
            read += 1;
            if read.is_multiple_of(ENTRIES_PAID) {
                self.meter.charge(ENTRIES_PAID)?;
            }
            entry(key, value)
        })
    }

    /// A declared name as a string of the machine, made once.
    pub(crate) fn declared(&self, lua: &Lua, what: Declared, i: usize) -> Res<LuaString> {
        let names = &self.declared[what as usize];
        if let Some(Some(name)) = names.borrow().get(i) {
            return Ok(name.clone());
        }
        let rules = self.rules.borrow();
        let name = lua.create_string(match what {
            Declared::Kind => &rules.kinds[i].decl.name,
            Declared::Edge => &rules.edges[i].name,
            Declared::Figure => &rules.figures[i].decl.name,
        })?;
        let mut names = names.borrow_mut();
        if names.len() <= i {
            names.resize(i + 1, None);
        }
        names[i] = Some(name.clone());
        Ok(name)
    }

    /// A word of ours as a string of the machine, made once.
    pub(crate) fn word(&self, lua: &Lua, word: &'static str) -> Res<LuaString> {
        if let Some((_, s)) = self.words.borrow().iter().find(|(w, _)| std::ptr::eq(*w, word)) {
            return Ok(s.clone());
        }
        let s = lua.create_string(word)?;
        self.words.borrow_mut().push((word, s.clone()));
        Ok(s)
    }
}

#[cold]
fn misplaced(what: &str, hook: &str) -> mlua::Error {
    Raised::new(
        "L0209",
        format!("`{what}` is not an answer of `{hook}`"),
        format!("`{what}` n'est pas une réponse de `{hook}`"),
    )
    .into()
}

#[cold]
pub(crate) fn gone(en: &str, fr: &str, id: usize) -> mlua::Error {
    Raised::new(
        "L0205",
        format!("{en} {id} is not in this game"),
        format!("{fr} ({id}) n'est pas dans cette partie"),
    )
    .help("keep no handles between calls", "ne gardez rien d'un appel à l'autre")
    .into()
}

/// State and answer, taken in.
pub(crate) struct Open<'a, 's> {
    frame: &'a Frame,
    state: &'a mut Lent<'s>,
    answer: &'a mut Answer,
}

impl Drop for Open<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.state.swap(&mut self.frame.state.borrow_mut());
        std::mem::swap(self.answer, &mut self.frame.answer.borrow_mut());
    }
}
