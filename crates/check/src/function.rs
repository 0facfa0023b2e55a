//! How functions of scripts are run, which decides what they cost.

use bastide::Rules;
use bastide::core::fault::Words;

/// A function of a script that the manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its expansion.
    pub expansion: String,
    /// Its name.
    pub name: String,
    /// Whether a plan runs it, which is many times quicker.
    pub planned: bool,
    /// `plan`, or why it is run by Luau.
    pub how: Words,
}

impl Function {
    /// Returns the functions of an expansion, as its manifest names them; empty for a native one.
    pub(crate) fn of(rules: &Rules, id: &str) -> Vec<Self> {
        let (Ok(engine), Some(number)) = (
            rules.engine(),
            rules.ruleset.expansions.iter().position(|expansion| expansion.id == id),
        ) else {
            return Vec::new();
        };
        let functions = rules.ruleset.expansions[number].functions.iter().enumerate();
        functions
            .filter_map(|(n, (name, ..))| {
                let manner = engine.manner(number, n as u16)?;
                let (planned, how) = (manner.quick, manner.how);
                Some(Self { expansion: id.to_owned(), name: name.clone(), planned, how })
            })
            .collect()
    }
}
