//! From text to entries: limits first, then the TOML parser, then values of our own with spans.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::text::harmless;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Entry, Node, Value};
use super::{brackets, words};

/// Longest file, in bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// Deepest nesting of tables and lists, and most parts in a dotted key.
pub const DEPTH_MAX: usize = 16;
/// Most keys in a file.
pub const KEYS_MAX: usize = 65_536;
/// Most keys of one table.
const TABLE_MAX: usize = 2048;
/// Most entries of one list, `[[…]]` of one name included.
const LIST_MAX: usize = 8192;
/// Most faults of syntax that are reported for a file.
pub const SYNTAX_FAULTS_MAX: usize = 50;

/// Most values of a file that are told to be never closed.
const OPEN_MAX: usize = 8;

/// The entries of the root table, or the faults that prevent them.
pub(super) fn entries(
    letter: char,
    file: &str,
    text: &str,
    faults: &mut Vec<Fault>,
) -> Option<Vec<Entry>> {
    let code = |number: u16| format!("{letter}{number:04}");
    if text.len() > FILE_BYTES_MAX {
        faults.push(
            Fault::new(
                &code(2),
                format!("the file has {} bytes, more than {FILE_BYTES_MAX}", text.len()),
                format!("le fichier a {} octets, plus que {FILE_BYTES_MAX}", text.len()),
            )
            .in_file(file)
            .help("split it", "partagez-le"),
        );
        return None;
    }
    if let Some(span) = too_deep(text) {
        faults.push(deep(&code(3), file, span));
        return None;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        syntax(&code(1), file, text, faults);
        return None;
    }
    let mut keys = 0;
    let entries = match convert_table(table.into_inner(), 0, &mut keys) {
        Ok(entries) => entries,
        Err(Past::Deep(span)) => {
            faults.push(deep(&code(3), file, span));
            return None;
        }
        Err(Past::Wide(span, keys)) => {
            let fault = Fault::new(
                &code(4),
                format!("the table has {keys} keys, more than {TABLE_MAX}"),
                format!("la table a {keys} clés, plus que {TABLE_MAX}"),
            );
            faults.push(fault.at(file, span).help("split it", "partagez-la"));
            return None;
        }
        Err(Past::Long(span, entries)) => {
            let fault = Fault::new(
                &code(4),
                format!("the list has {entries} entries, more than {LIST_MAX}"),
                format!("la liste a {entries} éléments, plus que {LIST_MAX}"),
            );
            faults.push(fault.at(file, span).help("split it", "partagez-la"));
            return None;
        }
    };
    if keys > KEYS_MAX {
        faults.push(
            Fault::new(
                &code(4),
                format!("the file has {keys} keys, more than {KEYS_MAX}"),
                format!("le fichier a {keys} clés, plus que {KEYS_MAX}"),
            )
            .in_file(file)
            .help("split it", "partagez-le"),
        );
        return None;
    }
    Some(entries)
}

/// What is not TOML: of each value the first fault only, since one slip brings many.
fn syntax(code: &str, file: &str, text: &str, faults: &mut Vec<Fault>) {
    let mut text = std::borrow::Cow::Borrowed(text);
    let mut found = Vec::new();
    let mut read = brackets::lines(&text);
    // Without the values that are never closed the rest can be read as it was meant.
    while let Some(open) = read.open.take().filter(|_| found.len() < OPEN_MAX) {
        found.push(unclosed(code, file, &text, &open));
        text = brackets::blanked(&text, &open.statement).into();
        read = brackets::lines(&text);
    }
    let mut told = None;
    for error in DeTable::parse_recoverable(&text).1 {
        let span = error.span().unwrap_or(0..0);
        // A fault of a missing end stands behind it.
        let at = span.start.min(text.len().saturating_sub(1));
        let statement = read.statements.iter().position(|s| s.contains(&at));
        if statement.is_some() && statement == told {
            continue;
        }
        told = statement;
        let en = error.message();
        let fr = words::syntax_fr(en);
        let fault =
            Fault::new(code, format!("not TOML: {en}"), format!("ce n'est pas du TOML : {fr}"));
        let (help_en, help_fr) = words::syntax_help(en, text.get(at..).unwrap_or_default());
        found.push(fault.help(help_en, help_fr).at(file, span));
        if found.len() == SYNTAX_FAULTS_MAX {
            break;
        }
    }
    found.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
    faults.extend(found);
}

/// A value that never ends: for want of a quote, or else of a bracket.
fn unclosed(code: &str, file: &str, text: &str, open: &brackets::Open) -> Fault {
    if let Some(span) = &open.quote {
        let quote = &text[span.clone()];
        let fault = Fault::new(
            code,
            "not TOML: the text that begins here has no quote at its end",
            "ce n'est pas du TOML : le texte qui commence ici n'a pas de guillemet à la fin",
        );
        return fault.at(file, span.clone()).help(
            format!("write `{quote}` where the text ends"),
            format!("écrivez `{quote}` à la fin du texte"),
        );
    }
    let (bracket, closers) = (&text[open.bracket.clone()], &open.closers);
    let fault = Fault::new(
        code,
        format!("not TOML: `{bracket}` is never closed"),
        format!("ce n'est pas du TOML : `{bracket}` n'est jamais fermé"),
    );
    fault.at(file, open.bracket.clone()).help(
        format!("write `{closers}` where the value ends"),
        format!("écrivez `{closers}` à la fin de la valeur"),
    )
}

fn deep(code: &str, file: &str, span: Range<usize>) -> Fault {
    Fault::new(
        code,
        format!("nested more than {DEPTH_MAX} deep"),
        format!("imbriqué sur plus de {DEPTH_MAX} niveaux"),
    )
    .at(file, span)
    .help("write it flatter", "écrivez-le plus à plat")
}

/// The first bracket or dot that nests too deep. The parser has a guard of its own; this one comes
/// before it, so that such a file costs one pass and gives one fault.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut dots) = (0, 0_usize, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = find(bytes, at, b"\n"),
            b'"' | b'\'' => {
                at = skip_string(bytes, at);
                continue;
            }
            b'[' | b'{' => (depth, dots) = (depth + 1, 0),
            b']' | b'}' => (depth, dots) = (depth.saturating_sub(1), 0),
            b'.' => dots += 1,
            b'=' | b',' | b'\n' => dots = 0,
            _ => {}
        }
        if depth > DEPTH_MAX || dots > DEPTH_MAX {
            return Some(at..at + 1);
        }
        at += 1;
    }
    None
}

/// Where the string that begins at `at` ends; a short one ends with its line at the latest.
pub(super) fn skip_string(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let long = bytes[at..].starts_with(&[quote; 3]);
    let mut at = at + if long { 3 } else { 1 };
    while at < bytes.len() {
        if bytes[at] == b'\\' && quote == b'"' {
            at += 2;
        } else if long && bytes[at..].starts_with(&[quote; 3]) {
            return at + 3;
        } else if !long && (bytes[at] == quote || bytes[at] == b'\n') {
            return at + 1;
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// Where something begins next; the end if nowhere.
pub(super) fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let found = bytes[from..].windows(what.len()).position(|window| window == what);
    found.map_or(bytes.len(), |ahead| from + ahead)
}

/// What passes a limit.
enum Past {
    Deep(Range<usize>),
    Long(Range<usize>, usize),
    Wide(Range<usize>, usize),
}

fn convert_table(table: DeTable<'_>, depth: usize, keys: &mut usize) -> Result<Vec<Entry>, Past> {
    if table.len() > TABLE_MAX {
        let span = table.iter().next().map_or(0..0, |(key, _)| key.span());
        return Err(Past::Wide(span, table.len()));
    }
    *keys += table.len();
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let key_span = key.span();
        let node = convert(value, depth + 1, keys)?;
        entries.push(Entry { key: harmless(&key.into_inner()).into_owned(), key_span, node });
    }
    entries.sort_by_key(|entry| entry.key_span.start);
    Ok(entries)
}

fn convert(value: Spanned<DeValue<'_>>, depth: usize, keys: &mut usize) -> Result<Node, Past> {
    let span = value.span();
    if depth > 2 * DEPTH_MAX {
        return Err(Past::Deep(span));
    }
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(harmless(&text).into_owned()),
        DeValue::Integer(number) => {
            // A number too great for 64 bits is out of every range; it is kept at the rim.
            let digits = number.as_str();
            let rim = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
            Value::Int(i64::from_str_radix(digits, number.radix()).unwrap_or(rim))
        }
        DeValue::Float(number) => Value::Float(number.as_str().to_owned()),
        DeValue::Boolean(value) => Value::Bool(value),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(values) if values.len() > LIST_MAX => {
            return Err(Past::Long(span, values.len()));
        }
        DeValue::Array(values) => {
            let nodes = values.into_iter().map(|value| convert(value, depth + 1, keys));
            Value::List(nodes.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => Value::Table(convert_table(table, depth + 1, keys)?),
    };
    Ok(Node { span, value })
}
