//! Finding content: embedded, in memory, in folders.

use super::*;

#[test]
fn the_hash_is_fnv_1a() {
    let mut hash = Hash::default();
    hash.bytes(b"foobar");
    assert_eq!(hash.finish(), "343e1662793c64bf6f0d3597ba446f18");
}

#[test]
fn the_hash_counts_rules_and_nothing_else() {
    let hash = |files: &[(&str, &str)]| {
        let library = Library::in_memory(files.iter().copied());
        library.folder("a").unwrap().hash()
    };
    let plain = hash(&[("expansions/a/expansion.toml", "x"), ("expansions/a/init.lua", "y")]);
    let more = [
        ("expansions/a/expansion.toml", "x"),
        ("expansions/a/init.lua", "y"),
        ("expansions/a/rules.md", "z"),
        ("expansions/a/tests/one.toml", "z"),
    ];
    assert_eq!(hash(&more), plain);
    assert_eq!(
        hash(&[("expansions/a/expansion.toml", "\u{feff}x"), ("expansions/a/init.lua", "y")]),
        plain
    );
    assert_ne!(
        hash(&[("expansions/a/expansion.toml", "xy"), ("expansions/a/init.lua", "")]),
        plain
    );
    assert_ne!(
        hash(&[("expansions/a/expansion.toml", "x"), ("expansions/a/init.lua", "y\n")]),
        plain
    );
}

#[test]
fn an_expansion_sees_its_own_set_first() {
    let library = Library::in_memory([
        ("tiles/base.toml", "common"),
        ("tiles/more.toml", "more"),
        ("expansions/a/tiles/base.toml", "own"),
    ]);
    assert_eq!(&*library.set("a", "base").unwrap().text, "own");
    assert_eq!(&*library.set("a", "more").unwrap().text, "more");
    assert_eq!(&*library.set("b", "base").unwrap().text, "common");
    assert!(library.set("a", "../base").is_none());
}

#[test]
fn folders_override_as_a_whole_and_links_are_refused() {
    let dir = std::env::temp_dir().join(format!("bastide-library-{}", std::process::id()));
    let inner = dir.join("expansions/a");
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir_all(dir.join("tiles")).unwrap();
    fs::write(inner.join("expansion.toml"), "new\r\n").unwrap();
    fs::write(dir.join("tiles/s.toml"), "set").unwrap();
    let mut library = Library::in_memory([
        ("expansions/a/expansion.toml", "old"),
        ("expansions/a/init.lua", "old"),
    ]);
    library.search(&dir).unwrap();
    let folder = library.folder("a").unwrap();
    assert_eq!(&*folder.file("expansion.toml").unwrap().text, "new\n");
    assert!(folder.file("init.lua").is_none());
    assert!(library.set("a", "s").is_some());

    fs::write(inner.join("bad.lua"), b"\xff").unwrap();
    fs::write(inner.join("long.md"), vec![b'x'; 1 << 21]).unwrap();
    fs::create_dir_all(inner.join("1/2/3/4/5")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/", inner.join("link.lua")).unwrap();
    let faults = library.search(&dir).unwrap_err();
    let mut codes: Vec<&str> = faults.iter().map(|f| f.code.as_str()).collect();
    codes.sort_unstable();
    let wanted: &[&str] = if cfg!(unix) {
        &["M0902", "M0903", "M0904", "M0905"]
    } else {
        &["M0903", "M0904", "M0905"]
    };
    assert_eq!(codes, wanted);
    fs::remove_dir_all(&dir).unwrap();
    assert_eq!(library.search(&dir).unwrap_err()[0].code, "M0901");
}

#[test]
fn what_lies_beyond_a_limit_is_told_with_the_limit() {
    let dir = std::env::temp_dir().join(format!("bastide-limits-{}", std::process::id()));
    let (deep, many) = (dir.join("deep"), dir.join("many"));
    for side in ["a", "b", "c"] {
        fs::create_dir_all(deep.join(side).join("1/2/3/4/5")).unwrap();
    }
    fs::create_dir_all(many.join("b")).unwrap();
    for n in 0..=FILES_MAX {
        for part in ["", "b/"] {
            let path = many.join(format!("{part}{n}.lua"));
            #[cfg(unix)]
            std::os::unix::fs::symlink("/", path).unwrap();
            #[cfg(not(unix))]
            fs::write(path, b"\xff").unwrap();
        }
    }
    for (path, limit, count) in [(deep, DEPTH_MAX, 3), (many, FILES_MAX, FILES_MAX + 1)] {
        let faults = Library::default().folder_at("x", &path).unwrap_err();
        assert_eq!(faults.len(), count);
        let last = faults.last().unwrap();
        assert_eq!(last.code, "M0905");
        let told = [&last.what.en, &last.what.fr];
        assert!(told.iter().all(|text| text.contains(&format!(" {limit} "))), "{told:?}");
        assert!(!last.file.is_empty() && last.help.is_some());
    }
    fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn all_that_a_folder_holds_is_found() {
    let dir = std::env::temp_dir().join(format!("bastide-holds-{}", std::process::id()));
    fs::create_dir_all(dir.join("z")).unwrap();
    for n in 0..=FILES_MAX {
        fs::write(dir.join(format!("{n}.toml")), "").unwrap();
    }
    fs::write(dir.join(".hidden"), "").unwrap();
    let found = crate::folders::Walk::default().entries(&dir);
    assert_eq!(found.len(), FILES_MAX + 2);
    assert_eq!(found.last(), Some(&crate::folders::Entry::Folder(dir.join("z"))));
    fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn manifests_are_read_once_and_anew_after_a_change() {
    let manifest = |library: &Library| Arc::as_ptr(&library.manifests().shared("base").unwrap());
    let (one, other) = (Library::official(), Library::official());
    assert_eq!(manifest(&one), manifest(&other));
    assert_eq!(manifest(&one.clone()), manifest(&one));
    // Added content replaces the former one.
    let text = &one.folder("base").unwrap().file(manifest::FILE).unwrap().text;
    let changed = text.replace("name = ", "name  = ");
    let with = one.clone().with([("expansions/base/expansion.toml", &*changed)]);
    assert_ne!(manifest(&with), manifest(&one));
    let broken = one.with([("expansions/base/expansion.toml", "name = ")]);
    assert!(broken.manifests().get("base").is_none());
    assert!(with.manifests().get("base").is_some());
}
