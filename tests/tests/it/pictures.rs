//! Pictures of everything that is shipped, and of what is broken. Those of the book are written anew by
//! `UPDATE=1 cargo test -p bastide-tests --test it pictures`.

mod book;
mod broken;
mod contrast;

use std::collections::BTreeSet;

use bastide::library::File;
use bastide::{Library, Manifest};
use bastide_draw::{BoardOptions, Look, SheetOptions, TileOptions, board, pages, png, sheet, tile};
use bastide_testkit::{mixes, play, rules, setup};
use bastide_tiles::{Kinds, TileSet};

fn look(library: &Library) -> Look {
    let (look, faults) = Look::of(library);
    assert!(faults.is_empty(), "{faults:?}");
    look
}

/// All sets that are shipped, with the kinds they are drawn with.
pub(crate) fn sets(library: &Library) -> (Kinds, Vec<TileSet>) {
    let (kinds, faults) = bastide_draw::kinds(library);
    assert!(faults.is_empty(), "{faults:?}");
    let files: Vec<File> = library.sets().filter_map(|s| library.set("", s)).cloned().collect();
    let read = |file: &File| {
        let drawn = bastide_draw::set(library, &kinds, "", file);
        assert!(drawn.faults.is_empty(), "{:?}", drawn.faults);
        drawn.set
    };
    let sets = files.iter().map(read).collect();
    (kinds, sets)
}

#[test]
fn every_symbol_has_a_drawing() {
    let library = Library::official();
    let look = look(&library);
    let mut bare = BTreeSet::new();
    let mut seen = 0;
    let mut want = |has: bool, what: &str, name: &str| {
        seen += 1;
        if !has {
            bare.insert(format!("{what} {name}"));
        }
    };
    for folder in library.folders() {
        let all = Manifest::read(folder).0.expect("a manifest").everything;
        all.features.iter().for_each(|k| want(look.has_kind(&k.name), "kind", &k.name));
        all.tags.iter().for_each(|t| want(look.has_tag(&t.name), "tag", &t.name));
        all.figures.iter().for_each(|f| want(look.has_figure(&f.name), "figure", &f.name));
        all.neutrals.iter().for_each(|f| want(look.has_figure(&f.name), "figure", &f.name));
        all.tokens.iter().for_each(|t| want(look.has_token(&t.name), "token", &t.name));
    }
    for tile in sets(&library).1.iter().flat_map(|set| &set.tiles) {
        tile.tags.iter().for_each(|(tag, _)| want(look.has_tag(tag), "tag", tag));
        for segment in &tile.segments {
            want(look.has_kind(&segment.kind), "kind", &segment.kind);
            segment.tags.iter().for_each(|(tag, _)| want(look.has_tag(tag), "tag", tag));
        }
    }
    assert!(seen > 1000, "{seen} symbols");
    assert!(bare.is_empty(), "nobody draws {bare:?}");
}

#[test]
fn every_tile_is_drawn_and_always_alike() {
    let library = Library::official();
    let look = look(&library);
    let (kinds, sets) = sets(&library);
    let mut drawn = BTreeSet::new();
    for one in sets.iter().flat_map(|set| &set.tiles) {
        for (rotation, overlay) in [(0, false), (1, true), (3, false)] {
            let options = TileOptions { rotation, overlay, fields: overlay, ..Default::default() };
            let svg = tile(one, &kinds.features, &look, &options);
            assert_eq!(svg, tile(one, &kinds.features, &look, &options));
            // Nothing is referred to that is not in the picture, and nothing outside it.
            for id in svg.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let id = id.strip_prefix('#').unwrap_or_else(|| panic!("{id}"));
                assert!(svg.contains(&format!("id=\"{id}\"")), "{}: {id}", one.id);
            }
            drawn.insert(svg);
        }
    }
    assert!(drawn.len() > 300, "{} pictures", drawn.len());
    let all: Vec<_> = sets.iter().flat_map(|set| set.tiles.clone()).collect();
    let whole = sheet(&all, &kinds.features, &look, &SheetOptions::default());
    assert!(png(&whole, 400).expect("pixels").starts_with(b"\x89PNG"));
}

#[test]
fn pages_hold_every_copy() {
    let library = Library::official();
    let (kinds, sets) = sets(&library);
    let base = sets.iter().find(|set| set.id == "base").expect("the base game");
    let pages = pages(&base.tiles, &kinds.features, &look(&library), &SheetOptions::default());
    let copies = |page: &String| page.matches("<use href=\"#t-").count();
    assert_eq!(pages.iter().map(copies).collect::<Vec<_>>(), [24, 24, 24]);
    assert!(pages.iter().all(|page| page.contains("width=\"210mm\" height=\"297mm\"")));
}

#[test]
fn boards_of_all_mixes_are_drawn() {
    let library = Library::official();
    let look = look(&library);
    for (number, mix) in mixes().iter().enumerate() {
        let rules = rules(setup(&library, mix));
        let played = play(&rules, number as u64, |_, _, _| {});
        let names = (0..rules.setup.players.len()).map(|n| format!("Ägypten <{n}>")).collect();
        let options = BoardOptions { names, coordinates: true, ..Default::default() };
        let svg = board(&rules.ruleset, &played.state, &look, &options);
        assert_eq!(svg, board(&rules.ruleset, &played.state, &look, &options));
        let tiles = svg.matches("<use href=\"#t").count();
        assert_eq!(tiles, played.state.tiles().len(), "{mix}");
        let bare = svg.matches("id=\"b-").count();
        assert_eq!(bare, 0, "{mix}: something has no look");
        if number % 8 == 0 {
            assert!(png(&svg, 300).is_ok(), "{mix}");
        }
    }
}
