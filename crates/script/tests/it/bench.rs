//! Cost of the border: `cargo test --profile dist -p bastide-script --test it bench -- --ignored --nocapture`.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::time::Instant;

use bastide_script::{Budget, Limits, Vm};

fn nanoseconds(name: &str, times: u32, mut run: impl FnMut()) {
    let best = (0..5)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..times {
                run();
            }
            start.elapsed().as_nanos() / u128::from(times)
        })
        .min()
        .unwrap();
    println!("{name:40} {best:8} ns");
}

#[test]
#[ignore = "measures"]
fn calls() {
    let vm = Vm::new(Limits::default()).unwrap();
    let source = "local m = ...\nfunction m.empty() end\nfunction m.add(a, b) return a + b end\nfunction m.pick(a) if a > 3 then return 1 end return 0 end\nfunction m.loop() for _ = 1, 1000 do end end\nfunction m.wrong() local x = nil return x.y end\nfunction m.text() return tostring({}) end\nfunction m.sort() local t = { 5, 3, 9, 1, 7, 2, 8 } table.sort(t) return t[1] end";
    let module = vm.load_module("bench.lua", source).unwrap();
    let f = |name| module.function(name).unwrap();
    let (empty, add, pick, looping) = (f("empty"), f("add"), f("pick"), f("loop"));
    nanoseconds("call, nothing", 1_000_000, || vm.call(&empty, (), Budget::Query).unwrap());
    nanoseconds("call, two integers to one", 1_000_000, || {
        black_box(vm.call::<i64>(&add, (black_box(2), 3), Budget::Query).unwrap());
    });
    nanoseconds("call, comparison", 1_000_000, || {
        black_box(vm.call::<i64>(&pick, black_box(2), Budget::Query).unwrap());
    });
    nanoseconds("the clock", 1_000_000, || {
        black_box(Instant::now());
    });
    nanoseconds("a new bare machine", 500, || drop(black_box(mlua::Lua::new())));
    let bare = mlua::Lua::new();
    let function: mlua::Function = bare.load("return function() end").eval().unwrap();
    nanoseconds("a bare machine without limits", 1_000_000, || function.call::<()>(()).unwrap());
    bare.set_interrupt(|_| Ok(mlua::VmState::Continue));
    nanoseconds("a bare machine with an interrupt", 1_000_000, || function.call::<()>(()).unwrap());
    nanoseconds("loop of 1000 steps", 10_000, || vm.call(&looping, (), Budget::Query).unwrap());
    let (wrong, text, sort) = (f("wrong"), f("text"), f("sort"));
    nanoseconds("error to fault", 10_000, || {
        let _ = black_box(vm.call::<()>(&wrong, (), Budget::Query));
    });
    nanoseconds("tostring of a table", 100_000, || vm.call(&text, (), Budget::Query).unwrap());
    nanoseconds("sort of 7", 100_000, || vm.call(&sort, (), Budget::Query).unwrap());
    nanoseconds("new machine", 500, || drop(black_box(Vm::new(Limits::default()))));
}
