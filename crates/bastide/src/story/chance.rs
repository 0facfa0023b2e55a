//! What chance gave, as a sentence.

use bastide_core::ids::{Player, TileTypeId};
use bastide_core::{Action, Effect};

use super::{by, name, player_name, tile_words};
use crate::game::{Entry, Play};

/// What chance gave and for whom, as a seat may know it: `Ana rolls 4 (die of luck)`, `Ana draws: city tile`. None for what
/// chance does not give, and for the tile of a part, which is seen as it is placed.
#[must_use]
pub fn chance_line(game: &Play, entry: &Entry, seat: Player, lang: &str) -> Option<String> {
    match entry.action {
        Action::Roll { value } => Some(rolled(game, entry, (value, seat), lang)),
        Action::Draw { .. } => {
            let outcome = game.outcome_for(&entry.outcome, seat);
            outcome.effects.iter().find_map(|logged| match logged.effect {
                Effect::Drawn { tile, to, player, .. } if to.is_some() || player.is_some() => {
                    Some(drawn(game, tile, player, lang))
                }
                _ => None,
            })
        }
        _ => None,
    }
}

/// A number that chance gave: the word that its step has for it, if there is one.
fn rolled(game: &Play, entry: &Entry, (value, seat): (u32, Player), lang: &str) -> String {
    let rules = &game.rules().ruleset;
    let who = player_name(game, entry.turn_of);
    let step = entry.step.as_deref().unwrap_or_default();
    let declared = |key: String| {
        rules.names.contains_key(&format!("step.{key}")).then(|| name(rules, &["step"], &key, lang))
    };
    let what = if game.text_for(entry, seat) == entry.text {
        declared(format!("{step}.{value}")).unwrap_or_else(|| value.to_string())
    } else {
        by(lang, "something unseen", "un résultat secret").to_owned()
    };
    let about = declared(step.to_owned()).map(|step| format!(" ({step})")).unwrap_or_default();
    match lang {
        "fr" => format!("{who} obtient {what}{about}"),
        _ => format!("{who} rolls {what}{about}"),
    }
}

/// A tile that chance drew into a zone, or for somebody.
fn drawn(game: &Play, tile: TileTypeId, player: Player, lang: &str) -> String {
    let words = match (tile == TileTypeId::NONE, lang) {
        (true, "fr") => "une tuile, en secret".to_owned(),
        (true, _) => "a tile, unseen".to_owned(),
        (false, _) => tile_words(&game.rules().ruleset, tile, lang),
    };
    match (game.names().get(player.index()), lang) {
        (Some(player), "fr") => format!("{player} pioche : {words}"),
        (Some(player), _) => format!("{player} draws: {words}"),
        (None, "fr") => format!("pioche : {words}"),
        (None, _) => format!("drawn: {words}"),
    }
}
