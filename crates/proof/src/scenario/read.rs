//! Reading scenario files; every fault at once.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::decl::StartTile;
use bastide_core::{Fault, Severity, Words};
use bastide_text::{Document, Node, Table, Value, Word};

use super::expect::{Check, Drawn};
use super::{EDITION, SCENARIOS_MAX, Scenario};
use bastide_content::config::{PLAYERS_MAX, Written};
use bastide_content::lang;

const COUNT: std::ops::RangeInclusive<i64> = 0..=9999;
const POINTS: std::ops::RangeInclusive<i64> = -9999..=9999;

/// Reads a scenario file of an expansion's folder.
///
/// # Errors
///
/// All faults of the file: those that all TOML files share, `S0010` an id written twice, `S0011` an
/// unknown player, `S0012` a start tile that is not `[tile, x, y, rotation]`, `S0013` neither moves nor
/// random games, `S0014` nothing expected, `S0015` a range of draws that is none.
pub fn read(expansion: &str, file: &str, text: &str) -> Result<Vec<Scenario>, Vec<Fault>> {
    let mut faults = Vec::new();
    let Some(document) = Document::parse_as('S', file, text, &mut faults) else {
        return Err(faults);
    };
    let root = document.root();
    let mut scenarios = Vec::new();
    let mut seen = BTreeSet::new();
    for table in root.tables("scenario").iter().take(SCENARIOS_MAX) {
        let scenario = one(expansion, file, table);
        if !seen.insert(scenario.id.clone()) {
            let id = &scenario.id;
            let en = format!("the scenario `{id}` is written twice");
            let fr = format!("le scénario `{id}` est écrit deux fois");
            let fault = document.fault(10, scenario.span.clone(), en, fr);
            document.note(
                fault.help("give one of them another id", "donnez un autre id à l'un des deux"),
            );
        }
        scenarios.push(scenario);
    }
    root.finish();
    faults.extend(document.take_faults());
    if faults.iter().any(|fault| fault.severity == Severity::Error) {
        Err(faults)
    } else {
        Ok(scenarios)
    }
}

/// Reads the title: one text, or one for each language.
fn title(table: &Table<'_>) -> Words {
    let Some(node) = table.raw("title") else { return Words::default() };
    if matches!(node.value, Value::Table(_)) {
        let Some(texts) = table.table("title") else { return Words::default() };
        texts.need("en");
        let en = texts.str("en").unwrap_or_default();
        let fr = texts.str("fr").unwrap_or(en);
        texts.finish();
        return Words::new(en, fr);
    }
    let text = table.document().as_str(node, "title").unwrap_or_default();
    Words::new(text, text)
}

fn one(expansion: &str, file: &str, table: &Table<'_>) -> Scenario {
    table.need("id");
    table.need("title");
    let mut s = Scenario {
        file: file.to_owned(),
        span: table.value_span("id"),
        id: table.str("id").unwrap_or_default().to_owned(),
        title: title(table),
        rules: table.strings("rules"),
        expansion: expansion.to_owned(),
        with: table.strings("with"),
        players: table.strings("players"),
        edition: table.str("edition").unwrap_or(EDITION).to_owned(),
        sets: table.strings("tiles"),
        deck: table.words("deck").map(|words| words.iter().map(|w| w.text.to_owned()).collect()),
        end: table.bool("end").unwrap_or(false),
        random: table.int("random", 1..=1000).map(|n| n as u32),
        ..Scenario::default()
    };
    if !table.has("players") {
        s.players = vec!["A".to_owned(), "B".to_owned()];
    }
    s.players.truncate(PLAYERS_MAX);
    for key in ["players", "with", "edition", "tiles", "deck", "supply", "tokens", "start"] {
        if table.has(key) {
            s.written.insert(key.to_owned(), table.value_span(key));
        }
    }
    let lines = |key| {
        let written = |w: &Word<'_>| Written { value: w.text.to_owned(), span: w.span.clone() };
        table.words(key).map(|words| words.iter().map(written).collect::<Vec<_>>())
    };
    s.moves = lines("moves").unwrap_or_default();
    s.game = lines("game");
    if let Some(first) = table.word("first") {
        s.first = player(table.document(), &s.players, first.text, first.span).unwrap_or(0);
    }
    if let Some(options) = table.table("options") {
        for entry in options.entries() {
            if let Some(values) = table.document().as_table(&entry.node, &entry.key) {
                s.options.insert(entry.key.clone(), values.entries().cloned().collect());
            }
        }
    }
    if let Some(supply) = table.table("supply") {
        s.supply = numbers(&supply, COUNT).into_iter().map(|(k, n)| (k, n as u16)).collect();
    }
    s.points = seats(table, "points", &s.players, |d, node, what| {
        d.as_int(node, what, POINTS).map(|n| n as i32)
    });
    s.tokens = seats(table, "tokens", &s.players, |d, node, what| {
        let counts = numbers(&d.as_table(node, what)?, COUNT);
        Some(counts.into_iter().map(|(k, n)| (k, n as i16)).collect())
    });
    start(table, &mut s);
    s.given = table.table("given").map(|t| checks(&t, &s.players)).unwrap_or_default();
    s.expect = table.table("expect").map(|t| checks(&t, &s.players)).unwrap_or_default();
    complete(table, &s);
    table.finish();
    s
}

/// A scenario must do something and expect something; `moves = []` looks at the start.
fn complete(table: &Table<'_>, s: &Scenario) {
    let document = table.document();
    let played = ["moves", "random", "game"].into_iter().filter(|key| table.has(key)).count();
    if played != 1 {
        let (en, fr) = (
            "write one of `moves`, `random` and `game`",
            "écrivez l'un de `moves`, `random` et `game`",
        );
        let what = (
            "neither moves nor random games nor a game, or several of them",
            "ni coups, ni parties au hasard, ni partie, ou plusieurs à la fois",
        );
        document.note(document.fault(13, s.span.clone(), what.0, what.1).help(en, fr));
    }
    if table.has("given") && s.random.is_none() {
        let what = (
            "`given` chooses among random games, and there are none",
            "`given` choisit parmi des parties au hasard, et il n'y en a pas",
        );
        let fault = document.fault(18, table.key_span("given"), what.0, what.1);
        document.note(fault.help(
            "write `random = 20`, or make the opening with `points`, `tokens`, `supply` and `start`",
            "écrivez `random = 20`, ou préparez le début avec `points`, `tokens`, `supply` et `start`",
        ));
    }
    let mut names = s.players.iter().enumerate();
    if let Some((_, name)) = names.find(|(i, name)| s.players[..*i].contains(name)) {
        let (en, fr) = (
            format!("two players are called `{name}`"),
            format!("deux joueurs s'appellent `{name}`"),
        );
        let fault = document.fault(19, s.at("players").clone(), en, fr);
        document.note(fault.help("give each another name", "donnez à chacun un autre nom"));
    }
    if s.game.is_some() {
        if table.has("expect") {
            let what = (
                "with `game`, what must hold in every game is expected, and nothing else",
                "avec `game`, on attend ce qui vaut dans toute partie, et rien d'autre",
            );
            let fault = document.fault(16, table.key_span("expect"), what.0, what.1);
            document.note(fault.help("leave out `expect`", "supprimez `expect`"));
        }
    } else if s.expect.is_empty() {
        let what = ("nothing is expected", "rien n'est attendu");
        let fault = document.fault(14, s.span.clone(), what.0, what.1);
        document.note(fault.help("add `[scenario.expect]`", "ajoutez `[scenario.expect]`"));
    }
    after_moves(document, s);
}

/// Reports expectations that need a last move, or a refusal.
fn after_moves(document: &Document, s: &Scenario) {
    let given = s.given.iter().map(|check| (check, true));
    for (check, given) in given.chain(s.expect.iter().map(|check| (check, false))) {
        let (key, needs_one) = match check.value {
            Check::Refused(_) => ("refused", true),
            Check::Options(_) => ("options", false),
            _ => continue,
        };
        if !given && s.random.is_none() && !(needs_one && s.moves.is_empty()) {
            continue;
        }
        let (en, fr) = (
            format!("`{key}` speaks of the last move, and there is none"),
            format!("`{key}` parle du dernier coup, et il n'y en a pas"),
        );
        let fault = document.fault(17, check.span.clone(), en, fr);
        document.note(fault.help(
            "write `moves`, and expect this under `[scenario.expect]`",
            "écrivez `moves`, et attendez ceci sous `[scenario.expect]`",
        ));
    }
}

fn start(table: &Table<'_>, s: &mut Scenario) {
    let Some(Node { value: Value::List(tiles), .. }) = table.raw("start") else { return };
    let document = table.document();
    for node in tiles {
        if let Value::List(parts) = &node.value
            && let [tile, x, y, rotation] = parts.as_slice()
            && let (Value::Text(tile), Value::Int(x), Value::Int(y), Value::Int(r)) =
                (&tile.value, &x.value, &y.value, &rotation.value)
            && (-999..=999).contains(x)
            && (-999..=999).contains(y)
            && (0..=3).contains(r)
        {
            s.start.push(StartTile {
                tile: tile.clone(),
                at: (*x as i16, *y as i16),
                rotation: *r as u8,
                ..StartTile::default()
            });
            continue;
        }
        let what = ("this is no start tile", "ce n'est pas une tuile de départ");
        let fault = document.fault(12, node.span.clone(), what.0, what.1);
        document.note(fault.help(
            "write `[\"base/D\", 0, 0, 0]`: tile, x, y, quarter turns",
            "écrivez `[\"base/D\", 0, 0, 0]` : tuile, x, y, quarts de tour",
        ));
    }
}

/// Everything that is expected, each with the place where it is written.
fn checks(table: &Table<'_>, players: &[String]) -> Vec<Written<Check>> {
    let int = |key| table.int(key, COUNT).map(|n| n as i32);
    let owned = |key| {
        table.words(key).map(|words| words.iter().map(|w| w.text.to_owned()).collect::<Vec<_>>())
    };
    // Asked for even if it is not there, so that it is a known key.
    let is_there = |key: &str| table.raw(key).is_some();
    let by_seat = |key| {
        seats(table, key, players, |d, node, what| {
            let counts = numbers(&d.as_table(node, what)?, COUNT);
            Some(counts.into_iter().map(|(k, n)| (k, n as i32)).collect::<BTreeMap<_, _>>())
        })
    };
    let numbers_by_seat = |key| {
        seats(table, key, players, |d, node, what| d.as_int(node, what, POINTS).map(|n| n as i32))
    };
    let mut out = Vec::new();
    let mut add = |key: &str, check: Option<Check>| {
        out.extend(check.map(|value| Written { value, span: table.value_span(key) }));
    };
    add("scores", is_there("scores").then(|| Check::Scores(numbers_by_seat("scores"))));
    add("supply", is_there("supply").then(|| Check::Supply(by_seat("supply"))));
    add("tokens", is_there("tokens").then(|| Check::Tokens(by_seat("tokens"))));
    add(
        "prisoners",
        is_there("prisoners").then(|| {
            Check::Prisoners(seats(table, "prisoners", players, |d, node, what| {
                Some(d.as_words(node, what)?.iter().map(|w| w.text.to_owned()).collect())
            }))
        }),
    );
    add(
        "zones",
        is_there("zones").then(|| {
            Check::Zones(seats(table, "zones", players, |d, node, what| {
                let zones = d.as_table(node, what)?;
                let tiles = |entry: &bastide_text::Entry| {
                    let words = d.as_words(&entry.node, &entry.key)?;
                    Some((entry.key.clone(), words.iter().map(|w| w.text.to_owned()).collect()))
                };
                Some(zones.entries().filter_map(tiles).collect())
            }))
        }),
    );
    add("turns", is_there("turns").then(|| Check::Turns(numbers_by_seat("turns"))));
    add("cited", owned("cited").map(Check::Cited));
    add("not-cited", owned("not-cited").map(Check::NotCited));
    add("refused", table.str("refused").map(|rule| Check::Refused(rule.to_owned())));
    add("options", owned("options").map(Check::Options));
    add("over", table.bool("over").map(Check::Over));
    add(
        "winners",
        table.words("winners").map(|words| {
            let seat = |w: &Word<'_>| player(table.document(), players, w.text, w.span.clone());
            Check::Winners(words.iter().filter_map(seat).collect())
        }),
    );
    add("tiles-on-table", int("tiles-on-table").map(Check::TilesOnTable));
    add("tiles-placed", int("tiles-placed").map(Check::TilesPlaced));
    add("tiles-discarded", int("tiles-discarded").map(Check::TilesDiscarded));
    add(
        "tiles-placed-plus-discarded",
        int("tiles-placed-plus-discarded").map(Check::TilesLeftDeck),
    );
    add("tiles-to-draw", int("tiles-to-draw").map(Check::TilesToDraw));
    add("extra-turns", extra_turns(table).map(Check::ExtraTurns));
    add("drawn", table.table("drawn").map(|drawn| Check::Drawn(draws(&drawn))));
    let all = table.table("drawn-in-all").map(|all| numbers(&all, COUNT));
    let all = all.map(|all| all.into_iter().map(|(tile, n)| (tile, n as i32)).collect());
    add("drawn-in-all", all.map(Check::DrawnInAll));
    table.finish();
    out
}

fn extra_turns(table: &Table<'_>) -> Option<Vec<usize>> {
    let Value::List(nodes) = &table.raw("extra-turns")?.value else {
        let _ = table.int("extra-turns", 0..=0);
        return None;
    };
    let number =
        |node: &Node| table.document().as_int(node, "extra-turns", 1..=999).map(|n| n as usize);
    Some(nodes.iter().filter_map(number).collect())
}

/// `{ "1-10" = "river/*", 11 = "river/lake" }`.
fn draws(table: &Table<'_>) -> Vec<Drawn> {
    let document = table.document();
    let mut out = Vec::new();
    for entry in table.entries() {
        let _ = table.raw(&entry.key);
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
        let range = match entry.key.split_once('-') {
            Some((from, to)) => number(from).zip(number(to)),
            None => number(&entry.key).map(|n| (n, n)),
        };
        let Some((from, to)) = range.filter(|(from, to)| from <= to) else {
            let key = &entry.key;
            let what = (
                format!("`{key}` is no range of draws"),
                format!("`{key}` n'est pas une suite de pioches"),
            );
            let fault = document.fault(15, entry.key_span.clone(), what.0, what.1);
            document.note(fault.help("write `3` or `1-10`", "écrivez `3` ou `1-10`"));
            continue;
        };
        if let Some(tile) = document.as_str(&entry.node, &entry.key) {
            out.push(Drawn { from, to, tile: tile.to_owned() });
        }
    }
    table.finish();
    out
}

/// Numbers by name.
fn numbers(table: &Table<'_>, range: std::ops::RangeInclusive<i64>) -> BTreeMap<String, i64> {
    let value = |entry: &bastide_text::Entry| {
        Some((entry.key.clone(), table.document().as_int(&entry.node, &entry.key, range.clone())?))
    };
    table.entries().filter_map(value).collect()
}

/// A table whose keys are players.
fn seats<T>(
    table: &Table<'_>,
    key: &str,
    players: &[String],
    read: impl Fn(&Document, &Node, &str) -> Option<T>,
) -> BTreeMap<usize, T> {
    let mut out = BTreeMap::new();
    let Some(inner) = table.has(key).then(|| table.table(key)).flatten() else {
        // Asked for all the same, so that it is a known key.
        let _ = table.raw(key);
        return out;
    };
    let document = table.document();
    for entry in inner.entries() {
        if let Some(seat) = player(document, players, &entry.key, entry.key_span.clone())
            && let Some(value) = read(document, &entry.node, &entry.key)
        {
            out.insert(seat, value);
        }
    }
    out
}

fn player(
    document: &Document,
    players: &[String],
    name: &str,
    span: std::ops::Range<usize>,
) -> Option<usize> {
    let seat = players.iter().position(|p| p == name);
    if seat.is_none() {
        let fault = document.fault(
            11,
            span,
            format!("unknown player `{name}`"),
            format!("joueur `{name}` inconnu"),
        );
        document.note(lang::suggest(fault, name, players.iter().map(String::as_str)));
    }
    seat
}
