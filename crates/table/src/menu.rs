//! What may be chosen, as a page shows it: in words, at a place, under the text that records write.

use bastide::Game;
use bastide::core::decl::Target;
use bastide::core::ids::{Cell, Corner, FigureId, Player, SegmentId, TileId};
use bastide::core::{Action, Place};
use bastide::game::Offered;
use bastide::story;
use bastide_draw::Laid;
use serde::Serialize;

/// Something that may be chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Item {
    /// The action as records write it: what is sent back. Of a range of numbers it ends before the number.
    pub action: String,
    /// The action in words; options with the same head form a group.
    pub head: String,
    /// To what, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Terms: the price, and whether the step continues.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terms: String,
    /// The rule that offers it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// The tile that is placed: its number among the tiles of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u16>,
    /// The cell that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<[i16; 2]>,
    /// Clockwise quarter turns of the tile that is placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<u8>,
    /// The point of the board that is meant, in the measure of [`Laid`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// The seat that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The first and the last number, if one of a range is chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u32, u32)>,
    /// It declines the step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
    /// Nothing else may be chosen while it stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// The segment that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u16>,
    /// Facts of its feature: tiles, open ends, and points for a claim.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub facts: String,
}

/// The options of the one who decides, as a seat sees them; of those that look alike the first.
pub(crate) fn items(game: &Game, seat: Player, laid: &Laid, lang: &str) -> Vec<Item> {
    let offered = game.offered_for(seat);
    let rules = &game.read().rules;
    let is_twin = |one: &Offered, before: &[Offered]| {
        before.iter().any(|other| rules.looks_alike(other.action, one.action))
    };
    let told = offered.iter().enumerate().filter(|(at, one)| !is_twin(one, &offered[..*at]));
    told.map(|(_, offered)| item(game, seat, offered, laid, lang)).collect()
}

fn item(game: &Game, seat: Player, offered: &Offered, laid: &Laid, lang: &str) -> Item {
    let text = offered.to_string();
    let before_number = || text.rsplit_once(' ').map_or(text.as_str(), |(verb, _)| verb).to_owned();
    let ranged = offered.range.is_some();
    let mut item = Item {
        action: if ranged { before_number() } else { text.clone() },
        head: story::action_head(game, offered.action, lang),
        about: if ranged { String::new() } else { story::action_about(game, offered.action, lang) },
        terms: offered.terms(&game.rules().ruleset, lang),
        rule: offered.rule.clone(),
        range: offered.range,
        must: offered.must,
        ..Item::default()
    };
    match offered.action {
        Action::Place { tile, cell, rotation, .. } => {
            item.tile = Some(tile.0);
            item.cell = Some([cell.x, cell.y]);
            item.turned = Some(rotation);
        }
        Action::Deploy { figure, node } => {
            meant(laid, &mut item, node);
            let claims = game.read().rules.figures[figure.index()].decl.claims;
            let prospect = claims.then(|| game.prospect(seat, node)).flatten();
            let size = story::territory_size(game, node, lang);
            item.facts = match prospect {
                Some(prospect) => format!("{size} · {}", prospect.words(lang)),
                None => size,
            };
        }
        Action::Move { node, .. } => meant(laid, &mut item, node),
        Action::Invoke { verb, target } if !ranged => {
            let verb = &game.read().rules.verbs[verb.index()].decl;
            for (sort, n) in verb.named(target) {
                aim(game, (sort, n), laid, &mut item);
            }
        }
        Action::Pass => item.pass = true,
        Action::Invoke { .. } | Action::Draw { .. } | Action::Roll { .. } => {}
    }
    item
}

/// Where on the board one of the things is that a verb is chosen with; the first that has a place says it.
fn aim(game: &Game, (sort, n): (Target, u32), laid: &Laid, item: &mut Item) {
    let read = game.read();
    let on_tile = |tile: TileId| {
        let cell = read.state.tiles().get(tile.index())?.cell();
        Some([cell.x, cell.y])
    };
    if item.at.is_some() || item.cell.is_some() {
        return;
    }
    match sort {
        Target::Segment => meant(laid, item, SegmentId(n as u16)),
        Target::Figure => {
            let figure = FigureId(n as u16);
            if figure.index() >= read.state.figure_count() {
                return;
            }
            match read.state.figure_place(figure) {
                Place::Segment(node) => meant(laid, item, node),
                Place::Corner(corner) => item.at = corner_at(game, corner),
                Place::Held(holder) => item.seat = Some(holder.0),
                _ => {}
            }
        }
        Target::Cell => {
            let cell = Cell::unpack(n);
            item.cell = Some([cell.x, cell.y]);
        }
        Target::Tile => item.cell = on_tile(TileId(n as u16)),
        Target::Overlay => item.cell = on_tile(TileId((n >> 2) as u16)),
        Target::Corner => item.at = corner_at(game, Corner(n as u16)),
        Target::Player => item.seat = Some(n as u8),
        Target::TileType => item.tile = Some(n as u16),
        Target::None
        | Target::Number
        | Target::Neutral
        | Target::FigureKind
        | Target::Token
        | Target::Word => {}
    }
}

/// A segment is meant: it says where.
fn meant(laid: &Laid, item: &mut Item, node: SegmentId) {
    item.node = Some(node.0);
    item.at = laid.stands.get(node.index()).copied();
}

fn corner_at(game: &Game, corner: Corner) -> Option<[f64; 2]> {
    let read = game.read();
    let is = read.is_corner(corner);
    let cell = is.then(|| read.corner_cell(corner))?;
    Some([f64::from(cell.x) * 100.0, f64::from(cell.y) * 100.0])
}
