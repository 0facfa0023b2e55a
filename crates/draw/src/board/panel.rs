//! The panel above a board: names, points and supplies.

use bastide::core::ids::{FigureKindId, Player, TokenId};

use super::{INK, MARGIN, Table, moved};
use crate::letters::{self, Set};
use crate::seats;
use crate::shape::at;

/// Height of a line of the panel, and the width of a player's part.
const PANEL: [f64; 2] = [46.0, 230.0];

impl Table<'_> {
    /// Players in one row of the panel.
    fn in_row(columns: f64) -> usize {
        ((columns * 100.0 / PANEL[1]).floor() as usize).max(1)
    }

    /// How much larger the panel is on a wide board: so that its players fill a row.
    fn zoom(&self, columns: f64) -> f64 {
        let players = f64::from(self.game.state.players()).max(1.0);
        (columns * 100.0 / (PANEL[1] * players)).clamp(1.0, 2.2)
    }

    pub(super) fn panel_height(&self, columns: f64) -> f64 {
        let rows = usize::from(self.game.state.players()).div_ceil(Self::in_row(columns));
        rows as f64 * PANEL[0] * self.zoom(columns) + 10.0
    }

    /// Names, points and supplies of all players.
    pub(super) fn panel(&mut self, columns: f64) -> String {
        let (in_row, zoom) = (Self::in_row(columns), self.zoom(columns));
        let mut out = format!("<g transform=\"translate({MARGIN} {MARGIN}) scale({zoom:.2})\">\n");
        for seat in 0..usize::from(self.game.state.players()) {
            let corner = at((seat % in_row) as f64 * PANEL[1], (seat / in_row) as f64 * PANEL[0]);
            out.push_str(&moved(corner, &self.player(seat)));
        }
        out + "</g>\n"
    }

    fn player(&mut self, seat: usize) -> String {
        let (state, rules) = (self.game.state, self.game.rules);
        let player = Player(seat as u8);
        let wears = seats::worn(self.options.worn, seat);
        let [colour, over] = seats::colours(wears);
        let mut out = format!(
            "<rect width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#fffdf6\" stroke=\"#cdbf9f\"/>\
             <rect width=\"38\" height=\"{1}\" rx=\"6\" fill=\"#{colour:06x}\" stroke=\"#{over:06x}\" stroke-opacity=\".25\"/>",
            PANEL[1] - 8.0,
            PANEL[0] - 6.0,
        );
        out.push_str(&seats::sign(wears, 19.0, 20.0, 20.0));
        let name = self.options.names.get(seat).map_or("", String::as_str);
        let short: String = name.chars().take(16).collect();
        out.push_str(&letters::line(&short, at(46.0, 16.0), 9.0, Set::Left, INK, None));
        let points = state.score(player).to_string();
        let right = at(PANEL[1] - 18.0, 17.0);
        out.push_str(&letters::line(&points, right, 12.0, Set::Right, INK, None));
        let mut x = 52.0;
        let mut add = |symbol: crate::defs::Symbol, n: Option<i64>, out: &mut String| {
            if let Some(n) = n.filter(|_| x < PANEL[1] - 26.0) {
                out.push_str(&symbol.sized(at(x, 30.0), 13.0));
                let said = n.to_string();
                out.push_str(&letters::line(&said, at(x + 8.0, 34.0), 6.5, Set::Left, INK, None));
                x += 16.0 + letters::width(&said, 6.5) + 4.0;
            }
        };
        for (i, figure) in rules.figures.iter().enumerate() {
            let left = state.supply(player, FigureKindId(i as u8));
            let name = &figure.decl.name;
            let symbol = self.defs.figure(name, self.look.figure(name), wears);
            // None left is worth knowing, none at all is not.
            let any = left > 0 || state.owns(player, FigureKindId(i as u8));
            add(symbol, any.then_some(i64::from(left)), &mut out);
        }
        for (i, token) in rules.tokens.iter().enumerate() {
            let name = &token.name;
            let symbol = match self.look.token(name) {
                Some(icon) => self.defs.icon(&format!("token-{name}"), icon),
                None => self.defs.badge(name),
            };
            let held = i64::from(state.tokens(TokenId(i as u8), player));
            add(symbol, Some(held).filter(|n| *n > 0), &mut out);
        }
        out
    }
}
