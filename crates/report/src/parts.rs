//! Refusals of parts that do not form a whole, for simulations and comparisons.

use std::path::Path;

use bastide::core::{Fault, Words};

/// Missing parts that are named one by one.
pub(crate) const NAMED: usize = 20;
/// Longest command in bytes. It is repeated for each missing part.
pub(crate) const COMMAND_MAX: usize = 10_000;

/// A path as messages have it.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the name of a file format that a part declares: `bastide games 1`.
#[must_use]
pub fn format(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
    }
    serde_json::from_str::<Head>(text).ok().map(|head| head.format)
}

/// It is none, and why.
pub(crate) fn no_part(path: &Path, what: &str) -> Fault {
    Fault::new(
        "F0030",
        format!("this is no part that `merge` knows: {what}"),
        format!("ce n'est pas une part que `merge` connaît : {what}"),
    )
    .in_file(&shown(path))
}

/// It is of another whole than the first.
pub(crate) fn stranger(other: &Path, first: &Path, what: &Words) -> Fault {
    let first = shown(first);
    Fault::new(
        "F0031",
        format!("part of something else: {} than `{first}`", what.en),
        format!("part d'autre chose : {} que `{first}`", what.fr),
    )
    .in_file(&shown(other))
    .help("merge parts of one command only", "ne réunissez que les parts d'une même commande")
}

/// It is there twice.
pub(crate) fn twice(path: &Path, what: Words) -> Fault {
    Fault::new("F0032", what.en, what.fr)
        .in_file(&shown(path))
        .help("name each part once", "nommez chaque part une fois")
}

/// It is not there; `command` makes it.
pub(crate) fn missing(what: Words, command: &str) -> Fault {
    Fault::new("F0033", what.en, what.fr)
        .help(format!("run: {command}"), format!("lancez : {command}"))
}

/// Returns the fault for `more` further missing parts.
pub(crate) fn more_missing(more: u64) -> Option<Fault> {
    let fault = Fault::new(
        "F0033",
        format!("and {more} more parts are missing"),
        format!("et {more} autres parts manquent"),
    );
    (more > 0).then_some(fault)
}
