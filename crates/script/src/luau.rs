//! The border to Luau: handles are its userdata, and every value that passes is converted here and nowhere else.

mod taken;
mod userdata;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use bastide_core::Ruleset;
use mlua::{AnyUserData, Function, Lua, LuaString, Table, Value as LuaValue};

use crate::handles::{Frame, Of, REFUSE, Text, Value, after, unknown_option};
use crate::meter::Meter;
use crate::text;

pub(crate) use userdata::NoAnswer;
use userdata::Nothing;

/// Handles that are kept from call to call.
const HANDLES_MAX: usize = 20_000;
/// How many kinds of handle there are.
const KINDS: usize = Of::ALL.len();
/// Places of a cache by address; a power of two.
const PLACES: usize = 1024;

type Res<T> = mlua::Result<T>;

/// What a thing of the machine is, by its address.
struct Addresses<T>(Box<[(usize, T); PLACES]>);

impl<T: Copy> Addresses<T> {
    fn new(nothing: T) -> Self {
        Self(Box::new([(0, nothing); PLACES]))
    }

    #[inline]
    fn place(address: usize) -> usize {
        (address >> 4 ^ address >> 14) % PLACES
    }

    #[inline]
    fn get(&self, address: usize) -> Option<T> {
        let (at, thing) = self.0[Self::place(address)];
        (at == address).then_some(thing)
    }

    fn put(&mut self, address: usize, thing: T) {
        self.0[Self::place(address)] = (address, thing);
    }
}

/// Handles and texts of a machine.
pub(crate) struct Luau {
    pub(crate) frame: Frame,
    /// By kind and number; the same thing is the same handle, so `==` works.
    handles: [RefCell<Vec<Option<AnyUserData>>>; KINDS],
    made: Cell<usize>,
    /// **Invariant:** a handle that is here is kept above, so that its address is no other thing's.
    kinds: RefCell<Addresses<(Of, u32)>>,
    /// By number of the text.
    strings: RefCell<Vec<Option<LuaString>>>,
    /// **Invariant:** a text that is here is kept above.
    texts: RefCell<Addresses<Text>>,
    /// Options of each expansion, as frozen tables.
    settings: RefCell<Vec<Option<Table>>>,
    refuse: RefCell<Option<Function>>,
    /// Functions that step through the options of each kind.
    iterators: RefCell<[Option<Function>; 8]>,
}

/// A guard while the host creates values. The host charges for its own small tables and handles. Without a memory
/// limit the VM creates them without a protected call for each, which would cost more than they do. When the guard is
/// dropped, the script's limit is restored, and what was created counts against it.
struct Host<'a> {
    lua: &'a Lua,
    limit: usize,
}

impl<'a> Host<'a> {
    #[inline]
    fn at_work(lua: &'a Lua) -> Res<Self> {
        Ok(Self { lua, limit: lua.set_memory_limit(0)? })
    }
}

impl Drop for Host<'_> {
    #[inline]
    fn drop(&mut self) {
        // It has just been possible.
        let _ = self.lua.set_memory_limit(self.limit);
    }
}

impl Luau {
    /// The border of a machine; made with its first expansion.
    pub(crate) fn of(lua: &Lua, meter: &Rc<Meter>, rules: &Arc<Ruleset>) -> Res<Rc<Self>> {
        if let Some(luau) = lua.app_data_ref::<Rc<Self>>() {
            return Ok(Rc::clone(&luau));
        }
        userdata::register(lua)?;
        let luau = Rc::new(Self {
            frame: Frame::new(meter, rules),
            handles: std::array::from_fn(|_| RefCell::default()),
            made: Cell::new(0),
            kinds: RefCell::new(Addresses::new((Of::Game, 0))),
            strings: RefCell::default(),
            texts: RefCell::new(Addresses::new(Text::ALL)),
            settings: RefCell::default(),
            refuse: RefCell::default(),
            iterators: RefCell::default(),
        });
        lua.set_app_data(Rc::clone(&luau));
        Ok(luau)
    }

    /// Sets the ruleset whose names are known.
    #[inline]
    pub(crate) fn know(&self, rules: &Arc<Ruleset>) {
        if !self.frame.knows(rules) || self.made.get() > HANDLES_MAX {
            self.forget(rules);
        }
    }

    #[cold]
    fn forget(&self, rules: &Arc<Ruleset>) {
        self.frame.learn(rules);
        *self.kinds.borrow_mut() = Addresses::new((Of::Game, 0));
        *self.texts.borrow_mut() = Addresses::new(Text::ALL);
        for row in &self.handles {
            row.borrow_mut().clear();
        }
        self.strings.borrow_mut().clear();
        self.settings.borrow_mut().clear();
        self.made.set(0);
    }

    /// The handle of a kind with a number; made once.
    #[inline]
    pub(crate) fn handle(self: &Rc<Self>, lua: &Lua, of: Of, id: u32) -> Res<AnyUserData> {
        if let Some(Some(handle)) = self.handles[of as usize].borrow().get(id as usize) {
            return Ok(handle.clone());
        }
        self.make(lua, of, id)
    }

    #[cold]
    fn make(self: &Rc<Self>, lua: &Lua, of: Of, id: u32) -> Res<AnyUserData> {
        let _host = Host::at_work(lua)?;
        let handle = userdata::make(self, lua, of, id)?;
        let mut row = self.handles[of as usize].borrow_mut();
        if row.len() <= id as usize {
            row.resize(id as usize + 1, None);
        }
        row[id as usize] = Some(handle.clone());
        self.kinds.borrow_mut().put(handle.to_pointer() as usize, (of, id));
        self.made.set(self.made.get() + 1);
        Ok(handle)
    }

    /// Kind and number of a handle.
    #[inline]
    fn kind_of(&self, handle: &AnyUserData) -> Option<(Of, u32)> {
        let address = handle.to_pointer() as usize;
        let known = self.kinds.borrow().get(address);
        known.or_else(|| self.find_kind(handle))
    }

    #[cold]
    fn find_kind(&self, handle: &AnyUserData) -> Option<(Of, u32)> {
        let (of, id) = userdata::find(handle)?;
        let kept = self.handles[of as usize].borrow().get(id as usize).cloned().flatten();
        // One of an earlier game is kept by the script alone.
        if kept.is_some_and(|kept| kept.to_pointer() == handle.to_pointer()) {
            self.kinds.borrow_mut().put(handle.to_pointer() as usize, (of, id));
        }
        Some((of, id))
    }

    /// The number of a text.
    #[inline]
    fn text(&self, string: &LuaString) -> Text {
        let address = string.to_pointer() as usize;
        let known = self.texts.borrow().get(address);
        known.unwrap_or_else(|| self.find_text(string))
    }

    #[cold]
    fn find_text(&self, string: &LuaString) -> Text {
        let text = self.frame.text(&string.as_bytes());
        if text.is_known() {
            self.keep(text, string);
        }
        text
    }

    fn keep(&self, text: Text, string: &LuaString) {
        let mut strings = self.strings.borrow_mut();
        let i = text.0 as usize;
        if strings.len() <= i {
            strings.resize(i + 1, None);
        }
        strings[i] = Some(string.clone());
        self.texts.borrow_mut().put(string.to_pointer() as usize, text);
    }

    /// A text as a string of the machine; made once.
    #[inline]
    fn string(&self, lua: &Lua, text: Text) -> Res<LuaString> {
        if let Some(Some(string)) = self.strings.borrow().get(text.0 as usize) {
            return Ok(string.clone());
        }
        let _host = Host::at_work(lua)?;
        let string = lua.create_string(self.frame.texts.borrow().get(text).unwrap_or_default())?;
        self.keep(text, &string);
        Ok(string)
    }

    /// What a member gave, as a value of the machine.
    #[inline]
    fn give(self: &Rc<Self>, lua: &Lua, value: Value) -> Res<LuaValue> {
        Ok(match value {
            Value::Bool(b) => LuaValue::Boolean(b),
            Value::Number(n) => LuaValue::Number(n),
            Value::Text(text) => LuaValue::String(self.string(lua, text)?),
            Value::Handle(of, id) => LuaValue::UserData(self.handle(lua, of, id)?),
            Value::List(of) => LuaValue::Table(self.list(lua, of)?),
            Value::Numbers => {
                let _host = Host::at_work(lua)?;
                let found = self.frame.found.borrow();
                LuaValue::Table(lua.create_sequence_from(found.iter().copied())?)
            }
            Value::Texts => {
                let found = self.frame.found.borrow();
                let text = |n: &i32| self.string(lua, Text(*n as u32));
                let texts = found.iter().map(text).collect::<Res<Vec<LuaString>>>()?;
                let _host = Host::at_work(lua)?;
                LuaValue::Table(lua.create_sequence_from(texts)?)
            }
            Value::Asks(what) => {
                let value = self.frame.inquire(what)?;
                return self.give(lua, value);
            }
            Value::Settings => LuaValue::Table(self.settings(lua)?),
            Value::Each(kind) => LuaValue::Function(self.iterator(lua, kind)?),
            _ => LuaValue::Nil,
        })
    }

    fn list(self: &Rc<Self>, lua: &Lua, of: Of) -> Res<Table> {
        let found = self.frame.found.borrow();
        for id in found.iter() {
            let there =
                matches!(self.handles[of as usize].borrow().get(*id as usize), Some(Some(_)));
            if !there {
                self.make(lua, of, *id as u32)?;
            }
        }
        let _host = Host::at_work(lua)?;
        let row = self.handles[of as usize].borrow();
        lua.create_sequence_from(found.iter().map(|id| row[*id as usize].as_ref()))
    }

    /// The options of the running expansion.
    fn settings(self: &Rc<Self>, lua: &Lua) -> Res<Table> {
        let expansion = self.frame.expansion.get().index();
        if let Some(Some(table)) = self.settings.borrow().get(expansion) {
            return Ok(table.clone());
        }
        let _host = Host::at_work(lua)?;
        let table = lua.create_table()?;
        let options = self.frame.settings();
        for (name, value) in &options {
            table.raw_set(name.as_str(), self.give(lua, *value)?)?;
            if name.contains('-') {
                // `game.option.sixth_player` reads better than `game.option["sixth-player"]`.
                table.raw_set(name.replace('-', "_"), self.give(lua, *value)?)?;
            }
        }
        let names: Vec<String> = options.iter().map(|(name, _)| name.replace('-', "_")).collect();
        let meta = lua.create_table()?;
        let missing = lua.create_function(move |_, (_, key): (LuaValue, LuaValue)| -> Res<()> {
            let key = key.as_string().map(LuaString::to_string_lossy).unwrap_or_default();
            Err(unknown_option(&names, &key).into())
        })?;
        meta.raw_set("__index", missing)?;
        meta.raw_set("__metatable", false)?;
        meta.set_readonly(true);
        table.set_metatable(Some(meta))?;
        table.set_readonly(true);
        let mut all = self.settings.borrow_mut();
        if all.len() <= expansion {
            all.resize(expansion + 1, None);
        }
        all[expansion] = Some(table.clone());
        Ok(table)
    }

    /// Steps through the options of a kind.
    fn iterator(self: &Rc<Self>, lua: &Lua, kind: u8) -> Res<Function> {
        if let Some(function) = &self.iterators.borrow()[usize::from(kind)] {
            return Ok(function.clone());
        }
        let luau = Rc::clone(self);
        let function = lua.create_function(move |lua, (_, last): (LuaValue, LuaValue)| {
            let last = last.as_userdata().and_then(|handle| luau.kind_of(handle));
            let last = last.map_or(0, |(of, id)| if of == Of::Choice { id as usize } else { 0 });
            let next = after(luau.frame.answer.borrow().listed(), kind, last);
            next.map(|i| luau.handle(lua, Of::Choice, i as u32)).transpose()
        })?;
        self.iterators.borrow_mut()[usize::from(kind)] = Some(function.clone());
        Ok(function)
    }

    /// `refuse(option, rule)`.
    pub(crate) fn refuse(self: &Rc<Self>, lua: &Lua) -> Res<Function> {
        if let Some(function) = &*self.refuse.borrow() {
            return Ok(function.clone());
        }
        let luau = Rc::clone(self);
        let function =
            lua.create_function(move |lua, (option, rule, Nothing): (_, _, Nothing)| {
                luau.ask(lua, REFUSE, 0, &[option, rule]).map(drop)
            })?;
        *self.refuse.borrow_mut() = Some(function.clone());
        Ok(function)
    }
}

/// A key of a handle as a person sees it.
fn key(key: &LuaValue) -> String {
    match key {
        LuaValue::String(s) => s.to_string_lossy(),
        other => text::show(other),
    }
}
