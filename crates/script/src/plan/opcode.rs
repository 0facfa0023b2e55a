//! Luau's instructions by number, as far as plans know them.

macro_rules! opcodes {
    ($($name:ident)*) => {
        /// An instruction of Luau's machine, by its own name for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "Luau's own names")]
        pub(super) enum Opcode { $($name,)* }

        const ALL: &[Opcode] = &[$(Opcode::$name,)*];
    };
}

opcodes! {
    NOP BREAK LOADNIL LOADB LOADN LOADK MOVE GETGLOBAL SETGLOBAL GETUPVAL SETUPVAL CLOSEUPVALS GETIMPORT
    GETTABLE SETTABLE GETTABLEKS SETTABLEKS GETTABLEN SETTABLEN NEWCLOSURE NAMECALL CALL RETURN JUMP JUMPBACK
    JUMPIF JUMPIFNOT JUMPIFEQ JUMPIFLE JUMPIFLT JUMPIFNOTEQ JUMPIFNOTLE JUMPIFNOTLT ADD SUB MUL DIV MOD POW
    ADDK SUBK MULK DIVK MODK POWK AND OR ANDK ORK CONCAT NOT MINUS LENGTH NEWTABLE DUPTABLE SETLIST FORNPREP
    FORNLOOP FORGLOOP FORGPREP_INEXT FASTCALL3 FORGPREP_NEXT NATIVECALL GETVARARGS DUPCLOSURE PREPVARARGS
    LOADKX JUMPX FASTCALL COVERAGE CAPTURE SUBRK DIVRK FASTCALL1 FASTCALL2 FASTCALL2K FORGPREP JUMPXEQKNIL
    JUMPXEQKB JUMPXEQKN JUMPXEQKS IDIV IDIVK
}

use Opcode as O;

impl Opcode {
    /// The instruction of a word, if plans know it.
    pub(super) fn of(word: u32) -> Option<Self> {
        ALL.get((word & 255) as usize).copied()
    }

    /// Words that it takes.
    pub(super) fn words(self) -> usize {
        match self {
            O::GETGLOBAL
            | O::SETGLOBAL
            | O::GETIMPORT
            | O::GETTABLEKS
            | O::SETTABLEKS
            | O::NAMECALL
            | O::JUMPIFEQ
            | O::JUMPIFLE
            | O::JUMPIFLT
            | O::JUMPIFNOTEQ
            | O::JUMPIFNOTLE
            | O::JUMPIFNOTLT
            | O::NEWTABLE
            | O::SETLIST
            | O::FORGLOOP
            | O::LOADKX
            | O::FASTCALL2
            | O::FASTCALL2K
            | O::FASTCALL3
            | O::JUMPXEQKNIL
            | O::JUMPXEQKB
            | O::JUMPXEQKN
            | O::JUMPXEQKS => 2,
            _ => 1,
        }
    }
}

/// A word taken apart: three bytes beside the instruction, of which two may be one number.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) a: u8,
    pub(super) b: u8,
    pub(super) c: u8,
    /// The bytes `b` and `c` as one number.
    pub(super) d: i16,
    /// All three as one number.
    pub(super) e: i32,
}

impl Parts {
    pub(super) fn of(word: u32) -> Self {
        let [_, a, b, c] = word.to_le_bytes();
        Self { a, b, c, d: i16::from_le_bytes([b, c]), e: word.cast_signed() >> 8 }
    }
}
