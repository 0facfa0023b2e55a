//! Which functions might write into a table of the file when Luau runs them: after that its plans are out of date.

use std::collections::BTreeSet;

use super::decode::{Chunk, Constant, Proto};
use super::file::File;
use super::library::writes;
use super::opcode::{Opcode, Parts};
use crate::handles::Value;

/// What is known of a file for this.
pub(super) struct Spoiling<'a> {
    file: &'a File,
    /// Functions that might write into a table, as far as their instructions say.
    writers: Vec<bool>,
    /// Tables that Luau freezes too: those that can be reached from that of the handlers.
    frozen: BTreeSet<u32>,
    chunk: &'a Chunk,
}

impl<'a> Spoiling<'a> {
    pub(super) fn new(file: &'a File, chunk: &'a Chunk) -> Self {
        let mut frozen = BTreeSet::new();
        let mut open = vec![file.module];
        while let Some(value) = open.pop() {
            if let Value::Table(table) = value
                && frozen.insert(table)
            {
                open.extend(
                    file.tables
                        .get(table as usize)
                        .into_iter()
                        .flat_map(super::table::Table::everything),
                );
            }
        }
        let writers = chunk.protos.iter().map(|proto| may_write(proto, chunk)).collect();
        Self { file, writers, frozen, chunk }
    }

    /// Whether a closure, or what it may call, might write into a table that stays and that Luau does not freeze.
    pub(super) fn may(&self, closure: usize) -> bool {
        let (mut keeps, mut writes) = (false, false);
        let mut functions = BTreeSet::new();
        let mut tables = BTreeSet::new();
        let mut open = vec![Some(Value::Function(closure as u32))];
        while let Some(value) = open.pop() {
            match value {
                Some(Value::Function(function)) if functions.insert(function) => {
                    let Some(made) = self.file.closures.get(function as usize) else {
                        writes |= self::writes(function);
                        continue;
                    };
                    open.extend(&made.caught);
                    writes |= self.writes(made.proto);
                }
                Some(Value::Table(table)) if tables.insert(table) => {
                    keeps |= !self.frozen.contains(&table);
                    let table = self.file.tables.get(table as usize);
                    open.extend(
                        table.into_iter().flat_map(super::table::Table::everything).map(Some),
                    );
                }
                // A variable that is changed later may be any table, and any function.
                None => (keeps, writes) = (true, true),
                _ => {}
            }
        }
        keeps && writes
    }

    /// Whether a function as it is written, or one inside it, might write.
    fn writes(&self, proto: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![proto];
        while let Some(proto) = open.pop() {
            if self.writers[proto] {
                return true;
            }
            if seen.insert(proto) {
                let proto = &self.chunk.protos[proto];
                open.extend(&proto.children);
                open.extend(proto.constants.iter().filter_map(|constant| match constant {
                    Constant::Closure(proto) => Some(*proto),
                    _ => None,
                }));
            }
        }
        false
    }
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
