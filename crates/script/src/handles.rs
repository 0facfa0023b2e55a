//! Handles: what a script holds instead of tables. A handle is a number and a way to the frame; the same
//! thing is the same handle, so `==` works.
//!
//! **Invariant:** nothing a script does through a handle changes the state; answers go into the frame.

mod api;
mod arg;
mod choice;
mod event;
mod feature;
mod figure;
mod filter;
mod frame;
mod game;
mod names;
mod offers;
mod out;
mod score;
mod tile;
mod what_if;

use std::marker::PhantomData;
use std::rc::Rc;

use mlua::userdata::{UserDataFields, UserDataMethods, UserDataRegistry};
use mlua::{AnyUserData, FromLuaMulti, IntoLua, IntoLuaMulti, Lua, MetaMethod, MultiValue, Value};

pub use api::{API, Member};
pub(crate) use api::{nearest, unknown_method};
pub use filter::{FEATURE_KEYS, FIGURE_KEYS, FILTER_DOCS, HELD_KEYS, STOP_KEYS};
pub(crate) use frame::Frame;

use crate::raised::Raised;

/// What host functions give back.
pub(crate) type Res<T> = mlua::Result<T>;

/// A kind of handle.
pub(crate) trait Kind: Sized + 'static {
    /// Its name for people, as in the reference.
    const NAME: &'static str;
    /// Its row of the frame's cache.
    const ROW: usize;
    /// Fields and methods.
    fn define(def: &mut Def<'_, Self>);
    /// What `tostring` gives after the name.
    fn show(handle: &H<Self>) -> String {
        format!(" {}", handle.id)
    }
}

/// A handle.
pub(crate) struct H<K> {
    pub(crate) frame: Rc<Frame>,
    pub(crate) id: usize,
    kind: PhantomData<K>,
}

macro_rules! kinds {
    ($($name:ident),*) => {
        $(/// Marker of a kind of handle.
        #[derive(Debug)]
        pub(crate) struct $name;)*

        #[allow(clippy::enum_variant_names, reason = "named after the kinds")]
        #[derive(Clone, Copy)]
        enum Row { $($name,)* }

        $(impl $name {
            pub(crate) const ROW: usize = Row::$name as usize;
        })*

        /// How many kinds there are.
        pub(crate) const KINDS: usize = [$(Row::$name,)*].len();

        /// Makes all kinds known to a machine.
        pub(crate) fn register(lua: &Lua) -> Res<()> {
            $(register_kind::<$name>(lua)?;)*
            Ok(())
        }
    };
}

kinds!(
    Game, Player, Tile, Type, Segment, Feature, Figure, Neutral, End, Event, Claim, Step, Options,
    Choice, Out, Score, Offers, Verdict, Weight
);

/// The host answers a script. Its own small tables and handles are bounded by what it charges; without a
/// limit in force the machine makes them without a protected call for each, which costs more than they do.
/// The script's limit is back in force when this is dropped, and what was made counts against it.
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

/// Collects the members of a kind.
pub(crate) struct Def<'a, K: 'static> {
    registry: &'a mut UserDataRegistry<H<K>>,
    names: Vec<&'static str>,
}

impl<K: Kind> Def<'_, K> {
    /// A field.
    pub(crate) fn get<R: IntoLua>(
        &mut self,
        name: &'static str,
        read: impl Fn(&Lua, &H<K>) -> Res<R> + 'static,
    ) {
        self.names.push(name);
        self.registry.add_field_method_get(name, move |lua, handle| {
            let _host = Host::at_work(lua)?;
            read(lua, handle)
        });
    }

    /// A method.
    pub(crate) fn call<A: FromLuaMulti, R: IntoLuaMulti>(
        &mut self,
        name: &'static str,
        run: impl Fn(&Lua, &H<K>, A) -> Res<R> + 'static,
    ) {
        self.names.push(name);
        self.registry.add_method(name, move |lua, handle, args| {
            let _host = Host::at_work(lua)?;
            run(lua, handle, args)
        });
    }

    /// A method that calls functions of the script: its limit of memory stays in force.
    pub(crate) fn call_back<A: FromLuaMulti, R: IntoLuaMulti>(
        &mut self,
        name: &'static str,
        run: impl Fn(&Lua, &H<K>, A) -> Res<R> + 'static,
    ) {
        self.names.push(name);
        self.registry.add_method(name, run);
    }
}

fn register_kind<K: Kind>(lua: &Lua) -> Res<()> {
    lua.register_userdata_type::<H<K>>(|registry| {
        registry.enable_namecall();
        let mut def = Def { registry, names: Vec::new() };
        K::define(&mut def);
        let names = def.names;
        debug_assert!(api::documents(K::NAME, &names), "{}: {names:?}", K::NAME);
        registry.add_meta_method(MetaMethod::Index, move |_, _, key: Value| {
            Err::<(), _>(api::unknown_field(K::NAME, &names, &key).into())
        });
        registry.add_meta_method(MetaMethod::NewIndex, |_, _, _: MultiValue| {
            Err::<(), _>(
                Raised::new(
                    "L0205",
                    format!("a {} cannot be written to", K::NAME),
                    format!("on n'écrit pas dans `{}`", K::NAME),
                )
                .help(
                    "answer with effects: they change the game",
                    "répondez par des effets : ce sont eux qui changent la partie",
                )
                .into(),
            )
        });
        registry.add_meta_method(MetaMethod::ToString, |_, handle, ()| {
            Ok(format!("{}{}", K::NAME, K::show(handle)))
        });
        registry.add_meta_field(MetaMethod::Type, K::NAME);
    })
}

impl<K: Kind> H<K> {
    /// The handle of this kind with a number; made once.
    pub(crate) fn of(frame: &Rc<Frame>, lua: &Lua, id: usize) -> Res<AnyUserData> {
        if let Some(Some(handle)) = frame.cache[K::ROW].borrow().get(id) {
            return Ok(handle.clone());
        }
        Self::make(frame, lua, id)
    }

    #[cold]
    fn make(frame: &Rc<Frame>, lua: &Lua, id: usize) -> Res<AnyUserData> {
        let handle =
            lua.create_any_userdata(H::<K> { frame: Rc::clone(frame), id, kind: PhantomData })?;
        let mut row = frame.cache[K::ROW].borrow_mut();
        if row.len() <= id {
            row.resize(id + 1, None);
        }
        row[id] = Some(handle.clone());
        frame.cached.set(frame.cached.get() + 1);
        Ok(handle)
    }
}

/// Nothing more: takes no argument, and no answer.
pub(crate) struct Nothing;

impl FromLuaMulti for Nothing {
    fn from_lua_multi(values: MultiValue, _: &Lua) -> Res<Self> {
        if values.is_empty() {
            return Ok(Nothing);
        }
        let n = values.len();
        Err(Raised::new(
            "L0205",
            format!("{n} too many arguments"),
            format!("{n} argument(s) de trop"),
        )
        .into())
    }
}

/// What a handler returns: nothing.
pub(crate) struct NoAnswer;

impl FromLuaMulti for NoAnswer {
    fn from_lua_multi(values: MultiValue, _: &Lua) -> Res<Self> {
        if values.iter().all(Value::is_nil) {
            return Ok(NoAnswer);
        }
        Err(Raised::new(
            "L0206",
            "a handler returns nothing",
            "une fonction de règle ne renvoie rien",
        )
        .help(
            "answer through the last argument, for example `score:flat(…)` or `out:pay(…)`",
            "répondez par le dernier argument, par exemple `score:flat(…)` ou `out:pay(…)`",
        )
        .into())
    }
}
