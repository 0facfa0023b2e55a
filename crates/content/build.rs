//! Embeds the official content: every text file below `expansions/` and `tiles/`.
//!
//! The table is sorted by path, so that two builds of the same tree are equal.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Endings of the files that are embedded.
const TEXT: [&str; 4] = ["toml", "lua", "luau", "md"];

/// Collects the text files below a folder and asks for a rebuild when any of them changes.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(file) = entry.file_name().into_string() else { continue };
        if file.starts_with('.') {
            continue;
        }
        let (path, name) = (entry.path(), format!("{name}/{file}"));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&path, &name, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|e| TEXT.iter().any(|t| e == *t)) {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push((name, path));
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = here.join("../..").canonicalize()?;
    let mut files = Vec::new();
    for name in ["expansions", "tiles"] {
        let folder = root.join(name);
        if folder.is_dir() {
            collect(&folder, name, &mut files)?;
        } else {
            println!("cargo::rerun-if-changed={}", root.display());
        }
    }
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("content.rs"), table)
}
