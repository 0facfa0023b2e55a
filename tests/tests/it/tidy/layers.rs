//! Who may depend on whom.

use std::collections::BTreeSet;
use std::fs;

use super::{files, none, read, root};

/// What each crate may depend on: crates below it, then libraries. Tests and the test kit stand beside
/// the layers.
const LAYERS: &[(&str, &[&str], &[&str])] = &[
    ("core", &[], &["serde", "thiserror", "tracing"]),
    ("text", &["bastide-core"], &["strsim", "toml"]),
    ("tiles", &["bastide-core", "bastide-text"], &[]),
    ("script", &["bastide-core"], &["mlua", "rustix", "scoped-tls", "serde", "tracing"]),
    ("native", &["bastide-core"], &[]),
    (
        "content",
        &["bastide-core", "bastide-text", "bastide-tiles"],
        &["petgraph", "strsim", "thiserror", "tracing", "unicode-normalization"],
    ),
    (
        "bastide",
        &["bastide-content", "bastide-core", "bastide-native", "bastide-script", "bastide-text"],
        &[
            "rand",
            "rand_chacha",
            "rand_core",
            "serde",
            "serde_json",
            "tempfile",
            "thiserror",
            "tracing",
        ],
    ),
    ("lab", &["bastide", "bastide-core"], &["serde", "serde_json"]),
    ("jcz", &["bastide", "bastide-content", "bastide-core"], &["serde_json"]),
    ("bga", &["bastide", "bastide-core"], &["serde_json"]),
    (
        "proof",
        &[
            "bastide",
            "bastide-content",
            "bastide-core",
            "bastide-jcz",
            "bastide-lab",
            "bastide-script",
            "bastide-text",
        ],
        &["rayon", "serde_json"],
    ),
    ("draw", &["bastide", "bastide-text", "bastide-tiles"], &["resvg", "unicode-width"]),
    (
        "report",
        &["bastide", "bastide-lab"],
        &["csv", "maud", "parquet", "serde", "serde_json", "statrs"],
    ),
    ("table", &["bastide", "bastide-draw"], &["serde", "serde_json", "sha2"]),
    ("store", &[], &["rusqlite", "tempfile", "thiserror"]),
    (
        "server",
        &["bastide", "bastide-draw", "bastide-jcz", "bastide-store", "bastide-table"],
        &[
            "axum",
            "flate2",
            "getrandom",
            "if-addrs",
            "prometheus-client",
            "qrcode",
            "rustix",
            "serde",
            "serde_json",
            "tokio",
            "tokio-stream",
            "tracing",
        ],
    ),
    (
        "check",
        &["bastide", "bastide-proof", "bastide-script", "bastide-text", "bastide-tiles"],
        &["full_moon", "notify", "notify-debouncer-full"],
    ),
    (
        "cli",
        &[
            "bastide",
            "bastide-bga",
            "bastide-check",
            "bastide-draw",
            "bastide-jcz",
            "bastide-lab",
            "bastide-proof",
            "bastide-report",
            "bastide-server",
            "bastide-text",
            "bastide-tiles",
        ],
        &[
            "annotate-snippets",
            "anstream",
            "anstyle",
            "clap",
            "clap_complete",
            "console",
            "ctrlc",
            "indicatif",
            "rustix",
            "rustyline",
            "serde",
            "serde_json",
            "tracing",
            "tracing-subscriber",
        ],
    ),
];

/// Libraries that only some crates may name, tests included.
const ONLY: &[(&str, &[&str])] = &[
    ("mlua", &["script"]),
    ("scoped-tls", &["script"]),
    ("tracing-subscriber", &["cli"]),
    ("toml", &["text"]),
    ("rand", &["bastide"]),
    ("rand_chacha", &["bastide"]),
    ("rand_core", &["bastide"]),
    ("clap", &["cli"]),
    ("resvg", &["draw"]),
    ("csv", &["report"]),
    ("maud", &["report"]),
    ("parquet", &["report"]),
    ("statrs", &["report"]),
    ("axum", &["server"]),
    ("prometheus-client", &["server"]),
    ("flate2", &["server"]),
    ("if-addrs", &["server"]),
    ("tokio", &["server"]),
    ("full_moon", &["check"]),
    ("notify", &["check"]),
    ("notify-debouncer-full", &["check"]),
];

/// Names under `[dependencies]` and, apart, under `[dev-dependencies]` of a manifest.
fn dependencies(manifest: &str) -> [BTreeSet<String>; 2] {
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    let mut section = None;
    for line in read(manifest).lines() {
        let line = line.trim();
        if line.starts_with('[') {
            section = match line {
                "[dependencies]" | "[build-dependencies]" | "[target.'cfg(unix)'.dependencies]" => {
                    Some(0)
                }
                "[dev-dependencies]" => Some(1),
                other => {
                    assert!(
                        !other.contains("dependencies"),
                        "{manifest}: write {other} as a table of names"
                    );
                    None
                }
            };
        } else if let Some(section) = section
            && let Some(name) = line.split(['.', '=', ' ']).next().filter(|n| !n.is_empty())
            && !line.starts_with('#')
        {
            found[section].insert(name.to_owned());
        }
    }
    found
}

#[test]
fn crates_depend_on_what_lies_below_them() {
    let mut bad = Vec::new();
    let folders = fs::read_dir(root().join("crates")).expect("crates").flatten();
    let folders: BTreeSet<String> =
        folders.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    for folder in &folders {
        let Some((_, crates, libraries)) = LAYERS.iter().find(|l| l.0 == *folder) else {
            if folder != "testkit" {
                bad.push(format!("crates/{folder} has no place in the layers"));
            }
            continue;
        };
        let [real, dev] = dependencies(&format!("crates/{folder}/Cargo.toml"));
        for name in &real {
            if !crates.contains(&name.as_str()) && !libraries.contains(&name.as_str()) {
                bad.push(format!("crates/{folder} may not depend on {name}"));
            }
        }
        // Tests of a crate see no more crates than the crate itself. Below the command lies whatever helps tests, too.
        let below = |name: &str| folder == "cli" && name == "bastide-testkit";
        for name in dev.iter().filter(|n| n.starts_with("bastide") && !below(n)) {
            if !crates.contains(&name.as_str()) {
                bad.push(format!("tests of crates/{folder} may not depend on {name}"));
            }
        }
    }
    none("wrong dependencies", &bad);
}

#[test]
fn some_libraries_belong_to_one_crate() {
    let mut bad = Vec::new();
    for manifest in files("crates", &["Cargo.toml"]) {
        let folder = manifest.split('/').nth(1).unwrap_or_default().to_owned();
        let [real, dev] = dependencies(&manifest);
        for (library, owners) in ONLY {
            let named = real.contains(*library) || dev.contains(*library);
            if named && !owners.contains(&folder.as_str()) {
                bad.push(format!("{manifest}: {library} belongs to {}", owners.join(", ")));
            }
        }
    }
    none("libraries in the wrong crate", &bad);
}
