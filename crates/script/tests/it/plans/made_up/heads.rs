//! What made-up scripts have in common: their handlers, and what may stand at the head of a file.

/// What a handler answers with, and so what it is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Out,
    Veto,
    Score,
}

/// Hooks, the functions that answer them, and what these are given.
pub(super) const HANDLERS: [(&str, &str, Kind); 8] = [
    ("on.placed", "h0", Kind::Out),
    ("on.placed", "h1", Kind::Out),
    ("at.turn_start", "h2", Kind::Out),
    ("at.turn_end", "h3", Kind::Out),
    ("on.deployed", "h4", Kind::Out),
    ("scoring.points", "h5", Kind::Score),
    ("placement.veto", "h6", Kind::Veto),
    ("deployment.veto", "h7", Kind::Veto),
];

/// Lines that may stand at the head of a file: tables that stay, and functions that were taken from elsewhere.
pub(super) const HEADS: [&str; 16] = [
    "insert = table.insert",
    "L = { ins = table.insert, max = math.max, each = ipairs, all = pairs, of = seen, f = get }",
    "step = ipairs({ 10, 20, 30 })",
    "turn = pairs({ 1 })",
    "first = sorted({ 3, 1 })[1]",
    "m.kept = { list = { 7, 8 }, ins = table.insert } function m.get() return seen end",
    "function plus(k) return function(x) return x + k, k end end two_more = plus(2)",
    "function own(t, i) i = (i or 0) + 1 if t[i] ~= nil then return i, t[i] end end",
    "function grow(t, x) t[#t + 1] = x return #t end",
    "function down(x) if x <= 0 then return 0 end return down(x - 1) + 1 end",
    "function bump(x) count += x return count end",
    "function many(...) local a, b = ... seen.n = select(\"#\", ...) return b, a, ... end",
    "function shift(t, x) table.insert(t, 1, x) return table.remove(t) end",
    "function word(x) return \"w\" .. tostring(x) end",
    "for i = 1, 3 do seen.list[i] = i * i end seen.x, seen[2] = 5, get",
    "function cut(t) table.sort(t, function(a, b) return b < a end) return table.unpack(t, 1, 2) end",
];
