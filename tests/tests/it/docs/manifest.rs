//! The reference of manifests, made from the declarations of the core.

use std::fmt::Write as _;

use bastide::Library;
use bastide::manifest::Manifest;
use bastide::manifest::suits::{KEYS, lacks};
use bastide_testkit::hooks;

use super::check;
use super::page::{head, items, module, row, variants};

/// What a key of a manifest takes, from the type of its declaration.
fn takes(source: &str, strukt: &str, field: &str, ty: &str) -> String {
    let special = match (strukt, field) {
        ("FeatureKind", "reach") => "4, 8, `\"diagonal\"`, or `[[dx, dy], …]`",
        ("Zone", "per_player") => "`\"player\"` or `\"game\"`",
        ("StartTile", "at") => "`[x, y]`",
        ("Subscription", "on") => "a word, or several: one subscription each",
        _ => "",
    };
    if !special.is_empty() {
        return special.to_owned();
    }
    let inner = ty.strip_prefix("Option<").and_then(|t| t.strip_suffix('>')).unwrap_or(ty);
    match inner {
        "String" => "a word".to_owned(),
        "Vec<String>" => "a word or several".to_owned(),
        "bool" => "true or false".to_owned(),
        "u8" | "u16" | "i16" | "i32" => "a number".to_owned(),
        "Supply" => "a number, or a table by number of players".to_owned(),
        "Laid" => "a word or several, or a table of them by number of players".to_owned(),
        "Condition" => "a table, see [conditions](conditions.md)".to_owned(),
        "Vec<Target>" => "words, as `target` of a verb".to_owned(),
        "Vec<OverlaySegment>" => "tables, as in a [tile file](tiles.md)".to_owned(),
        "Does" => "a table, see `does`".to_owned(),
        "(u32, u32)" => "a table: `{ min = 0, max = 9 }`".to_owned(),
        "Vec<Word>" => "a table: `sun = { en = \"sunshine\", fr = \"du soleil\" }`".to_owned(),
        "Vec<StartTile>" => "tables, see `tiles`".to_owned(),
        _ if inner.starts_with("BTreeMap") => "a table".to_owned(),
        _ if source.contains(&format!("pub enum {inner} {{")) => {
            let words: Vec<String> =
                variants(source, inner).iter().map(|(word, _)| format!("`\"{word}\"`")).collect();
            words.join(", ")
        }
        other => panic!("{strukt}.{field}: say in this test what a `{other}` is"),
    }
}

/// Keys of what an offer names.
const CHOOSING: [(&str, &str, &str); 3] = [
    (
        "where",
        "a table, see [conditions](conditions.md)",
        "Condition on the target, or on the first of two; numbers and words cannot be narrowed.",
    ),
    (
        "while",
        "a table, see [conditions](conditions.md)",
        "Condition on the moment: offered while it holds.",
    ),
    (
        "refusals",
        "a table",
        "Rule ids, in the shape of `where`: each refuses where the part under its key does not hold; and by `while`, `once`, `price`, `trail`.",
    ),
];

/// Tables of a manifest, the declarations that they are, and how their keys are told apart from others.
const TABLES: [(&str, &str, &str); 20] = [
    ("`[edge.<name>]`", "EdgeKind", "edge"),
    ("`[feature.<name>]`", "FeatureKind", "feature"),
    ("`[tag.<name>]`", "Tag", "tag"),
    ("`[figure.<name>]`", "FigureKind", "figure"),
    ("`[neutral.<name>]`", "Neutral", "neutral"),
    ("`[token.<name>]`", "Token", "token"),
    ("`[group.<name>]`", "Group", "group"),
    ("`[zone.<name>]`", "Zone", "zone"),
    ("`[overlay.<name>]`", "Overlay", "overlay"),
    ("`[state.<name>]`", "StateKey", "state"),
    ("`[final.<name>]`", "Final", "final"),
    ("`[start]`", "Start", "start"),
    ("`tiles` of `[start]`", "StartTile", "tiles"),
    ("`[step.<name>]`", "Step", "step"),
    ("`[verb.<name>]`", "Verb", "verb"),
    ("`[[deploy]]`", "DeployPattern", "deploy"),
    ("`[[place]]`", "PlacePattern", "place"),
    ("`[[refuse]]`", "Refuse", "refuse"),
    ("`does` of a verb", "Does", "does"),
    ("`[[hook]]`", "Subscription", "hook"),
];

/// The key of a manifest that a field of a declaration is; none for the name, which is that of the table, and for what no
/// manifest says.
fn key_of(strukt: &str, field: &str) -> Option<String> {
    // A second target stands beside the first.
    if field == "name" || [("Verb", "second"), ("Start", "found")].contains(&(strukt, field)) {
        return None;
    }
    Some(match field {
        "filter" => "where".to_owned(),
        "whil" => "while".to_owned(),
        "and" => "second".to_owned(),
        "per_player" => "per".to_owned(),
        "segments" => "<feature kind>".to_owned(),
        _ => field.replace('_', "-"),
    })
}

/// Every key that a table of declarations takes, after its table.
pub(crate) fn keys() -> Vec<String> {
    let source = module("decl");
    let mut all = Vec::new();
    for (_, strukt, table) in TABLES {
        for (code, _) in items(&source, "struct", strukt) {
            let (field, ty) = code.trim_start_matches("pub ").split_once(": ").expect("a field");
            let choosing = CHOOSING.iter().filter(|_| ty == "Choosing").map(|row| row.0.to_owned());
            all.extend(choosing);
            let key = key_of(strukt, field).filter(|key| ty != "Choosing" && !key.starts_with('<'));
            all.extend(key);
            let own = all.iter_mut().filter(|key| !key.contains('.'));
            own.for_each(|key| *key = format!("{table}.{key}"));
        }
    }
    all
}

#[test]
fn manifest() {
    let source = module("decl");
    let mut out = String::new();
    for (title, strukt, _) in TABLES {
        let _ = writeln!(out, "### {title}\n");
        head(&mut out, &["key", "takes", "meaning"]);
        for (code, doc) in items(&source, "struct", strukt) {
            let (field, ty) = code.trim_start_matches("pub ").split_once(": ").expect("a field");
            if ty == "Choosing" {
                for (key, takes, doc) in CHOOSING {
                    row(&mut out, &[&format!("`{key}`"), takes, doc]);
                }
                continue;
            }
            let Some(key) = key_of(strukt, field) else { continue };
            row(&mut out, &[&format!("`{key}`"), &takes(&source, strukt, field, ty), &doc]);
        }
        out.push('\n');
    }
    check("docs/src/manifest.md", "manifest", &out);
}

#[test]
fn which_condition_goes_with_what() {
    let mut out = String::new();
    head(&mut out, &["key of a hook", "hooks at which it means something"]);
    for (key, _) in KEYS {
        let good: Vec<String> = hooks().into_iter().filter(|on| lacks(key, on).is_none()).collect();
        let bad: Vec<String> = hooks().into_iter().filter(|on| lacks(key, on).is_some()).collect();
        let quoted = |names: &[String]| {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let said = if bad.is_empty() {
            "all".to_owned()
        } else if bad.len() < good.len() {
            format!("all but {}", quoted(&bad))
        } else {
            quoted(&good)
        };
        row(&mut out, &[&format!("`{key}`"), &said]);
    }
    check("docs/src/manifest.md", "conditions", &out);
}

/// Codes of the faults of a manifest with such lines.
fn codes(lines: &str) -> Vec<String> {
    let text = format!(
        "id = \"a\"\nshort = \"a\"\nversion = \"1.0.0\"\napi = 2\nname = {{ en = \"A\", fr = \"A\" }}\nnative = true\n{lines}"
    );
    let library = Library::in_memory([("expansions/a/expansion.toml", text.as_str())]);
    let (_, faults) = Manifest::read(library.folder("a").expect("the folder"));
    for fault in faults.iter().filter(|f| f.code.as_str() >= "M0131") {
        assert!(fault.span.is_some() && fault.help.is_some(), "a place and a way out: {fault}");
    }
    faults.into_iter().map(|fault| fault.code).collect()
}

#[test]
fn every_key_of_a_hook_means_something_there_or_is_a_fault() {
    for (key, _) in KEYS {
        let value = match key {
            "rank" => "1".to_owned(),
            "home" => "{}\nrule = \"a.b\"".to_owned(),
            "moves" => "\"n\"\nrule = \"a.b\"".to_owned(),
            "step" => "\"*\"".to_owned(),
            _ => "\"x\"".to_owned(),
        };
        for on in hooks() {
            let lines = format!("[state.s]\n[[hook]]\non = \"{on}\"\n{key} = {value}\n");
            let found = codes(&lines);
            let refused = found.iter().any(|code| code == "M0132");
            // What is answered without a function has hooks of its own besides.
            let other = matches!(key, "home" | "moves");
            let fits = lacks(key, &on).is_none();
            assert_eq!(refused, !fits, "`{key}` at `{on}`: {found:?}");
            assert!(!fits || other || found.is_empty(), "`{key}` at `{on}`: {found:?}");
        }
        for on in ["ask.s", "answer.s", "do.v"] {
            let lines = format!(
                "[state.s]\n[step.s]\n[verb.v]\nrule = \"a.b\"\n[[hook]]\non = \"{on}\"\n{key} = {value}\n"
            );
            assert!(codes(&lines).contains(&"M0132".to_owned()), "`{key}` at `{on}`");
        }
    }
}

#[test]
fn steps_waivers_and_keys_that_would_do_nothing_are_faults() {
    let verb = |more: &str| {
        format!(
            "[state.s]\n[verb.v]\nrule = \"a.b\"\ntarget = \"segment\"\n{more}\n[[hook]]\non = \"do.v\"\n"
        )
    };
    let deploy = |more: &str| format!("[step.s]\n[[deploy]]\nrule = \"a.b\"\n{more}\n");
    for (lines, code) in [
        (deploy("at = \"place\""), "M0133"),
        (deploy("at = \"*\""), "M0133"),
        (deploy("at = \"action\"\nwaives = [\"empty\"]"), "M0135"),
        (verb("at = \"place\""), "M0133"),
        (verb("at = \"action\"\nopens = \"action\""), "M0134"),
        (verb("at = \"*\"\nopens = \"place\""), "M0133"),
        (verb("at = \"action\"\nwaives = \"occupied\""), "M0135"),
        (verb("at = \"action\"\nwhere = { kind = \"x\" }").replace("segment", "none"), "M0131"),
        (verb("at = \"action\"").replace("segment", "number"), "M0133"),
        (verb("at = \"action\"").replace("segment", "tile-type"), "M0133"),
        (verb("").replace("segment", "word"), "M0133"),
        (verb("numbers = { min = 0, max = 3 }"), "M0134"),
        (verb("second = { kind = \"x\" }"), "M0134"),
        (verb("unordered = true"), "M0134"),
        (verb("numbers = { min = 4, max = 3 }").replace("segment", "number"), "M0152"),
        (verb("[verb.v.words]").replace("segment", "word"), "M0153"),
        (verb("").replace("\"segment\"", "[\"cell\", \"segment\"]"), "M0110"),
        (verb("").replace("\"segment\"", "[\"tile\", \"tile\", \"tile\"]"), "M0151"),
        ("[[hook]]\non = \"placement.veto\"\nstep = \"action\"\n".to_owned(), "M0133"),
        ("[[hook]]\non = \"end_of_game.points\"\n".to_owned(), "M0132"),
    ] {
        assert_eq!(codes(&lines), [code], "{lines}");
    }
    for lines in [
        deploy("at = [\"action\", \"s\"]\nwaives = [\"elsewhere\", \"occupied\"]"),
        verb("at = \"*\"\nopens = \"action\""),
        "[[hook]]\non = \"deployment.veto\"\nstep = \"action\"\n".to_owned(),
    ] {
        assert_eq!(codes(&lines), [""; 0], "{lines}");
    }
}
