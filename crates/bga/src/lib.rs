//! Logs of Board Game Arena: games of the base game for 2 to 5 players become records.
//!
//! A log says which tile was drawn, where it was placed and where a meeple went. It names tile types and places by numbers
//! of its own. Some places may mean several segments; the points that the log reports tell which one is right. A log that
//! has something unknown (an expansion, a tile type, a kind of meeple) is refused with its name.

mod log;
mod replay;
mod tiles;

use bastide::record::Said;
use bastide::{Config, Library, Record, Rules, Setup};
use bastide_core::Fault;
use bastide_core::ids::Player;

use log::Log;
use replay::Replayed;

/// Longest log that is read, in bytes.
pub const FILE_BYTES_MAX: usize = 8 << 20;

/// What to do with the names of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// Keep them.
    #[default]
    Keep,
    /// Call the players `A`, `B` and so on, in turn order.
    Drop,
}

/// Returns whether a text looks like a log of Board Game Arena or a list of its events, so that it is read as one.
#[must_use]
pub fn is_log(text: &str) -> bool {
    let start = text.trim_start();
    (start.starts_with('{') || start.starts_with('[')) && text.contains("playTile")
}

/// Converts a log to a record that can be loaded, continued and verified. `file` names the log for people.
///
/// The record has the time that a player took for an action as a note behind the action, see
/// [`Line::thought`](bastide::record::Line::thought).
///
/// # Errors
///
/// Returns `B0001` for a text that is not a log, `B0002` for a tile type, place or figure that is not known, `B0003` for an
/// action that the rules refuse, `B0004` for points that no reading of the places gives, `B0005` for too many readings,
/// `B0006` for an impossible number of players.
pub fn convert(
    file: &str,
    text: &str,
    library: &Library,
    names: Names,
) -> Result<Record, Vec<Fault>> {
    if text.len() > FILE_BYTES_MAX {
        return Err(vec![not_a_log(file, "it is too long", "il est trop long")]);
    }
    let log = Log::read(file, text).map_err(|fault| vec![*fault])?;
    let config = Config::parse(file, &config(&log, names))?;
    let rules = Rules::new(Setup::load(&config, library)?)?;
    let Replayed { play, thought } = replay::replay(file, &log, rules)?;
    let mut record = Record::of(&play);
    let mut times = thought.into_iter();
    for line in &mut record.lines {
        if matches!(&line.what, Said::Action { actor, .. } if *actor != Player::CHANCE)
            && let Some(Some(seconds)) = times.next()
        {
            line.note = Record::thought_note(seconds);
        }
    }
    Ok(record)
}

/// The config of the game, as text: names go through the one reader that cleans them.
fn config(log: &Log, names: Names) -> String {
    let name = |(i, name): (usize, &String)| match names {
        Names::Keep => serde_json::Value::from(name.as_str()).to_string(),
        Names::Drop => format!("\"{}\"", char::from(b'A' + i as u8)),
    };
    let players: Vec<String> = log.names.iter().enumerate().map(name).collect();
    format!("edition = \"bga\"\nplayers = [{}]\n", players.join(", "))
}

fn not_a_log(file: &str, en: &str, fr: &str) -> Fault {
    let fault = Fault::new(
        "B0001",
        format!("this is not a log of Board Game Arena: {en}"),
        format!("ce n'est pas un journal de Board Game Arena : {fr}"),
    );
    fault.in_file(file).help(
        "save the answer of the table's log, or the list of events that a league keeps, as JSON",
        "enregistrez la réponse du journal de la table, ou la liste d'événements d'une ligue, en JSON",
    )
}

#[cfg(test)]
mod tests;
