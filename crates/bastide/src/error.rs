//! The error of the library: faults of files, or the reason why nothing happened.

use std::fmt;

use bastide_core::Fault;

use crate::game::{NoUndo, Refused};

/// What a program that only wants to go on needs to handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Something that was written is wrong: config, manifest, tile set, script. Never empty.
    Faults(Vec<Fault>),
    /// An action was refused.
    Refused(Refused),
    /// An action cannot be taken back.
    NoUndo(NoUndo),
}

/// With [`Error`], unless another is named.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// As faults, for those who only show faults.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        match self {
            Self::Faults(faults) => faults.clone(),
            Self::Refused(Refused::Fault(fault)) => vec![(**fault).clone()],
            Self::Refused(refused) => vec![Fault { what: refused.words(), ..Fault::default() }],
            Self::NoUndo(no) => vec![Fault { what: no.words(), ..Fault::default() }],
        }
    }
}

impl fmt::Display for Error {
    /// In English, a line for each fault: what, where, and the way out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = match self {
            Self::Faults(faults) => faults,
            Self::Refused(refused) => return refused.fmt(f),
            Self::NoUndo(no) => return no.fmt(f),
        };
        for (i, fault) in faults.iter().enumerate() {
            let line = if i == 0 { "" } else { "\n" };
            write!(f, "{line}{fault}")?;
            if let Some(help) = &fault.help {
                write!(f, ": {}", help.en)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<Vec<Fault>> for Error {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Faults(faults)
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<NoUndo> for Error {
    fn from(no: NoUndo) -> Self {
        Self::NoUndo(no)
    }
}
