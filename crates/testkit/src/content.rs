//! Official content as tests look at it: rule ids where they are written and where they are cited, and every hook.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bastide::core::effect::EFFECTS;
use bastide::core::hooks::{HOOKS, SLOTS};
use bastide::{Library, Manifest, rules_text};

/// Ids of all rules of all folders.
///
/// # Panics
///
/// If a folder's `rules.md` is missing.
#[must_use]
pub fn rule_ids(library: &Library) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for folder in library.folders() {
        let file =
            folder.file("rules.md").unwrap_or_else(|| panic!("`{}` has no rules.md", folder.id));
        ids.extend(rules_text::read(&file.name, &file.text, "").0.into_iter().map(|rule| rule.id));
    }
    ids
}

/// Every hook that has filters, in full: `end_of_game.points` is asked in a final step, and steps and verbs have hooks of
/// their own.
#[must_use]
pub fn hooks() -> Vec<String> {
    let plain = HOOKS.iter().map(|row| row.name).filter(|name| !name.ends_with('.'));
    let mut all: Vec<String> =
        plain.filter(|name| *name != "end_of_game.points").map(str::to_owned).collect();
    all.extend(SLOTS.iter().map(|slot| format!("at.{slot}")));
    all.extend(EFFECTS.iter().map(|effect| format!("on.{effect}")));
    all
}

/// Texts in quotes that begin with the short name of an expansion and a dot.
fn ids_in(text: &str, shorts: &BTreeSet<String>) -> BTreeSet<String> {
    let word = |w: &&str| {
        w.split_once('.').is_some_and(|(short, rest)| shorts.contains(short) && !rest.is_empty())
            && w.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c))
            && !["toml", "lua", "md"].iter().any(|ending| w.rsplit('.').next() == Some(ending))
    };
    text.lines()
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(word)
        .map(str::to_owned)
        .collect()
}

fn shorts(library: &Library) -> BTreeSet<String> {
    library.folders().filter_map(|folder| Manifest::read(folder).0).map(|m| m.short).collect()
}

/// Rule ids that manifests cite, by file.
#[must_use]
pub fn cited_by_manifests(library: &Library) -> BTreeMap<String, BTreeSet<String>> {
    cited(library, |path| path == "expansion.toml")
}

/// Rule ids that scripts cite, by file.
#[must_use]
pub fn cited_by_scripts(library: &Library) -> BTreeMap<String, BTreeSet<String>> {
    cited(library, |path| matches!(path.rsplit('.').next(), Some("lua" | "luau")))
}

fn cited(library: &Library, which: impl Fn(&str) -> bool) -> BTreeMap<String, BTreeSet<String>> {
    let shorts = shorts(library);
    let files = library.folders().flat_map(|folder| folder.files.iter());
    let files = files.filter(|(path, _)| which(path));
    // What other engines call things stands last in a manifest, under beginnings of ids.
    let own = |text: &str| ids_in(text.split("\n[jcz]").next().unwrap_or(text), &shorts);
    files.map(|(_, file)| (file.name.clone(), own(&file.text))).collect()
}

/// Rule ids that Rust files below a folder cite, by file.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn cited_by_modules(library: &Library, dir: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let shorts = shorts(library);
    let mut out = BTreeMap::new();
    for entry in std::fs::read_dir(dir).expect("the folder is there").flatten() {
        if let Ok(text) = std::fs::read_to_string(entry.path()) {
            out.insert(entry.file_name().to_string_lossy().into_owned(), ids_in(&text, &shorts));
        }
    }
    out
}

/// All files of a library by path: `expansions/<id>/…` and `tiles/<set>.toml`.
pub(crate) fn files_of(library: &Library) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in library.folders() {
        let path = |path: &String| format!("expansions/{}/{path}", folder.id);
        files.extend(folder.files.iter().map(|(p, file)| (path(p), file.text.to_string())));
    }
    for set in library.sets() {
        if let Some(file) = library.set("", set) {
            files.push((format!("tiles/{set}.toml"), file.text.to_string()));
        }
    }
    files
}

/// The library with further files, each by its path from the folder that holds `expansions` and `tiles`.
#[must_use]
pub fn with_files(library: &Library, more: &[(&str, &str)]) -> Library {
    let files = files_of(library);
    let all = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    Library::in_memory(all.chain(more.iter().copied()))
}

/// The library with one native expansion answered by a script instead.
///
/// # Panics
///
/// If the expansion is not native.
#[must_use]
pub fn twinned(library: &Library, expansion: &str, script: &str) -> Library {
    let mut files = files_of(library);
    let manifest = format!("expansions/{expansion}/expansion.toml");
    for (_, text) in files.iter_mut().filter(|(path, _)| *path == manifest) {
        let native = |line: &&str| line.split('=').next().is_some_and(|k| k.trim() == "native");
        let scripted = text.lines().filter(|line| !native(line));
        let scripted = scripted.flat_map(|line| [line, "\n"]).collect::<String>();
        assert_ne!(scripted, *text, "`{expansion}` is native");
        *text = scripted;
    }
    files.push((format!("expansions/{expansion}/init.lua"), script.to_owned()));
    Library::in_memory(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
}
