//! Handlers that nobody would write, by the grammar of what plans know: an answer by plan is the answer by Luau.

use std::cell::Cell;
use std::fmt::Write as _;

use bastide_script::Scripts;
use proptest::prelude::*;

use super::turn;

/// Writes a handler; every choice comes from a list of numbers, so that a handler that fails is made shorter.
struct Pen<'a> {
    choices: &'a [u8],
    at: Cell<usize>,
    text: String,
    depth: usize,
}

impl Pen<'_> {
    /// A number below `n`; 0 when the list has ended.
    fn pick(&self, n: usize) -> usize {
        let at = self.at.replace(self.at.get() + 1);
        usize::from(self.choices.get(at).copied().unwrap_or(0)) % n
    }

    fn of(&self, all: &[&str]) -> String {
        all[self.pick(all.len())].to_owned()
    }

    fn ends(&self) -> bool {
        self.at.get() >= self.choices.len()
    }

    /// Mostly a number.
    fn number(&self, deep: usize) -> String {
        if deep == 0 || self.ends() {
            return self
                .of(&["1", "0", "2", "3", "-1", "0.5", "7", "n", "k", "#list", "1000", "0 / 0"]);
        }
        let (x, y) = (self.number(deep - 1), self.number(deep - 1));
        match self.pick(26) {
            0 => format!("({x} + {y})"),
            1 => format!("({x} - {y})"),
            2 => format!("({x} * {y})"),
            3 => format!("({x} / {y})"),
            4 => format!("({x} // {y})"),
            5 => format!("({x} % {y})"),
            6 => format!("-({x})"),
            7 => format!("math.max({x}, {y})"),
            8 => format!("math.min({x}, {y}, n)"),
            9 => format!("math.abs({x})"),
            10 => format!("math.floor({x})"),
            11 => format!("math.ceil({x})"),
            12 => format!("(if {} then {x} else {y})", self.truth(deep - 1)),
            13 => format!("(list[{x}] or {y})"),
            14 => format!("(map[{}] or {y})", self.any(deep - 1)),
            15 => "(map.x or 4)".to_owned(),
            16 => format!("two({x}, {y})"),
            17 => format!("(two({x}, {y}))"),
            18 => "tile.x".to_owned(),
            19 => "#tile:segments { kind = \"road\" }".to_owned(),
            20 => format!(
                "#game:segments({})",
                self.of(&["", "\"road\"", "FILTER", "{ tag = \"inn\" }"])
            ),
            21 => "game:get(\"seen\")".to_owned(),
            22 => format!("tile:tag({})", self.of(&["\"wind\"", "KEPT.name"])),
            23 => "(KEPT[2] + game.option.most)".to_owned(),
            24 => format!("sum({x}, {y})"),
            _ => format!("({} and {x} or {y})", self.any(deep - 1)),
        }
    }

    fn truth(&self, deep: usize) -> String {
        if deep == 0 || self.ends() {
            return self.of(&["true", "false", "any", "n > 1", "tile.type.group == \"main\""]);
        }
        let (x, y) = (self.number(deep - 1), self.number(deep - 1));
        match self.pick(10) {
            0 => format!("{x} < {y}"),
            1 => format!("{x} <= {y}"),
            2 => format!("{x} == {y}"),
            3 => format!("{x} ~= {y}"),
            4 => format!("not {}", self.any(deep - 1)),
            5 => format!("({} and {})", self.truth(deep - 1), self.truth(deep - 1)),
            6 => format!("({} or {})", self.truth(deep - 1), self.truth(deep - 1)),
            7 => format!("{} == {}", self.any(deep - 1), self.any(deep - 1)),
            8 => format!("{} ~= {}", self.any(deep - 1), self.any(deep - 1)),
            _ => "game:fits(tile.type, n, k, 0)".to_owned(),
        }
    }

    /// Anything, handles and nothing included.
    fn any(&self, deep: usize) -> String {
        match self.pick(if deep == 0 { 13 } else { 19 }) {
            0 => "nil".to_owned(),
            1 => "any".to_owned(),
            2 => "tile".to_owned(),
            3 => "game.turn".to_owned(),
            4 => "\"road\"".to_owned(),
            5 => "\"nobody knows it\"".to_owned(),
            6 => "true".to_owned(),
            7 => "list".to_owned(),
            8 => "map[tile]".to_owned(),
            9 => "KEPT.name".to_owned(),
            10 => "tile:segments()[1]".to_owned(),
            11 => "game.turn.next".to_owned(),
            12 => "1".to_owned(),
            13 => format!("tile:neighbour({} // 1 % 4)", self.number(deep - 1)),
            14 => format!("game:tile_at({}, {})", self.number(0), self.number(0)),
            15 => format!("({} or {})", self.any(deep - 1), self.any(deep - 1)),
            16 => format!("({} and {})", self.any(deep - 1), self.any(deep - 1)),
            17 => format!("{{ {}, {} }}", self.number(deep - 1), self.any(deep - 1)),
            _ => self.number(deep - 1),
        }
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(self.depth));
    }

    fn block(&mut self, head: &str, tail: &str) {
        self.line(head);
        self.depth += 1;
        for _ in 0..=self.pick(3) {
            self.statement();
        }
        self.depth -= 1;
        self.line(tail);
    }

    fn statement(&mut self) {
        let few = if self.depth > 3 || self.ends() { 14 } else { 24 };
        match self.pick(few) {
            0 => self.line(&format!("out:set(\"seen\", {} // 1)", self.number(2))),
            1 => self.line(&format!("n = {}", self.number(2))),
            2 => self.line(&format!("k, n = n, {}", self.number(1))),
            3 => self.line(&format!("any = {}", self.any(2))),
            4 => self.line(&format!("list[#list + 1] = {}", self.number(2))),
            5 => self.line(&format!("map[{}] = {}", self.any(1), self.any(1))),
            6 => self.line(&format!("map.x = {}", self.number(2))),
            7 => self.line(&format!("table.insert(list, {})", self.any(1))),
            8 => self.line("out:note(game.turn, \"mine.a\")"),
            9 => self.line(&format!("list[{}] = {}", self.number(1), self.any(1))),
            10 => self.line(&format!("n, k = sum({}, two(n, k))", self.number(1))),
            11 => self.line(&format!("list = {{ two({}, k) }}", self.number(1))),
            12 => self.line(&format!("if {} then return end", self.truth(1))),
            13 => self.line(&format!(
                "out:pay(game.turn, math.min(9, #list) + {}, \"mine.b\")",
                self.pick(3)
            )),
            14 => self.block(&format!("if {} then", self.truth(2)), "end"),
            15 => {
                self.block(&format!("if {} then", self.truth(2)), "else");
                self.block("", "end");
            }
            16 => self.block(&format!("for i = {}, 3 do", self.number(1)), "end"),
            17 => self.block(&format!("for i = 6, {}, -2 do n = i", self.number(1)), "end"),
            18 => self.block("for i, v in list do any = v", "end"),
            19 => self.block("for i, v in ipairs(list) do any, k = v, i", "end"),
            20 => self.block("for _, s in game:segments() do any = s n += s.x", "end"),
            21 => self.block("for key, v in map do any = v", "end"),
            22 => self.block("for _, p in game:players() do out:note(p, \"mine.a\")", "end"),
            _ => {
                let until = format!("until {} or steps > 20", self.truth(2));
                self.block("repeat steps += 1 if steps > 25 then break end", &until);
            }
        }
    }
}

fn handler(choices: &[u8]) -> String {
    let text = "local m = ...
local KEPT, FILTER = { 1, 2, name = \"wind\" }, { kind = \"road\" }
local function two(a, b) return b, a end
local function sum(a, b, c) return a + b, c end
function m.run(game, event, out)
local tile, n, k, any, list, map, steps = event.tile, 1, 2, nil, { 3, 4 }, {}, 0
";
    let mut pen = Pen { choices, at: Cell::new(0), text: text.to_owned(), depth: 1 };
    while !pen.ends() {
        pen.statement();
    }
    pen.line("out:set(\"seen\", #list)");
    pen.text + "end"
}

/// Whether the plan of a handler came to its end; it fails where the answers differ.
fn tried(choices: &[u8]) -> bool {
    let source = handler(choices);
    let (done, manner) = turn(Scripts::Both, &source);
    if let Err(fault) = done {
        assert!(fault.code != "L0217", "{}\n{source}", fault.what.en);
    }
    // Once it was given up, Luau may have written into what stays, and goes on by itself.
    assert!(manner.how.en == "plan" || manner.given_up > 0, "{manner:?}\n{source}");
    manner.ended > 0
}

/// `BASTIDE_FULL=1` makes up a hundred times as many.
fn cases() -> u32 {
    if std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1") { 60_000 } else { 600 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_the_same(choices in prop::collection::vec(any::<u8>(), 4..120)) {
        tried(&choices);
    }
}

/// The test above would be worth little if most of what it makes up failed.
#[test]
fn many_come_to_their_end() {
    let mut dice = 7_u64;
    let mut ended = 0;
    for _ in 0..200 {
        let choices: Vec<u8> = (0..40)
            .map(|_| {
                dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (dice >> 40) as u8
            })
            .collect();
        ended += usize::from(tried(&choices));
    }
    assert!(ended > 40, "{ended} of 200 came to their end");
}
