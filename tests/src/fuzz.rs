//! Seeds of the fuzzers, changed at random: every reader ends with what was written or with faults.
//!
//! `BASTIDE_FUZZ=20000` tries so many changed seeds of each target, `BASTIDE_FUZZ_SEED=7` others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use bastide::chance::{Purpose, Stream};
use bastide_testkit::fuzz::{Seeds, TARGETS, Target, mutated};

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn try_one(name: &str, target: Target, text: &str) -> bool {
    let ended = catch_unwind(AssertUnwindSafe(|| target(text.as_bytes())));
    ended.unwrap_or_else(|_| panic!("`{name}` panics, see above, at:\n{text}\n<end>"))
}

/// Seeds as they are, cut off everywhere, and with changes.
fn hammer(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let seeds = Seeds::of(&folder);
    let target = TARGETS.iter().find(|t| t.0 == name).expect("a target").1;
    let tries = number("BASTIDE_FUZZ", 120);
    for (file, text) in &seeds.files {
        assert!(try_one(name, target, text), "the seed {file} of `{name}` should be read");
        for part in 0..tries.min(20) as usize {
            let at = text.len() * part / 20;
            if let (Some(begin), Some(end)) = (text.get(..at), text.get(at..)) {
                try_one(name, target, begin);
                try_one(name, target, end);
            }
        }
    }
    let mut stream = Stream::new(number("BASTIDE_FUZZ_SEED", 1), 0, Purpose::Chance);
    for _ in 0..tries {
        try_one(name, target, &mutated(&seeds, &mut stream));
    }
    assert!(!target(&[0xff, 0xfe, 0x00]));
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test] fn $name() { hammer(stringify!($name)); })*

        #[test]
        fn no_target_is_forgotten() {
            let here = [$(stringify!($name)),*];
            assert_eq!(TARGETS.iter().map(|t| t.0).collect::<Vec<_>>(), here);
            let manifest = include_str!("../fuzz/Cargo.toml");
            for name in here {
                assert!(manifest.contains(&format!("name = \"{name}\"")), "tests/fuzz lacks {name}");
            }
        }
    };
}

targets! { tiles manifest rules config record scenario script notation jcz bga check asked }
