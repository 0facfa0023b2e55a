//! Lines that a person, or a program in their place, types.

use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long a program that is no terminal may take for its first line.
const FIRST_LINE: Duration = Duration::from_secs(2);
/// Longest line that is read, in characters.
const LINE_MAX: usize = 1000;

/// Standard input, line by line.
#[derive(Debug)]
pub(crate) struct Lines {
    typed: Receiver<String>,
    /// Somebody sits there.
    pub(crate) is_terminal: bool,
    /// A line that was looked at and not yet taken.
    first: Option<String>,
    ended: bool,
}

impl Lines {
    /// Starts reading. Nothing is read if nobody is to be asked.
    pub(crate) fn open(asking: bool) -> Self {
        let (send, typed) = channel();
        if asking {
            std::thread::spawn(move || {
                let mut input = std::io::stdin().lock();
                let mut bytes = Vec::new();
                while matches!(input.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
                    let text = String::from_utf8_lossy(&bytes);
                    let text: String = text.trim().chars().take(LINE_MAX).collect();
                    bytes.clear();
                    if send.send(text).is_err() {
                        return;
                    }
                }
            });
        }
        let is_terminal = std::io::stdin().is_terminal();
        // An open pipe through which nobody says anything counts as ended, so that nothing waits for ever.
        let wait = asking && !is_terminal;
        let first = if wait { typed.recv_timeout(FIRST_LINE).ok() } else { None };
        let ended = !asking || wait && first.is_none();
        Self { typed, is_terminal, first, ended }
    }

    /// The next line; `None` once there are no more.
    pub(crate) fn next(&mut self) -> Option<String> {
        if self.ended {
            return None;
        }
        let line = self.first.take().or_else(|| self.typed.recv().ok());
        self.ended = line.is_none();
        line
    }

    /// Whether there will be no more lines.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }
}
