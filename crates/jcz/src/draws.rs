//! What chance draws: the tiles that the file orders, then those that the other engine would draw.

use std::ops::Range;

use bastide_core::{Action, Fault};

use super::file::Saved;
use super::play::{Now, drawn};
use super::random::{self, Left};
use super::table::{ALIAS, Table, unknown_tile};
use bastide_content::manifest::jcz::Chance;

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
    if let Some(wanted) = saved.draws.get(now.drawing.next) {
        now.drawing.next += 1;
        if saved.old.is_some() {
            // There the number is drawn all the same.
            now.random.below(now.decision.weights.iter().sum());
        }
        let is = |action: &&Action| {
            drawn(**action).is_some_and(|tile| table.is_called(tile, &wanted.value))
        };
        return match options.iter().find(is) {
            Some(action) => Ok(*action),
            None if table.is_known(&wanted.value) => {
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
        let id = table.alias(tile);
        let id = saved.old.as_ref().map_or_else(|| id.to_owned(), |old| old.names.was(id));
        Some(Left { group, id, copies, index })
    });
    let left: Vec<Left> = left.collect();
    let picked = random::draw(left, &mut now.random);
    picked
        .and_then(|i| options.get(i))
        .copied()
        .ok_or_else(|| vec![unknown(saved, table, now, span)])
}

/// Reports a random draw that the other engine is not known to make.
pub(super) fn unknown(saved: &Saved, table: &Table, now: &Now, span: &Range<usize>) -> Fault {
    let step = table.rules.ruleset.step_name(now.decision.step);
    let name = step.rsplit('/').next().unwrap_or_default();
    Fault::new(
        "J0108",
        format!("nothing says how the other engine answers for chance in step `{step}`"),
        format!("rien ne dit comment l'autre moteur répond du hasard à l'étape `{step}`"),
    )
    .at(&saved.file, span.clone())
    .help(
        format!("add `[jcz.chance.{name}]` to the manifest of the expansion"),
        format!("ajoutez `[jcz.chance.{name}]` au manifeste de l'extension"),
    )
}

/// What chance rolls in a step of an expansion: one number below the sum of the weights, counted through the options
/// in the order of that engine.
pub(super) fn roll(now: &mut Now, chance: &Chance) -> Option<Action> {
    let place = |action: Action| match action {
        Action::Roll { value } => chance
            .order
            .iter()
            .position(|n| *n == value)
            .map_or(u64::from(value) + 1000, |i| i as u64),
        _ => u64::MAX,
    };
    let weight = |i: usize| now.decision.weights.get(i).copied().unwrap_or(1);
    let all = now.decision.options.iter().enumerate();
    let mut left: Vec<(u64, usize, u32, Action)> = all
        .filter_map(|(i, choice)| {
            choice.action().map(|action| (place(action), i, weight(i), action))
        })
        .collect();
    left.sort_by_key(|(place, index, ..)| (*place, *index));
    let rolled = now.random.weighted(left.iter().map(|one| one.2)).map(|i| left[i].3);
    for bound in &chance.also {
        now.random.below(*bound);
    }
    rolled
}

/// Group of a tile over there; `None` as long as it is held back.
fn group(table: &Table, now: &Now, tile: bastide_core::ids::TileTypeId) -> Option<String> {
    let types = &table.rules.ruleset.types;
    let has = |tile: bastide_core::ids::TileTypeId, tag: &str| {
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
    let mut names = types[tile.index()].decl.names(ALIAS);
    if let Some(group) = names.find_map(|name| table.words.tile_groups.get(name)) {
        return Some(group.clone());
    }
    let own = types[tile.index()].decl.group.as_deref();
    let word = own.map(|name| table.words.groups.get(name).map_or(name, String::as_str));
    Some(word.unwrap_or(GROUP).to_owned())
}
