//! Every input of `tests/hostile` ends as it says, in time and memory, and leaves a machine that works.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::result_large_err, missing_docs)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bastide_core::fault::Fault;
use bastide_script::{Budget, Limits, Vm};

const WALL_MAX: Duration = Duration::from_millis(300);
const GROWTH_MAX: usize = 32 * 1024 * 1024;

/// Time and memory are measured: one at a time.
static ALONE: Mutex<()> = Mutex::new(());

struct Input {
    name: String,
    expect: Vec<String>,
    load_only: bool,
    body: String,
}

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("-- ")?.strip_prefix(key)?.strip_prefix(": "))
}

fn read(path: &Path) -> Input {
    let bytes = fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let body = if let Some(hex) = header(&text, "bytes") {
        let bytes = hex.split(' ').map(|b| u8::from_str_radix(b, 16).unwrap()).collect();
        String::from_utf8(bytes).unwrap()
    } else if let Some(plan) = header(&text, "build") {
        let parts: Vec<&str> = plan.split(" ¦ ").collect();
        let suffix = parts.get(3).copied().unwrap_or("");
        format!("{} {}{suffix}", parts[0].trim_end(), parts[1].repeat(parts[2].parse().unwrap()))
    } else {
        text.clone()
    };
    Input {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        expect: header(&text, "expect").unwrap().split('|').map(str::to_owned).collect(),
        load_only: header(&text, "where") == Some("load"),
        body,
    }
}

/// No other input is run as long as this is kept.
pub(crate) fn alone() -> std::sync::MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Inputs that a handler can hold: name, text, how they may end.
pub(crate) fn bodies() -> impl Iterator<Item = (String, String, Vec<String>)> {
    let inside = inputs().into_iter().filter(|input| !input.load_only);
    inside.map(|input| (input.name, input.body, input.expect))
}

fn inputs() -> Vec<Input> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "luau"));
    paths.sort();
    paths.iter().map(|p| read(p)).collect()
}

fn class(outcome: &Result<(), Fault>) -> &'static str {
    match outcome {
        Ok(()) => "ok",
        Err(fault) => match fault.code.as_str() {
            "L0202" => "budget",
            "L0203" => "time",
            "L0204" => "memory",
            _ => "error",
        },
    }
}

/// The most memory the process has used, from here on.
#[cfg(target_os = "linux")]
fn high_water(reset: bool) -> usize {
    if reset {
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

#[cfg(not(target_os = "linux"))]
fn high_water(_reset: bool) -> usize {
    0
}

const AFTER: &str = r#"
local m = ...
local rep, floor, meta, find = string.rep, math.floor, getmetatable(""), string.find
function m.after()
  assert(string.rep == rep and math.floor == floor and getmetatable("") == meta and meta.__index == string)
  assert(math.floor(2.5) == 2 and ("ab"):rep(2) == "abab" and string.find == find)
  local t = {}
  for i = 1, 200 do t[i] = { "entry " .. i, i } end
  local n = 0
  for _, pair in t do n += pair[2] end
  return n
end
"#;

fn after(vm: &Vm) -> Result<(), String> {
    let module = vm.load_module("after.luau", AFTER).map_err(|f| format!("AFTER load: {f}"))?;
    let sum: i64 = vm
        .call(&module.function("after").unwrap(), (), Budget::Query)
        .map_err(|f| format!("AFTER: {f}"))?;
    if sum == 20100 && !vm.is_spent() { Ok(()) } else { Err(format!("AFTER: {sum}")) }
}

fn run(vm: &Vm, input: &Input, inside: bool) -> Result<(), Fault> {
    if !inside {
        return vm.load_module(&input.name, &input.body).map(|_| ());
    }
    let source = format!("local hostile = ... function hostile.run() do {}\nend end", input.body);
    let module = vm.load_module(&input.name, &source)?;
    vm.call::<mlua::MultiValue>(&module.function("run").unwrap(), (), Budget::Reaction).map(|_| ())
}

/// How long this thread has worked: what other programs do on the machine is not the script's doing.
#[cfg(unix)]
fn own_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn own_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// How long the process has worked.
#[cfg(unix)]
fn all_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn all_time() -> Duration {
    own_time()
}

/// Runs one input and prints what is wrong with how it ended, after a line about it.
fn judge(input: &Input, inside: bool) {
    let vm = Vm::new(Limits::default()).unwrap();
    let base = high_water(true);
    let start = own_time();
    let outcome = run(&vm, input, inside);
    let wall = own_time().saturating_sub(start);
    let growth = high_water(false).saturating_sub(base);
    let class = class(&outcome);
    let mut wrong = Vec::new();
    if !input.expect.iter().any(|e| e == class) {
        wrong.push(format!("{class} instead of {}", input.expect.join("|")));
    }
    if wall > WALL_MAX {
        wrong.push(format!("{}{LATE}", wall.as_millis()));
    }
    if growth > GROWTH_MAX {
        wrong.push(format!("{} MB", growth >> 20));
    }
    if let Err(fault) = &outcome {
        for text in [&fault.what.en, &fault.what.fr] {
            if text.is_empty()
                || text.len() > 4400
                || text.chars().any(char::is_control)
                || text.contains('\u{202e}')
            {
                wrong.push(format!("unsafe text {text:.99?}"));
            }
        }
        if fault.file != input.name {
            wrong.push(format!("blamed {:?}", fault.file));
        }
        if fault.span.is_none() && !matches!(fault.code.as_str(), "L0102" | "L0103") {
            wrong.push("no place".to_owned());
        }
    }
    if let Err(why) = after(&vm) {
        wrong.push(why);
    }
    let place = if inside { "handler" } else { "load" };
    let detail = outcome.map_or_else(|f| f.to_string(), |()| String::new());
    println!(
        "{:36} {place:8} {class:7} {:4} ms {:3} MB {detail:.100}",
        input.name,
        wall.as_millis(),
        growth >> 20
    );
    println!("{VERDICT}{}", wrong.join(", "));
}

/// Of an input that nothing stops but the end of the program.
const ENDED: &str = "ended";

/// End of the verdict on an input that took too long.
const LATE: &str = " ms late";

/// Returns whether the only fault is that it was late: its last step took too long.
fn is_only_late(verdict: &str) -> bool {
    (verdict.ends_with(LATE) || verdict.starts_with(ENDED)) && !verdict.contains(", ")
}

const VERDICT: &str = "VERDICT:";
const CHILD: &str = "BASTIDE_HOSTILE";

/// Not a test by itself: the process in which one input runs.
#[test]
#[ignore = "started by the test below"]
fn child() {
    let Ok(task) = std::env::var(CHILD) else { return };
    let (place, name) = task.split_once(' ').unwrap();
    let input = inputs().into_iter().find(|i| i.name == name).unwrap();
    watch(&input);
    judge(&input, place == "handler");
}

/// Ends the process if the script cannot be stopped, as the program does.
fn watch(input: &Input) {
    let (name, fine) = (input.name.clone(), input.expect.iter().any(|e| e == ENDED));
    let start = all_time();
    bastide_script::watch(move |fault| {
        let wall = all_time().saturating_sub(start);
        let mut wrong = Vec::new();
        if !fine {
            wrong.push(format!("{ENDED}: {}", fault.what.en));
        }
        if fault.file != name || fault.code != "L0215" {
            wrong.push(format!("{} blamed {:?}", fault.code, fault.file));
        }
        if wall > WALL_MAX {
            wrong.push(format!("{}{LATE}", wall.as_millis()));
        }
        println!("{name:45} {ENDED:7} {:4} ms   0 MB {}", wall.as_millis(), fault.what.en);
        println!("{VERDICT}{}", wrong.join(", "));
        std::process::exit(0);
    });
}

/// What the child says is wrong, or how it died.
fn run_child(input: &Input, place: &str) -> String {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["hostile::child", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(CHILD, format!("{place} {}", input.name))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            return "hangs".to_owned();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    for line in text.lines().filter(|l| l.contains(" MB ")) {
        println!("{}", line.trim_start_matches("test child ... "));
    }
    match text.lines().find_map(|l| l.strip_prefix(VERDICT)) {
        Some(verdict) => verdict.to_owned(),
        None => format!("died: {}", output.status),
    }
}

#[test]
fn hostile_inputs_end_as_they_say() {
    let _alone = alone();
    let mut report = String::new();
    for input in inputs() {
        for place in ["load", "handler"] {
            if place == "handler" && input.load_only {
                continue;
            }
            // Others may hold the processor back for a while: of times, the least of five counts.
            let runs = (0..5).map(|_| run_child(&input, place));
            let wrong = runs.take_while(|wrong| !wrong.is_empty()).collect::<Vec<_>>();
            let always = wrong.len() == 5 || !wrong.iter().all(|wrong| is_only_late(wrong));
            if let (Some(wrong), true) = (wrong.first(), always) {
                writeln!(report, "{} ({place}): {wrong}", input.name).unwrap();
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn one_machine_survives_them_all() {
    let _alone = alone();
    let vm = Vm::new(Limits::default()).unwrap();
    for input in inputs().into_iter().filter(|i| !i.expect.iter().any(|e| e == ENDED)) {
        let _ = run(&vm, &input, false);
        if !input.load_only {
            let _ = run(&vm, &input, true);
        }
        after(&vm).unwrap_or_else(|why| panic!("after {}: {why}", input.name));
    }
    let (lines, dropped) = vm.take_log();
    assert!(lines.len() <= 200 && dropped > 0);
}

#[test]
fn the_same_input_ends_after_the_same_steps() {
    let _alone = alone();
    let steps = || {
        let vm = Vm::new(Limits::default()).unwrap();
        let mut all = Vec::new();
        for input in inputs().iter().filter(|i| {
            let steps = |e: &String| !["time", "memory", ENDED].contains(&e.as_str());
            !i.load_only && i.expect.iter().all(steps)
        }) {
            let outcome = run(&vm, input, true);
            all.push((
                input.name.clone(),
                vm.meter().used(),
                outcome.err().map(|f| (f.what.en, f.span)),
            ));
        }
        all
    };
    for (once, again) in steps().into_iter().zip(steps()) {
        assert_eq!(once, again);
    }
}
