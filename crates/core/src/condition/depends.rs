//! On what the worth of a feature depends, and a condition on it.

use super::table::{Flag, Many, Number, One};
use super::{Condition, Several};

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

impl Condition {
    /// Returns what the condition depends on, for a condition on the claim of a feature or on a figure in it. Facts
    /// that lead away from the feature may depend on anything.
    pub(crate) fn depends(&self) -> Depends {
        let most = |parts: &[Self]| parts.iter().map(Self::depends).max().unwrap_or_default();
        match self {
            Condition::Always
            | Condition::Never
            | Condition::Kind(_)
            | Condition::FigureKind(_)
            | Condition::Cause(_)
            | Condition::Tag(..)
            | Condition::Flag(
                Flag::Complete | Flag::ClaimComplete | Flag::Occupied | Flag::Final | Flag::Start,
                _,
            )
            | Condition::Number(Number::Open, _) => Depends::Itself,
            Condition::All(parts) | Condition::Any(parts) => most(parts),
            Condition::No(part) | Condition::One(One::Feature | One::Figure, part) => {
                part.depends()
            }
            Condition::Many(Many::Holds, several) => several.such.depends(),
            _ => Depends::Anything,
        }
    }

    /// Returns the part of the condition that depends on the feature and its figures alone.
    pub(crate) fn of_itself(&self) -> Condition {
        match self {
            part if part.depends() == Depends::Itself => part.clone(),
            Condition::All(parts) => {
                let parts = parts.iter().map(Self::of_itself);
                Condition::All(parts.filter(|p| !matches!(p, Condition::Always)).collect())
            }
            Condition::One(one @ (One::Feature | One::Figure), part) => {
                Condition::One(*one, Box::new(part.of_itself()))
            }
            Condition::Many(Many::Holds, several) if several.is_some() => {
                let such = several.such.of_itself();
                let some = Several::new(such, several.count.clone());
                Condition::Many(Many::Holds, Box::new(some))
            }
            _ => Condition::Always,
        }
    }
}
