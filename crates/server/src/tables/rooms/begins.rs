//! New rooms, and which give way to them.

use std::path::PathBuf;

use bastide::core::Fault;
use bastide::{Game, Rules};
use bastide_table::{Key, PAUSE_MAX, Phase, Policy, Room};
use tracing::info;

use super::Rooms;
use crate::tables::fresh::{fresh, name, random, thread_of};
use crate::tables::live::Live;
use crate::tables::said::Said;

/// Code of the fault that there is no place for another table.
pub(in crate::tables) const FULL: &str = "F0038";

/// What a table begins with.
pub(in crate::tables) enum Begins {
    /// The rules of a config, whose seats are still to be taken.
    Rules(Box<Rules>),
    /// A game that has begun, kept from here on; at a table that is kept as another one, or as is usual.
    Game(Box<bastide::Play>, Option<Policy>),
    /// A game whose record goes on in its file.
    Resumed(Box<bastide::Play>, PathBuf),
}

impl Rooms {
    /// A table of a name that is new; the key of its host.
    pub(in crate::tables) fn begin(
        &mut self,
        name: &str,
        begins: Begins,
    ) -> Result<Key, Vec<Fault>> {
        self.make_place()?;
        let (host, pictures) = (fresh()?, fresh()?);
        let (library, look) = (self.library.clone(), self.options.look.clone());
        let of = |mut play: bastide::Play| {
            play.lean();
            Ok::<_, Vec<Fault>>(Room::of(Game::of(play)?, library.clone(), look.clone(), host))
        };
        let mut policy = self.policy();
        let (room, file) = match begins {
            Begins::Rules(rules) => {
                (Room::of_rules(&rules, library.clone(), look.clone(), host), None)
            }
            Begins::Game(play, as_there) => {
                policy = as_there.unwrap_or(policy);
                (of(*play)?, None)
            }
            Begins::Resumed(play, file) => (of(*play)?, Some(file)),
        };
        let room = room.kept(policy, pictures);
        let resumed = file.is_some();
        self.take_in(name, room, Said::default(), file);
        if let Some(live) = self.live.get_mut(name).filter(|_| !resumed) {
            live.is_new();
        }
        self.touched.insert(name.to_owned());
        info!(target: "bastide::table", room = name, "made");
        Ok(host)
    }

    /// How tables are kept if nobody says otherwise.
    fn policy(&self) -> Policy {
        Policy {
            pause: self.options.pause.as_millis().min(PAUSE_MAX.into()) as u16,
            ..Policy::default()
        }
    }

    /// Where there is no place for another table, one gives way: that which nobody asked anything of for longest. If it is kept, it
    /// is found again when somebody comes; else only one at which nobody plays may go.
    pub(super) fn make_place(&mut self) -> Result<(), Vec<Fault>> {
        let tables = self.options.door.limits().tables as usize;
        let places = tables.div_ceil(self.options.threads.max(1)).max(1);
        while self.live.weight() >= places {
            self.one_goes(tables)?;
        }
        Ok(())
    }

    fn one_goes(&mut self, tables: usize) -> Result<(), Vec<Fault>> {
        let keeps = self.shelf.keeps();
        let may_go = |name: &String, live: &Live| {
            let watched = live.changed.receiver_count() > 0 || self.touched.contains(name);
            if keeps { !watched } else { live.room.phase() != Phase::Playing }
        };
        let idle = self.live.iter().filter(|(name, live)| may_go(name, live));
        let oldest = idle.min_by_key(|(_, live)| live.asked).map(|(name, _)| name.clone());
        let name = oldest.ok_or_else(|| vec![full(tables)])?;
        self.live.remove(&name);
        self.options.door.left(&name);
        info!(target: "bastide::table", room = name, "gave way");
        Ok(())
    }

    /// The people of a room play once more, in another one of this thread; its name.
    pub(super) fn go_on(&mut self, from: &str, room: Room) -> Result<String, Vec<Fault>> {
        self.make_place()?;
        let mut next = name(random()?);
        while thread_of(&next, self.options.threads) != self.thread {
            next = name(random()?);
        }
        self.take_in(&next, room, Said::default(), None);
        if let Some(live) = self.live.get_mut(&next) {
            live.is_new();
        }
        if let Some(live) = self.live.get_mut(from) {
            live.room.goes_on_at(&next);
        }
        info!(target: "bastide::table", room = next, "made");
        self.touched.insert(next.clone());
        Ok(next)
    }
}

fn full(tables: usize) -> Fault {
    Fault::new(
        FULL,
        format!("there are {tables} tables already"),
        format!("il y a déjà {tables} tables"),
    )
    .help(
        "play at one of them, or start the command again",
        "jouez à l'une d'elles, ou relancez la commande",
    )
}
