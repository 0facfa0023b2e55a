//! Runs the operations of a plan, one after the other. Whatever is odd ends it: then Luau runs the handler from its start.

use std::cell::Cell;

use super::file::{Closure, File};
use super::fuel::{Fuel, steps_of};
use super::library::{Builtin, REFUSE, built_in};
use super::op::{Capture, Op};
use super::steps;
use super::sums::{goes_on, holds, number, sum, truthy};
use super::table::Table;
use super::tables::Tables;
use super::translator::OPEN;
use super::world::{Odd, Res, World};
use crate::handles::Value;

/// Registers that an operation can name, and a few that some reach behind those.
pub(super) const WINDOW: usize = 256 + 16;
/// Functions in functions, and registers of all of them.
const DEPTH_MAX: usize = 50;
const STACK: usize = 4096 + WINDOW;
/// Closures that a call may make.
const CLOSURES_MAX: usize = 10_000;

thread_local! {
    /// The machine of the thread while no plan runs.
    static IDLE: Cell<Option<Box<Machine>>> = const { Cell::new(None) };
}

/// Where a call goes back to.
#[derive(Clone, Copy, Debug)]
struct Back {
    closure: usize,
    at: usize,
    base: usize,
    want: u8,
}

/// What runs plans, those of all files of a thread; kept, so that nothing is made anew for a call.
pub(super) struct Machine {
    stack: Vec<Value>,
    calls: Vec<Back>,
    /// Closures that the call makes; their numbers follow those of the file.
    pub(super) closures: Vec<Closure>,
    /// Room for the tables of the call.
    pub(super) room: Vec<Table>,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self {
            stack: vec![Value::Nil; STACK],
            calls: Vec::with_capacity(DEPTH_MAX),
            closures: Vec::new(),
            room: Vec::new(),
        }
    }

    /// Works with the machine of the thread.
    #[inline]
    pub(super) fn idle<R>(work: impl FnOnce(&mut Self) -> R) -> R {
        let mut machine = IDLE.take().unwrap_or_else(|| Box::new(Self::new()));
        let done = work(&mut machine);
        machine.closures.clear();
        IDLE.set(Some(machine));
        done
    }

    /// Runs a function to its end.
    pub(super) fn run(
        &mut self,
        file: &File,
        world: &World<'_>,
        tables: &mut Tables<'_>,
        closure: usize,
        args: &[Value],
        fuel: &mut Fuel<'_>,
    ) -> Res<()> {
        self.calls.clear();
        let code = file.code(file.closure(&self.closures, closure)?.proto)?;
        for (i, value) in self.stack[..code.params.into()].iter_mut().enumerate() {
            *value = args.get(i).copied().unwrap_or(Value::Nil);
        }
        fuel.take(code.length())?;
        self.go(file, world, tables, closure, fuel)
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each operation")]
    fn go(
        &mut self,
        file: &File,
        world: &World<'_>,
        tables: &mut Tables<'_>,
        first: usize,
        fuel: &mut Fuel<'_>,
    ) -> Res<()> {
        let Self { stack, calls, closures, .. } = self;
        let (mut closure, mut at, mut base) = (first, 0, 0);
        // Values that a call or return gave, if it gave as many as there are: up to here.
        let mut top = 0;
        let mut code = file.code(file.closure(closures, closure)?.proto)?;
        let (mut ops, mut constants) = (&*code.ops, &*code.constants);
        let mut r = window(stack, base)?;
        loop {
            let op = ops[at];
            at += 1;
            macro_rules! r {
                ($a:expr) => {
                    r[usize::from($a)]
                };
            }
            match op {
                Op::Load { a, k } => r!(a) = constants[usize::from(k)],
                Op::Move { a, b } => r!(a) = r!(b),
                Op::Caught { a, n } => {
                    let closure = file.closure(closures, closure)?;
                    let caught = closure.caught.get(usize::from(n)).copied();
                    r!(a) = caught.flatten().ok_or(Odd::Call)?;
                }
                Op::Field { a, b, name } => {
                    let name = &file.names[usize::from(name)];
                    match r!(b) {
                        Value::Handle(of, id) => {
                            let known =
                                name.members.fields[of as usize].as_ref().ok_or(Odd::Index)?;
                            let into = &mut r!(a);
                            world.call(tables, known, id, &[], into)?;
                            if matches!(into, Value::Settings) {
                                *into = file.settings;
                            }
                        }
                        Value::Table(table) => tables.read(table, name.text, &mut r!(a))?,
                        _ => return Err(Odd::Index),
                    }
                }
                Op::SetField { a, b, name } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    tables.set(table, file.names[usize::from(name)].text, r!(a))?;
                }
                Op::Index { a, b, c } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    let key = r!(c);
                    tables.read(table, key, &mut r!(a))?;
                }
                Op::SetIndex { a, b, c } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    tables.set(table, r!(c), r!(a))?;
                }
                Op::Item { a, b, place } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    match tables.values(table).get(usize::from(place) - 1) {
                        Some(value) => r!(a) = *value,
                        None => tables.find(table, Value::from(place), &mut r!(a))?,
                    }
                }
                Op::SetItem { a, b, k } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    tables.set(table, constants[usize::from(k)], r!(a))?;
                }
                Op::Method { a, b, n, want, name } => {
                    fuel.take(1)?;
                    let Value::Handle(of, id) = r!(b) else { return Err(Odd::Index) };
                    let name = &file.names[usize::from(name)];
                    let known = name.members.methods[of as usize].as_ref().ok_or(Odd::Index)?;
                    let a = usize::from(a);
                    let end = if n == OPEN { top } else { a + 2 + usize::from(n) };
                    let (into, args) = r.split_at_mut(a + 2);
                    let args = end.checked_sub(a + 2).and_then(|n| args.get(..n));
                    world.ask(tables, known, id, args.ok_or(Odd::Call)?, &mut into[a])?;
                    top = a + usize::from(known.gives);
                    if want != 1 {
                        settle(r, a, want, usize::from(known.gives));
                    }
                }
                Op::Call { a, n, want } => {
                    let Value::Function(function) = r!(a) else { return Err(Odd::Call) };
                    let a = usize::from(a);
                    let end = if n == OPEN { top } else { a + 1 + usize::from(n) };
                    let n = end.checked_sub(a + 1).ok_or(Odd::Call)?;
                    if let Ok(called) = file.closure(closures, function as usize) {
                        let callee = file.code(called.proto)?;
                        fuel.take(callee.length())?;
                        if calls.len() == DEPTH_MAX || n > WINDOW - a - 1 {
                            return Err(Odd::Fuel);
                        }
                        for i in n..usize::from(callee.params) {
                            *r.get_mut(a + 1 + i).ok_or(Odd::Fuel)? = Value::Nil;
                        }
                        calls.push(Back { closure, at, base, want });
                        (closure, at, base, code) = (function as usize, 0, base + a + 1, callee);
                        (ops, constants) = (&*code.ops, &*code.constants);
                        r = window(stack, base)?;
                        continue;
                    }
                    fuel.take(1)?;
                    let args = r.get(a + 1..end).ok_or(Odd::Call)?;
                    let gives = if r[a] == REFUSE {
                        let known = &file.refuse;
                        world.ask(tables, known, 0, args, &mut Value::Nil)?;
                        0
                    } else {
                        let builtin = Builtin::of(function).ok_or(Odd::Call)?;
                        built_in(builtin, tables, r, a, n, fuel)?
                    };
                    top = a + gives;
                    settle(r, a, want, gives);
                }
                Op::Return { a, n } => {
                    let a = usize::from(a);
                    let n = if n == OPEN { top.checked_sub(a).ok_or(Odd::Call)? } else { n.into() };
                    let given = r.get(a..a + n).ok_or(Odd::Call)?;
                    let Some(back) = calls.pop() else {
                        let nothing = given.iter().all(|value| value.is_nil());
                        return if nothing { Ok(()) } else { Err(Odd::Answer) };
                    };
                    // What is given goes to where the function was, just below its registers.
                    let (from, to) = (base + a, base - 1);
                    let want = if back.want == OPEN { n } else { back.want.into() };
                    for i in 0..want {
                        stack[to + i] = if i < n { stack[from + i] } else { Value::Nil };
                    }
                    (closure, at, base) = (back.closure, back.at, back.base);
                    top = to - base + want;
                    code = file.code(file.closure(closures, closure)?.proto)?;
                    (ops, constants) = (&*code.ops, &*code.constants);
                    r = window(stack, base)?;
                }
                Op::Jump { to } => at = to.into(),
                Op::Back { to } => {
                    fuel.take(steps_back(at, to))?;
                    at = to.into();
                }
                Op::If { a, is, to } => {
                    if truthy(r!(a)) == is {
                        at = to.into();
                    }
                }
                Op::Compare { a, b, test, is, to } => {
                    if holds(test, r!(a), r!(b))? == is {
                        at = to.into();
                    }
                }
                Op::Is { a, is, k, to } => {
                    if (r!(a) == constants[usize::from(k)]) == is {
                        at = to.into();
                    }
                }
                Op::Add { a, b, c } => {
                    r!(a) = Value::Number(number(r!(b))? + number(r!(c))?);
                }
                Op::AddConstant { a, b, k } => {
                    r!(a) = Value::Number(number(r!(b))? + number(constants[usize::from(k)])?);
                }
                Op::Sum { a, b, c, sum: how } => {
                    r!(a) = Value::Number(sum(how, r!(b), r!(c))?);
                }
                Op::SumConstant { a, b, sum: how, k } => {
                    r!(a) = Value::Number(sum(how, r!(b), constants[usize::from(k)])?);
                }
                Op::ConstantSum { a, c, sum: how, k } => {
                    r!(a) = Value::Number(sum(how, constants[usize::from(k)], r!(c))?);
                }
                Op::And { a, b, c } => r!(a) = if truthy(r!(b)) { r!(c) } else { r!(b) },
                Op::Or { a, b, c } => r!(a) = if truthy(r!(b)) { r!(b) } else { r!(c) },
                Op::AndConstant { a, b, k } => {
                    r!(a) = if truthy(r!(b)) { constants[usize::from(k)] } else { r!(b) };
                }
                Op::OrConstant { a, b, k } => {
                    r!(a) = if truthy(r!(b)) { r!(b) } else { constants[usize::from(k)] };
                }
                Op::Not { a, b } => r!(a) = Value::Bool(!truthy(r!(b))),
                Op::Minus { a, b } => r!(a) = Value::Number(-number(r!(b))?),
                Op::Length { a, b } => {
                    let Value::Table(table) = r!(b) else { return Err(Odd::Index) };
                    r!(a) = Value::from(tables.len(table)?);
                }
                Op::Table { a } => r!(a) = Value::Table(tables.make()?),
                Op::Copy { a, k } => {
                    let Value::Table(from) = constants[usize::from(k)] else {
                        return Err(Odd::Index);
                    };
                    r!(a) = Value::Table(tables.copy(from)?);
                }
                Op::Fill { a, b, n, from } => {
                    let Value::Table(table) = r!(a) else { return Err(Odd::Index) };
                    let b = usize::from(b);
                    let end = if n == OPEN { top } else { b + usize::from(n) };
                    tables.fill(table, from.into(), r.get(b..end).ok_or(Odd::Call)?)?;
                }
                Op::For { a, to } => {
                    let a = usize::from(a);
                    let (limit, step) = (number(r[a])?, number(r[a + 1])?);
                    if !goes_on(limit, step, number(r[a + 2])?) {
                        at = to.into();
                    }
                }
                Op::ForNext { a, to } => {
                    fuel.take(steps_back(at, to))?;
                    let a = usize::from(a);
                    let (limit, step) = (number(r[a])?, number(r[a + 1])?);
                    let n = number(r[a + 2])? + step;
                    r[a + 2] = Value::Number(n);
                    if goes_on(limit, step, n) {
                        at = to.into();
                    }
                }
                Op::Each { a, ipairs, to } => {
                    let a = usize::from(a);
                    steps::begin(tables, r, a, ipairs)?;
                    at = to.into();
                }
                Op::EachNext { a, vars, to } => {
                    fuel.take(steps_back(at, to))?;
                    if steps::next(world, tables, r, a.into(), vars.into())? {
                        at = to.into();
                    }
                }
                Op::Closure { a, n } => {
                    let (proto, captures) = &code.closures[usize::from(n)];
                    if closures.len() == CLOSURES_MAX {
                        return Err(Odd::Memory);
                    }
                    let made = file.closures.len() + closures.len();
                    // It may catch itself.
                    r!(a) = Value::Function(made as u32);
                    let maker = file.closure(closures, closure)?;
                    let caught = captures.iter().map(|capture| match capture {
                        Capture::Value(from) => Some(r!(*from)),
                        Capture::Caught(n) => maker.caught.get(usize::from(*n)).copied().flatten(),
                        Capture::Changing => None,
                    });
                    let caught = caught.collect();
                    closures.push(Closure { proto: *proto, caught });
                }
                Op::Module { a } => r!(a) = file.module,
            }
        }
    }
}

/// The price of a jump to what was before.
#[inline]
fn steps_back(at: usize, to: u16) -> u32 {
    steps_of(at.saturating_sub(to.into()))
}

/// The registers of a function.
#[inline]
fn window(stack: &mut [Value], base: usize) -> Res<&mut [Value; WINDOW]> {
    let registers = stack.get_mut(base..base + WINDOW).ok_or(Odd::Fuel)?;
    registers.try_into().map_err(|_| Odd::Fuel)
}

/// As many values as are wanted, nil where there are none.
#[inline]
fn settle(r: &mut [Value; WINDOW], a: usize, want: u8, given: usize) {
    if want != OPEN {
        for i in given..want.into() {
            r[a + i] = Value::Nil;
        }
    }
}
