//! Where in a file a word is written, for faults that know the file and the word alone.

use std::ops::Range;

use bastide::Manifest;
use bastide::core::Fault;

/// The bytes of `"word"`, quotes included, on the first line on which it stands after `key` and `=`.
pub(crate) fn of_word(text: &str, key: &str, word: &str) -> Option<Range<usize>> {
    let quoted = format!("\"{word}\"");
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        for (at, _) in line.match_indices(&quoted) {
            let before = line[..at].trim_end();
            let before = before.strip_suffix('=').map(str::trim_end);
            if before.is_some_and(|before| before.ends_with(key)) {
                return Some(start + at..start + at + quoted.len());
            }
        }
        start += line.len();
    }
    None
}

/// A fault with a file and no place: the first line that has one of the words it quotes, in quotes or as a key.
pub(crate) fn found(fault: Fault, text: &str) -> Fault {
    if fault.span.is_some() {
        return fault;
    }
    let words: Vec<&str> = fault.what.en.split('`').skip(1).step_by(2).collect();
    let quoted = words.iter().rev().find_map(|word| {
        let quoted = format!("\"{word}\"");
        text.find(&quoted).map(|at| at..at + quoted.len())
    });
    let file = fault.file.clone();
    match quoted {
        Some(span) => fault.at(&file, span),
        None => fault,
    }
}

/// A fault that is in a manifest, where the last word it quotes is the edge of a feature kind.
pub(crate) fn in_manifest<'a>(
    fault: Fault,
    manifests: impl Iterator<Item = &'a Manifest>,
) -> Fault {
    let edge = fault.what.en.split('`').skip(1).step_by(2).last().unwrap_or_default().to_owned();
    for manifest in manifests {
        if let Some(span) = of_word(manifest.text(), "edge", &edge) {
            return fault.at(manifest.file(), span);
        }
    }
    fault
}
