//! Whatever stands in a tile file, reading it ends with a set or with faults, never in a panic.

#![allow(
    clippy::unwrap_used,
    clippy::format_push_string,
    reason = "a test may stop and may be slow"
)]

use crate::support;

/// A small generator with a fixed seed (splitmix64), so that a failure comes again.
struct Stream(u64);

impl Stream {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

fn check(text: &str) {
    match support::read(text) {
        Ok(set) => assert!(set.tiles.iter().all(|tile| tile.segments.len() <= 24)),
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                let span = fault.span.unwrap_or(0..0);
                let own = fault.file == "test.toml";
                assert!(!own || text.get(span).is_some(), "span off the text: {}", fault.code);
            }
        }
    }
}

#[test]
fn bytes_changed_at_random() {
    let pieces: &[&str] = &[
        "\"",
        "'",
        "'''",
        "\"\"\"",
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        ",",
        "\n",
        "\\",
        "\0",
        "é",
        "-",
        "9999999999999999999",
        "N",
        "NL",
        " ",
        "#",
        "city",
        "field",
        "[[tile]]\n",
        "at",
        "\u{feff}",
        "borders = [\"city@N\"]",
        "extends = \"base\"\n",
        "true",
    ];
    let mut stream = Stream(1);
    for id in support::sets() {
        let text = support::source(&id).unwrap().text;
        for _ in 0..60 {
            let mut text = text.clone();
            for _ in 0..=stream.below(6) {
                let mut from = stream.below(text.len());
                let mut to = (from + stream.below(4)).min(text.len());
                while !text.is_char_boundary(from) {
                    from -= 1;
                }
                while !text.is_char_boundary(to) {
                    to += 1;
                }
                text.replace_range(from..to, pieces[stream.below(pieces.len())]);
            }
            check(&text);
        }
    }
}

#[test]
fn files_cut_off() {
    let mut stream = Stream(2);
    for id in support::sets() {
        let text = support::source(&id).unwrap().text;
        for _ in 0..40 {
            let mut end = stream.below(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            check(&text[..end]);
            check(&text[end..]);
        }
    }
}

#[test]
fn tiles_put_together_at_random() {
    let words = ["N", "E", "S", "W", "NL", "NM", "NR", "EL", "SR", "WM", "WL", "X", ""];
    let kinds = ["city", "road", "river", "field", "monastery", "garden"];
    let mut stream = Stream(3);
    for _ in 0..4000 {
        let mut text =
            String::from("id = \"t\"\nname = { en = \"t\" }\n[[tile]]\nid = \"a\"\ncount = 1\n");
        for kind in kinds {
            let segments: Vec<String> = (0..stream.below(4))
                .map(|_| {
                    let at: Vec<&str> =
                        (0..stream.below(4)).map(|_| words[stream.below(11)]).collect();
                    format!("{{ at = \"{}\" }}", at.join(" "))
                })
                .collect();
            if !segments.is_empty() && stream.below(3) > 0 {
                text.push_str(&format!("{kind} = [{}]\n", segments.join(", ")));
            }
        }
        check(&text);
    }
}
