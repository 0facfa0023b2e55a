//! Who is shown what scripts print: one listener for the whole process, as for a log.

use std::sync::OnceLock;

use crate::library::LogLine;

/// Shows lines that scripts printed during one call, and how many more there were.
pub type Show = fn(lines: &[LogLine], dropped: usize);

static SHOW: OnceLock<Show> = OnceLock::new();

/// Installs the listener for lines that scripts print. Only the first call has an effect. Without anybody, lines are
/// kept until [`Vm::take_log`](crate::Vm::take_log), the first of them.
pub fn show_prints(show: Show) {
    // A second listener would show everything twice.
    let _ = SHOW.set(show);
}

/// Who shows them, if somebody does.
#[inline]
pub(crate) fn listener() -> Option<Show> {
    SHOW.get().copied()
}
