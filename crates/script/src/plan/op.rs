//! What a plan consists of: flat operations on registers. A register holds a value; they are named by a byte.

type R = u8;
/// A place among the operations of the same function.
pub(super) type To = u16;

/// What two numbers are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sum {
    Sub,
    Mul,
    Div,
    Mod,
    FloorDiv,
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Equal,
    Less,
    AtMost,
}

/// From where a closure has what it catches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Capture {
    /// The value of a register, which nobody changes any more.
    Value(R),
    /// What the function that makes it has caught itself.
    Caught(u8),
    /// A variable that is changed later: unknown.
    Changing,
}

/// One operation. `k` is a constant of the function, `name` a name of the file, `to` where it goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Load {
        a: R,
        k: u16,
    },
    Move {
        a: R,
        b: R,
    },
    /// A value that the closure caught.
    Caught {
        a: R,
        n: u8,
    },
    /// `b.name`, of a handle or a table.
    Field {
        a: R,
        b: R,
        name: u16,
    },
    SetField {
        a: R,
        b: R,
        name: u16,
    },
    /// `b[c]`.
    Index {
        a: R,
        b: R,
        c: R,
    },
    SetIndex {
        a: R,
        b: R,
        c: R,
    },
    /// `b[place]`.
    Item {
        a: R,
        b: R,
        place: u16,
    },
    SetItem {
        a: R,
        b: R,
        k: u16,
    },
    /// `b:name(…)` with `n` arguments behind `a + 1`; so many values are wanted. 255 = as many as there are.
    Method {
        a: R,
        b: R,
        n: u8,
        want: u8,
        name: u16,
    },
    Call {
        a: R,
        n: u8,
        want: u8,
    },
    Return {
        a: R,
        n: u8,
    },
    Jump {
        to: To,
    },
    /// A jump to what was before: counted.
    Back {
        to: To,
    },
    If {
        a: R,
        is: bool,
        to: To,
    },
    Compare {
        a: R,
        b: R,
        test: Test,
        is: bool,
        to: To,
    },
    Is {
        a: R,
        is: bool,
        k: u16,
        to: To,
    },
    Add {
        a: R,
        b: R,
        c: R,
    },
    AddConstant {
        a: R,
        b: R,
        k: u16,
    },
    Sum {
        a: R,
        b: R,
        c: R,
        sum: Sum,
    },
    SumConstant {
        a: R,
        b: R,
        sum: Sum,
        k: u16,
    },
    ConstantSum {
        a: R,
        c: R,
        sum: Sum,
        k: u16,
    },
    And {
        a: R,
        b: R,
        c: R,
    },
    Or {
        a: R,
        b: R,
        c: R,
    },
    AndConstant {
        a: R,
        b: R,
        k: u16,
    },
    OrConstant {
        a: R,
        b: R,
        k: u16,
    },
    Not {
        a: R,
        b: R,
    },
    Minus {
        a: R,
        b: R,
    },
    Length {
        a: R,
        b: R,
    },
    Table {
        a: R,
    },
    /// A copy of a constant table.
    Copy {
        a: R,
        k: u16,
    },
    /// Puts `n` values from `b` into a list, from this place on.
    Fill {
        a: R,
        b: R,
        n: u8,
        from: u16,
    },
    /// A loop over numbers: limit, step and number lie in `a` and behind it.
    For {
        a: R,
        to: To,
    },
    ForNext {
        a: R,
        to: To,
    },
    /// A loop over a list, or over options.
    Each {
        a: R,
        ipairs: bool,
        to: To,
    },
    EachNext {
        a: R,
        vars: u8,
        to: To,
    },
    /// Makes a closure; how, is a number of the function.
    Closure {
        a: R,
        n: u16,
    },
    /// What the file was called with: the table of its handlers.
    Module {
        a: R,
    },
}
