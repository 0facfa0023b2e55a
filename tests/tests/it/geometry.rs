//! Every shipped tile has the geometry of the fixtures: edges, connections, fields, borders, tags.

#![allow(clippy::unwrap_used, reason = "a test may stop and may be slow")]

use std::path::{Path, PathBuf};

use bastide::Library;
use bastide::core::decl::{PLACES, Segment, Tile};
use bastide_tiles::TileSet;
use serde_json::Value;

use crate::pictures;

/// Sets that no fixture describes: nothing was published of their tiles, or two sources draw them differently.
const UNDESCRIBED: [&str; 27] = [
    "belgian-monasteries",
    "count",
    "dutch-monasteries",
    "family-feud",
    "fish-huts",
    "flowers",
    "gamblers-luck",
    "german-monasteries",
    "gq11",
    "gq11-river",
    "la-porxada",
    "meteorites",
    "robbers-son",
    "the-barber-surgeons",
    "the-bets",
    "the-bushes",
    "the-city-gates",
    "the-courier",
    "the-fruit-bearing-trees",
    "the-gifts",
    "the-marketplaces",
    "the-peasant-revolts",
    "the-plague",
    "the-robbers",
    "the-school",
    "the-signposts",
    "wheel-of-fortune",
];

/// What a fixture describes that tells of the land alone: kinds…
const LAND: [&str; 5] = ["city", "road", "river", "field", "monastery"];
/// …and their tags.
const LAND_TAGS: [&str; 3] = ["pennant", "cathedral", "inn"];
/// What no fixture tells: where features meet, and which cities are no half rounds.
const UNTOLD: [&str; 2] = ["junction", "angular"];

const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// A segment as the fixtures write it. Edges whose every place it takes, or the middle, by name;
/// fields by their halves.
fn segment(tile: &Tile, segment: &Segment, land: bool) -> String {
    let halves = segment.kind == "field";
    let at: Vec<&str> = if halves {
        (0..12)
            .filter(|at| at % 3 != 1 && segment.places >> at & 1 == 1)
            .map(|at| PLACES[at])
            .collect()
    } else {
        let on = |edge: &usize| segment.places & 0b111 << (3 * edge) != 0;
        (0..4).filter(on).map(|edge| EDGES[edge]).collect()
    };
    let told = segment.tags.iter().filter(|tag| !UNTOLD.contains(&tag.0.as_str()));
    let told = told.filter(|tag| !land || LAND_TAGS.contains(&tag.0.as_str()));
    let mut tags: Vec<String> = told.map(|(name, number)| format!("{name}={number}")).collect();
    tags.sort();
    let mut borders: Vec<String> = segment
        .borders
        .iter()
        .map(|other| {
            let other = &tile.segments[usize::from(*other)];
            format!("{}@{}", other.kind, EDGES[other.places.trailing_zeros() as usize / 3])
        })
        .collect();
    borders.sort();
    format!("{} [{}] {tags:?} {borders:?}", segment.kind, at.join(" "))
}

fn expected(value: &Value) -> String {
    let words = |key: &str| -> Vec<String> {
        let list = value[key].as_array().cloned().unwrap_or_default();
        let mut words: Vec<String> =
            list.iter().map(|word| word.as_str().unwrap().to_owned()).collect();
        words.sort();
        words
    };
    let tags = value["tags"].as_object().cloned().unwrap_or_default();
    let mut tags: Vec<String> =
        tags.iter().map(|(name, number)| format!("{name}={number}")).collect();
    tags.sort();
    let (kind, at) = (value["kind"].as_str().unwrap(), value["at"].as_str().unwrap());
    format!("{kind} [{at}] {tags:?} {:?}", words("borders"))
}

fn sorted(segments: impl Iterator<Item = String>) -> Vec<String> {
    let mut segments: Vec<String> = segments.collect();
    segments.sort();
    segments
}

/// Where the geometry of a set is described.
fn fixture(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/geometry/{id}.json"))
}

fn check(set: &TileSet) {
    let id = set.id.as_str();
    let text = std::fs::read_to_string(fixture(id));
    let text = text.unwrap_or_else(|_| panic!("no fixture {id}"));
    let fixture: Value = serde_json::from_str(&text).unwrap();
    let land = fixture["land"] == true;
    assert_eq!(Some(u64::from(set.total())), fixture["total"].as_u64(), "{id}: tiles in all");
    let tiles = fixture["tiles"].as_array().unwrap();
    // A set that extends another may leave a tile of it out.
    let types = set.tiles.iter().filter(|tile| tile.count > 0 || !land).count();
    assert_eq!(types, tiles.len(), "{id}: tile types");
    for wanted in tiles {
        let name = wanted["id"].as_str().unwrap();
        let tile = set.tiles.iter().find(|tile| tile.id == name);
        let tile = tile.unwrap_or_else(|| panic!("no tile {name}"));
        assert_eq!(Some(u64::from(tile.count)), wanted["count"].as_u64(), "{name}: count");
        assert_eq!(tile.group.as_deref(), wanted["group"].as_str(), "{name}: group");
        let edges: Vec<&str> =
            wanted["edges"].as_array().unwrap().iter().map(|edge| edge.as_str().unwrap()).collect();
        assert_eq!(tile.edges.to_vec(), edges, "{name}: edges");
        let told = tile.segments.iter().filter(|s| !land || LAND.contains(&s.kind.as_str()));
        let got = sorted(told.map(|own| segment(tile, own, land)));
        let want = sorted(wanted["segments"].as_array().unwrap().iter().map(expected));
        assert_eq!(got, want, "{name}");
        if land {
            continue;
        }
        let tags = wanted["tags"].as_object().cloned().unwrap_or_default();
        assert_eq!(tile.tags.len(), tags.len(), "{name}: tags");
        for (tag, number) in &tile.tags {
            assert_eq!(Some(u64::from(*number)), tags[tag].as_u64(), "{name}: {tag}");
        }
        let places: Vec<u16> = tile.segments.iter().map(|segment| segment.places).collect();
        assert_eq!(places.iter().fold(0, |all, places| all | places), 0x0fff, "{name}: no hole");
        assert_eq!(places.iter().map(|places| places.count_ones()).sum::<u32>(), 12, "{name}");
    }
}

/// Shipped sets that have a fixture; each of the others is named as such, and has none.
fn described() -> Vec<TileSet> {
    let (_, sets) = pictures::sets(&Library::official());
    let (others, described): (Vec<TileSet>, Vec<TileSet>) =
        sets.into_iter().partition(|set| UNDESCRIBED.contains(&set.id.as_str()));
    assert_eq!(others.iter().map(|set| set.id.as_str()).collect::<Vec<_>>(), UNDESCRIBED);
    assert!(others.iter().all(|set| !fixture(&set.id).exists()), "{UNDESCRIBED:?}");
    described
}

#[test]
fn every_shipped_set_is_like_its_fixture() {
    let sets = described();
    assert!(sets.len() >= 40, "{}", sets.len());
    sets.iter().for_each(check);
}

#[test]
fn segments_are_in_the_order_of_their_kinds() {
    let (kinds, sets) = pictures::sets(&Library::official());
    for tile in sets.iter().flat_map(|set| &set.tiles) {
        let order = |segment: &Segment| {
            let kind = kinds.features.iter().find(|kind| kind.name == segment.kind).unwrap();
            (kind.order, kind.name.clone())
        };
        assert!(tile.segments.is_sorted_by_key(order), "{}", tile.id);
    }
}

/// What stands inside a tile says its tags itself, and not the tile once more: they would be drawn twice.
#[test]
fn no_tile_repeats_a_tag_of_what_stands_inside_it() {
    let (_, sets) = pictures::sets(&Library::official());
    for tile in sets.iter().flat_map(|set| &set.tiles) {
        let inside = tile.segments.iter().filter(|s| s.places == 0);
        let said: Vec<&str> = inside.flat_map(|s| &s.tags).map(|tag| tag.0.as_str()).collect();
        for (tag, _) in &tile.tags {
            assert!(!said.contains(&tag.as_str()), "{}: {tag}", tile.id);
        }
    }
}

/// What lies between roads and joins nothing: a wagon of the first edition does not cross it.
const JOINS_NOTHING: [&str; 12] = [
    "acrobats",
    "bazaar",
    "big-top",
    "crater",
    "crop-circle",
    "lake",
    "marketplace",
    "portal",
    "school",
    "tower",
    "tunnel",
    "watchtower",
];

/// Where roads end beside others, beside a city or a monastery, and yet meet none of them.
const ENDS_ALONE: [&str; 2] = ["the-bushes/town", "traders-and-builders/cfrr-r-s-w"];

#[test]
fn wherever_a_road_ends_its_tile_says_what_it_meets() {
    let (_, sets) = pictures::sets(&Library::official());
    let said = |s: &Segment| s.tags.iter().find(|tag| tag.0 == "junction").map_or(0, |tag| tag.1);
    let reached = |s: &Segment| (0..4).filter(|edge| s.places >> (3 * edge) & 7 != 0).count();
    for tile in sets.iter().flat_map(|set| &set.tiles) {
        let ends = |s: &&Segment| s.kind == "road" && reached(s) == 1;
        let alone = tile.segments.iter().filter(ends).count() == 1
            && !tile.segments.iter().any(|s| s.kind == "city" || s.kind == "monastery");
        let inner = tile
            .segments
            .iter()
            .flat_map(|s| s.tags.iter().map(|tag| tag.0.as_str()).chain([s.kind.as_str()]));
        let parted = inner
            .chain(tile.tags.iter().map(|tag| tag.0.as_str()))
            .any(|name| JOINS_NOTHING.contains(&name));
        for road in tile.segments.iter().filter(ends) {
            let told = said(road) > 0 || alone || parted;
            assert!(told || ENDS_ALONE.contains(&tile.id.as_str()), "{}", tile.id);
        }
        for place in 0..8 {
            let there = tile.segments.iter().filter(|s| said(s) >> place & 1 == 1).count();
            assert_ne!(there, 1, "{}: nothing meets what is alone at {}", tile.id, 1 << place);
        }
    }
}
