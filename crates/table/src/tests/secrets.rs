//! Hidden things change nothing of what a seat gets. `BASTIDE_GAMES=700` tries that many games of each mix, a hundred
//! thousand actions.

use bastide::Game;

use super::*;

/// Games in which something is hidden: tiles in hands, answers that are kept back.
const MIXES: [&str; 3] = [
    "players = [\"A\", \"B\", \"C\"]\n[expansions]\ntactical-hand = true\n",
    "players = [\"A\", \"B\"]\n[expansions]\ntactical-hand = true\nriver = true\ninns-and-cathedrals = true\nthe-tower = true\n",
    "players = [\"A\", \"B\", \"C\"]\n[expansions]\ntactical-hand = true\nhills-and-sheep = true\nabbey-and-mayor = true\ntraders-and-builders = true\n",
];
/// How far they are played.
const ACTIONS: usize = 48;
/// The tested seat.
const EYES: Player = Player(0);

/// Numbers as if by chance.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn game(room: &mut Room) -> &mut Game {
    room.game.as_mut().expect("a game")
}

/// Returns the latest log entry that the seat gets.
fn told(room: &Room) -> String {
    let game = room.game().expect("a game");
    game.text_for(game.entries().last().expect("an action"), EYES)
}

/// Everything that the seat gets, and that those get who look on.
fn gets(room: &mut Room, key: Key) -> Vec<String> {
    let viewers = [room.viewer(Some(key)), Viewer::WATCHER];
    let mut gets = vec![
        room.over(None, bastide_draw::PLAIN).expect("a picture"),
        room.board(None).expect("a board"),
    ];
    for viewer in viewers {
        gets.extend(
            ["en", "fr"]
                .map(|lang| serde_json::to_string(&room.now(viewer, lang)).expect("a document")),
        );
        gets.extend(room.record(viewer));
    }
    gets
}

/// Two rooms of one game.
fn twins(config: &str) -> ([Room; 2], Key) {
    let mut keys = Vec::new();
    let rooms = [0, 1].map(|_| {
        let mut room = room(config);
        keys = (0..room.seats.len()).map(|at| sit(&mut room, at, &format!("P{at}"))).collect();
        assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
        room
    });
    (rooms, keys[0])
}

fn texts(room: &mut Room) -> Vec<String> {
    let game = game(room);
    game.decision()
        .options
        .iter()
        .filter_map(|choice| choice.drawn(|_| 0))
        .map(|action| game.write(action))
        .collect()
}

/// Plays one action in both rooms: the same one if the seat sees it, otherwise perhaps another. Returns whether the
/// two games are still equal for the seat; if not, the second must start again from the first.
fn step([one, other]: &mut [Room; 2], luck: &mut Luck) -> bool {
    let (here, there) = (texts(one), texts(other));
    assert_eq!(game(one).actor(), game(other).actor());
    let text = here[luck.below(here.len())].clone();
    game(one).act_text(&text).expect("it was offered");
    let seen = told(one);
    let mut alike: Vec<&String> = there.iter().filter(|option| **option == text).collect();
    if seen.contains('?') {
        let verb = text.split(' ').next();
        alike = there.iter().filter(|option| option.split(' ').next() == verb).collect();
    }
    if alike.is_empty() {
        return false;
    }
    let text = alike[luck.below(alike.len())].clone();
    game(other).act_text(&text).expect("it was offered");
    told(other) == seen
}

#[test]
fn two_games_that_a_seat_cannot_tell_apart_give_it_the_same_bytes() {
    let (mut hidden, mut acted) = (0, 0);
    for (n, config) in MIXES.iter().enumerate() {
        for round in 0..games(1) {
            let mut luck = Luck(1 + n as u64 * 100_000 + u64::from(round));
            let (mut rooms, key) = twins(config);
            while !game(&mut rooms[0]).is_over() && rooms[0].actions() < ACTIONS {
                if !step(&mut rooms, &mut luck) {
                    let first = game(&mut rooms[0]);
                    rooms[1].game =
                        Some(first.taken_back(first.entries().len()).expect("the same"));
                }
                for room in &mut rooms {
                    room.changed();
                }
                acted += 1;
                let differ = rooms[0].game().map(|game| game.state().fingerprint())
                    != rooms[1].game().map(|game| game.state().fingerprint());
                hidden += usize::from(differ);
                // Looking takes longest: where the games are the same, once in a while.
                if differ || luck.below(8) == 0 {
                    let [one, other] = &mut rooms;
                    let n = one.actions();
                    assert_eq!(gets(one, key), gets(other, key), "{config}, action {n}");
                }
            }
        }
    }
    assert!(hidden > 40, "{hidden} of {acted} states in which something else was hidden");
}
