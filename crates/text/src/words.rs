//! Words for people: what was found, what was wanted, the nearest known name, the place in a file.

use std::fmt::Write as _;

use super::Value;

pub(super) const TEXT: (&str, &str) = ("a text in quotes", "un texte entre guillemets");
pub(super) const INT: (&str, &str) = ("a whole number", "un nombre entier");
pub(super) const BOOL: (&str, &str) = ("`true` or `false`", "`true` ou `false`");
pub(super) const TABLE: (&str, &str) = ("a table `{ … }`", "une table `{ … }`");
pub(super) const WORDS: (&str, &str) =
    ("a word or a list of words in quotes", "un mot ou une liste de mots entre guillemets");
pub(super) const TABLES: (&str, &str) =
    ("a list of tables `[{ … }]`", "une liste de tables `[{ … }]`");

/// What a value is, in both languages.
pub(super) fn found(value: &Value) -> (&'static str, &'static str) {
    match value {
        Value::Text(_) => ("a text", "un texte"),
        Value::Int(_) => ("a number", "un nombre"),
        Value::Bool(true) => ("`true`", "`true`"),
        Value::Bool(false) => ("`false`", "`false`"),
        Value::Float(_) => ("a number with a point", "un nombre à virgule"),
        Value::Date(_) => ("a date", "une date"),
        Value::List(_) => ("a list", "une liste"),
        Value::Table(_) => ("a table", "une table"),
    }
}

/// Names that are still read when the right one stands before them.
const SHORT: usize = 12;

/// The help for an unknown word: the nearest known one, or all of them.
pub(crate) fn way_out<S: AsRef<str>>(word: &str, known: &[S]) -> (String, String) {
    if let Some(near) = suggest(word, known.iter().map(AsRef::as_ref)) {
        if known.len() > SHORT {
            return (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"));
        }
        return (
            format!("did you mean `{near}`? known: {}", listed(known)),
            format!("vouliez-vous dire `{near}` ? connus : {}", listed(known)),
        );
    }
    if known.is_empty() {
        return ("nothing is expected here".to_owned(), "rien n'est attendu ici".to_owned());
    }
    (format!("known: {}", listed(known)), format!("connus : {}", listed(known)))
}

/// The known name nearest to a word, if any is near enough to be a slip.
pub fn suggest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // Comparing costs length × length: no name is that long.
    let length = word.chars().take(65).count();
    if length > 64 {
        return None;
    }
    let lower = word.to_lowercase();
    let few = (length / 3).max(1);
    let slips = |name: &str| strsim::damerau_levenshtein(&lower, &name.to_lowercase());
    // It takes as many slips at least as one of the two is longer.
    let alike = known.into_iter().filter(|name| name.chars().count().abs_diff(length) <= few);
    let near = alike.map(|name| (slips(name), name)).min()?;
    (near.0 <= few).then_some(near.1)
}

/// A text as TOML writes it.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Names in back-quotes with commas, cut after 24.
#[must_use]
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let mut quoted: Vec<String> =
        names.iter().take(24).map(|name| format!("`{}`", name.as_ref())).collect();
    if names.len() > quoted.len() {
        quoted.push("…".to_owned());
    }
    quoted.join(", ")
}

/// Line and column of a byte, both from 1; the column counts characters. Past the end is the end.
#[must_use]
pub fn line_col(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// A way out of what the TOML parser says, in both languages.
pub(super) fn syntax_help(en: &str, at: &str) -> (&'static str, &'static str) {
    let strange = |c: char| c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r');
    if at.starts_with(strange) {
        return (
            "a space that is none stands here, such as a no-break space: type an ordinary one",
            "une espace spéciale, par exemple insécable, se trouve ici : tapez-en une ordinaire",
        );
    }

    let about = |words: &[&str]| words.iter().any(|word| en.contains(word));
    if about(&["duplicate key"]) {
        ("keep one of the two lines", "gardez l'une des deux lignes")
    } else if about(&["comma"]) {
        ("put one comma between two values", "mettez une seule virgule entre deux valeurs")
    } else if about(&["array table", "unclosed table", "`]]`"]) {
        ("close the head: `[name]` or `[[name]]`", "fermez l'en-tête : `[nom]` ou `[[nom]]`")
    } else if about(&["unclosed"]) {
        ("close what was opened: `[ … ]`, `{ … }`", "fermez ce qui est ouvert : `[ … ]`, `{ … }`")
    } else if about(&["quote", "string", "\""]) {
        (
            "write a text between two quotes: `\"…\"`",
            "écrivez un texte entre deux guillemets : `\"…\"`",
        )
    } else {
        (
            "a line is `key = value`: a number, `true`, `false`, a text in quotes, `[ … ]` or `{ … }`",
            "une ligne est `clé = valeur` : un nombre, `true`, `false`, un texte entre guillemets, `[ … ]` ou `{ … }`",
        )
    }
}

/// What the TOML parser says, in French; unknown sentences stay as they are.
pub(super) fn syntax_fr(en: &str) -> String {
    let known = [
        ("duplicate key", "clé écrite deux fois"),
        ("invalid basic string, expected `\"`", "texte sans guillemet fermant"),
        ("invalid literal string, expected `'`", "texte sans guillemet fermant"),
        ("unclosed table, expected `]`", "`[` non fermé"),
        ("unclosed array table, expected `]]`", "`[[` non fermé"),
        ("unclosed array, expected `]`", "`[` non fermé"),
        ("unclosed inline table, expected `}`", "`{` non fermée"),
        (
            "missing comma between array elements, expected `,`",
            "virgule manquante entre deux éléments",
        ),
        ("key with no value, expected `=`", "clé sans valeur, `=` attendu"),
        (
            "string values must be quoted, expected literal string",
            "les textes s'écrivent entre guillemets",
        ),
        ("missing opening quote", "guillemet ouvrant manquant"),
        ("missing comma between array elements", "virgule manquante entre deux éléments"),
        ("missing comma between key-value pairs", "virgule manquante entre deux clés"),
        ("missing assignment between key-value pairs", "signe `=` manquant"),
        ("invalid unquoted key", "clé à mettre entre guillemets"),
        ("unquoted keys cannot be empty", "clé vide"),
        ("unexpected key or value", "clé ou valeur inattendue"),
        ("unexpected content", "contenu inattendu"),
        ("unclosed array table", "`[[` non fermé"),
        ("unclosed table", "`[` non fermé"),
        ("unclosed inline table", "`{` non fermée"),
        ("unclosed array", "`[` non fermé"),
        ("string values must be quoted", "les textes s'écrivent entre guillemets"),
        ("missing value", "valeur manquante"),
        ("missing value for key", "valeur manquante"),
        ("key with no value", "clé sans valeur"),
        ("invalid value", "valeur non valable"),
        ("invalid key-value pair", "ligne sans `clé = valeur`"),
        ("extra comma in inline table", "virgule de trop"),
        ("extra comma in array", "virgule de trop"),
        ("extra `=`", "signe `=` de trop"),
        ("unexpected leading zero", "zéro de trop au début du nombre"),
    ];
    let french = known.iter().find(|(message, _)| *message == en);
    french.map_or(en, |(_, french)| french).to_owned()
}
