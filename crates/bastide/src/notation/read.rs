//! Reads actions that people and records write.

use bastide_core::decl::{CORNERS, PLACES, Target};
use bastide_core::ids::{Cell, Corner, FigureId, Player, SegmentId, TileId};
use bastide_core::ruleset::Verb;
use bastide_core::{Action, Choice, Game, Place};

use super::turned::{over, place, quarters};
use super::{AND, TO, place_name};

/// Error of a text that is not an action, in English and French.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{en}")]
pub struct NotAnAction {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

pub(super) fn no<T>(en: impl Into<String>, fr: impl Into<String>) -> Result<T, NotAnAction> {
    Err(NotAnAction { en: en.into(), fr: fr.into() })
}

/// Reads an action. The cell of the tile just placed may be left out. Players are named by number or by name.
///
/// # Errors
///
/// Returns the mistake: an unknown word, tile, cell, segment or figure.
pub fn read(game: Game<'_>, names: &[String], text: &str) -> Result<Action, NotAnAction> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((head, rest)) = words.split_first() else {
        return no("an action is missing", "il manque une action");
    };
    match *head {
        "pass" if rest.is_empty() => Ok(Action::Pass),
        "draw" => match rest {
            [id] => Ok(Action::Draw { tile: tile_type(game, id)? }),
            _ => no("`draw` needs a tile", "`draw` demande une tuile"),
        },
        "roll" => match rest {
            [n] if n.parse::<u32>().is_ok() => Ok(Action::Roll { value: n.parse().unwrap_or(0) }),
            _ => no("`roll` needs a number", "`roll` demande un nombre"),
        },
        "place" => match rest {
            [id, at] => Ok(place(tile_type(game, id)?, cell(at)?, 0, None)),
            [id, at, turn] => Ok(place(tile_type(game, id)?, cell(at)?, quarters(turn)?, None)),
            [id, at, turn, "with", piece, on, rest @ ..] => {
                let (at, on) = (cell(at)?, cell(on)?);
                let turned = rest.first().map_or(Ok(0), |turn| quarters(turn))?;
                let over = over(game, at, piece, on, turned)?;
                Ok(place(tile_type(game, id)?, at, quarters(turn)?, Some(over)))
            }
            _ => no(
                "`place` needs a tile, a cell and a rotation",
                "`place` demande une tuile, une case et une rotation",
            ),
        },
        "deploy" => {
            let Some((kind, place)) = rest.split_first() else {
                return no(
                    "`deploy` needs a figure and a segment",
                    "`deploy` demande une figurine et un segment",
                );
            };
            let Some(figure) = game.rules.figure(kind) else {
                return no(
                    format!("unknown figure `{kind}`"),
                    format!("figurine `{kind}` inconnue"),
                );
            };
            Ok(Action::Deploy { figure, node: read_segment(game, place)? })
        }
        "move" => {
            let Some((who, place)) = rest.split_first() else {
                return no(
                    "`move` needs a figure and a segment",
                    "`move` demande une figurine et un segment",
                );
            };
            Ok(Action::Move {
                figure: read_figure(game, names, &[who])?,
                node: read_segment(game, place)?,
            })
        }
        verb => read_verb(game, names, verb, rest),
    }
}

fn read_verb(
    game: Game<'_>,
    names: &[String],
    head: &str,
    rest: &[&str],
) -> Result<Action, NotAnAction> {
    let rules = game.rules;
    let found = if let Some((e, v)) = head.split_once('/') {
        rules.expansion(e).and_then(|e| rules.verb(e, v))
    } else {
        let mut named = rules.verbs.iter().enumerate().filter(|(_, v)| v.decl.name == head);
        let first = named.next();
        if named.next().is_some() {
            return no(
                format!("`{head}` is a verb of several expansions: write expansion/{head}"),
                format!("`{head}` est un verbe de plusieurs extensions : écrivez extension/{head}"),
            );
        }
        first.map(|(i, _)| bastide_core::ids::VerbId(i as u8))
    };
    let Some(verb) = found else {
        return no(
            format!("unknown action `{head}`: place, deploy, pass, or a verb of an expansion"),
            format!("action `{head}` inconnue : place, deploy, pass, ou un verbe d'une extension"),
        );
    };
    let v = &rules.verbs[verb.index()];
    let (first, second) = (v.decl.target, v.decl.second);
    let target = if second == Target::None {
        read_thing(game, names, v, first, rest)?
    } else {
        let at = rest.iter().position(|word| *word == AND.trim());
        let Some(at) = at else {
            return no(
                format!("`{head}` needs two targets: write + between them"),
                format!("`{head}` demande deux cibles : écrivez + entre elles"),
            );
        };
        let a = read_thing(game, names, v, first, &rest[..at])?;
        let b = read_thing(game, names, v, second, &rest[at + 1..])?;
        let (a, b) = if v.decl.unordered { (a.min(b), a.max(b)) } else { (a, b) };
        a | b << 16
    };
    Ok(Action::Invoke { verb, target })
}

/// Reads one of the things that a verb is chosen with.
fn read_thing(
    game: Game<'_>,
    names: &[String],
    verb: &Verb,
    sort: Target,
    rest: &[&str],
) -> Result<u32, NotAnAction> {
    let rules = game.rules;
    let one = || rest.first().copied().unwrap_or("");
    let unknown = |en: &str, fr: &str| {
        no(format!("unknown {en} `{}`", one()), format!("{fr} `{}` : inconnu", one()))
    };
    Ok(match sort {
        Target::None => 0,
        Target::Segment => read_segment(game, rest)?.0 as u32,
        Target::Figure => read_figure(game, names, rest)?.0 as u32,
        Target::Cell => cell(one())?.pack(),
        Target::Tile => tile_at(game, cell(one())?)?.0 as u32,
        Target::Overlay => {
            let turned = rest.get(1).map_or(Ok(0), |turn| quarters(turn))?;
            u32::from(tile_at(game, cell(one())?)?.0) << 2 | u32::from(turned)
        }
        Target::TileType => tile_type(game, one())?.0 as u32,
        Target::Player => player(names, one(), game.state.players())?.0 as u32,
        Target::Corner => read_corner(game, rest)?.0 as u32,
        Target::FigureKind => match rules.figure(one()) {
            Some(kind) => kind.0 as u32,
            None => return unknown("figure", "figurine"),
        },
        Target::Token => match rules.token(one()) {
            Some(token) => token.0 as u32,
            None => return unknown("token", "jeton"),
        },
        Target::Word => {
            if let Some(word) = verb.decl.words.iter().position(|word| word.name == one()) {
                word as u32
            } else {
                let words: Vec<&str> = verb.decl.words.iter().map(|w| w.name.as_str()).collect();
                let words = words.join(", ");
                return no(
                    format!("`{}` is none of {words}", one()),
                    format!("`{}` n'est rien de {words}", one()),
                );
            }
        }
        Target::Number => match one().parse::<i32>() {
            Ok(n) => n as u32,
            Err(_) => {
                return no(
                    format!("`{}` is no number", one()),
                    format!("`{}` n'est pas un nombre", one()),
                );
            }
        },
        Target::Neutral => match rules.neutral(one()) {
            Some(n) => n.0 as u32,
            None => {
                return no(
                    format!("unknown figure `{}`", one()),
                    format!("figurine `{}` inconnue", one()),
                );
            }
        },
    })
}

/// Reads `1,0 SE`, by any tile that touches the corner, or `SE` of the tile just placed.
fn read_corner(game: Game<'_>, words: &[&str]) -> Result<Corner, NotAnAction> {
    let (tile, name) = tile_and_name(game, words)?;
    match CORNERS.iter().position(|corner| *corner == name) {
        Some(which) => Ok(game.corner(tile, which)),
        None => no(
            format!("`{name}` is no corner: NW, NE, SE, SW"),
            format!("`{name}` n'est pas un coin : NW, NE, SE, SW"),
        ),
    }
}

fn tile_type(game: Game<'_>, id: &str) -> Result<bastide_core::ids::TileTypeId, NotAnAction> {
    game.rules.tile_type(id).ok_or_else(|| NotAnAction {
        en: format!("unknown tile `{id}`"),
        fr: format!("tuile `{id}` inconnue"),
    })
}

/// Reads `x,y`.
fn cell(text: &str) -> Result<Cell, NotAnAction> {
    let parsed =
        text.split_once(',').and_then(|(x, y)| Some(Cell::new(x.parse().ok()?, y.parse().ok()?)));
    match parsed.filter(|c| c.x.unsigned_abs() < 10_000 && c.y.unsigned_abs() < 10_000) {
        Some(c) => Ok(c),
        None => no(
            format!("`{text}` is no cell: write x,y"),
            format!("`{text}` n'est pas une case : écrivez x,y"),
        ),
    }
}

fn tile_at(game: Game<'_>, at: Cell) -> Result<TileId, NotAnAction> {
    match game.state.tile_at(at) {
        Some(t) => Ok(t),
        None => no(format!("there is no tile at {at}"), format!("il n'y a pas de tuile en {at}")),
    }
}

/// Returns the seat with a number, from 1, or with a player's name if names are known. Records write the number, so a
/// number wins over a name.
pub(crate) fn seat<'n>(
    mut names: impl Iterator<Item = &'n str>,
    seats: usize,
    text: &str,
) -> Option<usize> {
    let number = text.parse::<usize>().ok().filter(|n| (1..=seats).contains(n));
    let plain = number.filter(|n| n.to_string() == text);
    let named = || names.position(|name| name == text);
    plain.map(|n| n - 1).or_else(named).or(number.map(|n| n - 1))
}

/// Reads a player by number from 1 or by name.
fn player(names: &[String], text: &str, players: u8) -> Result<Player, NotAnAction> {
    match seat(names.iter().map(String::as_str), players.into(), text) {
        Some(p) => Ok(Player(p as u8)),
        None => no(format!("unknown player `{text}`"), format!("joueur `{text}` inconnu")),
    }
}

/// Reads `1,0 road@E`, or `road@E` on the tile just placed.
fn read_segment(game: Game<'_>, words: &[&str]) -> Result<SegmentId, NotAnAction> {
    let (tile, name) = tile_and_name(game, words)?;
    on_tile(game, tile, name)
}

/// A cell with a tile, and a word; the tile just placed need not be named.
fn tile_and_name<'w>(game: Game<'_>, words: &[&'w str]) -> Result<(TileId, &'w str), NotAnAction> {
    match words {
        [at, name] => Ok((tile_at(game, cell(at)?)?, *name)),
        [name] => match game.state.placed() {
            Some(t) => Ok((t, *name)),
            None => no(
                "no tile was just placed: write its cell",
                "aucune tuile ne vient d'être posée : écrivez sa case",
            ),
        },
        _ => no("a place on a tile is missing", "il manque un endroit d'une tuile"),
    }
}

fn on_tile(game: Game<'_>, tile: TileId, name: &str) -> Result<SegmentId, NotAnAction> {
    let (kind, rest) = match name.find(['@', '#']) {
        Some(i) => (&name[..i], &name[i..]),
        None => (name, ""),
    };
    let Some(kind_id) = game.rules.kind(kind) else {
        return no(format!("unknown feature `{kind}`"), format!("zone `{kind}` inconnue"));
    };
    let same = game.segments(tile).filter(|n| game.state.kind(*n) == kind_id);
    let at = game.state.tile(tile).cell();
    let found = if let Some(place) = rest.strip_prefix('@') {
        let bits = place_bits(place);
        let there: Vec<SegmentId> = same.filter(|n| game.places(*n) & bits != 0).collect();
        match there[..] {
            [] => None,
            [one] => Some(one),
            // The edge is the name of one that takes all of it.
            _ => {
                let whole = there.iter().find(|n| place_name(game.places(**n) & bits) == place);
                let Some(whole) = whole else {
                    let places = there.iter().map(|n| game.places(*n) & bits);
                    return several(name, (kind, at), places);
                };
                Some(*whole)
            }
        }
    } else if let Some(nth) = rest.strip_prefix('#') {
        let n = nth.parse::<usize>().unwrap_or(0);
        same.filter(|n| game.places(*n) == 0).nth(n.wrapping_sub(1))
    } else {
        let all: Vec<SegmentId> = same.collect();
        match all.iter().copied().find(|n| game.places(*n) == 0) {
            Some(inner) => Some(inner),
            None if all.len() > 1 => {
                return several(name, (kind, at), all.iter().map(|n| game.places(*n)));
            }
            None => all.first().copied(),
        }
    };
    match found {
        Some(n) => Ok(n),
        None => no(
            format!("there is no `{name}` on the tile at {at}"),
            format!("pas de `{name}` sur la tuile en {at}"),
        ),
    }
}

/// A name may be that of several segments, which these places tell apart.
fn several<T>(
    name: &str,
    (kind, at): (&str, Cell),
    places: impl Iterator<Item = u16>,
) -> Result<T, NotAnAction> {
    let all: Vec<String> = places.map(|bits| format!("{kind}@{}", place_name(bits))).collect();
    no(
        format!("`{name}` on the tile at {at} may be {}: write which", quoted(&all, "or")),
        format!("`{name}` sur la tuile en {at} peut être {} : écrivez lequel", quoted(&all, "ou")),
    )
}

/// Names in a row.
fn quoted(names: &[String], or: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} {or} {last}", others.join(", ")),
        _ => names.join(""),
    }
}

/// Bits of a place by name; an edge's letter is its two halves and its middle.
fn place_bits(name: &str) -> u16 {
    match name {
        "N" => 0b111,
        "E" => 0b111 << 3,
        "S" => 0b111 << 6,
        "W" => 0b111 << 9,
        _ => PLACES.iter().position(|p| *p == name).map_or(0, |i| 1 << i),
    }
}

/// Reads `meeple:2@0,1.road@E`, `meeple:2@0,1 road@E` or `meeple:1@2`.
fn read_figure(game: Game<'_>, names: &[String], words: &[&str]) -> Result<FigureId, NotAnAction> {
    let text = words.join(".");
    let wrong = || {
        no(
            format!("`{text}` is no figure: write kind:player@x,y.segment or kind:player@holder"),
            format!(
                "`{text}` n'est pas une figurine : écrivez sorte:joueur@x,y.segment ou sorte:joueur@détenteur"
            ),
        )
    };
    let Some((who, place)) = text.split_once('@') else { return wrong() };
    let Some((kind, owner)) = who.split_once(':') else { return wrong() };
    let Some(kind) = game.rules.figure(kind) else {
        return no(format!("unknown figure `{kind}`"), format!("figurine `{kind}` inconnue"));
    };
    let owner = player(names, owner, game.state.players())?;
    let (place, nth) = match place.rsplit_once('#') {
        Some((p, n)) if ends_a_place(p) => (p, n.parse::<usize>().unwrap_or(0)),
        _ => (place, 1),
    };
    let mine = |f: &FigureId| game.state.figure_kind(*f) == kind && game.state.owner(*f) == owner;
    let found = if let Some((at, seg)) = place.split_once('.') {
        let tile = tile_at(game, cell(at)?)?;
        let place = match CORNERS.iter().position(|corner| *corner == seg) {
            Some(which) => Place::Corner(game.corner(tile, which)),
            None => Place::Segment(on_tile(game, tile, seg)?),
        };
        let there = |f: &FigureId| mine(f) && game.state.figure_place(*f) == place;
        game.figures_anywhere().filter(there).nth(nth.wrapping_sub(1))
    } else {
        let holder = player(names, place, game.state.players())?;
        let held = |f: &FigureId| game.state.figure_place(*f) == Place::Held(holder);
        game.figures_anywhere().filter(|f| mine(f) && held(f)).nth(nth.wrapping_sub(1))
    };
    match found {
        Some(f) => Ok(f),
        None => no(format!("there is no `{text}`"), format!("il n'y a pas de `{text}`")),
    }
}

/// Whether a `#` behind it numbers figures: a feature that reaches no edge may have a number of its own before it.
fn ends_a_place(text: &str) -> bool {
    match text.split_once('.') {
        Some((_, on)) => on.contains(['@', '#']) || CORNERS.contains(&on),
        None => true,
    }
}

/// Reads an option: an action, or a verb with a range of numbers.
///
/// # Errors
///
/// Fails like [`read`].
pub fn read_option(game: Game<'_>, names: &[String], text: &str) -> Result<Choice, NotAnAction> {
    if let Some((action, to)) = text.rsplit_once(TO)
        && let Ok(to) = to.parse::<u32>()
        && let Action::Invoke { verb, target: from } = read(game, names, action)?
    {
        return Ok(Choice::range(verb, from, to));
    }
    read(game, names, text).map(Choice::from)
}
