//! `new` and `schema`: what they write plays, passes its tests, and takes nobody's place.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;

use crate::support;

fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let ran = support::run(dir, args);
    (ran.code, ran.out, ran.err)
}

#[test]
fn what_is_new_passes_its_tests_and_can_be_played() {
    let dir = tempfile::tempdir().unwrap();
    for (kind, name, passed) in [("expansion", "my-roads", 6), ("tileset", "my-tiles", 2)] {
        let (code, out, err) = run(dir.path(), &["new", kind, name]);
        assert_eq!(code, 0, "{err}");
        let next = out.clone();
        assert!(
            out.contains("expansion.toml") && out.contains(&format!("bastide test {name}")),
            "{out}"
        );
        let (code, out, _) = run(dir.path(), &["test", name]);
        assert_eq!((code, out), (0, format!("{passed} passed, 0 failed\n")));
        let config = format!("players = 2\n[expansions]\n{name} = true\n");
        std::fs::write(dir.path().join("game.toml"), config).unwrap();
        let (code, _, err) = run(
            dir.path(),
            &["--path", ".", "simulate", "game.toml", "-n", "20", "--bots", "random"],
        );
        assert_eq!(code, 0, "{err}");
        for file in [
            ".bastide/bastide.d.luau",
            ".bastide/bastide.lua",
            ".bastide/config.json",
            ".luarc.json",
            ".vscode/settings.json",
        ] {
            // A tile set has neither scripts nor a config: nothing about them lies beside it.
            let wanted = kind == "expansion" || file.ends_with("settings.json");
            assert_eq!(dir.path().join(name).join(file).is_file(), wanted, "{kind}: {file}");
        }
        let (test, dev) = (format!("bastide test {name}"), format!("bastide dev {name}"));
        assert!(next.contains(&test) && next.contains(&dev), "{next}");
        let render = format!("bastide render tiles {name} -o {name}.svg");
        assert_eq!(next.contains(&render), kind == "tileset", "{next}");
        // Every file names the schema of its sort, which is there; settings are JSON.
        for (file, sort) in [
            ("expansion.toml", "expansion.json"),
            (
                if kind == "tileset" { "tests/my-tiles.toml" } else { "tests/long-roads.toml" },
                "scenarios.json",
            ),
            (if kind == "tileset" { "tiles/my-tiles.toml" } else { "" }, "tiles.json"),
        ] {
            if file.is_empty() {
                continue;
            }
            let path = dir.path().join(name).join(file);
            let text = std::fs::read_to_string(&path).unwrap();
            let schema = text.lines().next().unwrap().strip_prefix("#:schema ").unwrap();
            assert!(schema.ends_with(&format!(".bastide/{sort}")), "{file}: {schema}");
            let schema = std::fs::read_to_string(path.parent().unwrap().join(schema)).unwrap();
            serde_json::from_str::<serde_json::Value>(&schema).unwrap();
        }
        for file in [".luarc.json", ".vscode/settings.json"] {
            let Ok(text) = std::fs::read_to_string(dir.path().join(name).join(file)) else {
                continue;
            };
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
        }
    }
}

#[test]
fn what_is_new_has_no_finding_and_says_so() {
    for (lang, said, next) in [
        ("en", "checked: no findings", "next: bastide test"),
        ("fr", "vérifié : rien à signaler", "ensuite : bastide test"),
    ] {
        for (kind, passed) in
            [("expansion", "6 passed, 0 failed"), ("tileset", "2 passed, 0 failed")]
        {
            let dir = tempfile::tempdir().unwrap();
            let (code, out, err) = run(dir.path(), &["new", kind, "mine", "--lang", lang]);
            assert_eq!((code, err.as_str()), (0, ""), "{kind}, {lang}: {out}");
            let lines: Vec<&str> = out.lines().collect();
            assert_eq!(lines.get(1), Some(&said), "{out}");
            assert!(lines[2].starts_with(next), "{out}");
            let (code, out, _) = run(dir.path(), &["check", "mine", "--json", "--lang", lang]);
            let report: serde_json::Value = serde_json::from_str(&out).unwrap();
            assert_eq!((code, report["findings"].as_array().map(Vec::len)), (0, Some(0)), "{out}");
            let (code, out, err) = run(dir.path(), &["test", "mine"]);
            assert_eq!((code, out.trim(), err.as_str()), (0, passed, ""), "{kind}");
        }
    }
}

#[test]
fn bad_names_and_folders_that_are_there_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("mine")).unwrap();
    for (name, told, way_out) in [
        ("My Roads", "F0006", "`my-roads`"),
        ("Été", "F0006", "`ete`"),
        ("river", "F0006", "`my-river`"),
        ("base", "F0006", "`my-base`"),
        ("mine", "F0020", "choose another name"),
        (".", "F0006", "`my-expansion`"),
    ] {
        let (code, out, err) = run(dir.path(), &["new", "expansion", name]);
        assert_eq!((code, out.as_str()), (3, ""), "{name}");
        assert!(err.contains(told) && err.contains(way_out), "{name}: {err}");
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is written");
    let (_, _, err) = run(dir.path(), &["new", "tileset", "river", "--lang", "fr"]);
    assert!(err.contains("il y a déjà une extension `river`"), "{err}");
}

#[test]
fn schemas_are_written_and_replaced_only_if_asked() {
    let dir = tempfile::tempdir().unwrap();
    let (code, out, _) = run(dir.path(), &["schema", "desk"]);
    assert_eq!((code, out.lines().count()), (0, 7), "{out}");
    assert_eq!(run(dir.path(), &["schema", "desk"]).0, 0, "they are the same");
    let mine = dir.path().join("desk/config.json");
    std::fs::write(&mine, "{}").unwrap();
    let (code, _, err) = run(dir.path(), &["schema", "desk"]);
    assert_eq!(code, 3);
    assert!(err.contains("desk/config.json") && err.contains("--force"), "{err}");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "{}");
    assert_eq!(run(dir.path(), &["schema", "desk", "--force"]).0, 0);
    assert_ne!(std::fs::read_to_string(&mine).unwrap(), "{}");
}
