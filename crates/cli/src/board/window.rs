//! A part of the board that fits the terminal, and a small map of the whole.

use std::collections::BTreeSet;
use std::io::IsTerminal;

use bastide::core::Game;
use bastide::core::ids::Cell;

use super::{MARGIN, STEP_X, STEP_Y, symbols};
use crate::board::canvas::Canvas;

/// Size of a board, and the cell to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Columns of the terminal.
    pub(crate) columns: usize,
    /// Lines of the terminal that are left for it.
    pub(crate) lines: usize,
    /// The cell in the middle, if not all is shown.
    pub(crate) focus: Cell,
    /// The map stands beside the board, and coordinates above it only.
    pub(crate) aside: bool,
}

/// Cells from and to, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) left: i16,
    pub(crate) right: i16,
    pub(crate) top: i16,
    pub(crate) bottom: i16,
}

/// Returns columns and lines of the terminal behind standard output, or of `COLUMNS` and `LINES`. Returns `None` if
/// the output goes elsewhere.
pub(crate) fn terminal() -> Option<(usize, usize)> {
    let said = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok().filter(|n| *n > 0);
    if let (Some(columns), Some(lines)) = (said("COLUMNS"), said("LINES")) {
        return Some((columns, lines));
    }
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let (lines, columns) = console::Term::stdout().size_checked()?;
    Some((usize::from(columns), usize::from(lines)))
}

impl Window {
    /// All these cells.
    pub(crate) fn around(cells: &[Cell]) -> Self {
        let range = |of: fn(&Cell) -> i16| {
            let low = cells.iter().map(of).min().unwrap_or(0);
            (low, cells.iter().map(of).max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (range(|c| c.x), range(|c| c.y));
        Self { left, right, top, bottom }
    }

    /// All of it if there is room; else as much as there is room for beside a map, at least one cell.
    pub(crate) fn within(self, room: Room) -> Self {
        let all = self.part(room);
        if all == self || room.aside {
            return all;
        }
        let map = (i32::from(self.bottom) - i32::from(self.top)) as usize + 1;
        self.part(Room { lines: room.lines.saturating_sub(map), ..room })
    }

    fn part(self, room: Room) -> Self {
        let columns = room.columns.saturating_sub(MARGIN + 1) / STEP_X;
        let rows = room.lines.saturating_sub(if room.aside { 2 } else { 3 }) / STEP_Y;
        let (left, right) = part((self.left, self.right), columns, room.focus.x);
        let (top, bottom) = part((self.top, self.bottom), rows, room.focus.y);
        Self { left, right, top, bottom }
    }

    pub(crate) fn has(self, cell: Cell) -> bool {
        (self.left..=self.right).contains(&cell.x) && (self.top..=self.bottom).contains(&cell.y)
    }

    /// The whole board, a sign for each cell: tiles within the window and without, and free cells of options.
    pub(crate) fn map(self, whole: Window, game: Game<'_>, free: &BTreeSet<Cell>) -> String {
        let tiles: BTreeSet<Cell> = game.state.lying().map(|(_, tile)| tile.cell()).collect();
        let span = |low: i16, high: i16| (i32::from(high) - i32::from(low)) as usize + 1;
        let (columns, rows) = (span(whole.left, whole.right), span(whole.top, whole.bottom));
        let mut canvas = Canvas::new(MARGIN + columns, rows);
        for y in whole.top..=whole.bottom {
            let line = (i32::from(y) - i32::from(whole.top)) as usize;
            for x in whole.left..=whole.right {
                let (cell, column) =
                    (Cell::new(x, y), (i32::from(x) - i32::from(whole.left)) as usize);
                let (sign, style) = match (tiles.contains(&cell), self.has(cell)) {
                    (true, true) => ('■', symbols::STRONG),
                    (true, false) => ('□', symbols::FAINT),
                    (false, _) if free.contains(&cell) => ('·', symbols::NUMBER),
                    (false, _) => continue,
                };
                canvas.put(MARGIN + column, line, sign, style);
            }
        }
        canvas.render()
    }
}

/// Returns the part of a range with at most `most` cells, and the wanted one as near to its middle as possible.
fn part((low, high): (i16, i16), most: usize, wanted: i16) -> (i16, i16) {
    let most = i32::try_from(most.max(1)).unwrap_or(i32::MAX);
    let (low32, high32) = (i32::from(low), i32::from(high));
    if high32 - low32 < most {
        return (low, high);
    }
    let from = (i32::from(wanted) - most / 2).clamp(low32, high32 - most + 1);
    (from as i16, (from + most - 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_shows_what_is_wanted_and_no_more_than_fits() {
        let whole = Window { left: -6, right: 9, top: -3, bottom: 4 };
        let all =
            whole.within(Room { columns: 400, lines: 100, focus: Cell::new(0, 0), aside: false });
        assert_eq!(all, whole);
        for focus in [Cell::new(9, 4), Cell::new(-6, -3), Cell::new(1, 0), Cell::new(99, -99)] {
            let part = whole.within(Room { columns: 80, lines: 12, focus, aside: false });
            assert!(MARGIN + (part.right - part.left + 1) as usize * STEP_X < 80, "{part:?}");
            assert!(2 + (part.bottom - part.top + 1) as usize * STEP_Y < 12, "{part:?}");
            assert!(part.left >= whole.left && part.right <= whole.right);
            assert!(!whole.has(focus) || part.has(focus), "{part:?} without {focus}");
        }
        let least =
            whole.within(Room { columns: 1, lines: 1, focus: Cell::new(2, 2), aside: false });
        assert_eq!(least, Window { left: 2, right: 2, top: 2, bottom: 2 });
    }
}
