//! `new` and `schema`: what they write plays, passes its tests, and takes nobody's place.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;

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
            ".luarc.json",
            ".vscode/settings.json",
        ] {
            assert!(dir.path().join(name).join(file).is_file(), "{file}");
        }
        // Every schema that a file names is there, and settings are JSON.
        for file in [
            "expansion.toml",
            &format!("tests/{}.toml", if kind == "tileset" { name } else { "long-roads" }),
        ] {
            let path = dir.path().join(name).join(file);
            let text = std::fs::read_to_string(&path).unwrap();
            let schema = text.lines().next().unwrap().strip_prefix("#:schema ").unwrap();
            let schema = std::fs::read_to_string(path.parent().unwrap().join(schema)).unwrap();
            serde_json::from_str::<serde_json::Value>(&schema).unwrap();
        }
        for file in [".luarc.json", ".vscode/settings.json"] {
            let text = std::fs::read_to_string(dir.path().join(name).join(file)).unwrap();
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
        }
    }
}

#[test]
fn bad_names_and_folders_that_are_there_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("mine")).unwrap();
    for (name, told, way_out) in [
        ("My Roads", "F0006", "`my-roads`"),
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
    assert_eq!((code, out.lines().count()), (0, 6), "{out}");
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
