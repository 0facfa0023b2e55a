//! Random numbers belong to a decision, not to how many were taken before.

use super::*;

/// So large that every third number or so is rejected.
const MANY: u32 = 0xb000_0000;

#[test]
fn a_decision_takes_one_number_however_often_it_is_rejected() {
    let mut running = Stream::new(5, 2, Purpose::Lot);
    for taken in 0..200 {
        let mut there = Stream::after(5, 2, Purpose::Lot, taken);
        assert_eq!(there.below(MANY), running.below(MANY), "after {taken} numbers");
    }
}

#[test]
fn what_is_rejected_leaves_all_alike() {
    let mut stream = Stream::new(1, 0, Purpose::Chance);
    let mut thirds = [0u32; 3];
    for _ in 0..30_000 {
        thirds[(stream.below(MANY) / (MANY / 3 + 1)) as usize] += 1;
    }
    assert!(thirds.iter().all(|n| (9_600..10_400).contains(n)), "{thirds:?}");
}

#[test]
fn numbers_apart_are_those_of_one_decision_and_part() {
    let numbers = |mut stream: Stream| [0; 4].map(|_: u32| stream.below(1 << 31));
    let at = |seed, game, seat, taken| Stream::after(seed, game, Purpose::Bot(seat), taken);
    let one = at(1, 1, 1, 1);
    assert_eq!(numbers(one.apart(0)), numbers(at(1, 1, 1, 1).apart(0)));
    let mut moved = at(1, 1, 1, 0);
    moved.below(6);
    assert_eq!(numbers(one.apart(0)), numbers(moved.apart(0)));
    let others = [one.apart(1), at(2, 1, 1, 1).apart(0), at(1, 2, 1, 1).apart(0)];
    let others = [
        &others[..],
        &[at(1, 1, 2, 1).apart(0), at(1, 1, 1, 2).apart(0)],
        std::slice::from_ref(&one),
    ];
    for other in others.concat() {
        assert_ne!(numbers(one.apart(0)), numbers(other));
    }
}

#[test]
fn a_seed_of_128_bits_counts_as_a_whole() {
    let first = |seed: u128| Stream::new(Seed(seed), 0, Purpose::Chance).below(u32::MAX);
    assert_eq!(first(7), Stream::new(7, 0, Purpose::Chance).below(u32::MAX));
    let base = 1 << 64 | 7;
    let other: Vec<u32> = (0..128).map(|bit| first(base ^ 1 << bit)).collect();
    assert!(other.iter().all(|n| *n != first(base)), "{other:?}");
}
