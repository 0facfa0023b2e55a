//! Brackets that are never closed: the parser meets them lines later, and then many times over.

use std::ops::Range;

use super::parse::{find, skip_string};

/// A value of which a bracket is never closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    /// The innermost bracket that is open where the value must have ended.
    pub(super) bracket: Range<usize>,
    /// What closes all that is open there, innermost first.
    pub(super) closers: String,
    /// The first text in it that its line ends, and not a quote: then that is the slip.
    pub(super) quote: Option<Range<usize>>,
    /// The key with its value, to where that must have ended.
    pub(super) statement: Range<usize>,
}

/// What a file that is not TOML is made of, as far as lines and brackets tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    /// Keys with their values, heads and the like, in order and without gaps.
    pub(super) statements: Vec<Range<usize>>,
    /// The first value that is never closed; nothing is looked at after it.
    pub(super) open: Option<Open>,
}

/// Reads a file up to the first bracket that is never closed.
pub(super) fn lines(text: &str) -> Lines {
    let mut lines = Lines::default();
    let mut at = 0;
    while at < text.len() {
        let begins = at;
        match statement(text, begins) {
            Ok(end) => {
                lines.statements.push(begins..end);
                at = end;
            }
            Err(open) => {
                lines.open = Some(open);
                break;
            }
        }
    }
    lines
}

/// Where the statement that begins with a line ends: with its line, unless a bracket is open there.
fn statement(text: &str, begins: usize) -> Result<usize, Open> {
    let bytes = text.as_bytes();
    let inset = indent(&text[begins..]);
    let mut at = begins + inset;
    // A head has its own brackets, and ends with its line.
    if bytes.get(at) == Some(&b'[') {
        return Ok((find(bytes, at, b"\n") + 1).min(text.len()));
    }
    let mut stack: Vec<usize> = Vec::new();
    let mut quote = None;
    let open = |stack: &[usize], quote: &Option<Range<usize>>, end: usize| {
        let closer = |at: &usize| if bytes[*at] == b'[' { ']' } else { '}' };
        let last = stack.last().copied().unwrap_or(begins);
        Open {
            bracket: last..last + 1,
            closers: stack.iter().rev().map(closer).collect(),
            quote: quote.clone(),
            statement: begins..end,
        }
    };
    while at < bytes.len() {
        match bytes[at] {
            b'#' => {
                at = find(bytes, at, b"\n");
                continue;
            }
            b'"' | b'\'' => {
                let end = skip_string(bytes, at);
                // A short text that is not closed has taken its line end with it.
                let cut = end > 0 && bytes[end - 1] == b'\n';
                if cut && quote.is_none() {
                    quote = Some(at..at + 1);
                }
                at = if cut { end - 1 } else { end };
                continue;
            }
            b'[' | b'{' => stack.push(at),
            b']' if stack.last().is_some_and(|open| bytes[*open] == b'{') => {
                let end = (find(bytes, at, b"\n") + 1).min(text.len());
                let mut found = open(&stack, &quote, end);
                // What follows is there already.
                found.closers.truncate(1);
                return Err(found);
            }
            b']' | b'}' => drop(stack.pop()),
            b'\n' if stack.is_empty() => return Ok(at + 1),
            b'\n' if begins_anew(&text[at + 1..], inset) => return Err(open(&stack, &quote, at)),
            _ => {}
        }
        at += 1;
    }
    if stack.is_empty() { Ok(bytes.len()) } else { Err(open(&stack, &quote, bytes.len())) }
}

/// Blanks before the first letter of a line.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Whether a line can only be a key or a head, written no deeper than the statement before it.
fn begins_anew(rest: &str, inset: usize) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    if indent(line) > inset {
        return false;
    }
    let line = line.trim();
    let is_name = |text: &str| {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let text = text.trim();
        text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(part)
    };
    if let Some(head) = line.strip_prefix('[') {
        let name = head.strip_prefix('[').unwrap_or(head).split(']').next().unwrap_or_default();
        return is_name(name) && !matches!(name.trim(), "true" | "false" | "inf" | "nan");
    }
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let after = line[1..].split_once(quote).map(|(_, after)| after.trim_start());
        return after.is_some_and(|after| after.starts_with('='));
    }
    line.split_once('=').is_some_and(|(key, _)| is_name(key))
}

/// The file without a statement, as long as before, so that places stay.
pub(super) fn blanked(text: &str, statement: &Range<usize>) -> String {
    let blank = |c: char| match c {
        '\n' => "\n".to_owned(),
        _ => " ".repeat(c.len_utf8()),
    };
    let between: String = text[statement.clone()].chars().map(blank).collect();
    [&text[..statement.start], &between, &text[statement.end..]].concat()
}

#[cfg(test)]
#[path = "tests/brackets.rs"]
mod tests;
