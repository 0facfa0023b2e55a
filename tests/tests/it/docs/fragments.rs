//! Every block of TOML and of Lua in the book is tried out. A line before it says how:
//!
//! | line | who tries it |
//! |---|---|
//! | `<!-- file: docs/examples/… -->` | it is that whole file (`book.rs`), which has tests of its own |
//! | `<!-- write: … -->` | the tutorial and the first game, command by command (tests of the command line) |
//! | `<!-- part: … -->` | its lines stand in that file of the examples |
//! | `<!-- in: name/file -->` | it is put in the place of `The page.` in that file of `tests/fixtures/book`; what comes of it is checked, set up and played |
//! | `<!-- run: script -->` | the machine of scripts loads it |
//! | `<!-- run: scenarios -->`, `<!-- run: tests -->` | it is run against the base game |
//! | `<!-- as: page -->` | it is a block of that page, but for comments: it is tried out there |
//! | `<!-- not run: why -->` | nobody |

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bastide::core::Fault;
use bastide::{Bot, Config, Game, Library, Rules, Setup, story};
use bastide_draw::Look;
use bastide_proof::scenario;

use super::examples::play_by;
use super::{read, root};

/// What a fixture has in the place of the text of a page.
const PLACE: [&str; 2] = ["# The page.\n", "-- The page.\n"];
/// Pages whose commands the tests of the command line run.
const PLAYED: &[&str] = &[
    "docs/src/tutorial.md",
    "docs/src/first-game.md",
    "docs/src/fr/tutoriel.md",
    "docs/src/fr/premiere-partie.md",
];

/// A block of a page, with the line that says how it is tried out.
struct Block {
    /// Page and line.
    at: String,
    page: String,
    how: String,
    lua: bool,
    text: String,
}

/// Pages of a folder.
fn pages(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            pages(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let path = path.strip_prefix(root()).expect("a page of ours").to_string_lossy();
            out.push(path.replace('\\', "/"));
        }
    }
}

/// Blocks of TOML and Lua of a text.
fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut before = "";
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.trim_start().strip_prefix("```") else {
            before = line;
            continue;
        };
        let body: String = lines
            .by_ref()
            .take_while(|(_, line)| line.trim_start() != "```")
            .flat_map(|(_, line)| [line, "\n"])
            .collect();
        let language = language.trim().to_lowercase();
        let lua = language.starts_with("lua");
        if lua || language.starts_with("toml") {
            let how = before.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
            found.push(Block {
                at: format!("{page}:{}", number + 1),
                page: page.to_owned(),
                how: how.unwrap_or_default().to_owned(),
                lua,
                text: body,
            });
        }
        before = "";
    }
    found
}

fn all() -> Vec<Block> {
    let mut files = vec!["README.md".to_owned(), "docs/ARCHITECTURE.md".to_owned()];
    pages(&root().join("docs/src"), &mut files);
    // Rules of expansions are pages too.
    pages(&root().join("expansions"), &mut files);
    files.sort();
    files.iter().flat_map(|page| blocks(page, &read(page))).collect()
}

/// What is wrong with the line before a block.
fn unknown(block: &Block) -> Option<String> {
    let Block { at, how, .. } = block;
    let (word, rest) = how.split_once(": ").unwrap_or((how, ""));
    let exists = |path: &str| root().join(path).is_file();
    let fine = match word {
        "file" | "part" => rest.starts_with("docs/examples/") && exists(rest),
        "write" => PLAYED.contains(&block.page.as_str()),
        "as" => exists(rest),
        "in" => exists(&format!("tests/fixtures/book/{rest}")),
        "run" if block.lua => ["script", "tests"].contains(&rest),
        "run" => rest == "scenarios",
        "not run" => rest.len() > 10,
        _ => false,
    };
    (!fine).then(|| format!("{at}: nobody tries this out: `{how}`"))
}

#[test]
fn every_block_says_how_it_is_tried_out() {
    let all = all();
    assert!(all.len() > 40, "{} blocks", all.len());
    let bad: Vec<String> = all.iter().filter_map(unknown).collect();
    assert!(bad.is_empty(), "see tests/tests/it/docs/fragments.rs:\n{}", bad.join("\n"));
}

#[test]
fn a_block_without_a_line_before_it_is_found() {
    let bad = [
        "```toml\na = 1\n```\n",
        "<!-- in: gate/tiles/gate.toml -->\n\n```toml\na = 1\n```\n",
        "<!-- in: nowhere/at-all.toml -->\n```toml\na = 1\n```\n",
        "<!-- run: script -->\n```toml\na = 1\n```\n",
        "<!-- write: a.toml -->\n  ```TOML\na = 1\n  ```\n",
        "<!-- not run: -->\n```lua,ignore\nx\n```\n",
    ];
    for text in bad {
        let found = blocks("docs/src/page.md", text);
        assert_eq!(found.len(), 1, "{text}");
        assert!(unknown(&found[0]).is_some(), "{text}");
    }
    let fine = "<!-- not run: it shows a mistake -->\n```lua\nx\n```\n```console\n$ x\n```\n";
    let found = blocks("docs/src/page.md", fine);
    assert!(found.len() == 1 && unknown(&found[0]).is_none());
}

#[test]
fn parts_stand_in_their_files() {
    for block in all() {
        if let Some(path) = block.how.strip_prefix("part: ") {
            assert!(read(path).contains(&block.text), "{}: not in {path}", block.at);
        }
    }
}

/// Lines of a block without comments and what parts them.
fn bare(text: &str) -> Vec<&str> {
    let code = |line: &'_ str| line.find("# ").or_else(|| line.find("-- ")).unwrap_or(line.len());
    let lines = text.lines().map(|line| line[..code(line)].trim_end());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn blocks_of_translated_pages_are_those_of_the_page() {
    let all = all();
    for block in &all {
        let Some(page) = block.how.strip_prefix("as: ") else { continue };
        let own = bare(&block.text);
        let mut there = all.iter().filter(|other| other.page == page && other.lua == block.lua);
        assert!(there.any(|other| bare(&other.text) == own), "{}: not in {page}", block.at);
    }
}

#[test]
fn what_runs_by_itself_runs() {
    let library = Library::official();
    for Block { at, how, text, .. } in all() {
        match how.as_str() {
            "run: script" => {
                let vm = bastide_script::Vm::new(bastide_script::Limits::default());
                let loaded = vm.expect("a machine").load_module("page.lua", &text);
                loaded.unwrap_or_else(|fault| panic!("{at}: {fault:?}"));
            }
            "run: scenarios" => {
                let found = scenario::read("base", "page.toml", &text).expect("is read");
                assert!(!found.is_empty(), "{at}");
                for one in found {
                    assert_eq!(scenario::run(&one, &library), Ok(()), "{at}: {}", one.id);
                }
            }
            "run: tests" => {
                let file = "page.spec.lua";
                let found = scenario::spec::tests(file, &text).expect("is read");
                assert!(!found.is_empty(), "{at}");
                for (n, test) in found.iter().enumerate() {
                    let mut seen = BTreeMap::new();
                    let done = scenario::spec::run("base", file, &text, n, &library, &mut seen);
                    assert_eq!(done, Ok(()), "{at}: {}", test.title);
                }
            }
            _ => {}
        }
    }
}

/// Files of a fixture by path, with the blocks of the book in their places.
fn filled(name: &str, blocks: &mut BTreeMap<String, Block>) -> Vec<(String, String)> {
    let folder = root().join("tests/fixtures/book").join(name);
    let expansion = folder.join("expansion.toml").is_file();
    let mut open = vec![folder.clone()];
    let mut files = Vec::new();
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let inside = path.strip_prefix(&folder).expect("inside").to_string_lossy();
            let inside = inside.replace('\\', "/");
            let mut text = fs::read_to_string(&path).expect("a text");
            let places: usize = PLACE.iter().map(|place| text.matches(place).count()).sum();
            match blocks.remove(&format!("{name}/{inside}")) {
                Some(block) => {
                    assert_eq!(places, 1, "{}: one place for it in {name}/{inside}", block.at);
                    for place in PLACE {
                        text = text.replace(place, &block.text);
                    }
                }
                None => assert_eq!(places, 0, "no page fills {name}/{inside}"),
            }
            let inside = if expansion { format!("expansions/{name}/{inside}") } else { inside };
            files.push((inside, text));
        }
    }
    files.sort();
    files
}

/// What can be played with the files of a fixture.
fn config(name: &str, files: &[(String, String)]) -> String {
    if let Some((_, text)) = files.iter().find(|(path, _)| !path.contains('/')) {
        return text.clone();
    }
    let sets =
        files.iter().filter_map(|(path, _)| path.strip_prefix("tiles/")?.strip_suffix(".toml"));
    let sets: Vec<String> = sets.map(|set| format!("{set} = {{ copies = 1 }}")).collect();
    if sets.is_empty() {
        format!("players = 2\n[expansions]\n{name} = true\n")
    } else {
        format!("players = 2\n[tiles]\n{}\n", sets.join("\n"))
    }
}

#[test]
fn fragments_are_right_where_they_belong() {
    let mut blocks = BTreeMap::new();
    for block in all() {
        if let Some(path) = block.how.strip_prefix("in: ") {
            let (path, at) = (path.to_owned(), block.at.clone());
            assert!(blocks.insert(path, block).is_none(), "{at}: the place has been filled");
        }
    }
    let folders = fs::read_dir(root().join("tests/fixtures/book")).expect("fixtures").flatten();
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names {
        let files = filled(&name, &mut blocks);
        let named: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let report = bastide_check::of_texts(Library::official(), &named);
        // A part of a manifest leaves out names for people, what uses its declarations, and tiles that border.
        let left_out = |fault: &Fault| ["M0160", "M0164", "M0166"].contains(&&*fault.code);
        let faults: Vec<Fault> =
            report.faults.into_iter().filter(|fault| !left_out(fault)).collect();
        assert_eq!(faults, [], "{name}");
        assert!(report.files > 0, "{name}: nothing is checked");
        let library = Library::official().with(named.iter().copied());
        let (_, faults) = Look::of(&library);
        assert_eq!(faults, [], "{name}");
        let config = Config::parse("page.toml", &config(&name, &files));
        let config = config.unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let setup = Setup::load(&config, &library);
        let setup = setup.unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        let rules = Rules::new(setup).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        // What the page says is done in a game, where sheets or actions can show it.
        let games: Vec<_> = (0..8).map(|seed| play_by(Bot::Random, &rules, seed).0).collect();
        let is_cited = |rule: &str| {
            games.iter().any(|game| {
                let mut sheets = game.entries().iter().flat_map(|entry| &entry.outcome.sheets);
                sheets.any(|sheet| story::sheet_line(game, sheet, "en").contains(rule))
            })
        };
        let is_caused = |rule: &str| {
            games.iter().any(|game| {
                let mut effects = game.entries().iter().flat_map(|entry| &entry.outcome.effects);
                effects.any(|effect| game.rules().ruleset.rule_name(effect.rule) == rule)
            })
        };
        let is_done = |verb: &str| {
            let mut entries = games.iter().flat_map(|game: &Game| game.entries());
            entries.any(|entry| entry.text.starts_with(verb))
        };
        let shown = match name.as_str() {
            "inns" => is_cited("ic.inn.road"),
            "fairy" => is_caused("pd.fairy.turn"),
            "floors" => is_done("floors/floor ") || is_done("floor "),
            _ => true,
        };
        assert!(shown, "{name}: no game comes to what the page says");
    }
    let left: Vec<&String> = blocks.keys().collect();
    assert!(left.is_empty(), "no fixture takes {left:?}");
}
