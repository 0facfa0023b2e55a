//! Actions as text: how records, scenarios, typed moves and logs write them.
//!
//! `place base/D 1,0 r1` · `place base/D 1,0 r1 with bridge 1,1 r0` · `deploy meeple 1,0 road@E` · `move meeple:1@1,0.road@E 2,0 city@N` ·
//! `the-tower/floor 1,0 tower` · `the-tower/capture meeple:2@0,1.road@E` (of the second player, on the
//! board) · `the-tower/ransom meeple:1@2` (held by the second player) · `draw base/D` · `roll 3` · `pass`.
//! A segment is its kind and the first place it takes, clockwise from the north-west, a whole edge by
//! its letter; with no place the kind alone, `kind#2` for the second of its kind on the tile.

mod turned;

use bastide_core::decl::{PLACES, Target};
use bastide_core::ids::{Cell, FigureId, NeutralId, Node, PileId, Player, TileId, TypeId};
use bastide_core::{Action, Game, Place};

use turned::{over, place, quarters};

/// An action as text. Cells are always written.
#[must_use]
pub fn write(game: Game<'_>, action: Action) -> String {
    let rules = game.rules;
    match action {
        Action::Place { tile, cell, rotation, over } => {
            let id = rules.types.get(tile.index()).map_or("?", |t| &t.decl.id);
            let with = over.map_or(String::new(), |over| {
                let name = rules.overlays.get(over.overlay.index()).map_or("?", |o| &o.decl.name);
                let at = over.side().map_or(cell, |side| cell.side(side));
                format!(" with {name} {at} r{}", over.rotation)
            });
            format!("place {id} {cell} r{rotation}{with}")
        }
        Action::Deploy { figure, node } => {
            let name = rules.figures.get(figure.index()).map_or("?", |f| &f.decl.name);
            format!("deploy {name} {}", segment(game, node))
        }
        Action::Move { figure, node } => {
            format!("move {} {}", self::figure(game, figure), segment(game, node))
        }
        Action::Invoke { verb, target } => {
            let Some(v) = rules.verbs.get(verb.index()) else { return "?".to_owned() };
            let name = format!("{}/{}", rules.expansions[v.expansion.index()].id, v.decl.name);
            match v.decl.target {
                Target::None => name,
                Target::Segment => format!("{name} {}", segment(game, Node(target as u16))),
                Target::Figure => format!("{name} {}", figure(game, FigureId(target as u16))),
                Target::Cell => format!("{name} {}", Cell::unpack(target)),
                Target::Tile => match game.state.tiles().get(target as usize) {
                    Some(t) => format!("{name} {}", t.cell()),
                    None => format!("{name} ?"),
                },
                Target::Overlay => match game.state.tiles().get((target >> 2) as usize) {
                    Some(t) => format!("{name} {} r{}", t.cell(), target & 3),
                    None => format!("{name} ?"),
                },
                Target::TileType => {
                    format!(
                        "{name} {}",
                        rules.types.get(target as usize).map_or("?", |t| &t.decl.id)
                    )
                }
                Target::Player => format!("{name} {}", target + 1),
                Target::Number => format!("{name} {}", target as i32),
                Target::Neutral => {
                    format!("{name} {}", rules.neutrals.get(target as usize).map_or("?", |n| n))
                }
            }
        }
        Action::Draw { tile } => {
            format!("draw {}", rules.types.get(tile.index()).map_or("?", |t| &t.decl.id))
        }
        Action::Roll { value } => format!("roll {value}"),
        Action::Pass => "pass".to_owned(),
    }
}

/// A segment with its cell: `1,0 road@E`.
#[must_use]
pub fn segment(game: Game<'_>, node: Node) -> String {
    if node.index() >= game.state.node_count() {
        return "?".to_owned();
    }
    format!("{} {}", game.cell(node), segment_name(game, node))
}

/// A segment without its cell: `road@E`.
#[must_use]
pub fn segment_name(game: Game<'_>, node: Node) -> String {
    let kind = &game.rules.kinds[game.state.kind(node).index()].decl.name;
    let places = game.places(node);
    if places != 0 {
        return format!("{kind}@{}", place_name(places));
    }
    let same: Vec<Node> = game
        .segments(game.state.tile_of(node))
        .filter(|n| game.state.kind(*n) == game.state.kind(node) && game.places(*n) == 0)
        .collect();
    match same.iter().position(|n| *n == node) {
        Some(i) if i > 0 => format!("{kind}#{}", i + 1),
        _ => kind.clone(),
    }
}

/// The first place of some, clockwise from the north-west; a whole edge (both halves) by its letter.
#[must_use]
pub fn place_name(places: u16) -> &'static str {
    const EDGES: [&str; 4] = ["N", "E", "S", "W"];
    for side in 0..4 {
        let mine = places >> (3 * side) & 7;
        if mine & 0b101 == 0b101 || mine == 0b010 {
            return EDGES[side];
        }
        if mine & 1 != 0 {
            return PLACES[3 * side];
        }
        if mine & 4 != 0 {
            return PLACES[3 * side + 2];
        }
    }
    ""
}

/// A figure on the board or held: `meeple:2@0,1.road@E`, `meeple:1@2`.
#[must_use]
pub fn figure(game: Game<'_>, id: FigureId) -> String {
    if id.index() >= game.state.figure_count() {
        return "?".to_owned();
    }
    let kind = &game.rules.figures[game.state.figure_kind(id).index()].decl.name;
    let owner = game.state.owner(id).0 + 1;
    let place = game.state.figure_place(id);
    let text = match place {
        Place::Segment(node) => {
            format!("{kind}:{owner}@{}.{}", game.cell(node), segment_name(game, node))
        }
        Place::Held(holder) => format!("{kind}:{owner}@{}", holder.0 + 1),
        _ => return format!("{kind}:{owner}"),
    };
    let alike = |f: &FigureId| {
        game.state.figure_place(*f) == place
            && game.state.figure_kind(*f) == game.state.figure_kind(id)
            && game.state.owner(*f) == game.state.owner(id)
    };
    match game.figures().filter(alike).position(|f| f == id) {
        Some(i) if i > 0 => format!("{text}#{}", i + 1),
        _ => text,
    }
}

/// What is wrong with a text that is no action: English and French.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{en}")]
pub struct NotAnAction {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

fn no<T>(en: impl Into<String>, fr: impl Into<String>) -> Result<T, NotAnAction> {
    Err(NotAnAction { en: en.into(), fr: fr.into() })
}

/// Reads an action. Cells may be left out for the tile just placed; players may be named by number or by
/// name.
///
/// # Errors
///
/// What is wrong: an unknown word, tile, cell, segment, figure.
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
    let one = || rest.first().copied().unwrap_or("");
    let target = match rules.verbs[verb.index()].decl.target {
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
    };
    Ok(Action::Invoke { verb, target })
}

fn tile_type(game: Game<'_>, id: &str) -> Result<TypeId, NotAnAction> {
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

/// Reads a player by number from 1 or by name.
fn player(names: &[String], text: &str, players: u8) -> Result<Player, NotAnAction> {
    let named = names.iter().position(|n| n == text);
    let numbered =
        text.parse::<usize>().ok().filter(|n| (1..=players as usize).contains(n)).map(|n| n - 1);
    match named.or(numbered) {
        Some(p) => Ok(Player(p as u8)),
        None => no(format!("unknown player `{text}`"), format!("joueur `{text}` inconnu")),
    }
}

/// Reads `1,0 road@E`, or `road@E` on the tile just placed.
fn read_segment(game: Game<'_>, words: &[&str]) -> Result<Node, NotAnAction> {
    let (tile, name) = match words {
        [at, name] => (tile_at(game, cell(at)?)?, *name),
        [name] => match game.state.placed() {
            Some(t) => (t, *name),
            None => {
                return no(
                    "no tile was just placed: write its cell",
                    "aucune tuile ne vient d'être posée : écrivez sa case",
                );
            }
        },
        _ => return no("a segment is missing", "il manque un segment"),
    };
    on_tile(game, tile, name)
}

fn on_tile(game: Game<'_>, tile: TileId, name: &str) -> Result<Node, NotAnAction> {
    let (kind, rest) = match name.find(['@', '#']) {
        Some(i) => (&name[..i], &name[i..]),
        None => (name, ""),
    };
    let Some(kind_id) = game.rules.kind(kind) else {
        return no(format!("unknown feature `{kind}`"), format!("zone `{kind}` inconnue"));
    };
    let mut same = game.segments(tile).filter(|n| game.state.kind(*n) == kind_id);
    let found = if let Some(place) = rest.strip_prefix('@') {
        let bits = place_bits(place);
        same.find(|n| game.places(*n) & bits != 0)
    } else if let Some(nth) = rest.strip_prefix('#') {
        let n = nth.parse::<usize>().unwrap_or(0);
        same.filter(|n| game.places(*n) == 0).nth(n.wrapping_sub(1))
    } else {
        let all: Vec<Node> = same.collect();
        all.iter().copied().find(|n| game.places(*n) == 0).or((all.len() == 1).then(|| all[0]))
    };
    let at = game.state.tile(tile).cell();
    match found {
        Some(n) => Ok(n),
        None => no(
            format!("there is no `{name}` on the tile at {at}"),
            format!("pas de `{name}` sur la tuile en {at}"),
        ),
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
                "`{text}` n'est pas une figurine : écrivez genre:joueur@x,y.segment ou genre:joueur@détenteur"
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
        Some((p, n)) if n.parse::<usize>().is_ok() && p.contains('@') || p_is_held(place) => {
            (p, n.parse::<usize>().unwrap_or(1))
        }
        _ => (place, 1),
    };
    let mine = |f: &FigureId| game.state.figure_kind(*f) == kind && game.state.owner(*f) == owner;
    let found = if let Some((at, seg)) = place.split_once('.') {
        let node = on_tile(game, tile_at(game, cell(at)?)?, seg)?;
        game.figures()
            .filter(|f| mine(f) && game.figure_node(*f) == Some(node))
            .nth(nth.wrapping_sub(1))
    } else {
        let holder = player(names, place, game.state.players())?;
        let held = |f: &FigureId| game.state.figure_place(*f) == Place::Held(holder);
        game.figures().filter(|f| mine(f) && held(f)).nth(nth.wrapping_sub(1))
    };
    match found {
        Some(f) => Ok(f),
        None => no(format!("there is no `{text}`"), format!("il n'y a pas de `{text}`")),
    }
}

fn p_is_held(place: &str) -> bool {
    !place.contains(',') && place.contains('#')
}

/// Name of a neutral figure.
#[must_use]
pub fn neutral(game: Game<'_>, id: NeutralId) -> &str {
    game.rules.neutrals.get(id.index()).map_or("?", |n| n)
}

/// Name of a pile.
#[must_use]
pub fn pile(game: Game<'_>, id: PileId) -> &str {
    game.rules.piles.get(id.index()).map_or("?", |p| &p.name)
}
