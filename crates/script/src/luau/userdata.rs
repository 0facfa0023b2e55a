//! Handles as userdata of the machine: a type for each kind, with the members of the reference.

use std::rc::Rc;

use mlua::userdata::{UserDataFields, UserDataMethods, UserDataRegistry};
use mlua::{
    AnyUserData, FromLuaMulti, Lua, MetaMethod, MultiValue, UserDataRef, Value as LuaValue,
};

use super::{KINDS, Luau, Res, key};
use crate::handles::{API, Ahead, Member, Of, Value, unknown_field};
use crate::raised::Raised;

/// Arguments of a variable number that are looked at.
const MANY: usize = 16;

/// A handle: a number and a way to the frame.
pub(super) struct H<const KIND: usize> {
    pub(super) luau: Rc<Luau>,
    pub(super) id: u32,
}

macro_rules! kinds {
    ($($kind:literal)*) => {
        const _: () = assert!([$($kind),*].len() == KINDS, "a type for each kind");

        /// Makes all kinds known to a machine.
        pub(super) fn register(lua: &Lua) -> Res<()> {
            $(lua.register_userdata_type::<H<$kind>>(define::<$kind>)?;)*
            Ok(())
        }

        /// A new handle.
        pub(super) fn make(luau: &Rc<Luau>, lua: &Lua, of: Of, id: u32) -> Res<AnyUserData> {
            let luau = Rc::clone(luau);
            match of as usize {
                $($kind => lua.create_any_userdata(H::<$kind> { luau, id }),)*
                _ => lua.create_any_userdata(H::<0> { luau, id }),
            }
        }

        /// Kind and number of a handle, whoever keeps it.
        pub(super) fn find(handle: &AnyUserData) -> Option<(Of, u32)> {
            $(if let Ok(h) = handle.borrow::<H<$kind>>() {
                let h: UserDataRef<H<$kind>> = h;
                return Some((Of::ALL[$kind], h.id));
            })*
            None
        }
    };
}

kinds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);

/// Registers a method of so many arguments.
macro_rules! method {
    ($registry:ident $member:ident: $($arg:ident $of:ty),*) => {
        if $member.gives() {
            $registry.add_method($member.name, move |lua, this, ($($arg,)* Nothing,): ($($of,)* Nothing,)| {
                this.luau.ask(lua, $member, this.id, &[$($arg),*])
            });
        } else {
            $registry.add_method($member.name, move |lua, this, ($($arg,)* Nothing,): ($($of,)* Nothing,)| {
                this.luau.ask(lua, $member, this.id, &[$($arg),*]).map(drop)
            });
        }
    };
}

fn define<const KIND: usize>(registry: &mut UserDataRegistry<H<KIND>>) {
    type V = LuaValue;
    registry.enable_namecall();
    let of = Of::ALL[KIND];
    for member in API.iter().filter(|member| member.of == of.name()) {
        match member.arity() {
            _ if member.is_field() => {
                registry.add_field_method_get(member.name, move |lua, this| {
                    this.luau.ask(lua, member, this.id, &[])
                });
            }
            _ if member.calls_back() => {
                registry.add_method(member.name, move |lua, this, args: MultiValue| {
                    this.ask_and_look(lua, member, args)
                });
            }
            Some(0) => method!(registry member:),
            Some(1) => method!(registry member: a V),
            Some(2) => method!(registry member: a V, b V),
            Some(3) => method!(registry member: a V, b V, c V),
            Some(4) => method!(registry member: a V, b V, c V, d V),
            Some(5) => method!(registry member: a V, b V, c V, d V, e V),
            Some(6) => method!(registry member: a V, b V, c V, d V, e V, f V),
            Some(7) => method!(registry member: a V, b V, c V, d V, e V, f V, g V),
            _ => registry.add_method(member.name, move |_, this, args: MultiValue| {
                let args: Vec<LuaValue> = args.into_iter().take(MANY).collect();
                this.luau.ask_many(member, this.id, &args).map(drop)
            }),
        }
    }
    registry.add_meta_method(MetaMethod::Index, move |_, _, name: LuaValue| {
        Err::<(), _>(unknown_field(of.name(), &key(&name)).into())
    });
    registry.add_meta_method(MetaMethod::NewIndex, move |_, _, _: MultiValue| {
        let of = of.name();
        Err::<(), _>(
            Raised::new(
                "L0205",
                format!("a {of} cannot be written to"),
                format!("on n'écrit pas dans `{of}`"),
            )
            .help(
                "answer with effects: they change the game",
                "répondez par des effets : ce sont eux qui changent la partie",
            )
            .into(),
        )
    });
    registry.add_meta_method(MetaMethod::ToString, move |_, this, ()| {
        Ok(this.luau.frame.show(of, this.id))
    });
    registry.add_meta_field(MetaMethod::Type, of.name());
}

impl<const KIND: usize> H<KIND> {
    /// Asks a member that wants a function to look at the board it made: the script's limit of memory
    /// is in force, as the function is the script's.
    fn ask_and_look(
        &self,
        lua: &Lua,
        member: &'static Member,
        args: MultiValue,
    ) -> Res<MultiValue> {
        let most = member.arity().unwrap_or(MANY);
        let more = args.len().saturating_sub(most);
        if more > 0 {
            return Err(too_many(more));
        }
        let args: Vec<LuaValue> = args.into_iter().collect();
        let Value::Look(tile) = self.luau.ask_many(member, self.id, &args)? else {
            return Ok(MultiValue::new());
        };
        let tile = self.luau.handle(lua, Of::Tile, u32::from(tile.0))?;
        // The board goes back when this is dropped, whatever happens.
        let _ahead = Ahead::open(&self.luau.frame);
        match args.last() {
            Some(LuaValue::Function(look)) => look.call::<MultiValue>(tile),
            _ => Ok(MultiValue::new()),
        }
    }
}

/// Nothing more: takes no argument.
pub(super) struct Nothing;

impl FromLuaMulti for Nothing {
    fn from_lua_multi(values: MultiValue, _: &Lua) -> Res<Self> {
        if values.is_empty() { Ok(Nothing) } else { Err(too_many(values.len())) }
    }
}

#[cold]
fn too_many(n: usize) -> mlua::Error {
    let (en, fr) = match n {
        1 => ("one argument too many".to_owned(), "un argument de trop".to_owned()),
        n => (format!("{n} arguments too many"), format!("{n} arguments de trop")),
    };
    Raised::new("L0205", en, fr).into()
}

/// What a handler returns: nothing.
pub(crate) struct NoAnswer;

impl FromLuaMulti for NoAnswer {
    fn from_lua_multi(values: MultiValue, _: &Lua) -> Res<Self> {
        if values.iter().all(LuaValue::is_nil) {
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
