//! Sets and looks that are wrong: a picture or a fault, never a panic.

use std::path::Path;

use bastide::Library;
use bastide::chance::{Purpose, Stream};
use bastide::config::Manifests;
use bastide::library::File;
use bastide_draw::{Look, SheetOptions, png, sheet};
use bastide_testkit::fuzz::{Seeds, mutated};

use super::look;

fn file(text: &str) -> File {
    File { name: "my.toml".into(), text: text.into() }
}

#[test]
fn mutated_sets_are_drawn_or_refused() {
    let library = Library::official();
    let look = look(&library);
    let (kinds, _) = bastide_draw::kinds(&library);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/tiles");
    let seeds = Seeds::of(&folder);
    let mut stream = Stream::new(7, 0, Purpose::Chance);
    let (mut drawn, mut refused) = (0, 0);
    for round in 0..1200 {
        let text = mutated(&seeds, &mut stream);
        let read = bastide_draw::set(&library, &kinds, "", &file(&text));
        if read.set.tiles.is_empty() {
            assert!(!read.faults.is_empty() || !text.contains("[[tile]]"), "{text}");
            refused += 1;
            continue;
        }
        drawn += 1;
        let options =
            SheetOptions { overlay: true, fields: true, marks: read.marks, ..Default::default() };
        let svg = sheet(&read.set.tiles, &kinds.features, &look, &options);
        if round % 20 == 0 {
            png(&svg, 100).unwrap_or_else(|e| panic!("{e}: {text}"));
        }
    }
    assert!(drawn > 80 && refused > 10, "{drawn} drawn, {refused} refused");
}

#[test]
fn faults_of_a_set_are_marked_where_they_lie() {
    let library = Library::official();
    let (kinds, _) = bastide_draw::kinds(&library);
    let text = "id = \"my\"\nname = { en = \"My\" }\n[[tile]]\nid = \"a\"\ncount = 1\n\
                [[tile]]\nid = \"b\"\ncount = 1\ncity = [{ at = \"N\" }, { at = \"N\" }]\n";
    let read = bastide_draw::set(&library, &kinds, "", &file(text));
    assert_eq!(read.faults.len(), 1, "{:?}", read.faults);
    let [(tile, mark)] = &read.marks[..] else { panic!("{:?}", read.marks) };
    assert_eq!((tile.as_str(), mark.spot), ("my/b", bastide_draw::Spot::Edge(0)));
    let options = SheetOptions { marks: read.marks.clone(), ..Default::default() };
    let svg = sheet(&read.set.tiles, &kinds.features, &look(&library), &options);
    assert!(
        svg.contains(&format!("<title>{}", read.faults[0].code)),
        "the mark says what is wrong"
    );
}

/// A fault inside a segment is marked on it: what is left of the tile is drawn.
#[test]
fn faults_of_a_segment_are_marked_on_it() {
    use bastide_draw::Spot;
    let library = Library::official();
    let (kinds, _) = bastide_draw::kinds(&library);
    // The tile, the code, the mark and, if it is a segment, its kind and its first place.
    let cases = [
        // A tag that does not belong there.
        (
            "city = [{ at = \"N\" }]\nroad = [{ at = \"S\", pennant = 1 }]",
            "T0106",
            Some(("road", 7)),
        ),
        // A slip of a key, in the second of two.
        ("city = [{ at = \"N\" }, { at = \"E\", pennnat = 1 }]", "T0005", Some(("city", 3))),
        // One place of two is none.
        ("city = [{ at = \"S\" }, { at = \"N Q\" }]", "T0107", Some(("city", 0))),
        // A border across a road.
        (
            "city = [{ at = \"N\" }]\nroad = [{ at = \"E W\" }]\n\
             field = [{ at = \"EL WR\" }, { at = \"ER S WL\", borders = \"city@N\" }]",
            "T0125",
            Some(("field", 5)),
        ),
        // A segment without a place.
        ("monastery = [{ pennant = 1 }]", "T0106", Some(("monastery", 12))),
        // Nothing is left of the segment.
        ("city = [{ pennant = 1 }]", "T0111", None),
        ("city = 5", "T0006", None),
    ];
    for (tile, code, wanted) in cases {
        let head = "id = \"my\"\nname = { en = \"My\" }\n[[tile]]\nid = \"a\"\ncount = 1\n";
        let read = bastide_draw::set(&library, &kinds, "", &file(&format!("{head}{tile}\n")));
        assert!(read.faults.iter().any(|fault| fault.code == code), "{tile}: {:?}", read.faults);
        let marked = read.marks.iter().find(|(_, mark)| mark.text.starts_with(code));
        let (_, mark) = marked.unwrap_or_else(|| panic!("{tile}: {:?}", read.marks));
        let found = match mark.spot {
            Spot::Segment(number) => {
                let segment = &read.set.tiles[0].segments[usize::from(number)];
                Some((segment.kind.as_str(), segment.places.trailing_zeros().min(12)))
            }
            _ => None,
        };
        assert_eq!(found, wanted, "{tile}: {:?}", mark.spot);
        let options = SheetOptions { marks: read.marks.clone(), ..Default::default() };
        let svg = sheet(&read.set.tiles, &kinds.features, &look(&library), &options);
        assert!(svg.contains(&format!("<title>{code}")), "{tile}");
    }
}

/// A library of one folder with a look.
fn dressed(text: &str) -> Library {
    Library::in_memory([("expansions/my/draw.toml", text)])
}

#[test]
fn faults_of_looks_have_a_place_and_a_way_out() {
    let path = format!("[tag.a]\nshapes = [{{ path = \"M0 0{}\" }}]\n", "L1 1".repeat(2000));
    let many = "{ path = \"M0 0z\" },".repeat(41);
    let bad = [
        ("[tag.a]\nshapes = [{ path = \"M1 2<script>\" }]\n", "D0104", "`<` is no command"),
        ("[tag.a]\nshapes = [{ path = \"L1 2\" }]\n", "D0104", "does not begin with `M`"),
        (path.as_str(), "D0104", "8004 bytes"),
        ("[tag.a]\nshapes = [{ path = \"M0 0z\", fill = \"url(#x)\" }]\n", "D0103", "no colour"),
        ("[tag.a]\nshapes = [{ fill = \"#fff\" }]\n", "D0008", "`path` is missing"),
        ("[tag.a]\nshapes = [{ path = \"M0 0z\", href = \"x\" }]\n", "D0005", "unknown key `href`"),
        ("[tag.a]\nshow = \"both\"\n", "D0106", "`both`"),
        ("[tag.a]\ntext = { sign = \"ab\" }\n", "D0107", "`ab`"),
        ("[kind.a]\ntext = { sign = \"\" }\n", "D0107", "no sign"),
        ("[kind.a]\ntext = { sign = \"\u{301}\" }\n", "D0107", "no sign"),
        ("[kind.a]\ntext = { sign = \"龙\" }\n", "D0107", "`龙`"),
        ("[tag.a]\ntext = { sign = \"x\", ink = 256 }\n", "D0007", "256"),
        ("[tag.a]\ntext = \"x\"\n", "D0006", "text"),
        ("[figure.a]\nsign = [1, 2]\n", "D0102", "`sign`"),
        ("[figure.a]\nsize = 900\n", "D0007", "900"),
        ("[state.a]\nshow = \"stack\"\n", "D0106", "`stack`"),
        ("[state.a.values.two]\nsize = 9\n", "D0109", "`two`"),
        ("[state.a.values.2]\nsize = 3\n", "D0007", "3"),
        ("[icon.a]\nsize = 9\n", "D0005", "unknown key `icon`"),
    ];
    let many = format!("[tag.a]\nshapes = [{many}]\n");
    for (text, code, said) in bad.into_iter().chain([(many.as_str(), "D0101", "41 shapes")]) {
        let (_, faults) = Look::of(&dressed(text));
        let [fault] = &faults[..] else { panic!("{text}: {faults:?}") };
        assert_eq!(fault.code, code, "{fault:?}");
        assert!(fault.what.en.contains(said) && !fault.what.fr.is_empty(), "{fault:?}");
        let span = fault.span.clone().expect("a place");
        assert!(text.get(span).is_some() && fault.help.is_some(), "{fault:?}");
    }
}

#[test]
fn a_look_of_what_nobody_declares_is_told() {
    let manifest = "id = \"my\"\nshort = \"my\"\nversion = \"1.0.0\"\napi = 2\n\
                    name = { en = \"My\", fr = \"Mien\" }\n[figure.rider]\nsupply = 1\n[token.coin]\n\
                    [state.eggs]\nper = \"tile\"\nname = { en = \"egg\", fr = \"œuf\" }\n\
                    [state.told]\nper = \"tile\"\n[state.days]\nname = { en = \"day\", fr = \"jour\" }\n";
    let of = |look: &str, manifest: &str| {
        let library = Library::in_memory([
            ("expansions/my/draw.toml", look),
            ("expansions/my/expansion.toml", manifest),
        ]);
        Look::faults(&library, &Manifests::of(&library), &["my".to_owned()])
    };
    let looks = "[figure.ridre]\n[token.coin]\n[figure.rider]\n[neutral.rider]\n[state.eggs]\n[state.told]\n[state.days]\n";
    let found = of(looks, manifest);
    let told: Vec<_> = found.iter().map(|f| (f.code.as_str(), f.what.en.as_str())).collect();
    assert_eq!(
        told,
        [
            ("D0108", "no expansion declares the figure `ridre`"),
            ("D0108", "no expansion declares the neutral figure `rider`"),
            ("D0108", "no expansion declares the named state of tiles, segments or figures `told`"),
            ("D0108", "no expansion declares the named state of tiles, segments or figures `days`"),
        ]
    );
    assert!(found.iter().all(|f| f.severity == bastide::core::Severity::Warning));
    assert_eq!(found[0].help.as_ref().map(|h| h.en.as_str()), Some("did you mean `rider`?"));
    assert_eq!(found[0].span.clone().and_then(|s| looks.get(s)), Some("ridre"));
    assert!(of(looks, "id = ").is_empty(), "a manifest that cannot be read may declare anything");
    let library = Library::official();
    let all: Vec<String> = library.folders().map(|folder| folder.id.clone()).collect();
    assert!(Look::faults(&library, &Manifests::of(&library), &all).is_empty());
}

#[test]
fn mutated_looks_draw_or_say_why_not() {
    let official = Library::official();
    let mut files = Vec::new();
    for folder in official.folders() {
        files.extend(
            folder.file(bastide_draw::FILE).map(|f| (folder.id.clone(), f.text.to_string())),
        );
    }
    assert!(files.len() > 5);
    let seeds = Seeds { files };
    let (kinds, _) = bastide_draw::kinds(&official);
    let all = official.set("", "river-ii").expect("a set");
    let tiles = bastide_draw::set(&official, &kinds, "", all).set.tiles;
    let mut stream = Stream::new(8, 0, Purpose::Chance);
    let mut changed = 0;
    for round in 0..200 {
        let (look, faults) = Look::of(&dressed(&mutated(&seeds, &mut stream)));
        changed += usize::from(!faults.is_empty());
        let svg = sheet(&tiles, &kinds.features, &look, &SheetOptions::default());
        assert!(!svg.contains("<script"));
        if round % 20 == 0 {
            png(&svg, 100).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    assert!(changed > 20, "{changed} looks at fault");
}
