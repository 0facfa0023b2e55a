//! Golden counts: from some fifty positions of all expansions, how many ways there are to go on by one action, by two, and
//! so on. `tests/counts` keeps them, in the records of the games that lead there.
//!
//! `UPDATE=1 cargo test -p bastide-tests --lib counts` writes them anew: a game stays what it was as long as the rules
//! allow it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bastide::record::Record;
use bastide::{Library, Setup};
use bastide_testkit::{config, counts, play, rules, setup};

/// Expansions of a few tiles, or of none.
const MINIS: [&str; 14] = [
    "crop-circles",
    "darmstadt",
    "ferries",
    "festival",
    "flying-machines",
    "goldmines",
    "labyrinth",
    "little-buildings",
    "mage-and-witch",
    "monasteries",
    "pig-herd",
    "signposts",
    "watchtowers",
    "windmill",
];

/// A game by name: its config, and whether it is counted shortly before its end too.
fn games() -> Vec<(&'static str, String, bool)> {
    let end = true;
    let more = |seats, edition, ids: &[&str], more: &str| {
        format!("{}{more}\n", config(seats, edition, ids))
    };
    let house = [
        "house-buy-tile",
        "house-draw-early",
        "house-filled-hole",
        "house-first-player",
        "house-start-in-bag",
        "house-tile-back",
        "house-unfinished-nothing",
    ];
    let edge = "house-table-edge = { north = 4, east = 4, south = 3, west = 5, closes = true }";
    vec![
        ("base-bga", config(2, "bga", &[]), end),
        ("base-first-2002", config(5, "first-2002", &[]), end),
        ("base-no-farmers", more(3, "pnp-2020", &[], "base = { farmers = \"off\" }"), false),
        ("abbot", config(2, "second-2014", &["abbot"]), end),
        ("inns", config(6, "second-2014", &["inns-and-cathedrals"]), end),
        ("tower", config(2, "second-2014", &["the-tower"]), end),
        (
            "tower-capturable",
            more(
                4,
                "first-2002",
                &[],
                "the-tower = { capture = \"anyone\", follower = \"capturable\" }",
            ),
            false,
        ),
        ("traders", config(3, "second-2014", &["traders-and-builders"]), end),
        ("dragon", config(3, "second-2014", &["princess-and-dragon"]), end),
        (
            "dragon-readings",
            more(
                2,
                "bga",
                &[],
                "princess-and-dragon = { fairy = \"on-tile\", princess = \"must\", dragon-move = \"after-scoring\" }",
            ),
            false,
        ),
        ("obelisk", config(2, "second-2014", &["obelisk"]), end),
        ("gates-bushes", config(2, "second-2014", &["city-gates", "bushes"]), end),
        ("courier-meteorites", config(3, "second-2014", &["courier", "meteorites"]), end),
        ("robbers", config(3, "second-2014", &["robbers"]), end),
        ("surgeons", config(2, "second-2014", &["barber-surgeons"]), end),
        (
            "revolts-fruit",
            config(3, "second-2014", &["peasant-revolts", "fruit-bearing-trees"]),
            end,
        ),
        ("bets-gifts", config(3, "second-2014", &["bets", "gifts"]), end),
        ("halflings", config(2, "second-2014", &["halflings"]), end),
        ("german-castles", config(2, "second-2014", &["german-castles"]), end),
        ("plague", config(2, "second-2014", &["plague"]), end),
        ("porxada", config(2, "second-2014", &["porxada", "abbot"]), end),
        ("wheel", config(3, "second-2014", &["wheel-of-fortune"]), end),
        ("black-tower", config(2, "second-2014", &["the-tower", "black-tower"]), end),
        ("flowers-markets", config(2, "second-2014", &["flowers", "marketplace"]), end),
        ("feud-luck", config(2, "second-2014", &["family-feud", "gamblers-luck"]), end),
        ("huts-son", config(2, "second-2014", &["river", "fish-huts", "robbers-son"]), end),
        ("phantom", config(4, "second-2014", &["phantom"]), false),
        ("river", config(2, "second-2014", &["river"]), false),
        ("river-strict", more(3, "bga", &[], "river = { turn = \"strict\" }"), false),
        ("rivers", config(2, "second-2014", &["river", "river-ii"]), false),
        ("hands", config(2, "second-2014", &["tactical-hand"]), end),
        (
            "hands-river",
            config(4, "bga", &["tactical-hand", "river", "traders-and-builders", "abbot"]),
            false,
        ),
        ("inns-tower", config(2, "bga", &["inns-and-cathedrals", "the-tower"]), end),
        (
            "inns-traders",
            config(5, "first-2002", &["inns-and-cathedrals", "traders-and-builders"]),
            false,
        ),
        (
            "dragon-tower-rivers",
            config(3, "second-2014", &["princess-and-dragon", "the-tower", "river", "river-ii"]),
            false,
        ),
        (
            "abbot-phantom-traders",
            config(3, "second-2014", &["abbot", "phantom", "traders-and-builders"]),
            end,
        ),
        (
            "all",
            config(
                4,
                "second-2014",
                &[
                    "inns-and-cathedrals",
                    "the-tower",
                    "traders-and-builders",
                    "princess-and-dragon",
                    "abbot",
                    "phantom",
                    "river",
                    "river-ii",
                ],
            ),
            end,
        ),
        ("minis", config(3, "second-2014", &MINIS), end),
        ("minis-rivers", config(2, "bga", &["river", "pig-herd-river", "messages", "school"]), end),
        ("table-edge", more(2, "second-2014", &[], edge), end),
        ("house", config(3, "pnp-2020", &house), end),
        (
            "house-first-throw",
            more(5, "bga", &[], "house-first-player = { lot = \"throw\" }"),
            false,
        ),
        (
            "house-mix",
            more(
                2,
                "second-2014",
                &[
                    &house[..],
                    &["river", "inns-and-cathedrals", "the-tower", "traders-and-builders"],
                ]
                .concat(),
                edge,
            ),
            false,
        ),
        (
            "count-hills",
            config(
                3,
                "second-2014",
                &["king-and-robber", "hills-and-sheep", "count", "siege", "cult"],
            ),
            end,
        ),
        (
            "abbeys-bridges",
            config(
                4,
                "second-2014",
                &[
                    "abbey-and-mayor",
                    "bridges-castles-bazaars",
                    "the-tunnel",
                    "under-the-big-top",
                    "wind-roses",
                ],
            ),
            end,
        ),
        (
            "fans",
            config(
                3,
                "second-2014",
                &["river", "donkey", "fishermen", "wells", "decinsky-sneznik", "russian-promos"],
            ),
            end,
        ),
    ]
}

/// After how many actions a game is counted: early, in its middle, perhaps shortly before its end.
fn moments(setup: &Setup, n: usize, end: bool) -> Vec<usize> {
    let actions = play(&rules(setup.clone()), n as u64, |_, _, _| {}).actions.len();
    let mut after = vec![5 + n % 7, actions / 2 - n % 5];
    if end {
        after.push(actions - 7 - n % 3);
    }
    after
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("counts")
}

#[test]
fn options_by_depth_are_as_they_were() {
    let library = Library::official();
    let update = std::env::var_os("UPDATE").is_some();
    let (mut wrong, mut positions) = (Vec::new(), 0);
    for (n, (name, config, end)) in games().into_iter().enumerate() {
        let file = format!("{name}.bastide");
        let path = folder().join(&file);
        let kept = fs::read_to_string(&path).unwrap_or_default();
        if update {
            let before = Record::parse(&file, &kept).ok();
            let setup = setup(&library, &config);
            let made = counts::counted(&setup, before.as_ref(), n as u64, &moments(&setup, n, end));
            if made != kept {
                fs::write(&path, made).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            }
            continue;
        }
        match counts::recount(&library, &file, &kept) {
            Ok(n) => positions += n,
            Err(differs) => wrong.push(differs),
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nIf this is meant: UPDATE=1 cargo test -p bastide-tests --lib counts",
        wrong.join("\n")
    );
    assert!(update || positions >= 50, "{positions} positions");
}

#[test]
fn every_expansion_is_counted_and_every_record_belongs_to_a_game() {
    let library = Library::official();
    let games = games();
    let played = |name: &&str, id: &str| {
        let text = fs::read_to_string(folder().join(format!("{name}.bastide"))).unwrap_or_default();
        let is = |line: &str| {
            line == format!("expansion {id}") || line.starts_with(&format!("expansion {id} "))
        };
        text.lines().any(is)
    };
    let names: Vec<&str> = games.iter().map(|game| game.0).collect();
    for expansion in library.folders() {
        let found = names.iter().any(|name| played(name, &expansion.id));
        assert!(found, "no game with `{}` is counted", expansion.id);
    }
    let files = fs::read_dir(folder()).expect("tests/counts is there").flatten();
    let files: BTreeSet<String> =
        files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let wanted: BTreeSet<String> = names.iter().map(|name| format!("{name}.bastide")).collect();
    assert_eq!(files, wanted);
}

#[test]
fn what_differs_is_told_with_its_place_and_depth() {
    let library = Library::official();
    let text = fs::read_to_string(folder().join("base-bga.bastide")).expect("is kept");
    let (line, counts) =
        text.lines().enumerate().find(|(_, l)| l.starts_with("# options")).expect("a position");
    let second: u64 = counts.split(' ').nth(3).and_then(|n| n.parse().ok()).expect("two depths");
    let other = counts.replacen(&format!(" {second} "), &format!(" {} ", second + 1), 1);
    let told = counts::recount(&library, "base.bastide", &text.replacen(counts, &other, 1))
        .expect_err("a count differs");
    let kept = format!("{second} ways to go on by 2 actions, not {}", second + 1);
    assert_eq!(told, format!("base.bastide:{}: {kept}", line + 1));
    let points = text.replacen("\n= ", "\n= 7", 1);
    let told = counts::recount(&library, "base.bastide", &points).expect_err("points differ");
    assert!(told.starts_with("base.bastide:") && told.contains("the points are"), "{told}");
}
