//! Schedule of the rooms in memory, so that a server with thousands of them visits only those that are due.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::live::Live;

/// Rooms of a thread that keep engines in which scripts run, however long nobody needs them.
const WARM: usize = 4;
/// Other rooms keep them for so long.
pub(super) const COOLS_AFTER: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 5 });
/// Places that a room takes whose game has such an engine.
const HEAVY: usize = 4;

/// The rooms in memory.
#[derive(Debug)]
pub(super) struct Awake {
    rooms: BTreeMap<String, Slot>,
    /// Due times of the rooms that were not handed out.
    times: BTreeSet<(Instant, String)>,
    /// Rooms handed out since the times were recorded; their times may have changed.
    handed_out: BTreeSet<String>,
    /// Whether rooms are kept, and so may leave the memory.
    keeps: bool,
}

#[derive(Debug)]
struct Slot {
    live: Live,
    /// Due time as recorded in `times`.
    noted: Option<Instant>,
    /// When it was handed out last.
    used: Instant,
}

impl Slot {
    /// When there is something to be done in it, or, where nothing is, it may rest.
    fn time(&self, keeps: bool) -> Option<Instant> {
        self.live.wakes().or_else(|| keeps.then_some(self.live.rests))
    }
}

impl Awake {
    /// No rooms yet. Only rooms that are kept can rest.
    pub(super) fn new(keeps: bool) -> Self {
        let (rooms, times, handed_out) = Default::default();
        Self { rooms, times, handed_out, keeps }
    }

    /// Whether there is any.
    pub(super) fn is_any(&self) -> bool {
        !self.rooms.is_empty()
    }

    /// How many places they take.
    pub(super) fn weight(&self) -> usize {
        let weight = |slot: &Slot| if slot.live.room.is_heavy() { HEAVY } else { 1 };
        self.rooms.values().map(weight).sum()
    }

    /// Takes their engines from the rooms that nobody needs, beyond some that were needed last: engines in which scripts run take
    /// memory.
    pub(super) fn cool(&mut self, now: Instant) {
        let slots = self.rooms.values_mut().filter(|slot| slot.live.room.is_heavy());
        let mut heavy: Vec<&mut Slot> = slots.collect();
        heavy.sort_unstable_by_key(|slot| std::cmp::Reverse(slot.used));
        for slot in heavy.into_iter().skip(WARM) {
            if slot.used + COOLS_AFTER <= now {
                slot.live.room.cool();
            }
        }
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.rooms.contains_key(name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Live)> {
        self.rooms.iter().map(|(name, slot)| (name, &slot.live))
    }

    /// All of them, for something that may change each.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&String, &mut Live)> {
        self.handed_out.extend(self.rooms.keys().cloned());
        self.rooms.iter_mut().map(|(name, slot)| (name, &mut slot.live))
    }

    /// A room, to be asked or changed.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Live> {
        let slot = self.rooms.get_mut(name)?;
        if !self.handed_out.contains(name) {
            self.handed_out.insert(name.to_owned());
        }
        slot.used = Instant::now();
        Some(&mut slot.live)
    }

    pub(super) fn insert(&mut self, name: &str, live: Live) {
        self.remove(name);
        self.handed_out.insert(name.to_owned());
        self.rooms.insert(name.to_owned(), Slot { live, noted: None, used: Instant::now() });
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Live> {
        let slot = self.rooms.remove(name)?;
        if let Some(noted) = slot.noted {
            self.times.remove(&(noted, name.to_owned()));
        }
        Some(slot.live)
    }

    /// Returns the next due time.
    pub(super) fn next(&mut self) -> Option<Instant> {
        self.note();
        let next = self.times.first().map(|(time, _)| *time);
        let keeps = self.keeps;
        debug_assert_eq!(next, self.rooms.values().filter_map(|slot| slot.time(keeps)).min());
        next
    }

    /// Returns the rooms that are due.
    pub(super) fn due(&mut self, now: Instant) -> Vec<String> {
        self.note();
        let due = self.times.iter().take_while(|(time, _)| *time <= now);
        due.map(|(_, name)| name.clone()).collect()
    }

    /// Notes the times of the rooms that were handed out.
    fn note(&mut self) {
        for name in std::mem::take(&mut self.handed_out) {
            let Some(slot) = self.rooms.get_mut(&name) else { continue };
            let time = slot.time(self.keeps);
            if time == slot.noted {
                continue;
            }
            let before = std::mem::replace(&mut slot.noted, time);
            if let Some(before) = before {
                self.times.remove(&(before, name.clone()));
            }
            self.times.extend(time.map(|time| (time, name)));
        }
    }
}
