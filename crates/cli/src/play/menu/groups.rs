//! Options in few lines: those of one verb together, figures by the place they would go to.

use bastide::core::Action;
use bastide::core::ids::{Cell, SegmentId, TileTypeId, VerbId};
use bastide::{Game, story};

use super::list::{claims, facts, named_tile, piece, terms};
use super::{Item, Menu};
use crate::lang::Lang;
use crate::play::fold;

/// Up to this number, places are listed one by one. Beyond it, only places on the same tile are, and otherwise
/// figures.
const PLACES_MAX: usize = 6;

/// A blank within an entry, at which a line is not broken.
const WITHIN: char = '\u{a0}';

/// An option with its number, in one piece.
fn entry(n: &str, text: &str, columns: usize) -> String {
    let entry = format!("{n}) {text}");
    let entry = entry.trim_end();
    if fold::width(entry) + 4 > columns { entry.to_owned() } else { entry.replace(' ', "\u{a0}") }
}

/// Common properties of options that are listed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Tile(TileTypeId),
    With(TileTypeId),
    Place(SegmentId),
    Figure(u8),
    Move,
    Verb(VerbId),
    Alone(usize),
}

/// Options told together, each with its number.
struct Group {
    key: Key,
    first: Action,
    entries: Vec<(usize, String)>,
    /// Other figures that may go to the same places, each with its numbers.
    twins: Vec<(Action, Vec<usize>)>,
}

impl Menu {
    /// Returns the options, wrapped to a width. Placements that the board shows are left out. `brief` joins the places
    /// of one tile too.
    pub(crate) fn grouped(
        &self,
        game: &Game,
        lang: Lang,
        columns: usize,
        seen: &dyn Fn(Cell) -> bool,
        brief: bool,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for group in self.groups(game, lang, brief) {
            let told = match group.key {
                Key::Tile(tile) => self.cells(game, tile, &group, seen, lang),
                _ => Some(group.line(game, lang, columns)),
            };
            let folded = told.into_iter().flat_map(|line| fold::fold(&line, columns, 4));
            lines.extend(folded.map(|line| line.replace(WITHIN, " ")));
        }
        if self.pass {
            let pass = format!("0) {}", lang.pick("pass", "passer"));
            match lines.last_mut() {
                Some(last) if fold::width(last) + pass.len() + 2 <= columns => {
                    *last += &format!("  {pass}");
                }
                _ => lines.push(format!("  {pass}")),
            }
        }
        lines
    }

    fn groups(&self, game: &Game, lang: Lang, brief: bool) -> Vec<Group> {
        let mut places: Vec<SegmentId> = Vec::new();
        for item in &self.items {
            if let Item::Do(Action::Deploy { node, .. }) = item
                && !places.contains(node)
            {
                places.push(*node);
            }
        }
        let tile_of = |node: &SegmentId| game.state().tile_of(*node);
        let alone = |node: &SegmentId| {
            places.iter().filter(|other| tile_of(other) == tile_of(node)).count() == 1
        };
        let told_apart = |node: &SegmentId| !brief && (places.len() <= PLACES_MAX || !alone(node));
        let code = lang.code();
        let mut groups: Vec<Group> = Vec::new();
        for (i, item) in self.items.iter().enumerate() {
            let (key, action, text) = match item {
                Item::Cell(tile, cell, _) => {
                    let action =
                        Action::Place { tile: *tile, cell: *cell, rotation: 0, over: None };
                    (Key::Tile(*tile), action, cell.to_string())
                }
                Item::Number(action, text) => {
                    let range = text.rsplit_once(' ').map_or("", |(_, range)| range);
                    (Key::Alone(i), *action, range.to_owned())
                }
                Item::Do(action) => {
                    let about = || story::action_about(game, *action, code);
                    let (key, text) = match action {
                        Action::Place { tile, cell, rotation, .. } => {
                            let piece = piece(game, *action, lang).unwrap_or_default();
                            (Key::With(*tile), format!("{cell} r{rotation} + {piece}"))
                        }
                        Action::Deploy { node, .. } if told_apart(node) => {
                            (Key::Place(*node), story::action_head(game, *action, code))
                        }
                        Action::Deploy { figure, .. } => (Key::Figure(figure.0), about()),
                        Action::Move { .. } => {
                            let head = story::action_head(game, *action, code);
                            (Key::Move, format!("{head} {}", about()))
                        }
                        Action::Invoke { verb, .. } => (Key::Verb(*verb), about()),
                        _ => (Key::Alone(i), about()),
                    };
                    (key, *action, text)
                }
            };
            match groups.iter_mut().find(|group| group.key == key) {
                Some(group) => group.entries.push((i + 1, text)),
                None => groups.push(Group {
                    key,
                    first: action,
                    entries: vec![(i + 1, text)],
                    twins: Vec::new(),
                }),
            }
        }
        let mut merged: Vec<Group> = Vec::new();
        for group in groups {
            match merged.iter_mut().find(|other| other.is_alike(&group)) {
                Some(other) => {
                    let numbers = group.entries.iter().map(|(n, _)| *n).collect();
                    other.twins.push((group.first, numbers));
                }
                None => merged.push(group),
            }
        }
        merged
    }

    /// Cells for a tile: from which number to which, and where those are that the board does not show.
    fn cells(
        &self,
        game: &Game,
        tile: TileTypeId,
        group: &Group,
        seen: &dyn Fn(Cell) -> bool,
        lang: Lang,
    ) -> Option<String> {
        let several = self.tiles().len() > 1;
        let out = |(n, _): &&(usize, String)| !matches!(self.item(*n), Some(Item::Cell(_, cell, _)) if seen(*cell));
        let beyond: Vec<String> = group
            .entries
            .iter()
            .filter(out)
            .map(|(n, text)| format!("{n}){WITHIN}{text}"))
            .collect();
        let (from, to) = (group.entries.first()?.0, group.entries.last()?.0);
        let numbers = if from == to { from.to_string() } else { format!("{from}–{to}") };
        let shown = beyond.len() < group.entries.len();
        let head = if several {
            named_tile(game, tile, lang)
        } else {
            lang.pick("place", "poser").to_owned()
        };
        let on = lang.pick("on the board", "sur le plateau");
        Some(match (shown, beyond.is_empty()) {
            (true, true) => format!("{head}  {numbers} {on}"),
            (true, false) => {
                let rest = lang.pick("beyond", "au-delà");
                let (stop, colon) = lang.pick((";", ":"), (" ;", " :"));
                format!("{head}  {numbers} {on}{stop} {rest}{colon} {}", beyond.join("  "))
            }
            (false, _) => format!("{head}  {}", beyond.join("  ")),
        })
    }
}

impl Group {
    /// Whether both are figures that may go to the same places.
    fn is_alike(&self, other: &Group) -> bool {
        let texts = |group: &Group| {
            group.entries.iter().map(|(_, text)| text.clone()).collect::<Vec<String>>()
        };
        matches!((self.key, other.key), (Key::Figure(_), Key::Figure(_)))
            && texts(self) == texts(other)
    }

    /// The numbers of an entry, one for each figure.
    fn numbers(&self, at: usize) -> String {
        let twins = self.twins.iter().filter_map(|(_, numbers)| numbers.get(at));
        let own = self.entries.get(at).map(|(n, _)| n);
        own.into_iter().chain(twins).map(ToString::to_string).collect::<Vec<_>>().join("/")
    }

    /// What they have in common, then each of them.
    fn line(&self, game: &Game, lang: Lang, columns: usize) -> String {
        let code = lang.code();
        let mut head = match self.key {
            Key::Place(node) => {
                let claims = claims(game, self.first);
                let place = story::action_about(game, self.first, code);
                [vec![place], facts(game, node, claims, lang)].concat().join(" · ")
            }
            Key::Move => lang.pick("move", "déplacer").to_owned(),
            _ => {
                let others = self.twins.iter().map(|(action, _)| *action);
                let heads = std::iter::once(self.first).chain(others);
                let heads = heads.map(|action| story::action_head(game, action, code));
                heads.collect::<Vec<_>>().join("/")
            }
        };
        let terms = terms(game, self.first, lang);
        if !terms.is_empty() {
            head += &format!(" ({terms})");
        }
        let mut texts: Vec<&str> = self.entries.iter().map(|(_, text)| text.as_str()).collect();
        let common = if texts.len() > 1 { common(&texts) } else { 0 };
        if common > 0 {
            head += &format!(" · {}", texts[0][..common].trim_end_matches([' ', ',']));
            for text in &mut texts {
                *text = &text[common..];
            }
        }
        let colon = lang.pick(":", " :");
        let entries: Vec<String> =
            (0..texts.len()).map(|i| entry(&self.numbers(i), texts[i], columns)).collect();
        if let [(n, text)] = self.entries.as_slice()
            && text.is_empty()
        {
            return format!("{n}) {head}");
        }
        format!("{head}{colon} {}", entries.join("  "))
    }
}

/// Bytes of the words with which all texts begin, of none the whole.
fn common(texts: &[&str]) -> usize {
    let Some((first, rest)) = texts.split_first() else { return 0 };
    let ends = first.match_indices(' ').map(|(i, _)| i + 1);
    let shared = |end: &usize| rest.iter().all(|text| text.get(..*end) == first.get(..*end));
    ends.take_while(shared).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn words_in_common_are_whole_words() {
        assert_eq!(common(&["tower at 1,0", "tower at 12,0"]), "tower at ".len());
        assert_eq!(common(&["meeple (Bob)", "meeple (Bea)"]), "meeple ".len());
        assert_eq!(common(&["road", "road at 1"]), 0);
        assert_eq!(common(&["été à 1", "étang à 1"]), 0);
    }
}
