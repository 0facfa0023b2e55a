//! An expansion of api 1 says the same in api 2: filters of hooks, what verbs and patterns of deployment name, options in
//! `when` and the tables of queries become conditions, and the number of the api is raised. Comments and layout stay, since
//! only these words are written anew. What asks for understanding is listed, and left alone. What is of api 2 is left as it is.

mod asked;
mod queries;
mod settled;
mod targets;

use std::ops::Range;

use bastide::core::Fault;
use bastide::manifest::API;
use bastide_text::{Document, Entry, Node, Value, line_col};

use asked::{Asked, Left};
pub use queries::script;

/// What is written anew in place of what.
type Edit = (Range<usize>, String);

/// What became of a manifest or script.
#[derive(Clone, Debug, Default)]
pub struct Migrated {
    /// The text as it says it now.
    pub text: String,
    /// What was written anew, in order.
    pub changes: Vec<Change>,
    /// What is left to do by hand, with its place in the text as it was.
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

/// Declarations that became refusals.
const REFUSALS: [(&str, &str); 2] = [("edge", "joins"), ("neutral", "bars")];

/// Rewrites a manifest of api 1; nothing if it is of this api. `figures` are the names of figure kinds that are known
/// besides its own.
///
/// # Errors
///
/// What is no TOML.
pub fn manifest(file: &str, text: &str, figures: &[&str]) -> Result<Option<Migrated>, Vec<Fault>> {
    let mut faults = Vec::new();
    let Some(document) = Document::parse_as('M', file, text, &mut faults) else {
        return Err(faults);
    };
    let root = document.root();
    let api = root.raw("api");
    if matches!(api, Some(Node { value: Value::Int(api), .. }) if *api >= API) {
        return Ok(None);
    }
    let (mut edits, mut left): (Vec<Edit>, Vec<Fault>) = Default::default();
    if let Some(api) = api {
        edits.push((api.span.clone(), API.to_string()));
    }
    for entry in root.entries() {
        settled::conditions(text, entry, &mut edits);
    }
    let figures = known(root.raw("figure"), figures);
    for hook in listed(root.raw("hook")) {
        rewrite(file, text, hook, &mut edits, &mut left);
        by_hand(file, targets::home(text, hook, &figures, &mut edits), &mut left);
    }
    for (_, step) in tables(root.raw("final")) {
        answers(file, step, &OF_FINAL_STEPS, &mut left);
    }
    for (sort, key) in REFUSALS {
        let declared = tables(root.raw(sort)).flat_map(|(_, entries)| entries);
        by_hand(file, declared.filter(|entry| entry.key == key), &mut left);
    }
    for (_, verb) in tables(root.raw("verb")) {
        by_hand(file, targets::verb(text, verb, &figures, &mut edits), &mut left);
    }
    for pattern in listed(root.raw("deploy")) {
        by_hand(file, targets::deploy(text, pattern, &mut edits), &mut left);
    }
    Ok(Some(written(text, edits, left)))
}

/// Tables `[[…]]`.
fn listed(node: Option<&Node>) -> impl Iterator<Item = &[Entry]> {
    let nodes = match node.map(|node| &node.value) {
        Some(Value::List(nodes)) => &nodes[..],
        _ => &[],
    };
    nodes.iter().filter_map(|node| match &node.value {
        Value::Table(entries) => Some(&entries[..]),
        _ => None,
    })
}

/// Tables `[….<name>]`, with their names.
fn tables(node: Option<&Node>) -> impl Iterator<Item = (&str, &[Entry])> {
    let entries = match node.map(|node| &node.value) {
        Some(Value::Table(entries)) => &entries[..],
        _ => &[],
    };
    entries.iter().filter_map(|entry| match &entry.node.value {
        Value::Table(entries_of) => Some((entry.key.as_str(), &entries_of[..])),
        _ => None,
    })
}

/// Names of the figure kinds that a manifest declares.
#[must_use]
pub fn figures(text: &str) -> Vec<String> {
    let document = Document::parse_as('M', "", text, &mut Vec::new());
    let own = |document: Document| {
        let names = tables(document.root().raw("figure")).map(|(name, _)| name.to_owned());
        names.collect()
    };
    document.map(own).unwrap_or_default()
}

/// Figure kinds that are known, and those that a manifest declares.
fn known<'a>(own: Option<&'a Node>, figures: &[&'a str]) -> Vec<&'a str> {
    figures.iter().copied().chain(tables(own).map(|(name, _)| name)).collect()
}

/// Lists keys that a condition says.
fn by_hand<'a>(file: &str, entries: impl IntoIterator<Item = &'a Entry>, left: &mut Vec<Fault>) {
    left.extend(entries.into_iter().map(|entry| {
        left_to_you(
            file,
            entry.key_span.clone(),
            "say it as a condition: the page on api 2 has a line for it",
            "dites-le par une condition : la page sur l'api 2 en donne la forme",
        )
    }));
}

/// A text with some of it written anew, and the lines that this changes.
fn written(text: &str, mut edits: Vec<Edit>, left: Vec<Fault>) -> Migrated {
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let mut migrated = Migrated { left, ..Migrated::default() };
    let now = &mut migrated.text;
    let mut edits = edits.into_iter().peekable();
    let mut from = 0;
    while let Some((first, _)) = edits.peek() {
        let start = text[..first.start].rfind('\n').map_or(0, |n| n + 1);
        now.push_str(&text[from..start]);
        let begun = now.len();
        // Whatever touches the same lines, or begins where they end, is one change.
        let (mut at, mut end) = (start, first.start);
        while let Some((span, new)) = edits.next_if(|(span, _)| span.start <= end) {
            now.push_str(&text[at..span.start]);
            now.push_str(&new);
            at = span.end;
            let whole = !span.is_empty() && text[..at].ends_with('\n');
            end = if whole { at } else { text[at..].find('\n').map_or(text.len(), |n| at + n + 1) };
        }
        now.push_str(&text[at..end]);
        let (line, was) = (line_col(text, start).0, text[start..end].to_owned());
        migrated.changes.push(Change { line, was, now: now[begun..].to_owned() });
        from = end;
    }
    now.push_str(&text[from..]);
    migrated
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
    let on = has("on").map(|entry| words(&entry.node)).unwrap_or_default();
    if on.contains(&"scoring.bonus") {
        answers(file, entries, &["pay"], left);
    }
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
        let migrated = migrated.expect("it is of api 1");
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
                "api = 1 # the first\n[verb.x]\ntarget = \"segment\"\nwhere = { tag = \"inn\" }\n",
                "api = 2 # the first\n[verb.x]\ntarget = \"segment\"\nwhere = { feature.tag = \"inn\" }\n",
            ),
            (
                "[[hook]]\nhome = { figure = \"a\", kind = \"city\" }\nwhen = { x = true, y = [\"a\"] }\n",
                "[[hook]]\nhome = { kind = \"a\", feature.kind = \"city\" }\nwhen = { option.x = true, option.y = [\"a\"] }\n",
            ),
            (
                "[figure.x]\nwhen.base.a = 1\nwhen.base.b = 2\n[figure.y.when]\nx = 1\n[figure.z]\nwhen = { base = { a = 1, b = 2 }, no.x = 2 }\n[option.when]\nx = true\n",
                "[figure.x]\nwhen.option.base.a = 1\nwhen.option.base.b = 2\n[figure.y.when]\noption.x = 1\n[figure.z]\nwhen = { option.base = { a = 1, b = 2 }, no.option.x = 2 }\n[option.when]\nx = true\n",
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
    fn what_is_of_this_api_stays_as_it_is() {
        let text = "api = 2\n[verb.x]\ntarget = \"segment\"\nwhere = { tag = \"inn\" }\n";
        assert!(manifest("expansion.toml", text, &[]).expect("it is TOML").is_none());
    }

    #[test]
    fn what_cannot_be_said_stays_and_is_listed() {
        for was in [
            "[[hook]]\non = \"placement.veto\"\nplaced-kind = \"city\"\n",
            "[[hook]]\non = [\"on.placed\", \"on.drawn\"]\nplaced-tag = \"inn\"\n",
            "[[hook]]\non = \"on.placed\"\nplaced-tag = \"inn\"\nwhere = { start = false }\n",
            "[verb.x]\ntarget = \"segment\"\nwhere = { within = { shape = \"cross\", size = 1 } }\n",
            "[verb.x]\ntarget = \"figure\"\nwhere = { owner = \"any\" }\n",
            "[verb.x]\ntarget = { option = \"x\" }\nwhere = { class = \"meeple\", free-of = \"x\" }\n",
            "[edge.x]\njoins = \"a.b\"\n",
            "[neutral.x]\nbars = \"a.b\"\n",
            "hook = [{ on = \"on.placed\", placed-tag = \"inn\" }]\n",
            "[[hook]]\non = \"on.placed\"\nsets = { seen = 1 }\n",
            "[final.x]\nmost = { wine = 10 }\n",
        ] {
            assert_eq!(now(was), (was.to_owned(), 1));
        }
    }
}
