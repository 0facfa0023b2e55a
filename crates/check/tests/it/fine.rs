//! Correct inputs without reports, and reports with their places and help.

use bastide::Library;
use bastide::core::Fault;
use bastide_check::of_texts;
use bastide_text::line_col;

const HEAD: &str = "id = \"mine\"\nshort = \"mine\"\nversion = \"1.0.0\"\napi = 2\n\
    name = { en = \"Mine\", fr = \"À moi\" }\nneeds = [\"base\"]\n";

fn found(manifest: &str, tiles: &str) -> Vec<Fault> {
    let manifest = format!("{HEAD}{manifest}");
    let tiles = format!("id = \"mine\"\nname = {{ en = \"Mine\", fr = \"À moi\" }}\n{tiles}");
    let rules = "### mine.go\n\nHe goes.\n\n*Il va.*\n\nSource: house rule\n";
    let mut files = vec![
        ("expansions/mine/expansion.toml", manifest.as_str()),
        ("expansions/mine/rules.md", rules),
    ];
    if tiles.contains("[[tile]]") {
        files.push(("expansions/mine/tiles/mine.toml", tiles.as_str()));
    }
    of_texts(Library::official(), &files).faults
}

const WALL: &str = "sets = [\"mine\"]\n[edge.wall]\nmeets = [\"*\"]\n\
    [feature.wall]\norder = 70\nlies = \"whole\"\nedge = \"wall\"\nname = { en = \"wall\", fr = \"mur\" }\n";

#[test]
fn a_function_without_a_plan_is_named_with_the_line_to_blame() {
    let hook = |name: &str| {
        format!("[[hook]]\non = \"on.placed\"\ncall = \"{name}\"\nrule = \"mine.go\"\n")
    };
    let manifest = format!("{HEAD}{}{}", hook("quick"), hook("slow"));
    let script = "local m = ...\nfunction m.quick(game, event, out)\n  out:pay(game.turn, 1, \"mine.go\")\nend\n\
        function m.slow(game, event, out)\n  out:note(table.concat({ \"mine\", \"go\" }, \".\"))\nend\n";
    let rules = "### mine.go\n\nHe goes.\n\n*Il va.*\n\nSource: house rule\n";
    let files = [
        ("expansions/mine/expansion.toml", manifest.as_str()),
        ("expansions/mine/init.lua", script),
        ("expansions/mine/rules.md", rules),
    ];
    let report = of_texts(Library::official(), &files);
    let ways: Vec<(&str, bool)> =
        report.functions.iter().map(|f| (f.name.as_str(), f.planned)).collect();
    assert_eq!(ways, [("quick", true), ("slow", false)], "{:?}", report.faults);
    let slow = &report.functions[1].how;
    assert!(slow.en.contains("line 6") && slow.fr.contains("ligne 6"), "{slow:?}");
}

#[test]
fn an_edge_that_meets_everything_fits_somewhere() {
    let tiles = "[[tile]]\nid = \"wall\"\ncount = 2\nwall = [{ at = \"N E S W\" }]\n";
    assert_eq!(found(WALL, tiles), []);
    let alone = WALL.replace("\"*\"", "\"wall\"");
    let codes: Vec<String> = found(&alone, tiles).into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["T0401"], "what meets nothing is still told");
}

#[test]
fn a_set_that_comes_with_another_expansion_may_have_what_that_one_declares() {
    let tiles = "[[tile]]\nid = \"wet\"\ncount = 2\nriver = [{ at = \"N S\" }]\n";
    let codes = |sets: &str| {
        let faults = found(&format!("sets = [{sets}]\n"), tiles);
        faults.into_iter().map(|fault| fault.code).collect::<Vec<String>>()
    };
    assert_eq!(codes("{ set = \"mine\", with = \"river\" }"), Vec::<String>::new());
    assert_eq!(codes("{ set = \"mine\", when = { with = \"river\" } }"), Vec::<String>::new());
    assert_eq!(codes("\"mine\""), ["T0119"]);
    let help = found("sets = [\"mine\"]\n", tiles).remove(0).help.expect("a way out");
    assert_eq!(help.en, "add `needs = [\"river\"]` to the manifest");
    assert_eq!(codes("{ set = \"mine\", with = \"abbot\" }"), ["T0119"], "another one");
}

#[test]
fn a_tile_that_a_zone_begins_with_needs_no_copy_in_the_deck() {
    let tiles = "[[tile]]\nid = \"wall\"\ncount = 0\nwall = [{ at = \"N E S W\" }]\n";
    let zone = "[zone.wall]\nname = { en = \"a\", fr = \"b\" }\nper = \"player\"\nplays = true\nstart = [\"mine/wall\"]\n";
    assert_eq!(found(&format!("{WALL}{zone}"), tiles), []);
    let codes: Vec<String> = found(WALL, tiles).into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["T0304"]);
}

#[test]
fn expansions_that_do_not_go_together_have_their_own_way_out() {
    let start = "[start]\ntiles = [{ tile = \"base/D\", at = [0, 0], rotation = 0 }]\n";
    let faults = found(start, "");
    let two = faults.iter().find(|f| f.what.en.contains("start layout")).expect("it is told");
    let help = two.help.as_ref().expect("a way out");
    assert!(help.en.contains("`replaces` or `mixes`") && help.fr.contains("`mixes`"), "{help:?}");
    let verb = "[verb.go]\nrule = \"mine.go\"\ntarget = \"tile\"\nmoves = \"base\"\nat = \"action\"\nname = { en = \"a\", fr = \"b\" }\n";
    let faults = found(verb, "");
    let [fault] = &faults[..] else { panic!("{faults:#?}") };
    assert_eq!(fault.code, "G0100");
    let at = fault.span.as_ref().expect("a place").start;
    assert_eq!(
        line_col(&format!("{HEAD}{verb}"), at),
        (10, 9),
        "where it is used, not under `needs`"
    );
}

#[test]
fn a_name_of_an_expansion_that_is_not_here_is_not_judged() {
    let script = "local m = ...\nfunction m.done(game, event, out)\n  \
        if #game:features(\"sanctum\") > 9 then out:over(\"mine.go\") end\nend\n";
    let codes = |more: &str| -> Vec<String> {
        let hook = "[[hook]]\non = \"on.completed\"\ncall = \"done\"\n";
        let manifest = format!("{HEAD}{more}{hook}");
        let files = [
            ("expansions/mine/expansion.toml", manifest.as_str()),
            ("expansions/mine/rules.md", "### mine.go\n\nOver.\n\n*Fini.*\n\nSource: house rule\n"),
            ("expansions/mine/init.lua", script),
        ];
        let faults = of_texts(Library::official(), &files).faults;
        faults.into_iter().map(|fault| fault.code).collect()
    };
    assert_eq!(codes(""), ["L0410"]);
    assert_eq!(codes("after = [\"sanctums\"]\n"), ["M0156"]);
    assert_eq!(codes("decoration = [\"sanctum\"]\n"), [""; 0]);
    assert_eq!(
        codes("[token.x]\nname = { en = \"a\", fr = \"b\" }\nwith = [\"sanctums\"]\n"),
        ["M0156"]
    );
    assert_eq!(
        codes(
            "after = [\"river\"]\n[token.x]\nname = { en = \"a\", fr = \"b\" }\nwith = [\"abbot\"]\n"
        ),
        ["L0410"]
    );
}

#[test]
fn all_units_have_a_rate_and_no_number() {
    let head = HEAD.to_owned() + "[[hook]]\non = \"scoring.points\"\ncall = \"more\"\n";
    for (method, code) in [
        ("per(\"mine.go\", \"*\", 1)", None),
        ("add(\"mine.go\", \"*\", 1, 2)", Some("L0410")),
        ("count(\"mine.go\", \"*\", 1)", Some("L0410")),
    ] {
        let script =
            format!("local m = ...\nfunction m.more(game, claim, score)\n  score:{method}\nend\n");
        let files = [
            ("expansions/mine/expansion.toml", head.as_str()),
            ("expansions/mine/rules.md", "### mine.go\n\nOver.\n\n*Fini.*\n\nSource: house rule\n"),
            ("expansions/mine/init.lua", script.as_str()),
        ];
        let faults = of_texts(Library::official(), &files).faults;
        let codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
        assert_eq!(codes, code.into_iter().collect::<Vec<_>>(), "{method}: {faults:#?}");
    }
}

#[test]
fn queries_are_given_conditions() {
    let head = HEAD.to_owned() + "[[hook]]\non = \"on.placed\"\ncall = \"look\"\n";
    let told = |line: &str| -> Vec<(String, String)> {
        let script = format!(
            "local m = ...\nlocal ALL = {{ ownr = \"own\" }}\nfunction m.look(game, event, out)\n  {line}\nend\n"
        );
        let files = [
            ("expansions/mine/expansion.toml", head.as_str()),
            ("expansions/mine/rules.md", "### mine.go\n\nOver.\n\n*Fini.*\n\nSource: house rule\n"),
            ("expansions/mine/init.lua", script.as_str()),
        ];
        let faults = of_texts(Library::official(), &files).faults;
        faults.into_iter().map(|fault| (fault.code, fault.what.en)).collect()
    };
    let fine =
        "if #event.tile:around { shape = 9, kinds = \"city\" } > 7 then out:over(\"mine.go\") end
  if #event.feature:range { kinds = \"road\" } > 7 then out:over(\"mine.go\") end
  if #game:kinds { class = \"meeple\" } > 7 then out:over(\"mine.go\") end";
    assert_eq!(told(fine), []);
    for (line, code, what) in [
        (
            "local near = event.tile:around { occupied = true }",
            "K0001",
            "a condition on `tile` has no fact `occupied`",
        ),
        (
            "local near = event.feature:range { itself = true }",
            "K0002",
            "`itself` is now a condition",
        ),
        ("local all = game:kinds { kind = \"road\" }", "L0410", "figure `road` is not declared"),
        (
            "local all = game:figures { owner = { is = \"owm\" } }",
            "K0007",
            "a player is not told apart by `owm`",
        ),
        (
            "local rate = game:option_of(\"base\", \"farmer\")",
            "L0410",
            "`base` has no option `farmer`",
        ),
        ("local rate = game:option_of(\"base\", \"farmers\")", "", ""),
        ("local all = game:figures { weight = game }", "", ""),
        (
            "local all = game:figures { wight = game.part }",
            "K0001",
            "a condition on `figure` has no fact `wight`",
        ),
        (
            "local all = game:figures { option = \"x\" }",
            "K0002",
            "`option` is settled before the game, in the manifest",
        ),
        ("local all = game:features { holds = ALL }", "", ""),
        ("local all = game:figures(ALL)", "K0001", "a condition on `figure` has no fact `ownr`"),
    ] {
        let told = told(line);
        let known = |(c, w): &(String, String)| (c.as_str(), w.as_str()) == (code, what);
        assert!(
            code.is_empty() && told.iter().all(|t| t.0.starts_with("L04"))
                || told.iter().any(known),
            "{line}: {told:?}"
        );
    }
}
