//! `migrate` as people run it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use crate::support::run;

const BEFORE: &str = "# Mine.\nid = \"mine\"\napi = 1 # the first\n\n[[hook]]\non         = \"at.after_place\"\n\
    placed-tag = \"inn\" # by the road\ncall       = \"f\"\n";

const AFTER: &str = "# Mine.\nid = \"mine\"\napi = 2 # the first\n\n[[hook]]\non         = \"at.after_place\"\n\
    # by the road\nwhere      = { placed = \"inn\" }\ncall       = \"f\"\n";

const SCRIPT: &str =
    "local m = ...\nfunction m.f(game)\n  return game:figures { figure = \"meeple\" }\nend\n";

#[test]
fn a_folder_is_shown_then_written() {
    let dir = tempfile::tempdir().unwrap();
    let [file, script] = ["mine/expansion.toml", "mine/init.lua"].map(|name| dir.path().join(name));
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(&file, BEFORE).unwrap();
    fs::write(&script, SCRIPT).unwrap();
    let ran = run(dir.path(), &["migrate", "mine", "--dry-run"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    for shown in [
        "expansion.toml:3\n- api = 1 # the first\n+ api = 2 # the first\n",
        "expansion.toml:7\n- placed-tag = \"inn\" # by the road\n+ # by the road\n+ where      = { placed = \"inn\" }\n",
        "init.lua:3\n-   return game:figures { figure = \"meeple\" }\n+   return game:figures { kind = \"meeple\" }\n",
    ] {
        assert!(ran.out.contains(shown), "{}", ran.out);
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), BEFORE);
    assert_eq!(fs::read_to_string(&script).unwrap(), SCRIPT);
    let ran = run(dir.path(), &["migrate", "mine", "--lang", "fr"]);
    assert!(ran.out.contains("récrits : 2, à votre charge : 0"), "{}", ran.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
    let now = SCRIPT.replace("figure =", "kind =");
    assert_eq!(fs::read_to_string(&script).unwrap(), now);
    let ran = run(dir.path(), &["migrate", "mine"]);
    assert!(ran.code == 0 && ran.out.contains("it speaks api 2 already"), "{}", ran.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
    assert_eq!(fs::read_to_string(&script).unwrap(), now);
}

#[test]
fn what_is_left_is_a_finding_with_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("expansion.toml");
    let text = BEFORE.replace("\"at.after_place\"", "[\"on.placed\", \"on.drawn\"]");
    fs::write(&file, &text).unwrap();
    let ran = run(dir.path(), &["migrate", "."]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    let told = ran.out + &ran.err;
    assert!(told.contains("warning[K0016]") && told.contains("expansion.toml:6:1"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("api = 1", "api = 2"));
    assert_eq!(run(dir.path(), &["migrate", "gone"]).code, 3);
    fs::write(&file, "not toml").unwrap();
    assert_ne!(run(dir.path(), &["migrate", "."]).code, 0);
}

#[test]
fn a_folder_of_api_1_is_told_to_be_migrated() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(dir.path().join("mine/expansion.toml"), BEFORE).unwrap();
    let ran = run(dir.path(), &["check", "mine"]);
    let told = ran.out + &ran.err;
    assert!(told.contains("M0103") && told.contains("expansion.toml:3:7"), "{told}");
    assert!(told.contains("bastide migrate") && !told.contains("K0002"), "{told}");
}
