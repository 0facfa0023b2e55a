//! Limits at moments that a test names.

use super::*;

fn at(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn four(number: u32) -> IpAddr {
    IpAddr::V4(number.into())
}

fn limiter() -> Limiter {
    let limits =
        Limits { new_tables: 3, open_tables: 2, requests: 2, waiting: 2, ..Limits::default() };
    Limiter::new(limits)
}

#[test]
fn requests_come_at_once_or_one_after_the_other() {
    let mut limiter = limiter();
    let (one, other) = (four(1), four(2));
    for _ in 0..20 {
        assert_eq!(limiter.ask(one, at(0)), Ok(()));
    }
    // Two a second: the next one after half of it.
    assert_eq!(limiter.ask(one, at(0)), Err((Much::Requests, at(500))));
    assert_eq!(limiter.ask(one, at(400)), Err((Much::Requests, at(100))));
    assert_eq!(limiter.ask(other, at(400)), Ok(()), "another address");
    assert_eq!(limiter.ask(one, at(500)), Ok(()));
    assert!(limiter.ask(one, at(500)).is_err());
    // Refused requests do not count, and after ten seconds the full number may come again.
    for _ in 0..20 {
        assert_eq!(limiter.ask(one, at(10_500)), Ok(()));
    }
    assert!(limiter.ask(one, at(10_500)).is_err());
}

#[test]
fn tables_are_so_many_an_hour_and_so_many_at_a_time() {
    let mut limiter = limiter();
    let one = four(1);
    for room in ["a", "b"] {
        let account = limiter.make(one, at(0)).expect("a table");
        limiter.made(account, room.to_owned());
    }
    assert_eq!(limiter.make(one, at(0)).map_err(|no| no.0), Err(Much::OpenTables));
    limiter.left("a");
    limiter.left("nowhere");
    let account = limiter.make(one, at(0)).expect("a table");
    limiter.not_made(account);
    let account = limiter.make(one, at(0)).expect("one that was not made counts for nothing");
    limiter.made(account, "c".to_owned());
    limiter.left("b");
    assert_eq!(limiter.make(one, at(0)), Err((Much::NewTables, HOUR / 3)));
    assert!(limiter.make(one, HOUR / 3).is_ok());
}

#[test]
fn what_is_held_is_given_back() {
    let mut limiter = limiter();
    let one = four(1);
    let first = limiter.takes(one, Much::Waiting, at(0)).expect("a place");
    limiter.takes(one, Much::Waiting, at(0)).expect("a place");
    assert_eq!(limiter.takes(one, Much::Waiting, at(9)).map_err(|no| no.0), Err(Much::Waiting));
    assert!(limiter.takes(one, Much::Connections, at(9)).is_ok(), "something else");
    limiter.gives_back(first, Much::Waiting);
    assert!(limiter.takes(one, Much::Waiting, at(9)).is_ok());
    assert!(limiter.takes(one, Much::Waiting, at(9)).is_err());
}

#[test]
fn an_address_of_ipv6_is_its_first_half() {
    let mut limiter = limiter();
    let six = |text: &str| text.parse::<IpAddr>().expect("an address");
    for _ in 0..2 {
        assert!(limiter.takes(six("2001:db8:1:2::1"), Much::Waiting, at(0)).is_ok());
    }
    assert!(limiter.takes(six("2001:db8:1:2:ffff::9"), Much::Waiting, at(0)).is_err());
    assert!(limiter.takes(six("2001:db8:1:3::1"), Much::Waiting, at(0)).is_ok());
    // IPv4 in the clothes of IPv6 is IPv4.
    for _ in 0..2 {
        assert!(limiter.takes(six("::ffff:192.0.2.1"), Much::Waiting, at(0)).is_ok());
    }
    assert!(limiter.takes(six("192.0.2.1"), Much::Waiting, at(0)).is_err());
    assert!(limiter.takes(six("192.0.2.2"), Much::Waiting, at(0)).is_ok());
}

#[test]
fn however_many_addresses_ask_so_many_are_known() {
    let mut limiter = limiter();
    let holds = limiter.takes(four(0), Much::Waiting, at(0)).expect("a place");
    for number in 1..=2 * ADDRESSES_MAX as u32 {
        let _ = limiter.ask(four(number), at(1));
    }
    assert_eq!(limiter.known.len(), ADDRESSES_MAX);
    // Further addresses share one account, which is used up.
    assert_eq!(limiter.ask(four(u32::MAX), at(1)).map_err(|no| no.0), Err(Much::Requests));
    assert_eq!(limiter.takes(four(u32::MAX), Much::Waiting, at(1)), Ok(Account::Others));
    limiter.gives_back(Account::Others, Much::Waiting);
    assert_eq!(limiter.others.waiting, 0);
    // A second later the first addresses have no state; the one that holds something is still known.
    assert_eq!(limiter.ask(four(u32::MAX), at(2000)), Ok(()));
    assert_eq!(limiter.known.len(), 2);
    limiter.gives_back(holds, Much::Waiting);
    assert!(limiter.known.values().all(|known| known.waiting == 0));
}
