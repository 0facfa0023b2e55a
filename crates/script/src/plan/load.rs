//! Makes the plans of a file: translates its functions, runs it once, and finds out which of its handlers have one.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use bastide_core::ids::ExpansionId;
use bastide_core::{Event, Game, Hook, Ruleset, State};

use bastide_core::fault::Words;

use super::decode::{Chunk, Constant, Proto};
use super::op;
use super::opcode::{Opcode, Parts};
use super::run::{Closure, File, Machine};
use super::tables::Tables;
use super::translate;
use super::translator::{Names, Reason};
use super::world::World;
use super::{Handler, Plans};
use crate::handles::{Frame, Text, Value};
use crate::module::{DEPTH_MAX, READY};

/// Steps while a file is loaded.
const LOAD: u32 = 50_000;
/// Texts that no ruleset knows are counted from here: as strange as those of a call, and no other's number.
const PLAIN: u32 = 3 << 30;

fn odd(en: &str, fr: &str) -> Reason {
    Reason { line: 0, what: Words::new(en, fr) }
}

impl Plans {
    /// Makes the plans of a file.
    pub(crate) fn new<'a>(
        chunk: &Chunk,
        frame: &Frame,
        expansion: ExpansionId,
        rules: &Arc<Ruleset>,
        functions: impl Iterator<Item = &'a str>,
        spoilt: &Rc<Cell<bool>>,
    ) -> Self {
        let mut loader = Loader::new(chunk, frame);
        let loaded = loader.load(frame, rules);
        let settings = {
            frame.expansion.set(expansion);
            loader.settings(frame)
        };
        let Loader { mut machine, mut file, texts, reasons, .. } = loader;
        let frozen = machine.fix();
        let handler = |name: &str| {
            let found = find(&machine, chunk, &texts, name);
            let closure = loaded.clone().and_then(|()| settings.clone()).and_then(|_| {
                let closure =
                    found.ok_or_else(|| odd("it is found by Luau alone", "seul Luau la trouve"))?;
                planned(closure, &machine, &file, chunk, &reasons, &mut BTreeSet::new())?;
                Ok(closure)
            });
            let spoils = found.is_none_or(|closure| may_spoil(closure, &machine, chunk, &frozen));
            Handler { closure, spoils, ended: Cell::new(0), odd: Cell::new(0) }
        };
        let handlers = functions.map(handler).collect();
        file.settings = settings.unwrap_or(Value::Nil);
        Self {
            rules: Arc::clone(rules),
            file,
            machine: RefCell::new(machine),
            handlers,
            spoilt: Rc::clone(spoilt),
        }
    }
}

/// A file while its plans are made.
struct Loader<'a> {
    chunk: &'a Chunk,
    machine: Machine,
    file: File,
    /// The value of each text.
    texts: Vec<Value>,
    /// Why functions have no plan, by number.
    reasons: Vec<Option<Reason>>,
}

impl<'a> Loader<'a> {
    fn new(chunk: &'a Chunk, frame: &Frame) -> Self {
        let mut machine = Machine::new(Tables::new(&frame.meter));
        let texts = frame.texts.borrow();
        let number = |(i, text): (usize, &Vec<u8>)| {
            Value::Text(texts.number(text).unwrap_or(Text(PLAIN + i as u32)))
        };
        let texts: Vec<Value> = chunk.texts.iter().enumerate().map(number).collect();
        let mut file = File::new();
        let tables = &mut machine.tables;
        let mut template = |entries: &[(Value, Value)]| {
            let table = tables.make().ok()?;
            for (key, value) in entries {
                tables.set(table, *key, *value).ok()?;
            }
            Some(Value::Table(table))
        };
        let row_of = vec![None; texts.len()];
        let rows = &mut file.names;
        let mut names = Names { chunk, texts: &texts, rows, row_of, templates: &mut template };
        let mut codes = Vec::new();
        let mut reasons = Vec::new();
        for (i, proto) in chunk.protos.iter().enumerate() {
            let code = translate::translate(proto, &mut names, i == chunk.main);
            let (code, reason) = match code {
                Ok(code) => (Some(code), None),
                Err(reason) => (None, Some(reason)),
            };
            codes.push(code);
            reasons.push(reason);
        }
        file.codes = codes;
        Self { chunk, machine, file, texts, reasons }
    }

    /// Runs the file, as Luau does when it is loaded.
    fn load(&mut self, frame: &Frame, rules: &Ruleset) -> Result<(), Reason> {
        if let Some(reason) = &self.reasons[self.chunk.main] {
            return Err(reason.clone());
        }
        let wrong = |_| odd("what stands outside functions", "ce qui est écrit hors des fonctions");
        let tables = &mut self.machine.tables;
        let module = tables.make().map_err(wrong)?;
        for name in READY {
            if let Some(key) = self.chunk.texts.iter().position(|text| text == name.as_bytes()) {
                let ready = tables.make().map_err(wrong)?;
                tables.set(module, self.texts[key], Value::Table(ready)).map_err(wrong)?;
            }
        }
        self.machine.module = Value::Table(module);
        self.machine.closures = vec![Closure { proto: self.chunk.main, caught: Vec::new() }];
        let (state, event) = (State::default(), Event::new(Hook::At));
        let world = World { frame, game: Game::new(rules, &state), event: &event };
        self.machine.run(&self.file, &world, 0, &[], LOAD).map_err(wrong)
    }

    /// The options of the expansion as a table, under both spellings.
    fn settings(&mut self, frame: &Frame) -> Result<Value, Reason> {
        let mut all = Vec::new();
        for (name, value) in frame.settings() {
            let names = self.chunk.texts.iter().zip(&self.texts);
            let spelt = names.filter(|(text, _)| {
                **text == name.as_bytes() || **text == name.replace('-', "_").as_bytes()
            });
            all.extend(spelt.map(|(_, text)| (*text, value)));
        }
        let made = self.machine.tables.make_strict(&all);
        made.map(Value::Table).map_err(|_| odd("options", "les options"))
    }
}

impl Machine {
    /// What was made so far stays; those tables among it that Luau freezes too.
    fn fix(&mut self) -> BTreeSet<u32> {
        self.fixed = self.closures.len();
        self.tables.fix();
        let mut frozen = BTreeSet::new();
        let mut open = vec![self.module];
        while let Some(value) = open.pop() {
            if let Value::Table(table) = value
                && frozen.insert(table)
            {
                open.extend(self.tables.everything(table));
            }
        }
        frozen
    }
}

/// The function that a path leads to, as the module finds it.
fn find(machine: &Machine, chunk: &Chunk, texts: &[Value], name: &str) -> Option<usize> {
    let Value::Table(module) = machine.module else { return None };
    let key = |name: &str| {
        let i = chunk.texts.iter().position(|text| text == name.as_bytes())?;
        Some(texts[i])
    };
    let get = |table, name: &str| {
        let mut found = Value::Nil;
        machine.tables.read(table, key(name)?, &mut found).ok()?;
        Some(found)
    };
    let found = walk(&get, module, name, 0);
    let found = found.or_else(|| walk(&get, module, &name.replace('.', "_"), 0))?;
    (found < machine.closures.len()).then_some(found)
}

/// One step on the way after the other, each name as long as the table has it.
fn walk(
    get: &dyn Fn(u32, &str) -> Option<Value>,
    table: u32,
    path: &str,
    depth: usize,
) -> Option<usize> {
    if let Some(Value::Function(function)) = get(table, path) {
        return Some(function as usize);
    }
    if depth == DEPTH_MAX {
        return None;
    }
    path.match_indices('.').find_map(|(dot, _)| match get(table, &path[..dot]) {
        Some(Value::Table(inner)) => walk(get, inner, &path[dot + 1..], depth + 1),
        _ => None,
    })
}

/// Whether a closure has a plan, with all that it may call.
fn planned(
    closure: usize,
    machine: &Machine,
    file: &File,
    chunk: &Chunk,
    reasons: &[Option<Reason>],
    seen: &mut BTreeSet<usize>,
) -> Result<(), Reason> {
    if !seen.insert(closure) {
        return Ok(());
    }
    let Closure { proto, caught } = &machine.closures[closure];
    let mut open = vec![*proto];
    while let Some(proto) = open.pop() {
        let changing = || Reason {
            line: chunk.protos[proto].line(0),
            what: Words::new(
                "a variable outside the function is assigned",
                "une variable hors de la fonction reçoit une valeur",
            ),
        };
        if let Some(reason) = &reasons[proto] {
            return Err(reason.clone());
        }
        let made = file.codes[proto].iter().flat_map(|code| &code.closures);
        for (child, captures) in made {
            if captures.iter().any(|c| matches!(c, op::Capture::Changing)) {
                return Err(changing());
            }
            open.push(*child);
        }
        if caught.contains(&None) {
            return Err(changing());
        }
    }
    for value in caught {
        if let Some(Value::Function(function)) = value
            && (*function as usize) < machine.closures.len()
        {
            planned(*function as usize, machine, file, chunk, reasons, seen)?;
        }
    }
    Ok(())
}

/// Whether a closure, or what it may call, might write into a table that stays and that Luau does not freeze.
fn may_spoil(closure: usize, machine: &Machine, chunk: &Chunk, frozen: &BTreeSet<u32>) -> bool {
    let (mut keeps, mut writes) = (false, false);
    let mut functions = BTreeSet::new();
    let mut tables = BTreeSet::new();
    let mut open = vec![Some(Value::Function(closure as u32))];
    while let Some(value) = open.pop() {
        match value {
            Some(Value::Function(function)) if functions.insert(function) => {
                let Some(made) = machine.closures.get(function as usize) else { continue };
                open.extend(&made.caught);
                let mut inner = vec![made.proto];
                while let Some(proto) = inner.pop() {
                    let proto = &chunk.protos[proto];
                    writes |= may_write(proto, chunk);
                    inner.extend(&proto.children);
                    inner.extend(proto.constants.iter().filter_map(|constant| match constant {
                        Constant::Closure(proto) => Some(*proto),
                        _ => None,
                    }));
                }
            }
            Some(Value::Table(table)) if tables.insert(table) => {
                keeps |= !frozen.contains(&table);
                open.extend(machine.tables.everything(table).into_iter().map(Some));
            }
            // A variable that is changed later may be any table.
            None => keeps = true,
            _ => {}
        }
    }
    keeps && writes
}

/// Whether a function might write into a table, as far as its instructions say.
fn may_write(proto: &Proto, chunk: &Chunk) -> bool {
    /// What writes into nothing that it is given.
    const READS: [&str; 10] = [
        "type", "typeof", "tostring", "tonumber", "print", "error", "select", "math", "string",
        "bit32",
    ];
    let mut at = 0;
    while let Some(word) = proto.code.get(at) {
        let Some(op) = Opcode::of(*word) else { return true };
        let writes = match op {
            Opcode::SETTABLE
            | Opcode::SETTABLEKS
            | Opcode::SETTABLEN
            | Opcode::GETGLOBAL
            | Opcode::SETGLOBAL => true,
            Opcode::GETIMPORT => match proto.constants.get(Parts::of(*word).d as usize) {
                Some(Constant::Import(path)) => {
                    let words: Vec<&[u8]> = path.iter().map(|t| &*chunk.texts[*t]).collect();
                    let known =
                        words.first().is_some_and(|w| READS.iter().any(|r| r.as_bytes() == *w));
                    let pure = [b"ipairs".as_slice(), b"pairs", b"assert", b"sorted"];
                    !known && !words.first().is_some_and(|w| pure.contains(w))
                }
                _ => true,
            },
            _ => false,
        };
        if writes {
            return true;
        }
        at += op.words();
    }
    false
}
