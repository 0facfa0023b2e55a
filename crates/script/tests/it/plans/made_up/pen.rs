//! Writes scripts at random. Every choice comes from a list of numbers, so that a script that fails can be made shorter.

mod statements;

use std::fmt::Write as _;

use super::heads::{HANDLERS, HEADS, Kind};

/// A script: the list of choices of its head, and one of each handler.
pub(super) fn script(parts: &[Vec<u8>]) -> String {
    let mut pen = Pen::new(parts.first());
    pen.head();
    let mut text = std::mem::take(&mut pen.text);
    let (heads, frozen) = (pen.heads, pen.frozen);
    for (i, (_, name, kind)) in HANDLERS.iter().enumerate() {
        let mut pen =
            Pen { heads: heads.clone(), frozen, kind: *kind, ..Pen::new(parts.get(i + 1)) };
        pen.handler(name);
        text.push_str(&pen.text);
    }
    text
}

struct Pen<'a> {
    choices: &'a [u8],
    at: usize,
    text: String,
    depth: usize,
    kind: Kind,
    /// Which of the heads were written.
    heads: Vec<usize>,
    /// The tables of the file are frozen, as those are that hang on the table of handlers: nobody should write there.
    frozen: bool,
}

impl<'a> Pen<'a> {
    fn new(choices: Option<&'a Vec<u8>>) -> Self {
        let choices = choices.map_or(&[][..], |choices| choices);
        Self {
            choices,
            at: 0,
            text: String::new(),
            depth: 0,
            kind: Kind::Out,
            heads: Vec::new(),
            frozen: false,
        }
    }

    /// A number below `n`; 0 when the list has ended.
    fn pick(&mut self, n: usize) -> usize {
        let picked = usize::from(self.choices.get(self.at).copied().unwrap_or(0)) % n;
        self.at += 1;
        picked
    }

    fn of(&mut self, all: &[&str]) -> String {
        let i = self.pick(all.len());
        all[i].to_owned()
    }

    fn ends(&self) -> bool {
        self.at >= self.choices.len()
    }

    /// A function from the head of the file, or something else where it is not there.
    fn of_head(&mut self, head: usize, text: String, instead: &str) -> String {
        if self.heads.contains(&head) { text } else { instead.to_owned() }
    }

    fn head(&mut self) {
        self.line("local m = ...");
        self.line("local KEPT, FILTER = { 1, 2, name = \"wind\" }, { kind = \"road\" }");
        self.line("local seen, count = { n = 0, list = { 4, 5 } }, 0");
        self.line("local function two(a, b) return b, a end");
        self.line("local function sum(a, b, c) return a + b, c end");
        self.line("local function get() return seen.list, seen end");
        self.frozen = self.pick(3) > 0;
        if self.frozen {
            self.line("m.one, m.two, m.three = KEPT, FILTER, seen");
        }
        // A variable that is assigned once more is no plan's: mostly each is assigned once.
        let again = self.pick(6) == 5;
        if again {
            self.line("local insert, L, step, turn, plus, two_more, own, grow, down, bump, many, shift, word, first, cut");
        }
        for (i, head) in HEADS.iter().enumerate() {
            // What plans do not know is rarer.
            let rare = usize::from(matches!(i, 10..=13 | 15));
            if self.pick(2 + rare) != 1 {
                continue;
            }
            self.heads.push(i);
            let local = !again && !head.starts_with("m.") && !head.starts_with("for ");
            let head = if local {
                format!("local {head}").replace("end two_more", "end local two_more")
            } else {
                (*head).to_owned()
            };
            self.line(&head);
            if self.frozen && i == 1 {
                self.line("m.four = L");
            }
        }
    }

    fn handler(&mut self, name: &str) {
        let given = match self.kind {
            Kind::Out => "game, about, out",
            Kind::Veto => "game, step_of, options, refuse",
            Kind::Score => "game, claim, score",
        };
        self.line(&format!("function m.{name}({given})"));
        self.depth = 1;
        self.line("local tile = game.placed or game:tiles()[1]");
        self.line("local n, k, any, list, map, byhandle, steps = 1, 2, nil, { 3, 4 }, {}, {}, 0");
        let sink = match self.kind {
            Kind::Out => "out:set(\"seen\", x)",
            Kind::Veto => {
                "for o in options:each() do x -= 1 if x == 1 then refuse(o, \"mine.veto\") end end"
            }
            Kind::Score => "score:flat(\"mine.a\", x)",
        };
        self.line(&format!("local function sink(x) {sink} end"));
        self.line("local function emit(e) if e ~= e then sink(1) elseif e == 0 and 1 / e < 0 then sink(2) elseif e > 1e9 or e < -1e9 then sink(3) else sink(e // 1 % 1000) end end");
        while !self.ends() {
            self.statement();
        }
        self.line("emit(#list + #seen.list * 10 + seen.n)");
        self.depth = 0;
        self.line("end");
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

    /// Mostly a number.
    fn number(&mut self, deep: usize) -> String {
        if deep == 0 || self.ends() {
            return self.of(&[
                "1",
                "0",
                "2",
                "3",
                "-1",
                "0.5",
                "7",
                "n",
                "k",
                "#list",
                "1000",
                "0 / 0",
                "1 / 0",
                "-(0)",
                "-0.0",
                "4294967297",
                "9007199254740993",
                "1e300",
                "seen.n",
                "#seen.list",
                "65536.5",
                "-2147483648",
            ]);
        }
        let (x, y) = (self.number(deep - 1), self.number(deep - 1));
        match self.pick(36) {
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
            14 => format!("(map[{}] or {y})", self.key(deep - 1)),
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
            25 => self.of_head(1, format!("L.max({x}, {y})"), "#KEPT"),
            26 => self.of_head(6, format!("two_more({x})"), "n"),
            27 => self.of_head(9, format!("down(math.min(9, {x}))"), "k"),
            28 => self.of_head(8, format!("grow(list, {x})"), "#list"),
            29 => self.of_head(10, format!("bump({x})"), "n"),
            30 => self.of_head(11, format!("(many({x}, {y}, n))"), "3"),
            31 => self.of_head(6, format!("(plus({x}))({y})"), "k"),
            32 => self.of_head(2, format!("(step(list, {x}) or {y})"), "2"),
            33 => self.of_head(13, format!("#word({x})"), "#list"),
            34 => format!("(sorted(map)[{x}] or {y})"),
            _ => format!("({} and {x} or {y})", self.any(deep - 1)),
        }
    }

    /// A key whose place in a table does not depend on where it lies in memory.
    fn key(&mut self, deep: usize) -> String {
        match self.pick(5) {
            0 => "\"road\"".to_owned(),
            1 => "KEPT.name".to_owned(),
            _ => self.number(deep),
        }
    }

    fn truth(&mut self, deep: usize) -> String {
        if deep == 0 || self.ends() {
            return self.of(&[
                "true",
                "false",
                "any",
                "n > 1",
                "tile.type.group == \"main\"",
                "not any",
            ]);
        }
        let (x, y) = (self.number(deep - 1), self.number(deep - 1));
        match self.pick(11) {
            0 => format!("{x} < {y}"),
            1 => format!("{x} <= {y}"),
            2 => format!("{x} == {y}"),
            3 => format!("{x} ~= {y}"),
            4 => format!("not {}", self.any(deep - 1)),
            5 => format!("({} and {})", self.truth(deep - 1), self.truth(deep - 1)),
            6 => format!("({} or {})", self.truth(deep - 1), self.truth(deep - 1)),
            7 => format!("{} == {}", self.any(deep - 1), self.any(deep - 1)),
            8 => format!("{} ~= {}", self.any(deep - 1), self.any(deep - 1)),
            9 => format!("{x} >= {y}"),
            _ => "game:fits(tile.type, n, k, 0)".to_owned(),
        }
    }

    /// A table.
    fn table(&mut self, deep: usize) -> String {
        match self.pick(12) {
            0..=2 => "list".to_owned(),
            3 => "map".to_owned(),
            4 => "KEPT".to_owned(),
            5 => "seen.list".to_owned(),
            6 => format!("{{ {}, {}, {} }}", self.any(0), self.any(0), self.number(deep.min(1))),
            7 => "tile:segments()".to_owned(),
            8 => "sorted(map)".to_owned(),
            9 => self.of_head(5, "m.kept.list".to_owned(), "list"),
            10 => "(get())".to_owned(),
            _ => format!("{{ two({}, k) }}", self.number(deep.min(1))),
        }
    }

    /// Anything, handles, functions and nothing included.
    fn any(&mut self, deep: usize) -> String {
        match self.pick(if deep == 0 { 16 } else { 22 }) {
            0 => "nil".to_owned(),
            1 => "any".to_owned(),
            2 => "tile".to_owned(),
            3 => "game.turn".to_owned(),
            4 => "\"road\"".to_owned(),
            5 => "\"nobody knows it\"".to_owned(),
            6 => "true".to_owned(),
            7 => "list".to_owned(),
            8 => "byhandle[tile]".to_owned(),
            9 => "KEPT.name".to_owned(),
            10 => "tile:segments()[1]".to_owned(),
            11 => "game.turn.next".to_owned(),
            12 => "1".to_owned(),
            13 => "false".to_owned(),
            14 => self.of_head(0, "insert".to_owned(), "two"),
            15 => "list[#list]".to_owned(),
            16 => format!("tile:neighbour({} // 1 % 4)", self.number(deep - 1)),
            17 => format!("game:tile_at({}, {})", self.number(0), self.number(0)),
            18 => format!("({} or {})", self.any(deep - 1), self.any(deep - 1)),
            19 => format!("({} and {})", self.any(deep - 1), self.any(deep - 1)),
            20 => self.table(deep - 1),
            _ => self.number(deep - 1),
        }
    }
}
