//! Several people over a network that loses, doubles and reorders messages, and a program that stops and starts again.
//! `BASTIDE_GAMES=100000` tries more sequences of events.

use bastide::Record;

use super::*;

/// What happens between people, network and table.
#[derive(Clone, Debug)]
enum Event {
    /// Somebody looks at the table.
    Look(usize),
    /// Somebody asks for something that they believe possible; it is on its way.
    Ask { who: usize, pick: usize },
    /// Something arrives; it may arrive again.
    Arrive { which: usize, again: bool },
    /// Something never arrives.
    Lose(usize),
    /// Chance answers.
    Advance,
    /// The program stops and starts again with the stored state.
    Crash,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        5 => (0_usize..3).prop_map(Event::Look),
        6 => (0_usize..3, 0_usize..50).prop_map(|(who, pick)| Event::Ask { who, pick }),
        8 => (0_usize..8, any::<bool>()).prop_map(|(which, again)| Event::Arrive { which, again }),
        1 => (0_usize..8).prop_map(Event::Lose),
        5 => Just(Event::Advance),
        1 => Just(Event::Crash),
    ]
}

/// Somebody at a page.
struct Client {
    key: Key,
    seen: Option<Now>,
    words: usize,
}

impl Client {
    fn look(&mut self, room: &mut Room) {
        let viewer = room.viewer(Some(self.key));
        self.seen = Some(room.now(viewer, "en"));
    }

    /// Returns a request that fits what the person saw last.
    fn asks(&mut self, pick: usize) -> Option<Asked> {
        let seen = self.seen.as_ref()?;
        let ask = seen.ask.as_ref()?;
        if ask.held.is_some() && ask.held == seen.you {
            return Some(Asked::Done { n: seen.n });
        }
        let item = ask.options.get(pick % ask.options.len().max(1))?;
        self.words += 1;
        let action = match item.range {
            Some((from, _)) => format!("{} {from}", item.action),
            None => item.action.clone(),
        };
        Some(Asked::Act {
            n: seen.n,
            action,
            id: self.words.to_string(),
            done: pick.is_multiple_of(3),
        })
    }
}

/// Restores a room from its stored state.
fn again(room: &Room) -> Room {
    let text = room.game().expect("a game").record().to_string();
    let record = Record::parse("game.bastide", &text).expect("a record");
    let game = record.replay(&Library::official()).expect("the same game");
    let mut fresh = Room::of(game, Arc::clone(&room.library), Arc::clone(&room.look), HOST);
    fresh.seats.clone_from(&room.seats);
    fresh
}

/// A document without what counts messages.
fn document(room: &mut Room, key: Key) -> serde_json::Value {
    let viewer = room.viewer(Some(key));
    let mut now = serde_json::to_value(room.now(viewer, "en")).expect("a document");
    for part in ["version", "notes", "phrases"] {
        now.as_object_mut().expect("a table").remove(part);
    }
    now["board"].as_object_mut().expect("a board").remove("picture");
    now
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(games(48)))]

    #[test]
    fn whatever_the_network_does_all_see_the_game_that_was_kept(
        events in prop::collection::vec(event(), 1..160),
        hands: bool,
    ) {
        let (mut room, keys) = begun(if hands { HANDS } else { PLAIN });
        let mut clients = [keys[0], keys[1], keys[0]].map(|key| Client { key, seen: None, words: 0 });
        // The third sits at another page of the first one's seat, and says words of his own.
        clients[2].words = 10_000;
        let mut under_way: Vec<(Key, Asked)> = Vec::new();
        let mut carried_out: Vec<(Key, String)> = Vec::new();
        for event in events {
            match event {
                Event::Look(who) => clients[who].look(&mut room),
                Event::Ask { who, pick } => {
                    let key = clients[who].key;
                    under_way.extend(clients[who].asks(pick).map(|asked| (key, asked)));
                }
                Event::Arrive { which, again } if !under_way.is_empty() => {
                    let which = which % under_way.len();
                    let (key, asked) = if again { under_way[which].clone() } else { under_way.remove(which) };
                    let before = n(&room);
                    let answer = ask(&mut room, key, asked.clone());
                    let done = matches!(answer, Answer::Done { .. });
                    prop_assert!(done || n(&room) == before, "a refusal changes nothing");
                    if n(&room) > before && let Asked::Act { id, .. } = asked {
                        prop_assert!(!carried_out.contains(&(key, id.clone())), "twice: {id}");
                        carried_out.push((key, id));
                    }
                }
                Event::Lose(which) if !under_way.is_empty() => {
                    under_way.remove(which % under_way.len());
                }
                Event::Arrive { .. } | Event::Lose(_) => {}
                Event::Advance => { room.advance(); }
                Event::Crash => room = again(&room),
            }
        }
        // At the end nothing is in flight, nobody waits, and everybody reads.
        room.held = None;
        settle(&mut room);
        let mut kept = again(&room);
        for client in &mut clients {
            client.look(&mut room);
            prop_assert_eq!(client.seen.as_ref().map(|now| now.n), Some(n(&room)));
            prop_assert_eq!(document(&mut room, client.key), document(&mut kept, client.key));
        }
    }
}
