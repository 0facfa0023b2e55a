//! The screen of a person's decision: board, players, question and options together.

use bastide::core::ids::Cell;

use super::fold::{self, folded};
use super::menu::Menu;
use super::session::Session;
use super::show;
use crate::board::symbols::Signs;
use crate::board::window::{self, Room};
use crate::board::{self, Drawn, Extra, signs};
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;

/// Lines of a screen that are neither board nor what stands below it: legend, prompt and the line above.
const FRAME: usize = 6;
/// Lines reserved for the results of the last move.
const TOLD: usize = 2;
/// Lines of a picture of a tile with its caption.
const PICTURE: usize = 6;
/// Columns of such a picture.
const PICTURE_WIDE: usize = 12;
/// Lines of two rows of tiles with their coordinates: the least board that options leave room for.
const BOARD_MIN: usize = 10;

impl Session {
    /// Returns the size for the board above `below` lines, if the terminal has a size. The board is centered on the
    /// chosen cell, or else on the last placed tile.
    pub(super) fn room(&self, below: usize) -> Option<Room> {
        let (columns, lines) = window::terminal()?;
        let lines = lines.saturating_sub(below + FRAME);
        Some(Room { columns, lines, focus: self.looked_at(), aside: false })
    }

    /// Room for a board of as many lines as it has, no wider than the terminal.
    pub(super) fn wide(&self) -> Option<Room> {
        let (columns, _) = window::terminal()?;
        Some(Room { columns, lines: usize::MAX, focus: self.looked_at(), aside: false })
    }

    fn looked_at(&self) -> Cell {
        let last = || self.game.last_placed().map(|tile| self.game.state().tile(tile).cell());
        self.focus.or_else(last).unwrap_or_default()
    }

    /// Shows the decision that a person has to take.
    pub(super) fn show_decision(&mut self, out: &mut Out) -> Result<(), Stop> {
        let size = window::terminal();
        out.data(&self.screen(size, out.lang))?;
        if size.is_none() {
            out.note(out.lang.pick("(? for help)", "(? pour l'aide)"));
        }
        Ok(())
    }

    /// Returns the screen of a decision for a terminal of this size.
    fn screen(&self, size: Option<(usize, usize)>, lang: Lang) -> String {
        let menu = Menu::of(&self.game);
        let extra = Extra { marked: self.game.last_placed(), ..menu.extra(&self.game) };
        let board = show::board(&self.game, &self.look, &extra, lang);
        let panel = show::panel(&self.game, self.seat, lang);
        let turned = menu.turned(&self.game, &self.look, 8);
        let asked = self.asked(lang);
        let whole = format!("\n{board}{panel}\n{asked}\n{turned}{}", menu.lines(&self.game, lang));
        let Some((columns, lines)) = size else { return whole };
        // The prompt takes the last line.
        let fits =
            whole.lines().all(|line| fold::width(line) <= columns) && whole.lines().count() < lines;
        if fits { whole } else { self.narrow(&menu, extra, (columns, lines), lang) }
    }

    /// Who is asked what.
    fn asked(&self, lang: Lang) -> String {
        let who = show::player(&self.game, self.game.actor());
        let turn = self.game.state().turn();
        let left = self.game.read().deck_size();
        let step = self.game.prompt(lang.code());
        let tiles = bastide::story::counted(
            i32::try_from(left).unwrap_or(i32::MAX),
            lang.pick("tile", "tuile"),
            lang.code(),
        );
        say!(
            lang,
            "Turn {turn} · {who} · {step} · {tiles} left · ? for help",
            "Tour {turn} · {who} · {step} · il reste {tiles} · ? pour l'aide"
        )
    }

    /// All of it in the lines of a terminal: a part of the board, with pictures and a map beside it, and options together that
    /// are of one verb.
    fn narrow(
        &self,
        menu: &Menu,
        extra: Extra,
        (columns, lines): (usize, usize),
        lang: Lang,
    ) -> String {
        let list = |seen: &dyn Fn(Cell) -> bool, brief| {
            menu.grouped(&self.game, lang, columns, seen, brief)
        };
        let asked = folded(&self.asked(lang), Some(columns));
        let under = |panel: String| -> Vec<String> {
            let panel = folded(&panel, Some(columns));
            panel.lines().chain(asked.lines()).map(str::to_owned).collect()
        };
        let mut below = under(show::panel(&self.game, self.seat, lang));
        // If options do not fit, the lines of the other players are shortened.
        if below.len() + 1 + BOARD_MIN + list(&|_| false, true).len() > lines {
            below = under(show::brief_panel(&self.game, self.seat, lang));
        }
        let room = lines.saturating_sub(below.len() + 1);
        let least = BOARD_MIN.min(room);
        let brief = list(&|_| true, false).len() + least > room;
        let all = list(&|_| false, brief);
        let told = if all.len() + BOARD_MIN + 4 <= room {
            all.len()
        } else {
            list(&|_| true, brief).len() + 1
        };
        let high = room.saturating_sub(told).max(least);
        let (mut shown, window) = self.aside(menu, extra, (columns, high));
        let left = room.saturating_sub(shown.len());
        let mut options =
            if all.len() <= left { all } else { list(&|cell| window.has(cell), brief) };
        if options.len() > left {
            options.truncate(left.saturating_sub(1));
            let mut more =
                lang.pick("  … `options` lists all", "  … `options` les donne toutes").to_owned();
            if menu.pass {
                more += lang.pick("  0) pass", "  0) passer");
            }
            options.push(more);
        }
        let legend = signs::legend(self.game.read(), Signs(&self.look), lang);
        let legend = fold::fold(legend.trim(), columns, 2);
        // The last result is more important than the legend and stays above the board.
        if shown.len() + options.len() + legend.len() + TOLD <= room {
            shown.extend(legend);
        }
        let mut text = String::new();
        for line in shown.into_iter().chain(below).chain(options) {
            text += &line;
            text.push('\n');
        }
        text
    }

    /// Returns the board with the tile to place and a map to its right, as far as they fit.
    fn aside(
        &self,
        menu: &Menu,
        mut extra: Extra,
        (columns, high): (usize, usize),
    ) -> (Vec<String>, window::Window) {
        let signs = Signs(&self.look);
        let mut draw = |columns: usize| -> Drawn {
            let focus = self.looked_at();
            extra.room = Some(Room { columns, lines: high, focus, aside: true });
            board::drawn(self.game.read(), signs, &extra)
        };
        let side = self.pictures(menu, high, columns / 2);
        let pictured = side.iter().map(|line| fold::width(line)).max().map_or(0, |wide| wide + 2);
        let mut drawn = draw(columns - pictured.min(columns));
        let map = |drawn: &Drawn| {
            let lines: Vec<String> = drawn.map.lines().map(str::to_owned).collect();
            let wide = lines.iter().map(|line| fold::width(line)).max().unwrap_or(0);
            (lines, wide)
        };
        let (mut lines, wide) = map(&drawn);
        let mut side = side;
        if side.is_empty() && !lines.is_empty() && lines.len() <= high && wide <= columns / 3 {
            drawn = draw(columns - wide - 2);
            side = map(&drawn).0;
            lines.clear();
        }
        let board: Vec<String> = drawn.board.lines().map(str::to_owned).collect();
        let at = board.iter().map(|line| fold::width(line)).max().unwrap_or(0) + 2;
        if side.len() + lines.len() <= high && at + wide <= columns && !side.is_empty() {
            side.extend(lines);
        }
        (fold::beside(&board, &side, at), drawn.shown)
    }

    /// Returns the pictures of the tiles to place: in every rotation, or else each once, or else none.
    fn pictures(&self, menu: &Menu, high: usize, wide: usize) -> Vec<String> {
        let down = high / PICTURE;
        let fits = |text: String| {
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let narrow = lines.iter().all(|line| fold::width(line) <= wide);
            (lines.len() <= high && narrow).then_some(lines)
        };
        let across = 1..=(wide / PICTURE_WIDE).max(1);
        let turned = |in_row| fits(menu.turned(&self.game, &self.look, in_row));
        let once = |in_row| fits(menu.unturned(&self.game, &self.look, in_row));
        if down == 0 {
            return Vec::new();
        }
        across
            .clone()
            .find_map(turned)
            .or_else(|| across.clone().find_map(once))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use bastide::core::ids::Player;
    use bastide::{Bot, Config, Game, Library, Rules, Setup};
    use bastide_draw::Look;

    use super::*;
    use crate::lines::Lines;
    use crate::play::menu::Item;

    /// At every decision of a game board, question and options are on one screen.
    fn fits(players: u8, expansions: &str, sizes: &[(usize, usize)]) -> usize {
        let config = format!("players = {players}\n[expansions]\n{expansions}");
        let config = Config::parse("test.toml", &config).unwrap();
        let rules = Rules::new(Setup::load(&config, &Library::official()).unwrap()).unwrap();
        let (look, _) = Look::of(&Library::official());
        let game = Game::new(rules, 5).unwrap();
        let mut session = Session::new(game, look, Lines::open(false), None, false);
        let (mut told, mut left_out) = (0, 0);
        while !session.game.is_over() {
            if session.game.actor() == Player::CHANCE {
                session.game.act_chance().unwrap();
                continue;
            }
            session.seat = session.game.actor();
            for (at, size) in sizes.iter().enumerate() {
                let lang = [Lang::En, Lang::Fr][(told + at) % 2];
                let text = session.screen(Some(*size), lang);
                assert!(text.lines().count() < size.1, "{size:?}\n{text}");
                let widest = text.lines().map(fold::width).max().unwrap_or(0);
                assert!(widest <= size.0, "{size:?}\n{text}");
                let plain = anstream::adapter::strip_str(&text).to_string();
                assert!(plain.contains(['┼', '╋']), "no board\n{plain}");
                let menu = Menu::of(&session.game);
                // Cells beyond the board can be found by `board X,Y`.
                let cells = menu.items.iter().any(|item| matches!(item, Item::Cell(..)));
                if plain.contains("`options`") && !cells {
                    left_out += 1;
                }
                let all = plain.contains("`options`")
                    || menu.items.is_empty()
                    || plain.contains(&format!("{})", menu.items.len()))
                    || plain.contains(&format!("{} {}", menu.items.len(), lang.pick("on", "sur")));
                assert!(all, "{size:?} not all options\n{plain}");
                assert!(!menu.pass || plain.contains(" 0) pass"), "{size:?} no pass\n{plain}");
            }
            told += 1;
            session.game.act_bot(Bot::Random).unwrap();
        }
        assert!(told > 50, "{told} decisions");
        left_out
    }

    #[test]
    fn every_decision_is_on_one_screen() {
        let four = "inns-and-cathedrals = true\nthe-tower = true\nriver = true\ntraders-and-builders = true\n";
        fits(2, four, &[(60, 40), (80, 24), (120, 40), (200, 50)]);
    }

    #[test]
    fn every_decision_of_five_players_is_on_one_screen_with_all_options() {
        let four = "inns-and-cathedrals = true\nthe-tower = true\nriver = true\ntraders-and-builders = true\n";
        assert_eq!(fits(5, four, &[(80, 24)]), 0, "screens that leave options out");
    }

    #[test]
    fn every_decision_with_a_hand_of_tiles_is_on_one_screen() {
        fits(2, "tactical-hand = true\nbridges-castles-bazaars = true\n", &[(80, 24), (120, 40)]);
    }
}
