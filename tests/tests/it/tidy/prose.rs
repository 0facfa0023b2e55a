//! Phrases that the texts of the project should lose: each has a count in `tests/fixtures/prose.txt` that may only fall.
//!
//! A phrase is looked for line by line, outside code. With `UPDATE=1` counts that have fallen are written down.

use std::fmt::Write as _;
use std::fs;

use regex_lite::Regex;

use super::{files, read, root};

/// Where phrases are counted.
const NOTED: &str = "tests/fixtures/prose.txt";

/// A phrase: its name, what to write instead, and what it looks like.
type Phrase = (&'static str, &'static str, &'static str);

/// In English: comments, the book, rules.
const ENGLISH: [Phrase; 19] = [
    (
        "result-after-colon",
        "Returns whether …",
        r": (whether|which (it|of|one)|how (many|much|often)|what it|when it)\b[^.;]*\.?$",
    ),
    ("result-after-semicolon", "Returns whether …", r"; (whether|how (many|much|often)|why not)\b"),
    (
        "so-many",
        "n, the given number",
        r"\b[Ss]o (many|much)\b|\b(after|for|within|than) so long\b",
    ),
    ("whoever", "the caller, a player who", r"\b[Ww]ho(m|se)?ever\b"),
    ("of-which", "a relative clause", r"\b[Oo]f (which|whom)\b"),
    ("is-such", "matches", r"\b(is|are|be|was) such\b"),
    (
        "told",
        "is notified, logs, says",
        r"\b(is|are|was|were|be|been|being) told\b|\b(tell|tells) of\b",
    ),
    (
        "result-none",
        "`None` if",
        r"; (none|nothing|nobody)\b|[;,:] (nothing|none), (if|as|where)\b",
    ),
    ("is-to-be", "must, will", r"\b(is|are) to be\b"),
    ("held-against", "compared with", r"\b(hold|holds|held) (\w+ ){0,6}against\b"),
    (
        "another-than",
        "differs",
        r"\bother than (before|it|they|that)\b|\b(is|are|be) (an)?others?\b",
    ),
    ("from-now-on", "enables, again", r"\b[Ff]rom now on\b|\banew\b"),
    (
        "one-may",
        "you, the player",
        r"\b[Oo]ne (may|can|must|has|sees|does|plays|looks|wants|comes|chooses|reads|writes|needs|takes)\b",
    ),
    ("any-more", "no longer", r"\b(anybody|nobody|nothing|no|never|not) [^.;]{0,40}any more\b"),
    ("said-of", "is stated, reports", r"\b(said|says|say) (of|by|so)\b|\bis said\b"),
    (
        "british",
        "American spelling",
        r"\b(neighbour|colour|centre|behaviour|favour|honour|grey|catalogue|organis|initialis|serialis|optimis|maximis|recognis|spelt|learnt)\w*",
    ),
    (
        "goes-home",
        "returns to the supply, is set aside",
        r"\b[Gg]o(es)? home\b|\b[Cc]omes? home\b|\bsent home\b|\bput aside\b",
    ),
    ("at-most-after", "at most 8", r"\b\d[\d,.]*( \w+)? at most\b|\bat the (very )?most\b"),
    ("who-as-noun", "for callers that", r"\b(for|from|to|of|by|with) (who|what|where|how many)\b"),
];

/// In comments alone, which must stand by themselves.
const COMMENTS: [Phrase; 4] = [
    ("as-there", "say it, or link to it", r"^As (\[?`|there\b)|^The same\b|^Likewise\b"),
    ("dots", "a whole sentence", r"^…|…$"),
    (
        "bare-question",
        "a noun phrase",
        r"^(Which|Whose|Whom|How often|Under which|With what|From where|To whom|For whom|Of what)\b[^ ]*( \w+){0,3}\.$",
    ),
    (
        "what-as-noun",
        "name the thing",
        r"^What (is|it|was|has|comes?|came|becomes?|may|can|must|lies|stands|waits|goes|follows|nobody|somebody|everybody|there)\b",
    ),
];

/// In French: the book, rules.
const FRENCH: [Phrase; 4] = [
    ("points-de-suspension", "pas d'espace avant …", r"\S …"),
    ("qui-sans-antecedent", "toute personne qui, le joueur qui", r"(^|[.:;] )Qui [a-zéèê]+"),
    (
        "est-dit",
        "le programme indique",
        r"\b(est|sont|soit) (dit|dite|dits|dites|demandé|demandée|regardé|regardée)\b",
    ),
    (
        "pour-qui",
        "un antécédent",
        r"\b(pour qui|de qui|par qui|à qui|après qui|qui que ce soit|de quoi|avec quoi)\b",
    ),
];

/// A line of a text with its place.
struct Line {
    at: String,
    text: String,
}

/// Lines of comments, without their marks.
fn comments() -> Vec<Line> {
    let mut out = Vec::new();
    for file in files("crates", &[".rs"]).into_iter().chain(files("tests", &[".rs"])) {
        for (n, line) in read(&file).lines().enumerate() {
            let Some(text) = line.trim_start().strip_prefix("//") else { continue };
            let text = text.trim_start_matches(['/', '!']).trim();
            out.push(Line { at: format!("{file}:{}", n + 1), text: without_code(text) });
        }
    }
    out
}

/// Lines of Markdown files outside fenced code.
fn prose(paths: &[String]) -> Vec<Line> {
    let mut out = Vec::new();
    for file in paths {
        let mut fenced = false;
        for (n, line) in read(file).lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if !fenced {
                out.push(Line { at: format!("{file}:{}", n + 1), text: without_code(line.trim()) });
            }
        }
    }
    out
}

/// The text with `x` in place of each span of code.
fn without_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 0 { part } else { "`x`" }).collect()
}

/// A text: its name, its lines, and the phrases that are counted in it.
type Text = (&'static str, Vec<Line>, &'static [&'static [Phrase]]);

/// Every phrase in each text that it is counted in: name, advice, places.
fn found() -> Vec<(String, &'static str, Vec<String>)> {
    let below = |folder: &str, ending: &str| -> Vec<String> {
        files(folder, &[ending]).into_iter().filter(|f| root().join(f).is_file()).collect()
    };
    let is_french = |file: &String| file.starts_with("docs/src/fr/");
    let (french, english): (Vec<String>, Vec<String>) =
        below("docs/src", ".md").into_iter().partition(is_french);
    let rules = prose(&below("expansions", "rules.md"));
    let (rules_fr, rules): (Vec<Line>, Vec<Line>) = rules
        .into_iter()
        .partition(|line| line.text.starts_with('*') && !line.text.starts_with("**"));
    let texts: [Text; 5] = [
        ("comments", comments(), &[&ENGLISH, &COMMENTS]),
        ("book", prose(&english), &[&ENGLISH]),
        ("rules", rules, &[&ENGLISH]),
        ("book-fr", prose(&french), &[&FRENCH]),
        ("rules-fr", rules_fr, &[&FRENCH]),
    ];
    let mut out = Vec::new();
    for (name, lines, phrases) in texts {
        for (phrase, instead, pattern) in phrases.iter().copied().flatten() {
            let pattern = Regex::new(pattern).unwrap_or_else(|e| panic!("{phrase}: {e}"));
            let hits = lines.iter().filter(|line| pattern.is_match(line.text.trim_matches('*')));
            let places = hits.map(|line| format!("{}: {}", line.at, line.text)).collect();
            out.push((format!("{name} {phrase}"), *instead, places));
        }
    }
    out
}

#[test]
fn phrases_become_fewer() {
    let noted = fs::read_to_string(root().join(NOTED)).unwrap_or_default();
    let most = |of: &str| -> usize {
        let line = noted.lines().find_map(|line| line.strip_prefix(of)?.trim().parse().ok());
        line.unwrap_or(if noted.is_empty() { usize::MAX } else { 0 })
    };
    let (mut text, mut bad) = (String::new(), Vec::new());
    for (name, instead, places) in found() {
        let (now, most) = (places.len(), most(&name));
        if now > most {
            let shown = places.join("\n  ");
            bad.push(format!("{name}: {now}, at most {most}; write: {instead}\n  {shown}"));
        }
        let _ = writeln!(text, "{name} {}", now.min(most));
    }
    super::none("phrases that became more", &bad);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root().join(NOTED), text).expect("the counts are written");
    } else {
        assert!(!noted.is_empty(), "{NOTED} is missing; with `UPDATE=1` it is written anew");
    }
}
