//! `test` on the folder of an expansion: random games, coverage, and games that are found and run again.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use crate::support;

const MANIFEST: &str = "id = \"wells\"\nshort = \"well\"\nversion = \"1.0.0\"\napi = 2\n\
    name = { en = \"Wells\", fr = \"Puits\" }\nhook = [\n\
    { on = \"scoring.points\", where = { feature = \"road\", complete = true }, call = \"road\" },\n\
    { on = \"on.turn\", call = \"again\" },\n]\n";
const RULES: &str = "# Wells\n\n### well.road\n\nA long road gives more.\n\n\
    *Une longue route rapporte plus.*\n\nSource: house rule\n";
const SCRIPT: &str = "local well = ...\nfunction well.road(game, claim, score)\n  \
    if claim.feature.tiles >= 3 then score:extra(\"well.road\", claim.feature.tils) end\nend\n\
    function well.again(game, event, out)\nend\n";

fn run(dir: &Path, args: &[&str]) -> (i32, String) {
    let ran = support::run(dir, args);
    (ran.code, ran.out)
}

fn folder(script: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let wells = dir.path().join("wells");
    std::fs::create_dir(&wells).unwrap();
    for (file, text) in [("expansion.toml", MANIFEST), ("rules.md", RULES), ("init.lua", script)] {
        std::fs::write(wells.join(file), text).unwrap();
    }
    dir
}

#[test]
fn a_random_game_that_fails_is_told_saved_and_run_again() {
    let dir = folder(SCRIPT);
    let file = "wells/tests/found-1.toml";
    let (code, told) = run(dir.path(), &["test", "wells"]);
    assert_eq!(code, 1);
    assert!(
        told.contains("wells/init.lua:3:3") && told.contains("did you mean `tiles`?"),
        "{told}"
    );
    assert!(told.contains(&format!("bastide test {file}")), "{told}");
    assert!(told.contains("note: wells: never entered: `again` (on.turn)"), "{told}");
    assert!(told.ends_with("0 passed, 1 failed\n"), "{told}");
    let found = std::fs::read_to_string(dir.path().join(file)).unwrap();
    let actions = found.lines().filter(|line| line.starts_with("  \"")).count();
    assert!((4..=24).contains(&actions), "{found}");
    let (code, told) = run(dir.path(), &["test", file, "--lang", "fr"]);
    assert_eq!(code, 1);
    assert!(
        told.contains("vouliez-vous dire `tiles` ?") && told.contains("0 réussi, 1 échoué"),
        "{told}"
    );
    // Its title says in both languages what went wrong.
    let title = |told: &str| told.lines().find(|l| l.contains("FOUND-")).map(str::to_owned);
    let (_, english) = run(dir.path(), &["test", file]);
    let (english, french) = (title(&english).unwrap(), title(&told).unwrap());
    assert!(english.contains("has no `tils`") && !french.contains("has no"), "{english}\n{french}");
    // The same game is not saved twice. A saved game becomes a scenario of the folder.
    let (code, told) = run(dir.path(), &["test", "wells", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told["failed"]), (1, &2.into()));
    let games = &told["random-games"][0];
    assert_eq!((&games["saved"], &games["games"]), (&file.into(), &20.into()));
    assert_eq!(games["faults"][0]["line"], 3);
    assert_eq!(std::fs::read_dir(dir.path().join("wells/tests")).unwrap().count(), 1);
    std::fs::write(dir.path().join("wells/init.lua"), SCRIPT.replace("tils", "tiles")).unwrap();
    assert_eq!(run(dir.path(), &["test", "wells"]).0, 0, "the slip is mended");
}

#[test]
fn functions_are_counted_in_scenarios_and_games() {
    let dir = folder(&SCRIPT.replace("tils", "tiles"));
    let scenario = "[[scenario]]\nid = \"ONE\"\ntitle = \"A road of three\"\n\
        moves = [\"A place base/W 1,0 r0\", \"A deploy meeple road@W\", \"B place base/W -1,0 r0\"]\n\
        [scenario.expect]\nscores = { A = 6 }\n";
    std::fs::create_dir(dir.path().join("wells/tests")).unwrap();
    std::fs::write(dir.path().join("wells/tests/one.toml"), scenario).unwrap();
    let (code, told) = run(dir.path(), &["test", "wells", "--games", "0", "--coverage"]);
    assert_eq!(code, 0, "{told}");
    let row = told.lines().find(|line| line.trim_start().starts_with("road ")).unwrap();
    let row: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(row, ["road", "1", "0", "scoring.points"]);
    let (_, more) = run(dir.path(), &["test", "wells", "--games", "3", "--json"]);
    let more: serde_json::Value = serde_json::from_str(&more).unwrap();
    let road = &more["random-games"][0]["handlers"][1];
    assert_eq!((&road["function"], &road["scenarios"]), (&"road".into(), &1.into()));
    assert!(road["games"].as_u64().unwrap() > 3, "{road}");
}

const BRIDGES: [(&str, &str); 3] = [
    (
        "expansion.toml",
        "id = \"bridges\"\nshort = \"bridge\"\nversion = \"1.0.0\"\napi = 2\n\
         name = { en = \"Bridges\", fr = \"Ponts\" }\nneeds = [\"base\"]\n\
         hook = [{ on = \"placement.offer\", call = \"over\" }]\n\
         [[deploy]]\nrule = \"bridge.come\"\nat = \"action\"\ndeploys = { class = \"meeple\" }\n\
         where = { kind = \"city\", placed = false }\nwaives = [\"elsewhere\"]\n",
    ),
    (
        "rules.md",
        "# Bridges\n\n### bridge.over\n\nOver a tile.\n\n*Par-dessus une tuile.*\n\nSource: house rule\n\n\
         ### bridge.come\n\nTo cities.\n\n*Aux villes.*\n\nSource: house rule\n",
    ),
    (
        "init.lua",
        "local bridge = ...\nfunction bridge.over(game, step, offers)\n  \
         offers:offer { rule = \"bridge.over\", waives = { \"edge\" } }\n  \
         offers:place(game.drawn, 0, 0, 0)\nend\n",
    ),
];

#[test]
fn offers_that_restrictions_drop_are_counted_and_named() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("bridges");
    std::fs::create_dir_all(home.join("tests")).unwrap();
    for (file, text) in BRIDGES {
        std::fs::write(home.join(file), text).unwrap();
    }
    // Random games: what was offered and is no option has a line, by restriction.
    let (code, told) = run(dir.path(), &["test", "bridges"]);
    assert_eq!(code, 0, "{told}");
    let line = |of: &str| {
        let found = told.lines().find(|line| line.contains(of));
        found.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    let over = line("`over` (bridge.over)");
    let n = over.split(' ').find_map(|word| word.parse::<u64>().ok()).unwrap();
    assert!(n > 500, "{over}");
    assert_eq!(
        over,
        format!(
            "note: bridges: `over` (bridge.over): {n} of {n} offers dropped: {n} base.place.empty"
        )
    );
    let come = line("`[[deploy]]` (bridge.come)");
    assert!(
        come.contains(" base.claim.occupied") && come.contains(" base.claim.complete"),
        "{come}"
    );
    let (_, told) = run(dir.path(), &["test", "bridges", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let row = told["random-games"][0]["dropped"].as_array().unwrap();
    let row = row.iter().find(|row| row["offer"] == "over").unwrap();
    assert_eq!((&row["rule"], &row["options"]), (&"bridge.over".into(), &0.into()));
    assert_eq!(row["dropped"]["base.place.empty"], n);
    // Scenarios: where the option was expected, or the move was made.
    let scenario = |expect: &str| {
        let text = format!("[[scenario]]\nid = \"ONE\"\ntitle = \"Over a tile\"\n{expect}");
        std::fs::write(home.join("tests/one.toml"), text).unwrap();
        run(dir.path(), &["test", "bridges/tests/one.toml"])
    };
    let (code, told) =
        scenario("moves = [\"A place base/W 0,0 r0\"]\nexpect = { tiles-placed = 1 }\n");
    assert_eq!(code, 1);
    let said = "`over` of `bridges` offers `place base/W 0,0 r0`, and `base.place.empty` drops it";
    assert!(told.contains("S0101") && told.contains(said), "{told}");
    let (code, told) = scenario(
        "moves = [\"A place base/E 0,-1 r2\"]\n\
         expect = { options = [\"deploy meeple 0,0 city@N\", \"pass\"] }\n",
    );
    assert_eq!(code, 1);
    let said = "`[[deploy]]` of `bridges` offers `deploy meeple 0,0 city@N`, and `base.claim.complete` drops it";
    assert!(told.contains("S0110") && told.contains(said), "{told}");
    // Profiles.
    let config = "players = 2\n[expansions]\nbridges = { path = \"bridges\" }\n";
    std::fs::write(dir.path().join("game.toml"), config).unwrap();
    let simulate = ["simulate", "game.toml", "-n", "3", "--bots", "random", "--profile"];
    let (code, told) = run(dir.path(), &simulate);
    assert_eq!(code, 0, "{told}");
    let row = told.lines().find(|line| line.contains("bridge.over")).unwrap();
    assert!(row.starts_with("bridges") && row.ends_with(" base.place.empty"), "{row}");
    let (_, told) = run(dir.path(), &[&simulate[..], &["--json"]].concat());
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let rows = told["offers"].as_array().unwrap();
    let row = rows.iter().find(|row| row["offer"] == "over").unwrap();
    assert!(row["dropped"]["base.place.empty"].as_u64().unwrap() > 150, "{row}");
    let (_, plain) =
        run(dir.path(), &["simulate", "game.toml", "-n", "3", "--bots", "random", "--json"]);
    assert!(!plain.contains("\"offers\""), "{plain}");
}
