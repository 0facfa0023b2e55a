//! What the host relies on: places, codes, frozen tables, budgets.
#![allow(clippy::unwrap_used, clippy::result_large_err, missing_docs)]

use bastide_core::fault::Fault;
use bastide_script::{Budget, Limits, Module, Raised, Vm};
use mlua::{Function, Value};

fn vm() -> Vm {
    Vm::new(Limits::default()).unwrap()
}

fn load(vm: &Vm, source: &str) -> Module {
    vm.load_module("rules.lua", source).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs `m.run` of a script and gives its fault and the text that the fault points at.
fn fault_of(source: &str) -> (Fault, String) {
    let vm = vm();
    let module = load(&vm, source);
    let fault = vm.call::<Value>(&module.function("run").unwrap(), (), Budget::Query).unwrap_err();
    let text = fault.span.clone().map_or_else(String::new, |span| source[span].to_owned());
    (fault, text)
}

#[test]
fn handlers_are_found_nested_and_flat() {
    let vm = vm();
    let module = load(
        &vm,
        "local tower = ...\nfunction tower.ask.capture() return 1 end\nfunction tower.answer_capture() return 2 end\ntower.own = { deep = function() return 3 end }",
    );
    let number = |name: &str| -> i64 {
        vm.call(&module.function(name).unwrap(), (), Budget::Query).unwrap()
    };
    assert_eq!((number("ask.capture"), number("answer.capture"), number("own.deep")), (1, 2, 3));
    assert!(module.function("ask.other").is_none());
    assert_eq!(module.names().collect::<Vec<_>>(), ["answer_capture", "ask.capture", "own.deep"]);
}

#[test]
fn a_syntax_fault_points_at_its_line() {
    let source = "\u{feff}local a = 1\r\n  local b = = 2\r\nreturn a";
    let fault = vm().load_module("my:odd name.lua", source).unwrap_err();
    assert_eq!((fault.code.as_str(), fault.file.as_str()), ("L0101", "my:odd name.lua"));
    assert_eq!(&source[fault.span.unwrap()], "local b = = 2");
    assert!(fault.what.fr.starts_with("erreur de syntaxe"));
}

#[test]
fn a_fault_points_at_the_line_that_failed() {
    let (fault, text) =
        fault_of("local m = ...\nfunction m.run()\n  local t = nil\n  return t.x\nend");
    assert_eq!((fault.code.as_str(), text.as_str()), ("L0201", "return t.x"));
    assert_eq!(fault.what.get("en"), "attempt to index nil with 'x'");
    assert_eq!(fault.what.get("fr"), "lecture de 'x' dans une valeur de type nil");
}

#[test]
fn a_message_cannot_move_the_blame() {
    for throw in [
        "error('#0:1: boom', 0)",
        "error('@mods/innocent/main.lua:12: boom', 0)",
        "error('x\\nstack traceback:\\n\\t#0:1: in function')",
        "local _ = (nil)['\\nstack traceback:\\n\\t#0:1: in x']",
        "assert(false, '#0:1: boom')",
        "error({ '#0:1: boom' })",
    ] {
        let (fault, text) = fault_of(&format!("local m = ...\nfunction m.run()\n  {throw}\nend"));
        assert_eq!((fault.file.as_str(), text.as_str()), ("rules.lua", throw));
    }
}

#[test]
fn level_two_blames_the_caller() {
    let (_, text) = fault_of(
        "local m = ...\nlocal function check() error('no', 2) end\nfunction m.run()\n  check()\nend",
    );
    assert_eq!(text, "check()");
}

#[test]
fn library_functions_of_ours_blame_the_script() {
    let (fault, text) = fault_of("local m = ...\nfunction m.run()\n  sorted(1)\nend");
    assert_eq!((fault.code.as_str(), text.as_str()), ("L0201", "sorted(1)"));
    let (fault, text) = fault_of("local m = ...\nfunction m.run()\n  string.rep()\nend");
    assert_eq!((fault.code.as_str(), text.as_str()), ("L0205", "string.rep()"));
}

#[test]
fn missing_functions_are_explained() {
    let (fault, _) = fault_of("local m = ...\nfunction m.run()\n  pcall(m.run)\nend");
    assert!(fault.help.unwrap().en.contains("`pcall` does not exist"));
    let (fault, _) = fault_of("local m = ...\nfunction m.run()\n  return math.random(6)\nend");
    assert!(fault.help.unwrap().fr.contains("hasard"));
}

#[test]
fn what_a_module_holds_is_frozen() {
    for write in [
        "m.seen = true",
        "m.kept.n = 1",
        "table.insert(m.kept.list, 1)",
        "rawset(m, 'seen', true)",
        "getmetatable(m.kept).x = 1",
        "m.ask.new = 1",
        "m.shallow.inner.n = 1",
        "seen = true",
    ] {
        let (fault, text) = fault_of(&format!(
            "local m = ...\nm.kept = setmetatable({{ list = {{}} }}, {{ __index = {{}} }})\nm.shallow = table.freeze({{ inner = {{}} }})\nfunction m.run()\n  {write}\nend"
        ));
        assert_eq!(fault.what.en, "attempt to modify a readonly table", "{write}");
        assert_eq!(text, write);
    }
}

#[test]
fn a_bad_answer_names_the_handler() {
    let vm = vm();
    let module = load(&vm, "local m = ...\nfunction m.run()\n  return 'x'\nend");
    let fault = vm.call::<bool>(&module.function("run").unwrap(), (), Budget::Query);
    assert!(fault.is_ok(), "any value is a truth value");
    let fault = vm.call::<i64>(&module.function("run").unwrap(), (), Budget::Query).unwrap_err();
    assert_eq!(fault.code, "L0206");
    assert!(fault.span.is_some() && fault.file == "rules.lua");
}

#[test]
fn host_functions_raise_faults_with_the_place_of_their_call() {
    let vm = vm();
    let source = "local m = ...\nfunction m.run(host)\n  local x = 1\n  host(x)\nend";
    let module = load(&vm, source);
    let host = vm
        .lua()
        .create_function(|_, ()| -> mlua::Result<()> {
            Err(Raised::new("L0310", "no such tile", "tuile inconnue")
                .help("look it up", "cherchez-la")
                .into())
        })
        .unwrap();
    let fault = vm.call::<()>(&module.function("run").unwrap(), host, Budget::Query).unwrap_err();
    assert_eq!((fault.code.as_str(), fault.what.fr.as_str()), ("L0310", "tuile inconnue"));
    assert_eq!(fault.help.unwrap().en, "look it up");
    assert_eq!(&source[fault.span.unwrap()], "host(x)");
    let host: Function = vm.lua().create_function(|_, _: mlua::Table| Ok(())).unwrap();
    let fault = vm.call::<()>(&module.function("run").unwrap(), host, Budget::Query).unwrap_err();
    assert_eq!((fault.code.as_str(), &source[fault.span.unwrap()]), ("L0205", "host(x)"));
}

#[test]
fn a_panic_of_the_host_comes_through_and_leaves_the_meter_right() {
    let vm = vm();
    let module =
        load(&vm, "local m = ...\nfunction m.run(host) if host then host() end return 1 end");
    let run = module.function("run").unwrap();
    let host =
        vm.lua().create_function(|_, ()| -> mlua::Result<()> { panic!("our own fault") }).unwrap();
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        vm.call::<i64>(&run, host, Budget::Query)
    }));
    assert!(caught.is_err());
    assert_eq!(vm.call::<i64>(&run, (), Budget::Query).unwrap(), 1);
    assert!(vm.meter().used() < 10);
}

#[test]
fn every_budget_stops_at_its_own_step() {
    let vm = vm();
    let module = load(
        &vm,
        "local m = ...\nfunction m.run() local n = 0 for i = 1, 50 do n += tonumber(`{i}`) end return n end",
    );
    let run = module.function("run").unwrap();
    let mut stopped = 0;
    while let Err(fault) = vm.call::<i64>(&run, (), Budget::Steps(stopped)) {
        assert_eq!(fault.code, "L0202");
        stopped += 1;
    }
    assert_eq!(vm.meter().used(), stopped);
    assert!(stopped > 50 && stopped < 500, "{stopped}");
}

#[test]
fn every_memory_limit_ends_in_a_fault_or_an_answer() {
    let source = "local m = ...\nm.t = {}\nfor i = 1, 100 do m.t['k' .. i] = { i } end\nfunction m.run()\n  local t = {}\n  for i = 1, 300 do t[i] = { tostring(i), sorted(m.t) [1 + i % 100] } end\n  return #t\nend";
    let mut answers = 0;
    for step in 0..40 {
        let memory = 400 * 1024 + step * 48 * 1024;
        let Ok(vm) = Vm::new(Limits { memory, ..Limits::default() }) else { continue };
        let outcome = vm.load_module("rules.lua", source).and_then(|module| {
            vm.call::<i64>(&module.function("run").unwrap(), (), Budget::Steps(2_000_000))
        });
        match outcome {
            Ok(n) => {
                assert_eq!(n, 300);
                answers += 1;
            }
            Err(fault) => assert_eq!(fault.code, "L0204"),
        }
    }
    assert!(answers > 0);
}

#[test]
fn garbage_of_one_call_does_not_fail_the_next() {
    let vm = vm();
    let module = load(
        &vm,
        "local m = ...\nfunction m.run()\n  local t = {}\n  for i = 1, 90 do t[i] = ('x'):rep(100000) .. i end\n  return #t\nend",
    );
    for _ in 0..50 {
        let n: i64 = vm.call(&module.function("run").unwrap(), (), Budget::Query).unwrap();
        assert_eq!(n, 90);
    }
}

#[test]
fn nesting_is_bounded_and_shares_the_budget() {
    let vm = std::rc::Rc::new(vm());
    let module = load(
        &vm,
        "local m = ...\nfunction m.run(again, n) for _ = 1, 10 do end return again(n + 1) end",
    );
    let run = module.function("run").unwrap();
    let inner = run.clone();
    let weak = std::rc::Rc::downgrade(&vm);
    let again = vm
        .lua()
        .create_function(move |lua, n: i64| {
            let vm = weak.upgrade().unwrap();
            let again: Function = lua.named_registry_value("again")?;
            vm.call::<i64>(&inner, (again, n), Budget::Query)
                .map_err(|f| Raised::new(f.code, f.what.en, f.what.fr).into())
        })
        .unwrap();
    vm.lua().set_named_registry_value("again", again.clone()).unwrap();
    let fault = vm.call::<i64>(&run, (again, 1), Budget::Query).unwrap_err();
    assert_eq!(fault.code, "L0208");
    assert!(vm.meter().used() > 80 && vm.meter().used() < 200, "{}", vm.meter().used());
}

#[test]
fn print_goes_to_the_log_with_its_place() {
    let vm = vm();
    load(&vm, "local m = ...\nprint('a', 1, {}, nil)\nprint('\\27[2J')");
    let (lines, dropped) = vm.take_log();
    assert_eq!(dropped, 0);
    assert_eq!(
        (lines[0].text.as_str(), lines[0].file.as_str(), lines[0].line),
        ("a 1 table nil", "rules.lua", 2)
    );
    assert_eq!(lines[1].text, "\\u{1b}[2J");
    assert!(vm.take_log().0.is_empty());
}
