//! The list of options of a decision, as the engine fills it.

use serde::{Deserialize, Serialize};

use super::Choice;
use crate::bytes;
use crate::ids::{Cell, TileTypeId};
use crate::ruleset::FIT_ROW;
use crate::state::FrontierBlock;

/// The options of a decision, in listing order.
///
/// Placements of one tile type come first, as cells and the rotations that fit, since bytes written per
/// option decide the speed of playouts; whatever else there is follows as it is. Buffers never give up
/// their room, so that listing needs no initialization.
#[derive(Clone, Debug, Default)]
pub struct OptionList {
    /// Cells of the leading placements, packed.
    fits: Vec<Fits>,
    /// Number of leading placements.
    placements: usize,
    /// Key that the placements share; it names their tile.
    base: u64,
    room: Vec<Choice>,
    len: usize,
}

/// Eight cells, filled up with cells where nothing fits.
#[derive(Clone, Copy, Debug)]
struct Fits {
    spots: [PackedCell; 8],
    /// Bit mask of the rotations that fit; the bits above the mask hold their number.
    turns: [u8; 8],
    /// How many placements there are up to the end of these cells.
    end: u32,
}

/// By mask: its rotations in order, two bits each.
const NTH_TURN: [u8; 16] = {
    let mut table = [0; 16];
    let mut mask = 0;
    while mask < 16 {
        let (mut r, mut n) = (0, 0);
        while r < 4 {
            if mask >> r & 1 == 1 {
                table[mask] |= (r as u8) << (2 * n);
                n += 1;
            }
            r += 1;
        }
        mask += 1;
    }
    table
};

impl OptionList {
    /// How many options there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.placements + self.len
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The `i`-th option.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Choice> {
        if i < self.placements {
            return self.nth_placement(i as u32);
        }
        self.room[..self.len].get(i - self.placements).copied()
    }

    fn nth_placement(&self, k: u32) -> Option<Choice> {
        // Where the `k`-th lies cannot be guessed: all eights are looked at, so that no branch depends on it.
        let (mut at, mut before) = (0, 0);
        for Fits { end, .. } in &self.fits {
            let passed = *end <= k;
            at += passed as usize;
            before = if passed { *end } else { before };
        }
        let Fits { spots, turns, .. } = self.fits.get(at)?;
        let (place, before) = bytes::nth_of(counts(*turns), k - before)?;
        let rotation = NTH_TURN[turns[place & 7] as usize & 15] >> (2 * before) & 3;
        Some(self.placement(spots[place & 7], rotation as u32))
    }

    /// All options in order.
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        let eights = if self.placements > 0 { self.fits.len() } else { 0 };
        let cells = self.fits[..eights].iter().flat_map(|fits| fits.spots.iter().zip(&fits.turns));
        let each = cells.flat_map(|(spot, turns)| {
            let fits = (0..4).filter(move |r| *turns >> r & 1 == 1);
            fits.map(|r| self.placement(*spot, r))
        });
        each.chain(self.room[..self.len].iter().copied())
    }

    /// How many of them place a tile, if the first does; such a list has whatever else it has at its end.
    #[inline]
    #[must_use]
    pub fn placements(&self) -> usize {
        if self.len == 0 || !self.room[0].is_place() {
            return self.placements;
        }
        self.len() - self.room[..self.len].iter().rev().take_while(|c| !c.is_place()).count()
    }

    /// Whether such an option, which is no placement, is there.
    pub(crate) fn contains(&self, choice: Choice) -> bool {
        self.room[..self.len].contains(&choice)
    }

    /// Leaves of the `i`-th option, which is a range, the one number that was chosen.
    pub(crate) fn narrow(&mut self, i: usize, chosen: Choice) {
        self.slice();
        if let Some(option) = self.room[..self.len].get_mut(i) {
            *option = chosen.under(option.offer());
        }
    }

    /// Whether some option places such a tile.
    pub(crate) fn places(&self, such: impl Fn(TileTypeId) -> bool) -> bool {
        let tile = |c: &Choice| c.placed().is_some_and(&such);
        self.placements > 0 && tile(&Choice(self.base)) || self.room[..self.len].iter().any(tile)
    }

    /// Types of the tiles that are placed, each at least once.
    pub(crate) fn tiles(&self) -> Vec<TileTypeId> {
        let first = (self.placements > 0).then_some(Choice(self.base)).and_then(Choice::placed);
        let mut tiles: Vec<TileTypeId> = first.into_iter().collect();
        for tile in self.room[..self.len].iter().filter_map(|c| c.placed()) {
            if tiles.last() != Some(&tile) {
                tiles.push(tile);
            }
        }
        tiles
    }

    /// Whether some option is the core's own, and from no offer.
    #[inline]
    pub(crate) fn has_unoffered(&self) -> bool {
        self.placements > 0 || self.room[..self.len].iter().any(|c| c.offer() == 0)
    }

    #[inline]
    fn placement(&self, spot: PackedCell, rotation: u32) -> Choice {
        Choice(self.base | spot.bits() | (rotation as u64) << 8)
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.placements = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, choice: Choice) {
        self.push_if(choice, true);
    }

    /// Appends `choice` if `so` is true, without branching.
    #[inline]
    pub(crate) fn push_if(&mut self, choice: Choice, so: bool) {
        if self.len == self.room.len() {
            self.grow();
        }
        self.room[self.len] = choice;
        self.len += so as usize;
    }

    /// Adds an option for each set bit, eight at a time, because their number is unpredictable.
    #[inline]
    pub(crate) fn push_each(&mut self, mut bits: u64, choice: impl Fn(u32) -> Choice) {
        while self.room.len() - self.len < 64 + 8 {
            self.grow();
        }
        while bits != 0 {
            let mut n = 0;
            for place in &mut self.room[self.len..][..8] {
                *place = choice(bits.trailing_zeros());
                n += usize::from(bits != 0);
                bits &= bits.wrapping_sub(1);
            }
            self.len += n;
        }
    }

    /// Adds an option for each set bit, for bit sets with seldom more than two.
    #[inline]
    pub(crate) fn push_few(&mut self, bits: u32, choice: impl Fn(u32) -> Choice) {
        while self.room.len() - self.len < 2 {
            self.grow();
        }
        // The top bit is for none.
        let first = |bits: u32| (bits | 1 << 31).trailing_zeros();
        let others = bits & bits.wrapping_sub(1);
        let places = &mut self.room[self.len..][..2];
        places[0] = choice(first(bits));
        places[1] = choice(first(others));
        self.len += usize::from(bits != 0) + usize::from(others != 0);
        let mut more = others & others.wrapping_sub(1);
        while more != 0 {
            self.push(choice(more.trailing_zeros()));
            more &= more - 1;
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.room.resize(self.room.len() * 2 + 64, Choice::NONE);
    }

    /// Lists the placements of a tile. Cells come eight by eight with the edges that they require, and `row` returns
    /// for each requirement the rotations that fit as a bit mask, with their number above it.
    #[inline]
    pub(crate) fn place(
        &mut self,
        tile: TileTypeId,
        eights: &[FrontierBlock],
        row: &[u8; FIT_ROW],
    ) {
        if self.placements > 0 {
            self.spell_out();
        }
        self.base = Choice::place_base(tile);
        self.fits.clear();
        let mut placements = 0;
        self.fits.extend(eights.iter().map(|FrontierBlock { spots, needs }| {
            // Build the whole word first: reading a word right after writing its bytes one by one stalls the
            // processor.
            let needs = needs.iter().rev();
            let word = needs.fold(0, |w, need| w << 8 | row[*need as usize] as u64);
            let turns = word.to_le_bytes();
            placements += bytes::sum(counts(turns));
            Fits { spots: *spots, turns, end: placements }
        }));
        self.placements = placements as usize;
        if self.len > 0 {
            self.spell_out();
        }
    }

    /// Puts the leading placements behind the others, each in full.
    fn spell_out(&mut self) {
        while self.room.len() < self.len + self.placements + 4 {
            self.grow();
        }
        for Fits { spots, turns, .. } in &self.fits {
            for (spot, turns) in spots.iter().zip(turns) {
                // Which rotations fit cannot be guessed: all are written, and what does not fit is written over.
                let places = &mut self.room[self.len..][..4];
                let mut n = 0;
                for r in 0..4_u8 {
                    places[n] = Choice(self.base | spot.bits() | u64::from(r) << 8);
                    n += usize::from(turns >> r & 1);
                }
                self.len += n;
            }
        }
        self.placements = 0;
    }

    /// The options in one piece.
    pub(crate) fn slice(&mut self) -> &[Choice] {
        if self.placements > 0 {
            let after = self.len;
            self.spell_out();
            self.room[..self.len].rotate_left(after);
        }
        &self.room[..self.len]
    }

    /// The options of a list that has been brought into one piece.
    pub(crate) fn spelt(&self) -> &[Choice] {
        debug_assert_eq!(self.placements, 0, "the list is in one piece");
        &self.room[..self.len]
    }

    pub(crate) fn retain(&mut self, mut f: impl FnMut(&Choice) -> bool) {
        self.slice();
        let mut kept = 0;
        for i in 0..self.len {
            let choice = self.room[i];
            if f(&choice) {
                self.room[kept] = choice;
                kept += 1;
            }
        }
        self.len = kept;
    }
}

/// How many rotations fit on each of eight cells.
#[inline]
fn counts(turns: [u8; 8]) -> u64 {
    u64::from_le_bytes(turns) >> 4 & 0x0f0f_0f0f_0f0f_0f0f
}

/// A cell in 30 bits, as the frontier keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PackedCell(u32);

impl PackedCell {
    /// The cell as a spot. Cells of a board are near enough to the origin, by
    /// [`CELL_MAX`](crate::limits::CELL_MAX) and [`TILES_MAX`](crate::limits::TILES_MAX).
    #[inline]
    pub(crate) fn of(cell: Cell) -> Self {
        let part = |n: i16| (n as u32).wrapping_add(8192) & 0x3fff;
        Self(part(cell.y) << 16 | part(cell.x) << 2)
    }

    /// The cell as an option that places a tile has it.
    #[inline]
    fn bits(self) -> u64 {
        (self.cell().pack() as u64) << 10
    }

    #[inline]
    pub(crate) fn cell(self) -> Cell {
        Cell { x: (self.0 >> 2 & 0x3fff) as i16 - 8192, y: (self.0 >> 16 & 0x3fff) as i16 - 8192 }
    }
}
