//! Globals of a script: a list of what is allowed, and nothing else.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use bastide_core::fault::Words;
use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaString, Table, Value};

use crate::meter::Meter;
use crate::raised::{Place, Raised};
use crate::text;

/// Lines kept until the host takes them.
const LOG_MAX: usize = 200;

/// Steps that one printed line costs.
const PRINT_STEPS: u32 = 32;

/// Name of the chunk with our own library functions; never blamed.
pub(crate) const PRELUDE: &str = "bastide";

/// Every name that a script finds.
pub const GLOBALS: &[&str] = &[
    "_VERSION",
    "assert",
    "error",
    "getmetatable",
    "ipairs",
    "next",
    "pairs",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "sorted",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "bit32",
    "math",
    "string",
    "table",
    "utf8",
];

const BIT32: &[&str] = &[
    "arshift", "band", "bnot", "bor", "btest", "bxor", "byteswap", "countlz", "countrz", "extract",
    "lrotate", "lshift", "replace", "rrotate", "rshift",
];

/// Nothing that the C library of a platform may round in its own way.
const MATH: &[&str] = &[
    "abs", "ceil", "clamp", "floor", "fmod", "huge", "max", "min", "modf", "pi", "round", "sign",
    "sqrt",
];

const STRING: &[&str] = &[
    "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse",
    "split", "sub", "upper",
];

const TABLE: &[&str] = &[
    "clear", "clone", "concat", "create", "find", "freeze", "insert", "isfrozen", "maxn", "move",
    "pack", "remove", "sort", "unpack",
];

const UTF8: &[&str] = &["char", "charpattern", "codepoint", "codes", "len", "offset"];

/// Names inside the libraries.
pub const LIBRARIES: &[(&str, &[&str])] =
    &[("bit32", BIT32), ("math", MATH), ("string", STRING), ("table", TABLE), ("utf8", UTF8)];

/// Functions that make texts. Called directly they give up when the collector is due, which depends on the
/// clock, and are called once more in the plain way: the steps would not be the same from run to run.
const TEXT_BUILTINS: &[&str] = &["string.char", "string.sub", "tostring"];

/// Functions that the compiler would call directly, past what a script sees under the name.
const BUILTINS: &[&str] = &[
    "assert",
    "setmetatable",
    "tonumber",
    "math.acos",
    "math.asin",
    "math.atan",
    "math.atan2",
    "math.cos",
    "math.cosh",
    "math.deg",
    "math.exp",
    "math.frexp",
    "math.isfinite",
    "math.isinf",
    "math.isnan",
    "math.ldexp",
    "math.lerp",
    "math.log",
    "math.log10",
    "math.pow",
    "math.rad",
    "math.sin",
    "math.sinh",
    "math.tan",
    "math.tanh",
];

/// A line that a script printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The text, made safe to show.
    pub text: String,
    /// File of the line that printed it; empty if unknown.
    pub file: String,
    /// Line from 1; 0 if unknown.
    pub line: usize,
}

/// What scripts printed since the host last looked.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) lines: Vec<(String, Option<Place>)>,
    pub(crate) dropped: usize,
}

/// Returns the compiler of scripts. Its settings are part of the fingerprint of a record.
pub(crate) fn compiler(source: &str) -> Compiler {
    let compiler = Compiler::new()
        .set_optimization_level(1)
        .set_debug_level(1)
        .set_disabled_builtins(BUILTINS.iter().chain(TEXT_BUILTINS).copied());
    // The compiler forgets what is disabled if the script assigns to a global of the same name; a library
    // that may change is never called directly. A plain word is enough, unless it is a method (`game:log`), which
    // can be no global: the price is some speed, and a plan.
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut method = false;
    let words: BTreeSet<&str> = source
        .split_inclusive(|c| !is_word(c))
        .filter_map(|piece| {
            let is_method = std::mem::replace(&mut method, piece.ends_with(':'));
            (!is_method).then(|| piece.trim_end_matches(|c| !is_word(c)))
        })
        .collect();
    let names = |library: &str| {
        let mut all = BUILTINS.iter().chain(TEXT_BUILTINS).filter_map(|b| b.split_once('.'));
        all.any(|(of, name)| of == library && words.contains(name))
    };
    let libraries = ["math", "string"].into_iter().filter(|library| names(library));
    compiler.set_mutable_globals(["buffer", "integer", "vector"].into_iter().chain(libraries))
}

/// Leaves the allowed functions, puts ours in the place of some, and freezes everything.
pub(crate) fn install(lua: &Lua, meter: &Rc<Meter>, log: &Rc<RefCell<Log>>) -> mlua::Result<()> {
    let globals = lua.globals();
    let charge = {
        let meter = Rc::clone(meter);
        lua.create_function(move |_, steps: f64| {
            Ok(meter.charge(if steps < 4e9 { steps as u32 } else { u32::MAX })?)
        })?
    };
    let printing = {
        let (log, meter) = (Rc::clone(log), Rc::clone(meter));
        lua.create_function(move |lua, line: LuaString| {
            meter.charge(PRINT_STEPS)?;
            let mut log = log.borrow_mut();
            if log.lines.len() < LOG_MAX {
                log.lines.push((text::clean_bytes(&line.as_bytes()), place_at(lua, 1)));
            } else {
                log.dropped += 1;
            }
            Ok(())
        })?
    };
    let prelude: Function = lua
        .load(include_str!("prelude.luau"))
        .set_name(format!("={PRELUDE}"))
        .set_compiler(Compiler::new().set_disabled_builtins(TEXT_BUILTINS.iter().copied()))
        .into_function()?;
    let is_c = lua.create_function(|_, f: Function| Ok(f.info().what == "C"))?;
    prelude.call::<()>((charge, raise(lua)?, printing, is_c))?;

    for &(name, allowed) in LIBRARIES {
        keep(&globals.raw_get::<Table>(name)?, allowed)?;
    }
    keep(&globals, GLOBALS)?;
    lua.sandbox(true)?;
    // The sandbox lays a writable table over the globals.
    lua.globals().set_readonly(true);
    Ok(())
}

fn keep(table: &Table, allowed: &[&str]) -> mlua::Result<()> {
    let mut gone = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, _) = pair?;
        let kept = key
            .as_string()
            .is_some_and(|name| allowed.iter().any(|a| a.as_bytes() == &*name.as_bytes()));
        if !kept {
            gone.push(key);
        }
    }
    for key in gone {
        table.raw_set(key, Value::Nil)?;
    }
    Ok(())
}

/// `error(value, level)`: any value is turned into text here, once, and the line is taken from the stack.
fn raise(lua: &Lua) -> mlua::Result<Function> {
    lua.create_function(|lua, (value, level): (Value, Value)| -> mlua::Result<()> {
        let level = text::number(&level).unwrap_or(1.0);
        let place = place_at(lua, level.clamp(1.0, 8.0) as usize);
        let text = text::show(&value);
        let raised = if let Value::String(_) = value {
            let french = crate::french::french(&text);
            Raised { what: Words::new(text, french), ..Raised::new("L0201", "", "") }
        } else {
            let kind = if value.is_userdata() { "handle" } else { value.type_name() };
            Raised::new(
                "L0207",
                format!("the script raised an error that is no text ({kind}): {text}"),
                format!("le script a levé une erreur qui n'est pas un texte ({kind}) : {text}"),
            )
            .help("call `error` with a text", "appelez `error` avec un texte")
        };
        Err(raised.at(place).into())
    })
}

/// The first line of a script at this level of the stack or above it.
pub(crate) fn place_at(lua: &Lua, level: usize) -> Option<Place> {
    (level..level + 8).find_map(|level| {
        lua.inspect_stack(level, |frame| {
            let module = module_of(frame.source().short_src.as_deref()?)?;
            Some(Place { module, line: frame.current_line()? })
        })?
    })
}

/// Chunks are named `#0`, `#1`…: a file's own name could imitate something.
pub(crate) fn module_of(chunk: &str) -> Option<usize> {
    chunk.strip_prefix('#')?.parse().ok()
}
