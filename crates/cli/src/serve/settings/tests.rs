//! Settings that are written, read, and wrong.

use super::*;

#[test]
fn what_is_written_is_read_back() {
    let mut said = Settings {
        listen: "0.0.0.0:80".parse().ok(),
        names: vec!["play.example.org".to_owned(), "[fd00::1]:80".to_owned()],
        proxy: vec!["10.0.0.0/8".parse().expect("a network")],
        metrics: "[::1]:9272".parse().ok(),
        pause: 0,
        keep: Keep { finished_days: 1, idle_days: 36_500 },
        limits: Limits::default(),
    };
    for (n, (_, value, _)) in (1..).zip(limits_of(&mut said.limits)) {
        *value = n;
    }
    for settings in [Settings::default(), said] {
        for lang in [Lang::En, Lang::Fr] {
            let text = settings.text(lang);
            assert_eq!(Settings::read("serve.toml", &text), Ok(settings.clone()), "{text}");
            // The commented-out settings must be valid too.
            let all = text.replace("# listen", "listen").replace("# metrics", "metrics");
            assert!(Settings::read("serve.toml", &all).is_ok(), "{all}");
        }
    }
    assert_eq!(Settings::read("serve.toml", ""), Ok(Settings::default()));
}

#[test]
fn the_book_shows_settings_that_can_be_read() {
    let page = include_str!("../../../../../docs/src/leave-running.md");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let read = Settings::read("serve.toml", block.expect("a block")).expect("fine");
    assert_eq!((read.keep.finished_days, read.limits.new_tables), (365, 40));
    // The tables of the page give the defaults.
    for page in [page, include_str!("../../../../../docs/src/fr/laisser-tourner.md")] {
        let mut limits = Limits::default();
        for (key, value, _) in limits_of(&mut limits).into_iter().filter(|l| l.0 != "replays") {
            assert!(page.contains(&format!("| `{key}` | {value} |")), "{key}");
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, code, at) in [
        ("lisen = \"127.0.0.1:7272\"", "C0005", "lisen"),
        ("[limits]\ntable = 5", "C0005", "table"),
        ("[keep]\ndays = 5", "C0005", "days"),
        ("limits = 5", "C0006", "5"),
        ("pause = 5001", "C0007", "5001"),
        ("pause = \"700\"", "C0006", "\"700\""),
        ("[limits]\nrequests = 0", "C0007", "0"),
        ("[keep]\nidle-days = -1", "C0007", "-1"),
        ("listen = \"localhost\"", "F0044", "\"localhost\""),
        ("metrics = \"9272\"", "F0044", "\"9272\""),
        ("names = [\"a.org\", \"https://b.org/\"]", "F0044", "\"https://b.org/\""),
        ("proxy = \"caddy\"", "F0044", "\"caddy\""),
        ("proxy = [\"10.0.0.0/99\"]", "F0044", "\"10.0.0.0/99\""),
        ("listen =", "C0001", ""),
    ] {
        let faults = Settings::read("serve.toml", text).expect_err(text);
        let fault = &faults[0];
        assert_eq!((faults.len(), &*fault.code), (1, code), "{text}: {faults:?}");
        let span = fault.span.clone().expect("a place");
        assert!(at.is_empty() || &text[span] == at, "{text}: {fault:?}");
        assert!(fault.help.is_some(), "{text}");
    }
}
