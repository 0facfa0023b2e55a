use super::*;

#[test]
fn a_move_by_move_game_is_held_against_what_is_expected() {
    let text = r#"
[[scenario]]
id = "ONE"
title = "A road of three"
moves = ["A place base/W 1,0 r0", "A deploy meeple road@W", "B place base/W -1,0 r0"]
[scenario.expect]
scores = { A = 3, B = 0 }
supply = { A = { meeple = 7 } }
cited  = ["base.road.complete"]
"#;
    let library = Library::official();
    let scenarios = read("base", "x.toml", text).expect("is read");
    assert_eq!(run(&scenarios[0], &library), Ok(()));
    let other = text.replace("A = 3", "A = 4");
    let scenarios = read("base", "x.toml", &other).expect("is read");
    let faults = run(&scenarios[0], &library).expect_err("three are not four");
    assert_eq!(faults[0].what.en, "ONE: points: A 3, B 0; expected A 4, B 0");
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let text = r#"
[[scenario]]
id = "ONE"
titel = "A road of three"
start = [["base/W", 0]]
[scenario.expect]
scores = { C = 3 }

[[scenario]]
id = "ONE"
title = "Again"
moves = ["A pass"]
"#;
    let faults = read("base", "x.toml", text).expect_err("is at fault");
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
    assert_eq!(codes, ["S0008", "S0013", "S0005", "S0012", "S0011", "S0014", "S0010"]);
}

#[test]
fn draws_are_counted_by_a_form_of_their_names() {
    let text = r#"
[[scenario]]
id = "ONE"
title = "All tiles are drawn"
random = 1
[scenario.expect]
drawn-in-all = { "*" = 71, "base/*" = 71, "base/B" = 4, "*/*B" = 4, "*a*e/D" = 3, "river/*" = 0 }
"#;
    let library = Library::official();
    let scenarios = read("base", "x.toml", text).expect("is read");
    assert_eq!(run(&scenarios[0], &library), Ok(()));
    let other = text.replace("\"base/B\" = 4", "\"base/B\" = 5");
    let scenarios = read("base", "x.toml", &other).expect("is read");
    let faults = run(&scenarios[0], &library).expect_err("four are not five");
    assert_eq!(faults[0].what.en, "ONE: 4 draws of `base/B`, expected 5 (game 0)");
}

#[test]
fn a_title_is_one_text_or_one_for_each_language() {
    let with = |title: &str| {
        let text = format!(
            "[[scenario]]\nid = \"ONE\"\n{title}\nrandom = 1\nexpect = {{ cited = [\"base.tie\"] }}\n"
        );
        read("base", "x.toml", &text)
    };
    let titled = |title: &str| {
        let found = with(title).unwrap_or_else(|faults| panic!("{title}: {faults:?}"));
        (found[0].title.en.clone(), found[0].title.fr.clone())
    };
    assert_eq!(titled("title = \"A road\""), ("A road".into(), "A road".into()));
    let both = "title = { en = \"A road\", fr = \"Une route\" }";
    assert_eq!(titled(both), ("A road".into(), "Une route".into()));
    assert_eq!(titled("title = { en = \"A road\" }"), ("A road".into(), "A road".into()));
    for (bad, code) in [
        ("title = 3", "S0006"),
        ("title = { fr = \"Une route\" }", "S0008"),
        ("title = { en = \"A\", de = \"B\" }", "S0005"),
    ] {
        let faults = with(bad).expect_err(bad);
        let codes: Vec<&str> = faults.iter().map(|f| f.code.as_str()).collect();
        assert_eq!(codes, [code], "{bad}: {faults:?}");
    }
}

/// The codes that keep a scenario of these lines from being read, or that its run tells.
fn told(lines: &str) -> Vec<(String, String)> {
    let text = format!("[[scenario]]\nid = \"ONE\"\ntitle = \"One\"\n{lines}\n");
    let faults = match read("base", "x.toml", &text) {
        Ok(scenarios) => run(&scenarios[0], &Library::official()).err().unwrap_or_default(),
        Err(faults) => faults,
    };
    faults.into_iter().map(|fault| (fault.code, fault.what.en)).collect()
}

#[test]
fn what_nobody_declares_cannot_be_expected() {
    let moves = "moves = [\"A place base/U 1,0 r0\"]\n[scenario.expect]\n";
    for (expected, name) in [
        ("not-cited = [\"base.place.egde\"]", "the rule `base.place.egde`"),
        ("cited = [\"zork.zork\"]", "the rule `zork.zork`"),
        ("refused = \"zork.zork\"", "the rule `zork.zork`"),
        ("tokens = { A = { zork = 0 } }", "the token `zork`"),
        ("supply = { A = { mepple = 0 } }", "the figure kind `mepple`"),
        ("zones = { A = { zork = [] } }", "the zone `zork`"),
        ("drawn-in-all = { \"zork/*\" = 0 }", "the tile `zork/*`"),
    ] {
        let what = format!("ONE: no known expansion declares {name}");
        assert_eq!(told(&format!("{moves}{expected}")), [("S0105".to_owned(), what)], "{expected}");
    }
    // What a known expansion declares may be out of play.
    for expected in
        ["supply = { A = { abbot = 0 } }", "drawn-in-all = { \"river/*\" = 0, \"*lake*\" = 0 }"]
    {
        assert_eq!(told(&format!("{moves}{expected}")), [], "{expected}");
    }
}

#[test]
fn a_refusal_is_that_of_the_last_move() {
    for lines in [
        "moves = []\n[scenario.expect]\nrefused = \"base.place.edge\"",
        "random = 1\n[scenario.expect]\nrefused = \"base.place.edge\"",
        "random = 1\n[scenario.expect]\noptions = [\"pass\"]",
        "random = 1\n[scenario.given]\noptions = []\n[scenario.expect]\nover = true",
    ] {
        let codes: Vec<String> = told(lines).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, ["S0017"], "{lines}");
    }
}

#[test]
fn tiles_of_the_start_lie_apart_and_match() {
    let start = |tiles: &str| {
        told(&format!("start = [{tiles}]\nmoves = []\n[scenario.expect]\nover = false"))
    };
    let one = start("[\"base/D\", 0, 0, 0], [\"base/D\", 0, 0, 0]");
    assert!(
        matches!(&one[..], [(_, what)] if what.contains("at 0,0, where another lies")),
        "{one:?}"
    );
    let two = start("[\"base/E\", 0, 0, 0], [\"base/B\", 0, -1, 0]");
    assert!(matches!(&two[..], [(_, what)] if what.contains("at 0,-1 do not match")), "{two:?}");
    assert_eq!(start("[\"base/E\", 0, 0, 2], [\"base/B\", 0, -1, 0]"), []);
}

#[test]
fn draws_into_zones_are_moves() {
    let text = r#"
[[scenario]]
id = "ONE"
title = "Both draw their hands, and a tile after their turn"
moves = [
  "draw base/U", "0 draw base/W", "draw base/U",
  "draw base/E", "draw base/E", "draw base/L",
  "A place base/W 1,0 r0",
  "A deploy meeple road@W",
  "0 draw base/V",
  "B place base/E 0,-1 r2",
]
[scenario.expect]
zones = { A = { hand = ["base/U", "base/U", "base/V"] }, B = { hand = ["base/E", "base/L", "base/A"] } }
"#;
    let library = Library::official();
    let scenarios = read("tactical-hand", "x.toml", text).expect("is read");
    assert_eq!(run(&scenarios[0], &library), Ok(()));
    // A tile that nobody drew is not in the hand.
    let other = text.replace("0 draw base/W", "0 draw base/U");
    let scenarios = read("tactical-hand", "x.toml", &other).expect("is read");
    let faults = run(&scenarios[0], &library).expect_err("it lies in no hand");
    assert_eq!(faults[0].code, "S0101", "{:?}", faults[0]);
}

#[test]
fn a_name_that_is_not_in_play_is_told_where_it_is_written() {
    let scenario = |line: &str| {
        format!(
            "[[scenario]]\nid = \"ONE\"\ntitle = \"A road\"\n{line}\n\
             moves = [\"A place base/W 1,0 r0\"]\nexpect = {{ scores = {{ A = 0 }} }}\n"
        )
    };
    let library = Library::official();
    for (line, wrong) in [
        ("supply = { meple = 1 }", "{ meple = 1 }"),
        ("tokens = { A = { chit = 1 } }", "{ A = { chit = 1 } }"),
        ("deck = [\"base/WW\"]", "[\"base/WW\"]"),
        ("with = [\"rivver\"]", "[\"rivver\"]"),
        ("edition = \"thrid\"", "\"thrid\""),
        ("tiles = [\"rivver\"]", "[\"rivver\"]"),
    ] {
        let text = scenario(line);
        let scenarios = read("base", "x.toml", &text).expect("is read");
        let faults = run(&scenarios[0], &library).expect_err(line);
        let span = faults[0].span.clone().expect("a place");
        assert_eq!(&text[span], wrong, "{:?}", faults[0]);
    }
    let text = scenario("supply = { meple = 1 }");
    let scenarios = read("base", "x.toml", &text).expect("is read");
    let faults = run(&scenarios[0], &library).expect_err("there is none");
    let help = faults[0].help.as_ref().expect("a way out");
    assert!(help.en.contains("`meeple`"), "{help:?}");
}

#[test]
fn what_no_move_could_show_is_a_fault() {
    for (line, code) in
        [("given = { scores = { A = 5 } }", "S0018"), ("players = [\"A\", \"A\"]", "S0019")]
    {
        let text = format!(
            "[[scenario]]\nid = \"ONE\"\ntitle = \"A road\"\n{line}\n\
             moves = [\"A place base/W 1,0 r0\"]\nexpect = {{ scores = {{ A = 0 }} }}\n"
        );
        let faults = read("base", "x.toml", &text).expect_err(line);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!(faults[0].code, code);
    }
}
