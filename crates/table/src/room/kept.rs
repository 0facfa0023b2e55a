//! Stored state of a table, so that it continues after a restart: seats, settings and record.

use std::sync::Arc;

use bastide::bots::Bot;
use bastide::core::Fault;
use bastide::core::ids::Player;
use bastide::game::Play;
use bastide::{Config, Game, Library, Record, Rules, Setup};
use bastide_draw::Look;
use serde::{Deserialize, Serialize};

use super::{ANSWERS_MAX, Answer, Room};
use crate::key::{Key, Seal};
use crate::policy::Policy;
use crate::seats::Seat;

/// A table besides its record. Of keys only as much is kept as knows them again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    /// The config, before the game; later the record says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    config: Option<String>,
    host: String,
    invite: String,
    seats: Vec<Sits>,
    policy: Policy,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// Words under which actions were asked for and done, each with its seat; the latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    done: Vec<(u8, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sits {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ready: bool,
}

/// A table as it was kept, played again up to where it was: plain data, which goes to the thread of the table.
#[derive(Debug)]
pub struct Restored {
    about: About,
    keys: (Seal, Seal),
    rules: Rules,
    config: Config,
    play: Option<Play>,
}

impl Restored {
    /// Reads what was kept, with the record of its game if that had begun.
    ///
    /// # Errors
    ///
    /// What was kept is damaged; the rules have changed so that the record does not play.
    pub fn read(about: &str, record: Option<&str>, library: &Library) -> Result<Self, Vec<Fault>> {
        let about: About = serde_json::from_str(about).map_err(|e| damaged(&e.to_string()))?;
        let keys = Seal::read(&about.host).zip(Seal::read(&about.invite));
        let keys = keys.ok_or_else(|| damaged("keys"))?;
        let (rules, config, mut play) = if let Some(text) = record {
            let record = Record::parse("table", text)?;
            let game = record.replay(library).map_err(|broken| broken.faults())?;
            (game.rules().clone(), game.rules().setup.config.clone(), Some(game.into_play()))
        } else {
            let config = Config::parse("table", about.config.as_deref().unwrap_or_default())?;
            (Rules::new(Setup::load(&config, library)?)?, config, None)
        };
        play.iter_mut().for_each(Play::lean);
        Ok(Self { about, keys, rules, config, play })
    }
}

impl Room {
    /// The table besides its record, as a text that [`Restored::read`] reads.
    #[must_use]
    pub fn about(&self) -> String {
        let sits = |seat: &Seat| Sits {
            name: seat.name.clone(),
            bot: seat.bot.map(|bot| bot.name().to_owned()),
            key: seat.key.map(|key| key.to_string()),
            ready: seat.ready && self.game.is_none(),
        };
        let done = self.answers.iter().map(|(seat, word, _)| (seat.0, word.clone()));
        let about = About {
            config: self.game.is_none().then(|| self.config.written()),
            host: self.host.to_string(),
            invite: self.invite.to_string(),
            seats: self.seats.iter().map(sits).collect(),
            policy: self.policy,
            held: self.held.map(|player| player.0),
            next: self.next.clone(),
            done: done.take(ANSWERS_MAX).collect(),
        };
        // Texts and numbers always have a form as JSON.
        serde_json::to_string(&about).unwrap_or_default()
    }

    /// A table as it was kept. Its version begins at the given one, so that pages that have waited meanwhile see another one; so
    /// does the word for pictures.
    ///
    /// # Errors
    ///
    /// What was kept is damaged; scripts do not load.
    pub fn restored(
        restored: Restored,
        (version, pictures): (u64, Key),
        library: Arc<Library>,
        look: Arc<Look>,
    ) -> Result<Self, Vec<Fault>> {
        let Restored { about, keys, rules, config, play } = restored;
        let game = play.map(Game::of).transpose()?;
        let mut room = Self::with(config, &rules, game, (library, look), keys);
        if room.seats.len() != about.seats.len() {
            return Err(damaged("seats"));
        }
        for (seat, sits) in room.seats.iter_mut().zip(about.seats) {
            seat.key =
                sits.key.map(|key| Seal::read(&key).ok_or_else(|| damaged("keys"))).transpose()?;
            seat.bot = sits.bot.as_deref().and_then(Bot::named);
            (seat.name, seat.ready) = (sits.name, sits.ready);
        }
        room.policy = about.policy;
        room.pictures = (!room.policy.watchers).then_some(pictures);
        room.held = about.held.map(Player);
        room.next = about.next;
        let done = |(seat, word)| (Player(seat), word, Answer::Done { version });
        room.answers = about.done.into_iter().map(done).collect();
        (room.version, room.course) = (version, version);
        room.call_by_names();
        Ok(room)
    }
}

/// Returns whether a key is the host's of a stored table, even if the table cannot continue.
#[must_use]
pub fn is_host(about: &str, key: Key) -> bool {
    let about: Result<About, _> = serde_json::from_str(about);
    about.is_ok_and(|about| Seal::read(&about.host) == Some(key.seal()))
}

fn damaged(what: &str) -> Vec<Fault> {
    let fault = Fault::new(
        "F0042",
        format!("what was kept of this table is damaged: {what}"),
        format!("ce qui a été gardé de cette table est abîmé : {what}"),
    );
    vec![fault.help(
        "its record can still be had: `bastide serve --export ROOM > GAME.bastide`, with the name in the address",
        "la partie enregistrée reste accessible : `bastide serve --export SALLE > PARTIE.bastide`, avec le nom qui est dans l'adresse",
    )]
}
