//! `migrate` as people run it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use crate::support::run;

const BEFORE: &str = "# Mine.\nid = \"mine\"\n\n[[hook]]\non         = \"at.after_place\"\n\
    placed-tag = \"inn\" # by the road\ncall       = \"f\"\n";

const AFTER: &str = "# Mine.\nid = \"mine\"\n\n[[hook]]\non         = \"at.after_place\"\n\
    # by the road\nwhere      = { placed = \"inn\" }\ncall       = \"f\"\n";

#[test]
fn a_folder_is_shown_then_written() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine/expansion.toml");
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(&file, BEFORE).unwrap();
    let ran = run(dir.path(), &["migrate", "mine", "--dry-run"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("expansion.toml:6\n- placed-tag = \"inn\" # by the road\n+ # by the road\n+ where      = { placed = \"inn\" }\n"),
        "{}",
        ran.out
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), BEFORE);
    let ran = run(dir.path(), &["migrate", "mine", "--lang", "fr"]);
    assert!(ran.out.contains("écrits en conditions : 1, à votre charge : 0"), "{}", ran.out);
    assert_eq!(fs::read_to_string(&file).unwrap(), AFTER);
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
    assert!(told.contains("warning[K0016]") && told.contains("expansion.toml:5:1"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(run(dir.path(), &["migrate", "gone"]).code, 3);
    fs::write(&file, "not toml").unwrap();
    assert_ne!(run(dir.path(), &["migrate", "."]).code, 0);
}
