//! Tests of reading: the past, territories, tiles to come, score sheets, and reasons for refusals.

use std::collections::BTreeSet;
use std::sync::Arc;

use bastide::core::ids::Player;
use bastide::{Config, Library, Record, Seed};
use bastide_draw::Look;

use super::*;

const HOST: Key = Key::new(1);
const KEYS: [Key; 2] = [Key::new(10), Key::new(11)];
const PLAIN: &str = "players = [\"Ana\", \"Bo\"]\nseed = 4\n[expansions]\n";
/// Everybody has tiles that the others do not see.
const HANDS: &str = "players = [\"Ana\", \"Bo\"]\nseed = 4\n[expansions]\ntactical-hand = true\n";

/// A game between two people, begun.
fn begun(config: &str) -> Room {
    let library = Arc::new(Library::official());
    let (look, _) = Look::of(&library);
    let config = Config::parse("table.toml", config).expect("a config");
    let mut room = Room::new(config, library, Arc::new(look), HOST).expect("a room");
    for (seat, key) in KEYS.into_iter().enumerate() {
        let viewer = room.viewer(Some(HOST));
        let name = ["Ana", "Bo"][seat].to_owned();
        room.ask(viewer, Asked::Sit { seat: Some(seat), name }, Seed(7), || key);
    }
    let viewer = room.viewer(Some(HOST));
    room.ask(viewer, Asked::Start, Seed(7), || Key::new(9));
    while room.advance() != Step::Wait {}
    room
}

/// Continues the game without choosing until it has `actions` actions or is over. Returns what each seat and a
/// spectator see of the table at every number of actions.
fn play(room: &mut Room, actions: usize) -> Vec<(usize, [String; 3])> {
    let mut told = Vec::new();
    for luck in 0_usize.. {
        while room.advance() != Step::Wait {}
        let game = room.game().expect("a game");
        let n = game.entries().len();
        told.push((n, looks(room).map(|viewer| seen(&room.now(viewer, "en")))));
        if room.phase() == Phase::Over || n >= actions {
            return told;
        }
        let actor = room.game().map_or(Player(0), |game| game.actor());
        let viewer = room.viewer(Some(KEYS[actor.index()]));
        let options = room.now(viewer, "en").ask.map_or(Vec::new(), |ask| ask.options);
        let item = &options[luck * 7 % options.len()];
        let action = match item.range {
            Some((from, _)) => format!("{} {from}", item.action),
            None => item.action.clone(),
        };
        let asked = Asked::Act { n, action, id: luck.to_string(), done: true };
        let answer = room.ask(viewer, asked, Seed(7), || Key::new(9));
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
    told
}

fn looks(room: &Room) -> [Viewer; 3] {
    [room.viewer(Some(KEYS[0])), room.viewer(Some(KEYS[1])), Viewer::WATCHER]
}

/// Returns all that a viewer sees of a game, without the options and the present length.
fn seen(now: &Now) -> String {
    let seats: Vec<_> = now.seats.iter().map(|s| (s.score, &s.parts, &s.zones)).collect();
    let ask = now.ask.as_ref().map(|ask| (ask.seat, &ask.prompt));
    let board = now.board.as_ref().map(|board| (board.frame, &board.last, board.drawn));
    format!("{} {seats:?} {ask:?} {board:?} {:?} {:?} {}", now.n, now.left, now.log, now.deck)
}

#[test]
fn whoever_looks_back_sees_what_they_saw_then_and_no_more() {
    for config in [PLAIN, HANDS] {
        let mut room = begun(config);
        let told = play(&mut room, 60);
        for (n, then) in told.iter().rev().chain(&told) {
            let again =
                looks(&room).map(|viewer| seen(&room.then(viewer, *n, "en").expect("then")));
            assert_eq!(&again, then, "after {n} actions");
        }
        let now = room.then(looks(&room)[0], 10, "en").expect("then");
        let begun: Vec<usize> = (0..=now.all)
            .filter(|n| {
                *n == 0 || room.game().is_some_and(|game| game.entries()[n - 1].turn.is_some())
            })
            .collect();
        let before = begun.iter().rev().find(|at| **at < 10).copied();
        assert_eq!(now.turns, [before, begun.iter().find(|at| **at > 10).copied()]);
        assert!(before.is_some_and(|at| at > 0), "turns are told, not the game's beginning alone");
        assert_eq!(room.then(Viewer::WATCHER, 0, "en").expect("then").turns[0], None);
        assert_eq!(
            (now.n, now.all, now.phase),
            (10, room.game().map_or(0, |g| g.entries().len()), Phase::Playing)
        );
        assert!(now.ask.is_some_and(|ask| !ask.yours && !ask.undo && ask.options.is_empty()));
        assert!(room.then(Viewer::WATCHER, now.all + 1, "en").is_none());
        assert_ne!(room.board(Some(3)), room.board(Some(40)));
    }
}

#[test]
fn a_table_is_looked_at_elsewhere_as_it_is_there() {
    let mut room = begun(HANDS);
    let mut elsewhere: Option<Room> = None;
    for actions in [20, 21, 40] {
        play(&mut room, actions);
        let sight = room.sight();
        let before = elsewhere.take();
        let mut there = std::thread::scope(|all| {
            // Plain data goes to another thread; an engine stays where it was made.
            all.spawn(move || drop(sight.room(None))).join().expect("a room");
            room.sight().room(before).expect("a room")
        });
        for viewer in looks(&room) {
            let json = |what: serde_json::Result<String>| what.expect("JSON");
            for at in [None, Some(7), Some(19)] {
                let land =
                    |room: &mut Room| json(serde_json::to_string(&room.land(viewer, at, "fr")));
                assert_eq!(land(&mut there), land(&mut room));
                let sheets =
                    |room: &mut Room| json(serde_json::to_string(&room.sheets(viewer, at, "fr")));
                assert_eq!(sheets(&mut there), sheets(&mut room));
                assert_eq!(there.board(at), room.board(at));
            }
            let then = |room: &mut Room| json(serde_json::to_string(&room.then(viewer, 11, "en")));
            assert_eq!(then(&mut there), then(&mut room));
            assert_eq!(there.record(viewer), room.record(viewer));
        }
        elsewhere = Some(there);
    }
}

#[test]
fn what_was_taken_back_is_not_looked_back_at() {
    let mut room = begun(PLAIN);
    play(&mut room, 20);
    let viewer = room.viewer(Some(KEYS[room.game().map_or(0, |g| g.actor().index())]));
    let n = room.game().map_or(0, |g| g.entries().len());
    let options = room.now(viewer, "en").ask.map_or(Vec::new(), |ask| ask.options);
    let mut boards = BTreeSet::new();
    for item in options.iter().take(3) {
        let action = item.action.clone();
        room.ask(
            viewer,
            Asked::Act { n, action: action.clone(), id: action, done: false },
            Seed(7),
            || HOST,
        );
        boards.insert(room.board(Some(n + 1)).expect("a board"));
        room.ask(viewer, Asked::Undo { n: n + 1 }, Seed(7), || HOST);
    }
    assert_eq!(boards.len(), 3);
}

#[test]
fn what_else_could_have_been_done_is_told_where_all_is_known() {
    fn thought(room: &mut Room, viewer: Viewer, at: usize) -> Answer {
        room.ask(viewer, Asked::Hint { at: Some(at) }, Seed(7), || HOST)
    }
    let mut room = begun(PLAIN);
    play(&mut room, 40);
    let entries = room.game().expect("a game").entries().to_vec();
    let (mut told, mut more) = (0, 0);
    for (n, entry) in entries.iter().enumerate() {
        match thought(&mut room, Viewer::WATCHER, n) {
            Answer::Said { lines } => {
                let done = lines.iter().filter(|line| line.en.contains("so it was")).count();
                assert!(done == 1 && (1..=4).contains(&lines.len()), "{lines:?}");
                assert!(lines.iter().all(|line| line.en.starts_with(['+', '−'])), "{lines:?}");
                told += 1;
                more += usize::from(lines.len() == 4);
            }
            other => assert_eq!(entry.actor, Player::CHANCE, "{n}: {other:?}"),
        }
    }
    assert!(
        told > 20 && more > 0,
        "{told} decisions, in {more} something else than the best three"
    );
    assert!(matches!(
        thought(&mut room, Viewer::WATCHER, entries.len() + 1),
        Answer::No { code: "turn", .. }
    ));

    // What a bot thinks tells what it has in hand.
    let mut room = begun(HANDS);
    play(&mut room, 20);
    for viewer in looks(&room) {
        let n = room.game().map_or(0, |game| game.entries().len()) - 1;
        assert!(matches!(thought(&mut room, viewer, n), Answer::No { code: "turn", .. }));
    }
    play(&mut room, usize::MAX);
    let at = room.game().map_or(0, |game| game.entries().len()) - 1;
    assert!(
        (0..=at)
            .rev()
            .any(|n| matches!(thought(&mut room, Viewer::WATCHER, n), Answer::Said { .. }))
    );
}

#[test]
fn a_game_is_played_on_from_where_all_is_known() {
    let mut room = begun(PLAIN);
    play(&mut room, 40);
    let forked = room.fork(Viewer::WATCHER, 25, Seed(99)).expect("a game");
    let first = |game: &bastide::Game, n: usize| {
        game.entries()[..n].iter().map(|e| e.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(first(&forked, 25), first(room.game().expect("a game"), 25));
    assert_eq!((forked.entries().len(), forked.seed()), (25, Seed(99)));
    let text = forked.record().to_string();
    let record = Record::parse("game", &text).expect("a record");
    assert!(record.replay(&Library::official()).is_ok(), "{text}");
    assert!(room.fork(Viewer::WATCHER, 4000, Seed(1)).is_err());

    // A viewer who does not see a hand would see it at the new table.
    let mut room = begun(HANDS);
    play(&mut room, 20);
    for viewer in looks(&room) {
        assert!(room.fork(viewer, 20, Seed(1)).is_err());
    }
    play(&mut room, usize::MAX);
    assert!(room.fork(Viewer::WATCHER, 20, Seed(1)).is_ok(), "it is over");
}

#[test]
fn pointing_tells_the_rule_and_what_is_hidden_stays_so() {
    let mut room = begun(PLAIN);
    let [ana, bo, watcher] = looks(&room);
    let lines = |answer: Answer| match answer {
        Answer::Said { lines } => lines,
        other => panic!("{other:?}"),
    };
    let far = lines(room.why_at(ana, Some([9, 9]), None, None));
    assert!(
        !far.is_empty() && far.iter().all(|l| l.en.contains(" [") && !l.fr.is_empty()),
        "{far:?}"
    );
    for who in [bo, watcher] {
        assert!(matches!(
            room.why_at(who, Some([9, 9]), None, None),
            Answer::No { code: "turn", .. }
        ));
    }
    assert!(matches!(
        room.why_at(ana, None, Some(u16::MAX), None),
        Answer::No { code: "illegal", .. }
    ));
    // No figure may stand on the first tile; another tile has to be placed first.
    let segment = lines(room.why_at(ana, None, Some(0), None));
    assert!(segment.iter().all(|l| l.en.contains(" [")), "{segment:?}");
    let free = room.now(ana, "en").ask.expect("a decision").options;
    let cell = free.iter().find_map(|item| item.cell).expect("a placement");
    let fits = lines(room.why_at(ana, Some(cell), None, None));
    assert!(fits[0].en.starts_with("This is allowed: "), "{fits:?}");
    for odd in [[i16::MIN, i16::MAX], [0, 0], [-300, 300]] {
        assert!(!lines(room.why_at(ana, Some(odd), None, Some(u16::MAX))).is_empty());
    }

    // A tile that only Ana holds is no matter for Bo's questions.
    let mut room = begun(HANDS);
    let asked = Asked::Why { action: "place base-2nd/U 5,5 r0".to_owned() };
    let answer = room.ask(looks(&room)[1], asked, Seed(1), || HOST);
    assert!(matches!(answer, Answer::No { code: "turn", .. }), "{answer:?}");
}

#[test]
fn rotations_that_look_alike_are_one_option() {
    let mut room = begun(PLAIN);
    for _ in 0..30 {
        let n = room.game().map_or(0, |g| g.entries().len());
        play(&mut room, n + 1);
        let Some(game) = room.game().filter(|game| !game.is_over()) else { break };
        let (actor, types) = (game.actor(), game.rules().ruleset.types.clone());
        let viewer = room.viewer(Some(KEYS[actor.index()]));
        let options = room.now(viewer, "en").ask.expect("a decision").options;
        for (at, one) in options.iter().enumerate() {
            let Some(turned) = one.turned else { continue };
            let face = &types[usize::from(one.tile.expect("a tile"))].decl;
            let twin = options[..at].iter().any(|other| {
                other.cell == one.cell
                    && other.tile == one.tile
                    && face.is_alike(other.turned.unwrap_or(9), turned)
            });
            assert!(!twin, "{}", one.action);
        }
    }
}

#[test]
fn territories_tiles_and_sheets_add_up() {
    let mut room = begun(HANDS);
    play(&mut room, 120);
    for viewer in looks(&room) {
        let land = room.land(viewer, None, "fr").expect("a board");
        let game = room.game().expect("a game");
        let parts: Vec<u16> =
            land.territories.iter().flat_map(|t| t.parts.iter().map(|p| p.node)).collect();
        let all: BTreeSet<u16> = parts.iter().copied().collect();
        assert_eq!(parts.len(), all.len(), "every segment is of one territory");
        assert_eq!(all.len(), game.state().node_count());
        assert_eq!(land.cells.len(), game.state().lying().count());
        for t in &land.territories {
            assert_eq!(t.open > 0, !t.ends.is_empty(), "{t:?}");
            assert!(t.now.is_some() && !t.worth.is_empty() && !t.size.is_empty(), "{t:?}");
            assert!(t.owners.is_empty() || !t.figures.is_empty(), "{t:?}");
        }
        let shapes = room.faces().expect("a game").shapes();
        assert!(
            land.cells
                .iter()
                .all(|c| shapes[usize::from(c.tile)].iter().any(|s| s.starts_with('M')))
        );
        let cell = land.territories.iter().find_map(|t| t.ends.first()).copied();
        let rest = room.rest(viewer, None, cell, "en").expect("tiles");
        assert_eq!(rest.unseen, rest.tiles.iter().map(|t| u32::from(t.n)).sum::<u32>());
        assert!(rest.unseen > rest.deck, "others hold some");
        let [fit, next] = rest.next.expect("a cell was named");
        assert!(fit <= next && next <= rest.unseen);
        let sheets = room.sheets(viewer, None, "en").expect("sheets");
        let mut points = [0, 0];
        for one in &sheets {
            one.earned.iter().for_each(|(seat, n)| points[usize::from(*seat)] += n);
            one.bonus.iter().for_each(|(seat, n, _)| points[usize::from(*seat)] += n);
            // Sums by rule are sums of terms: together what was earned.
            for (seat, earned) in one.earned.iter().filter(|_| !one.terms.is_empty()) {
                let own = one.shares.iter().filter(|share| share.1 == *seat);
                assert_eq!(own.map(|share| share.2).sum::<i32>(), *earned, "{one:?}");
            }
        }
        let game = room.game().expect("a game");
        assert_eq!(points.to_vec(), game.state().scores().to_vec());
    }
    let rules = room.rules("fr");
    let silent: Vec<_> =
        rules.iter().filter(|rule| rule.rule.is_empty() || rule.text.is_empty()).collect();
    assert!(silent.is_empty() && rules.len() > 20, "{silent:?}");
}
