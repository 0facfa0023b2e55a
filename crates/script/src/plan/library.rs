//! Functions of Luau's library that plans know, and what a name of a member stands for.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::fuel::Fuel;
use super::run::WINDOW;
use super::sums::{number, truthy};
use super::tables::Tables;
use super::world::Odd;
use crate::handles::{API, Does, Member, Of, Value};

/// Numbers of functions that are no closures of the file.
const LIBRARY: u32 = 1 << 31;
/// What `pairs` steps with.
pub(super) const NEXT: Value = Value::Function(LIBRARY + 100);
/// What `ipairs` steps with.
pub(super) const NEXT_PLACE: Value = Value::Function(LIBRARY + 101);
/// `refuse(option, rule)`.
pub(super) const REFUSE: Value = Value::Function(LIBRARY + 102);
/// How many kinds of handle there are.
const KINDS: usize = Of::ALL.len();
/// Arguments of a variable number that are looked at, as Luau's border does.
const MANY: usize = 16;
/// Keys that are sorted; more are Luau's business.
const SORTED_MAX: usize = 256;

macro_rules! builtins {
    ($($name:ident $path:literal,)*) => {
        /// A function of the library.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Builtin { $($name,)* }

        const ALL: &[(Builtin, &str)] = &[$((Builtin::$name, $path),)*];
    };
}

builtins! {
    Ipairs "ipairs", Pairs "pairs", Assert "assert", Sorted "sorted", Insert "table.insert", Abs "math.abs",
    Ceil "math.ceil", Floor "math.floor", Max "math.max", Min "math.min",
}

impl Builtin {
    /// What a path leads to.
    pub(super) fn named(path: &str) -> Option<Value> {
        if path == "math.huge" {
            return Some(Value::Number(f64::INFINITY));
        }
        let found = ALL.iter().position(|(_, name)| *name == path)?;
        Some(Value::Function(LIBRARY + found as u32))
    }

    pub(super) fn of(function: u32) -> Option<Self> {
        ALL.get(function.checked_sub(LIBRARY)? as usize).map(|(builtin, _)| *builtin)
    }
}

/// The greatest or least of some numbers, in Luau's own way with what is no number.
fn best(args: &[Value], better: impl Fn(f64, f64) -> bool) -> Result<Value, Odd> {
    let (first, rest) = args.split_first().ok_or(Odd::Number)?;
    let mut best = number(*first)?;
    for value in rest {
        let n = number(*value)?;
        if better(n, best) {
            best = n;
        }
    }
    Ok(Value::Number(best))
}

/// A function of one number.
fn of_number(args: &[Value], f: impl Fn(f64) -> f64) -> Result<Value, Odd> {
    match args {
        [Value::Number(n)] => Ok(Value::Number(f(*n))),
        _ => Err(Odd::Number),
    }
}

/// Keys in order: only numbers are.
fn sorted(tables: &mut Tables<'_>, args: &[Value], fuel: &mut Fuel<'_>) -> Result<Value, Odd> {
    let [Value::Table(table)] = args else { return Err(Odd::Index) };
    let n = tables.count(*table);
    if n > SORTED_MAX {
        return Err(Odd::Memory);
    }
    fuel.take(8 * n as u32)?;
    let mut keys = tables.keys(*table)?.into_iter().map(number).collect::<Result<Vec<_>, _>>()?;
    keys.sort_by(f64::total_cmp);
    Ok(Value::Table(tables.list(keys.into_iter().map(Value::Number))?))
}

/// A function of the library; how many values it gave.
pub(super) fn built_in(
    builtin: Builtin,
    tables: &mut Tables<'_>,
    r: &mut [Value; WINDOW],
    a: usize,
    n: usize,
    fuel: &mut Fuel<'_>,
) -> Result<usize, Odd> {
    let args = &r[a + 1..a + 1 + n];
    r[a] = match builtin {
        Builtin::Ipairs | Builtin::Pairs => {
            let Some(Value::Table(_)) = args.first() else { return Err(Odd::Index) };
            (r[a], r[a + 2]) = match builtin {
                Builtin::Ipairs => (NEXT_PLACE, Value::Number(0.0)),
                _ => (NEXT, Value::Nil),
            };
            return Ok(3);
        }
        Builtin::Assert => {
            if !args.first().copied().is_some_and(truthy) {
                return Err(Odd::Raised);
            }
            r.copy_within(a + 1..a + 1 + n, a);
            return Ok(n);
        }
        Builtin::Insert => {
            let [Value::Table(table), value] = *args else { return Err(Odd::Index) };
            tables.push(table, value)?;
            return Ok(0);
        }
        Builtin::Sorted => sorted(tables, args, fuel)?,
        Builtin::Abs => of_number(args, f64::abs)?,
        Builtin::Ceil => of_number(args, f64::ceil)?,
        Builtin::Floor => of_number(args, f64::floor)?,
        Builtin::Max => best(args, |n, best| n > best)?,
        Builtin::Min => best(args, |n, best| n < best)?,
    };
    Ok(1)
}

/// Whether a function of the library writes into a table that it is given.
pub(super) fn writes(function: u32) -> bool {
    Builtin::of(function) == Some(Builtin::Insert)
}

/// Whether a name is of members inside which scripts run.
pub(super) fn enters(name: &[u8]) -> bool {
    API.iter().any(|member| member.name.as_bytes() == name && member.enters())
}

/// A member, and what its call must be.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// What the member does, at hand.
    pub(super) does: Does,
    pub(super) member: &'static Member,
    /// Most arguments.
    pub(super) most: u8,
    /// Those beyond are not looked at, instead of being wrong.
    pub(super) cut: bool,
    /// Whether it gives a value.
    pub(super) gives: bool,
}

impl Known {
    pub(super) fn of(member: &'static Member) -> Self {
        let most = member.arity().unwrap_or(MANY) as u8;
        let cut = member.arity().is_none();
        Self { does: member.call, member, most, cut, gives: member.gives() }
    }
}

/// The members of a name, by kind of handle.
#[derive(Clone, Copy)]
pub(super) struct Members {
    pub(super) fields: [Option<Known>; KINDS],
    pub(super) methods: [Option<Known>; KINDS],
}

const NONE: Members = Members { fields: [None; KINDS], methods: [None; KINDS] };

/// Every name of a member that plans may ask, the same for all files.
static MEMBERS: LazyLock<BTreeMap<&str, Members>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    // What runs scripts is Luau's business.
    for member in API.iter().filter(|m| !m.enters()) {
        let of = Of::ALL.iter().position(|of| of.name() == member.of);
        let found = all.entry(member.name).or_insert(NONE);
        let table = if member.is_field() { &mut found.fields } else { &mut found.methods };
        if let Some(of) = of {
            table[of] = Some(Known::of(member));
        }
    }
    all
});

/// What a name is: a key of tables, and a member of handles.
pub(super) struct Name {
    pub(super) text: Value,
    pub(super) members: &'static Members,
}

impl Name {
    pub(super) fn new(name: &[u8], text: Value) -> Self {
        let known = std::str::from_utf8(name).ok().and_then(|name| MEMBERS.get(name));
        Self { text, members: known.unwrap_or(&NONE) }
    }
}
