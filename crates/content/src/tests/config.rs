//! Configs: every fault with its place, and what comes out of loading.

use bastide_text::line_col;

use super::*;
use crate::library::Library;

#[path = "newcomers.rs"]
mod newcomers;

const BASE_TOML: &str = r#"
id = "base"
short = "base"
version = "1.0.0"
api = 2
name = { en = "Base", fr = "Base" }
native = true
sets = ["base"]
decoration = ["garden"]
[players]
min = 2
max = 3
[option.farmers]
values = ["on", "off"]
default = "on"
[option.meeples]
range = [1, 9]
default = 7
[profile.second-2014]
[profile.short]
meeples = 2
sets = ["small"]
[edge.field]
meets = ["field"]
[edge.city]
meets = ["city"]
[feature.field]
order = 100
edge = "field"
lies = "rest"
fills = true
borders = ["city"]
[feature.city]
edge = "city"
lies = "whole"
[figure.meeple]
supply = { option = "meeples" }
[start]
tiles = [{ tile = "base/D" }]
"#;

const MORE_TOML: &str = r#"
id = "more"
short = "more"
version = "1.0.0"
api = 2
name = { en = "More", fr = "Plus" }
needs = ["base"]
[players]
max = 6
[option.inns]
default = true
[tag.inn]
on = "city"
[tile-counts]
"base/E" = 9
[[hook]]
on = "on.placed"
"#;

const FILES: [(&str, &str); 9] = [
    ("expansions/base/expansion.toml", BASE_TOML),
    ("expansions/more/expansion.toml", MORE_TOML),
    ("expansions/more/init.lua", "return {}"),
    (
        "expansions/last/expansion.toml",
        "id = \"last\"\nshort = \"last\"\nversion = \"1\"\napi = 2\nname = { en = \"Last\", fr = \"Fin\" }\nneeds = [\"more\"]\n",
    ),
    ("expansions/broken/expansion.toml", "id = \"broken\"\n"),
    ("expansions/last/tiles/own.toml", "id = \"own\""),
    (
        "tiles/base.toml",
        "id = \"base\"\nname = { en = \"Base\", fr = \"Base\" }\n[[tile]]\nid = \"D\"\ncount = 4\ncity = [{ at = \"N\" }]\n[[tile]]\nid = \"E\"\ncount = 5\ncity = [{ at = \"N\", inn = 1 }]\ngarden = [{}]\n",
    ),
    (
        "tiles/small.toml",
        "id = \"small\"\nextends = \"base\"\nname = { en = \"Small\", fr = \"Petit\" }\n[[tile]]\nid = \"base/E\"\ncount = 1\n",
    ),
    (
        "tiles/odd.toml",
        "id = \"odd\"\nextends = \"base\"\nname = { en = \"Odd\", fr = \"Drôle\" }\n[[tile]]\nid = \"base/E\"\ncity = [{ at = \"S\" }]\n",
    ),
];

fn load(text: &str) -> Result<Setup, Vec<Fault>> {
    Setup::load(&Config::parse("bastide.toml", text)?, &Library::in_memory(FILES))
}

/// Code, line and column of every fault.
fn faults_of(text: &str) -> Vec<(String, usize, usize)> {
    let place = |fault: &Fault| {
        assert!(!fault.what.fr.is_empty() && fault.what.en != fault.what.fr, "{fault}");
        let (line, column) = line_col(text, fault.span.as_ref().map_or(0, |span| span.start));
        (fault.code.clone(), line, column)
    };
    load(text).map_or_else(|faults| faults.iter().map(place).collect(), |_| Vec::new())
}

/// The one fault of lines that follow `players = 2`; lines count from 1 after it.
#[track_caller]
fn one(lines: &str, code: &str, line: usize, column: usize) {
    let faults = faults_of(&format!("players = 2\n{lines}"));
    assert_eq!(faults, [(code.to_owned(), line + 1, column)], "{lines}");
}

/// The help of the one fault of a config.
fn help(text: &str) -> String {
    load(text).unwrap_err().remove(0).help.unwrap().en
}

#[track_caller]
fn first_line(text: &str, code: &str, column: usize) {
    assert_eq!(faults_of(text), [(code.to_owned(), 1, column)], "{text}");
}

#[test]
fn the_base_game_is_always_in_play() {
    let setup = load(
        "players = [\"Anne\", { name = \"Bob\", bot = \"greedy\" }]\nseed = 7\nfirst = \"Bob\"",
    )
    .unwrap();
    assert_eq!(setup.expansions.len(), 1);
    assert_eq!(setup.native, ["base"]);
    assert_eq!(setup.players[1].bot.as_deref(), Some("greedy"));
    assert_eq!(
        (setup.seed, setup.first, setup.edition.as_str()),
        (Some(Seed::from(7)), Some(1), "second-2014")
    );
    let counts: Vec<(&str, u16)> = setup.tiles.iter().map(|t| (t.id.as_str(), t.count)).collect();
    assert_eq!(counts, [("base/D", 4), ("base/E", 5)]);
    assert!(setup.changed.is_empty());
    // A symbol of a known expansion that is not enabled is decoration, and so is a garden.
    assert!(setup.tiles[1].segments.iter().all(|s| s.tags.is_empty() && s.kind != "garden"));
}

#[test]
fn expansions_come_in_canonical_order_with_scripts() {
    let setup = load("players = 6\n[expansions]\nlast = true\nmore = { inns = true }").unwrap();
    let ids: Vec<&str> = setup.expansions.iter().map(|e| e.id.as_str()).collect();
    assert_eq!(ids, ["base", "more", "last"]);
    assert_eq!(setup.scripts.len(), 1);
    assert_eq!((setup.scripts[0].0.as_str(), &*setup.scripts[0].2), ("more", "return {}"));
    assert_eq!(setup.tiles[1].count, 9);
    assert!(setup.tiles[1].segments.iter().any(|s| s.tags == [("inn".to_owned(), 1)]));
}

#[test]
fn edition_then_config_set_the_options() {
    let setup = load("players = 2\nedition = \"short\"").unwrap();
    assert_eq!(setup.expansions[0].options["meeples"], Value::Int(2));
    assert_eq!(setup.tiles[1].count, 1);
    let setup = load(
        "players = 2\nedition = \"short\"\n[expansions]\nbase = { meeples = 3, set = \"base\" }",
    )
    .unwrap();
    assert_eq!(setup.changed["base"]["meeples"], Value::Int(3));
    assert_eq!(setup.tiles[1].count, 5);
}

#[test]
fn tiles_can_be_counted_doubled_added_and_left_out() {
    let counts = |lines: &str| -> Vec<u16> {
        load(&format!("players = 2\n{lines}")).unwrap().tiles.iter().map(|t| t.count).collect()
    };
    assert_eq!(counts("[tiles]\n\"base/D\" = 7\nbase = { copies = 2 }"), [7, 10]);
    assert_eq!(counts("[expansions]\nbase = { copies = 3 }"), [12, 15]);
    assert_eq!(counts("[expansions]\nbase = { tiles = false }\n[tiles]\nsmall = true"), [4, 1]);
    assert_eq!(counts("[expansions]\nbase = { sets = [\"small\", \"base\"] }"), [4, 5]);
    let setup = load("players = 2\n[expansions]\nbase = { figures = { meeple = 2 } }").unwrap();
    assert_eq!(setup.expansions[0].figures[0].supply, decl::Supply::Each(2));
}

#[test]
fn the_hash_of_an_expansion_counts_its_sets() {
    let hash =
        |lines: &str| load(&format!("players = 2\n{lines}")).unwrap().expansions[0].hash.clone();
    assert_eq!(hash(""), hash("seed = 3"));
    assert_ne!(hash(""), hash("edition = \"short\""));
}

#[test]
fn faults_of_toml_keys_types_and_ranges() {
    one("seed 1", "C0001", 1, 6);
    one("sed = 1", "C0005", 1, 1);
    one("seed = \"x\"", "C0007", 1, 8);
    one("seed = true", "C0006", 1, 8);
    one("[expansions]\nmore = 3", "C0006", 2, 8);
    one("seed = -1", "C0007", 1, 8);
    one("seed = 99999999999999999999", "C0007", 1, 8);
    first_line("seed = 1", "C0008", 1);
    first_line("players = true", "C0006", 11);
    first_line("players = 9", "C0007", 11);
}

#[test]
fn faults_of_players() {
    first_line("players = 5", "C0101", 11);
    first_line("players = [\"A\", \"A\"]", "C0102", 17);
    first_line("players = [\"É\", \"E\u{301}\"]", "C0102", 17);
    first_line("players = [\"A\", \" \"]", "C0103", 17);
    first_line("players = [\"A\", \"B \"]", "C0103", 17);
    first_line("players = [\"A\", { name = \"B\", bot = \"gredy\" }]", "C0104", 37);
    assert_eq!(
        help("players = [\"A\", { name = \"B\", bot = \"gredy\" }]"),
        "did you mean `greedy`?"
    );
    one("first = \"Z\"", "C0107", 1, 9);
}

#[test]
fn faults_of_expansions_and_options() {
    one("[expansions]\nmore = { in = true }", "C0105", 2, 10);
    one("[expansions]\nbase = { farmers = \"of\" }", "C0106", 2, 20);
    one("[expansions]\nbase = { meeples = 10 }", "C0106", 2, 20);
    one("[expansions]\nmor = true", "C0108", 2, 1);
    one("edition = \"shrt\"", "C0109", 1, 11);
    one("[expansions]\nbase = { figures = { meple = 1 } }", "C0112", 2, 22);
    one("[expansions]\nbase = false", "C0113", 2, 8);
    one("[expansions]\nx = { path = \"no/such\" }", "C0114", 2, 14);
    one("[expansions]\nx = { path = \"\" }", "C0114", 2, 14);
    one("[expansions]\nlast = true", "G0003", 2, 1);
    assert_eq!(help("players = 2\n[expansions]\nmor = true"), "did you mean `more`?");
    assert_eq!(
        help("players = 2\n[expansions]\nbase = { farmers = \"of\" }"),
        "did you mean `off`?"
    );
}

#[test]
fn faults_of_tiles() {
    one("[tiles]\n\"base/F\" = 1", "C0110", 2, 1);
    one("[tiles]\nsmal = true", "C0111", 2, 1);
    one("[expansions]\nbase = { set = \"smal\" }", "C0111", 2, 16);
    one("[expansions]\nbase = { set = \"base\", sets = [\"base\"] }", "C0117", 2, 24);
    assert!(help("players = 2\n[expansions]\nbase = { set = \"own\" }").starts_with("it lies in"));
    let codes = |lines: &str| -> Vec<String> {
        faults_of(&format!("players = 2\n{lines}")).into_iter().map(|fault| fault.0).collect()
    };
    assert_eq!(codes("[expansions]\nbase = { sets = [\"base\", \"odd\"] }"), ["C0115"]);
    assert_eq!(codes("[expansions]\nbase = { tiles = false }"), ["C0116"]);
}

#[test]
fn a_broken_expansion_is_a_fault_only_if_it_is_enabled() {
    assert!(load("players = 2").is_ok());
    let faults = load("players = 2\n[expansions]\nbroken = true").unwrap_err();
    assert!(
        faults
            .iter()
            .all(|fault| fault.code == "M0008" && fault.file == "expansions/broken/expansion.toml")
    );
}

#[test]
fn all_faults_come_at_once() {
    let text = "players = 9\nsed = 1\nfirst = \"Z\"\n[tiles]\nx = 4\n";
    let codes: Vec<String> = faults_of(text).into_iter().map(|fault| fault.0).collect();
    assert_eq!(codes, ["C0007", "C0005", "C0107", "C0006"]);
    let text = "players = 5\nedition = \"x\"\n[expansions]\nmor = true\nbase = { x = 1 }\n[tiles]\n\"a/b\" = 1\n";
    let codes: Vec<String> = faults_of(text).into_iter().map(|fault| fault.0).collect();
    assert_eq!(codes, ["C0108", "C0109", "C0105", "C0110", "C0101"]);
}

#[test]
fn a_path_names_a_folder_beside_the_config() {
    let dir = std::env::temp_dir().join(format!("bastide-config-{}", std::process::id()));
    let folder = dir.join("mods/mine");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest =
        MORE_TOML.replace("\"more\"", "\"mine\"").replace("[[hook]]\non = \"on.placed\"\n", "");
    std::fs::write(folder.join("expansion.toml"), manifest).unwrap();
    let file = dir.join("game.toml");
    let text = "players = 2\n[expansions]\nmine = { path = \"mods/mine\", inns = false }";
    let config = Config::parse(&file.to_string_lossy(), text).unwrap();
    let setup = Setup::load(&config, &Library::in_memory(FILES)).unwrap();
    assert_eq!(setup.changed["mine"]["inns"], Value::Bool(false));
    std::fs::remove_dir_all(&dir).unwrap();
}

/// The official content; an expansion whose script is still to be written gets an empty one.
pub(in crate::config) fn official() -> Library {
    let mut files: Vec<(String, &str)> =
        crate::library::EMBEDDED.iter().map(|(path, text)| ((*path).to_owned(), *text)).collect();
    let known = Library::official();
    for folder in known.folders() {
        let native =
            folder.file("expansion.toml").is_some_and(|f| f.text.contains("native  = true"));
        if !native && folder.file("init.lua").is_none() {
            files.push((format!("expansions/{}/init.lua", folder.id), ""));
        }
    }
    Library::in_memory(files.iter().map(|(path, text)| (path.as_str(), *text)))
}

#[test]
fn the_default_config_builds_a_ruleset_in_every_edition() {
    let mut config = Config::parse("default.toml", Config::default_text()).unwrap();
    config.enable("river-ii");
    for edition in ["first-2002", "bga", "second-2014", "pnp-2020"] {
        config.edition = Some(Written { value: edition.to_owned(), span: 0..0 });
        let setup = Setup::load(&config, &official()).unwrap();
        assert_eq!(setup.warnings, [], "{edition}");
        let players = setup.players.len() as u8;
        let ruleset = bastide_core::Ruleset::build(players, &setup.expansions, &setup.tiles);
        assert!(ruleset.is_ok(), "{edition}: {:?}", ruleset.err());
    }
}

#[test]
fn official_sets_have_as_many_tiles_as_their_boxes() {
    let total = |text: &str| -> u16 {
        let config = Config::parse("", &format!("players = 2\n{text}")).unwrap();
        Setup::load(&config, &official()).unwrap().tiles.iter().map(|tile| tile.count).sum()
    };
    for (edition, base) in [("first-2002", 72), ("bga", 72), ("second-2014", 72), ("pnp-2020", 48)]
    {
        let with = |more: &str| total(&format!("edition = \"{edition}\"\n[expansions]\n{more}"));
        assert_eq!(with(""), base);
        assert_eq!(with("river = true"), base + 12);
        assert_eq!(with("river = true\nriver-ii = true"), base + 12 + 12 - 1);
        assert_eq!(with("river = { tiles = false }\nriver-ii = true"), base + 12);
        assert_eq!(with("inns-and-cathedrals = true"), base + 18);
        assert_eq!(with("the-tower = true"), base + 18);
        assert_eq!(with("traders-and-builders = true"), base + 24);
    }
}

#[test]
fn every_value_of_every_official_option_builds_a_ruleset() {
    use crate::manifest::{Domain, Manifest};
    let library = official();
    for folder in library.folders() {
        let (manifest, _) = Manifest::read(folder);
        for option in manifest.unwrap().options {
            let values: Vec<Value> = match &option.domain {
                Domain::Switch => vec![Value::Bool(true), Value::Bool(false)],
                Domain::Words(words) => words.iter().map(|w| Value::Text(w.clone())).collect(),
                Domain::Range(low, high) => vec![Value::Int(*low), Value::Int(*high)],
            };
            // Only the demo set holds the start tile of the demo.
            let values = values.into_iter().filter(|v| *v != Value::Text("demo".into()));
            for value in values {
                let mut config = Config::parse("", Config::default_text()).unwrap();
                config.enable(&folder.id).set(&option.name, &value);
                let setup = Setup::load(&config, &library).unwrap();
                let ruleset = bastide_core::Ruleset::build(2, &setup.expansions, &setup.tiles);
                let name = &option.name;
                assert!(ruleset.is_ok(), "{} {name} {value:?}: {:?}", folder.id, ruleset.err());
            }
        }
    }
}

#[test]
fn more_figures_than_a_game_can_have_are_told() {
    let told = |players: u8| {
        let config = Config::parse("", Config::default_text()).unwrap();
        let mut setup = Setup::load(&config, &official()).unwrap();
        let figures = &mut std::sync::Arc::make_mut(&mut setup.expansions)[0].figures;
        for i in 0..4 {
            let supply = decl::Supply::Each(32);
            figures.push(decl::FigureKind { name: i.to_string(), supply, ..figures[0].clone() });
        }
        let built = bastide_core::Ruleset::build(players, &setup.expansions, &setup.tiles);
        built.err().map(|faults| faults[0].what.clone())
    };
    assert_eq!(told(3), None);
    assert_eq!(told(4).as_deref(), Some("552 figures, the limit is 512"));
}

#[test]
fn cut_or_changed_a_config_does_not_panic() {
    let text = "players = [\"A\", { name = \"B\", bot = \"greedy\" }]\nedition = \"short\"\nseed = 42\nfirst = \"A\"\n[expansions]\nmore = { inns = false, copies = 2 }\nbase = { farmers = \"off\", figures = { meeple = 2 } }\n[tiles]\n\"base/D\" = 5\nsmall = { copies = 2 }\n";
    for end in 0..=text.len() {
        let _ = load(&text[..end]);
        for byte in *b"{}[]\"=,.#\n-0aZ" {
            let mut bytes = text.as_bytes().to_vec();
            if let Some(old) = bytes.get_mut(end) {
                *old = byte;
            }
            let _ = load(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[path = "drawings.rs"]
mod drawings;
#[path = "elsewhere.rs"]
mod elsewhere;

#[test]
fn a_set_is_in_play_no_more_often_than_its_tiles_can_be_counted() {
    one("[tiles]\nbase = { copies = 60 }", "C0126", 2, 1);
    one("[expansions]\nbase = { copies = 60 }", "C0126", 2, 1);
    let counts = |lines: &str| -> Vec<u16> {
        load(&format!("players = 2\n{lines}")).unwrap().tiles.iter().map(|t| t.count).collect()
    };
    assert_eq!(counts("[tiles]\nbase = { copies = 51 }"), [204, 255]);
    assert_eq!(counts("[tiles]\nbase = { copies = 60 }\n\"base/E\" = 9"), [240, 9]);
}
