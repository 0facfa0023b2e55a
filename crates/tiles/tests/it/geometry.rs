//! Every shipped tile has the geometry of the fixtures: edges, connections, fields, borders, tags.

#![allow(clippy::unwrap_used, reason = "a test may stop and may be slow")]

use bastide_core::decl::{PLACES, Segment, Tile};
use bastide_tiles::load;
use serde_json::Value;

use crate::support;

/// Sets that no fixture describes yet: the symbols on their tiles are of kinds that this crate's tests do not know.
const UNDESCRIBED: [&str; 31] = [
    "abbey-and-mayor-2nd",
    "besiegers",
    "bridges-castles-bazaars",
    "bridges-castles-bazaars-2nd",
    "cathars",
    "count",
    "crop-circles-i",
    "crop-circles-ii",
    "cult",
    "darmstadt",
    "german-monasteries",
    "gq11",
    "gq11-river",
    "hills-and-sheep",
    "hills-and-sheep-2nd",
    "king-and-robber",
    "king-and-robber-2nd",
    "mage-and-witch",
    "mage-and-witch-2nd",
    "the-ferries",
    "the-festival",
    "the-flier",
    "the-flier-2nd",
    "the-goldmines",
    "the-labyrinth",
    "the-school",
    "the-signposts",
    "the-tunnel",
    "the-watchtowers",
    "the-wind-roses",
    "under-the-big-top-fcz",
];

const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// A segment as the fixtures write it. Edges whose every place it takes, or the middle, by name;
/// fields by their halves.
fn segment(tile: &Tile, segment: &Segment) -> String {
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
    let mut tags: Vec<String> =
        segment.tags.iter().map(|(name, number)| format!("{name}={number}")).collect();
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

fn check(id: &str) {
    let source = support::source(id).unwrap();
    let set = load(&source.file, &source.text, &support::kinds(), &support::source);
    let set = set.unwrap_or_else(|faults| panic!("{id}: {faults:#?}"));
    let fixture = support::fixture(id);
    assert_eq!(set.id, id);
    assert_eq!(Some(u64::from(set.total())), fixture["total"].as_u64(), "{id}: tiles in all");
    let tiles = fixture["tiles"].as_array().unwrap();
    assert_eq!(set.tiles.len(), tiles.len(), "{id}: tile types");
    for wanted in tiles {
        let name = wanted["id"].as_str().unwrap();
        let tile = set.tiles.iter().find(|tile| tile.id == name);
        let tile = tile.unwrap_or_else(|| panic!("no tile {name}"));
        assert_eq!(Some(u64::from(tile.count)), wanted["count"].as_u64(), "{name}: count");
        assert_eq!(tile.group.as_deref(), wanted["group"].as_str(), "{name}: group");
        let edges: Vec<&str> =
            wanted["edges"].as_array().unwrap().iter().map(|edge| edge.as_str().unwrap()).collect();
        assert_eq!(tile.edges.to_vec(), edges, "{name}: edges");
        let got = sorted(tile.segments.iter().map(|own| segment(tile, own)));
        let want = sorted(wanted["segments"].as_array().unwrap().iter().map(expected));
        assert_eq!(got, want, "{name}");
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
fn described() -> Vec<String> {
    let (others, described): (Vec<String>, Vec<String>) =
        support::sets().into_iter().partition(|id| UNDESCRIBED.contains(&id.as_str()));
    assert_eq!(others, UNDESCRIBED);
    assert!(others.iter().all(|id| !support::has_fixture(id)), "{others:?}");
    described
}

#[test]
fn every_shipped_set_is_like_its_fixture() {
    let sets = described();
    assert!(sets.len() >= 16, "{sets:?}");
    for id in sets {
        check(&id);
    }
}

#[test]
fn segments_are_in_the_order_of_their_kinds() {
    for id in described() {
        let source = support::source(&id).unwrap();
        let kinds = support::kinds();
        for tile in load(&source.file, &source.text, &kinds, &support::source).unwrap().tiles {
            let order = |segment: &Segment| {
                let kind = kinds.features.iter().find(|kind| kind.name == segment.kind).unwrap();
                (kind.order, kind.name.clone())
            };
            assert!(tile.segments.is_sorted_by_key(order), "{}", tile.id);
        }
    }
}

#[test]
fn a_garden_is_decoration_where_nobody_plays_with_it() {
    let mut kinds = support::kinds();
    kinds.features.retain(|kind| kind.name != "garden");
    kinds.idle_features.insert("garden".to_owned());
    kinds.tags.retain(|tag| tag.name != "pennant");
    kinds.idle_tags.insert("pennant".to_owned());
    let source = support::source("base-2nd").unwrap();
    let set = load(&source.file, &source.text, &kinds, &support::source).unwrap();
    assert_eq!(set.total(), 72);
    let plain =
        |tile: &Tile| tile.segments.iter().all(|own| own.kind != "garden" && own.tags.is_empty());
    assert!(set.tiles.iter().all(plain));
}
