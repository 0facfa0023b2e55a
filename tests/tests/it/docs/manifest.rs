//! The reference of manifests, made from the declarations of the core.

use std::fmt::Write as _;

use super::page::{check, head, items, module, row, variants};

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
        "Where" => "a table, see `where`".to_owned(),
        "Within" => "a table, see `within`".to_owned(),
        "Does" => "a table, see `does`".to_owned(),
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

#[test]
fn manifest() {
    const TABLES: [(&str, &str); 18] = [
        ("`[edge.<name>]`", "EdgeKind"),
        ("`[feature.<name>]`", "FeatureKind"),
        ("`[tag.<name>]`", "Tag"),
        ("`[figure.<name>]`", "FigureKind"),
        ("`[neutral.<name>]`", "Neutral"),
        ("`[token.<name>]`", "Token"),
        ("`[group.<name>]`", "Group"),
        ("`[zone.<name>]`", "Zone"),
        ("`[state.<name>]`", "StateKey"),
        ("`[final.<name>]`", "Final"),
        ("`[start]`", "Start"),
        ("`tiles` of `[start]`", "StartTile"),
        ("`[step.<name>]`", "Step"),
        ("`[verb.<name>]`", "Verb"),
        ("`[[deploy]]`", "DeployPattern"),
        ("`where` of a verb or pattern", "Where"),
        ("`within` of a `where`", "Within"),
        ("`does` of a verb", "Does"),
    ];
    let source = module("decl");
    let mut out = String::new();
    let tables = TABLES.iter().chain(&[("`[[hook]]`", "Subscription")]);
    for (title, strukt) in tables {
        let _ = writeln!(out, "### {title}\n");
        head(&mut out, &["key", "takes", "meaning"]);
        for (code, doc) in items(&source, "struct", strukt) {
            let (field, ty) = code.trim_start_matches("pub ").split_once(": ").expect("a field");
            // The name is that of the table.
            if field == "name" {
                continue;
            }
            let key = match field {
                "wher" => "where".to_owned(),
                "per_player" => "per".to_owned(),
                _ => field.replace('_', "-"),
            };
            row(&mut out, &[&format!("`{key}`"), &takes(&source, strukt, field, ty), &doc]);
        }
        out.push('\n');
    }
    check("docs/src/manifest.md", "manifest", &out);
}
