//! Texts that tests make and hold against a file.

use std::path::Path;

/// Holds a text against a file of the project, given by its path from the top; with `UPDATE=1` it is written there.
///
/// # Panics
///
/// With the first line that differs.
pub fn fixture(path: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE").is_some() {
        let folder = file.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("a folder for it");
        std::fs::write(&file, text).expect("it is written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let (mut had, mut has) = (kept.lines(), text.lines());
    for line in 1.. {
        let (old, new) = (had.next(), has.next());
        assert_eq!(
            old, new,
            "{path}:{line} is stale; if this is meant, run the test with UPDATE=1"
        );
        if old.is_none() {
            return;
        }
    }
}

/// One number for lines too many to be kept: FNV-1a over their bytes.
pub fn hashed(lines: impl IntoIterator<Item: AsRef<str>>) -> u64 {
    let one = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    lines
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, line| line.as_ref().as_bytes().iter().fold(hash, one))
}
