//! The schemas of `docs/schema` fit every file that is shipped, and know every key.

use std::fs;

use bastide_text::{Document, Entry, Node, Value as Toml};
use serde_json::{Map, Value, json};

use super::{read, root};

/// A TOML file as JSON.
fn toml(path: &str) -> Value {
    let mut faults = Vec::new();
    let document = Document::parse(path, &read(path), &mut faults);
    let document = document.unwrap_or_else(|| panic!("{path}: {faults:?}"));
    table(document.root().entries())
}

fn table<'a>(entries: impl Iterator<Item = &'a Entry>) -> Value {
    Value::Object(entries.map(|e| (e.key.clone(), node(&e.node))).collect::<Map<_, _>>())
}

fn node(node: &Node) -> Value {
    match &node.value {
        Toml::Text(text) => json!(text),
        Toml::Int(n) => json!(n),
        Toml::Bool(on) => json!(on),
        Toml::List(nodes) => Value::Array(nodes.iter().map(self::node).collect()),
        Toml::Table(entries) => table(entries.iter()),
        Toml::Float(_) | Toml::Date(_) => panic!("no file holds a number with a point or a date"),
    }
}

/// As much of JSON Schema as our schemas use. Keywords it does not know are a fault of the schema.
fn check(schema: &Value, all: &Value, value: &Value, at: &str, bad: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else { return };
    for (keyword, want) in schema {
        let fits = match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" | "default" | "definitions"
            | "examples" => true,
            "$ref" => {
                let path = want.as_str().and_then(|r| r.strip_prefix('#')).unwrap_or("?");
                let target = all.pointer(path).unwrap_or_else(|| panic!("no {want}"));
                check(target, all, value, at, bad);
                true
            }
            "type" => match want {
                Value::Array(types) => types.iter().any(|t| is(t, value)),
                one => is(one, value),
            },
            "enum" => want.as_array().is_some_and(|words| words.contains(value)),
            "minimum" => value.as_i64().is_none_or(|n| Some(n) >= want.as_i64()),
            "maximum" => value.as_i64().is_none_or(|n| Some(n) <= want.as_i64()),
            "minItems" => {
                value.as_array().is_none_or(|l| l.len() as u64 >= want.as_u64().unwrap_or(0))
            }
            "maxItems" => {
                value.as_array().is_none_or(|l| l.len() as u64 <= want.as_u64().unwrap_or(0))
            }
            "required" => {
                let keys = want.as_array().into_iter().flatten().filter_map(Value::as_str);
                keys.into_iter().all(|key| value.as_object().is_none_or(|o| o.contains_key(key)))
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(want, all, item, &format!("{at}[{i}]"), bad);
                }
                true
            }
            "properties" => {
                let keys = want.as_object().into_iter().flatten();
                for (key, schema) in keys {
                    if let Some(value) = value.get(key) {
                        check(schema, all, value, &format!("{at}.{key}"), bad);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (key, value) in value.as_object().into_iter().flatten() {
                    if known.is_some_and(|known| known.contains_key(key)) {
                        continue;
                    }
                    if *want == Value::Bool(false) {
                        bad.push(format!("{at}: the schema knows no `{key}`"));
                    }
                    check(want, all, value, &format!("{at}.{key}"), bad);
                }
                true
            }
            "anyOf" => want.as_array().into_iter().flatten().any(|one| {
                let mut faults = Vec::new();
                check(one, all, value, at, &mut faults);
                faults.is_empty()
            }),
            other => panic!("the schema uses `{other}`, which this test does not know"),
        };
        if !fits {
            bad.push(format!("{at}: {value} is not {keyword} {want}"));
        }
    }
}

fn is(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        _ => panic!("unknown type {name}"),
    }
}

/// Files of TOML below a folder.
fn below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in
        fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}")).flatten()
    {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(below(&path));
        } else if entry.path().extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every TOML file that is shipped, with the name of the schema it has to fit.
fn shipped() -> Vec<(String, &'static str)> {
    let folders = ["expansions", "tiles", "docs/examples"].into_iter().flat_map(below);
    let files = folders.chain(["crates/content/src/config/default.toml".to_owned()]);
    let sort = |file: &String| match file.rsplit('/').next() {
        Some("expansion.toml") => "expansion",
        Some("draw.toml") => "draw",
        _ => {
            let text = read(file);
            let begins = |word| text.lines().any(|line| line.starts_with(word));
            match [begins("[[scenario]]"), begins("[[tile]]") || begins("extends")] {
                [true, false] => "scenarios",
                [false, true] => "tiles",
                [false, false] if begins("players") => "config",
                _ => panic!("{file}: what is this?"),
            }
        }
    };
    files
        .map(|file| {
            let sort = sort(&file);
            (file, sort)
        })
        .collect()
}

fn schema(name: &str) -> Value {
    let text = read(&format!("docs/schema/{name}.json"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{name}.json: {e}"))
}

#[test]
fn every_shipped_file_fits_its_schema() {
    let mut bad = Vec::new();
    for name in ["config", "draw", "expansion", "scenarios", "tiles"] {
        let files = shipped();
        let files: Vec<_> = files.iter().filter(|f| f.1 == name).map(|f| &f.0).collect();
        assert!(!files.is_empty(), "no file of the schema {name}");
        let schema = schema(name);
        for file in files {
            check(&schema, &schema, &toml(file), file, &mut bad);
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Editors read the first line.
#[test]
fn every_shipped_file_names_its_schema_first() {
    let mut bad = Vec::new();
    for (file, name) in shipped() {
        let text = read(&file);
        let first = text.lines().next().unwrap_or_default();
        let named = first.strip_prefix("#:schema ").and_then(|path| {
            root().join(&file).parent().expect("a folder").join(path).canonicalize().ok()
        });
        if named != Some(root().join(format!("docs/schema/{name}.json"))) {
            bad.push(format!("{file}: `{first}` does not lead to the schema {name}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn the_book_names_every_key_of_scenarios() {
    let schema = schema("scenarios");
    let page = read("docs/src/scenarios.md");
    for kind in ["scenario", "checks"] {
        let keys = schema["definitions"][kind]["properties"].as_object().expect("keys");
        for key in keys.keys().filter(|key| !["expect"].contains(&key.as_str())) {
            assert!(
                page.contains(&format!("`{key}`")),
                "docs/src/scenarios.md does not name `{key}`"
            );
        }
    }
}

/// The reader is asked what it knows: a slip is answered with the list of its keys.
#[test]
fn the_schema_of_scenarios_names_the_keys_that_are_read() {
    let schema = schema("scenarios");
    for (kind, head) in [("scenario", ""), ("checks", "[scenario.expect]\n")] {
        let text =
            format!("[[scenario]]\nid = \"A\"\ntitle = \"A\"\nmoves = []\n{head}qqqqqqqq = 1\n");
        let faults = bastide_proof::scenario::read("base", "a.toml", &text).expect_err("a slip");
        let told = faults.iter().find(|f| f.what.en.contains("qqqqqqqq")).expect("it is told");
        let known = &told.help.as_ref().expect("a way out").en;
        let properties = schema["definitions"][kind]["properties"].as_object().expect("keys");
        for key in properties.keys() {
            assert!(known.contains(&format!("`{key}`")), "`{key}` is not read: {known}");
        }
        assert_eq!(known.matches('`').count() / 2, properties.len(), "{known}");
    }
}

#[test]
fn a_slip_does_not_fit() {
    let schema = schema("config");
    let mut bad = Vec::new();
    check(&schema, &schema, &json!({ "players": 2, "sead": 1 }), "config", &mut bad);
    assert_eq!(bad, ["config: the schema knows no `sead`"]);
}
