//! Figures that are nobody's.

use bastide_core::Place;

use super::place;
use crate::game::Play;

/// Returns the sentence for a moved neutral figure.
pub(super) fn moved(game: &Play, kind: &str, to: Place, lang: &str) -> String {
    let at = match to {
        Place::Tile(id) => game.state().tiles().get(id.index()).map(|tile| tile.cell().to_string()),
        _ => None,
    };
    let to_it = place(game, to, lang);
    match (at, to, lang) {
        (Some(at), _, "fr") => format!("{kind} : va en {at}"),
        (Some(at), ..) => format!("{kind}: now at {at}"),
        (None, Place::Beside(_), "fr") => format!("{kind} : rejoint 1 {to_it}"),
        (None, Place::Held(_), "fr") => format!("{kind} : chez {to_it}"),
        (None, Place::Corner(_), "fr") => format!("{kind} : va au coin {to_it}"),
        (None, _, "fr") => format!("{kind} : {to_it}"),
        (None, ..) => format!("{kind}: now {to_it}"),
    }
}
