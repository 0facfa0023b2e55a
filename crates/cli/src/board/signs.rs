//! The legend: what the signs on a board mean.

use std::collections::BTreeSet;

use bastide::core::Game;
use bastide::core::decl::{Lies, Per};
use bastide::core::ids::{FigureId, SegmentId};

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
    for (id, tile) in game.state.lying() {
        for node in game.segments(id) {
            let kind = game.state.kind(node);
            kinds.insert(kind);
            for (lane, tag) in game.rules.kinds[kind.index()].lanes.iter().enumerate() {
                if game.own_tag(node, lane as u8) > 0 && !signs.counts(tag) {
                    tags.insert(tag.as_str());
                }
            }
        }
        if let Some(ty) = game.rules.types.get(tile.kind().index()) {
            tags.extend(ty.decl.tags.iter().map(|(tag, _)| tag.as_str()));
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
    let things = [
        (Per::Tile, game.state.lying().map(|(id, _)| id.index()).collect()),
        (
            Per::Segment,
            game.state
                .lying()
                .flat_map(|(id, _)| game.segments(id))
                .map(SegmentId::index)
                .collect(),
        ),
        (Per::Figure, game.figures().map(FigureId::index).collect::<Vec<usize>>()),
    ];
    let mut kept = BTreeSet::new();
    for (per, all) in things {
        for (key, _) in all.into_iter().flat_map(|of| game.named_numbers(per, of)) {
            let called = format!(
                "{}.{}",
                game.rules.expansions[usize::from(key.expansion.0)].id,
                key.decl.name
            );
            let (sign, style) = signs.kept(game.rules, key);
            kept.insert(format!("{style}{sign}{style:#} {}", name(game, "state", &called, lang)));
        }
    }
    entries.extend(kept);
    entries.join("   ")
}
