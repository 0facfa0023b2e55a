//! The pictures of the book and of the README are what would be drawn now.

use std::fs;
use std::path::Path;

use bastide::{Library, Record};
use bastide_draw::{BoardOptions, SheetOptions, board, sheet};

use super::{look, sets};

const FOLDER: &str = "docs/src/pictures";
/// Largest picture, in bytes.
const BYTES_MAX: usize = 300_000;

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER).join(name)
}

/// Holds a file against what it should be, or writes it with `UPDATE=1`.
fn fresh(name: &str, svg: &str) {
    assert!(svg.len() < BYTES_MAX, "{name}: {} bytes", svg.len());
    let path = path(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, svg).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
    let there = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(
        there == svg,
        "{FOLDER}/{name} is stale; run: UPDATE=1 cargo test -p bastide-tests --test it pictures"
    );
}

#[test]
fn the_sheet_of_the_base_game() {
    let library = Library::official();
    let (kinds, sets) = sets(&library);
    let base = sets.iter().find(|set| set.id == "base").expect("the base game");
    let options = SheetOptions { title: base.name["en"].clone(), ..Default::default() };
    fresh("base.svg", &sheet(&base.tiles, &kinds.features, &look(&library), &options));
}

#[test]
fn the_board_of_a_game() {
    let library = Library::official();
    let text = fs::read_to_string(path("board.bastide")).expect("the record");
    let record = Record::parse("board.bastide", &text).unwrap_or_else(|f| panic!("{f:?}"));
    let game = record.replay(&library).unwrap_or_else(|broken| panic!("{:?}", broken.faults()));
    assert!(game.is_over());
    let options =
        BoardOptions { names: game.names().to_vec(), coordinates: true, ..Default::default() };
    fresh("board.svg", &board(&game.rules().ruleset, game.state(), &look(&library), &options));
}
