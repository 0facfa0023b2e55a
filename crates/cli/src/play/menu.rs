//! The options of a decision as a person sees them: cells to place on, and everything else by number.

mod groups;
mod list;

use bastide::core::Action;
use bastide::core::decl::{Target, Tile};
use bastide::core::ids::{Cell, SegmentId, TileId, TileTypeId};
use bastide::{Game, notation};
use bastide_draw::Look;

use super::show;
use crate::board::symbols::Signs;
use crate::board::{self, Extra};

/// One numbered thing to choose.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A cell for a tile, with the rotations in which it fits.
    Cell(TileTypeId, Cell, Vec<u8>),
    /// Anything else.
    Do(Action),
    /// A verb with a number of a range, and how the range is written.
    Number(Action, String),
}

/// All options of a decision; numbers begin with 1, and 0 passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Menu {
    pub(crate) items: Vec<Item>,
    pub(crate) pass: bool,
}

impl Menu {
    /// The menu of the decision that a game has come to.
    pub(crate) fn of(game: &Game) -> Self {
        let mut menu = Menu::default();
        for option in &game.decision().options {
            match option.action() {
                Some(Action::Place { tile, cell, rotation, over: None }) => {
                    let face = &game.read().rules.types[tile.index()].decl;
                    menu.place(face, (tile, cell, rotation));
                }
                Some(Action::Pass) => menu.pass = true,
                Some(action) if option.numbers().is_some() => {
                    let text = notation::option(game.read(), *option);
                    menu.items.push(Item::Number(action, text));
                }
                Some(action) => menu.items.push(Item::Do(action)),
                None => {}
            }
        }
        // Cells first, in reading order.
        menu.items.sort_by_key(|item| match item {
            Item::Cell(tile, cell, _) => (0, Some(*tile), Some(*cell)),
            Item::Do(_) | Item::Number(..) => (1, None, None),
        });
        menu
    }

    /// A placement, unless the tile is offered there in a rotation that makes no difference to this one.
    fn place(&mut self, face: &Tile, (tile, cell, rotation): (TileTypeId, Cell, u8)) {
        for item in &mut self.items {
            if let Item::Cell(t, c, rotations) = item
                && (*t, *c) == (tile, cell)
            {
                if !rotations.iter().any(|r| face.is_alike(*r, rotation)) {
                    rotations.push(rotation);
                }
                return;
            }
        }
        self.items.push(Item::Cell(tile, cell, vec![rotation]));
    }

    /// Tiles that fit on a cell.
    pub(crate) fn fitting(&self, cell: Cell) -> Vec<TileTypeId> {
        let tile = |item: &Item| match item {
            Item::Cell(tile, c, _) if *c == cell => Some(*tile),
            _ => None,
        };
        self.items.iter().filter_map(tile).collect()
    }

    /// Tiles that can be placed.
    pub(crate) fn tiles(&self) -> Vec<TileTypeId> {
        let tile = |item: &Item| match item {
            Item::Cell(tile, ..) => Some(*tile),
            Item::Do(_) | Item::Number(..) => None,
        };
        let mut tiles: Vec<TileTypeId> = self.items.iter().filter_map(tile).collect();
        tiles.dedup();
        tiles
    }

    /// What a number stands for.
    pub(crate) fn item(&self, number: usize) -> Option<&Item> {
        number.checked_sub(1).and_then(|i| self.items.get(i))
    }

    /// The numbers, drawn into cells and at segments.
    pub(crate) fn extra(&self, game: &Game) -> Extra {
        let mut extra = Extra::default();
        for (i, item) in self.items.iter().enumerate() {
            let number = (i + 1).to_string();
            match item {
                // A tile that fits with an overlay is listed at its cell, beside the one that fits without.
                Item::Cell(_, cell, _) | Item::Do(Action::Place { cell, .. }) => {
                    let text = extra.cells.entry(*cell).or_default();
                    if !text.is_empty() {
                        text.push(',');
                    }
                    text.push_str(&number);
                }
                Item::Number(..) => {}
                Item::Do(action) => {
                    if let Some(node) = subject(game, *action) {
                        let text = extra.segments.entry(node).or_default();
                        if !text.is_empty() {
                            text.push(',');
                        }
                        text.push_str(&number);
                    }
                }
            }
        }
        extra
    }

    /// Returns the tiles to place in every rotation that fits somewhere, `in_row` side by side.
    pub(crate) fn turned(&self, game: &Game, look: &Look, in_row: usize) -> String {
        let mut faces: Vec<(TileTypeId, u8)> = Vec::new();
        for item in &self.items {
            if let Item::Cell(tile, _, rotations) = item {
                faces.extend(rotations.iter().map(|r| (*tile, *r)));
            }
        }
        faces.sort_unstable();
        faces.dedup();
        pictures(game, look, &faces, in_row, self.tiles().len() > 1)
    }

    /// Each of the tiles to be placed once.
    pub(crate) fn unturned(&self, game: &Game, look: &Look, in_row: usize) -> String {
        let faces: Vec<(TileTypeId, u8)> = self.tiles().into_iter().map(|t| (t, 0)).collect();
        pictures(game, look, &faces, in_row, true)
    }
}

/// Tiles with their rotations as captions.
fn pictures(
    game: &Game,
    look: &Look,
    faces: &[(TileTypeId, u8)],
    in_row: usize,
    named: bool,
) -> String {
    let label = |tile: TileTypeId, r: u8| match game.read().rules.types.get(tile.index()) {
        Some(ty) if named => format!("{} r{r}", show::short(&ty.decl.id)),
        _ => format!("r{r}"),
    };
    let drawn: Vec<_> = faces
        .iter()
        .map(|(tile, r)| (label(*tile, *r), board::face(game.read(), *tile, *r)))
        .collect();
    drawn.chunks(in_row.max(1)).map(|row| board::row(row, Signs(look))).collect()
}

/// The segment that an action is about.
fn subject(game: &Game, action: Action) -> Option<SegmentId> {
    let read = game.read();
    match action {
        Action::Deploy { node, .. } | Action::Move { node, .. } => Some(node),
        Action::Invoke { verb, target } => {
            let mut things = read.rules.verbs.get(verb.index())?.decl.named(target);
            things.find_map(|(sort, target)| match sort {
                Target::Segment => Some(SegmentId(target as u16)),
                Target::Figure => read.figure_node(bastide::core::ids::FigureId(target as u16)),
                Target::Overlay => read.segments(TileId((target >> 2) as u16)).next(),
                _ => None,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Config, Library, Rules, Setup};

    #[test]
    fn rotations_that_look_alike_are_one() {
        let config = "players = 2\nedition = \"bga\"\n[expansions]\nflying-machines = true\n";
        let config = Config::parse("test.toml", config).unwrap();
        let setup = Setup::load(&config, &Library::official()).unwrap();
        let rules = Rules::new(setup).unwrap();
        let differ = |id: &str| {
            let ty = rules.ruleset.types.iter().find(|ty| ty.decl.id == id).unwrap();
            let first = |r: &u8| (0..*r).all(|before| !ty.decl.is_alike(before, *r));
            (0..4).filter(first).collect::<Vec<u8>>()
        };
        assert_eq!(differ("base/B"), [0], "a monastery in a field");
        assert_eq!(differ("base/X"), [0], "four roads");
        assert_eq!(differ("base/U"), [0, 1], "a road across");
        assert_eq!(differ("base/G"), [0, 1], "a city across");
        assert_eq!(differ("base/V"), [0, 1, 2, 3], "a bend");
        assert_eq!(differ("the-flier/ffff-fly-w"), [0, 1, 2, 3], "it flies somewhere");
    }
}
