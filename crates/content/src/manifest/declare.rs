//! Reads what a manifest declares about the board and what lies on it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bastide_core::condition::Vocabulary;
use bastide_core::decl::{
    Claimable, EdgeKind, Expansion, FeatureKind, FigureKind, Group, Laid, Lies, Merge, Neutral,
    Sees, Start, Supply, Tag, Text, Token, Unplaceable, Zone,
};
use bastide_core::limits::REACH_MAX;
use bastide_text::{Entry, Node, Value};
use bastide_tiles::ON_TILE;

use super::board::board;
use super::hook::last;
use super::meaning;
use super::reference::mentioned;
use super::scope::Scope;
use super::settled::KEYS;
use super::start::{borders, start, tile_counts};
use super::words::{OWN_OFFERS, RESTRICTIONS};

/// Neighboring cells in the straight directions.
const STRAIGHT: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// Neighboring cells in the slanting directions.
const SLANTING: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

/// Reads every declaration but verbs, steps, patterns and hooks.
pub(super) fn read(root: &Scope<'_>, out: &mut Expansion) {
    if let Some(players) = root.below("players") {
        out.players_min = players.int("min", 1..=8).unwrap_or(0) as u8;
        out.players_max = players.int("max", 1..=8).unwrap_or(0) as u8;
        if out.players_max > 0 && out.players_min > out.players_max {
            let (least, most) = (out.players_min, out.players_max);
            let fault = root.fault(
                158,
                players.table.value_span("min"),
                format!("nobody can play: {least} at least and {most} at most"),
                format!("personne ne peut jouer : {least} au moins et {most} au plus"),
            );
            root.note(fault.help("swap `min` and `max`", "échangez `min` et `max`"));
        }
        players.table.finish();
    }
    out.edges = each(root, "edge", &mut out.names, edge);
    out.features = each(root, "feature", &mut out.names, feature);
    out.tags = each(root, "tag", &mut out.names, tag);
    out.figures = each(root, "figure", &mut out.names, figure);
    out.neutrals = each(root, "neutral", &mut out.names, |_, name| Neutral { name });
    out.tokens = each(root, "token", &mut out.names, |s, name| Token {
        name,
        supply: supply(s, "supply"),
        sees: sees(s),
    });
    out.units = each(root, "unit", &mut out.names, |_, name| name);
    out.groups = each(root, "group", &mut out.names, |s, name| Group {
        name,
        order: order(s),
        closed: s.bool_or("closed", false),
    });
    out.overlays = each(root, "overlay", &mut out.names, super::overlay::read);
    out.zones = each(root, "zone", &mut out.names, zone);
    super::kept::state(root, out);
    out.finals = each(root, "final", &mut out.names, last);
    // Every layout is read, so that each is checked; the first that counts is laid.
    let starts: Vec<Start> = root.many("start").iter().map(start).collect();
    out.start = starts.into_iter().next();
    if let Some(scope) = root.below("borders") {
        out.borders = borders(&scope);
    }
    if let Some(scope) = root.below("board") {
        (out.bounds, out.closed_border) = board(&scope);
    }
    if let Some(scope) = root.below("deck") {
        let ways = [("aside", Unplaceable::Aside), ("back", Unplaceable::Back)];
        let way = scope.choice("unplaceable", &ways).unwrap_or_default();
        if scope.holds() {
            out.unplaceable = way;
        }
        finish(&scope);
    }
    if let Some(scope) = root.below("bot") {
        out.worth = super::bot::worth(&scope);
    }
    if let Some(scope) = root.below("restriction") {
        for name in RESTRICTIONS {
            if let Some(rule) = scope.rule(name) {
                out.restrictions.insert(name.to_owned(), rule);
            }
        }
        finish(&scope);
    }
    if let Some(scope) = root.below("offer") {
        for name in OWN_OFFERS {
            if let Some(rule) = scope.rule(name) {
                out.offers.insert(name.to_owned(), rule);
            }
        }
        finish(&scope);
    }
    out.tile_counts = tile_counts(root);
}

/// Every table `[key.<name>]` made into a declaration; its display name goes to `names`.
pub(super) fn each<T>(
    root: &Scope<'_>,
    key: &str,
    names: &mut BTreeMap<String, Text>,
    mut make: impl FnMut(&Scope<'_>, String) -> T,
) -> Vec<T> {
    let mut found = Vec::new();
    for (name, _, scope) in root.named(key) {
        let shown = scope.translated("name");
        if !shown.is_empty() {
            names.insert(format!("{key}.{name}"), shown);
        }
        found.push(make(&scope, name));
        finish(&scope);
    }
    found
}

/// Reports unknown keys of a table that may have conditions.
pub(super) fn finish(scope: &Scope<'_>) {
    for key in KEYS {
        scope.table.raw(key);
    }
    scope.table.finish();
}

fn edge(scope: &Scope<'_>, name: String) -> EdgeKind {
    mentioned(scope, "meets", Vocabulary::Edge, "*");
    EdgeKind { name, meets: scope.strings("meets") }
}

fn feature(scope: &Scope<'_>, name: String) -> FeatureKind {
    let lies = [
        ("whole", Lies::Whole),
        ("middle", Lies::Middle),
        ("rest", Lies::Rest),
        ("centre", Lies::Centre),
    ];
    let lies = scope.choice("lies", &lies).unwrap_or_default();
    let edge = scope.text("edge");
    if lies != Lies::Centre && edge.is_none() && !scope.table.has("edge") {
        scope.note(
            scope
                .fault(
                    136,
                    scope.table.key_span("lies"),
                    format!("`{name}` reaches the edges of tiles, and no `edge` says what kind of edge it makes"),
                    format!("`{name}` atteint les bords des tuiles, et aucun `edge` ne dit quel bord elle forme"),
                )
                .help(
                    "add `edge = \"…\"`, the name of an `[edge.<name>]`, or write `lies = \"centre\"`",
                    "ajoutez `edge = \"…\"`, le nom d'un `[edge.<nom>]`, ou écrivez `lies = \"centre\"`",
                ),
        );
    }
    mentioned(scope, "edge", Vocabulary::Edge, "*");
    mentioned(scope, "borders", Vocabulary::Feature, "*");
    mentioned(scope, "takes", Vocabulary::Class, "*");
    FeatureKind {
        name,
        order: order(scope),
        edge,
        lies,
        fills: scope.bool_or("fills", false),
        borders: scope.names("borders"),
        reach: reach(scope),
        completes: scope.bool_or("completes", false),
        claim: scope
            .choice("claim", &Claimable::ALL.map(|claim| (claim.word(), claim)))
            .unwrap_or_default(),
        takes: scope.names("takes"),
        shelter: scope.bool_or("shelter", false),
    }
}

/// `reach = 4`, `8`, `"diagonal"` or a list of offsets.
fn reach(scope: &Scope<'_>) -> Vec<(i8, i8)> {
    let Some(node) = scope.table.raw("reach") else { return Vec::new() };
    match &node.value {
        Value::Int(4) => STRAIGHT.to_vec(),
        Value::Int(8) => {
            let around = [0, 1, 2, 3].map(|i| [STRAIGHT[i], SLANTING[i]]);
            around.concat()
        }
        Value::Text(word) if word == "diagonal" => SLANTING.to_vec(),
        Value::List(cells) if cells.len() > REACH_MAX => {
            let (en, fr) = (
                format!("at most {REACH_MAX} cells, each once"),
                format!("au plus {REACH_MAX} cases, chacune une fois"),
            );
            shape(scope, node, "reach", &en, &fr);
            Vec::new()
        }
        Value::List(cells) => {
            let mut reach = Vec::new();
            for cell in cells {
                let Some((x, y)) = pair(scope, cell, "reach", -8..=8) else { continue };
                let offset = (x as i8, y as i8);
                if offset == (0, 0) || reach.contains(&offset) {
                    reached_again(scope, cell, offset);
                } else {
                    reach.push(offset);
                }
            }
            reach
        }
        _ => {
            shape(
                scope,
                node,
                "reach",
                "`4`, `8`, `\"diagonal\"` or `[[dx, dy], …]`",
                "`4`, `8`, `\"diagonal\"` ou `[[dx, dy], …]`",
            );
            Vec::new()
        }
    }
}

/// A cell of `reach` that is the tile's own, or stands in the list before.
fn reached_again(scope: &Scope<'_>, node: &Node, (x, y): (i8, i8)) {
    let (en, fr) = if (x, y) == (0, 0) {
        ("the cell of the tile itself", "la case de la tuile elle-même")
    } else {
        ("a cell that stands in the list already", "une case qui est déjà dans la liste")
    };
    let fault = scope.fault(
        122,
        node.span.clone(),
        format!("`reach`: `[{x}, {y}]` is {en}"),
        format!("`reach` : `[{x}, {y}]` est {fr}"),
    );
    scope.note(fault.help(
        "remove it: a feature is complete when each cell that it reaches is filled, once",
        "retirez-la : un domaine est achevé quand chaque case qu'il atteint est remplie, une fois",
    ));
}

/// `[x, y]`.
pub(super) fn pair(
    scope: &Scope<'_>,
    node: &Node,
    what: &str,
    range: std::ops::RangeInclusive<i64>,
) -> Option<(i64, i64)> {
    let found = numbers(scope, node, what, range)?;
    if let [x, y] = found[..] {
        return Some((x, y));
    }
    shape(scope, node, what, "`[x, y]`", "`[x, y]`");
    None
}

/// A list of numbers.
fn numbers(
    scope: &Scope<'_>,
    node: &Node,
    what: &str,
    range: std::ops::RangeInclusive<i64>,
) -> Option<Vec<i64>> {
    let Value::List(nodes) = &node.value else {
        shape(scope, node, what, "a list of numbers", "une liste de nombres");
        return None;
    };
    nodes.iter().map(|n| scope.document().as_int(n, what, range.clone())).collect()
}

/// Notes that a value has not the shape it should have.
pub(super) fn shape(scope: &Scope<'_>, node: &Node, what: &str, en: &str, fr: &str) {
    scope.note(
        scope
            .fault(
                122,
                node.span.clone(),
                format!("`{what}` is not of the right form"),
                format!("`{what}` n'a pas la bonne forme"),
            )
            .help(format!("write {en}"), format!("écrivez {fr}")),
    );
}

fn tag(scope: &Scope<'_>, name: String) -> Tag {
    let merge = [
        ("add", Merge::Add),
        ("any", Merge::Any),
        ("all", Merge::All),
        ("drop", Merge::Drop),
        ("equal", Merge::Equal),
    ];
    scope.table.need("on");
    mentioned(scope, "on", Vocabulary::Feature, ON_TILE);
    Tag { name, on: scope.names("on"), merge: scope.choice("merge", &merge).unwrap_or_default() }
}

/// A number, or a table by number of players.
fn supply(scope: &Scope<'_>, key: &str) -> Supply {
    let Some(node) = scope.raw(key) else { return Supply::default() };
    if let Cow::Borrowed(Node { value: Value::Table(entries), .. }) = node {
        let mut by = BTreeMap::new();
        for entry in entries {
            let Some(players) = players(scope, entry) else { continue };
            if let Some(count) = scope.int_of(&entry.node, key, 0..=999) {
                by.insert(players, count as u16);
            }
        }
        return Supply::ByPlayers(by);
    }
    Supply::Each(scope.int(key, 0..=999).unwrap_or(0) as u16)
}

fn figure(scope: &Scope<'_>, name: String) -> FigureKind {
    scope.table.need("supply");
    mentioned(scope, "on", Vocabulary::Feature, "*");
    mentioned(scope, "needs-own", Vocabulary::Class, "*");
    FigureKind {
        name,
        class: scope.names("class"),
        supply: supply(scope, "supply"),
        on: scope.names("on"),
        weight: scope.int("weight", 0..=100).unwrap_or(1) as u8,
        claims: scope.bool_or("claims", true),
        blocks: scope.bool_or("blocks", false),
        stays: scope.bool_or("stays", false),
        immune: scope.bool_or("immune", false),
        needs_own: scope.text("needs-own"),
        one_per_feature: scope.bool_or("one-per-feature", false),
        second: scope.bool_or("second", false),
        offered: scope.bool_or("offered", false),
    }
}

fn zone(scope: &Scope<'_>, name: String) -> Zone {
    let per_player = scope.choice("per", &[("player", true), ("game", false)]).unwrap_or_default();
    let plays = scope.bool_or("plays", false);
    if plays && !per_player {
        meaning::plays_nothing(scope, &name);
    }
    Zone {
        name,
        per_player,
        sees: sees(scope),
        plays,
        pending: scope.bool_or("pending", false),
        start: laid(scope),
    }
}

/// Tiles that lie in a zone at the start: a list, or lists by number of players.
fn laid(scope: &Scope<'_>) -> Laid {
    let Some(node) = scope.raw("start") else { return Laid::default() };
    let Value::Table(entries) = &node.value else {
        return Laid::Always(scope.strings("start"));
    };
    let mut by = BTreeMap::new();
    for entry in entries {
        let Some(players) = players(scope, entry) else { continue };
        let words = scope.document().as_words(&entry.node, "start").unwrap_or_default();
        by.insert(players, words.into_iter().map(|word| word.text.to_owned()).collect());
    }
    Laid::ByPlayers(by)
}

/// A key that is a number of players.
fn players(scope: &Scope<'_>, entry: &Entry) -> Option<u8> {
    let players = entry.key.parse::<u8>().ok().filter(|n| (1..=8).contains(n));
    if players.is_none() {
        let (en, fr) = (
            format!("`{}` is no number of players", entry.key),
            format!("`{}` n'est pas un nombre de joueurs", entry.key),
        );
        let fault = scope.fault(122, entry.key_span.clone(), en, fr);
        scope.note(fault.help(
            "write `{ 2 = 10, 3 = 9 }`: by number of players",
            "écrivez `{ 2 = 10, 3 = 9 }` : selon le nombre de joueurs",
        ));
    }
    players
}

/// `sees = "owner"`.
pub(super) fn sees(scope: &Scope<'_>) -> Sees {
    let all = [("all", Sees::All), ("owner", Sees::Owner), ("nobody", Sees::Nobody)];
    scope.choice("sees", &all).unwrap_or_default()
}

pub(super) fn order(scope: &Scope<'_>) -> i16 {
    scope.int("order", -9999..=9999).unwrap_or(0) as i16
}
