//! The board's window on the plane.

use serde::{Deserialize, Serialize};

use crate::ids::Cell;

/// The board's window on the plane; grows as tiles reach its border.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grid {
    pub(crate) x0: i16,
    pub(crate) y0: i16,
    pub(crate) w: u16,
    pub(crate) h: u16,
    pub(crate) cells: Vec<u16>,
}

clone_fields!(Grid, [cells], [x0, y0, w, h]);

/// A cell holds a tile; the low bits are its number.
pub(crate) const TILE: u16 = 0x8000;
/// A cell is free and touches a tile; the low bits are its place in the frontier.
pub(crate) const FRONTIER: u16 = 0x4000;
/// A segment reaches this cell.
pub(crate) const NEAR: u16 = 0x2000;
pub(crate) const INDEX: u16 = 0x1fff;

impl Grid {
    /// A window around the origin.
    pub(crate) fn new() -> Self {
        Self { x0: -11, y0: -11, w: 22, h: 22, cells: vec![0; 22 * 22] }
    }

    #[inline]
    pub(crate) fn index(&self, cell: Cell) -> Option<usize> {
        let x = cell.x.wrapping_sub(self.x0) as u16;
        let y = cell.y.wrapping_sub(self.y0) as u16;
        (x < self.w && y < self.h).then(|| y as usize * self.w as usize + x as usize)
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> u16 {
        self.index(cell).map_or(0, |i| self.cells[i])
    }

    /// Grows until every cell at most `margin` away is inside.
    #[inline]
    pub(crate) fn ensure(&mut self, cell: Cell, margin: i16) {
        let x = cell.x as i32 - self.x0 as i32;
        let y = cell.y as i32 - self.y0 as i32;
        let m = margin as i32;
        if x >= m && y >= m && x + m < self.w as i32 && y + m < self.h as i32 {
            return;
        }
        self.grow(cell, margin);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, cell: Cell, margin: i16) {
        let step = margin.max(8);
        let x1 = (self.x0 as i32 + self.w as i32).max(cell.x as i32 + step as i32 + 1);
        let y1 = (self.y0 as i32 + self.h as i32).max(cell.y as i32 + step as i32 + 1);
        let x0 = (self.x0 as i32).min(cell.x as i32 - step as i32);
        let y0 = (self.y0 as i32).min(cell.y as i32 - step as i32);
        let (w, h) = ((x1 - x0) as usize, (y1 - y0) as usize);
        let mut cells = vec![0; w * h];
        for y in 0..self.h as usize {
            let from = y * self.w as usize;
            let to = (y + (self.y0 as i32 - y0) as usize) * w + (self.x0 as i32 - x0) as usize;
            cells[to..to + self.w as usize]
                .copy_from_slice(&self.cells[from..from + self.w as usize]);
        }
        *self = Self { x0: x0 as i16, y0: y0 as i16, w: w as u16, h: h as u16, cells };
    }
}
