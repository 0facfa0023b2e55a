//! The words of the project: the glossaries are made of one list, and no French text says a thing by another word.

use std::fmt::Write as _;

use bastide_text::{Document, Table};

use super::check;
use super::page::{head, row};
use super::{read, root};
use crate::tidy::files;

const LIST: &str = "tests/fixtures/terms.toml";

struct Term {
    en: String,
    fr: String,
    says: [String; 2],
    /// Words that no French text uses for it.
    never: Vec<String>,
    /// Phrases in which they mean something else.
    but: Vec<String>,
    /// Files in which they do.
    except: Vec<String>,
}

struct Part {
    heading: [String; 2],
    terms: Vec<Term>,
}

fn list() -> Vec<Part> {
    let mut faults = Vec::new();
    let document = Document::parse(LIST, &read(LIST), &mut faults);
    let document = document.unwrap_or_else(|| panic!("{LIST}: {faults:?}"));
    let text = |table: &Table<'_>, key: &str| table.str(key).unwrap_or_default().to_owned();
    let term = |table: &Table<'_>| Term {
        en: text(table, "en"),
        fr: text(table, "fr"),
        says: ["says", "dit"].map(|key| text(table, key)),
        never: table.strings("never"),
        but: table.strings("but"),
        except: table.strings("except"),
    };
    let part = |table: &Table<'_>| {
        let _ = table.str("id");
        Part {
            heading: ["en", "fr"].map(|key| text(table, key)),
            terms: table.tables("term").iter().map(term).collect(),
        }
    };
    let top = document.root();
    let parts = top.tables("part").iter().map(part).collect();
    top.finish();
    let faults = document.take_faults();
    assert!(faults.is_empty(), "{LIST}: {faults:?}");
    parts
}

#[test]
fn glossaries() {
    let pages = [
        ("docs/src/glossary.md", ["word", "in French", "meaning"]),
        ("docs/src/fr/glossaire.md", ["mot", "en anglais", "sens"]),
    ];
    for (lang, (page, cells)) in pages.into_iter().enumerate() {
        let mut out = String::new();
        for part in list() {
            let _ = writeln!(out, "## {}\n", part.heading[lang]);
            head(&mut out, &cells);
            let mut terms = part.terms;
            if lang == 1 {
                terms.sort_by_key(|term| plain(&term.fr));
            } else {
                terms.sort_by_key(|term| plain(&term.en));
            }
            for term in terms {
                let both = [&term.en, &term.fr];
                let own = format!("**{}**", both[lang]);
                row(&mut out, &[&own, both[1 - lang], &term.says[lang]]);
            }
            out.push('\n');
        }
        check(page, "terms", &out);
    }
}

/// A word without accents, for sorting.
fn plain(word: &str) -> String {
    let bare = |c: char| match c {
        'é' | 'è' | 'ê' => 'e',
        'à' | 'â' => 'a',
        'î' => 'i',
        'ô' => 'o',
        other => other,
    };
    word.to_lowercase().chars().map(bare).collect()
}

/// A French text and where it stands.
struct French {
    at: String,
    text: String,
}

/// What quotation marks hold, in a text after `from`: the text, and what comes after it. A line may go on after `\`.
fn quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '\\' if quote == '"' => match chars.next() {
                Some((_, '\n')) => out.push(' '),
                Some((_, next)) => out.push(next),
                None => return None,
            },
            c if c == quote => return Some((out, &text[i + c.len_utf8()..])),
            c => out.push(c),
        }
    }
    None
}

fn line(whole: &str, rest: &str) -> usize {
    whole[..whole.len() - rest.len()].matches('\n').count() + 1
}

/// Values of `fr` in a TOML file.
fn of_toml(file: &str, text: &str, out: &mut Vec<French>) {
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some(at) = rest.find("fr") {
            let before = rest[..at].chars().next_back();
            let value = rest[at + 2..].trim_start();
            rest = &rest[at + 2..];
            let Some(value) = value.strip_prefix('=').map(str::trim_start) else { continue };
            if before.is_some_and(|c| c.is_alphanumeric() || c == '-') {
                continue;
            }
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some((text, _)) = quote.and_then(|quote| quoted(&value[1..], quote)) {
                out.push(French { at: format!("{file}:{}", number + 1), text });
            }
        }
    }
}

/// Paragraphs of the rules in emphasis, which are French.
fn of_rules(file: &str, text: &str, out: &mut Vec<French>) {
    let mut number = 1;
    for part in text.split("\n\n") {
        let bare = part.trim();
        if bare.starts_with('*') && !bare.starts_with("**") && bare.ends_with('*') {
            out.push(French { at: format!("{file}:{number}"), text: bare.replace('\n', " ") });
        }
        number += part.matches('\n').count() + 2;
    }
}

/// Words that English does not have.
const FRENCH: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "est", "pas", "dans", "qui",
    "que", "ne", "n", "au", "aux", "ou", "et", "ce", "cette", "à", "sur", "pour", "si",
];

fn is_french(text: &str) -> bool {
    words(text).iter().any(|word| FRENCH.contains(&word.as_str()))
        || text.contains(['é', 'è', 'ê', 'à', 'û', 'ù', 'ç', 'ô', 'î'])
}

/// A string that is formatted, without the names of what is put in.
fn said_only(text: &str) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = match part.split_once('}') {
            Some((name, rest)) if !name.contains(' ') => rest,
            _ => part,
        };
        out.push(' ');
        out.push_str(rest);
    }
    out
}

/// Strings of a program that are French; comments and tests are none.
fn of_rust(file: &str, text: &str, out: &mut Vec<French>) {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let bare: Vec<&str> =
        code.lines().map(|l| if l.trim_start().starts_with("//") { "" } else { l }).collect();
    let code = bare.join("\n");
    let mut rest = code.as_str();
    while let Some(at) = rest.find('"') {
        // The character `'"'` opens no string.
        if rest[..at].ends_with('\'') && rest[at + 1..].starts_with('\'') {
            rest = &rest[at + 1..];
            continue;
        }
        let Some((text, after)) = quoted(&rest[at + 1..], '"') else { break };
        if is_french(&text) {
            out.push(French {
                at: format!("{file}:{}", line(&code, rest)),
                text: said_only(&text),
            });
        }
        rest = after;
    }
}

/// Every French text of the project.
fn all() -> Vec<French> {
    let mut out = Vec::new();
    for file in files("docs/src/fr", &[".md"]) {
        for (number, line) in read(&file).lines().enumerate() {
            out.push(French { at: format!("{file}:{}", number + 1), text: line.to_owned() });
        }
    }
    for folder in ["expansions", "tiles", "docs/examples", "crates"] {
        for file in files(folder, &[".toml", "rules.md", ".rs"]) {
            if file.contains("/tests/") && file.starts_with("crates") {
                continue;
            }
            let text = read(&file);
            match file.rsplit_once('.') {
                Some((_, "rs")) => of_rust(&file, &text, &mut out),
                Some((_, "md")) => of_rules(&file, &text, &mut out),
                _ => of_toml(&file, &text, &mut out),
            }
        }
    }
    out
}

/// Words of a text in small letters; what is no letter parts them.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphabetic());
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Where a phrase begins in a text, word by word.
fn said(text: &[String], phrase: &str) -> Vec<usize> {
    let phrase = words(phrase);
    let here = |(i, window): (usize, &[String])| (window == phrase).then_some(i);
    text.windows(phrase.len().max(1)).enumerate().filter_map(here).collect()
}

/// What of a list of terms a text says otherwise.
fn otherwise<'a>(french: &French, parts: &'a [Part]) -> Vec<(&'a str, &'a str)> {
    let text = words(&french.text);
    let mut found = Vec::new();
    for term in parts.iter().flat_map(|part| &part.terms) {
        if term.except.iter().any(|path| french.at.starts_with(path.as_str())) {
            continue;
        }
        let spared: Vec<std::ops::Range<usize>> = term
            .but
            .iter()
            .flat_map(|but| said(&text, but).into_iter().map(|at| at..at + words(but).len()))
            .collect();
        for never in &term.never {
            let bad = said(&text, never).into_iter();
            if bad.filter(|at| !spared.iter().any(|range| range.contains(at))).count() > 0 {
                found.push((never.as_str(), term.fr.as_str()));
            }
        }
    }
    found
}

#[test]
fn one_word_for_one_thing() {
    let (parts, all) = (list(), all());
    let count = |what: &str| all.iter().filter(|french| french.at.contains(what)).count();
    let found = [".toml", "rules.md", ".rs", "docs/src/fr/"].map(count);
    assert!(found.iter().all(|n| *n > 100), "French texts by where they stand: {found:?}");
    let mut bad = Vec::new();
    for french in &all {
        for (never, fr) in otherwise(french, &parts) {
            bad.push(format!("{}: `{never}`, not `{fr}`: {}", french.at, french.text));
        }
    }
    assert!(bad.is_empty(), "see {LIST}: {}\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn another_word_is_found_wherever_it_stands() {
    let parts = list();
    let mut texts = Vec::new();
    of_toml("a.toml", "name = { en = \"road\", fr = \"Longs chemins\" }\n", &mut texts);
    of_rules("rules.md", "# A\n\n*Un\nchemin.*\n\nSource: house rule\n", &mut texts);
    of_rust(
        "a.rs",
        "// \"un chemin\"\nlet a = ('\"', \"the path\", \"le \\\n   chemin\");\n",
        &mut texts,
    );
    assert_eq!(
        texts.iter().map(|t| t.at.as_str()).collect::<Vec<_>>(),
        ["a.toml:1", "rules.md:3", "a.rs:2"]
    );
    for french in &texts {
        assert_eq!(otherwise(french, &parts).len(), 1, "{}", french.text);
    }
    let fine = |text: &str| otherwise(&French { at: String::new(), text: text.to_owned() }, &parts);
    assert!(fine("vérifiez le chemin d'accès").is_empty() && fine("cheminée").is_empty());
    assert_eq!(fine("le chemin d'accès longe le chemin"), [("chemin", "route")]);
}

#[test]
fn every_word_is_said_in_both_languages() {
    let parts = list();
    let terms: Vec<&Term> = parts.iter().flat_map(|part| &part.terms).collect();
    for term in &terms {
        let texts = [&term.en, &term.fr, &term.says[0], &term.says[1]];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", term.en);
        assert!(terms.iter().filter(|other| other.fr == term.fr).count() == 1, "{}", term.fr);
        assert!(terms.iter().filter(|other| other.en == term.en).count() == 1, "{}", term.en);
    }
    assert!(root().join(LIST).is_file());
}
