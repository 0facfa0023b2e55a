//! Tests in Lua: `describe`, `it`, `expect`, and games that the host plays. They run in the same hardened
//! machine as expansions, each test in one of its own.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use bastide_core::fault::Fault;
use mlua::{Function, Lua, LuaString, MultiValue, Table, Value};

use crate::library::place_at;
use crate::raised::{Place, Raised};
use crate::text;
use crate::vm::{Budget, Limits, Vm};

/// Steps of one test.
const STEPS: u32 = 2_000_000;
/// Time of one test, the games it plays included.
const WALL: Duration = Duration::from_secs(20);
/// Most tests of one file.
const TESTS_MAX: usize = 1000;
/// Most entries, in all, of a table that is handed to the host, and its greatest depth.
const ENTRIES_MAX: usize = 10_000;
const DEPTH_MAX: usize = 6;

/// Plain data that a test hands to the host, or is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// Nothing.
    None,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A list; an empty table too.
    List(Vec<Data>),
    /// A table by name, in order of the names.
    Table(Vec<(String, Data)>),
}

/// A question of a test about a game.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Question to answer, or action to carry out.
    pub question: &'a str,
    /// Number of the game.
    pub game: usize,
    /// Further arguments.
    pub with: &'a [Data],
    /// Bytes of the line of the test.
    pub line: Range<usize>,
}

/// Plays the games of a test.
pub trait Games {
    /// Answers a question about a game: `game` begins one and gives its number.
    ///
    /// # Errors
    ///
    /// What the test has done wrong, or what came out otherwise than it expects.
    fn ask(&self, asked: &Asked<'_>) -> Result<Data, Vec<Fault>>;

    /// The test is at its end.
    ///
    /// # Errors
    ///
    /// Moves that cannot be played.
    fn finish(&self) -> Result<(), Vec<Fault>>;
}

/// A test of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Titles of the enclosing groups.
    pub of: Vec<String>,
    /// Its own title.
    pub title: String,
}

/// State while a file is read or a test runs.
#[derive(Default)]
struct Desk {
    open: Vec<String>,
    found: Vec<(Test, Function)>,
    /// Plays the games, or `None` while the file is read.
    games: Option<Rc<dyn Games>>,
    /// What the host told, instead of the error that stopped the script.
    told: Vec<Fault>,
}

/// A file of tests in a machine of its own.
struct Spec {
    vm: Vm,
    desk: Rc<RefCell<Desk>>,
}

/// The tests of a file, in order.
///
/// # Errors
///
/// The file does not load, `S0021` a title that is no text or is written twice.
pub fn tests(file: &str, source: &str) -> Result<Vec<Test>, Fault> {
    let spec = Spec::load(file, source)?;
    let found = spec.desk.borrow().found.iter().map(|(test, _)| test.clone()).collect();
    Ok(found)
}

/// Runs one test by its number.
///
/// # Errors
///
/// What does not hold, or how the test failed.
pub fn run(file: &str, source: &str, test: usize, games: &Rc<dyn Games>) -> Result<(), Vec<Fault>> {
    let spec = Spec::load(file, source).map_err(|fault| vec![fault])?;
    let body = spec.desk.borrow().found.get(test).map(|(_, body)| body.clone());
    let Some(body) = body else { return Ok(()) };
    spec.desk.borrow_mut().games = Some(Rc::clone(games));
    let done = spec.vm.call::<MultiValue>(&body, (), Budget::Steps(STEPS));
    let told = std::mem::take(&mut spec.desk.borrow_mut().told);
    match done {
        Err(_) if !told.is_empty() => Err(told),
        Err(fault) => Err(vec![fault]),
        Ok(_) => games.finish(),
    }
}

impl Spec {
    fn load(file: &str, source: &str) -> Result<Self, Fault> {
        let limits = Limits { wall: WALL, ..Limits::default() };
        let spec = Self { vm: Vm::new(limits)?, desk: Rc::default() };
        spec.install(source).map_err(|error| spec.vm.fault(&error, None))?;
        spec.vm.load_module(file, source)?;
        Ok(spec)
    }

    /// Lays the words of tests beside the libraries.
    fn install(&self, source: &str) -> mlua::Result<()> {
        let lua = self.vm.lua();
        let lines: Rc<str> = Rc::from(source.strip_prefix('\u{feff}').unwrap_or(source));
        let desk = |f: fn(&mut Desk, &MultiValue) -> mlua::Result<()>| {
            let desk = Rc::clone(&self.desk);
            lua.create_function(move |_, args: MultiValue| f(&mut desk.borrow_mut(), &args))
        };
        let ask = {
            let desk = Rc::clone(&self.desk);
            lua.create_function(move |lua, args: MultiValue| ask(lua, &desk, &lines, args))?
        };
        let leave = {
            let desk = Rc::clone(&self.desk);
            lua.create_function(move |_, ()| {
                desk.borrow_mut().open.pop();
                Ok(())
            })?
        };
        let differs =
            lua.create_function(|lua, args: (LuaString, Value, Value)| differs(lua, &args))?;
        let prelude =
            lua.load(include_str!("spec.luau")).set_name(format!("={}", crate::library::PRELUDE));
        let arguments = (ask, desk(enter)?, leave, desk(register)?, differs);
        let words: Table = self
            .vm
            .call(&prelude.into_function()?, arguments, Budget::Load)
            .map_err(mlua::Error::external)?;
        let globals = lua.globals();
        globals.set_readonly(false);
        for pair in words.pairs::<LuaString, Value>() {
            let (name, word) = pair?;
            globals.raw_set(name, word)?;
        }
        globals.set_readonly(true);
        Ok(())
    }
}

/// `describe` begins.
fn enter(desk: &mut Desk, args: &MultiValue) -> mlua::Result<()> {
    outside(desk, "describe")?;
    let title = title(args.front())?;
    desk.open.push(title);
    Ok(())
}

/// `it`.
fn register(desk: &mut Desk, args: &MultiValue) -> mlua::Result<()> {
    outside(desk, "it")?;
    let test = Test { of: desk.open.clone(), title: title(args.front())? };
    let Some(Value::Function(body)) = args.get(1) else {
        return Err(Raised::new(
            "S0021",
            "a test is a title and a function",
            "un test est un titre et une fonction",
        )
        .help("write `it(\"…\", function() … end)`", "écrivez `it(\"…\", function() … end)`")
        .into());
    };
    if desk.found.iter().any(|(known, _)| *known == test) || desk.found.len() >= TESTS_MAX {
        let title = text::clean(&test.title);
        return Err(Raised::new(
            "S0021",
            format!("the test `{title}` is written twice, or there are more than {TESTS_MAX}"),
            format!("le test `{title}` est écrit deux fois, ou il y en a plus de {TESTS_MAX}"),
        )
        .help("give one of them another title", "donnez un autre titre à l'un d'eux")
        .into());
    }
    desk.found.push((test, body.clone()));
    Ok(())
}

/// `describe` and `it` are for reading the file only.
fn outside(desk: &Desk, word: &str) -> mlua::Result<()> {
    if desk.games.is_none() {
        return Ok(());
    }
    Err(Raised::new(
        "S0022",
        format!("`{word}` stands inside a test"),
        format!("`{word}` est à l'intérieur d'un test"),
    )
    .help("put it outside of `it`", "mettez-le hors de `it`")
    .into())
}

fn title(value: Option<&Value>) -> mlua::Result<String> {
    match value {
        Some(Value::String(title)) => Ok(text::clean_bytes(&title.as_bytes())),
        _ => Err(Raised::new("S0021", "a title is a text", "un titre est un texte").into()),
    }
}

/// A question to the host, with the line of the test that asks it.
fn ask(lua: &Lua, desk: &RefCell<Desk>, source: &str, mut args: MultiValue) -> mlua::Result<Value> {
    let question = args.pop_front().and_then(|v| Some(v.as_string()?.to_string_lossy()));
    let question = question.unwrap_or_default();
    let game = args.pop_front().and_then(|v| v.as_usize()).unwrap_or(0);
    let Some(games) = desk.borrow().games.clone() else {
        return Err(Raised::new(
            "S0022",
            "a game is played outside of a test",
            "une partie est jouée hors d'un test",
        )
        .help("put it into `it`", "mettez-la dans `it`")
        .into());
    };
    let mut left = ENTRIES_MAX;
    let with = args.iter().map(|value| data(value, DEPTH_MAX, &mut left));
    let with = with.collect::<mlua::Result<Vec<Data>>>()?;
    let line = place_at(lua, 1).map_or(0..0, |place| span(source, place));
    match games.ask(&Asked { question: &question, game, with: &with, line }) {
        Ok(data) => value(lua, &data),
        Err(faults) => {
            desk.borrow_mut().told = faults;
            Err(Raised::new("S0110", "the test fails", "le test échoue").into())
        }
    }
}

/// Bytes of a line, without the white space around it.
fn span(source: &str, place: Place) -> Range<usize> {
    let mut from = 0;
    for (i, line) in source.split_inclusive('\n').enumerate() {
        if i + 1 == place.line {
            let start = from + line.len() - line.trim_start().len();
            return start..(start + line.trim().len());
        }
        from += line.len();
    }
    from..from
}

/// What a value is for the host.
fn data(value: &Value, depth: usize, left: &mut usize) -> mlua::Result<Data> {
    let wrong = |what: &str, fr: &str| {
        let (en, fr) = (
            format!("{what} cannot be handed to a game"),
            format!("{fr} ne se donne pas à une partie"),
        );
        mlua::Error::from(Raised::new("S0023", en, fr).help(
            "give texts, whole numbers, `true` or `false`, and tables of them",
            "donnez des textes, des nombres entiers, `true` ou `false`, et des tables de ceux-ci",
        ))
    };
    *left = left.checked_sub(1).ok_or_else(|| wrong("so large a table", "une table si grande"))?;
    Ok(match value {
        Value::Nil => Data::None,
        Value::Boolean(on) => Data::Bool(*on),
        Value::String(text) => Data::Text(text.to_string_lossy()),
        Value::Integer(n) => Data::Int(*n),
        #[allow(clippy::float_cmp, reason = "whether a number is whole")]
        Value::Number(n) if n.trunc() == *n && n.abs() < 1e15 => Data::Int(*n as i64),
        Value::Table(table) if depth > 0 => {
            let list: Vec<Value> = table.sequence_values().collect::<mlua::Result<_>>()?;
            if !list.is_empty() || table.is_empty() {
                let each = list.iter().map(|value| data(value, depth - 1, left));
                return Ok(Data::List(each.collect::<mlua::Result<_>>()?));
            }
            let mut entries = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair?;
                let key = match key {
                    Value::String(key) => key.to_string_lossy(),
                    other => return Err(wrong(&text::show(&other), &text::show(&other))),
                };
                entries.push((key, data(&value, depth - 1, left)?));
            }
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Data::Table(entries)
        }
        other => {
            let shown = text::show(other);
            return Err(wrong(&shown, &shown));
        }
    })
}

/// What the host's data are in Lua.
fn value(lua: &Lua, data: &Data) -> mlua::Result<Value> {
    Ok(match data {
        Data::None => Value::Nil,
        Data::Bool(on) => Value::Boolean(*on),
        Data::Int(n) => Value::Number(*n as f64),
        Data::Text(text) => Value::String(lua.create_string(text)?),
        Data::List(list) => {
            let table = lua.create_table()?;
            for one in list {
                table.raw_push(value(lua, one)?)?;
            }
            Value::Table(table)
        }
        Data::Table(entries) => {
            let table = lua.create_table()?;
            for (key, one) in entries {
                table.raw_set(key.as_str(), value(lua, one)?)?;
            }
            Value::Table(table)
        }
    })
}

/// `expect(…)` finds something else.
fn differs(lua: &Lua, (how, found, wanted): &(LuaString, Value, Value)) -> mlua::Result<()> {
    let (found, wanted) = (quoted(found), quoted(wanted));
    let (en, fr) = match &*how.as_bytes() {
        b"is" => (
            format!("it is {found}, expected {wanted}"),
            format!("c'est {found}, attendu {wanted}"),
        ),
        b"is_not" => (
            format!("it is {wanted}, expected anything else"),
            format!("c'est {wanted}, attendu autre chose"),
        ),
        b"has" => (format!("{found} does not have {wanted}"), format!("{found} n'a pas {wanted}")),
        _ => (format!("{found} has {wanted}"), format!("{found} a {wanted}")),
    };
    Err(Raised::new("S0110", en, fr).at(place_at(lua, 1)).into())
}

/// A value for people; a text in quotes.
fn quoted(value: &Value) -> String {
    let shown = text::show(value);
    if value.is_string() { format!("\"{shown}\"") } else { shown }
}
