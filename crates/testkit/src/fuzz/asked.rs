//! What is asked of a table over the net.

use std::sync::Arc;

use bastide::{Config, Library, Record, Seed};
use bastide_draw::Look;
use bastide_table::{Answer, Asked, Key, Room, Viewer};

/// Lines that are played.
const LINES: usize = 60;
/// Two people, one of whose hands is hidden from the other.
const CONFIG: &str = "players = [\"A\", \"B\"]\n[expansions]\ntactical-hand = true\n";
/// Keys: the host's, that of who is invited, those that the first two who sit down get, and nobody's.
const KEYS: [u128; 5] = [1, 2, 10, 11, 99];

/// Messages, one a line: under which of the keys, then the message; or `+` and how many milliseconds pass before the next. Whoever
/// asks is answered, with a reason if nothing happened; everybody can look at any time, and the record leads to the game.
#[must_use]
pub fn asked(data: &[u8]) -> bool {
    let Some(text) = super::text(data) else { return false };
    let Some(mut room) = room() else { return false };
    let (mut clock, mut sat, mut all) = (0_u64, 0, true);
    for line in text.lines().take(LINES) {
        if let Some(ms) = line.strip_prefix('+') {
            clock = clock.saturating_add(ms.trim().parse().unwrap_or(0));
            room.at(clock);
            continue;
        }
        let (who, message) = line.split_once(' ').unwrap_or((line, ""));
        let who = who.parse::<usize>().ok().and_then(|at| KEYS.get(at)).copied();
        let Ok(asked) = serde_json::from_str::<Asked>(message) else {
            all = false;
            continue;
        };
        let who =
            who.map(
                |bits| {
                    if bits == KEYS[1] { Key::new(KEYS[0]).invitation() } else { Key::new(bits) }
                },
            );
        one(&mut room, who, asked, &mut sat);
    }
    check(&room);
    all
}

fn room() -> Option<Room> {
    let library = Arc::new(Library::official());
    let config = Config::parse("table.toml", CONFIG).ok()?;
    Room::new(config, library, Arc::new(Look::default()), Key::new(KEYS[0])).ok()
}

fn one(room: &mut Room, key: Option<Key>, asked: Asked, sat: &mut usize) {
    let version = room.version();
    let keys: Vec<Key> = key.into_iter().collect();
    room.seen(&keys);
    let viewer = room.viewer_of(&keys);
    // Those who sit down later get keys that no line can show.
    let fresh = KEYS.get(2 + *sat).filter(|_| *sat < 2).copied().unwrap_or(1000 + *sat as u128);
    match room.ask(viewer, asked, Seed(7), || Key::new(fresh)) {
        Answer::No { code, why, .. } => {
            assert!(!code.is_empty() && !why.en.is_empty() && !why.fr.is_empty(), "no reason");
        }
        Answer::Sat { .. } => *sat += 1,
        Answer::Done { version: told } => assert!(told > version, "nothing was told"),
        Answer::Said { .. } => {}
    }
    // Not further than a person decides: bots play to the end otherwise.
    for _ in 0..4 {
        room.advance();
    }
    let _ = room.take_again();
    for (viewer, lang) in [(viewer, "en"), (Viewer::WATCHER, "fr")] {
        let now = room.now(viewer, lang);
        assert!(now.version >= version);
        assert!(serde_json::to_string(&now).is_ok_and(|text| !text.is_empty()));
    }
}

fn check(room: &Room) {
    let Some(game) = room.game() else { return };
    let text = game.record().to_string();
    let again = Record::parse("game.bastide", &text)
        .unwrap_or_else(|faults| panic!("what was kept cannot be read: {faults:?}"))
        .replay(&Library::official())
        .unwrap_or_else(|broken| panic!("what was kept cannot be played: {broken:?}"));
    assert_eq!(again.state().fingerprint(), game.state().fingerprint());
}
