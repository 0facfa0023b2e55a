//! Conditions as they are written: a tree of facts and tests about one subject, with names.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::condition::is_own;

/// A condition on one subject. Facts and names are those of the table in [`crate::condition`]; parts are in canonical
/// order, so that how it was spelled tells nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// All of them hold; of none: always.
    All(Vec<Condition>),
    /// One of them holds; of none: never.
    Any(Vec<Condition>),
    /// It does not hold.
    No(Box<Condition>),
    /// It holds for the moment, whatever the subject is.
    Now(Box<Condition>),
    /// The subject is one of those that binding words name.
    Is(Vec<String>),
    /// The subject is the thing that a script names here, by its place among those that it names.
    Given(u8),
    /// A flag of the subject is so.
    Flag(String, bool),
    /// A number of the subject is one of these.
    Number(String, Numbers),
    /// A word of the subject is one of these.
    Word(String, Vec<String>),
    /// One of these names has a number above 0.
    AnyName(String, Vec<String>),
    /// The numbers of all these names are so.
    Names(String, Vec<(String, Numbers)>),
    /// What a fact leads to is there, and such.
    One(String, Box<Condition>),
    /// The number of matching things that a fact leads to is in range.
    Many(String, Box<Condition>, Numbers),
    /// The number of matching things in the game is in range.
    Exists(String, Box<Condition>, Numbers),
    /// The number of matching tiles in an area around the subject is in range.
    Near(Area, Box<Condition>, Numbers),
    /// The number of matching effects of this kind since then is in range. On a thing, only effects that happened to
    /// it count.
    Happened(String, Since, Box<Condition>, Numbers),
    /// The number of matching segments along the feature is in range. The walk starts at the subject and stops at a
    /// segment that the first condition matches.
    Walk(Box<Condition>, Box<Condition>, Numbers),
}

impl Default for Condition {
    fn default() -> Self {
        Self::ALWAYS
    }
}

impl Condition {
    /// What always holds.
    pub const ALWAYS: Self = Self::All(Vec::new());

    /// All of some conditions, in canonical order: how it was spelled must not tell.
    #[must_use]
    pub fn all_of(parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::All(parts) => parts,
            part => vec![part],
        });
        Self::joined(flat.collect(), Self::All)
    }

    /// One of some conditions, in canonical order.
    #[must_use]
    pub fn one_of(parts: Vec<Self>) -> Self {
        let flat = parts.into_iter().flat_map(|part| match part {
            Self::Any(parts) => parts,
            part => vec![part],
        });
        Self::joined(flat.collect(), Self::Any)
    }

    fn joined(mut parts: Vec<Self>, several: impl FnOnce(Vec<Self>) -> Self) -> Self {
        parts.sort();
        parts.dedup();
        if parts.len() == 1 { parts.remove(0) } else { several(parts) }
    }

    /// Every part of it, itself and those inside others too.
    pub(crate) fn each_part(&self, f: &mut dyn FnMut(&Self)) {
        f(self);
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.each_part(f)),
            Self::No(part)
            | Self::Now(part)
            | Self::One(_, part)
            | Self::Many(_, part, _)
            | Self::Exists(_, part, _)
            | Self::Near(_, part, _)
            | Self::Happened(_, _, part, _) => part.each_part(f),
            Self::Walk(stop, part, _) => [stop, part].iter().for_each(|part| part.each_part(f)),
            _ => {}
        }
    }

    /// Every rule that it names as a cause.
    pub(crate) fn each_cause(&self, f: &mut dyn FnMut(&str)) {
        self.each_part(&mut |part| {
            if let Self::Word(fact, causes) = part
                && matches!(fact.as_str(), "cause" | "rule")
            {
                causes.iter().filter(|cause| !is_own(cause)).for_each(|cause| f(cause));
            }
        });
    }

    /// Calls `f` with every effect that the condition looks up in the log.
    pub(crate) fn each_effect(&self, f: &mut dyn FnMut(&str)) {
        self.each_part(&mut |part| {
            if let Self::Happened(effect, ..) = part {
                f(effect);
            }
        });
    }
}

impl fmt::Display for Condition {
    /// Much as it is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, ends: [&str; 2], parts: &[Self]| {
            f.write_str(ends[0])?;
            for (i, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if i == 0 { "" } else { ", " })?;
            }
            f.write_str(ends[1])
        };
        match self {
            Self::All(parts) => list(f, ["{ ", " }"], parts),
            Self::Any(parts) => list(f, ["[", "]"], parts),
            Self::No(part) => write!(f, "no = {part}"),
            Self::Now(part) => write!(f, "now = {part}"),
            Self::Is(words) => write!(f, "is = {}", words.join(" ")),
            Self::Given(place) => write!(f, "is the thing {}", place + 1),
            Self::Flag(fact, so) => write!(f, "{fact} = {so}"),
            Self::Number(fact, numbers) => write!(f, "{fact} = {numbers}"),
            Self::Word(fact, words) | Self::AnyName(fact, words) => {
                write!(f, "{fact} = {}", words.join(" "))
            }
            Self::Names(fact, names) => {
                write!(f, "{fact} = {{")?;
                for (name, numbers) in names {
                    write!(f, " {name} = {numbers}")?;
                }
                f.write_str(" }")
            }
            Self::One(fact, such) => write!(f, "{fact}: {such}"),
            Self::Many(fact, such, count) => write!(f, "{fact}: {such}, count = {count}"),
            Self::Exists(things, such, count) => {
                write!(f, "exists {things}: {such}, count = {count}")
            }
            Self::Near(area, such, count) => write!(f, "near {area:?}: {such}, count = {count}"),
            Self::Happened(effect, since, such, count) => {
                write!(f, "happened {effect} since {since:?}: {such}, count = {count}")
            }
            Self::Walk(stop, such, count) => write!(f, "walk to {stop}: {such}, count = {count}"),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (low, high)) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { " or " })?;
            match (*low, *high) {
                (low, high) if low == high => write!(f, "{low}")?,
                (low, i32::MAX) => write!(f, "{low} or more")?,
                (i32::MIN, high) => write!(f, "{high} or less")?,
                (low, high) => write!(f, "{low} to {high}")?,
            }
        }
        Ok(())
    }
}

/// Which numbers pass: one of these ranges, ends included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Numbers(pub Vec<(i32, i32)>);

impl Numbers {
    /// One or more.
    #[must_use]
    pub fn some() -> Self {
        Self(vec![(1, i32::MAX)])
    }

    /// Zero.
    #[must_use]
    pub fn none() -> Self {
        Self(vec![(0, 0)])
    }

    /// Whether a number passes.
    #[inline]
    #[must_use]
    pub fn has(&self, n: i32) -> bool {
        self.0.iter().any(|(low, high)| (*low..=*high).contains(&n))
    }

    /// Whether any number above this one passes: as long as a count has not gone beyond, it may still grow into it.
    pub(crate) fn last(&self) -> i32 {
        self.0.iter().map(|range| range.1).max().unwrap_or(-1)
    }
}

/// How far an area goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Far {
    /// Distance in cells.
    Cells(u8),
    /// As many as the number of this tag of the feature that the step is about.
    Tag(String),
}

impl fmt::Display for Far {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(n) => write!(f, "{n}"),
            Self::Tag(tag) => f.write_str(tag),
        }
    }
}

/// Cells around a subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// The four that share a side.
    Sides,
    /// The four that share a corner only.
    Diagonals,
    /// The eight around.
    Around,
    /// The four that share a side, and the own.
    SidesAndOwn,
    /// The eight around, and the own.
    AroundAndOwn,
    /// Cells of the four straight lines up to this distance, and the cell itself.
    Cross(Far),
    /// All within a square that goes so far, the own too.
    Square(Far),
}

/// From when on effects count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Since {
    /// Since this part of the turn began.
    Part,
    /// Since the turn began.
    Turn,
}
