use std::path::PathBuf;

use super::*;

const SCENARIO: &str = r#"
[[scenario]]
id = "ONE"
title = "A road of three"
moves = ["A place base/W 1,0 r0", "A deploy meeple road@W", "B place base/W -1,0 r0"]
[scenario.expect]
scores = { A = 3, B = 0 }
"#;
const MANIFEST: &str = "id = \"mine\"\nshort = \"mine\"\nversion = \"1\"\napi = 2\n\
    name = { en = \"Mine\", fr = \"La mienne\" }\nneeds = [\"base\"]\n";

/// A folder of its own, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let dir = std::env::temp_dir().join(format!("bastide-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = dir.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("is made");
            fs::write(path, text).expect("is written");
        }
        Self(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn verdicts(paths: &[PathBuf]) -> Vec<Verdict> {
    let suite = Suite::gather(Library::official(), paths).expect("is gathered");
    suite.run(&|| ()).0
}

#[test]
fn a_folder_that_is_not_installed_is_tested_from_where_it_lies() {
    let wrong = SCENARIO.replace("A = 3", "A = 4");
    let dir = Scratch::new(
        "suite-folder",
        &[
            ("mine/expansion.toml", MANIFEST),
            ("mine/tests/a.toml", SCENARIO),
            ("mine/tests/b.toml", &wrong),
            ("mine/tests/c.toml", "[[scenario]]\nid = 3\n"),
            ("game.toml", "players = 2\n"),
        ],
    );
    let found = verdicts(std::slice::from_ref(&dir.0));
    assert_eq!(found.len(), 3, "a config is no test");
    assert_eq!(found[0], Verdict::Passed);
    assert!(matches!(&found[1], Verdict::Failed(f) if f[0].code == "S0110"), "{:?}", found[1]);
    assert!(matches!(&found[2], Verdict::Failed(_)));
    assert_eq!(verdicts(&[dir.0.join("mine/tests/a.toml")]), [Verdict::Passed]);
}

#[test]
fn nothing_to_test_is_a_fault() {
    let dir = Scratch::new("suite-none", &[("notes.md", "nothing")]);
    for (path, code) in [(dir.0.clone(), "F0004"), (dir.0.join("gone"), "F0003")] {
        let faults = Suite::gather(Library::official(), &[path]).expect_err("is a fault");
        assert_eq!(faults[0].code, code);
    }
}
