//! Pictures of tiles of one's own, however they are written.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::support::run;

#[test]
fn roads_are_drawn_in_whatever_order_they_are_written() {
    let dir = tempfile::tempdir().unwrap();
    for roads in ["{ at = \"S\" }, { at = \"N\" }", "{ at = \"N\" }, { at = \"S\" }"] {
        let text = format!(
            "id = \"my\"\nname = {{ en = \"My\" }}\n[[tile]]\nid = \"a\"\ncount = 1\n\
             city = [{{ at = \"\" }}]\nroad = [{roads}]\n"
        );
        std::fs::write(dir.path().join("my.toml"), text).unwrap();
        let ran = run(dir.path(), &["render", "tiles", "my.toml"]);
        assert!(ran.code == 0 && ran.out.starts_with("<svg"), "{roads}: {}", ran.err);
    }
}
