//! How a verb ends early, and the exit codes.

use bastide::core::{Fault, Severity};

/// Nothing to complain about.
pub(crate) const FINE: u8 = 0;
/// A negative finding: a record that does not verify, a move that is refused.
pub(crate) const FINDING: u8 = 1;
/// Wrong use of the command.
pub(crate) const USAGE: u8 = 2;
/// A file that is wrong or cannot be read or written.
pub(crate) const FILE: u8 = 3;
/// An expansion's fault.
pub(crate) const EXPANSION: u8 = 4;
/// Interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a verb ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Faults, with the exit code.
    Faults(Vec<Fault>, u8),
    /// Wrong use: what to say.
    Usage(String),
    /// Nobody reads what is written.
    Pipe,
    /// Standard output cannot be written.
    Output(std::io::Error),
}

impl From<Vec<Fault>> for Stop {
    fn from(faults: Vec<Fault>) -> Self {
        // L: scripts; E and G0100: what running or joined expansions do.
        let of_expansion = |f: &Fault| {
            f.severity == Severity::Error && (f.code.starts_with(['L', 'E']) || f.code == "G0100")
        };
        let code = if faults.iter().any(of_expansion) { EXPANSION } else { FILE };
        Stop::Faults(faults, code)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::from(vec![fault])
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Stop::Pipe
        } else {
            Stop::Output(error)
        }
    }
}
