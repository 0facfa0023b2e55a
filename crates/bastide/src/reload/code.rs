//! Which functions of a script say something else than before.
//!
//! A script is cut where a statement begins in the first column, which is where people begin the functions of
//! a module. The code of a function is its own words and those of every other such statement that it names,
//! without comments and white space; so a handler counts as changed when a local function that it calls did.

use std::collections::{BTreeMap, BTreeSet};

/// Words that go on with the statement before, though they stand in the first column.
const GOES_ON: [&str; 8] = ["end", "else", "elseif", "until", "then", "do", "and", "or"];

/// A script, cut into statements.
#[derive(Debug, Default)]
pub(super) struct Code {
    statements: Vec<Statement>,
    /// Statement that defines a name.
    names: BTreeMap<String, usize>,
}

#[derive(Debug, Default)]
struct Statement {
    /// Its words with a blank between them.
    text: String,
    /// Names that the function may use: words, and words with those behind a dot.
    mentions: BTreeSet<String>,
}

impl Code {
    /// Cuts a script.
    pub(super) fn of(script: &str) -> Self {
        let mut code = Self::default();
        let mut words: Vec<&str> = Vec::new();
        for (first, word) in tokens(script) {
            let closes = word.starts_with([')', '}', ']']) || GOES_ON.contains(&word);
            if first && !closes && !words.is_empty() {
                code.add(&words);
                words.clear();
            }
            words.push(word);
        }
        code.add(&words);
        code
    }

    fn add(&mut self, words: &[&str]) {
        if words.is_empty() {
            return;
        }
        for name in defined(words) {
            self.names.insert(name, self.statements.len());
        }
        let mut mentions = BTreeSet::new();
        let mut i = 0;
        while i < words.len() {
            let mut path = words[i].to_owned();
            mentions.insert(path.clone());
            while i + 2 < words.len() && matches!(words[i + 1], "." | ":") {
                path = format!("{path}.{}", words[i + 2]);
                mentions.insert(path.clone());
                i += 2;
            }
            i += 1;
        }
        self.statements.push(Statement { text: words.join(" "), mentions });
    }

    /// The code of a handler; the whole script if it does not stand by itself.
    pub(super) fn handler(&self, name: &str) -> String {
        let plain = name.replace('.', "_");
        let found = self.names.iter().find(|(defined, _)| {
            defined.split_once('.').is_some_and(|(_, rest)| rest == name || rest == plain)
        });
        let mut open: Vec<usize> = match found {
            Some((_, first)) => vec![*first],
            None => (0..self.statements.len()).collect(),
        };
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(i) = open.pop() {
            let named = self.statements[i].mentions.iter();
            for used in named.filter_map(|name| self.names.get(name)) {
                if seen.insert(*used) {
                    open.push(*used);
                }
            }
        }
        seen.iter().map(|i| self.statements[*i].text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// Names that a statement defines: `function a.b`, `local function a`, `local a, b =`, `a.b =`.
fn defined(words: &[&str]) -> Vec<String> {
    let path = |words: &[&str]| {
        let mut path = String::new();
        for pair in words.chunks(2) {
            path.push_str(pair[0]);
            match pair.get(1) {
                Some(&("." | ":")) => path.push('.'),
                _ => return path,
            }
        }
        path
    };
    match words {
        ["local", "function", name, ..] => vec![(*name).to_owned()],
        ["local", rest @ ..] => {
            let names = rest.iter().take_while(|w| **w != "=");
            names.filter(|w| is_word(w)).map(|w| (*w).to_owned()).collect()
        }
        ["function", rest @ ..] => vec![path(rest)],
        [first, ..] if is_word(first) => {
            let left = words.iter().take_while(|w| is_word(w) || matches!(**w, "." | ":"));
            let n = left.count();
            if words.get(n) == Some(&"=") { vec![path(&words[..n])] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

fn is_word(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, numbers, texts and signs of a script, and whether each stands in the first column.
fn tokens(script: &str) -> Vec<(bool, &str)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = script[at..].chars().next() {
        let rest = &script[at..];
        let first = at == 0 || script[..at].ends_with('\n');
        let len = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(comment) = rest.strip_prefix("--") {
            at += 2 + long(comment).unwrap_or_else(|| comment.find('\n').unwrap_or(comment.len()));
            continue;
        } else if c == '"' || c == '\'' || c == '`' {
            quoted(rest, c)
        } else if let Some(len) = long(rest) {
            len
        } else if c.is_alphanumeric() || c == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        out.push((first, &rest[..len]));
        at += len;
    }
    out
}

/// Length of a text in quotes, at most to the end of its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '\n' if quote != '`' && !escaped => return i,
            c if c == quote && !escaped => return i + c.len_utf8(),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// Length of `[[…]]` or `[==[…]==]`, if it begins here.
fn long(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let level = inner.len() - inner.trim_start_matches('=').len();
    inner[level..].starts_with('[').then(|| {
        let close = format!("]{}]", "=".repeat(level));
        let from = level + 2;
        text[from..].find(&close).map_or(text.len(), |i| from + i + close.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "local m = ...\n\
        local RATE = 2 -- a comment\n\
        local function worth(n)\n  return n * RATE\nend\n\
        function m.one(game, claim, score)\n  score:flat(\"x.y\", worth(1))\nend\n\
        function m.ask.two()\n  return [[ -- no comment ]]\nend\n\
        m.three = function()\n  return m.one\nend\n";

    fn changed(from: &str, to: &str) -> Vec<&'static str> {
        let (old, new) = (Code::of(SCRIPT), Code::of(&SCRIPT.replace(from, to)));
        assert_ne!(SCRIPT, SCRIPT.replace(from, to), "the script holds {from}");
        let names = ["one", "ask.two", "three"];
        names.into_iter().filter(|n| old.handler(n) != new.handler(n)).collect()
    }

    #[test]
    fn a_handler_changes_with_its_words_and_with_what_it_calls() {
        assert_eq!(changed("worth(1)", "worth(3)"), ["one", "three"]);
        assert_eq!(changed("RATE = 2", "RATE = 3"), ["one", "three"]);
        assert_eq!(changed("-- no comment", "--  no comment"), ["ask.two"]);
        assert_eq!(changed("return m.one", "return m"), ["three"]);
    }

    #[test]
    fn comments_and_white_space_change_nothing() {
        assert_eq!(changed("-- a comment", "--[==[ another\n one ]==]"), [""; 0]);
        assert_eq!(changed("n * RATE", "n*RATE"), [""; 0]);
        assert_eq!(changed("\nfunction m.one", "\n\n-- new\nfunction m.one"), [""; 0]);
    }

    #[test]
    fn a_handler_that_does_not_stand_by_itself_changes_with_everything() {
        let (old, new) = ("return { road = function() return 1 end }", "return { x = 1 }");
        assert_ne!(Code::of(old).handler("road"), Code::of(new).handler("road"));
    }

    #[test]
    fn any_text_can_be_cut() {
        for cut in 0..SCRIPT.len() {
            for text in [&SCRIPT[..cut], &SCRIPT[cut..]] {
                let _ = Code::of(text).handler("one");
            }
        }
        for odd in ["\"é", "'\\", "--[[", "[==[", "é = 1", "local", "function", "a.", "`x\n`"] {
            let _ = Code::of(odd).handler("a");
        }
    }
}
