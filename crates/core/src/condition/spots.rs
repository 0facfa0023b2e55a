//! Near which tiles a cell must lie for a condition on it, where the condition names few.

use super::holds::At;
use super::table::Many;
use super::{Around, Condition, Lanes, Lines};
use crate::decl::{Numbers, Per};
use crate::ids::{Cell, NeutralId, SegmentId, StateId};
use crate::ruleset::Ruleset;

/// What a condition on a cell names: it holds for no cell but those around such tiles.
#[derive(Clone, Debug)]
pub(crate) struct Spots {
    around: Around,
    named: Named,
}

/// By what tiles are named.
#[derive(Clone, Debug)]
enum Named {
    /// That of a neutral figure.
    Neutral(NeutralId),
    /// Tiles with a matching number in a state of an expansion.
    State(StateId, Numbers),
    /// Those with a segment of these kinds (bits) that carries such a number of a tag.
    Tagged(u64, Lanes, Numbers),
}

impl Condition {
    /// Read off a condition on a cell.
    pub(crate) fn spots(&self, rules: &Ruleset) -> Option<Spots> {
        self.parts().iter().find_map(|part| {
            let (around, some) = match part {
                Self::Near(around, some) if around.by.is_none() => (around.clone(), some),
                Self::Many(Many::Neighbors, some) => (Around::SIDES, some),
                _ => return None,
            };
            let named = if some.must_be() { some.such.named(rules) } else { None }?;
            Some(Spots { around, named })
        })
    }

    /// By what a condition on a tile names those for which it may hold.
    fn named(&self, rules: &Ruleset) -> Option<Named> {
        self.parts().iter().find_map(|part| match part {
            Self::Many(Many::Neutrals, some) if some.must_be() => {
                some.such.neutral().map(Named::Neutral)
            }
            Self::Many(Many::Segments, some) if some.must_be() => {
                some.such.parts().iter().find_map(|part| match part {
                    Self::OwnTag(lanes, numbers) if !numbers.has(0) => {
                        Some(Named::Tagged(some.kinds, lanes.clone(), numbers.clone()))
                    }
                    _ => None,
                })
            }
            Self::State(key, numbers) if rules.state[key.index()].decl.per == Per::Tile => {
                (!numbers.has(0)).then(|| Named::State(*key, numbers.clone()))
            }
            _ => None,
        })
    }
}

impl Around {
    /// The cells that share an edge.
    const SIDES: Self = Self { lines: Lines::Straight, own: false, far: 1, by: None };
}

impl Spots {
    /// Cells of the tiles that are named in this state.
    pub(crate) fn cells(&self, at: &At<'_>) -> Vec<Cell> {
        let game = at.game();
        match &self.named {
            Named::Neutral(neutral) => game.neutral_cell(*neutral).into_iter().collect(),
            Named::State(key, numbers) => {
                let all = game.state.lying();
                let such = all.filter(|(tile, _)| numbers.has(game.get(*key, tile.index())));
                such.map(|(_, tile)| tile.cell()).collect()
            }
            Named::Tagged(kinds, lanes, numbers) => {
                let carries = |node: &SegmentId| {
                    let kind = game.state.kind(*node);
                    let lane = lanes.iter().find(|(k, _)| *k == kind);
                    lane.is_some_and(|(_, lane)| numbers.has(game.own_tag(*node, *lane)))
                };
                let all = game.segments_of(*kinds, Some(lanes));
                all.filter(carries).map(|node| game.cell(node)).collect()
            }
        }
    }

    /// Whether a free cell lies near one of these cells.
    pub(crate) fn is_near(&self, cells: &[Cell], cell: Cell) -> bool {
        cells.iter().any(|there| self.around.has(cell, *there, self.around.far))
    }
}
