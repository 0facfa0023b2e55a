//! Whether the rules are those that a record was played under.

use bastide_core::Fault;
use bastide_core::decl::Expansion;

use super::Record;
use crate::rules::Rules;
use bastide_content::manifest::Manifest;
use bastide_content::{Library, Setup};

/// One thing that is not as the record needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// An expansion, `engine` or `ruleset`.
    pub what: String,
    /// What the record was played with.
    pub want: String,
    /// The present content.
    pub have: String,
}

/// Most characters of a cell: what stands in a record may be of any length.
const CELL_MAX: usize = 60;

/// A text as it is shown in a table.
fn short(text: &str) -> String {
    match text.char_indices().nth(CELL_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The rules have changed: everything that differs, and what else is wrong with the header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// What differs.
    pub rows: Vec<Difference>,
    /// Faults of the header against the rules of now.
    pub faults: Vec<Fault>,
}

/// Shown for an expansion that is missing.
const MISSING: &str = "—";

impl Changed {
    /// Whether an expansion is not there at all.
    pub(super) fn is_missing(&self) -> bool {
        self.rows.iter().any(|row| row.have == MISSING)
    }

    /// The table in a language (`en` or `fr`): one line for each difference.
    #[must_use]
    pub fn table(&self, lang: &str) -> String {
        let titles = if lang == "fr" { ["", "voulu", "présent"] } else { ["", "want", "have"] };
        let mut rows = vec![titles.map(str::to_owned)];
        rows.extend(self.rows.iter().map(|r| [&r.what, &r.want, &r.have].map(|cell| short(cell))));
        let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
        let (a, b) = (width(0), width(1));
        let line =
            |r: &[String; 3]| format!("{:a$}  {:b$}  {}", r[0], r[1], r[2]).trim_end().to_owned();
        rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Record {
    /// What differs between the rules of now and those of the record; empty if nothing does.
    pub(super) fn differences(&self, rules: &Rules) -> Vec<Difference> {
        let mut rows = Vec::new();
        let have: Vec<&Expansion> = rules.setup.expansions.iter().collect();
        for needed in &self.header.expansions {
            let Some(now) = have.iter().find(|e| e.id == needed.id.value) else { continue };
            let version = needed.version.as_ref().is_none_or(|v| *v == now.version);
            let hash = needed
                .hash
                .as_ref()
                .is_none_or(|h| h.len() >= 8 && now.hash.starts_with(h.as_str()));
            if !version || !hash {
                let digits = needed.hash.as_ref().map_or(0, String::len).clamp(16, 32);
                let hash = now.hash.get(..digits).unwrap_or(&now.hash);
                rows.push(Difference {
                    what: needed.id.value.clone(),
                    want: named(needed.version.as_deref(), needed.hash.as_deref()),
                    have: named(Some(&now.version), Some(hash)),
                });
            }
        }
        let hash = rules.hash();
        if let Some(ruleset) = self.header.ruleset.as_ref().filter(|r| r.value != hash) {
            rows.push(Difference {
                what: "ruleset".into(),
                want: ruleset.value.clone(),
                have: hash,
            });
        }
        self.engine(&mut rows);
        rows
    }

    /// Another engine alone is no difference, but worth knowing beside others.
    fn engine(&self, rows: &mut Vec<Difference>) {
        let now = env!("CARGO_PKG_VERSION");
        if !rows.is_empty() && !self.header.engine.is_empty() && self.header.engine != now {
            let want = self.header.engine.clone();
            rows.insert(0, Difference { what: "engine".into(), want, have: now.into() });
        }
    }

    /// Returns the differences that can be found when the header no longer gives a setup.
    pub(super) fn missing(&self, library: &Library) -> Vec<Difference> {
        let mut rows = Vec::new();
        for needed in &self.header.expansions {
            let want = named(needed.version.as_deref(), needed.hash.as_deref());
            let have = match library.folder(&needed.id.value) {
                None => MISSING.to_owned(),
                Some(folder) => {
                    let version = Manifest::read(folder).0.map(|m| m.version).unwrap_or_default();
                    if needed.version.as_ref().is_none_or(|v| *v == version) {
                        continue;
                    }
                    version
                }
            };
            rows.push(Difference { what: needed.id.value.clone(), want, have });
        }
        self.engine(&mut rows);
        rows
    }

    /// Builds the rules of the record from the present content. Returns the differences if the rules differ.
    pub(super) fn rules(&self, library: &Library) -> Result<Rules, Changed> {
        let rules = self.build(library)?;
        let rows = self.differences(&rules);
        if rows.is_empty() { Ok(rules) } else { Err(Changed { rows, faults: Vec::new() }) }
    }

    /// Builds the rules of the header from the present content.
    pub(crate) fn build(&self, library: &Library) -> Result<Rules, Changed> {
        let library = self.header.library(&self.file, library);
        let config = self.header.config(&self.file);
        let failed = |faults| Changed { rows: self.missing(&library), faults };
        let mut setup = Setup::load(&config, &library).map_err(failed)?;
        for needed in &self.header.expansions {
            // The path was resolved before; a record made of this game names it again.
            if let Some(wanted) = setup.config.expansions.get_mut(&needed.id.value) {
                let path = needed.path.clone();
                wanted.path =
                    path.map(|value| bastide_content::config::Written { value, span: 0..0 });
            }
        }
        Rules::new(setup).map_err(failed)
    }
}

fn named(version: Option<&str>, hash: Option<&str>) -> String {
    [version, hash].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
