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
    /// `plan`, many times quicker; else why it is run by Luau.
    pub how: Words,
}

impl Function {
    /// Whether a plan runs it.
    #[must_use]
    pub fn is_planned(&self) -> bool {
        self.how.en == "plan"
    }

    /// Those of an expansion, as its manifest names them; none of a native one.
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
                let how = engine.manner(number, n as u16)?.how;
                Some(Self { expansion: id.to_owned(), name: name.clone(), how })
            })
            .collect()
    }
}
