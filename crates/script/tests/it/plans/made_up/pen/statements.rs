//! Statements of a made-up handler.

use super::{Kind, Pen};

impl Pen<'_> {
    /// What a loop steps with.
    fn iterator(&mut self) -> String {
        let control = self
            .of(&["0", "nil", "0", "nil", "1", "2", "-1", "n", "any", "-0.0", "0 / 0", "\"x\""]);
        let t = self.table(1);
        match self.pick(16) {
            0 | 1 => format!("ipairs({t})"),
            2 => "pairs(list)".to_owned(),
            3 => t,
            4 => format!("list, {control}"),
            5 => format!("list, nil, {control}"),
            6 => self.of_head(2, format!("step, {t}, {control}"), "ipairs(list)"),
            7 => self.of_head(3, format!("turn, list, {control}"), "pairs(list)"),
            8 => self.of_head(1, format!("L.each({t})"), "list"),
            9 => self.of_head(1, "L.all(list)".to_owned(), "list"),
            10 => self.of_head(7, format!("own, {t}, {control}"), "list"),
            11 if self.kind == Kind::Veto => format!("options:each(), nil, {control}"),
            12 if self.kind == Kind::Veto => "options:each(\"place\"), nil, any".to_owned(),
            13 if self.kind == Kind::Veto => "options:each()".to_owned(),
            11 => format!("(ipairs({t})), list, {control}"),
            12 => format!("(pairs(list)), {t}, {control}"),
            _ => "list".to_owned(),
        }
    }

    pub(super) fn statement(&mut self) {
        let few = if self.depth > 3 || self.ends() { 27 } else { 40 };
        match self.pick(few) {
            0 => {
                let line = format!("emit({})", self.number(2));
                self.line(&line);
            }
            1 => self.assign("n", 2),
            2 => self.assign("k, n = n,", 1),
            3 => self.with(|pen| format!("any = {}", pen.any(2))),
            4 => self.with(|pen| format!("list[#list + 1] = {}", pen.number(2))),
            5 => self.with(|pen| format!("map[{}] = {}", pen.key(1), pen.any(1))),
            6 => self.assign("map.x", 2),
            7 => self.with(|pen| format!("table.insert(list, {})", pen.any(1))),
            8 => self.with(|pen| format!("list[{}] = {}", pen.number(1), pen.any(1))),
            9 => self.with(|pen| format!("n, k = sum({}, two(n, k))", pen.number(1))),
            10 => self.with(|pen| format!("list = {{ two({}, k) }}", pen.number(1))),
            11 => self.with(|pen| format!("if {} then return end", pen.truth(1))),
            12 => self.with(|pen| format!("byhandle[{}] = {}", pen.any(1), pen.any(1))),
            13 => self.with(|pen| {
                let place = pen.of(&[
                    "list[#list]",
                    "list[1]",
                    "list[#list - 1]",
                    "map.x",
                    "KEPT.x",
                    "seen.x",
                ]);
                format!("{place} = {}", pen.of(&["nil", "3", "any"]))
            }),
            14..=20 if self.frozen && self.pick(8) > 0 => self.assign("map.y", 1),
            14 => self.with(|pen| {
                let x = pen.any(1);
                pen.of_head(0, format!("insert({}, {x})", "seen.list"), "n += 1")
            }),
            15 => self.with(|pen| {
                let x = pen.number(1);
                pen.of_head(1, format!("L.ins({}, {x})", "L.of.list"), "k += n")
            }),
            16 => self.line("do local a, b = get() b.n += 1 a[#a + 1] = n end"),
            17 => self.with(|pen| format!("seen.n = {}", pen.number(1))),
            18 => {
                self.with(|pen| pen.of_head(5, "m.kept.ins(m.get().list, k)".to_owned(), "n -= 1"));
            }
            19 => self.with(|pen| pen.of_head(10, "emit(bump(1))".to_owned(), "n //= 2")),
            20 => self
                .with(|pen| pen.of_head(12, "emit(shift(seen.list, n) or 0)".to_owned(), "k %= 3")),
            21 => self.with(|pen| pen.of_head(15, "n = cut(list)".to_owned(), "n = k")),
            22 => self.with(|pen| {
                let f =
                    pen.of(&["two", "sum", "emit", "math.abs", "math.max", "ipairs", "nil", "any"]);
                format!("any = {f}")
            }),
            23 => self.with(|pen| {
                let (x, y) = (pen.number(0), pen.number(1));
                format!("do local f = function(z) return z + {x} end n = f({y}) end")
            }),
            24 => self.with(|pen| {
                let x = pen.number(0);
                let head = pen.of(&[
                    "local function f(z)",
                    "local function f(z)",
                    "local f f = function(z)",
                ]);
                format!("do {head} if z < 1 then return {x} end return f(z - 1) end n = f(2) end")
            }),
            25 => self.with(|pen| format!("assert({} or true, \"x\")", pen.any(1))),
            26 if self.pick(3) > 0 => self.line("n = #list"),
            26 => self.with(|pen| {
                pen.of(&[
                    "print(n)",
                    "table.clear(list)",
                    "list = table.clone(list)",
                    "n = table.find(list, k) or 0",
                    "list = table.move(list, 1, #list, 2)",
                    "table.freeze(list)",
                    "n = n ^ 2",
                    "any = tostring(n) .. \"x\"",
                    "n = #list + select(\"#\", table.unpack(list))",
                    "list = setmetatable(list, { __len = function() return 2 end })",
                    "rawset(seen, \"n\", n)",
                    "for key in next, list do k = key end",
                    "table.insert(list, 1, n)",
                    "count += 1",
                ])
            }),
            27 => self.head_block("if", "then", "end"),
            28 => {
                self.head_block("if", "then", "else");
                self.block("", "end");
            }
            29 => {
                let x = self.number(1);
                self.block(&format!("for i = {x}, 3 do"), "end");
            }
            30 => {
                let x = self.number(1);
                let step = self.of(&["-2", "-1", "-0.5", "0.25 - 1"]);
                self.block(&format!("for i = 6, math.max({x}, -9), {step} do n = i"), "end");
            }
            31..=34 => {
                let by = self.iterator();
                self.block(
                    &format!(
                        "for a, b in {by} do steps += 1 if steps > 30 then break end any, k = b, a"
                    ),
                    "end",
                );
            }
            35 => {
                let t =
                    self.of(&["ipairs(list)", "pairs(list)", "ipairs(seen.list)", "pairs(KEPT)"]);
                let control = self.of(&["c", "c", "0", "nil", "1", "n"]);
                self.block(&format!("local f, s, c = {t} for a, b in f, s, {control} do steps += 1 if steps > 30 then break end any = b"), "end");
            }
            36 => self.block("for _, s in game:segments() do any = s n += s.x", "end"),
            37 => self.line("for key in pairs(byhandle) do n += 1 end"),
            38 => self.block("for _, p in game:players() do n += p.score", "end"),
            _ => {
                let until = format!("until {} or steps > 20", self.truth(2));
                self.block("repeat steps += 1 if steps > 25 then break elseif steps == n then continue end", &until);
            }
        }
    }

    fn with(&mut self, write: impl FnOnce(&mut Self) -> String) {
        let line = write(self);
        self.line(&line);
    }

    fn assign(&mut self, what: &str, deep: usize) {
        let value = self.number(deep);
        let sign = if what.ends_with(',') { "" } else { " =" };
        self.line(&format!("{what}{sign} {value}"));
    }

    fn head_block(&mut self, before: &str, after: &str, tail: &str) {
        let truth = self.truth(2);
        self.block(&format!("{before} {truth} {after}"), tail);
    }
}
