//! Values of scripts, made safe to show.

pub use bastide_core::text::{TEXT_MAX, clean};
use mlua::Value;

/// Entries of one table that are shown.
const ENTRIES_MAX: usize = 8;
/// Tables in tables that are shown.
const DEPTH_MAX: usize = 3;
/// Entries of one table that are looked at.
const SEEN_MAX: usize = 256;
/// Bytes of one string inside a table.
const WORD_MAX: usize = 64;

/// Cleans bytes that may not be UTF-8, like [`clean`]. It reads no more than can be shown.
#[must_use]
pub fn clean_bytes(bytes: &[u8]) -> String {
    let some = &bytes[..bytes.len().min(TEXT_MAX + 8)];
    clean(&String::from_utf8_lossy(some))
}

/// The number that a value is.
#[allow(clippy::cast_precision_loss, reason = "the interpreter's own numbers are doubles")]
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(i) => Some(*i as f64),
        Value::Number(n) => Some(*n),
        _ => None,
    }
}

/// A value as a person may see it: bounded, without addresses, without running the script's own functions.
#[must_use]
pub fn show(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value, 0);
    clean(&out)
}

fn write_value(out: &mut String, value: &Value, depth: usize) {
    match value {
        Value::Nil => out.push_str("nil"),
        Value::Boolean(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(i) => out.push_str(&i.to_string()),
        Value::Number(n) => out.push_str(&n.to_string()),
        Value::String(s) if depth == 0 => out.push_str(&clean_bytes(&s.as_bytes())),
        Value::String(s) => {
            let bytes = s.as_bytes();
            let some = &bytes[..bytes.len().min(WORD_MAX)];
            out.push('"');
            out.push_str(&clean_bytes(some));
            out.push_str(if bytes.len() > WORD_MAX { "…\"" } else { "\"" });
        }
        Value::Table(_) if depth >= DEPTH_MAX => out.push_str("{…}"),
        Value::Table(table) => write_table(out, table, depth),
        Value::Function(_) => out.push_str("function"),
        Value::UserData(_) => out.push_str("handle"),
        other => out.push_str(other.type_name()),
    }
}

fn write_table(out: &mut String, table: &mlua::Table, depth: usize) {
    let mut entries = Vec::new();
    let mut more = false;
    for pair in table.pairs::<Value, Value>().take(SEEN_MAX + 1) {
        let Ok((key, value)) = pair else { break };
        if entries.len() == SEEN_MAX {
            more = true;
            break;
        }
        let mut name = String::new();
        write_value(&mut name, &key, DEPTH_MAX);
        let number = number(&key);
        entries.push((number.is_none(), number.unwrap_or(0.0), name, value));
    }
    entries.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then_with(|| a.2.cmp(&b.2)));
    more |= entries.len() > ENTRIES_MAX;
    out.push('{');
    for (i, (_, _, name, value)) in entries.iter().take(ENTRIES_MAX).enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        out.push_str(name.trim_matches('"'));
        out.push_str(" = ");
        write_value(out, value, depth + 1);
    }
    out.push_str(if more { ", …}" } else { "}" });
}
