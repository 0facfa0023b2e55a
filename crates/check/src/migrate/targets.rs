//! What verbs and patterns of deployment name: keys of their own become conditions.

use bastide_text::{Entry, Node, Value};

use super::Edit;

/// Keys of targets that no condition has, or not in this place.
const OLD: [&str; 8] =
    ["next-to", "free-of", "within", "without", "placed-tag", "figure", "immune", "one-per-kind"];

/// What an offer names, as its keys were read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Segment,
    Figure,
    Tile,
    Player,
}

/// One key of a pattern that stood beside `where`, or one key of `where`, said anew; nothing if it stays.
fn said(aim: Aim, key: &str, value: &str) -> Option<String> {
    use Aim::{Figure, Player, Segment, Tile};
    Some(match (aim, key) {
        (Segment | Figure, "tag") => format!("feature.tag = {value}"),
        (Segment | Figure, "without") => format!("no.feature.tag = {value}"),
        (Segment | Figure, "placed-tag") => {
            format!("feature.segments = {{ placed = true, tag = {value} }}")
        }
        (Figure, "kind" | "complete" | "claim") => format!("feature.{key} = {value}"),
        (Figure, "figure") => format!("kind = {value}"),
        (Figure, "free-of") => format!("no.beside = {value}"),
        (Tile, "free-of") => format!("no.neutral = {value}"),
        (Tile, "next-to") => format!("near = {{ shape = 4, neutral = {value} }}"),
        (Tile, "figure") => format!("holds.kind = {value}"),
        (Tile, "class" | "owner" | "immune") => format!("holds.{key} = {value}"),
        (Player, "owner") => format!("is = {value}"),
        _ => return None,
    })
}

/// Where the rule of a part stands that was said anew.
fn refused(aim: Aim, key: &str) -> Option<&'static str> {
    use Aim::{Figure, Player, Segment, Tile};
    Some(match (aim, key) {
        (Segment | Figure, "tag") => "feature.tag",
        (Segment | Figure, "without") => "no.feature",
        (Segment | Figure, "placed-tag") => "feature.segments",
        (Figure, "kind") => "feature.kind",
        (Figure, "complete") => "feature.complete",
        (Figure, "claim") => "feature.claim",
        (Figure, "figure") => "kind",
        (Figure, "free-of") => "no.beside",
        (Tile, "free-of") => "no.neutral",
        (Tile, "next-to") => "near",
        (Tile, "figure" | "class" | "owner" | "immune") => "holds",
        (Player, "owner") => "is",
        _ => return None,
    })
}

/// Entries of a table, if there is one under a key.
fn below<'a>(entries: &'a [Entry], key: &str) -> &'a [Entry] {
    match entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node) {
        Some(Node { value: Value::Table(entries), .. }) => entries,
        _ => &[],
    }
}

/// A verb: the keys of its `where` and of its `refusals`. What is left to do by hand comes back. `kind` of a figure with the
/// name of a figure is what the condition says.
pub(super) fn verb<'a>(
    text: &str,
    entries: &'a [Entry],
    figures: &[&str],
    edits: &mut Vec<Edit>,
) -> Vec<&'a Entry> {
    let target = entries.iter().find(|entry| entry.key == "target").map(|e| &e.node.value);
    let aim = match target {
        Some(Value::Text(target)) if target == "segment" => Aim::Segment,
        Some(Value::Text(target)) if target == "figure" => Aim::Figure,
        Some(Value::Text(target)) if target == "tile" => Aim::Tile,
        Some(Value::Text(target)) if target == "player" => Aim::Player,
        // What an option chooses, or nothing that could be narrowed.
        _ => {
            return below(entries, "where")
                .iter()
                .filter(|e| OLD.contains(&e.key.as_str()))
                .collect();
        }
    };
    let new = aim == Aim::Figure && names_figures(below(entries, "where"), figures);
    choosing(text, aim, (entries, new), edits)
}

/// Whether `kind` names figures, so that it has been written anew.
fn names_figures(asked: &[Entry], figures: &[&str]) -> bool {
    let kind = asked.iter().find(|entry| entry.key == "kind");
    kind.is_some_and(|kind| super::words(&kind.node).iter().all(|word| figures.contains(word)))
}

/// A hook: which figures its answer sends home.
pub(super) fn home<'a>(
    text: &str,
    hook: &'a [Entry],
    figures: &[&str],
    edits: &mut Vec<Edit>,
) -> Vec<&'a Entry> {
    let asked = below(hook, "home");
    where_of(text, Aim::Figure, asked, names_figures(asked, figures), edits)
}

/// A pattern of deployment: the same, and the keys beside its `where`.
pub(super) fn deploy<'a>(
    text: &str,
    entries: &'a [Entry],
    edits: &mut Vec<Edit>,
) -> Vec<&'a Entry> {
    let of = |key: &str| entries.iter().find(|entry| entry.key == key);
    let raw = |entry: &Entry| text[entry.node.span.clone()].to_owned();
    let mut left = choosing(text, Aim::Segment, (entries, false), edits);
    if let Some(tag) = of("placed-tag") {
        edits.push((
            tag.key_span.start..tag.node.span.end,
            head(text, tag, "while") + &format!("{{ placed = {} }}", raw(tag)),
        ));
    }
    match (of("class"), of("figure")) {
        (Some(class), None) => {
            edits.push(whole(text, class, &format!("{{ class = {} }}", raw(class))));
        }
        (None, Some(figure)) => edits.push(whole(text, figure, &raw(figure))),
        (Some(both), Some(_)) => left.push(both),
        (None, None) => {}
    }
    left
}

/// A key beside `where`, said by `deploys`.
fn whole(text: &str, entry: &Entry, value: &str) -> Edit {
    (entry.key_span.start..entry.node.span.end, head(text, entry, "deploys") + value)
}

/// A key with its equals sign where the old one had it, if there is room.
fn head(text: &str, entry: &Entry, key: &str) -> String {
    let was = &text[entry.key_span.start..entry.node.span.start];
    let width = was.find('=').unwrap_or(0);
    format!("{:width$}= ", format!("{key} "))
}

/// `where` and `refusals`; with `kind` as it is, if it is said anew already.
fn choosing<'a>(
    text: &str,
    aim: Aim,
    (entries, kind_stays): (&'a [Entry], bool),
    edits: &mut Vec<Edit>,
) -> Vec<&'a Entry> {
    let mut left = where_of(text, aim, below(entries, "where"), kind_stays, edits);
    let stays = |entry: &&Entry| !(kind_stays && entry.key == "kind");
    let mut taken: Vec<&str> = Vec::new();
    for entry in below(entries, "refusals").iter().filter(stays) {
        let Some(now) = refused(aim, &entry.key) else { continue };
        // A rule for each of several things that are one part now cannot stay.
        if taken.contains(&now) {
            left.push(entry);
        } else {
            taken.push(now);
            edits.push((entry.key_span.clone(), now.to_owned()));
        }
    }
    left
}

/// The keys of a `where`.
fn where_of<'a>(
    text: &str,
    aim: Aim,
    asked: &'a [Entry],
    kind_stays: bool,
    edits: &mut Vec<Edit>,
) -> Vec<&'a Entry> {
    let mut left = Vec::new();
    for entry in asked.iter().filter(|entry| !(kind_stays && entry.key == "kind")) {
        let value = &text[entry.node.span.clone()];
        // Whoever it was, or whether or not: what asks for nothing is no condition, but for a holder.
        if matches!(&entry.node.value, Value::Text(word) if word == "any") {
            left.push(entry);
            continue;
        }
        match said(aim, &entry.key, value) {
            Some(now) => edits.push((entry.key_span.start..entry.node.span.end, now)),
            None if matches!(entry.key.as_str(), "within" | "one-per-kind") => left.push(entry),
            None => {}
        }
    }
    left
}
