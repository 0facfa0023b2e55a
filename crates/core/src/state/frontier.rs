//! Free cells that touch a tile.

use serde::{Deserialize, Serialize};

use crate::choice::PackedCell;

/// Eight free cells with the edges that they require. Unused places have requirement 0, which no tile meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FrontierBlock {
    pub(crate) spots: [PackedCell; 8],
    pub(crate) needs: [u16; 8],
}

/// Free cells that touch a tile, in eights; no order is kept.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Frontier {
    eights: Vec<FrontierBlock>,
    len: u16,
}

clone_fields!(Frontier, [eights], [len]);

impl Frontier {
    /// Another cell, and its place.
    #[inline]
    pub(crate) fn push(&mut self, spot: PackedCell, need: u16) -> u16 {
        let i = self.len;
        if i.is_multiple_of(8) {
            self.eights.push(FrontierBlock::default());
        }
        self.set(i, spot, need);
        self.len += 1;
        i
    }

    #[inline]
    fn set(&mut self, i: u16, spot: PackedCell, need: u16) {
        let eight = &mut self.eights[usize::from(i / 8)];
        eight.spots[usize::from(i % 8)] = spot;
        eight.needs[usize::from(i % 8)] = need;
    }

    /// Takes out the cell at a place; the cell that is there now, if the last one moved.
    #[inline]
    pub(crate) fn remove(&mut self, i: u16) -> Option<PackedCell> {
        self.len -= 1;
        let last = &mut self.eights[usize::from(self.len / 8)];
        let at = usize::from(self.len % 8);
        let (spot, need) = (last.spots[at], last.needs[at]);
        last.spots[at] = PackedCell::default();
        last.needs[at] = 0;
        if at == 0 {
            self.eights.pop();
        }
        if i == self.len {
            return None;
        }
        self.set(i, spot, need);
        Some(spot)
    }

    /// What the edges of the cell at a place ask for.
    #[inline]
    pub(crate) fn need(&self, i: u16) -> u16 {
        self.eights[usize::from(i / 8)].needs[usize::from(i % 8)]
    }

    /// Adds the edge requirements of a new neighbor to the cell at index `i`, if there is one.
    #[inline]
    pub(crate) fn add_need(&mut self, i: u16, need: u16) {
        if let Some(eight) = self.eights.get_mut(usize::from(i / 8)) {
            let at = &mut eight.needs[usize::from(i % 8)];
            *at = at.wrapping_add(need);
        }
    }

    /// How many cells there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub(crate) fn eights(&self) -> &[FrontierBlock] {
        &self.eights
    }

    /// All cells.
    pub(crate) fn spots(&self) -> impl Iterator<Item = PackedCell> + '_ {
        self.eights.iter().flat_map(|eight| eight.spots).take(usize::from(self.len))
    }
}

#[cfg(test)]
mod tests {
    use super::Frontier;
    use crate::choice::PackedCell;
    use crate::ids::Cell;

    #[test]
    fn the_same_as_a_plain_list() {
        let (mut frontier, mut used) = (Frontier::default(), Frontier::default());
        let mut plain = Vec::new();
        let mut emptied = 0;
        for step in 0..400u16 {
            // It grows, shrinks to nothing and grows again, over the borders of eights.
            if step % 100 < 45 {
                let spot = PackedCell::of(Cell { x: step as i16, y: 7 });
                assert_eq!(usize::from(frontier.push(spot, step + 1)), plain.len());
                plain.push((spot, step + 1));
            } else if let Some(i) = (!plain.is_empty()).then(|| step * 7 % plain.len() as u16) {
                plain.swap_remove(i.into());
                assert_eq!(frontier.remove(i), plain.get(usize::from(i)).map(|moved| moved.0));
            }
            if let Some(i) = (step % 3 == 0 && !plain.is_empty()).then_some(plain.len() / 2) {
                frontier.add_need(i as u16, 2);
                plain[i].1 += 2;
            }
            assert!(frontier.spots().eq(plain.iter().map(|at| at.0)));
            assert!((0..).zip(&plain).all(|(i, at)| frontier.need(i) == at.1));
            let needs = frontier.eights().iter().flat_map(|eight| eight.needs);
            assert!(needs.skip(plain.len()).all(|need| need == 0));
            assert_eq!(frontier.eights().len(), plain.len().div_ceil(8));
            used.clone_from(&frontier);
            assert_eq!((&used, &frontier.clone()), (&frontier, &frontier));
            emptied += usize::from(plain.is_empty());
        }
        assert!(emptied > 4, "{emptied}");
    }
}
