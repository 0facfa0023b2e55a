//! A manifest of the first contract says the same in the second: filters of hooks, and what verbs and patterns of deployment
//! name, become conditions. Comments and layout stay, since only these keys are written anew. What asks for understanding is
//! listed, and left alone.

mod asked;
mod targets;

use std::ops::Range;

use bastide::core::Fault;
use bastide_tiles::reader::{Document, Entry, Node, Value, line_col};

use asked::{Asked, Left};

/// What became of a manifest.
#[derive(Clone, Debug, Default)]
pub struct Migrated {
    /// The manifest as it says it now.
    pub text: String,
    /// What was written anew, in order.
    pub changes: Vec<Change>,
    /// What is left to do by hand, with its place in the manifest as it was.
    pub left: Vec<Fault>,
}

/// Lines that were written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first of them, from 1.
    pub line: usize,
    /// As they were.
    pub was: String,
    /// As they are.
    pub now: String,
}

/// Filters of a hook that a condition says.
const FILTERS: [&str; 19] = [
    "feature",
    "tag",
    "complete",
    "last",
    "cause",
    "figure",
    "class",
    "placed-tag",
    "placed-kind",
    "group",
    "surrounded",
    "tile-occupied",
    "token",
    "zone",
    "state",
    "on-board",
    "neutral",
    "beside",
    "holds",
];

/// Answers of a hook and of a final step that a function says now.
const ANSWERS: [&str; 7] = ["bends", "same-way", "collect", "bordering", "sets", "aside", "pours"];
const OF_FINAL_STEPS: [&str; 2] = ["most", "pay"];

/// Rewrites a manifest. `figures` are the names of figure kinds that are known besides its own.
///
/// # Errors
///
/// What is no TOML.
pub fn manifest(file: &str, text: &str, figures: &[&str]) -> Result<Migrated, Vec<Fault>> {
    let mut faults = Vec::new();
    let Some(document) = Document::parse_as('M', file, text, &mut faults) else {
        return Err(faults);
    };
    let mut migrated = Migrated::default();
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    if let Some(Node { value: Value::List(hooks), .. }) = document.root().raw("hook") {
        for hook in hooks {
            if let Value::Table(entries) = &hook.value {
                rewrite(file, text, entries, &mut edits, &mut migrated.left);
            }
        }
    }
    let root = document.root();
    if let Some(Node { value: Value::Table(steps), .. }) = root.raw("final") {
        for step in steps {
            if let Value::Table(entries) = &step.node.value {
                answers(file, entries, &OF_FINAL_STEPS, &mut migrated.left);
            }
        }
    }
    let mut by_hand = |entries: Vec<&Entry>| {
        let (en, fr) = (
            "say it as a condition: the page on api 2 has a line for it",
            "dites-le par une condition : la page sur l'api 2 en donne la forme",
        );
        let each = entries.iter().map(|entry| left_to_you(file, entry.key_span.clone(), en, fr));
        migrated.left.extend(each);
    };
    let mut known = figures.to_vec();
    if let Some(Node { value: Value::Table(own), .. }) = root.raw("figure") {
        known.extend(own.iter().map(|figure| figure.key.as_str()));
    }
    if let Some(Node { value: Value::Table(verbs), .. }) = root.raw("verb") {
        for verb in verbs {
            if let Value::Table(entries) = &verb.node.value {
                by_hand(targets::verb(text, entries, &known, &mut edits));
            }
        }
    }
    if let Some(Node { value: Value::List(patterns), .. }) = root.raw("deploy") {
        for pattern in patterns {
            if let Value::Table(entries) = &pattern.value {
                by_hand(targets::deploy(text, entries, &mut edits));
            }
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut from = 0;
    for (span, now) in edits {
        migrated.text.push_str(&text[from..span.start]);
        migrated.text.push_str(&now);
        from = span.end;
        let (line, was) = (line_col(text, span.start).0, text[span].to_owned());
        migrated.changes.push(Change { line, was, now });
    }
    migrated.text.push_str(&text[from..]);
    Ok(migrated)
}

/// One hook: its filters go, and a condition stands where the first of them stood.
fn rewrite(
    file: &str,
    text: &str,
    entries: &[Entry],
    edits: &mut Vec<(Range<usize>, String)>,
    left: &mut Vec<Fault>,
) {
    let has = |key: &str| entries.iter().find(|entry| entry.key == key);
    answers(file, entries, &ANSWERS, left);
    let filters: Vec<&Entry> =
        entries.iter().filter(|entry| FILTERS.contains(&entry.key.as_str())).collect();
    let Some(first) = filters.first() else { return };
    let mut by_hand = |span, en, fr| left.push(left_to_you(file, span, en, fr));
    if let Some(condition) = has("where") {
        by_hand(
            condition.key_span.clone(),
            "there is a condition already: say in it what the filters say",
            "il y a déjà une condition : dites-y ce que disent les filtres",
        );
        return;
    }
    let whole = filters.iter().all(|entry| is_whole(text, entry));
    let on = has("on").map(|entry| words(&entry.node)).unwrap_or_default();
    let asked = Asked { text, filters: &filters, on: &on };
    let Some(condition) = asked.condition().filter(|_| whole) else {
        let Left { key, en, fr } = asked.left();
        let span = has(key).map_or(first.key_span.clone(), |entry| entry.key_span.clone());
        by_hand(span, en, fr);
        return;
    };
    for entry in &filters {
        let condition = std::ptr::eq(*entry, *first).then(|| head(text, entry) + &condition + "\n");
        let now = comment(text, entry) + &condition.unwrap_or_default();
        edits.push((lines_of(text, entry), now));
    }
}

/// Lists the answers that a function says now.
fn answers(file: &str, entries: &[Entry], keys: &[&str], left: &mut Vec<Fault>) {
    for entry in entries.iter().filter(|entry| keys.contains(&entry.key.as_str())) {
        left.push(left_to_you(
            file,
            entry.key_span.clone(),
            "write it in Lua, and ask for it with `call`: the page on api 2 has a line for it",
            "écrivez-la en Lua, et demandez-la avec `call` : la page sur l'api 2 en donne la forme",
        ));
    }
}

fn left_to_you(file: &str, span: Range<usize>, en: &str, fr: &str) -> Fault {
    let fault = Fault::new("K0016", "this is left to you", "ceci vous revient");
    fault.at(file, span).help(en, fr).warning()
}

/// Words of a key that takes one or several.
fn words(node: &Node) -> Vec<&str> {
    let word = |node| match node {
        &Node { value: Value::Text(ref word), .. } => Some(word.as_str()),
        _ => None,
    };
    match &node.value {
        Value::List(nodes) => nodes.iter().filter_map(word).collect(),
        _ => word(node).into_iter().collect(),
    }
}

/// Whether a key stands on lines of its own.
fn is_whole(text: &str, entry: &Entry) -> bool {
    let before = &text[text[..entry.key_span.start].rfind('\n').map_or(0, |n| n + 1)..];
    let after = text[entry.node.span.end..].lines().next().unwrap_or_default().trim();
    before[..entry.key_span.start - (text.len() - before.len())].trim().is_empty()
        && (after.is_empty() || after.starts_with('#'))
}

/// The lines on which a key and its value stand.
fn lines_of(text: &str, entry: &Entry) -> Range<usize> {
    let start = text[..entry.key_span.start].rfind('\n').map_or(0, |n| n + 1);
    let end =
        text[entry.node.span.end..].find('\n').map_or(text.len(), |n| entry.node.span.end + n + 1);
    start..end
}

/// What was noted behind a value, on a line of its own.
fn comment(text: &str, entry: &Entry) -> String {
    let after = text[entry.node.span.end..].lines().next().unwrap_or_default().trim();
    if after.is_empty() { String::new() } else { format!("{after}\n") }
}

/// `where =`, with the equals sign where the others have it.
fn head(text: &str, entry: &Entry) -> String {
    let key = &text[entry.key_span.start..entry.node.span.start];
    let width = key.find('=').unwrap_or(0);
    format!("{:width$}= ", "where ")
}

#[cfg(test)]
mod tests {
    use super::manifest;

    /// The hook of a manifest after the rewriting.
    fn now(hook: &str) -> (String, usize) {
        let migrated = manifest("expansion.toml", hook, &["meeple"]).expect("it is TOML");
        (migrated.text, migrated.left.len())
    }

    #[test]
    fn filters_become_a_condition_and_the_rest_stays() {
        for (was, is) in [
            (
                "# Why.\n[[hook]]\non      = \"scoring.points\"\nfeature = \"city\"\n# Such a one.\ntag     = \"inn\" # or two\ncall    = \"f\"\n",
                "# Why.\n[[hook]]\non      = \"scoring.points\"\nwhere   = { feature = { kind = \"city\", tag = \"inn\" } }\n# Such a one.\n# or two\ncall    = \"f\"\n",
            ),
            (
                "[[hook]]\non = \"on.placed\"\nplaced-tag = \"inn\"\n",
                "[[hook]]\non = \"on.placed\"\nwhere      = { tile = \"inn\" }\n",
            ),
            (
                "[[hook]]\non = \"at.after_scoring\"\nplaced-tag = \"inn\"\nstate = \"x\"\n",
                "[[hook]]\non = \"at.after_scoring\"\nwhere      = { placed = \"inn\", state = \"x\" }\n",
            ),
            (
                "[[hook]]\non = \"scoring.bonus\"\nlast = false\n",
                "[[hook]]\non = \"scoring.bonus\"\nwhere = { final = false, cause = \"any\" }\n",
            ),
            (
                "[[hook]]\non = [\"on.returned\", \"on.captured\"]\nholds = [\n  \"a\",\n]\nclass = \"meeple\"\n",
                "[[hook]]\non = [\"on.returned\", \"on.captured\"]\nwhere = { from.holds = { kind = [\n  \"a\",\n], owner = \"event\" }, figure.class = \"meeple\" }\n",
            ),
            (
                "[verb.x]\ntarget = \"figure\"\nwhere = { class = \"meeple\", kind = \"city\", without = \"inn\" }\nrefusals = { kind = \"a\", class = \"b\" }\n",
                "[verb.x]\ntarget = \"figure\"\nwhere = { class = \"meeple\", feature.kind = \"city\", no.feature.tag = \"inn\" }\nrefusals = { feature.kind = \"a\", class = \"b\" }\n",
            ),
            (
                "[[deploy]]\nclass      = \"meeple\" # any\nplaced-tag = \"inn\"\nwhere      = { kind = \"road\", without = \"inn\" }\n",
                "[[deploy]]\ndeploys    = { class = \"meeple\" } # any\nwhile      = { placed = \"inn\" }\nwhere      = { kind = \"road\", no.feature.tag = \"inn\" }\n",
            ),
            (
                "[verb.x]\ntarget = \"figure\"\nwhere = { kind = [\"meeple\"] }\n",
                "[verb.x]\ntarget = \"figure\"\nwhere = { kind = [\"meeple\"] }\n",
            ),
        ] {
            assert_eq!(now(was), (is.to_owned(), 0));
        }
    }

    #[test]
    fn what_cannot_be_said_stays_and_is_listed() {
        for was in [
            "[[hook]]\non = \"placement.veto\"\nplaced-kind = \"city\"\n",
            "[[hook]]\non = [\"on.placed\", \"on.drawn\"]\nplaced-tag = \"inn\"\n",
            "[[hook]]\non = \"on.placed\"\nplaced-tag = \"inn\"\nwhere = { start = false }\n",
            "[verb.x]\ntarget = \"segment\"\nwhere = { within = { shape = \"cross\", size = 1 } }\n",
            "[verb.x]\ntarget = \"segment\"\nwhere = { tag = \"inn\" }\n",
            "hook = [{ on = \"on.placed\", placed-tag = \"inn\" }]\n",
            "[[hook]]\non = \"on.placed\"\nsets = { seen = 1 }\n",
            "[final.x]\nmost = { wine = 10 }\n",
        ] {
            assert_eq!(now(was), (was.to_owned(), 1));
        }
    }
}
