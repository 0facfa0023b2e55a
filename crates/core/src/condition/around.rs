//! Areas around a thing, and the things that words of a step or moment name.

use super::holds::{At, Thing};
use super::{Around, Bound, Lines};
use crate::decl::Target;
use crate::hooks::Hook;
use crate::ids::{
    Cell, Corner, FigureId, FigureKindId, NeutralId, Player, SegmentId, TileId, TileTypeId, TokenId,
};
use crate::step::OWN;

impl Around {
    /// Returns whether the step between two cells stays in the area, for distance `far`.
    pub(super) fn has(&self, from: Cell, to: Cell, far: i16) -> bool {
        let [dx, dy] = [to.x.abs_diff(from.x), to.y.abs_diff(from.y)];
        i32::from(dx.max(dy)) <= i32::from(far)
            && match self.lines {
                Lines::Straight => dx == 0 || dy == 0,
                Lines::Diagonal => dx != 0 && dy != 0,
                Lines::All => true,
            }
    }
}

/// A tile that a word names, and how far an area around it goes: the same for all things that are asked for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Center<'c> {
    around: &'c Around,
    cell: Cell,
    far: i16,
}

impl Center<'_> {
    /// Whether it lies in the area around a thing.
    pub(crate) fn is_near(&self, at: &At<'_>, thing: Thing) -> bool {
        let Self { around, cell: there, far } = *self;
        match thing {
            Thing::Feature(n) => {
                let own = at.game.cells(n);
                own.iter().any(|cell| around.has(*cell, there, far))
                    && (around.own || !own.contains(&there))
            }
            thing => at
                .cell(thing)
                .is_some_and(|cell| around.has(cell, there, far) && (around.own || cell != there)),
        }
    }
}

impl At<'_> {
    /// How far an area goes; nowhere, if the step is about nothing that has the tag.
    fn far(&self, around: &Around) -> i16 {
        let Some(lanes) = &around.by else { return around.far };
        let Some(Thing::Feature(node)) = self.step(Thing::Feature(SegmentId::NONE)) else {
            return -1;
        };
        self.game.tag_of(node, lanes) as i16
    }

    /// The cell of a thing that lies on one.
    fn cell(&self, thing: Thing) -> Option<Cell> {
        match thing {
            Thing::Segment(n) => Some(self.game.cell(n)),
            Thing::Tile(t) => Some(self.game.state.tile(t).cell()),
            Thing::Cell(cell) => Some(cell),
            Thing::Figure(figure) => self.game.figure_cell(figure),
            Thing::Neutral(n) => self.game.neutral_cell(n),
            _ => None,
        }
    }

    /// Tiles in an area around a thing, each once.
    pub(super) fn near(&self, around: &Around, thing: Thing, f: &mut dyn FnMut(Thing) -> bool) {
        let far = self.far(around);
        let Thing::Feature(node) = thing else {
            if let Some(cell) = self.cell(thing) {
                self.near_cell(around, far, cell, &mut |tile, there| {
                    !around.own && there == cell || f(Thing::Tile(tile))
                });
            }
            return;
        };
        let (own, mut seen) = (self.game.cells(node), Vec::new());
        for cell in &own {
            let more = self.near_cell(around, far, *cell, &mut |tile, there| {
                if !around.own && own.contains(&there) || seen.contains(&tile) {
                    return true;
                }
                seen.push(tile);
                f(Thing::Tile(tile))
            });
            if !more {
                return;
            }
        }
    }

    /// Calls `f` with the tiles in an area around a cell, and with their cells, until `f` returns `false`. Returns
    /// whether it reached the end.
    fn near_cell(
        &self,
        around: &Around,
        far: i16,
        cell: Cell,
        f: &mut dyn FnMut(TileId, Cell) -> bool,
    ) -> bool {
        for (dy, dx) in (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dy, dx))) {
            let there = Cell::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy));
            if !around.has(cell, there, far) {
                continue;
            }
            if let Some(tile) = self.game.state.tile_at(there)
                && !f(tile, there)
            {
                return false;
            }
        }
        true
    }

    /// Whether the tile that a word names lies in an area around a thing.
    pub(super) fn within(&self, around: &Around, word: Bound, thing: Thing) -> bool {
        self.around(around, word).is_some_and(|place| place.is_near(self, thing))
    }

    /// From where an area around the tile that a word names is looked at; nowhere, if there is no such tile.
    pub(crate) fn around<'c>(&self, around: &'c Around, word: Bound) -> Option<Center<'c>> {
        let Some(Thing::Tile(tile)) = self.tile_named(word) else { return None };
        Some(Center { around, cell: self.game.state.tile(tile).cell(), far: self.far(around) })
    }

    /// The tiles around which the tile that a word names lies in an area, in order of placement.
    pub(crate) fn tiles_around(&self, around: &Around, word: Bound) -> Vec<TileId> {
        let mut tiles = Vec::new();
        if let Some(Center { cell, far, .. }) = self.around(around, word) {
            self.near_cell(around, far, cell, &mut |tile, there| {
                if around.own || there != cell {
                    tiles.push(tile);
                }
                true
            });
        }
        tiles.sort_unstable();
        tiles
    }

    /// The tile that a word names.
    fn tile_named(&self, word: Bound) -> Option<Thing> {
        match word {
            Bound::Placed => self.game.state.placed().map(Thing::Tile),
            Bound::Step => self.step(Thing::Tile(TileId::NONE)),
            Bound::Target => match self.chosen_first(Thing::Tile(TileId::NONE)) {
                tile @ Some(Thing::Tile(_)) => tile,
                _ => None,
            },
            Bound::Event => self.one(super::table::One::Tile, Thing::Event),
            Bound::It => match self.it {
                Thing::Tile(_) => Some(self.it),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the step that is asked is about, if it is a thing of this sort: the argument that it takes as such, or else
    /// feature and tile of a segment or figure that it takes.
    pub(super) fn step(&self, sort: Thing) -> Option<Thing> {
        let (rules, event) = (self.game.rules, self.event);
        if event.hook != Hook::Ask || event.nargs == 0 {
            return None;
        }
        let own = rules.steps.get(usize::from(event.step.wrapping_sub(OWN)));
        // Arguments of a step that goes round the table start after the player.
        let takes = match own.map(|own| &own.decl) {
            Some(decl) if !decl.takes.is_empty() => &decl.takes[..],
            Some(decl) if decl.rounds => return None,
            _ => &[Target::Segment][..],
        };
        let all = || takes.iter().zip(&event.args[..usize::from(event.nargs)]);
        let found = |wanted: Target| {
            let mut such = all().filter(|(target, _)| **target == wanted);
            such.next().and_then(|(target, n)| self.target_of(*target, u32::try_from(*n).ok()?))
        };
        let place = || match found(Target::Segment).or_else(|| found(Target::Figure))? {
            Thing::Segment(node) => Some(node),
            Thing::Figure(figure) => self.game.figure_node(figure),
            _ => None,
        };
        match sort {
            Thing::Segment(_) => found(Target::Segment),
            Thing::Figure(_) => found(Target::Figure),
            Thing::Player(_) => found(Target::Player),
            Thing::Neutral(_) => found(Target::Neutral),
            Thing::Type(_) => found(Target::TileType),
            Thing::Corner(_) => found(Target::Corner),
            Thing::Feature(_) => place().map(Thing::Feature),
            Thing::Tile(_) => {
                let on = || place().map(|node| Thing::Tile(self.game.state.tile_of(node)));
                found(Target::Tile).or_else(on)
            }
            _ => None,
        }
    }

    /// Returns the thing that a step's argument or a verb's target names, if it exists.
    pub(crate) fn target_of(&self, target: Target, n: u32) -> Option<Thing> {
        let (rules, st) = (self.game.rules, self.game.state);
        let i = n as usize;
        let among = |len: usize| i < len;
        match target {
            Target::Segment if among(st.nodes.len()) => {
                let node = SegmentId(n as u16);
                st.is_there(node).then_some(Thing::Segment(node))
            }
            Target::Figure => among(st.figures.len()).then_some(Thing::Figure(FigureId(n as u16))),
            Target::Tile if among(st.tiles.len()) => {
                let tile = TileId(n as u16);
                st.lies(tile).then_some(Thing::Tile(tile))
            }
            Target::TileType => {
                among(rules.types.len()).then_some(Thing::Type(TileTypeId(n as u16)))
            }
            Target::Player => among(st.players.into()).then_some(Thing::Player(Player(n as u8))),
            Target::Neutral => {
                among(st.neutrals.len()).then_some(Thing::Neutral(NeutralId(n as u8)))
            }
            Target::Overlay => {
                let tile = TileId((n >> 2) as u16);
                st.lies(tile).then_some(Thing::Tile(tile))
            }
            Target::Corner => {
                let corner = Corner(u16::try_from(n).ok()?);
                self.game.is_corner(corner).then_some(Thing::Corner(corner))
            }
            Target::FigureKind => {
                among(rules.figures.len()).then_some(Thing::Kind(FigureKindId(n as u8)))
            }
            Target::Token => among(rules.tokens.len()).then_some(Thing::Token(TokenId(n as u8))),
            Target::Cell => Some(Thing::Cell(Cell::unpack(n))),
            Target::None | Target::Segment | Target::Tile | Target::Number | Target::Word => None,
        }
    }

    /// The first of two targets, if it is a thing of this sort, or leads to one.
    pub(super) fn chosen_first(&self, sort: Thing) -> Option<Thing> {
        let first = self.first?;
        let place = || match first {
            Thing::Segment(node) => Some(node),
            Thing::Figure(figure) => self.game.figure_node(figure),
            _ => None,
        };
        match (sort, first) {
            (Thing::Feature(_), _) => place().map(Thing::Feature),
            (Thing::Tile(_), Thing::Segment(_) | Thing::Figure(_)) => {
                place().map(|node| Thing::Tile(self.game.state.tile_of(node)))
            }
            _ => Some(first),
        }
    }
}
