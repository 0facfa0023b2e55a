//! The options of a decision as a person sees them: cells to place on, and everything else by number.

use bastide::core::decl::{Target, Tile};
use bastide::core::ids::{Cell, SegmentId, TileId, TileTypeId};
use bastide::core::{Action, AsIf};
use bastide::{Game, notation, story};
use bastide_check::look;
use bastide_draw::Look;

use super::show;
use crate::board::symbols::Signs;
use crate::board::{self, Extra};
use crate::lang::{Lang, say};

/// One numbered thing to choose.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A cell for a tile, with the rotations in which it fits.
    Cell(TileTypeId, Cell, Vec<u8>),
    /// Anything else.
    Do(Action),
    /// A verb with a number of a range, and how the range is written.
    Number(Action, String),
}

/// All options of a decision; numbers begin with 1, and 0 passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Menu {
    pub(crate) items: Vec<Item>,
    pub(crate) pass: bool,
}

impl Menu {
    /// The menu of the decision that a game has come to.
    pub(crate) fn of(game: &Game) -> Self {
        let mut menu = Menu::default();
        for option in &game.decision().options {
            match option.action() {
                Some(Action::Place { tile, cell, rotation, over: None }) => {
                    let face = &game.read().rules.types[tile.index()].decl;
                    menu.place(face, (tile, cell, rotation));
                }
                Some(Action::Pass) => menu.pass = true,
                Some(action) if option.numbers().is_some() => {
                    let text = notation::option(game.read(), *option);
                    menu.items.push(Item::Number(action, text));
                }
                Some(action) => menu.items.push(Item::Do(action)),
                None => {}
            }
        }
        // Cells first, in reading order.
        menu.items.sort_by_key(|item| match item {
            Item::Cell(tile, cell, _) => (0, Some(*tile), Some(*cell)),
            Item::Do(_) | Item::Number(..) => (1, None, None),
        });
        menu
    }

    /// A placement, unless the tile is offered there in a rotation that makes no difference to this one.
    fn place(&mut self, face: &Tile, (tile, cell, rotation): (TileTypeId, Cell, u8)) {
        for item in &mut self.items {
            if let Item::Cell(t, c, rotations) = item
                && (*t, *c) == (tile, cell)
            {
                if !rotations.iter().any(|r| alike(face, *r, rotation)) {
                    rotations.push(rotation);
                }
                return;
            }
        }
        self.items.push(Item::Cell(tile, cell, vec![rotation]));
    }

    /// Tiles that fit on a cell.
    pub(crate) fn fitting(&self, cell: Cell) -> Vec<TileTypeId> {
        let tile = |item: &Item| match item {
            Item::Cell(tile, c, _) if *c == cell => Some(*tile),
            _ => None,
        };
        self.items.iter().filter_map(tile).collect()
    }

    /// Tiles that can be placed.
    fn tiles(&self) -> Vec<TileTypeId> {
        let tile = |item: &Item| match item {
            Item::Cell(tile, ..) => Some(*tile),
            Item::Do(_) | Item::Number(..) => None,
        };
        let mut tiles: Vec<TileTypeId> = self.items.iter().filter_map(tile).collect();
        tiles.dedup();
        tiles
    }

    /// What a number stands for.
    pub(crate) fn item(&self, number: usize) -> Option<&Item> {
        number.checked_sub(1).and_then(|i| self.items.get(i))
    }

    /// The numbers, drawn into cells and at segments.
    pub(crate) fn extra(&self, game: &Game) -> Extra {
        let mut extra = Extra::default();
        for (i, item) in self.items.iter().enumerate() {
            let number = (i + 1).to_string();
            match item {
                // A tile that fits with a piece is told on its cell, beside the one that fits without.
                Item::Cell(_, cell, _) | Item::Do(Action::Place { cell, .. }) => {
                    let text = extra.cells.entry(*cell).or_default();
                    if !text.is_empty() {
                        text.push(',');
                    }
                    text.push_str(&number);
                }
                Item::Number(..) => {}
                Item::Do(action) => {
                    if let Some(node) = subject(game, *action) {
                        let text = extra.segments.entry(node).or_default();
                        if !text.is_empty() {
                            text.push(',');
                        }
                        text.push_str(&number);
                    }
                }
            }
        }
        extra
    }

    /// The tile to be placed in every rotation that fits somewhere.
    pub(crate) fn turned(&self, game: &Game, look: &Look) -> String {
        let mut faces: Vec<(TileTypeId, u8)> = Vec::new();
        for item in &self.items {
            if let Item::Cell(tile, _, rotations) = item {
                faces.extend(rotations.iter().map(|r| (*tile, *r)));
            }
        }
        faces.sort_unstable();
        faces.dedup();
        let several = self.tiles().len() > 1;
        let label = |tile: TileTypeId, r: u8| match game.read().rules.types.get(tile.index()) {
            Some(ty) if several => format!("{} r{r}", show::short(&ty.decl.id)),
            _ => format!("r{r}"),
        };
        let drawn: Vec<_> = faces
            .into_iter()
            .map(|(tile, r)| (label(tile, r), board::face(game.read(), tile, r)))
            .collect();
        drawn.chunks(8).map(|row| board::row(row, Signs(look))).collect()
    }

    /// The list of options.
    pub(crate) fn lines(&self, game: &Game, lang: Lang) -> String {
        let mut out = String::new();
        let mut placed = String::new();
        let mut cells = Vec::new();
        let several = self.tiles().len() > 1;
        let mut last = None;
        for (i, item) in self.items.iter().enumerate() {
            match item {
                Item::Cell(tile, cell, rotations) => {
                    if several && last != Some(*tile) {
                        rows(&mut cells, &mut placed);
                        let id = &game.read().rules.types[tile.index()].decl.id;
                        placed.push_str(&format!("  {}\n", show::short(id)));
                        last = Some(*tile);
                    }
                    let turns: Vec<String> = rotations.iter().map(|r| format!("r{r}")).collect();
                    cells.push(format!(
                        "{:>3}) {:<7} {:<13}",
                        i + 1,
                        cell.to_string(),
                        turns.join(" ")
                    ));
                }
                Item::Number(action, text) => {
                    let about = about(game, *action, lang);
                    out.push_str(format!("{:>3}) {text:<32} {about}", i + 1).trim_end());
                    out.push('\n');
                }
                Item::Do(action) => {
                    let text = game.write(*action);
                    let about = about(game, *action, lang);
                    out.push_str(format!("{:>3}) {text:<32} {about}", i + 1).trim_end());
                    out.push('\n');
                }
            }
        }
        rows(&mut cells, &mut placed);
        placed.push_str(&out);
        if self.pass {
            placed.push_str(&format!("{:>3}) {}\n", 0, lang.pick("pass", "passer")));
        }
        placed
    }
}

/// Whether a tile is the same turned one way and the other: its segments change places with their like. What has a tag and lies
/// inside may look somewhere, so that every rotation is another.
fn alike(face: &Tile, one: u8, other: u8) -> bool {
    if face.segments.iter().any(|s| s.places == 0 && !s.tags.is_empty()) {
        return false;
    }
    look(face, one) == look(face, other)
}

/// Cells in rows of four.
fn rows(cells: &mut Vec<String>, out: &mut String) {
    for row in cells.chunks(4) {
        out.push_str(row.concat().trim_end());
        out.push('\n');
    }
    cells.clear();
}

/// The segment that an action is about.
fn subject(game: &Game, action: Action) -> Option<SegmentId> {
    let read = game.read();
    match action {
        Action::Deploy { node, .. } | Action::Move { node, .. } => Some(node),
        Action::Invoke { verb, target } => {
            let mut things = read.rules.verbs.get(verb.index())?.decl.named(target);
            things.find_map(|(sort, target)| match sort {
                Target::Segment => Some(SegmentId(target as u16)),
                Target::Figure => read.figure_node(bastide::core::ids::FigureId(target as u16)),
                Target::Overlay => read.segments(TileId((target >> 2) as u16)).next(),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The piece that an action lays, which way, and over which tile: `bridge E–W, over 1,0`.
fn piece(game: &Game, action: Action, lang: Lang) -> Option<String> {
    let read = game.read();
    let (overlay, rotation, cell) = match action {
        Action::Place { cell, over: Some(over), .. } => {
            let on = over.side().map_or(cell, |side| cell.side(side));
            (over.overlay, over.rotation, on)
        }
        Action::Invoke { verb, target } => {
            let verb = &read.rules.verbs[verb.index()].decl;
            let laid = verb.named(target).find(|(sort, _)| *sort == Target::Overlay)?.1;
            let tile = TileId((laid >> 2) as u16);
            let overlay = read.rules.overlay(verb.overlay.as_deref()?)?;
            (overlay, (laid & 3) as u8, read.state.tile(tile).cell())
        }
        _ => return None,
    };
    let piece = read.rules.overlays.get(overlay.index())?;
    let word = story::name(read.rules, &["overlay"], &piece.decl.name, lang.code());
    let letters = lang.pick(["N", "E", "S", "W"], ["N", "E", "S", "O"]);
    let sides = (0..4).filter(|side| piece.reaches(rotation) >> side & 1 == 1);
    let way = sides.map(|side| letters[side]).collect::<Vec<_>>().join("–");
    Some(say!(lang, "{word} {way}, over {cell}", "{word} {way}, sur {cell}"))
}

/// What a feature gives whoever owns it, as it stands and if it were complete.
fn prospect(game: &Game, node: SegmentId, lang: Lang) -> Option<String> {
    let read = game.read();
    let worth =
        |complete, last| game.sheet(node, AsIf { complete, last }).ok().map(|sheet| sheet.value);
    if read.is_complete(node) {
        let n = worth(None, false)?;
        let points = story::counted(n, "point", lang.code());
        return Some(points);
    }
    let now = story::counted(worth(None, true)?, "point", lang.code());
    if !read.rules.kinds[read.state.kind(node).index()].decl.completes {
        return Some(say!(lang, "{now} now", "{now} pour l'instant"));
    }
    let whole = worth(Some(true), false)?;
    Some(say!(
        lang,
        "{now} now, {whole} if completed",
        "{now} pour l'instant, {whole} une fois achevé"
    ))
}

/// What an action is about, in words, and who offers it on what terms.
fn about(game: &Game, action: Action, lang: Lang) -> String {
    let read = game.read();
    let code = lang.code();
    let mut parts = Vec::new();
    match action {
        Action::Deploy { figure, .. } => {
            let word = &read.rules.figures[figure.index()].decl.name;
            parts.push(story::name(read.rules, &["figure"], word, code));
        }
        Action::Invoke { verb, target } => {
            let verb = &read.rules.verbs[verb.index()].decl;
            parts.push(story::name(read.rules, &["verb"], &verb.name, code));
            for (sort, n) in verb.named(target) {
                let said = verb.words.get(n as usize).filter(|_| sort == Target::Word);
                parts.extend(said.and_then(|word| word.text.get(code)).cloned());
            }
        }
        _ => {}
    }
    if let Some(piece) = piece(game, action, lang) {
        // The tile beneath is told by its cell.
        parts.push(piece);
        return parts.join(" · ");
    }
    if let Some(node) = subject(game, action).filter(|n| n.index() < read.state.node_count()) {
        let word = &read.rules.kinds[read.state.kind(node).index()].decl.name;
        let kind = story::name(read.rules, &["feature"], word, code);
        let tiles = story::counted(read.tile_count(node), lang.pick("tile", "tuile"), code);
        let open = read.open_ends(node);
        let state = if read.is_complete(node) {
            lang.pick("complete", "domaine achevé").to_owned()
        } else if open > 0 {
            say!(lang, "{open} open", "{open} à fermer")
        } else {
            String::new()
        };
        let facts: Vec<String> = [tiles, state].into_iter().filter(|s| !s.is_empty()).collect();
        parts.push(format!("{kind} ({})", facts.join(", ")));
        if let Action::Deploy { figure, .. } = action
            && read.rules.figures[figure.index()].decl.claims
        {
            parts.extend(prospect(game, node, lang));
        }
    }
    if let Some(offered) = game.offer_of(action) {
        let terms = offered.terms(read.rules, code);
        let rule = offered.by.map(|_| format!("[{}]", offered.rule));
        parts.extend([Some(terms), rule].into_iter().flatten().filter(|s| !s.is_empty()));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{Config, Library, Rules, Setup};

    #[test]
    fn rotations_that_look_alike_are_one() {
        let config = "players = 2\nedition = \"bga\"\n[expansions]\nflying-machines = true\n";
        let config = Config::parse("test.toml", config).unwrap();
        let setup = Setup::load(&config, &Library::official()).unwrap();
        let rules = Rules::new(setup).unwrap();
        let differ = |id: &str| {
            let ty = rules.ruleset.types.iter().find(|ty| ty.decl.id == id).unwrap();
            let first = |r: &u8| (0..*r).all(|before| !alike(&ty.decl, before, *r));
            (0..4).filter(first).collect::<Vec<u8>>()
        };
        assert_eq!(differ("base/B"), [0], "a monastery in a field");
        assert_eq!(differ("base/X"), [0], "four roads");
        assert_eq!(differ("base/U"), [0, 1], "a road across");
        assert_eq!(differ("base/G"), [0, 1], "a city across");
        assert_eq!(differ("base/V"), [0, 1, 2, 3], "a bend");
        assert_eq!(differ("the-flier/ffff-fly-w"), [0, 1, 2, 3], "it flies somewhere");
    }
}
