//! What a board shows of a game, action by action.

use bastide::core::decl::Lies;
use bastide::core::ids::{FigureKindId, Player};
use bastide::record::Record;
use bastide::{Game, Library};

use crate::{BoardOptions, Look, board};

const GAME: &str = include_str!("../../../../docs/src/pictures/board.bastide");

/// The game after some of its actions.
fn after(library: &Library, actions: usize) -> Game {
    let record = Record::parse("board.bastide", GAME).expect("a record");
    record.replay_to(library, actions).expect("plays")
}

#[test]
fn farmers_lie_and_who_has_none_left_is_told_so() {
    let library = Library::official();
    let (look, _) = Look::of(&library);
    let actions = Record::parse("board.bastide", GAME).expect("a record").actions();
    let (mut lay, mut none_left) = (0, 0);
    for n in (0..actions).step_by(7) {
        let game = after(&library, n);
        let options = BoardOptions { names: game.names().to_vec(), ..Default::default() };
        let rules = &game.rules().ruleset;
        let svg = board(rules, game.state(), &look, &options);
        let read = game.read();
        let farmer = |f: &bastide::core::ids::FigureId| {
            let kind = |node| &rules.kinds[game.state().kind(node).index()].decl;
            let ground = read.figure_node(*f).is_some_and(|n| kind(n).lies == Lies::Rest);
            ground && rules.figures[game.state().figure_kind(*f).index()].decl.claims
        };
        let farmers = read.figures().filter(farmer).count();
        assert_eq!(svg.matches("rotate(90)").count(), farmers, "after {n} actions");
        lay += farmers;
        // In the panel each kind of figure that a player owns stands once.
        let mut owned = 0;
        for seat in 0..game.state().players() {
            for kind in 0..rules.figures.len() {
                let (player, kind) = (Player(seat), FigureKindId(kind as u8));
                let owns = game.state().owns(player, kind);
                owned += usize::from(owns);
                none_left += usize::from(owns && game.state().supply(player, kind) == 0);
            }
        }
        let figures = svg.matches("href=\"#f-").count();
        assert_eq!(figures, owned + read.figures().count(), "after {n} actions");
    }
    assert!(lay > 5 && none_left > 0, "{lay} farmers, {none_left} empty supplies");
}

#[test]
fn the_tile_placed_last_has_a_ring() {
    let library = Library::official();
    let (look, _) = Look::of(&library);
    let game = after(&library, 40);
    let tile = game.last_placed().expect("a tile");
    let cell = game.state().tile(tile).cell();
    let rings = |last| {
        let options = BoardOptions { last, ..Default::default() };
        let svg = board(&game.rules().ruleset, game.state(), &look, &options);
        let left = game.state().lying().map(|(_, t)| t.cell().x).min().expect("a tile");
        let x = crate::svg::num(25.5 + 100.0 * f64::from(cell.x - left));
        svg.matches(&format!("<rect x=\"{x}\"")).count()
    };
    assert_eq!((rings(None), rings(Some(cell))), (0, 2));
    assert_eq!(after(&library, 0).last_placed(), None);
}
