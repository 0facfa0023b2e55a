//! Scripts that nobody would write, with all of the language that the book allows: an answer by plan is the answer by Luau.
//!
//! Each script has eight handlers, tables that stay from call to call, and functions at its head. A game is played in which
//! every call is answered by Luau and by plans, each with a machine of its own, and the two answers, or faults, must be the same.
//! What they answer is dropped, so that no answer ends the game. `BASTIDE_FULL=1` makes up a hundred thousand handlers,
//! `BASTIDE_HANDLERS` any other number, from the seed that `BASTIDE_SEED` says; a script that differs is made as short as it goes.

mod heads;
mod pen;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use bastide_core::ids::Player;
use bastide_core::{
    Answer, DataOnly, Engine, Event, Fault, Handlers, Log, Manner, Ruleset, State, Valuer,
};
use bastide_script::{Limits, ScriptHandlers, Scripts, Vm};

use crate::support::{build, land, mine};
use heads::HANDLERS;
use pen::script;

/// Scripts that one pair of machines runs: a new machine takes longer than a script.
const SHARED: usize = 50;

/// Answers each question in two ways.
struct Twin {
    luau: ScriptHandlers,
    plans: ScriptHandlers,
    seen: Rc<Seen>,
}

#[derive(Default)]
struct Seen {
    wrong: RefCell<Option<String>>,
    calls: Cell<u64>,
    faults: Cell<u64>,
}

impl Handlers for Twin {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let mark = answer.mark();
        let mut said = |handlers: &ScriptHandlers| {
            let done = handlers.answer(function, rules, state, event, answer);
            let said = match done {
                Ok(()) => Ok(format!("{answer:?}")),
                Err(fault) => Err((fault.code, fault.what.en, fault.span)),
            };
            answer.rewind(&mark);
            said
        };
        let (luau, plans) = (said(&self.luau), said(&self.plans));
        self.seen.calls.set(self.seen.calls.get() + 1);
        self.seen.faults.set(self.seen.faults.get() + u64::from(luau.is_err()));
        // The clock stops nothing at the same place twice.
        let late = luau.as_ref().is_err_and(|(code, ..)| code == "L0203");
        if luau != plans && !late {
            let name = HANDLERS.get(usize::from(function)).map_or("", |handler| handler.1);
            let wrong = format!("{name}: Luau {luau:?}, plans {plans:?}");
            self.seen.wrong.borrow_mut().get_or_insert(wrong);
        }
        Ok(())
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.luau.meet(valuer);
        self.plans.meet(valuer);
    }
}

/// How the calls of scripts went.
#[derive(Debug, Default)]
struct Tally {
    calls: u64,
    faults: u64,
    ended: u64,
    given_up: u64,
    /// How handlers are run, by the reason.
    how: BTreeMap<String, u64>,
}

/// Where scripts are tried.
struct Lab {
    rules: Arc<Ruleset>,
    machines: Option<[Rc<Vm>; 2]>,
    runs: usize,
    tally: Tally,
}

impl Lab {
    fn new() -> Self {
        let hooks = HANDLERS.map(|(hook, function, _)| (hook, function));
        let rules = build(&[land(), mine(&hooks)]);
        Self { rules, machines: None, runs: 0, tally: Tally::default() }
    }

    /// Plays a game with a script. What differed, if anything did.
    fn tried(&mut self, source: &str) -> Option<String> {
        self.runs += 1;
        if self.runs.is_multiple_of(SHARED) {
            self.machines = None;
        }
        let machines = self.machines.get_or_insert_with(|| {
            [Scripts::Luau, Scripts::Plans]
                .map(|way| Rc::new(Vm::running(Limits::default(), way).expect("a machine")))
        });
        let [luau, plans] = machines.each_ref().map(|vm| {
            ScriptHandlers::new(Rc::clone(vm), "mine", "mine/init.lua", source, &self.rules)
        });
        let (luau, plans) = match (luau, plans) {
            (Ok(luau), Ok(plans)) => (luau, plans),
            (luau, plans) => {
                panic!("it does not load: {:?} {:?}\n{source}", luau.err(), plans.err())
            }
        };
        let manners = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::new(Seen::default());
        let mut twin = Some(Twin { luau, plans, seen: Rc::clone(&seen) });
        let handlers = self.rules.expansions.iter().map(|e| match (e.id.as_str(), twin.take()) {
            ("mine", Some(twin)) => {
                Box::new(Watched { twin, manners: Rc::clone(&manners) }) as Box<dyn Handlers>
            }
            (_, other) => {
                twin = other;
                Box::new(DataOnly) as Box<dyn Handlers>
            }
        });
        let handlers = handlers.collect();
        let mut engine = Engine::new(Arc::clone(&self.rules), handlers);
        play(&mut engine);
        drop(engine);
        self.tally.calls += seen.calls.get();
        self.tally.faults += seen.faults.get();
        for manner in manners.take() {
            self.tally.ended += manner.ended;
            self.tally.given_up += manner.given_up;
            let why = manner.how.en.rsplit(": ").next().unwrap_or_default().to_owned();
            *self.tally.how.entry(why).or_default() += 1;
        }
        seen.wrong.take()
    }
}

/// Counts how the plans went when the engine is gone.
struct Watched {
    twin: Twin,
    manners: Rc<RefCell<Vec<Manner>>>,
}

impl Handlers for Watched {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        self.twin.answer(function, rules, state, event, answer)
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.twin.meet(valuer);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let manners = (0..HANDLERS.len() as u16).filter_map(|f| self.twin.plans.manner(f));
        self.manners.borrow_mut().extend(manners);
    }
}

/// Decisions of a game.
const DECISIONS: usize = 15;

/// Plays a game for some turns, now this option, now that.
fn play(engine: &mut Engine) {
    let mut log = Log::default();
    let mut state = engine.start(Player(0), &mut log).expect("it starts");
    for turn in 1..=DECISIONS {
        let decision = engine.decision(&state).expect("a decision");
        let action = decision.options[turn * 7 % decision.options.len()].action();
        engine.apply(&mut state, action.expect("an action"), &mut log).expect("it is applied");
    }
}

/// Numbers from a seed.
fn dice(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % n
    }
}

/// The choices of a script.
fn choices(seed: u64) -> Vec<Vec<u8>> {
    let mut roll = dice(seed);
    (0..=HANDLERS.len())
        .map(|part| {
            let n = if part == 0 { 20 } else { 2 + roll(50) };
            (0..n).map(|_| roll(256) as u8).collect()
        })
        .collect()
}

/// Makes a script that differs shorter, as long as it differs.
fn shortest(lab: &mut Lab, mut parts: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let mut differs = |parts: &[Vec<u8>]| {
        lab.machines = None;
        lab.tried(&script(parts)).is_some()
    };
    let mut shorter = true;
    while shorter {
        shorter = false;
        for part in 0..parts.len() {
            let mut size = parts[part].len();
            while size > 0 {
                let mut at = 0;
                while at < parts[part].len() {
                    let mut fewer = parts.clone();
                    let end = (at + size).min(fewer[part].len());
                    fewer[part].drain(at..end);
                    let mut zero = parts.clone();
                    zero[part][at..end].fill(0);
                    let better = [fewer, zero].into_iter().find(|p| *p != parts && differs(p));
                    match better {
                        Some(better) => (parts, shorter) = (better, true),
                        None => at += size,
                    }
                }
                size /= 2;
            }
        }
    }
    parts
}

/// How many handlers are made up, and from which seed on.
fn asked() -> (u64, u64) {
    let number = |name| std::env::var(name).ok().and_then(|n: String| n.parse().ok());
    let full = std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1");
    let handlers = number("BASTIDE_HANDLERS").unwrap_or(if full { 100_000 } else { 1600 });
    // Full runs are not all the same.
    let now = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_secs() << 20);
    (handlers, number("BASTIDE_SEED").unwrap_or_else(|| if full { now() } else { 1 }))
}

#[test]
fn answers_are_the_same() {
    let (handlers, first) = asked();
    let mut lab = Lab::new();
    let mut wrong = Vec::new();
    for seed in first..first + handlers.div_ceil(HANDLERS.len() as u64) {
        let parts = choices(seed);
        if lab.tried(&script(&parts)).is_none() {
            continue;
        }
        let source = script(&shortest(&mut lab, parts));
        let how = lab.tried(&source).unwrap_or_default();
        wrong.push(format!("BASTIDE_SEED={seed} BASTIDE_HANDLERS=8: {how}\n{source}"));
        if wrong.len() == 5 {
            break;
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
    // It would be worth little if most of what is made up failed, or had no plan.
    let Tally { calls, faults, ended, .. } = lab.tally;
    assert!(ended * 10 > calls && faults * 2 < calls, "{:?}", lab.tally);
}
