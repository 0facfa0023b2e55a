//! Makes the plans of a file: translates its functions, runs it once, and finds out which of its handlers have one.

use std::collections::BTreeSet;

use bastide_core::fault::Words;
use bastide_core::ids::ExpansionId;
use bastide_core::{Event, Game, Hook, Ruleset, State};

use super::decode::Chunk;
use super::file::{Closure, File};
use super::fuel::Fuel;
use super::op::Capture;
use super::run::Machine;
use super::spoil::Spoiling;
use super::tables::Tables;
use super::translate;
use super::translator::{Names, Reason};
use super::world::World;
use super::{FilePlans, Planned};
use crate::handles::{Frame, Kept, Text, Value};
use crate::module::{DEPTH_MAX, READY};

/// Steps while a file is loaded.
const LOAD: u32 = 50_000;
/// Texts that no ruleset knows are counted from here: as strange as those of a call, and no other's number.
const PLAIN: u32 = 3 << 30;

fn odd(en: &str, fr: &str) -> Reason {
    Reason { line: 0, what: Words::new(en, fr) }
}

impl FilePlans {
    /// Makes the plans of a file.
    pub(super) fn new<'a>(
        chunk: &Chunk,
        frame: &Frame,
        expansion: ExpansionId,
        rules: &Ruleset,
        functions: impl Iterator<Item = &'a str>,
    ) -> Self {
        let kept = Kept::default();
        let mut loader = Loader::new(chunk, frame, &kept);
        let loaded = loader.load(frame, rules);
        let settings = {
            frame.expansion.set(expansion);
            loader.settings(frame)
        };
        let Loader { machine, mut file, texts, reasons, tables, .. } = loader;
        // What was made so far stays.
        file.tables = tables.stay();
        file.closures = machine.closures;
        let outcome = loaded.and(settings);
        file.settings = outcome.clone().unwrap_or(Value::Nil);
        let spoiling = Spoiling::new(&file, chunk);
        let handler = |name: &str| {
            let found = find(&file, chunk, &texts, name);
            let closure = outcome.clone().and_then(|_| {
                let closure =
                    found.ok_or_else(|| odd("it is found by Luau alone", "seul Luau la trouve"))?;
                planned(closure, &file, chunk, &reasons)?;
                Ok(closure)
            });
            Planned { closure, spoils: found.is_none_or(|closure| spoiling.may(closure)) }
        };
        let handlers = functions.map(handler).collect();
        Self { file, handlers }
    }
}

/// A file while its plans are made.
struct Loader<'a> {
    chunk: &'a Chunk,
    machine: Machine,
    tables: Tables<'a>,
    file: File,
    /// The value of each text.
    texts: Vec<Value>,
    /// Why functions have no plan, by number.
    reasons: Vec<Option<Reason>>,
}

impl<'a> Loader<'a> {
    fn new(chunk: &'a Chunk, frame: &'a Frame, kept: &'a Kept) -> Self {
        let mut tables = Tables::new(&[], Vec::new(), kept, &frame.meter);
        let texts = frame.texts.borrow();
        let number = |(i, text): (usize, &Vec<u8>)| {
            Value::Text(texts.number(text).unwrap_or(Text(PLAIN + i as u32)))
        };
        let texts: Vec<Value> = chunk.texts.iter().enumerate().map(number).collect();
        let mut file = File::new();
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
        Self { chunk, machine: Machine::new(), tables, file, texts, reasons }
    }

    /// Runs the file, as Luau does when it is loaded.
    fn load(&mut self, frame: &Frame, rules: &Ruleset) -> Result<(), Reason> {
        if let Some(reason) = &self.reasons[self.chunk.main] {
            return Err(reason.clone());
        }
        let wrong = |_| odd("what stands outside functions", "ce qui est écrit hors des fonctions");
        let tables = &mut self.tables;
        let module = tables.make().map_err(wrong)?;
        for name in READY {
            if let Some(key) = self.chunk.texts.iter().position(|text| text == name.as_bytes()) {
                let ready = tables.make().map_err(wrong)?;
                tables.set(module, self.texts[key], Value::Table(ready)).map_err(wrong)?;
            }
        }
        self.file.module = Value::Table(module);
        self.machine.closures = vec![Closure { proto: self.chunk.main, caught: Vec::new() }];
        let (state, event) = (State::default(), Event::new(Hook::At));
        let world = World { frame, game: Game::new(rules, &state), event: &event };
        let mut fuel = Fuel::new(LOAD, &frame.meter);
        self.machine.run(&self.file, &world, tables, 0, &[], &mut fuel).map_err(wrong)
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
        let made = self.tables.make_strict(&all);
        made.map(Value::Table).map_err(|_| odd("options", "les options"))
    }
}

/// The function that a path leads to, as the module finds it.
fn find(file: &File, chunk: &Chunk, texts: &[Value], name: &str) -> Option<usize> {
    let Value::Table(module) = file.module else { return None };
    let key = |name: &str| {
        let i = chunk.texts.iter().position(|text| text == name.as_bytes())?;
        Some(texts[i])
    };
    let get = |table: u32, name: &str| file.tables.get(table as usize)?.get(key(name)?);
    let found = walk(&get, module, name, 0);
    let found = found.or_else(|| walk(&get, module, &name.replace('.', "_"), 0))?;
    (found < file.closures.len()).then_some(found)
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
    file: &File,
    chunk: &Chunk,
    reasons: &[Option<Reason>],
) -> Result<(), Reason> {
    let mut seen = BTreeSet::new();
    let mut callable = vec![closure];
    while let Some(closure) = callable.pop() {
        if !seen.insert(closure) {
            continue;
        }
        let Closure { proto, caught } = &file.closures[closure];
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
            for (child, captures) in file.codes[proto].iter().flat_map(|code| &code.closures) {
                if captures.iter().any(|c| matches!(c, Capture::Changing)) {
                    return Err(changing());
                }
                open.push(*child);
            }
            if caught.contains(&None) {
                return Err(changing());
            }
        }
        callable.extend(caught.iter().filter_map(|value| match value {
            Some(Value::Function(f)) if (*f as usize) < file.closures.len() => Some(*f as usize),
            _ => None,
        }));
    }
    Ok(())
}
