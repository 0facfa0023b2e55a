//! The legend: what the signs on a board mean.

use std::collections::BTreeSet;

use bastide::core::Game;
use bastide::core::decl::{Lies, Per};

use super::symbols::{self, Signs};
use crate::lang::Lang;

/// Name of a declared thing in the language; its id if it has none.
pub(crate) fn name<'a>(game: Game<'a>, sort: &str, id: &'a str, lang: Lang) -> &'a str {
    let found = game.rules.names.get(&format!("{sort}.{id}")).map_or("", |text| lang.of(text));
    if found.is_empty() { id } else { found }
}

/// Every sign that lies on the board now, with its name.
pub(crate) fn legend(game: Game<'_>, signs: Signs<'_>, lang: Lang) -> String {
    let mut kinds = BTreeSet::new();
    let mut tags = BTreeSet::new();
    let mut kept = BTreeSet::new();
    let mut note = |per, of| kept.extend(game.named_numbers(per, of).map(|(key, _)| key));
    for (id, tile) in game.state.lying() {
        note(Per::Tile, id.index());
        for node in game.segments(id) {
            note(Per::Segment, node.index());
            let kind = game.state.kind(node);
            kinds.insert(kind);
            for (lane, tag) in game.rules.kinds[kind.index()].lanes.iter().enumerate() {
                if game.own_tag(node, lane as u8) > 0 && signs.shows(tag) {
                    tags.insert(tag.as_str());
                }
            }
        }
        if let Some(ty) = game.rules.types.get(tile.kind().index()) {
            let shown = ty.decl.tags.iter().filter(|(tag, _)| signs.shows(tag));
            tags.extend(shown.map(|(tag, _)| tag.as_str()));
        }
    }
    let mut entries = Vec::new();
    for kind in kinds {
        let decl = &game.rules.kinds[kind.index()].decl;
        let (sign, style) = match decl.lies {
            Lies::Whole => signs.fill(&decl.name),
            Lies::Middle => signs.path(&decl.name, 0b1010),
            Lies::Centre => signs.centre(&decl.name),
            Lies::Rest => continue,
        };
        entries.push(format!("{style}{sign}{style:#} {}", name(game, "feature", &decl.name, lang)));
    }
    for tag in tags {
        let (sign, style) = signs.tag(tag);
        entries.push(format!("{style}{sign}{style:#} {}", name(game, "tag", tag, lang)));
    }
    let mut figures = BTreeSet::new();
    for figure in game.figures().filter(|f| game.figure_node(*f).is_some()) {
        note(Per::Figure, figure.index());
        figures.insert(game.state.figure_kind(figure));
    }
    for kind in figures {
        let id = &game.rules.figures[kind.index()].decl.name;
        if let Some(mark) = symbols::figure(game.rules, kind) {
            entries.push(format!("A{mark} {}", name(game, "figure", id, lang)));
        }
    }
    for (i, id) in game.rules.neutrals.iter().enumerate() {
        if game.neutral_cell(bastide::core::ids::NeutralId(i as u8)).is_some() {
            let (sign, style) = symbols::neutral(id);
            entries.push(format!("{style}{sign}{style:#} {}", name(game, "neutral", id, lang)));
        }
    }
    for key in kept {
        let (sign, style) = signs.kept(game.rules, key);
        let called = game.rules.state_name(key);
        entries.push(format!("{style}{sign}{style:#} {}", name(game, "state", &called, lang)));
    }
    entries.join("   ")
}
