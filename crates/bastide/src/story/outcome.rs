//! Results of an action in words.

use bastide_core::Effect;
use bastide_core::ids::{PileId, RuleId, SheetId, TileTypeId};

use super::{effect_line, sheet_line, tile_words};
use crate::game::{Outcome, Play};

/// What an action led to, line by line: points, and what else is worth telling, as it happened.
#[must_use]
pub fn outcome_lines(game: &Play, outcome: &Outcome, lang: &str) -> Vec<String> {
    outcome_turns(game, outcome, lang).concat()
}

/// Lines of what an action led to, turn by turn: those of the turn in which it was chosen, and of each that began after it.
#[must_use]
pub fn outcome_turns(game: &Play, outcome: &Outcome, lang: &str) -> Vec<Vec<String>> {
    let told = |effect: &Effect| {
        matches!(
            effect,
            // Bonuses are on the sheet of their claim.
            Effect::Paid { sheet: SheetId::NONE, .. }
                | Effect::Captured { .. }
                | Effect::TokenMoved { .. }
                | Effect::NeutralMoved { .. }
                | Effect::TileLaid { .. }
                | Effect::TileRemoved { .. }
                | Effect::Overlaid { .. }
                | Effect::Turn { .. }
                | Effect::Begins { .. }
                | Effect::Noted { .. }
        )
    };
    let (mut turns, mut lines) = (Vec::new(), Vec::new());
    for logged in &outcome.effects {
        if let Effect::TurnEnded | Effect::Interrupted { .. } = logged.effect {
            turns.push(std::mem::take(&mut lines));
        }
        if let Effect::Scored { sheet, .. } = logged.effect {
            let sheet = outcome.sheets.get(usize::from(sheet.0));
            let paid = sheet.filter(|s| !s.earned.is_empty() || !s.bonus.is_empty());
            lines.extend(paid.map(|sheet| sheet_line(game, sheet, lang)));
        }
        if let Effect::TileMoved { tile, from, to, .. } = logged.effect {
            lines.extend(put_aside(game, tile, (from, to), logged.rule, lang));
        }
        if told(&logged.effect) {
            lines.extend(effect_line(game, logged, lang));
        }
    }
    turns.push(lines);
    turns
}

/// A tile that goes to the box without being played.
fn put_aside(
    game: &Play,
    tile: TileTypeId,
    (from, to): (PileId, PileId),
    rule: RuleId,
    lang: &str,
) -> Option<String> {
    let rules = &game.rules().ruleset;
    let id = &rules.types.get(tile.index())?.decl.id;
    let rule = rules.rule_name(rule);
    let cited = if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
    let words = tile_words(rules, tile, lang);
    // Only the tile that was drawn was to be placed.
    let what = match (from.is_some(), lang) {
        (true, "fr") => "est écartée",
        (true, _) => "is put aside",
        (false, "fr") => "ne peut être posée nulle part : écartée",
        (false, _) => "fits nowhere and is put aside",
    };
    (rules.pile("out") == Some(to)).then(|| match lang {
        "fr" => format!("la {words} ({id}) {what}{cited}"),
        _ => format!("{words} ({id}) {what}{cited}"),
    })
}
