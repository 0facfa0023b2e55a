//! What chance draws: the tiles that the file orders, then those that the other engine would draw.

use std::ops::Range;

use bastide_core::{Action, Fault};

use super::file::Saved;
use super::play::{Now, drawn};
use super::random::{self, Left};
use super::table::{ALIAS, Table, unknown_tile};

/// Group of tiles that name none.
const GROUP: &str = "default";

/// How far the ordered tiles are used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    next: usize,
}

/// Answers for chance.
pub(super) fn pick(
    saved: &Saved,
    table: &Table,
    now: &mut Now,
    span: &Range<usize>,
) -> Result<Action, Vec<Fault>> {
    let options: Vec<Action> = now.decision.options.iter().filter_map(|c| c.action()).collect();
    let types = &table.rules.ruleset.types;
    if let Some(wanted) = saved.draws.get(now.drawing.next) {
        now.drawing.next += 1;
        let is = |action: &&Action| {
            drawn(**action).is_some_and(|tile| table.alias(tile) == wanted.value)
        };
        return match options.iter().find(is) {
            Some(action) => Ok(*action),
            None if types.iter().any(|t| t.decl.aliases.get(ALIAS) == Some(&wanted.value)) => {
                let id = &wanted.value;
                let fault = Fault::new(
                    "J0106",
                    format!("`{id}` is not among the tiles to draw now"),
                    format!("`{id}` n'est pas parmi les tuiles à piocher maintenant"),
                );
                Err(vec![fault.at(&saved.file, wanted.span.clone())])
            }
            None => Err(vec![unknown_tile(saved, wanted)]),
        };
    }
    let left = options.iter().enumerate().filter_map(|(index, action)| {
        let tile = drawn(*action)?;
        let group = group(table, now, tile)?;
        let copies = now.decision.weights.get(index).copied().unwrap_or(1);
        Some(Left { group, id: table.alias(tile).to_owned(), copies, index })
    });
    let left: Vec<Left> = left.collect();
    let picked = random::draw(left, &mut now.random);
    picked.and_then(|i| options.get(i)).copied().ok_or_else(|| {
        let fault = Fault::new(
            "J0108",
            "chance is asked for something that the other engine does not draw",
            "le hasard doit décider de ce que l'autre moteur ne pioche pas",
        );
        vec![fault.at(&saved.file, span.clone())]
    })
}

/// Group of a tile over there; `None` as long as it is held back.
fn group(table: &Table, now: &Now, tile: bastide_core::ids::TypeId) -> Option<String> {
    let types = &table.rules.ruleset.types;
    let has = |tile: bastide_core::ids::TypeId, tag: &str| {
        let decl = &types[tile.index()].decl;
        let mut tags = decl.tags.iter().chain(decl.segments.iter().flat_map(|s| &s.tags));
        tags.any(|(name, n)| name == tag && *n > 0)
    };
    for held in &table.words.held {
        if has(tile, &held.tag) {
            let there = now.state.tiles().iter().any(|t| has(t.kind(), &held.until));
            return there.then(|| held.group.clone());
        }
    }
    let own = types[tile.index()].decl.group.as_deref();
    let word = own.map(|name| table.words.groups.get(name).map_or(name, String::as_str));
    Some(word.unwrap_or(GROUP).to_owned())
}
