//! From typed text to an action, with messages for what is wrong or missing.

use bastide::Game;
use bastide::core::Action;
use bastide::core::ids::{Cell, TileTypeId};
use bastide::core::text::harmless;
use bastide_text::listed;

use super::input::{self, Input};
use super::menu::{Item, Menu};
use super::session::Session;
use super::show;
use crate::lang::{Lang, say};
use crate::out::Out;

impl Session {
    /// Returns the typed action, or reports what is wrong or missing.
    pub(super) fn action(&mut self, input: Input, out: &mut Out) -> Option<Action> {
        let lang = out.lang;
        let menu = Menu::of(&self.game);
        match input {
            // A rotation is asked for: a number alone is one.
            Input::Number(n @ 0..=3, None) if self.pending.is_some() => {
                self.action(Input::Turn(n as u8), out)
            }
            Input::Number(0, None) if menu.pass => Some(Action::Pass),
            Input::Number(n, turn) => match (menu.item(n), turn) {
                (Some(Item::Cell(tile, cell, _)), _) => self.turned(*tile, *cell, turn, &menu, out),
                (Some(Item::Do(action)), None) => Some(*action),
                (Some(Item::Number(_, range)), None) => {
                    let verb = range.rsplit_once(' ').map_or(&**range, |(verb, _)| verb);
                    out.note(&say!(
                        lang,
                        "write the number too: {verb} N, one of {range}",
                        "écrivez aussi le nombre : {verb} N, parmi {range}"
                    ));
                    None
                }
                (Some(_), Some(turn)) => {
                    out.note(&say!(
                        lang,
                        "option {n} is no tile and takes no r{turn}: write {n}",
                        "l'option {n} n'est pas une tuile et ne prend pas de r{turn} : écrivez {n}"
                    ));
                    None
                }
                (None, _) => {
                    out.note(&say!(lang, "there is no option {n}", "il n'y a pas d'option {n}"));
                    None
                }
            },
            Input::Cell(cell, turn) => match self.meant(cell, &menu).as_slice() {
                [tile] => self.turned(*tile, cell, turn, &menu, out),
                [] => {
                    out.note(lang.pick(NO_TILE.0, NO_TILE.1));
                    None
                }
                several => {
                    (self.waiting, self.pending) = (Some((cell, turn)), None);
                    out.note(&self.which(several, cell, lang));
                    None
                }
            },
            Input::Tile(name, cell, turn) => {
                let Some(tile) = self.called(&name, &menu) else {
                    return self.read_move(&format!("{name} {cell}"), out);
                };
                self.turned(tile, cell, turn, &menu, out)
            }
            Input::Turn(turn) => {
                if self.pending.is_none() {
                    out.note(if menu.tiles().is_empty() {
                        lang.pick(NO_TILE.0, NO_TILE.1)
                    } else {
                        lang.pick("name the cell first: 3 r1", "nommez d'abord la case : 3 r1")
                    });
                }
                self.pending.map(|(tile, cell)| Action::Place {
                    tile,
                    cell,
                    rotation: turn,
                    over: None,
                })
            }
            Input::Move(text) => match (self.waiting, self.called(&text, &menu)) {
                (Some((cell, turn)), Some(tile)) => self.turned(tile, cell, turn, &menu, out),
                _ => self.read_move(&text, out),
            },
            _ => None,
        }
    }

    /// Asks once more what is not answered yet: which rotation, which tile.
    pub(super) fn ask_again(&mut self, out: &mut Out) {
        let menu = Menu::of(&self.game);
        if let Some((tile, cell)) = self.pending {
            self.turned(tile, cell, None, &menu, out);
        } else if let Some((cell, _)) = self.waiting {
            out.note(&self.which(&self.meant(cell, &menu), cell, out.lang));
        }
    }

    /// A move in full.
    fn read_move(&self, text: &str, out: &mut Out) -> Option<Action> {
        match self.game.parse(text) {
            Ok(action) => Some(action),
            Err(no) => {
                if let Some(misused) = input::misused(text, out.lang) {
                    out.note(&misused);
                    return None;
                }
                out.note(&harmless(out.lang.pick(&no.en, &no.fr)));
                out.note(&input::meant(text, out.lang));
                None
            }
        }
    }

    /// Tiles that a cell alone may mean: those that fit there, or all if none does.
    fn meant(&self, cell: Cell, menu: &Menu) -> Vec<TileTypeId> {
        let fitting = menu.fitting(cell);
        if fitting.is_empty() { placeable(&self.game, menu) } else { fitting }
    }

    /// The tile of a name, in full or without its set.
    fn called(&self, name: &str, menu: &Menu) -> Option<TileTypeId> {
        let types = &self.game.read().rules.types;
        let is = |tile: &TileTypeId| {
            let id = &types[tile.index()].decl.id;
            id.eq_ignore_ascii_case(name) || show::short(id).eq_ignore_ascii_case(name)
        };
        placeable(&self.game, menu).into_iter().find(is)
    }

    /// Asks which of several tiles is meant.
    fn which(&self, tiles: &[TileTypeId], cell: Cell, lang: Lang) -> String {
        let names: Vec<&str> = tiles
            .iter()
            .filter_map(|tile| self.game.read().rules.types.get(tile.index()))
            .map(|ty| show::short(&ty.decl.id))
            .collect();
        let first = names.first().copied().unwrap_or_default();
        let names = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{} {} {last}", rest.join(", "), lang.pick("or", "ou"))
            }
            _ => names.join(", "),
        };
        say!(
            lang,
            "{cell}: which tile, {names}? `{first} {cell}` says both",
            "{cell} : quelle tuile, {names} ? `{first} {cell}` dit les deux"
        )
    }

    /// A placement on a cell: with the rotation given, or the only one that fits; else it is asked for.
    fn turned(
        &mut self,
        tile: TileTypeId,
        cell: Cell,
        turn: Option<u8>,
        menu: &Menu,
        out: &mut Out,
    ) -> Option<Action> {
        let place = |rotation| Some(Action::Place { tile, cell, rotation, over: None });
        let fitting = menu.items.iter().find_map(|item| match item {
            Item::Cell(t, c, rotations) if (*t, *c) == (tile, cell) => Some(rotations.as_slice()),
            _ => None,
        });
        match (turn, fitting) {
            (Some(turn), _) => place(turn),
            (None, Some([only])) => place(*only),
            // Nothing fits: the rules say why.
            (None, None | Some([])) => place(0),
            (None, Some(several)) => {
                (self.pending, self.waiting) = (Some((tile, cell)), None);
                let turns: Vec<String> = several.iter().map(|r| format!("r{r}")).collect();
                let (turns, last) = (turns.join(" "), several.last().copied().unwrap_or(0));
                out.note(&say!(
                    out.lang,
                    "{cell}: which rotation? {turns} (type r{last} or {last}; another cell: X,Y)",
                    "{cell} : quelle rotation ? {turns} (tapez r{last} ou {last} ; autre case : X,Y)"
                ));
                None
            }
        }
    }
}

/// That nothing can be placed.
const NO_TILE: (&str, &str) = ("there is no tile to place", "il n'y a pas de tuile à poser");

/// Tiles that there are to place: the one that is drawn, or those that can be placed somewhere and those in hand.
fn placeable(game: &Game, menu: &Menu) -> Vec<TileTypeId> {
    let mut tiles: Vec<TileTypeId> = game.state().drawn().into_iter().collect();
    let actor = game.actor();
    if tiles.is_empty() {
        tiles = menu.tiles();
        tiles.extend(game.seen_by(actor).state().zoned().filter(|z| z.1 == actor).map(|z| z.2));
    }
    tiles.retain(|tile| game.read().rules.types.get(tile.index()).is_some());
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// What there is to place, of a placement of another tile.
pub(crate) fn other_tile(game: &Game, action: Action, lang: Lang) -> Option<String> {
    let Action::Place { tile, .. } = action else { return None };
    let types = &game.read().rules.types;
    let all = placeable(game, &Menu::of(game));
    if all.is_empty() || all.contains(&tile) {
        return None;
    }
    let ids = all.iter().filter_map(|tile| Some(&types.get(tile.index())?.decl.id));
    let held = listed(&ids.collect::<Vec<_>>());
    Some(say!(lang, "in hand is {held}", "en main : {held}"))
}
