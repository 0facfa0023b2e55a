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

/// Expansions that a manifest names in conditions: `with = ["…"]`, `without = ["…"]`.
pub(crate) fn beside(text: &str) -> impl Iterator<Item = &str> {
    let lists = text.match_indices("with").filter_map(|(at, word)| {
        let apart = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let rest = &text[at + word.len()..];
        let rest = rest.strip_prefix("out").unwrap_or(rest);
        rest.trim_start().strip_prefix('=').filter(|_| apart)
    });
    let lists = lists.filter_map(|rest| rest.split([']', '\n']).next());
    lists.flat_map(|list| list.split('"').skip(1).step_by(2))
}

/// Keys of a manifest that name the expansion itself or others, and declare or use nothing.
const NAMING: [&str; 9] =
    ["id", "short", "needs", "conflicts", "after", "with", "without", "replaces-sets", "name"];

/// Bytes of a word in quotes where the text first uses it: expansions named like the word do not count, unless there is
/// nothing else.
fn used(text: &str, word: &str) -> Option<Range<usize>> {
    let quoted = format!("\"{word}\"");
    let names = |at: &usize| {
        let line = text[..*at].rsplit('\n').next().unwrap_or_default();
        let key = line.split('=').next().unwrap_or_default().trim();
        NAMING.contains(&key)
    };
    let places = || text.match_indices(&quoted).map(|(at, _)| at);
    let at = places().find(|at| !names(at)).or(places().next())?;
    Some(at..at + quoted.len())
}

/// Bytes of the head of the first table that ends so: `[edge.river]`.
pub(crate) fn head(text: &str, end: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        if trimmed.starts_with('[') && trimmed.ends_with(end) {
            return Some(start..start + trimmed.len());
        }
        start += line.len();
    }
    None
}

/// A fault with a file and no place: the first line that has one of the words it quotes, in quotes.
pub(crate) fn found(fault: Fault, text: &str) -> Fault {
    if fault.span.is_some() {
        return fault;
    }
    let words: Vec<&str> = fault.what.en.split('`').skip(1).step_by(2).collect();
    if let (true, [name]) = (fault.what.en.contains(" is declared by "), &words[..])
        && let Some(span) = head(text, &format!(".{name}]"))
    {
        let file = fault.file.clone();
        return fault.at(&file, span);
    }
    let quoted = words.iter().rev().find_map(|word| used(text, word));
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
