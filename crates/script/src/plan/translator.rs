//! What a translation has at hand: constants, names, calls and closures in terms of ours.

use std::collections::BTreeMap;

use bastide_core::fault::Words;

use super::decode::{Chunk, Constant, Proto};
use super::fuel::steps_of;
use super::library::{self, Builtin, Name};
use super::op::{Capture, Op, Sum, Test};
use super::opcode::{Opcode as O, Parts};
use crate::handles::Value;

/// As many values as there are.
pub(super) const OPEN: u8 = 255;
/// Registers that a function may use; some operations look a few further.
pub(super) const REGISTERS_MAX: u8 = 240;

/// A function as operations.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) constants: Vec<Value>,
    pub(super) params: u8,
    /// Closures that it makes: of which function, catching what.
    pub(super) closures: Vec<(usize, Vec<Capture>)>,
}

impl Code {
    /// The price of a call.
    #[inline]
    pub(super) fn length(&self) -> u32 {
        steps_of(self.ops.len())
    }
}

/// Why a function has no plan: what Luau must run, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    /// From 1; 0 if unknown.
    pub(crate) line: u32,
    pub(crate) what: Words,
}

/// Makes a constant table of keys and values.
pub(super) type Templates<'a> = dyn FnMut(&[(Value, Value)]) -> Option<Value> + 'a;

/// What a file gives to the functions in it.
pub(super) struct Names<'a> {
    pub(super) chunk: &'a Chunk,
    /// The value of each text.
    pub(super) texts: &'a [Value],
    /// Names that operations use, and which text each is.
    pub(super) rows: &'a mut Vec<Name>,
    pub(super) row_of: Vec<Option<u16>>,
    /// Constant tables, which are made before anything runs.
    pub(super) templates: &'a mut Templates<'a>,
}

pub(super) struct Translator<'a, 'b> {
    pub(super) proto: &'a Proto,
    pub(super) names: &'a mut Names<'b>,
    pub(super) code: Code,
    /// The places of its constants, by kind and bits.
    pub(super) constants: BTreeMap<(u8, u64), u16>,
    /// The word that is read.
    pub(super) at: usize,
    /// The operation that each word has become.
    pub(super) places: Vec<u32>,
    /// Operations that go to a word, for which the place must be put in.
    pub(super) jumps: Vec<(usize, usize)>,
}

impl Translator<'_, '_> {
    pub(super) fn reason(&self, en: &str, fr: &str) -> Reason {
        Reason { line: self.proto.line(self.at), what: Words::new(en, fr) }
    }

    pub(super) fn second(&self) -> Result<u32, Reason> {
        self.proto
            .code
            .get(self.at + 1)
            .copied()
            .ok_or_else(|| self.reason("a cut instruction", "une instruction coupée"))
    }

    pub(super) fn push(&mut self, op: Op) {
        self.code.ops.push(op);
    }

    /// An operation that goes elsewhere, so many words from the next one.
    pub(super) fn jump(&mut self, by: i32, op: Op) -> Result<(), Reason> {
        let to = usize::try_from(self.at as i64 + 1 + i64::from(by));
        self.jumps.push((self.code.ops.len(), to.map_err(|_| self.reason("a jump", "un saut"))?));
        self.push(op);
        Ok(())
    }

    pub(super) fn land(&mut self, op: usize, place: u32) -> Result<(), Reason> {
        let Ok(place) = u16::try_from(place) else {
            return Err(self.reason("a function too long", "une fonction trop longue"));
        };
        match &mut self.code.ops[op] {
            Op::Is { to, .. }
            | Op::Jump { to }
            | Op::Back { to }
            | Op::If { to, .. }
            | Op::Compare { to, .. }
            | Op::For { to, .. }
            | Op::ForNext { to, .. }
            | Op::Each { to, .. }
            | Op::EachNext { to, .. } => *to = place,
            _ => {}
        }
        Ok(())
    }

    pub(super) fn constant(&mut self, value: Value) -> Result<u16, Reason> {
        let key = match value {
            Value::Nil => (0, 0),
            Value::Bool(b) => (1, b.into()),
            Value::Number(n) => (2, n.to_bits()),
            Value::Text(text) => (3, text.0.into()),
            Value::Table(table) => (4, table.into()),
            Value::Function(function) => (5, function.into()),
            _ => return Err(self.reason("an unknown constant", "une constante inconnue")),
        };
        if let Some(k) = self.constants.get(&key) {
            return Ok(*k);
        }
        let Ok(k) = u16::try_from(self.code.constants.len()) else {
            return Err(self.reason("too many constants", "trop de constantes"));
        };
        self.code.constants.push(value);
        self.constants.insert(key, k);
        Ok(k)
    }

    /// The value of a constant of Luau's.
    pub(super) fn value(&self, k: usize) -> Result<Value, Reason> {
        match self.proto.constants.get(k) {
            Some(Constant::Nil) => Ok(Value::Nil),
            Some(Constant::Bool(b)) => Ok(Value::Bool(*b)),
            Some(Constant::Number(n)) => Ok(Value::Number(*n)),
            Some(Constant::Text(text)) => Ok(self.names.texts[*text]),
            _ => Err(self.reason("a constant of another kind", "une constante d'une autre sorte")),
        }
    }

    pub(super) fn known(&mut self, k: usize) -> Result<u16, Reason> {
        let value = self.value(k)?;
        self.constant(value)
    }

    /// The number of a name.
    pub(super) fn name(&mut self, k: usize) -> Result<u16, Reason> {
        let Some(Constant::Text(text)) = self.proto.constants.get(k) else {
            return Err(self.reason("a name that is no text", "un nom qui n'est pas un texte"));
        };
        let written = &self.names.chunk.texts[*text];
        if library::enters(written) {
            let name = String::from_utf8_lossy(written);
            return Err(self.reason(&format!("`{name}`"), &format!("`{name}`")));
        }
        let names = &mut *self.names;
        if let Some(row) = names.row_of[*text] {
            return Ok(row);
        }
        let Ok(row) = u16::try_from(names.rows.len()) else {
            return Err(self.reason("too many names", "trop de noms"));
        };
        names.row_of[*text] = Some(row);
        names.rows.push(Name::new(&names.chunk.texts[*text], names.texts[*text]));
        Ok(row)
    }

    /// A function or value of the library.
    pub(super) fn import(&mut self, k: usize) -> Result<Value, Reason> {
        let Some(Constant::Import(path)) = self.proto.constants.get(k) else {
            return Err(self.reason("a name of the library", "un nom de la bibliothèque"));
        };
        let words = path.iter().map(|t| String::from_utf8_lossy(&self.names.chunk.texts[*t]));
        let path = words.collect::<Vec<_>>().join(".");
        match Builtin::named(&path) {
            Some(value) => Ok(value),
            None => Err(self.reason(&format!("`{path}`"), &format!("`{path}`"))),
        }
    }

    /// A table of constants, to be copied; values that are not known yet are put in later.
    pub(super) fn template(&mut self, k: usize) -> Result<u16, Reason> {
        let Some(Constant::Template(entries)) = self.proto.constants.get(k) else {
            return Err(
                self.reason("a constant of another kind", "une constante d'une autre sorte")
            );
        };
        let mut all = Vec::new();
        for (key, value) in entries {
            if let Some(value) = value {
                all.push((self.value(*key)?, self.value(*value)?));
            }
        }
        let made = (self.names.templates)(&all)
            .ok_or_else(|| self.reason("a constant table", "une table constante"))?;
        self.constant(made)
    }

    /// How many values, one more than there are; 0 = as many as there are.
    pub(super) fn count(n: u8) -> u8 {
        n.checked_sub(1).unwrap_or(OPEN)
    }

    pub(super) fn sum(&mut self, sum: Sum, p: Parts) {
        self.push(Op::Sum { a: p.a, b: p.b, c: p.c, sum });
    }

    pub(super) fn sum_constant(&mut self, sum: Sum, p: Parts) -> Result<(), Reason> {
        let k = self.known(p.c.into())?;
        self.push(Op::SumConstant { a: p.a, b: p.b, sum, k });
        Ok(())
    }

    pub(super) fn compare(&mut self, test: Test, is: bool, p: Parts) -> Result<(), Reason> {
        let b = self.second()? as u8;
        self.jump(p.d.into(), Op::Compare { a: p.a, b, test, is, to: 0 })
    }

    /// A comparison with a constant: the highest bit of the second word turns it round.
    pub(super) fn is(&mut self, k: u16, p: Parts) -> Result<(), Reason> {
        let is = self.second()? >> 31 == 0;
        self.jump(p.d.into(), Op::Is { a: p.a, is, k, to: 0 })
    }

    pub(super) fn call(&mut self, p: Parts) -> Result<(), Reason> {
        let (n, want) = (Self::count(p.b), Self::count(p.c));
        self.span(p.a, n)?;
        self.span(p.a, want)?;
        self.push(Op::Call { a: p.a, n, want });
        Ok(())
    }

    /// A method and its call, which comes right behind it.
    pub(super) fn method(&mut self, p: Parts) -> Result<(), Reason> {
        let name = self.name(self.second()? as usize)?;
        let call = self.proto.code.get(self.at + 2).copied();
        let Some(call) = call.filter(|word| O::of(*word) == Some(O::CALL)).map(Parts::of) else {
            return Err(
                self.reason("a method that is not called", "une méthode qui n'est pas appelée")
            );
        };
        let (n, want) = (Self::count(call.b), Self::count(call.c));
        if call.a != p.a || n == 0 {
            return Err(
                self.reason("a method that is not called", "une méthode qui n'est pas appelée")
            );
        }
        self.span(p.a, n)?;
        self.span(p.a, want)?;
        // A constant table that is only read need not be copied: nothing that a handle does keeps it.
        if let Some(last) = self.code.ops.last_mut()
            && let Op::Copy { a, k } = *last
            && n != OPEN
            && (p.a + 2..=p.a + n).contains(&a)
        {
            *last = Op::Load { a, k };
        }
        let n = if n == OPEN { OPEN } else { n - 1 };
        self.push(Op::Method { a: p.a, b: p.b, n, want, name });
        // The call is done: nothing jumps to it.
        self.at += 1;
        Ok(())
    }

    /// Registers from one on must be there.
    pub(super) fn span(&self, a: u8, n: u8) -> Result<(), Reason> {
        if n == OPEN || u16::from(a) + u16::from(n) <= REGISTERS_MAX.into() {
            return Ok(());
        }
        Err(self.reason("too many values", "trop de valeurs"))
    }

    pub(super) fn closure(&mut self, proto: usize, p: Parts) -> Result<(), Reason> {
        let mut captures = Vec::new();
        while let Some(word) = self.proto.code.get(self.at + 1)
            && O::of(*word) == Some(O::CAPTURE)
        {
            let c = Parts::of(*word);
            captures.push(match c.a {
                0 => Capture::Value(c.b),
                2 => Capture::Caught(c.b),
                _ => Capture::Changing,
            });
            self.at += 1;
        }
        let n = u16::try_from(self.code.closures.len());
        let n = n.map_err(|_| self.reason("too many functions", "trop de fonctions"))?;
        self.code.closures.push((proto, captures));
        self.push(Op::Closure { a: p.a, n });
        Ok(())
    }
}
