//! Numbers that expansions keep under a name are seen on boards.

use std::collections::BTreeSet;

use bastide::core::decl::Per;
use bastide::{Game, Library, story};

use crate::{BoardOptions, Look, board};

/// Returns how many symbols of states the picture of a board has.
fn drawn(game: &Game, look: &Look) -> usize {
    let svg = board(&game.rules().ruleset, game.state(), look, &BoardOptions::default());
    svg.matches("<use href=\"#i-kept-").count()
}

/// Returns how many symbols it should have: one for each gold bar, and one for each other state.
fn counted(game: &Game) -> usize {
    let read = game.read();
    let tiles = game.state().lying().map(|(id, _)| (Per::Tile, id.index()));
    let figures = read.figures().map(|id| (Per::Figure, id.index()));
    let all = tiles.chain(figures).flat_map(|(per, of)| read.named_numbers(per, of));
    all.map(
        |(key, n)| {
            if read.rules.state_name(key) == "goldmines/bars" { n.clamp(1, 6) as usize } else { 1 }
        },
    )
    .sum()
}

#[test]
fn what_is_kept_under_a_name_is_drawn_and_told() {
    let (look, faults) = Look::of(&Library::official());
    assert!(faults.is_empty(), "{faults:?}");
    let ids = ["goldmines", "little-buildings", "plague", "peasant-revolts", "hills-and-sheep"];
    let rules =
        ids.iter().fold(bastide::rules().players(["Ann", "Bo", "Cy"]), |rules, id| rules.with(*id));
    let mut game = rules.build().and_then(|rules| rules.game(4)).expect("a game");
    let (mut most, mut words) = (0, BTreeSet::new());
    let mut n = 0;
    while let Some(turn) = game.turn().expect("goes on") {
        let option = turn.options()[(n * 7 + 3) % turn.options().len()].clone();
        turn.play(&option).expect("an option");
        n += 1;
        if n % 40 == 0 {
            assert_eq!(drawn(&game, &look), counted(&game), "after {n} choices");
            most = most.max(counted(&game));
            for (id, _) in game.state().lying() {
                words.extend(story::kept(game.read(), Per::Tile, id.index(), "en"));
            }
        }
    }
    assert!(most > 5, "{most}");
    assert!(words.contains("tower") && words.contains("outbreak 1"), "{words:?}");
    assert!(words.iter().any(|word| word.ends_with("gold bars")), "{words:?}");
}
