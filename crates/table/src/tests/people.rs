//! Who is here, what they agree on, what they say.

use super::*;

const THREE: &str = "players = [\"A\", \"B\", \"C\"]\n[expansions]\n";

fn three() -> (Room, [Key; 3]) {
    let mut room = room(THREE);
    let keys = [sit(&mut room, 0, "Ana"), sit(&mut room, 1, "Bo"), sit(&mut room, 2, "Cléo")];
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    settle(&mut room);
    (room, keys)
}

fn done(answer: &Answer) {
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
}

fn seat(room: &mut Room, at: usize) -> SeatNow {
    room.now(Viewer::WATCHER, "en").seats[at].clone()
}

/// Somebody plays until another is awaited.
fn turn(room: &mut Room, key: Key) {
    let seat = room.viewer(Some(key)).seat;
    for id in 0.. {
        if room.held == Some(seat) {
            let n = n(room);
            done(&ask(room, key, Asked::Done { n }));
            settle(room);
            break;
        }
        if room.phase() == Phase::Over {
            break;
        }
        done(&act(room, key, 0, &format!("{seat:?}{id}{}", n(room))));
        settle(room);
    }
}

#[test]
fn who_is_here_is_told_when_they_come_and_when_they_have_gone() {
    let (mut room, keys) = three();
    let version = room.version();
    assert!(seat(&mut room, 0).here && seat(&mut room, 2).here);
    assert_eq!(room.alarm(), Some(HERE_MS));
    room.at(20_000);
    room.seen(&[keys[0], keys[1]]);
    assert_eq!(room.version(), version, "nothing else is to be seen");
    room.at(HERE_MS);
    assert!(room.version() > version && seat(&mut room, 0).here && !seat(&mut room, 2).here);
    let version = room.version();
    room.seen(&[Key::new(77), keys[2]]);
    assert!(room.version() > version && seat(&mut room, 2).here);
    room.at(0);
    assert!(seat(&mut room, 2).here, "time does not go back");
}

#[test]
fn a_table_with_somebody_called_as_another_seat_goes_on_after_the_program_ended() {
    let mut room = room(PLAIN);
    let sit_as = |name: &str| Asked::Sit { seat: Some(0), name: name.to_owned() };
    for wrong in ["a\"b", "\u{3164}", "a\u{200d}b", "B\u{fe0f}"] {
        assert_eq!(code(&ask(&mut room, HOST.invitation(), sit_as(wrong))), "seat", "{wrong:?}");
    }
    let keys = [sit(&mut room, 0, "علی\u{200c}رضا"), sit(&mut room, 1, "1")];
    done(&ask(&mut room, HOST, Asked::Start));
    settle(&mut room);
    turn(&mut room, keys[0]);
    let record = room.game().expect("a game").record().to_string();
    let (library, look) = (Arc::clone(&room.library), Arc::clone(&room.look));
    let kept = (room.about(), Some(record.as_str()));
    let kept = Restored::read(&kept.0, kept.1, &library).expect("it is read");
    let again = Room::restored(kept, (9, Key::new(9)), library, look);
    let again = again.expect("it goes on");
    assert_eq!(n(&again), n(&room));
    assert_eq!(again.seats[1].name, "1");
}

#[test]
fn whoever_takes_a_seat_of_a_game_has_a_name_of_their_own() {
    let mut room = room(PLAIN);
    let ana = sit(&mut room, 0, "Ana");
    let bot = Asked::Bot { seat: 1, bot: "greedy".to_owned() };
    done(&ask(&mut room, HOST, bot));
    done(&ask(&mut room, HOST, Asked::Start));
    settle(&mut room);
    let sit_as = |name: &str| Asked::Sit { seat: Some(1), name: name.to_owned() };
    assert_eq!(code(&ask(&mut room, HOST.invitation(), sit_as("Ana"))), "seat");
    let viewer = room.viewer(Some(HOST.invitation()));
    let sat = room.ask(viewer, sit_as("Eve"), Seed(7), || Key::new(50));
    assert!(matches!(sat, Answer::Sat { seat: 1, .. }), "{sat:?}");
    let names = |room: &Room| room.game().expect("a game").names().to_vec();
    assert_eq!(
        (&*seat(&mut room, 1).name, names(&room)),
        ("Eve", vec!["Ana".into(), "Eve".into()])
    );
    // A name is set later too, by whoever has it; the record keeps those with which the game began.
    let name = |name: &str| Asked::Name { name: name.to_owned() };
    for (wrong, why) in [("Ana", "seat"), ("", "seat"), ("A\u{fe0f}na", "seat")] {
        assert_eq!(code(&ask(&mut room, Key::new(50), name(wrong))), why, "{wrong:?}");
    }
    assert_eq!(code(&ask(&mut room, HOST, name("Zoé"))), "key", "the host has no seat");
    done(&ask(&mut room, Key::new(50), name("Zoé")));
    assert_eq!(names(&room), ["Ana", "Zoé"]);
    let notes = room.now(Viewer::WATCHER, "fr").notes;
    assert!(notes.iter().any(|(_, said)| said == "Eve s'appelle désormais Zoé."), "{notes:?}");
    let record = room.game().expect("a game").record().to_string();
    assert!(record.contains("player 1 Ana") && !record.contains("Zoé"), "{record}");
    let (library, look) = (Arc::clone(&room.library), Arc::clone(&room.look));
    let kept = Restored::read(&room.about(), Some(&record), &library).expect("it is read");
    let again = Room::restored(kept, (9, Key::new(9)), library, look).expect("it goes on");
    assert_eq!((names(&again), n(&again)), (names(&room), n(&room)));
    let n = n(&room);
    let then = room.then(room.viewer(Some(ana)), n, "en").expect("then");
    assert_eq!(then.seats[1].name, "Zoé");
}

#[test]
fn a_bot_stands_in_until_the_person_is_here_again() {
    let (mut room, keys) = three();
    let bot = |seat| Asked::Bot { seat, bot: "greedy".to_owned() };
    assert_eq!(code(&ask(&mut room, HOST, bot(1))), "seat", "Bo is here");
    room.at(HERE_MS);
    room.seen(&[keys[0]]);
    done(&ask(&mut room, HOST, bot(1)));
    let bo = seat(&mut room, 1);
    assert!(bo.stand_in && bo.bot == Some("greedy") && !bo.free && !bo.here);
    // Nobody else can take the seat.
    let sit = Asked::Sit { seat: Some(1), name: "Eve".into() };
    assert_eq!(code(&ask(&mut room, HOST.invitation(), sit)), "seat");
    turn(&mut room, keys[0]);
    assert_eq!(room.awaited(), Some(2), "the bot has played");
    room.seen(&[keys[1]]);
    let bo = seat(&mut room, 1);
    assert!(bo.here && !bo.stand_in && bo.bot.is_none());
    let notes = room.now(Viewer::WATCHER, "fr").notes;
    assert!(notes.iter().any(|(_, said)| said == "Bo est de retour."), "{notes:?}");
}

#[test]
fn those_who_are_here_vote_a_bot_for_who_is_awaited_and_gone() {
    let (mut room, keys) = three();
    let wish = |room: &mut Room| room.now(Viewer::WATCHER, "en").wish;
    room.at(GONE_MS - 1);
    room.seen(&[keys[1], keys[2]]);
    assert_eq!(code(&ask(&mut room, keys[1], Asked::StandIn { seat: 0 })), "seat", "too early");
    assert_eq!(room.alarm(), Some(GONE_MS));
    room.at(GONE_MS);
    assert!(seat(&mut room, 0).late);
    assert_eq!(code(&ask(&mut room, HOST, Asked::StandIn { seat: 0 })), "key", "no seat");
    assert_eq!(code(&ask(&mut room, keys[1], Asked::StandIn { seat: 2 })), "seat", "not awaited");
    assert_eq!(code(&ask(&mut room, keys[1], Asked::StandIn { seat: 9 })), "seat");
    done(&ask(&mut room, keys[1], Asked::StandIn { seat: 0 }));
    let asked = wish(&mut room).expect("a wish");
    assert_eq!((asked.yes, asked.of, asked.asked), (vec![1], 2, vec![1, 2]));
    // One "no" of two is enough; a repeated proposal needs new votes.
    done(&ask(&mut room, keys[2], Asked::Vote { wish: asked.id, yes: false }));
    assert!(wish(&mut room).is_none() && seat(&mut room, 0).bot.is_none());
    assert_eq!(code(&ask(&mut room, keys[2], Asked::Vote { wish: asked.id, yes: true })), "stale");
    done(&ask(&mut room, keys[1], Asked::StandIn { seat: 0 }));
    done(&ask(&mut room, keys[2], Asked::StandIn { seat: 0 }));
    assert!(seat(&mut room, 0).stand_in);
    settle(&mut room);
    assert_eq!(room.awaited(), Some(1));
    // It lapses when the person comes.
    room.seen(&[keys[0]]);
    room.at(3 * GONE_MS);
    room.seen(&[keys[0], keys[2]]);
    done(&ask(&mut room, keys[0], Asked::StandIn { seat: 1 }));
    room.seen(&[keys[1]]);
    assert!(wish(&mut room).is_none());
    assert!(seat(&mut room, 1).bot.is_none());
}

#[test]
fn more_is_taken_back_if_all_agree() {
    let (mut room, keys) = three();
    turn(&mut room, keys[0]);
    turn(&mut room, keys[1]);
    let (so_far, first) = (n(&room), 1);
    let drawn = room.game().expect("a game").entries()[0].text.clone();
    let back = |n, to| Asked::Back { n, to };
    assert_eq!(code(&ask(&mut room, keys[0], back(so_far - 1, first))), "stale");
    assert_eq!(code(&ask(&mut room, keys[0], back(so_far, so_far))), "illegal");
    assert_eq!(code(&ask(&mut room, HOST, back(so_far, first))), "key");
    done(&ask(&mut room, keys[0], back(so_far, first)));
    assert_eq!(code(&ask(&mut room, keys[1], back(so_far, first + 1))), "soon");
    let id = room.now(Viewer::WATCHER, "en").wish.expect("a wish").id;
    // A no ends it, and so does an action.
    done(&ask(&mut room, keys[2], Asked::Vote { wish: id, yes: false }));
    assert!(room.now(Viewer::WATCHER, "en").wish.is_none());
    done(&ask(&mut room, keys[0], back(so_far, first)));
    done(&act(&mut room, keys[2], 0, "on"));
    assert!(room.now(Viewer::WATCHER, "en").wish.is_none());
    let so_far = n(&room);
    done(&ask(&mut room, keys[0], back(so_far, first)));
    let id = room.now(Viewer::WATCHER, "en").wish.expect("a wish").id;
    done(&ask(&mut room, keys[1], Asked::Vote { wish: id, yes: true }));
    done(&ask(&mut room, keys[1], Asked::Vote { wish: id, yes: true }));
    assert_eq!(n(&room), so_far, "a voice counts once");
    done(&ask(&mut room, keys[2], Asked::Vote { wish: id, yes: true }));
    assert_eq!((n(&room), room.awaited()), (first, Some(0)));
    assert_eq!(room.game().expect("a game").entries()[0].text, drawn);
    let notes = room.now(Viewer::WATCHER, "en").notes;
    assert!(notes.iter().any(|(_, said)| said.starts_with("Taken back, as all agreed")));
    // Chance answers as it did.
    let before: Vec<String> = texts(&room);
    turn(&mut room, keys[0]);
    let after = texts(&room);
    assert_eq!(before[..], after[..first]);
}

#[test]
fn who_shows_keys_is_told_which_seats_are_still_theirs() {
    let mut room = room(THREE);
    let keys = [sit(&mut room, 0, "Ana"), sit(&mut room, 1, "Bo"), sit(&mut room, 2, "Cléo")];
    let yours = |room: &mut Room, keys: &[Key]| {
        let viewer = room.viewer_of(keys);
        room.now(viewer, "en").yours
    };
    assert_eq!(yours(&mut room, &[keys[2], keys[0], HOST]), [0, 2], "two at one screen");
    assert_eq!(yours(&mut room, &[HOST]), [0; 0]);
    // In the lobby nobody is here or away: the seat has somebody.
    room.at(HERE_MS);
    let bot = ask(&mut room, HOST, Asked::Bot { seat: 0, bot: "greedy".into() });
    assert!(matches!(&bot, Answer::No { why, .. } if why.en.contains("has taken")), "{bot:?}");
    done(&ask(&mut room, HOST, Asked::Leave { seat: Some(0) }));
    assert_eq!(yours(&mut room, &[keys[0], keys[2]]), [2], "the old key is void");
    assert_eq!(yours(&mut room, &[keys[0]]), [0; 0]);
    // The same works in mid-game, and the next person gets another key.
    done(&ask(&mut room, HOST, Asked::Start));
    done(&ask(&mut room, HOST, Asked::Leave { seat: Some(2) }));
    let viewer = room.viewer(Some(HOST.invitation()));
    let asked = Asked::Sit { seat: Some(2), name: "Cléo".into() };
    let sat = room.ask(viewer, asked, Seed(7), || Key::new(50));
    assert!(matches!(sat, Answer::Sat { seat: 2, .. }), "{sat:?}");
    assert_eq!(yours(&mut room, &[keys[2], Key::new(50)]), [2]);
    assert_eq!(code(&ask(&mut room, keys[2], Asked::Leave { seat: None })), "key");
}

fn texts(room: &Room) -> Vec<String> {
    room.game().expect("a game").entries().iter().map(|entry| entry.text.clone()).collect()
}

#[test]
fn one_phrase_in_two_seconds_of_each_seat() {
    let (mut room, keys) = three();
    let say = |phrase| Asked::Say { phrase };
    assert_eq!(Phrase::ALL.len(), 12);
    done(&ask(&mut room, keys[0], say(Phrase::Nice)));
    assert_eq!(code(&ask(&mut room, keys[0], say(Phrase::Nice))), "soon");
    done(&ask(&mut room, keys[1], say(Phrase::Thanks)));
    assert_eq!(code(&ask(&mut room, HOST, say(Phrase::Nice))), "key");
    room.at(PHRASE_MS);
    done(&ask(&mut room, keys[0], say(Phrase::Ouch)));
    let said = room.now(Viewer::WATCHER, "fr").phrases;
    let said: Vec<_> = said.iter().map(|said| (said.1, said.2)).collect();
    assert_eq!(said, [(0, "Joli !"), (1, "Merci"), (0, "Aïe !")]);
    let record = room.record(Viewer::WATCHER).expect("a record");
    assert!(!record.contains("Joli"));
}

#[test]
fn the_host_says_before_the_game_how_the_table_is_kept() {
    let mut room = room(PLAIN);
    let ana = sit(&mut room, 0, "Ana");
    let confirm = PolicyChange { confirm: Some(Confirm::Never), ..PolicyChange::default() };
    let rest = PolicyChange {
        undo: Some(Undo::None),
        watchers: Some(false),
        phrases: Some(false),
        hints: Some(false),
        pause: Some(0),
        ..PolicyChange::default()
    };
    let says = |policy| Asked::Policy { policy };
    assert_eq!(code(&ask(&mut room, ana, says(rest))), "key");
    for pause in [u64::from(PAUSE_MAX) + 1, 999_999, u64::MAX] {
        let long = PolicyChange { pause: Some(pause), ..confirm };
        assert_eq!(code(&ask(&mut room, HOST, says(long))), "policy");
    }
    assert_eq!(room.now(Viewer::WATCHER, "en").policy, Policy::default());
    // The second change leaves the first as it is.
    done(&ask(&mut room, HOST, says(confirm)));
    done(&ask(&mut room, HOST, says(rest)));
    let policy = Policy {
        confirm: Confirm::Never,
        undo: Undo::None,
        watchers: false,
        phrases: false,
        hints: false,
        pause: 0,
    };
    assert_eq!(room.now(Viewer::WATCHER, "en").policy, policy);
    done(&ask(&mut room, HOST, Asked::Bot { seat: 1, bot: "greedy".into() }));
    done(&ask(&mut room, HOST, Asked::Start));
    assert_eq!(code(&ask(&mut room, HOST, says(rest))), "turn");
    settle(&mut room);
    // Who only looks on sees who sits there and nothing else.
    let shut = room.now(Viewer::WATCHER, "en");
    assert!(shut.shut && shut.board.is_none() && shut.log.is_empty() && shut.pictures.is_none());
    assert!(shut.seats.iter().all(|seat| seat.parts.is_empty()));
    assert!(room.record(Viewer::WATCHER).is_none());
    let why = Asked::Why { action: "pass".to_owned() };
    assert_eq!(code(&room.ask(Viewer::WATCHER, why, Seed(7), || Key::new(9))), "policy");
    let viewer = room.viewer(Some(ana));
    let hers = room.now(viewer, "en");
    assert!(hers.board.is_some() && room.may_see(hers.pictures.as_deref()));
    assert!(!room.may_see(None) && !room.may_see(Some(&HOST.invitation().to_string())));
    // Nothing waits, nothing is undone, nothing is said.
    done(&act(&mut room, ana, 0, "a"));
    let so_far = n(&room);
    for asked in [
        Asked::Undo { n: so_far },
        Asked::Back { n: so_far, to: 0 },
        Asked::Say { phrase: Phrase::Nice },
        Asked::Hint { at: None },
        Asked::Hint { at: Some(1) },
    ] {
        assert_eq!(code(&ask(&mut room, ana, asked)), "policy");
    }
    for id in 0..8 {
        act(&mut room, ana, 0, &id.to_string());
        assert_eq!(room.held, None);
        settle(&mut room);
    }
}

#[test]
fn the_same_people_play_once_more_one_place_further() {
    let mut room = room("players = [\"A\", \"B\"]\nseed = 5\n[expansions]\n");
    let ana = sit(&mut room, 0, "Ana");
    done(&ask(&mut room, HOST, Asked::Bot { seat: 1, bot: "random".into() }));
    done(&ask(&mut room, HOST, Asked::Start));
    settle(&mut room);
    assert_eq!(code(&ask(&mut room, ana, Asked::Again)), "turn");
    while room.phase() == Phase::Playing {
        turn(&mut room, ana);
    }
    assert_eq!(code(&ask(&mut room, HOST.invitation(), Asked::Again)), "key");
    done(&ask(&mut room, ana, Asked::Again));
    let mut next = room.take_again().expect("a table");
    room.goes_on_at("other");
    done(&ask(&mut room, HOST, Asked::Again));
    assert!(room.take_again().is_none(), "there is one already");
    assert_eq!(room.now(Viewer::WATCHER, "en").next.as_deref(), Some("other"));
    assert_eq!((next.phase(), next.viewer(Some(ana)).seat), (Phase::Lobby, Player(1)));
    let seats = next.now(Viewer::WATCHER, "en").seats;
    assert_eq!((seats[0].bot, &*seats[1].name), (Some("random"), "Ana"));
    done(&ask(&mut next, HOST, Asked::Start));
    settle(&mut next);
    assert_ne!(next.game().expect("a game").seed(), room.game().expect("a game").seed());
}
