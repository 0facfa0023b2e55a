//! Where a number has a width, its limit has a name.

use super::{Table, declared, edge, hook, plain, step, tile, verb, wrong};
use crate::choice::Action;
use crate::decl;
use crate::effect::Effect;
use crate::engine::Refusal;
use crate::game::Game;
use crate::ids::{Cell, FigureId, PileId, Player, SegmentId, TileId, TileTypeId, TokenId};
use crate::limits::{
    PLAYERS_MAX, SEGMENTS_MAX, STEPS_MAX, TAG_MAX, TILE_COPIES_MAX, TILES_LAID_MAX, TILES_MAX,
    TOKENS_PER_KIND_MAX, UNITS_MAX,
};
use crate::ruleset::Ruleset;
use crate::tags::Tags;

/// Declarations of which there are too many are told as that, and as nothing else.
fn too_many(expansion: decl::Expansion, tiles: &[decl::Tile], n: usize, what: &str, max: usize) {
    assert_eq!(wrong(expansion, tiles), [format!("{n} {what}, the limit is {max}")]);
}

#[test]
fn more_than_a_game_can_hold_is_told_before_anything_is_made_of_it() {
    let names = |n: usize| (0..n).map(|i| format!("x{i}")).collect::<Vec<_>>();
    let steps = names(245).iter().map(|name| step(name, &[])).collect();
    let last = decl::Verb { at: vec!["x244".into()], ..verb("go") };
    let expansion = decl::Expansion { steps, verbs: vec![last], ..declared() };
    too_many(expansion, &[plain(9)], 245, "own steps", STEPS_MAX);
    let verbs = names(700).iter().map(|name| verb(name)).collect();
    too_many(decl::Expansion { verbs, ..declared() }, &[plain(9)], 700, "verbs", 200);
    let units = names(300);
    let all = 300 + 4;
    too_many(decl::Expansion { units, ..declared() }, &[plain(9)], all, "units", UNITS_MAX);
    too_many(declared(), &[plain(300)], 300, "copies", TILE_COPIES_MAX);
    let tile_counts = [("mine/plain".to_owned(), 256)].into();
    let counted = decl::Expansion { tile_counts, ..declared() };
    too_many(counted, &[plain(9)], 256, "copies", TILE_COPIES_MAX);
    let zones = vec![decl::Zone {
        name: "hand".into(),
        per_player: true,
        start: decl::Laid::Always(vec!["mine/plain".into(); 40_000]),
        ..decl::Zone::default()
    }];
    let lying = decl::Expansion { zones, ..declared() };
    too_many(lying, &[plain(9)], 80_009, "tiles, those in zones included", TILES_MAX);
}

#[test]
fn a_board_of_more_segments_than_have_numbers_is_a_fault() {
    let one = decl::Segment { kind: "grass".into(), ..decl::Segment::default() };
    let full = |n: u16| decl::Tile {
        id: format!("mine/t{n}"),
        count: 200,
        edges: ["grass"; 4].map(String::from),
        segments: vec![one.clone(); 24],
        ..decl::Tile::default()
    };
    let tiles: Vec<decl::Tile> = (0..16).map(full).chain([plain(1)]).collect();
    too_many(declared(), &tiles, 16 * 24 * 200 + 1, "segments", SEGMENTS_MAX);
}

fn silent(players: u8, expansion: decl::Expansion, tiles: &[decl::Tile]) -> Table {
    Table::new(players, expansion, tiles, |_, _, _, _| {})
}

/// Why an effect cannot be.
fn why(table: &mut Table, mut effect: Effect) -> Option<String> {
    table.state.apply(&table.rules, &mut effect).err().map(|why| why.en)
}

#[test]
fn what_comes_to_lie_beyond_the_last_number_is_a_fault() {
    let mut table = silent(2, declared(), &[plain(9)]);
    let (tile, kind, cell) = (TileId::NONE, TileTypeId(0), Cell::new(0, 1));
    let (from, player) = (PileId(0), Player::NONE);
    let placed = Effect::Placed { tile, kind, cell, rotation: 0, from, player, start: false };
    let laid = Effect::TileLaid { tile, kind, cell, rotation: 0, from, player };
    let before = table.state.clone();
    assert_eq!(why(&mut table, placed), None, "there is room on a board of one tile");
    for effect in [placed, laid] {
        // Tiles that were taken away keep their numbers.
        table.state.clone_from(&before);
        let first = table.state.tiles[0];
        table.state.tiles.resize(TILES_LAID_MAX, first);
        assert!(why(&mut table, effect).is_some_and(|why| why.contains("TILES_LAID_MAX")));
        table.state.clone_from(&before);
        let first = table.state.nodes[0];
        table.state.nodes.resize(SEGMENTS_MAX, first);
        assert!(why(&mut table, effect).is_some_and(|why| why.contains("SEGMENTS_MAX")));
    }
}

#[test]
fn a_tag_never_spills_into_the_next() {
    let high = tile("mine/high", 9, "grass", (150, 1));
    let start = tile("mine/plain", 1, "grass", (100, 1));
    let mut table = silent(2, declared(), &[high, start]);
    table.first().expect("a draw");
    table.first().expect("250 stones");
    let tag = |table: &Table, lane| Game::new(&table.rules, &table.state).tag(SegmentId(0), lane);
    assert_eq!([0, 1].map(|lane| tag(&table, lane)), [250, 2]);
    table.first().expect("a draw");
    let before = table.state.clone();
    let Err(Refusal::Hook(e)) = table.first() else { panic!("400 stones") };
    let en = &e.fault.what.en;
    assert!(en.contains("`stones`") && en.contains("`grass`") && en.contains("TAG_MAX"), "{en}");
    assert!(table.state == before, "it never happened");
    let node = SegmentId(0);
    let five = Effect::Tagged { node, lane: 0, by: 5 };
    assert_eq!(why(&mut table, five), None);
    assert_eq!(tag(&table, 0), i32::from(TAG_MAX));
    let one = why(&mut table, Effect::Tagged { node: SegmentId(1), lane: 0, by: 1 });
    assert!(one.is_some_and(|why| why.contains("TAG_MAX")));
}

#[test]
fn the_last_lane_is_a_lane_too() {
    let names: Vec<String> = (0..32).map(|n| format!("t{n:02}")).collect();
    let tags = names.iter().map(|name| decl::Tag {
        name: name.clone(),
        on: vec!["grass".into()],
        ..decl::Tag::default()
    });
    let mut full = plain(9);
    full.segments[0].tags = names.iter().map(|name| (name.clone(), 200)).collect();
    let expansion = decl::Expansion { tags: tags.collect(), ..declared() };
    let rules = Ruleset::build(2, &[expansion], &[full]).expect("rules");
    let tags = rules.types[0].segments[0].tags;
    let every = |n: &dyn Fn(u8) -> u8| {
        (0..32).fold(Tags::NONE, |mut tags, lane| {
            tags.set(lane, n(lane));
            tags
        })
    };
    let (joined, spilt) = rules.kinds[0].merge.join(tags, tags);
    assert_eq!((joined, spilt), (every(&|_| 255), Some(0)), "each as great as it may be");
    let last = |n: u8| every(&|lane| if lane == 31 { n } else { 0 });
    assert_eq!(rules.kinds[0].merge.join(last(200), last(200)), (last(255), Some(31)));
    assert_eq!(rules.kinds[0].merge.join(tags, Tags::NONE), (tags, None));
}

#[test]
fn as_many_figures_as_there_are_may_stand_in_one_feature_or_be_held_by_one() {
    let crowd = |kinds: usize| decl::Expansion {
        figures: (0..kinds)
            .map(|n| decl::FigureKind {
                name: format!("man{n}"),
                class: vec!["man".into()],
                supply: decl::Supply::Each(32),
                ..decl::FigureKind::default()
            })
            .collect(),
        ..declared()
    };
    let mut table = silent(PLAYERS_MAX as u8, crowd(1), &[plain(9)]);
    for n in 0..256 {
        let deployed = Effect::Deployed { figure: FigureId(n), node: SegmentId(0) };
        assert_eq!(why(&mut table, deployed), None);
        let game = Game::new(&table.rules, &table.state);
        assert!(game.is_occupied(SegmentId(0)), "{n}");
    }
    let mut table = silent(2, crowd(8), &[plain(9)]);
    for n in 0..256 {
        let (figure, from) = (FigureId(n), SegmentId::NONE);
        let deployed = Effect::Deployed { figure, node: SegmentId(0) };
        assert_eq!(why(&mut table, deployed), None);
        let captured = Effect::Captured { figure, from, by: Player(1) };
        assert_eq!(why(&mut table, captured), None);
    }
    assert_eq!(
        Game::new(&table.rules, &table.state).held(Player(0), Player(1)).len(),
        8,
        "one of each kind"
    );
}

#[test]
fn too_many_tokens_are_not_too_few() {
    let expansion = decl::Expansion {
        tokens: vec![decl::Token { name: "coin".into(), ..decl::Token::default() }],
        ..declared()
    };
    let mut table = silent(2, expansion, &[plain(9)]);
    let by = |by| Effect::TokenMoved { token: TokenId(0), player: Player(0), by };
    assert_eq!(why(&mut table, by(TOKENS_PER_KIND_MAX)), None);
    assert!(why(&mut table, by(1)).is_some_and(|why| why.contains("TOKENS_PER_KIND_MAX")));
    assert!(why(&mut table, by(-10_000)).is_some_and(|why| why.contains("not enough")));
}

#[test]
fn an_engine_begins_anew_after_a_game_that_failed() {
    let expansion = decl::Expansion {
        edges: vec![edge("grass")],
        steps: vec![step("wait", &["go"])],
        verbs: vec![verb("go")],
        hooks: vec![hook("on.placed", "push"), hook("at.setup", "push"), hook("do.go", "nothing")],
        ..declared()
    };
    let start = tile("mine/plain", 9, "grass", (200, 0));
    let mut table = Table::new(2, expansion, &[start], |name, _, _, out| {
        if name == "push" {
            out.push(crate::ids::StepId(0), Player(0), &[]);
        }
    });
    let fresh = table.state.clone();
    while table.first().is_ok() {}
    let again = table.engine.start(Player(0), &mut crate::effect::NoLog).expect("a start");
    assert!(again == fresh, "what waited in the last game does not wait in this one");
    table.state = again;
    let first = table.decision().options[0].action();
    assert!(matches!(first, Some(Action::Invoke { .. })));
}
