//! Boards and tiles drawn without colors.

use bastide::{Config, Library, Rules, Setup};
use bastide_draw::Look;

use super::symbols::Signs;
use super::*;

const CONFIG: &str =
    "players = 2\nedition = \"bga\"\n[expansions]\ninns-and-cathedrals = true\nthe-tower = true\n";

fn new_game(config: &str) -> bastide::Game {
    let config = Config::parse("test.toml", config).unwrap();
    let setup = Setup::load(&config, &Library::official()).unwrap();
    bastide::Game::new(Rules::new(setup).unwrap(), 7).unwrap()
}

fn look() -> Look {
    Look::of(&Library::official()).0
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn every_tile_of_the_base_game_shows_its_features() {
    let game = new_game("players = 2\nedition = \"bga\"\n");
    let types: Vec<TileTypeId> =
        (0..game.rules().ruleset.types.len() as u16).map(TileTypeId).collect();
    let mut out = String::new();
    for some in types.chunks(8) {
        let faces = some.iter().map(|t| {
            let id = game.rules().ruleset.types[t.index()].decl.id.clone();
            (id, face(game.read(), *t, 0))
        });
        out.push_str(&row(&faces.collect::<Vec<_>>(), Signs(&look())));
    }
    insta::assert_snapshot!("base_tiles", plain(&out));
}

#[test]
fn a_turned_tile_is_the_same_tile_turned() {
    let game = new_game("players = 2\nedition = \"bga\"\n");
    for id in ["base/U", "base/D", "base/E", "base/V", "base/O", "base/Q"] {
        let tile = game.rules().ruleset.tile_type(id).unwrap();
        let faces: Vec<(String, Face)> =
            (0..4).map(|r| (format!("r{r}"), face(game.read(), tile, r))).collect();
        insta::assert_snapshot!(
            format!("turned_{}", id.replace('/', "_")),
            plain(&row(&faces, Signs(&look())))
        );
    }
}

#[test]
fn a_game_under_way() {
    let mut game = new_game(CONFIG);
    for line in include_str!("moves.txt").lines() {
        game.act_text(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    let mut extra = Extra::default();
    for (i, cell) in game.read().frontier().into_iter().enumerate() {
        extra.cells.insert(cell, format!("{}", i + 1));
    }
    insta::assert_snapshot!("board", plain(&draw(game.read(), Signs(&look()), &extra)));
    insta::assert_snapshot!(
        "legend_en",
        plain(&signs::legend(game.read(), Signs(&look()), crate::lang::Lang::En))
    );
    insta::assert_snapshot!(
        "legend_fr",
        plain(&signs::legend(game.read(), Signs(&look()), crate::lang::Lang::Fr))
    );
}

#[test]
fn names_nobody_foresaw_have_a_sign() {
    let part = |kind: &str, lies, places| Part {
        kind: kind.into(),
        lies,
        places,
        tags: vec![("mystery".into(), 3)],
        marks: vec![("A".into(), symbols::seat(0)), ("Bx".into(), symbols::seat(1))],
    };
    let face = Face {
        turned: 0,
        parts: vec![
            part("swamp", Lies::Whole, 0b111),
            part("canal", Lies::Middle, 0b010_010_000_000),
            part("grotto", Lies::Centre, 0),
            part("moor", Lies::Rest, 0b101_101_111_000),
        ],
        tags: vec![("odd".into(), 1)],
        marks: vec![("D".into(), symbols::NUMBER)],
    };
    insta::assert_snapshot!("unknown_names", plain(&row(&[("x".into(), face)], Signs(&look()))));
    assert_eq!(Face::default().draw(Signs(&look()))[1][4].sign, ' ');
}

#[test]
fn an_expansion_brings_its_own_signs() {
    let text = "[kind.well]\ntext = { sign = \"o\", ink = 25 }\n[kind.canal]\n\
                text = { sign = \"0123456789abcdef\" }\n[tag.mystery]\ntext = { sign = \"?\" }\n\
                shapes = [{ path = \"M0 0L9 9z\" }]\n";
    let (look, faults) = Look::of(&Library::in_memory([("expansions/my/draw.toml", text)]));
    assert!(faults.is_empty(), "{faults:?}");
    let part = |kind: &str, lies, places, tags| Part {
        kind: kind.into(),
        lies,
        places,
        tags,
        marks: Vec::new(),
    };
    let face = Face {
        turned: 0,
        parts: vec![
            part("canal", Lies::Middle, 0b010_010_000_000, Vec::new()),
            part("well", Lies::Centre, 0, vec![("mystery".into(), 1)]),
        ],
        tags: Vec::new(),
        marks: Vec::new(),
    };
    let drawn = plain(&row(&[("x".into(), face)], Signs(&look)));
    // From south to west: `5` along, `a` across, `c` where they meet.
    for sign in ['5', 'a', 'c', 'o', '?'] {
        assert!(drawn.contains(sign), "no `{sign}` in\n{drawn}");
    }
    assert!(!drawn.contains(['◇', '*', '║']), "{drawn}");
}

#[test]
fn a_direction_is_an_arrow_as_the_tile_lies() {
    let text = "[tag.way]\nshow = \"compass\"\nshapes = [{ path = \"M50 0L9 9z\" }]\n";
    let (look, faults) = Look::of(&Library::in_memory([("expansions/my/draw.toml", text)]));
    assert!(faults.is_empty(), "{faults:?}");
    let drawn = |turned: u8| {
        let part = Part {
            kind: "kite".into(),
            lies: Lies::Centre,
            places: 0,
            tags: vec![("way".into(), 8)],
            marks: Vec::new(),
        };
        let face = Face { turned, parts: vec![part], ..Face::default() };
        plain(&row(&[("x".into(), face)], Signs(&look)))
    };
    assert!(drawn(0).contains('↖') && drawn(1).contains('↗'), "{}", drawn(1));
}

/// However many options a tile has: each number that is shown is shown whole, and none of many is cut.
#[test]
fn numbers_of_options_cover_neither_each_other_nor_are_covered() {
    let drawn = |numbers: &[&str]| {
        let part = |(i, number): (usize, &&str)| Part {
            kind: format!("moor-{i}"),
            lies: Lies::Rest,
            places: 1 << (i % 12),
            tags: vec![("pennant".into(), 1)],
            marks: vec![(format!("[{number}]"), symbols::NUMBER)],
        };
        let parts = numbers.iter().enumerate().map(part).collect();
        let face = Face { parts, ..Face::default() };
        plain(&row(&[("x".into(), face)], Signs(&look())))
    };
    let seven = ["1,12", "2,13", "3,14", "4,8,15", "5,9,16", "6,10,17", "7,11,18"];
    let text = drawn(&seven);
    for first in ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]"] {
        assert!(text.contains(first), "no {first} in\n{text}");
    }
    let two = drawn(&["1,3", "2,4"]);
    assert!(two.contains("[1,3]") && two.contains("[2,4]"), "{two}");
    let many: Vec<String> = (10..22).map(|n| n.to_string()).collect();
    let text = drawn(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(text.matches('[').count(), text.matches(']').count(), "{text}");
    assert!(text.matches('[').count() >= 6, "{text}");
}
