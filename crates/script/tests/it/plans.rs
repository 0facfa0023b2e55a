//! Plans answer as Luau does: in handlers that are made up, in hostile ones, and where something is odd.
#![allow(clippy::result_large_err, reason = "a fault is made once")]

mod made_up;

use bastide_core::ids::Player;
use bastide_core::{Fault, Log, Manner};
use bastide_script::Scripts;
use bastide_script::Scripts::{Both, Luau, Plans};

use crate::hostile;
use crate::support::{Table, engine_by};

/// What a handler leaves in the log of the start and of one turn, or its fault; and how its calls were run.
fn turn(scripts: Scripts, source: &str) -> (Result<String, Fault>, Manner) {
    let mut engine = engine_by(scripts, &[("on.placed", "run")], source).expect("it loads");
    let mut log = Log::default();
    let mine = engine.rules().expansions.len() - 1;
    let done = match engine.start(Player(0), &mut log) {
        Err(error) => Err(error.fault.clone()),
        Ok(state) => {
            let mut table = Table { engine, state, log };
            let done = table.place().map(|()| format!("{:?}", table.log.effects));
            engine = table.engine;
            done
        }
    };
    let manner = engine.manner(mine, 0).unwrap_or_default();
    (done, manner)
}

/// Checks that a handler does the same in each way, and returns how it ran.
fn same(source: &str) -> Manner {
    let (plain, _) = turn(Luau, source);
    let (planned, manner) = turn(Plans, source);
    let (both, _) = turn(Both, source);
    let text = |done: &Result<String, Fault>| match done {
        Ok(log) => log.clone(),
        Err(fault) => format!("{} {} {:?}", fault.code, fault.what.en, fault.span),
    };
    assert_eq!(text(&plain), text(&planned), "{source}");
    assert_eq!(text(&plain), text(&both), "{source}");
    manner
}

fn planned(body: &str) {
    let manner = same(&handler(body));
    assert!(manner.ended > 0 && manner.given_up == 0, "{manner:?}: {body}");
}

fn given_up(body: &str) {
    let manner = same(&handler(body));
    assert!(manner.ended == 0 && manner.given_up > 0, "{manner:?}: {body}");
}

fn without(body: &str, why: &str) {
    let manner = same(&handler(body));
    assert!(manner.how.en.contains(why) && manner.given_up == 0, "{manner:?}: {body}");
}

fn handler(body: &str) -> String {
    format!(
        "local m = ...\nlocal KEPT = {{ 1, 2, name = \"inn\" }}\nfunction m.run(game, event, out)\n{body}\nend"
    )
}

#[test]
fn what_plans_know() {
    planned("out:set(\"seen\", 7)");
    planned(
        "for _, s in event.tile:segments { kind = \"road\" } do out:set(\"seen\", s:tag(KEPT.name)) end",
    );
    planned("local t = {} for i = 1, 5 do t[i] = i * i end out:set(\"seen\", #t + t[5] // 2 % 7)");
    planned("local t = { [0] = 1, 2, 3, x = 4 } out:set(\"seen\", #t + t[0] + t.x)");
    planned(
        "local function f(a, b) return b, a end local x, y = f(1, 2) out:set(\"seen\", x * 10 + y)",
    );
    planned(
        "local t = { 3, 1 } table.insert(t, 9) for i, n in ipairs(t) do out:set(\"seen\", i * n) end",
    );
    planned(
        "local n = 0 for _, e in game:log(\"placed\", \"turn\") do n = math.max(n, 1) end out:set(\"seen\", n)",
    );
    planned("if game.option.how == \"zero\" then out:set(\"seen\", game.option.most) end");
    planned("local n = 0 repeat n += 1 if n == 3 then break end until n > 5 out:set(\"seen\", n)");
    planned("local t = {} t[4] = 1 t[2] = 1 t[1] = 1 t[3] = 1 out:set(\"seen\", #t)");
    planned("local f, s, c = ipairs({ 4, 5 }) for i, n in f, s, c do out:set(\"seen\", i * n) end");
    planned("local f, s = pairs({ 4, 5 }) for i, n in f, s do out:set(\"seen\", i * n) end");
    planned("local p = game.turn repeat p = p.next out:note(p, \"mine.a\") until p == game.turn");
    planned(
        "local t = {} t[event.tile] = 3 t[true] = 4 out:set(\"seen\", t[event.tile] + t[true])",
    );
}

#[test]
fn what_is_odd_is_luaus_business() {
    given_up("out:set(\"seen\", nil + 1)");
    given_up("out:set(\"seen\", 1) out:set(\"nothing\", 2)");
    given_up("out:note(game.turn, \"mine.a\") local x = KEPT.none.none");
    given_up("local t = { 1, nil, 3 } out:set(\"seen\", #t)");
    given_up("local t = { 1, 2, 3 } t[2] = nil out:set(\"seen\", #t)");
    given_up("local n = 0 for k, v in { a = 1, b = 2 } do n += v end out:set(\"seen\", n)");
    given_up("local n = 0 while n < 40000 do n += 1 end out:set(\"seen\", n)");
    given_up("while true do end");
    given_up("local function f() return f() + 1 end f()");
    given_up("local function f() return 1 end out:set(\"seen\", if f == f then 1 else 2)");
    given_up("return 1");
    given_up("out:pay(game.turn, 1, \"mine.a\", 5)");
    given_up("out:set(\"seen\", game.option.none)");
    given_up("local t = {} t[0 / 0] = 1");
    given_up("local x = event.tile.segments");
    given_up("out:set(\"seen\", \"3\" + 1)");
    given_up("local t = {} for i = 1, 40000 do t[i] = i end");
    given_up("local t = { 1, 2 } for _, n in t do t[0] = n out:note(game.turn, \"mine.a\") end");
    given_up(
        "local t = { 1, 2 } for _, n in ipairs(t) do if n < 9 then table.insert(t, n + 3) end end",
    );
}

/// A loop that is begun elsewhere than at the start, or with another's iterator.
#[test]
fn loops_of_ones_own() {
    let pays = "do out:pay(game.turn, v, \"mine.a\") end";
    for head in [
        "local f, s = ipairs({ 10, 20, 30 }) for i, v in f, s, 2",
        "local f, s = ipairs({ 10, 20, 30 }) for i, v in f, s, -1",
        "local f, s = pairs({ 10, 20, 30 }) for i, v in f, s, 1",
        "local f = pairs({}) for i, v in f, { 1, 2 }, 0",
        "local f = ipairs({}) for i, v in f, { 1, 2 }",
        "for i, v in { 1, 2 }, 1",
        "for i, v in { 1, 2 }, nil, 1",
    ] {
        given_up(&format!("{head} {pays}"));
    }
    let each = |control: &str| {
        let source = format!(
            "local m = ...
            function m.veto(game, step, options, refuse)
                local first
                for o in options:each() do if not first then first = o end end
                for o in options:each(\"place\"), nil, {control} do refuse(o, \"mine.veto\") break end
            end"
        );
        let placed = [Luau, Plans].map(|scripts| {
            let mut table = Table::by(scripts, &[("placement.veto", "veto")], &source);
            let placed = table.place();
            placed.map(|()| format!("{:?}", table.log.effects)).map_err(|fault| fault.code)
        });
        assert_eq!(placed[0], placed[1], "{control}");
    };
    ["nil", "first", "0", "game"].into_iter().for_each(each);
}

/// Luau keeps the sign of the nought that is a key first.
#[test]
fn nought_has_two_signs() {
    let seen = "local k = sorted(t)[1] out:set(\"seen\", if 1 / k < 0 then 1 else 2)";
    given_up(&format!("local t = {{}} t[-0.0] = 1 {seen}"));
    given_up(&format!("local t = {{ [0] = 1 }} t[-(0)] = 2 {seen}"));
    planned(&format!("local t = {{ [0] = 1 }} {seen} out:set(\"seen\", t[-(0)])"));
}

/// What is straight costs a plan no step by itself, but time.
#[test]
fn what_a_plan_may_take() {
    let straight = |rounds: u32, times: usize, what: &str| {
        format!("local x, y, t = 1, 2, {{}} for i = 1, {rounds} do {} end", what.repeat(times))
    };
    planned(&straight(20, 4000, "x = y y = x "));
    given_up(&straight(200, 5000, "x = y y = x "));
    // Keys that are no places, of which a list has many; a list that is filled from its end.
    let keys =
        "local t = {} for i = 1, 900 do t[1 - i] = i end local n = 0 for i = 1, 900 do n += #t end";
    planned(&format!("{keys} out:set(\"seen\", n)"));
    planned("local t = {} for i = 1000, 1, -1 do t[i] = i end out:set(\"seen\", #t)");
    planned(
        "local t = {} for i = 20, 2, -1 do t[i] = i t[i + 0.5] = 1 end t[1] = 1 out:set(\"seen\", t[20])",
    );
    given_up("local t = {} for i = 5000, 1, -1 do t[i] = i end out:set(\"seen\", #t)");
}

/// Functions in functions, thousands deep, are looked at one after the other.
#[test]
fn closures_that_catch_closures() {
    let source = "local m = ... local f = function() end
        for i = 1, 9000 do local g = f f = function() g() end end
        m.run = f";
    let manner = same(source);
    assert!(manner.given_up > 0, "{manner:?}");
}

#[test]
fn what_plans_do_not_know() {
    without("local t = \"a\" .. event.tile.x", "line 4: texts are put together");
    // A word of a forbidden function might be a global that is assigned to.
    without("local log = 1 out:set(\"seen\", math.max(log, 2))", "line 4: `math`");
    without("print(1)", "line 4: `print`");
    without("game:what_if(event.tile.type, 1, 0, 0, function() end)", "line 4: `what_if`");
    without(
        "local n = 0 local function f() n += 1 end f() out:set(\"seen\", n)",
        "a changing variable",
    );
    without("out:set(\"seen\", select(\"#\", 1, 2))", "`select`");
    without("out:set(\"seen\", event.tile.x ^ 3)", "a power");
}

/// A table that a script keeps between calls, against all advice, belongs to Luau: plans do not know its content.
#[test]
fn a_table_that_is_kept() {
    let source = "local m = ...
        local kept = { 0 }
        function m.run(game, event, out)
            if kept[1] > 0 or event.start then kept[1] += 1 end
            out:set(\"seen\", kept[1])
        end";
    same(source);
    let two = "local m = ...
        local kept = { 0 }
        local function grow() kept[1] += 1 return tostring(1) end
        function m.other(game, slot, out) grow() end
        function m.run(game, event, out) out:set(\"seen\", kept[1]) end";
    same_games(two);
}

/// Whether games in which two handlers share tables go the same in each way.
fn same_games(source: &str) {
    let logs = [Luau, Plans].map(|scripts| {
        let hooks = [("at.turn_start", "other"), ("on.placed", "run")];
        let mut table = Table::by(scripts, &hooks, source);
        table.place().and_then(|()| table.finish()).expect("no fault");
        format!("{:?}", table.log.effects)
    });
    assert_eq!(logs[0], logs[1], "{source}");
}

/// Whatever way a table of the file is written to, by a function that Luau runs, plans of the file look at it no more.
#[test]
fn a_table_that_is_written_to_in_many_ways() {
    for (head, write) in [
        ("", "table.insert(kept, 1)"),
        ("local insert = table.insert", "insert(kept, 1)"),
        ("local L = { insert = table.insert }", "L.insert(kept, 1)"),
        ("local L = { { table.insert } }", "local f = L[1][1] f(kept, 1)"),
        ("local insert = table.insert function m.all() return kept end", "insert(m.all(), 1)"),
        ("local function get() return table.insert, kept end", "local f, t = get() f(t, 1)"),
        ("local f local function set() f = table.insert end", "set() f(kept, 1)"),
        (
            "local f = pairs local function set() f = table.insert end m.set = set",
            "m.set() f(kept, 1)",
        ),
        ("local function get() return kept end", "local t = get() t[#t + 1] = 1"),
        (
            "local move = function(...) return table.move(...) end",
            "move({ 1 }, 1, 1, #kept + 1, kept)",
        ),
        ("", "rawset(kept, #kept + 1, 1)"),
        ("", "(\"a\"):gsub(\"a\", function() kept[#kept + 1] = 1 end)"),
    ] {
        same_games(&format!(
            "local m = ...
            local kept = {{}}
            {head}
            function m.other(game, slot, out) {write} end
            function m.run(game, event, out) out:set(\"seen\", #kept) end"
        ));
    }
}

/// What ends by the clock or by memory ends by plan in one of the ways that it may end in, though not always in the same
/// one: a plan takes less of both. What nothing stops is tried by itself elsewhere.
#[test]
fn hostile_handlers_end_alike() {
    let _alone = hostile::alone();
    let mut tried = 0;
    for (name, body, expect) in hostile::bodies() {
        let may = |end: &str| expect.iter().any(|e| e == end);
        if may("ended") {
            continue;
        }
        let source = format!("local hostile = ... function hostile.run() do {body}\nend end");
        let outcome = |scripts| {
            let engine = engine_by(scripts, &[("on.placed", "run")], &source);
            let Err(fault) = engine.map(drop) else {
                let (done, manner) = turn(scripts, &source);
                let told = done.map_err(|f| (f.code.clone(), f.what.en.clone(), f.span));
                return (Ok(told), manner);
            };
            (Err((fault.code, fault.what.en)), Manner::default())
        };
        let (planned, _) = outcome(Plans);
        if may("time") || may("memory") {
            let end = match &planned {
                Ok(Ok(_)) => "ok",
                Ok(Err((code, ..))) | Err((code, _)) => match code.as_str() {
                    "L0202" => "budget",
                    "L0203" => "time",
                    "L0204" => "memory",
                    _ => "error",
                },
            };
            assert!(may(end), "{name} ends by {end}, not by {expect:?}");
        } else {
            assert_eq!(outcome(Luau).0, planned, "{name}");
        }
        tried += 1;
    }
    assert!(tried > 100, "{tried} were tried");
}
