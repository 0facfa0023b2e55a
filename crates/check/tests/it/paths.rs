//! Files below paths, and messages about faulty paths.

use std::fs;
use std::path::Path;

use bastide::Library;
use bastide_check::{Report, check};

const MANIFEST: &str = "id = \"mine\"\nshort = \"mine\"\nversion = \"1.0\"\napi = 2\n\
                        name = { en = \"Mine\", fr = \"À moi\" }\nsets = [\"mine\"]\n";
const TILES: &str = "id = \"mine\"\nname = { en = \"Mine\", fr = \"À moi\" }\n\
                     [[tile]]\nid = \"a\"\ncount = 1\ncity = [{ at = \"N Q\" }]\n";

fn write(dir: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
}

fn codes(report: &Report) -> Vec<&str> {
    report.faults.iter().map(|fault| fault.code.as_str()).collect()
}

#[test]
fn all_files_of_a_folder_are_told_in_one_pass() {
    let dir = tempfile::tempdir().expect("a folder");
    write(
        dir.path(),
        &[
            ("mine/expansion.toml", &format!("{MANIFEST}[opton.x]\ndefault = true\n")),
            ("mine/init.lua", "local m = ...\nfunction m.f(\n"),
            ("mine/rules.md", "### mine\n"),
            ("mine/tests/a.toml", "[[scenario]]\nid = \"a\"\n"),
            ("game.toml", "players = 2\nsed = 1\n"),
            ("tiles/other.toml", &format!("{TILES}roda = 1\n")),
            ("notes.toml", "nothing = 1\n"),
        ],
    );
    let report = check(&[dir.path().to_path_buf()], Library::official()).expect("paths are there");
    let found = codes(&report);
    for code in ["M0005", "L0101", "M0805", "S0008", "C0005", "T0107", "T0005"] {
        assert!(found.contains(&code), "{code} is not among {found:?}");
    }
    assert!(!report.is_fine());
    assert_eq!(report.tiles, 1);
}

#[test]
fn a_file_of_an_expansion_stands_for_its_folder() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), &[("mine/expansion.toml", MANIFEST), ("mine/tiles/mine.toml", TILES)]);
    let path = dir.path().join("mine/tiles/mine.toml");
    let report = check(&[path, dir.path().join("mine")], Library::official()).expect("is there");
    assert_eq!(codes(&report), ["T0107"]);
    assert!(report.faults[0].file.ends_with("mine/tiles/mine.toml"));
}

#[test]
fn a_broken_manifest_does_not_hide_what_is_wrong_elsewhere() {
    let dir = tempfile::tempdir().expect("a folder");
    write(
        dir.path(),
        &[
            ("mine/expansion.toml", "id = \"mine\n"),
            ("mine/init.lua", "x = = 1\n"),
            ("mine/tiles/mine.toml", "id = [\n"),
        ],
    );
    let report = check(&[dir.path().to_path_buf()], Library::official()).expect("is there");
    for code in ["M0001", "L0101", "T0001"] {
        assert!(codes(&report).contains(&code), "{code} is not among {:?}", codes(&report));
    }
}

#[test]
fn paths_at_fault_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let empty = check(&[dir.path().to_path_buf()], Library::official()).expect_err("empty");
    assert_eq!(empty[0].code, "F0007");
    let gone = check(&[dir.path().join("gone")], Library::official()).expect_err("not there");
    assert_eq!(gone[0].code, "F0003");
}

#[test]
fn two_folders_of_one_name_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), &[("a/mine/expansion.toml", MANIFEST), ("b/mine/expansion.toml", MANIFEST)]);
    let report = check(&[dir.path().to_path_buf()], Library::official()).expect("is there");
    assert!(codes(&report).contains(&"F0005"), "{:?}", codes(&report));
}

#[test]
fn bytes_that_are_no_text_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("game.toml"), b"players = 2 # \xff\n").expect("written");
    let report = check(&[dir.path().to_path_buf()], Library::official()).expect("is there");
    assert_eq!(codes(&report), ["F0002"]);
}

#[test]
fn a_config_names_a_folder_by_the_id_of_its_manifest() {
    let dir = tempfile::tempdir().expect("a folder");
    let manifest = MANIFEST.replace("sets = [\"mine\"]\n", "");
    let config = |id: &str| format!("players = 2\n[expansions]\n{id} = {{ path = \"mine\" }}\n");
    write(dir.path(), &[("mine/expansion.toml", &manifest), ("bad.toml", &config("mi_ne"))]);
    let report = check(&[dir.path().join("bad.toml")], Library::official()).expect("is there");
    assert_eq!(codes(&report), ["C0122"]);
    let help = report.faults[0].help.as_ref().expect("a way out");
    assert_eq!(help.en, "write `mine = { path = \"mine\" }`");
    write(dir.path(), &[("good.toml", &config("mine"))]);
    let report = check(&[dir.path().join("good.toml")], Library::official()).expect("is there");
    assert_eq!(codes(&report), [""; 0]);
}

#[test]
fn a_script_that_cannot_be_read_is_not_missing() {
    let dir = tempfile::tempdir().expect("a folder");
    let hook = "[[hook]]\non = \"at.turn_end\"\ncall = \"f\"\n";
    let manifest = MANIFEST.replace("sets = [\"mine\"]\n", hook);
    write(dir.path(), &[("mine/expansion.toml", &manifest)]);
    let folder = dir.path().join("mine");
    fs::write(folder.join("init.lua"), b"-- \xff\n").expect("written");
    let report = check(&[folder], Library::official()).expect("is there");
    assert_eq!(codes(&report), ["M0904"]);
}

#[test]
fn a_missing_expansion_is_told_once() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), &[("game.toml", "players = 2\n[expansions]\nriver-ii = true\n")]);
    let report = check(&[dir.path().join("game.toml")], Library::official()).expect("is there");
    assert_eq!(codes(&report), ["G0003"]);
}
