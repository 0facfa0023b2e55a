//! Every fault has its code, its place and a way out in both languages; one pass reports all.

#![allow(
    clippy::unwrap_used,
    clippy::format_push_string,
    clippy::format_collect,
    reason = "a test may stop and may be slow"
)]

use bastide_core::Fault;
use bastide_text::{Document, line_col};
use bastide_tiles::{Kinds, SEGMENTS_MAX, TILES_MAX, load};

use crate::support;

const HEAD: &str = "id = \"test\"\nname = { en = \"Test\" }\n";

/// Code, line, column of each fault, and the text that it points at.
fn places(text: &str, faults: &[Fault]) -> Vec<(String, usize, usize, String)> {
    let place = |fault: &Fault| {
        let span = fault.span.clone().unwrap_or(0..0);
        let (line, column) = line_col(text, span.start);
        (fault.code.clone(), line, column, text[span].to_owned())
    };
    faults.iter().map(place).collect()
}

fn faults(text: &str) -> Vec<Fault> {
    let faults = support::read(text).expect_err("a fault");
    for fault in &faults {
        assert!(!fault.what.en.is_empty() && !fault.what.fr.is_empty(), "{fault:?}");
        let syntax = fault.code == "T0001";
        assert!(syntax || fault.help.is_some(), "no way out: {fault:?}");
    }
    faults
}

/// One tile with one fault, at a line (of the tile) and column.
fn check(body: &str, code: &str, line: usize, column: usize, at: &str) -> Fault {
    let text = format!("{HEAD}[[tile]]\n{body}\n");
    let faults = faults(&text);
    let wanted = (code.to_owned(), line + 3, column, at.to_owned());
    assert_eq!(places(&text, &faults), [wanted], "{faults:#?}");
    faults.into_iter().next().unwrap()
}

fn help(fault: &Fault) -> &str {
    &fault.help.as_ref().unwrap().en
}

#[test]
fn keys_and_kinds() {
    let fault = check("id = \"a\"\ncount = 1\nciti = [{ at = \"N\" }]", "T0005", 3, 1, "citi");
    assert!(help(&fault).starts_with("did you mean `city`?"), "{}", help(&fault));
    for (word, meant) in [("cloister", "monastery"), ("meadow", "field"), ("Copies", "count")] {
        let text = format!("id = \"a\"\ncount = 1\n{word} = [{{}}]");
        let fault = check(&text, "T0005", 3, 1, word);
        assert_eq!(help(&fault), format!("it is called `{meant}` here"));
    }
    let fault = check("id = \"a\"\ncount = 1\nxyzzy = 1", "T0005", 3, 1, "xyzzy");
    let at = |name: &str| help(&fault).find(name).expect("listed");
    assert!(at("`city`") < at("`road`") && at("`field`") < at("`monastery`"), "{}", help(&fault));
    let fault = check(
        "id = \"a\"\ncount = 1\ncity = [{ at = \"N\", penant = 1 }]",
        "T0005",
        3,
        21,
        "penant",
    );
    assert!(help(&fault).starts_with("did you mean `pennant`?"), "{}", help(&fault));
    check("id = \"a\"\ncount = 1\ncity = [{ at = \"N\", inn = 1 }]", "T0106", 3, 21, "inn");
    check("id = \"a\"\ncount = 1\ntags = { inn = 1 }", "T0106", 3, 10, "inn");
    check("id = \"a\"\ncount = 1\nroad = [{ at = \"N\", inn = 300 }]", "T0007", 3, 27, "300");
    check("id = \"a\"\ncount = 1\nroad = [{ at = \"N\", inn = \"x\" }]", "T0006", 3, 27, "\"x\"");
    check("id = \"a\"\ncount = 1\nroad = 7", "T0006", 3, 8, "7");
    check("id = \"a\"\ncount = 1\nroad = [7]", "T0006", 3, 9, "7");
}

#[test]
fn ids_and_counts() {
    let fault = check("id = \"a b\"\ncount = 1", "T0102", 1, 6, "\"a b\"");
    assert!(help(&fault).contains("from a to z"), "{}", help(&fault));
    check("id = \"a\"\ncount = 256", "T0007", 2, 9, "256");
    check("id = \"a\"", "T0008", 0, 1, "[[tile]]");
    check("count = 1", "T0008", 0, 1, "[[tile]]");
    check("id = \"a\"\ncount = 1\n[[tile]]\nid = \"a\"\ncount = 2", "T0103", 4, 6, "\"a\"");
    let fault = check("id = \"base/E\"\ncount = 1", "T0122", 1, 6, "\"base/E\"");
    assert!(help(&fault).contains("without a set"));
}

#[test]
fn places_of_segments() {
    let tile = |rest: &str| format!("id = \"a\"\ncount = 1\n{rest}");
    let fault = check(&tile("city = [{ at = \"N Q\" }]"), "T0107", 3, 19, "Q");
    assert!(help(&fault).contains("`NL NM NR"));
    let fault = check(&tile("city = [{ at = \"N NO\" }]"), "T0107", 3, 19, "NO");
    assert!(help(&fault).starts_with("did you mean `N"), "{}", help(&fault));
    for (at, way) in
        [("center", "`monastery = [{}]`"), ("NE", "`N E`"), ("nes", "`N E S`"), ("w", "`W`")]
    {
        let fault = check(&tile(&format!("monastery = [{{ at = \"{at}\" }}]")), "T0107", 3, 22, at);
        assert!(help(&fault).contains(way), "{}", help(&fault));
    }
    for (at, piece, way) in [("N, E", "N,", "`at = \"N E\"`"), ("NL;S", "NL;S", "`at = \"NL S\"`")]
    {
        let fault = check(&tile(&format!("city = [{{ at = \"{at}\" }}]")), "T0107", 3, 17, piece);
        assert!(help(&fault).contains("a blank and nothing else"), "{}", help(&fault));
        assert!(help(&fault).contains(way), "{}", help(&fault));
    }
    let fault = check(&tile("city = [{ at = \"N\" }, { at = \"E N\" }]"), "T0108", 3, 33, "N");
    assert!(help(&fault).contains("`shares = \"N\"`"), "{}", help(&fault));
    // The tile is named, so is what stands there, with its place; the edge is called as it was written.
    let text = tile("city = [{ at = \"E\" }]\nroad = [{ at = \"E W\" }]");
    let fault = check(&text, "T0108", 4, 17, "E");
    assert_eq!(fault.what.en, "tile `a`: a `city` has `E` already");
    let beside = fault.beside.as_deref().expect("the city");
    let whole = format!("{HEAD}[[tile]]\n{text}");
    assert_eq!((&whole[beside.0.clone()], beside.1.en.as_str()), ("{ at = \"E\" }", "the `city`"));
    assert!(help(&fault).starts_with("leave `E` out of this `road`"), "{}", help(&fault));
    let fault = check(&tile("city = \"N\""), "T0006", 3, 8, "\"N\"");
    assert!(help(&fault).contains("`city = [{ at = \"N\" }]`"), "{}", help(&fault));
    check(&tile("road = [{ at = \"N N\" }]"), "T0108", 3, 19, "N");
    check(&tile("road = [{ at = \"NL\" }]"), "T0109", 3, 17, "NL");
    check(&tile("garden = [{ at = \"N\" }]"), "T0110", 3, 19, "N");
    check(&tile("road = [{ inn = 1 }]"), "T0111", 3, 9, "{ inn = 1 }");
    check(
        &tile("city = [{ at = \"NL\" }]\nroad = [{ at = \"N\" }]\n"),
        "T0112",
        3,
        9,
        "{ at = \"NL\" }",
    );
    // Derived segments equal written ones: a part of an edge is not an edge.
    for at in ["NM", "NL", "NL NM"] {
        let text = tile(&format!("city = [{{ at = \"{at}\" }}]"));
        let fault = check(&text, "T0112", 3, 9, &format!("{{ at = \"{at}\" }}"));
        assert_eq!(help(&fault), "name the whole edge in `at`: `N`");
    }
    assert!(
        support::read(&format!("{HEAD}[[tile]]\n{}", tile("city = [{ at = \"NL NM NR\" }]")))
            .is_ok()
    );
    let fault = check(
        &tile("road = [{ at = \"N S\" }]\nfield = [{ at = \"NL W SR\" }, { at = \"NR E\" }]"),
        "T0113",
        4,
        10,
        "{ at = \"NL W SR\" }",
    );
    assert!(help(&fault).starts_with("add it to"), "{}", help(&fault));
    check(&tile("field = []"), "T0113", 3, 1, "field");
    check(&tile("field = [{ at = \"N E S\" }]"), "T0113", 3, 10, "{ at = \"N E S\" }");
    check(&tile("city = [{ at = \"N\" }]\nfield = [{ at = \"N E S W\" }]"), "T0108", 4, 18, "N");
}

#[test]
fn borders_of_segments() {
    let tile = |borders: &str| {
        format!(
            "id = \"a\"\ncount = 1\nroad = [{{ at = \"N\" }}]\n\
             field = [{{ at = \"N E S W\", borders = [\"{borders}\"] }}]"
        )
    };
    let fault = check(&tile("city@N"), "T0114", 4, 39, "\"city@N\"");
    assert!(help(&fault).contains("`road@N`"));
    check(&tile("citty@N"), "T0114", 4, 39, "\"citty@N\"");
    check(&tile("road@N"), "T0115", 4, 39, "\"road@N\"");
    for strange in ["", "@", "#", "city@", "city#0", "city#x", "city@é", "é@N"] {
        check(&tile(strange), "T0114", 4, 39, &format!("\"{strange}\""));
    }
    // A kind alone says nothing where there are two.
    let two = "id = \"a\"\ncount = 1\ncity = [{ at = \"N\" }, { at = \"S\" }]\nfield = [{ at = \"E W\", borders = [\"city\"] }]";
    let fault = check(two, "T0114", 4, 35, "\"city\"");
    assert!(help(&fault).contains("`city@N`, `city@S`"), "{}", help(&fault));
}

#[test]
fn borders_that_the_drawing_contradicts() {
    let tile = |rest: &str| format!("id = \"a\"\ncount = 1\n{rest}");
    let across = "city = [{ at = \"N\" }]\nroad = [{ at = \"E W\" }]\n\
                  field = [{ at = \"EL WR\" }, { at = \"ER S WL\", borders = [\"city\"] }]";
    let fault = check(&tile(across), "T0125", 5, 57, "\"city\"");
    assert!(fault.what.en.contains("`field@ER`") && fault.what.en.contains("`road@E`"), "{fault}");
    assert!(help(&fault).contains("`city`"));
    let fine = [
        // Over a tunnel the field is on both sides.
        "city = [{ at = \"N\" }]\nroad = [{ at = \"E W\" }]\n\
         field = [{ at = \"EL ER S WR WL\", borders = \"city@N\" }]",
        // A city that runs under another.
        "city = [{ at = \"N\" }, { at = \"E W\" }]\nfield = [{ at = \"S\", borders = [\"city@N\", \"city@E\"] }]",
        // Roads that end leave room between them.
        "city = [{ at = \"N\" }]\nroad = [{ at = \"E\" }, { at = \"W\" }]\n\
         field = [{ at = \"EL\" }, { at = \"ER S WL\", borders = \"city@N\" }, { at = \"WR\" }]",
        // Nobody can tell where a field without a place lies.
        "city = [{ at = \"N\" }, { at = \"S\" }]\nroad = [{ at = \"E W\" }]\n\
         field = [{ at = \"EL WR\" }, { at = \"ER WL\" }, { borders = [\"city@N\", \"city@S\"] }]",
    ];
    for rest in fine {
        let text = format!("id = \"test\"\nname = {{ en = \"Test\" }}\n[[tile]]\n{}", tile(rest));
        assert!(support::read(&text).is_ok(), "{rest}: {:?}", support::read(&text));
    }
}

#[test]
fn all_faults_come_in_one_pass_in_the_order_of_the_file() {
    let text = "id = \"te st\"\nnom = \"x\"\n[[tile]]\nid = \"a\"\ncount = 999\n\
                city = [{ at = \"N X\" }]\n[[tile]]\nid = \"b\"\ncount = 1\nroad = [{ at = \"EL\" }]\n";
    let codes: Vec<String> = faults(text).into_iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["T0008", "T0101", "T0005", "T0007", "T0107", "T0109"]);
}

#[test]
fn syntax_is_reported_with_its_place() {
    let text = "id = \"a\nname = 3\n[[tile\n";
    let faults = faults(text);
    assert!(faults.iter().all(|fault| fault.code == "T0001"), "{faults:?}");
    assert!(places(text, &faults).iter().any(|(_, line, ..)| *line == 1), "{faults:?}");
}

#[test]
fn sets_that_extend() {
    let extended = |rest: &str| {
        format!("id = \"test\"\nname = {{ en = \"Test\" }}\nextends = \"base\"\n{rest}")
    };
    let set = support::read(&extended("[[tile]]\nid = \"base/E\"\ncount = 0\n")).unwrap();
    assert_eq!((set.tiles.len(), set.total()), (23, 67));
    let text = extended("[[tile]]\nid = \"base/A\"\nroad = [{ at = \"N\" }]\n");
    let set = support::read(&text).unwrap();
    let tile = set.tiles.iter().find(|tile| tile.id == "base/A").unwrap();
    assert_eq!((tile.count, tile.segments.len()), (2, 2), "the monastery is gone");
    let text = extended("[[tile]]\nid = \"base/ZZ\"\ncount = 0\n");
    assert_eq!(faults(&text)[0].code, "T0122");
    let unknown = text.replace("\"base\"", "\"bass\"");
    let codes: Vec<String> = faults(&unknown).into_iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["T0120"], "what the missing set holds is not known");
    let circle = |id: &str| {
        let text = format!("id = \"{id}\"\nname = {{ en = \"x\" }}\nextends = \"{id}\"\n");
        Some(bastide_tiles::Source { file: id.to_owned(), text })
    };
    let faults = load("a", &circle("a").unwrap().text, &support::kinds(), &circle).unwrap_err();
    assert_eq!(faults[0].code, "T0121");
    let deeper = |id: &str| circle(&format!("{id}x"));
    let faults = load("a", &circle("a").unwrap().text, &support::kinds(), &deeper).unwrap_err();
    assert_eq!(faults[0].code, "T0121");
}

#[test]
fn what_is_not_enabled_is_decoration_unless_it_reaches_an_edge() {
    let mut kinds = support::kinds();
    kinds.features.retain(|kind| kind.name != "river");
    kinds.idle_features.insert("river".to_owned());
    kinds.declared.insert("river".to_owned(), vec!["the-stream".to_owned()]);
    let source = support::source("river").unwrap();
    let faults = load(&source.file, &source.text, &kinds, &support::source).unwrap_err();
    assert_eq!(faults.len(), 10);
    assert!(faults.iter().all(|fault| fault.code == "T0119"), "{faults:?}");
    assert!(help(&faults[0]).starts_with("enable `the-stream`"), "{}", help(&faults[0]));
}

#[test]
fn kinds_that_do_not_fit_are_reported() {
    let mut kinds = support::kinds();
    kinds.edges.retain(|edge| edge.name != "road");
    let text = format!("{HEAD}[[tile]]\nid = \"a\"\ncount = 1\n");
    let faults = load("x", &text, &kinds, &support::source).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["T0118"]);
    let faults = load("x", &text, &Kinds::default(), &support::source).unwrap_err();
    assert_eq!(faults[0].code, "T0113", "no kind fills");
    assert!(faults[0].what.fr.contains("`NL`"));
}

#[test]
fn limits() {
    let gardens = "{},".repeat(SEGMENTS_MAX);
    check(&format!("id = \"a\"\ncount = 1\ngarden = [{gardens}]"), "T0116", 1, 6, "\"a\"");
    let mut text = HEAD.to_owned();
    for number in 0..=TILES_MAX {
        text.push_str(&format!("[[tile]]\nid = \"t{number}\"\ncount = 1\n"));
    }
    assert_eq!(faults(&text)[0].code, "T0117");
    let deep = format!("a = {}{}", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(faults(&deep)[0].code, "T0003");
    let dotted = format!("a{} = 1", ".a".repeat(100_000));
    assert_eq!(faults(&dotted)[0].code, "T0003");
    let long = format!("# {}", "x".repeat(2 << 20));
    assert_eq!(faults(&long)[0].code, "T0002");
    let keys: String = (0..70_000).map(|number| format!("k{number}=1\n")).collect();
    assert_eq!(faults(&keys)[0].code, "T0004");
    assert_eq!(faults("")[0].code, "T0008");
}

#[test]
fn getters_say_what_they_want() {
    let mut faults = Vec::new();
    let text = "a = 1.5\nb = [1, \"x\"]\nc = 2020-01-01\nd = 99999999999999999999\ne = -1\n";
    let document = Document::parse_as('C', "bastide.toml", text, &mut faults).unwrap();
    let root = document.root();
    assert_eq!(root.int("a", 0..=9), None);
    assert_eq!(root.strings("b"), ["x"]);
    assert_eq!(root.bool("c"), None);
    assert_eq!(root.int("d", 0..=9), None);
    assert_eq!(root.int("e", -1..=9), Some(-1));
    assert!(root.table("f").is_none() && root.tables("g").is_empty());
    root.finish();
    let faults = document.take_faults();
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
    assert_eq!(codes, ["C0006", "C0006", "C0006", "C0007"]);
    assert_eq!(faults[0].what.fr, "`a` ne peut pas être un nombre à virgule");
    assert_eq!(line_col("é\nàb", 5), (2, 2));
    assert_eq!(line_col("ab", 99), (1, 3));
}
