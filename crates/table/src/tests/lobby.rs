//! Before the game: what is played, who is ready, and how a table is kept from the start.

use super::*;

#[test]
fn whoever_comes_reads_what_is_played_before_the_game() {
    let mut room = room("players = 2\nedition = \"second-2014\"\n[expansions]\nthe-tower = true\n");
    let before = room.rules("en");
    assert!(before.iter().any(|rule| rule.rule.starts_with("tower.")), "{}", before.len());
    let played = room.played("fr");
    let ids: Vec<_> = played.expansions.iter().map(|one| one.id.as_str()).collect();
    assert!(ids.contains(&"the-tower") && ids.contains(&"base"), "{ids:?}");
    let tower = played.expansions.iter().find(|one| one.id == "the-tower").expect("in play");
    assert_eq!(tower.name, "La Tour");
    assert!(!tower.options.is_empty());
    assert!(tower.options.iter().all(|(name, value)| !name.contains('-') && !value.is_empty()));
    // The settings read before the start are in force.
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    let ids = |rules: Vec<RuleText>| rules.into_iter().map(|one| one.rule).collect::<Vec<_>>();
    assert_eq!(ids(room.rules("en")), ids(before));
}

#[test]
fn a_seat_says_that_it_is_ready_and_nothing_waits_for_it() {
    let mut room = room(PLAIN);
    let ana = sit(&mut room, 0, "Ana");
    let ready = |room: &mut Room| room.now(Viewer::WATCHER, "en").seats[0].ready;
    assert_eq!(
        code(&ask(&mut room, HOST, Asked::Ready { yes: true })),
        "key",
        "the host has no seat"
    );
    assert!(!ready(&mut room));
    ask(&mut room, ana, Asked::Ready { yes: true });
    assert!(ready(&mut room));
    let (library, look) = (Arc::clone(&room.library), Arc::clone(&room.look));
    let kept = Restored::read(&room.about(), None, &library).expect("it is read");
    let again = Room::restored(kept, (9, Key::new(9)), library, look);
    assert!(ready(&mut again.expect("it goes on")));
    ask(&mut room, ana, Asked::Ready { yes: false });
    assert!(!ready(&mut room));
    ask(&mut room, ana, Asked::Ready { yes: true });
    ask(&mut room, ana, Asked::Leave { seat: None });
    assert!(!ready(&mut room), "whoever comes next is not ready yet");
    let ana = sit(&mut room, 0, "Ana");
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    assert_eq!(code(&ask(&mut room, ana, Asked::Ready { yes: true })), "turn");
}

#[test]
fn a_table_that_is_not_for_everybody_from_the_start_has_a_word_for_its_pictures() {
    let word = Key::new(33);
    let policy = Policy { watchers: false, ..Policy::default() };
    let mut room = room(PLAIN).kept(policy, word);
    assert!(room.may_see(Some(&word.to_string())) && !room.may_see(None));
    assert!(room.now(Viewer::WATCHER, "en").shut);
}
