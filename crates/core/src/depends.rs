//! On what the worth of a feature depends.

/// What an answer about a feature depends on, besides the rules, from the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depends {
    /// Only the feature's own facts, and the figures in it with their owners.
    #[default]
    Itself,
    /// Besides that, which features it borders and which of them are complete.
    Borders,
    /// Anything.
    Anything,
}
