//! The complete list of options: each in a sentence, with worth, terms and rule, and as records write it.

use bastide::core::Action;
use bastide::core::decl::Target;
use bastide::core::ids::{SegmentId, TileId};
use bastide::{Game, story};

use super::{Item, Menu, subject};
use crate::board::symbols::FAINT;
use crate::lang::{Lang, say};

impl Menu {
    /// The list of options.
    pub(crate) fn lines(&self, game: &Game, lang: Lang) -> String {
        let mut out = String::new();
        let mut placed = String::new();
        let mut cells = Vec::new();
        let several = self.tiles().len() > 1;
        let mut last = None;
        for (i, item) in self.items.iter().enumerate() {
            let n = i + 1;
            match item {
                Item::Cell(tile, cell, rotations) => {
                    if several && last != Some(*tile) {
                        rows(&mut cells, &mut placed);
                        let words = named_tile(game, *tile, lang);
                        placed.push_str(&format!("  {words}\n"));
                        last = Some(*tile);
                    }
                    let turns: Vec<String> = rotations.iter().map(|r| format!("r{r}")).collect();
                    cells.push(format!("{n:>3}) {:<7} {:<13}", cell.to_string(), turns.join(" ")));
                }
                Item::Number(action, text) => {
                    let range = text.rsplit_once(' ').map_or("", |(_, range)| range);
                    let head = story::action_head(game, *action, lang.code());
                    let said = format!("{head} {range}");
                    out += &line(n, &said, &about(game, *action, lang), text);
                }
                Item::Do(action) => {
                    let said = story::action_line(game, *action, lang.code());
                    out += &line(n, &said, &about(game, *action, lang), &game.write(*action));
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

/// An option with its number; the record's form stands back.
fn line(n: usize, said: &str, facts: &[String], record: &str) -> String {
    let said = [&[said.to_owned()], facts].concat().join(" · ");
    format!("{n:>3}) {said}  {FAINT}({record}){FAINT:#}\n")
}

/// A tile in words, with its name behind.
pub(crate) fn named_tile(game: &Game, tile: bastide::core::ids::TileTypeId, lang: Lang) -> String {
    let rules = &game.rules().ruleset;
    let id = rules.types.get(tile.index()).map_or("?", |ty| super::show::short(&ty.decl.id));
    format!("{} {FAINT}({id}){FAINT:#}", story::tile_words(rules, tile, lang.code()))
}

/// Cells in rows of four.
fn rows(cells: &mut Vec<String>, out: &mut String) {
    for row in cells.chunks(4) {
        out.push_str(row.concat().trim_end());
        out.push('\n');
    }
    cells.clear();
}

/// The piece that an action lays, which way, and over which tile: `bridge E–W, over 1,0`.
pub(super) fn piece(game: &Game, action: Action, lang: Lang) -> Option<String> {
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

/// Returns the facts of a segment: tiles of its feature, open ends, points for a claim.
pub(super) fn facts(game: &Game, node: SegmentId, claims: bool, lang: Lang) -> Vec<String> {
    let size = story::territory_size(game, node, lang.code());
    if size.is_empty() {
        return Vec::new();
    }
    let prospect = claims.then(|| game.prospect(game.actor(), node)).flatten();
    [size].into_iter().chain(prospect.map(|prospect| prospect.words(lang.code()))).collect()
}

/// Whether an action claims what it is about.
pub(super) fn claims(game: &Game, action: Action) -> bool {
    let Action::Deploy { figure, .. } = action else { return false };
    game.read().rules.figures.get(figure.index()).is_some_and(|kind| kind.decl.claims)
}

/// The terms on which an action is offered.
pub(super) fn terms(game: &Game, action: Action, lang: Lang) -> String {
    let offered = game.offer_of(action);
    offered.map_or_else(String::new, |offered| offered.terms(game.read().rules, lang.code()))
}

/// Returns the context of an action: its feature, and who offers it on what terms.
fn about(game: &Game, action: Action, lang: Lang) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(piece) = piece(game, action, lang) {
        // The cell names the tile below.
        return vec![piece];
    }
    if let Some(node) = subject(game, action) {
        parts.extend(facts(game, node, claims(game, action), lang));
    }
    if let Some(offered) = game.offer_of(action) {
        let terms = offered.terms(game.read().rules, lang.code());
        let rule = offered.by.map(|_| format!("[{}]", offered.rule));
        parts.extend([Some(terms), rule].into_iter().flatten().filter(|s| !s.is_empty()));
    }
    parts
}
