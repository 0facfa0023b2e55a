//! Segments as written: which kind, which places, which tags.

use std::collections::BTreeSet;
use std::ops::Range;

use bastide_core::decl::{Lies, PLACES};
use bastide_core::limits::TAG_MAX;

use crate::geometry::{EDGES, MIDDLES, edge_places};
use crate::kinds::{Kinds, ON_TILE};
use crate::tile::NOBODY;
use bastide_text::{Document, Node, Table, Value, Word, listed, quoted, suggest};

/// Most segments on a tile, derived ones included.
pub const SEGMENTS_MAX: usize = 24;

/// A segment on its way into a tile.
pub(crate) struct Draft<'d> {
    /// Number of its kind.
    pub(crate) kind: usize,
    /// How its kind lies on edges.
    pub(crate) lies: Lies,
    /// The words of its `at` with the places they stand for.
    pub(crate) at: Vec<(Word<'d>, u16)>,
    /// Edges, by number, that it shares half and half with another segment.
    pub(crate) shares: Vec<(Word<'d>, usize)>,
    /// Places that it has got.
    pub(crate) places: u16,
    /// Tags above 0.
    pub(crate) tags: Vec<(String, u8)>,
    /// Borders as written.
    pub(crate) borders: Option<Vec<Word<'d>>>,
    /// Segments that it touches, if this was derived.
    pub(crate) touches: Vec<usize>,
    /// Where it is written.
    pub(crate) span: Range<usize>,
}

impl Draft<'_> {
    /// A segment that nobody wrote.
    pub(crate) fn derived(kind: usize, touches: Vec<usize>) -> Self {
        Self {
            kind,
            lies: Lies::Rest,
            at: Vec::new(),
            shares: Vec::new(),
            places: 0,
            tags: Vec::new(),
            borders: None,
            touches,
            span: 0..0,
        }
    }

    /// Edges that it is written to reach, as bits.
    pub(crate) fn reached(&self) -> u8 {
        let places = self.at.iter().fold(0, |all, (_, mask)| all | mask);
        (0..4).filter(|edge| places & edge_places(*edge) != 0).fold(0, |all, edge| all | 1 << edge)
    }
}

/// The segments of a tile as written.
pub(crate) struct Features<'d> {
    /// In the order of kinds, then of the file.
    pub(crate) drafts: Vec<Draft<'d>>,
    /// The tile has a key of some feature kind.
    pub(crate) written: bool,
    /// One of a kind that takes the rest, though nothing may stand under it.
    pub(crate) rest: bool,
    /// None of them is at fault. What is left of one at fault is among the drafts, for pictures.
    pub(crate) fine: bool,
}

/// Reads all segments.
pub(crate) fn read<'d>(table: &Table<'d>, kinds: &Kinds) -> Features<'d> {
    let document = table.document();
    let mut features = Features { drafts: Vec::new(), written: false, rest: false, fine: true };
    let mut fine = true;
    // Messages list first what most tiles have.
    let mut first: Vec<usize> = (0..kinds.features.len()).collect();
    first.sort_by_key(|number| (kinds.features[*number].lies == Lies::Centre, kinds.rank(*number)));
    for number in first {
        table.raw(&kinds.features[number].name);
    }
    for (number, kind) in kinds.features.iter().enumerate() {
        let Some(node) = table.raw(&kind.name) else { continue };
        features.written = true;
        features.rest |= kind.lies == Lies::Rest;
        if let Value::Text(at) = &node.value {
            bare(document, node, &kind.name, at);
            fine = false;
            continue;
        }
        let Some(entries) = document.as_tables(node, &kind.name) else {
            fine = false;
            continue;
        };
        if let Value::List(nodes) = &node.value {
            fine &= nodes.len() == entries.len();
        }
        for entry in &entries {
            let (draft, whole) = segment(entry, kinds, number, node);
            fine &= whole;
            features.drafts.extend(draft);
        }
    }
    for name in &kinds.idle_features {
        if kinds.feature(name).is_none() {
            let Some(node) = table.raw(name) else { continue };
            features.written = true;
            fine &= is_decoration(document, node, name, kinds);
        }
    }
    features.fine = fine & !misplaced_tags(table, kinds);
    features
}

/// Reports tags of segments that are written at the tile, and returns whether there are any.
fn misplaced_tags(table: &Table<'_>, kinds: &Kinds) -> bool {
    let document = table.document();
    let mut any = false;
    for entry in table.entries() {
        let tag = &entry.key;
        let mut on = kinds.tags.iter().filter(|known| known.name == *tag).flat_map(|t| &t.on);
        let Some(kind) = on
            .next()
            .filter(|_| kinds.feature(tag).is_none() && !kinds.idle_features.contains(tag))
        else {
            continue;
        };
        any = true;
        table.raw(tag);
        let line = if kind == ON_TILE {
            format!("`tags = {{ {tag} = 1 }}`")
        } else {
            format!("`{kind} = [{{ at = \"…\", {tag} = 1 }}]`")
        };
        let fault = document.fault(
            5,
            entry.key_span.clone(),
            format!("unknown key `{tag}`: it is a tag"),
            format!("clé inconnue `{tag}` : c'est une étiquette"),
        );
        document.note(fault.help(format!("write {line}"), format!("écrivez {line}")));
    }
    any
}

/// Places that are written without the segment around them.
fn bare(document: &Document, node: &Node, name: &str, at: &str) {
    let fault = document.fault(
        6,
        node.span.clone(),
        format!("`{name}` cannot be a text"),
        format!("`{name}` ne peut pas être un texte"),
    );
    let line = format!("`{name} = [{{ at = {} }}]`", quoted(at));
    document.note(fault.help(
        format!("write a list of segments: {line}"),
        format!("écrivez une liste de segments : {line}"),
    ));
}

/// A kind that is not enabled is decoration, unless an edge would lack it.
fn is_decoration(document: &Document, node: &Node, name: &str, kinds: &Kinds) -> bool {
    let Some(entries) = document.as_tables(node, name) else { return false };
    let reaches = |entry: &&Table<'_>| entry.word("at").is_some_and(|at| !at.pieces().is_empty());
    let Some(entry) = entries.iter().find(reaches) else { return true };
    let from = match kinds.declared.get(name).map(Vec::as_slice) {
        None | Some([]) => (
            format!("the expansion that declares `{name}`"),
            format!("l'extension qui déclare `{name}`"),
        ),
        Some([one]) => (format!("`{one}`, which declares it"), format!("`{one}`, qui la déclare")),
        Some(all) => {
            let all = listed(all);
            (format!("one of {all}, which declare it"), format!("l'une de {all}, qui la déclarent"))
        }
    };
    document.note(
        document
            .fault(
                119,
                entry.value_span("at"),
                format!("`{name}` reaches an edge, but its expansion is not enabled"),
                format!("`{name}` atteint un bord, mais son extension n'est pas activée"),
            )
            .help(
                format!("enable {}, or leave the set out", from.0),
                format!("activez {}, ou laissez ce jeu de côté", from.1),
            ),
    );
    false
}

/// A segment, unless nothing can be made of it, and whether it is as it was written.
fn segment<'d>(
    entry: &Table<'d>,
    kinds: &Kinds,
    number: usize,
    node: &Node,
) -> (Option<Draft<'d>>, bool) {
    let document = entry.document();
    let kind = &kinds.features[number];
    let mut fine = true;
    let word = entry.word("at");
    let mut at = Vec::new();
    let mut pieces: Vec<Word<'d>> = word.iter().flat_map(Word::pieces).collect();
    if pieces.len() > PLACES.len() {
        let fault = document.fault(
            126,
            entry.value_span("at"),
            format!("`at` names {} places; a tile has {}", pieces.len(), PLACES.len()),
            format!("`at` nomme {} places ; une tuile en a {}", pieces.len(), PLACES.len()),
        );
        document.note(fault.help("name each place once", "nommez chaque place une fois"));
        pieces.clear();
        fine = false;
    }
    for piece in pieces {
        match places(document, &piece, kind.lies, &kind.name) {
            Some(mask) => at.push((piece, mask)),
            None => fine = false,
        }
    }
    let span = if entry.span().is_empty() { node.span.clone() } else { entry.span() };
    // A segment inside the tile says so.
    let inside = word.as_ref().is_some_and(|word| word.pieces().is_empty());
    let nowhere = at.is_empty() && !inside && matches!(kind.lies, Lies::Whole | Lies::Middle);
    if fine && nowhere {
        let name = &kind.name;
        let fault = document.fault(
            111,
            span.clone(),
            format!("this `{name}` reaches no edge"),
            format!("ce segment `{name}` n'atteint aucun bord"),
        );
        document.note(fault.help(
            "write `at = \"N E\"`, or `at = \"\"` if it lies inside the tile",
            "écrivez `at = \"N E\"`, ou `at = \"\"` s'il est à l'intérieur de la tuile",
        ));
        fine = false;
    }
    let shares = shares(entry, &at, kind.lies, &kind.name);
    fine &= shares.is_some();
    let borders = entry.words("borders");
    let tags = tags(entry, kinds, &kind.name);
    entry.finish();
    let draft = Draft {
        kind: number,
        lies: kind.lies,
        at,
        shares: shares.unwrap_or_default(),
        places: 0,
        tags,
        borders,
        touches: Vec::new(),
        span,
    };
    ((!nowhere).then_some(draft), fine)
}

/// Reads the edges that a segment shares with another; `None` if they are faulty.
fn shares<'d>(
    entry: &Table<'d>,
    at: &[(Word<'d>, u16)],
    lies: Lies,
    kind: &str,
) -> Option<Vec<(Word<'d>, usize)>> {
    let word = entry.word("shares");
    let mut shared = Some(Vec::new());
    for piece in word.iter().flat_map(Word::pieces) {
        let edge = EDGES.iter().position(|edge| *edge == piece.text);
        let whole = |edge: &usize| at.iter().any(|(_, mask)| *mask == edge_places(*edge));
        match (edge.filter(whole).filter(|_| lies == Lies::Whole), &mut shared) {
            (Some(edge), Some(shared)) => shared.push((piece, edge)),
            (Some(_), None) => {}
            (None, _) => {
                let (document, text) = (entry.document(), piece.text);
                let fault = document.fault(
                    127,
                    piece.span,
                    format!("this `{kind}` cannot share `{text}`"),
                    format!("ce segment `{kind}` ne peut pas partager `{text}`"),
                );
                document.note(fault.help(
                    "a segment that takes whole edges shares an edge of its `at`: `at = \"N E\", shares = \"N\"`",
                    "un segment qui prend des bords entiers partage un bord de son `at` : `at = \"N E\", shares = \"N\"`",
                ));
                shared = None;
            }
        }
    }
    shared
}

/// The places of a tile that belong to nobody, as bits, if any are named.
pub(crate) fn nobody(table: &Table<'_>) -> Option<u16> {
    let word = table.word(NOBODY)?;
    let masks = word
        .pieces()
        .into_iter()
        .filter_map(|piece| places(table.document(), &piece, Lies::Rest, NOBODY));
    Some(masks.fold(0, |all, mask| all | mask))
}

/// The places that a word of `at` stands for.
fn places(document: &Document, word: &Word<'_>, lies: Lies, kind: &str) -> Option<u16> {
    let edge = EDGES.iter().position(|edge| *edge == word.text);
    let place = PLACES.iter().position(|place| *place == word.text);
    let text = word.text;
    let fault =
        |number: u16, en: String, fr: String| document.fault(number, word.span.clone(), en, fr);
    if edge.is_none() && place.is_none() {
        // One letter is near to every edge.
        let slip = text.chars().count() > 1;
        let near = slip.then(|| suggest(text, EDGES.into_iter().chain(PLACES))).flatten();
        let all = "`N E S W`, `NL NM NR EL EM ER SL SM SR WL WM WR`";
        let fault = fault(
            107,
            format!("`{text}` is no place of a tile"),
            format!("`{text}` n'est pas une place d'une tuile"),
        );
        let letters: Vec<String> = text.chars().map(|c| c.to_uppercase().collect()).collect();
        let edges = letters.len() > 1 && letters.iter().all(|c| EDGES.contains(&c.as_str()));
        let parts: Vec<&str> = text.split([',', ';', '/', '+', '|']).collect();
        let known = |part: &&str| part.is_empty() || EDGES.contains(part) || PLACES.contains(part);
        if parts.len() > 1 && parts.iter().all(known) {
            let apart: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let example = if apart.len() > 1 { apart.join(" ") } else { "N E".to_owned() };
            document.note(fault.help(
                format!("between two places stands a blank and nothing else: `at = \"{example}\"`"),
                format!(
                    "entre deux places, mettez une espace et rien d'autre : `at = \"{example}\"`"
                ),
            ));
            return None;
        }
        let inside = ["center", "centre", "middle", "milieu", "inside"];
        if inside.contains(&text.to_lowercase().as_str()) {
            document.note(fault.help(
                format!("what lies inside the tile has no `at`: write `{kind} = [{{}}]`"),
                format!("ce qui est à l'intérieur de la tuile n'a pas de `at` : écrivez `{kind} = [{{}}]`"),
            ));
            return None;
        }
        if edges || letters.len() == 1 && EDGES.contains(&letters[0].as_str()) {
            let apart = letters.join(" ");
            document.note(fault.help(
                format!("write each edge for itself, in capitals: `{apart}`"),
                format!("écrivez chaque bord à part, en majuscules : `{apart}`"),
            ));
            return None;
        }
        document.note(match near {
            Some(near) => fault.help(
                format!("did you mean `{near}`? known: {all}"),
                format!("vouliez-vous dire `{near}` ? connues : {all}"),
            ),
            None => fault.help(format!("known: {all}"), format!("connues : {all}")),
        });
        return None;
    }
    if lies == Lies::Centre {
        let fault = fault(
            110,
            format!("`{kind}` lies inside the tile and reaches no edge"),
            format!("`{kind}` est à l'intérieur de la tuile et n'atteint aucun bord"),
        );
        document.note(fault.help("leave out `at`", "omettez `at`"));
        return None;
    }
    if let Some(edge) = edge {
        return Some(whole_edge(lies, edge));
    }
    let place = place?;
    if lies == Lies::Middle && place % 3 != 1 {
        let edge = EDGES[place / 3];
        let fault = fault(
            109,
            format!("`{kind}` lies in the middle of an edge, not at `{text}`"),
            format!("`{kind}` est au milieu d'un bord, pas en `{text}`"),
        );
        document.note(fault.help(format!("write `{edge}`"), format!("écrivez `{edge}`")));
        return None;
    }
    Some(1 << place)
}

/// The tags of a tile or segment, those above 0. `place` is the feature kind, or the tile.
pub(crate) fn tags(table: &Table<'_>, kinds: &Kinds, place: &str) -> Vec<(String, u8)> {
    let document = table.document();
    let here: BTreeSet<&str> = kinds.tags_on(place);
    let mut tags = Vec::new();
    for name in &here {
        let Some(node) = table.raw(name) else { continue };
        let number = match node.value {
            Value::Bool(set) => Some(i64::from(set)),
            _ => document.as_int(node, name, 0..=i64::from(TAG_MAX)),
        };
        if let Some(number) = number.filter(|number| *number > 0) {
            tags.push(((*name).to_owned(), number as u8));
        }
    }
    for name in &kinds.idle_tags {
        table.raw(name);
    }
    for tag in kinds.tags.iter().filter(|tag| !here.contains(tag.name.as_str())) {
        let name = &tag.name;
        if !kinds.idle_tags.contains(name) && table.has(name) && table.raw(name).is_some() {
            let fault = document.fault(
                106,
                table.key_span(name),
                format!("`{place}` carries no `{name}`"),
                format!("`{place}` ne porte pas de `{name}`"),
            );
            let on = tag.on.join(", ");
            document.note(fault.help(format!("it belongs on: {on}"), format!("il va sur : {on}")));
        }
    }
    tags
}

/// Places of an edge that a kind takes when its name is written.
fn whole_edge(lies: Lies, edge: usize) -> u16 {
    match lies {
        Lies::Whole | Lies::Rest => edge_places(edge),
        Lies::Middle => edge_places(edge) & MIDDLES,
        Lies::Centre => 0,
    }
}
