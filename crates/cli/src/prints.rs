//! Output of scripts, on standard error, for their authors.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use bastide::LogLine;

use crate::lang;

/// Lines that are shown in one run of the command: a script may print in every game of many.
const LINES_MAX: usize = 200;

static LINES: AtomicUsize = AtomicUsize::new(0);

/// Shows the lines of one call with the places they come from.
pub(crate) fn show(lines: &[LogLine], dropped: usize) {
    let mut text = String::new();
    for line in lines {
        let n = LINES.fetch_add(1, Ordering::Relaxed);
        if n >= LINES_MAX {
            if n == LINES_MAX {
                let more = lang::said(
                    "further lines of `print` are not shown",
                    "les lignes suivantes de `print` ne sont pas montrées",
                );
                text += &format!("{more} ({LINES_MAX})\n");
            }
            break;
        }
        let file = line.file.replace(char::is_control, "\u{fffd}");
        text += &format!("{file}:{}: {}\n", line.line, line.text);
    }
    if dropped > 0 && LINES.load(Ordering::Relaxed) <= LINES_MAX {
        text += &format!("… +{dropped}\n");
    }
    let mut to = std::io::stderr().lock();
    // A bar may stand on the last line.
    let clear = if to.is_terminal() { "\r\u{1b}[2K" } else { "" };
    if !text.is_empty() {
        let _ = write!(to, "{clear}{text}").and_then(|()| to.flush());
    }
}
