//! From Luau's instructions to operations of ours, function by function. What plans do not know is a reason why a
//! function has none.

use std::collections::BTreeMap;

use super::decode::{Constant, Proto};
use super::op::{Op, Sum, Test};
use super::opcode::{Opcode as O, Parts};
use super::translator::{Code, Names, REGISTERS_MAX, Reason, Translator};
use crate::handles::Value;

/// The operations of a function.
pub(super) fn translate(proto: &Proto, names: &mut Names<'_>, top: bool) -> Result<Code, Reason> {
    let mut t = Translator {
        proto,
        names,
        code: Code { params: proto.params, ..Code::default() },
        constants: BTreeMap::new(),
        at: 0,
        places: vec![u32::MAX; proto.code.len()],
        jumps: Vec::new(),
    };
    if proto.registers > REGISTERS_MAX || proto.params > proto.registers {
        return Err(t.reason("too many variables", "trop de variables"));
    }
    if proto.vararg && !top {
        return Err(t.reason(
            "any number of arguments (`...`)",
            "un nombre quelconque d'arguments (`...`)",
        ));
    }
    while t.at < proto.code.len() {
        t.places[t.at] = t.code.ops.len() as u32;
        t.one(top)?;
    }
    for (op, word) in std::mem::take(&mut t.jumps) {
        let to = t.places.get(word).copied().filter(|to| *to != u32::MAX);
        let to = to.ok_or_else(|| t.reason("a jump", "un saut"))?;
        t.land(op, to)?;
    }
    // The last one must not fall off the end.
    match t.code.ops.last() {
        Some(Op::Return { .. } | Op::Jump { .. } | Op::Back { .. }) => Ok(t.code),
        _ => Err(t.reason("a function without an end", "une fonction sans fin")),
    }
}

impl Translator<'_, '_> {
    /// One instruction.
    #[allow(clippy::too_many_lines, reason = "one line for each instruction")]
    fn one(&mut self, top: bool) -> Result<(), Reason> {
        let word = self.proto.code[self.at];
        let op = O::of(word)
            .ok_or_else(|| self.reason("an unknown instruction", "une instruction inconnue"))?;
        let p = Parts::of(word);
        let words = op.words();
        // What looks a little further than its register still finds one.
        if p.a > REGISTERS_MAX && op != O::JUMPX {
            return Err(self.reason("too many variables", "trop de variables"));
        }
        match op {
            O::NOP | O::FASTCALL | O::FASTCALL1 | O::FASTCALL2 | O::FASTCALL2K | O::FASTCALL3 => {}
            O::PREPVARARGS | O::CLOSEUPVALS if top => {}
            O::LOADNIL => {
                let k = self.constant(Value::Nil)?;
                self.push(Op::Load { a: p.a, k });
            }
            O::LOADB => {
                let k = self.constant(Value::Bool(p.b != 0))?;
                self.push(Op::Load { a: p.a, k });
                if p.c > 0 {
                    self.jump(p.c.into(), Op::Jump { to: 0 })?;
                }
            }
            O::LOADN => {
                let k = self.constant(Value::Number(p.d.into()))?;
                self.push(Op::Load { a: p.a, k });
            }
            O::LOADK => {
                let k = self.known(p.d as usize)?;
                self.push(Op::Load { a: p.a, k });
            }
            O::LOADKX => {
                let k = self.known(self.second()? as usize)?;
                self.push(Op::Load { a: p.a, k });
            }
            O::MOVE => self.push(Op::Move { a: p.a, b: p.b }),
            O::GETUPVAL => self.push(Op::Caught { a: p.a, n: p.b }),
            O::GETIMPORT => {
                let value = self.import(p.d as usize)?;
                let k = self.constant(value)?;
                self.push(Op::Load { a: p.a, k });
            }
            O::GETTABLE => self.push(Op::Index { a: p.a, b: p.b, c: p.c }),
            O::GETTABLEKS => {
                let name = self.name(self.second()? as usize)?;
                self.push(Op::Field { a: p.a, b: p.b, name });
            }
            O::GETTABLEN => {
                self.push(Op::Item { a: p.a, b: p.b, place: u16::from(p.c) + 1 });
            }
            O::SETTABLE => self.push(Op::SetIndex { a: p.a, b: p.b, c: p.c }),
            O::SETTABLEKS => {
                let name = self.name(self.second()? as usize)?;
                self.push(Op::SetField { a: p.a, b: p.b, name });
            }
            O::SETTABLEN => {
                let k = self.constant(Value::from(u32::from(p.c) + 1))?;
                self.push(Op::SetItem { a: p.a, b: p.b, k });
            }
            O::NEWCLOSURE => {
                let child = self.proto.children.get(p.d as usize).copied();
                self.closure(child.ok_or_else(|| self.reason("a function", "une fonction"))?, p)?;
            }
            O::DUPCLOSURE => match self.proto.constants.get(p.d as usize) {
                Some(Constant::Closure(child)) => self.closure(*child, p)?,
                _ => return Err(self.reason("a function", "une fonction")),
            },
            O::NAMECALL => self.method(p)?,
            O::CALL => self.call(p)?,
            O::RETURN => {
                self.span(p.a, Self::count(p.b))?;
                self.push(Op::Return { a: p.a, n: Self::count(p.b) });
            }
            O::JUMP => self.jump(p.d.into(), Op::Jump { to: 0 })?,
            O::JUMPBACK => self.jump(p.d.into(), Op::Back { to: 0 })?,
            O::JUMPX => self.jump(p.e, Op::Back { to: 0 })?,
            O::JUMPIF => self.jump(p.d.into(), Op::If { a: p.a, is: true, to: 0 })?,
            O::JUMPIFNOT => self.jump(p.d.into(), Op::If { a: p.a, is: false, to: 0 })?,
            O::JUMPIFEQ => self.compare(Test::Equal, true, p)?,
            O::JUMPIFLE => self.compare(Test::AtMost, true, p)?,
            O::JUMPIFLT => self.compare(Test::Less, true, p)?,
            O::JUMPIFNOTEQ => self.compare(Test::Equal, false, p)?,
            O::JUMPIFNOTLE => self.compare(Test::AtMost, false, p)?,
            O::JUMPIFNOTLT => self.compare(Test::Less, false, p)?,
            O::JUMPXEQKNIL => {
                let k = self.constant(Value::Nil)?;
                self.is(k, p)?;
            }
            O::JUMPXEQKB => {
                let k = self.constant(Value::Bool(self.second()? & 1 == 1))?;
                self.is(k, p)?;
            }
            O::JUMPXEQKN | O::JUMPXEQKS => {
                let k = self.known((self.second()? & 0xff_ffff) as usize)?;
                self.is(k, p)?;
            }
            O::ADD => self.push(Op::Add { a: p.a, b: p.b, c: p.c }),
            O::SUB => self.sum(Sum::Sub, p),
            O::MUL => self.sum(Sum::Mul, p),
            O::DIV => self.sum(Sum::Div, p),
            O::MOD => self.sum(Sum::Mod, p),
            O::IDIV => self.sum(Sum::FloorDiv, p),
            O::ADDK => {
                let k = self.known(p.c.into())?;
                self.push(Op::AddConstant { a: p.a, b: p.b, k });
            }
            O::SUBK => self.sum_constant(Sum::Sub, p)?,
            O::MULK => self.sum_constant(Sum::Mul, p)?,
            O::DIVK => self.sum_constant(Sum::Div, p)?,
            O::MODK => self.sum_constant(Sum::Mod, p)?,
            O::IDIVK => self.sum_constant(Sum::FloorDiv, p)?,
            O::SUBRK | O::DIVRK => {
                let sum = if op == O::SUBRK { Sum::Sub } else { Sum::Div };
                let k = self.known(p.b.into())?;
                self.push(Op::ConstantSum { a: p.a, c: p.c, sum, k });
            }
            O::AND => self.push(Op::And { a: p.a, b: p.b, c: p.c }),
            O::OR => self.push(Op::Or { a: p.a, b: p.b, c: p.c }),
            O::ANDK => {
                let k = self.known(p.c.into())?;
                self.push(Op::AndConstant { a: p.a, b: p.b, k });
            }
            O::ORK => {
                let k = self.known(p.c.into())?;
                self.push(Op::OrConstant { a: p.a, b: p.b, k });
            }
            O::NOT => self.push(Op::Not { a: p.a, b: p.b }),
            O::MINUS => self.push(Op::Minus { a: p.a, b: p.b }),
            O::LENGTH => self.push(Op::Length { a: p.a, b: p.b }),
            O::NEWTABLE => self.push(Op::Table { a: p.a }),
            O::DUPTABLE => {
                let k = self.template(p.d as usize)?;
                self.push(Op::Copy { a: p.a, k });
            }
            O::SETLIST => {
                let from = u16::try_from(self.second()?);
                let from = from.map_err(|_| self.reason("too many values", "trop de valeurs"))?;
                self.span(p.b, Self::count(p.c))?;
                self.push(Op::Fill { a: p.a, b: p.b, n: Self::count(p.c), from });
            }
            O::FORNPREP => self.jump(p.d.into(), Op::For { a: p.a, to: 0 })?,
            O::FORNLOOP => self.jump(p.d.into(), Op::ForNext { a: p.a, to: 0 })?,
            O::FORGPREP | O::FORGPREP_NEXT | O::FORGPREP_INEXT => {
                let ipairs = op == O::FORGPREP_INEXT;
                self.jump(p.d.into(), Op::Each { a: p.a, ipairs, to: 0 })?;
            }
            O::FORGLOOP => {
                let vars = self.second()? as u8;
                if vars > 8 {
                    return Err(self.reason(
                        "a loop with many variables",
                        "une boucle à beaucoup de variables",
                    ));
                }
                self.jump(p.d.into(), Op::EachNext { a: p.a, vars, to: 0 })?;
            }
            O::GETVARARGS if top && p.b == 2 => self.push(Op::Module { a: p.a }),
            O::SETUPVAL => {
                return Err(self.reason(
                    "a variable outside the function is assigned",
                    "une variable hors de la fonction reçoit une valeur",
                ));
            }
            O::CONCAT => {
                return Err(self.reason(
                    "texts are put together (`..`)",
                    "des textes sont mis bout à bout (`..`)",
                ));
            }
            O::POW | O::POWK => return Err(self.reason("a power (`^`)", "une puissance (`^`)")),
            O::GETGLOBAL | O::SETGLOBAL => {
                return Err(self.reason("a global name", "un nom global"));
            }
            O::GETVARARGS | O::PREPVARARGS => return Err(self.reason("`...`", "`...`")),
            O::CLOSEUPVALS => {
                return Err(self.reason(
                    "a function that catches a changing variable",
                    "une fonction saisit une variable qui change",
                ));
            }
            O::BREAK | O::NATIVECALL | O::COVERAGE | O::CAPTURE => {
                return Err(self.reason("an unknown instruction", "une instruction inconnue"));
            }
        }
        self.at += words;
        Ok(())
    }
}
