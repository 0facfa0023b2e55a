//! Lines that a person, or a program in their place, types.

use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long a program that is no terminal may take for its first line.
const FIRST_LINE: Duration = Duration::from_secs(2);
/// Longest line that is read, in characters.
const LINE_MAX: usize = 1000;

/// Standard input, line by line.
#[derive(Debug)]
pub(crate) struct Lines {
    lines: Receiver<String>,
    /// Somebody sits there.
    pub(crate) is_terminal: bool,
    spoken: bool,
    ended: bool,
}

impl Lines {
    /// Starts reading. Nothing is read if nobody is to be asked.
    pub(crate) fn open(asking: bool) -> Self {
        let (send, lines) = channel();
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
        Self { lines, is_terminal, spoken: false, ended: !asking }
    }

    /// The next line; `None` once there are no more. An open pipe through which nobody says anything
    /// counts as ended, so that nothing waits for ever.
    pub(crate) fn next(&mut self) -> Option<String> {
        if self.ended {
            return None;
        }
        let line = if self.is_terminal || self.spoken {
            self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            self.lines.recv_timeout(FIRST_LINE)
        };
        self.spoken = true;
        self.ended = line.is_err();
        line.ok()
    }

    /// Whether there will be no more lines.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }
}
