//! Actions and what they are about as people say them: `meeple: road at 1,0 (E)`, `city–road tile at 1,0`.

use bastide_core::decl::{Lies, Target};
use bastide_core::ids::{Cell, Corner, FigureId, Player, SegmentId, TileId, TileTypeId};
use bastide_core::ruleset::Verb;
use bastide_core::{Action, Place, Ruleset};

use super::chance::chance_line;
use super::{by, feature_at, figure, is_told, name, player_name, several};
use crate::game::{Entry, Play};
use crate::notation;

/// Returns an action in words. For an option it includes the figure's present place, which a past action no longer
/// has.
#[must_use]
pub fn action_line(game: &Play, action: Action, lang: &str) -> String {
    say(game, action, lang, true)
}

/// An action that was taken, in words, as a seat may know it.
#[must_use]
pub fn entry_line(game: &Play, entry: &Entry, seat: Player, lang: &str) -> String {
    if let Some(line) = chance_line(game, entry, seat, lang) {
        return line;
    }
    let text = game.text_for(entry, seat);
    if text == entry.text {
        return say(game, entry.action, lang, false);
    }
    if text == "?" {
        return by(lang, "something sealed", "un choix scellé").to_owned();
    }
    match entry.action {
        Action::Draw { .. } => {
            by(lang, "a tile is drawn unseen", "une tuile piochée en secret").into()
        }
        Action::Invoke { .. } => {
            format!("{}{}?", action_head(game, entry.action, lang), colon(lang))
        }
        _ => by(lang, "something unseen", "un choix secret").to_owned(),
    }
}

/// Returns the words of an option before its places: `meeple`, `add a floor`, `pass`.
#[must_use]
pub fn action_head(game: &Play, action: Action, lang: &str) -> String {
    let rules = &game.rules().ruleset;
    match action {
        Action::Place { tile, .. } => tile_words(rules, tile, lang),
        Action::Deploy { figure, .. } => {
            let word = rules.figures.get(figure.index()).map_or("?", |f| &f.decl.name);
            name(rules, &["figure"], word, lang)
        }
        Action::Move { figure: f, .. } => figure(game, f, lang).1,
        Action::Invoke { verb, .. } => {
            let word = rules.verbs.get(verb.index()).map_or("?", |v| &v.decl.name);
            name(rules, &["verb"], word, lang)
        }
        Action::Draw { .. } => by(lang, "drawn", "pioche").to_owned(),
        Action::Roll { .. } => by(lang, "rolled", "dé").to_owned(),
        Action::Pass => by(lang, "pass", "passer").to_owned(),
    }
}

/// The rest of an action's sentence: where, to whom, which; empty if there is no more to it.
#[must_use]
pub fn action_about(game: &Play, action: Action, lang: &str) -> String {
    about(game, action, lang, true)
}

fn about(game: &Play, action: Action, lang: &str, now: bool) -> String {
    let rules = &game.rules().ruleset;
    match action {
        Action::Place { cell, rotation, over, .. } => {
            let with = over.and_then(|over| {
                let piece = rules.overlays.get(over.overlay.index())?;
                let word = name(rules, &["overlay"], &piece.decl.name, lang);
                let at = over.side().map_or(cell, |side| cell.side(side));
                Some(format!(" + {word} {} {at} r{}", by(lang, "at", "en"), over.rotation))
            });
            format!("{cell} r{rotation}{}", with.unwrap_or_default())
        }
        Action::Deploy { node, .. } => segment(game, node, lang),
        Action::Move { figure: f, node } => {
            let (owner, to) = (figure(game, f, lang).0, segment(game, node, lang));
            match place(game, f, lang).filter(|_| now) {
                Some(from) => format!("{owner}, {from} → {to}"),
                None => format!("{owner} → {to}"),
            }
        }
        Action::Invoke { verb, target } => {
            let Some(verb) = rules.verbs.get(verb.index()) else { return String::new() };
            let things = verb.decl.named(target).filter(|(sort, _)| *sort != Target::None);
            let things = things.map(|(sort, n)| thing(game, verb, (sort, n), lang, now));
            things.collect::<Vec<_>>().join(" + ")
        }
        Action::Draw { tile } => tile_words(rules, tile, lang),
        Action::Roll { value } => value.to_string(),
        Action::Pass => String::new(),
    }
}

fn say(game: &Play, action: Action, lang: &str, now: bool) -> String {
    let (head, about) = (action_head(game, action, lang), about(game, action, lang, now));
    let between = match action {
        Action::Place { .. } => by(lang, " at ", " en "),
        _ if about.is_empty() => "",
        _ => colon(lang),
    };
    format!("{head}{between}{about}")
}

fn colon(lang: &str) -> &'static str {
    by(lang, ": ", " : ")
}

/// Returns name, cell and first edge of a segment: `road at 1,0 (E)`.
fn segment(game: &Play, node: SegmentId, lang: &str) -> String {
    let read = game.read();
    if node.index() >= read.state.node_count() {
        return "?".to_owned();
    }
    let at = feature_at(game, node, lang);
    let side = side(notation::place_name(read.places(node)), lang);
    if side.is_empty() { at } else { format!("{at} ({side})") }
}

/// An edge or half of one, seen from the middle of the tile: `E`, `S left`.
fn side(place: &str, lang: &str) -> String {
    let edge = match place.get(..1) {
        Some("W") => by(lang, "W", "O"),
        Some(edge) => edge,
        None => return String::new(),
    };
    let half = match place.get(1..) {
        Some("L") => by(lang, " left", " gauche"),
        Some("R") => by(lang, " right", " droite"),
        _ => "",
    };
    format!("{edge}{half}")
}

/// Where a figure is.
fn place(game: &Play, id: FigureId, lang: &str) -> Option<String> {
    let read = game.read();
    if id.index() >= read.state.figure_count() {
        return None;
    }
    Some(match read.state.figure_place(id) {
        Place::Segment(node) => segment(game, node, lang),
        Place::Held(holder) => {
            format!("{} {}", by(lang, "held by", "chez"), player_name(game, holder))
        }
        Place::Corner(corner) => self::corner(game, corner, lang),
        Place::Tile(tile) => cell_of(game, tile),
        _ => return None,
    })
}

fn cell_of(game: &Play, tile: TileId) -> String {
    game.state().tiles().get(tile.index()).map_or("?".to_owned(), |tile| tile.cell().to_string())
}

fn corner(game: &Play, corner: Corner, lang: &str) -> String {
    let text = notation::corner(game.read(), corner);
    let text = if lang == "fr" { text.replace('W', "O") } else { text };
    format!("{} {text}", by(lang, "corner", "coin"))
}

/// One of the things that a verb is chosen with.
fn thing(game: &Play, verb: &Verb, (sort, n): (Target, u32), lang: &str, now: bool) -> String {
    let rules = &game.rules().ruleset;
    let i = n as usize;
    let called = |sort: &str, word: Option<&str>| {
        word.map_or("?".to_owned(), |word| name(rules, &[sort], word, lang))
    };
    match sort {
        Target::None => String::new(),
        Target::Segment => segment(game, SegmentId(n as u16), lang),
        Target::Figure => {
            let id = FigureId(n as u16);
            let (owner, kind) = figure(game, id, lang);
            match place(game, id, lang).filter(|_| now) {
                Some(place) => format!("{kind} ({owner}), {place}"),
                None => format!("{kind} ({owner})"),
            }
        }
        Target::Cell => Cell::unpack(n).to_string(),
        Target::Tile => cell_of(game, TileId(n as u16)),
        Target::Overlay => format!("{} r{}", cell_of(game, TileId((n >> 2) as u16)), n & 3),
        Target::TileType => tile_words(rules, TileTypeId(n as u16), lang),
        Target::Player => player_name(game, Player(n as u8)),
        Target::Number => (n as i32).to_string(),
        Target::Neutral => called("neutral", rules.neutrals.get(i).map(String::as_str)),
        Target::Corner => corner(game, Corner(n as u16), lang),
        Target::FigureKind => called("figure", rules.figures.get(i).map(|f| f.decl.name.as_str())),
        Target::Token => called("token", rules.tokens.get(i).map(|t| t.name.as_str())),
        Target::Word => {
            let word = verb.decl.words.get(i);
            let text = word.and_then(|w| w.text.get(lang).or_else(|| w.text.get("en")));
            text.or(word.map(|w| &w.name)).cloned().unwrap_or_else(|| "?".to_owned())
        }
    }
}

/// Returns the description of a tile type: `city–road tile`, `tuile ville–chemin avec blason`. A kind that fills the
/// rest is named only if there is nothing else.
#[must_use]
pub fn tile_words(rules: &Ruleset, tile: TileTypeId, lang: &str) -> String {
    let Some(tile) = rules.types.get(tile.index()).map(|ty| &ty.decl) else {
        return by(lang, "a tile", "une tuile").to_owned();
    };
    let rest = |kind: &str| {
        rules.kind(kind).is_some_and(|kind| rules.kinds[kind.index()].decl.lies == Lies::Rest)
    };
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for segment in &tile.segments {
        match kinds.iter_mut().find(|(kind, _)| *kind == segment.kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((&segment.kind, 1)),
        }
    }
    if kinds.iter().any(|(kind, _)| !rest(kind)) {
        kinds.retain(|(kind, _)| !rest(kind));
    }
    let kinds = kinds.iter().map(|(kind, n)| {
        match (*n, lang) {
            (1, _) => name(rules, &["feature"], kind, lang),
            (n, "fr") => several(rules, &["feature"], n as i32, kind, lang),
            // A `4-road tile`.
            (n, _) => format!("{n}-{}", name(rules, &["feature"], kind, lang)),
        }
    });
    let kinds = kinds.collect::<Vec<_>>().join("–");
    let mut tags: Vec<String> = Vec::new();
    let inner = tile.segments.iter().flat_map(|segment| &segment.tags);
    let told = |(tag, n): &&(String, u8)| *n > 0 && is_told(rules, tag);
    for (tag, n) in inner.chain(&tile.tags).filter(told) {
        let word = match *n {
            1 => name(rules, &["tag"], tag, lang),
            n => several(rules, &["tag"], n.into(), tag, lang),
        };
        if !tags.contains(&word) {
            tags.push(word);
        }
    }
    let tags = match tags.split_last() {
        None => String::new(),
        Some((last, rest)) => {
            let rest = if rest.is_empty() {
                String::new()
            } else {
                format!("{} {} ", rest.join(", "), by(lang, "and", "et"))
            };
            format!(" {} {rest}{last}", by(lang, "with", "avec"))
        }
    };
    match lang {
        "fr" => format!("tuile {kinds}{tags}"),
        _ => format!("{kinds} tile{tags}"),
    }
}

#[cfg(test)]
#[path = "../tests/said.rs"]
mod tests;
