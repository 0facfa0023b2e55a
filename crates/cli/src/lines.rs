//! Lines that a person, or a program in their place, types.

use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History as _, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::out::Out;

/// How long a program that is no terminal may take for its first line.
const FIRST_LINE: Duration = Duration::from_secs(2);
/// Longest line that is read, in characters.
const LINE_MAX: usize = 1000;

/// Standard input, line by line.
pub(crate) struct Lines {
    typed: Receiver<String>,
    /// Somebody sits there.
    pub(crate) is_terminal: bool,
    /// Where somebody sits and sees what they type, they can edit it.
    editor: Option<Editor<Words, MemHistory>>,
    /// A line that was looked at and not yet taken.
    first: Option<String>,
    ended: bool,
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl Lines {
    /// Starts reading, unless nobody will be asked.
    pub(crate) fn open(asking: bool) -> Self {
        let (send, typed) = channel();
        let is_terminal = std::io::stdin().is_terminal();
        let editor =
            (asking && is_terminal && std::io::stdout().is_terminal()).then(editor).flatten();
        if asking && editor.is_none() {
            std::thread::spawn(move || {
                let mut input = std::io::stdin().lock();
                let mut bytes = Vec::new();
                while matches!(input.read_until(b'\n', &mut bytes), Ok(n) if n > 0) {
                    let text = String::from_utf8_lossy(&bytes);
                    let text = kept(&text);
                    bytes.clear();
                    if send.send(text).is_err() {
                        return;
                    }
                }
            });
        }
        // An open pipe through which nobody says anything counts as ended, so that nothing waits for ever.
        let wait = asking && !is_terminal;
        let first = if wait { typed.recv_timeout(FIRST_LINE).ok() } else { None };
        let ended = !asking || wait && first.is_none();
        Self { typed, is_terminal, editor, first, ended }
    }

    /// Asks for the next line; `None` once there are no more. An editor offers these words, sorted, to complete what is typed.
    pub(crate) fn ask(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        out: &mut Out,
    ) -> Option<String> {
        if self.ended {
            return None;
        }
        let line = if let Some(editor) = &mut self.editor {
            if let Some(helper) = editor.helper_mut() {
                helper.0 = words();
            }
            // Ctrl-C and Ctrl-D are an end like any other.
            editor.readline(prompt).ok().map(|line| kept(&line))
        } else {
            out.prompt(prompt);
            self.first.take().or_else(|| self.typed.recv().ok())
        };
        self.ended = line.is_none();
        line
    }

    /// Forgets what was typed: the next person must not find it.
    pub(crate) fn forget(&mut self) {
        if let Some(editor) = &mut self.editor {
            let _ = editor.history_mut().clear();
        }
    }

    /// Whether there will be no more lines.
    pub(crate) fn ended(&self) -> bool {
        self.ended
    }
}

/// Returns the stored form of a line.
fn kept(line: &str) -> String {
    line.trim().chars().take(LINE_MAX).collect()
}

fn editor() -> Option<Editor<Words, MemHistory>> {
    let config =
        Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
    editor.set_helper(Some(Words(Vec::new())));
    Some(editor)
}

/// Complete inputs that can be typed now.
#[derive(Debug)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completed(&self.0, line.get(..pos).unwrap_or_default())))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

/// Returns the inputs that continue what was typed, up to the end of the next word. After a word that needs a move
/// (`why`), moves follow.
fn completed(all: &[String], typed: &str) -> Vec<String> {
    let typed = typed.trim_start();
    let next = |word: &String| {
        let rest = word.strip_prefix(typed)?;
        let blanks = rest.len() - rest.trim_start().len();
        let end = rest[blanks..].find(' ').map_or(word.len(), |end| typed.len() + blanks + end + 1);
        Some(word[..end].to_owned())
    };
    let mut found: Vec<String> = all.iter().filter_map(next).collect();
    found.dedup();
    if found.is_empty()
        && let Some((first, rest)) = typed.split_once(' ')
        && all.iter().any(|word| word.strip_suffix(' ') == Some(first))
    {
        found = completed(all, rest).into_iter().map(|word| format!("{first} {word}")).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::completed;

    #[test]
    fn commands_and_moves_are_completed_word_by_word() {
        let all: Vec<String> = [
            "deploy meeple 1,0 city@N",
            "deploy meeple 1,0 road@E",
            "deploy pig 1,0 field@E",
            "undo",
            "why ",
        ]
        .map(str::to_owned)
        .into();
        assert_eq!(completed(&all, "u"), ["undo"]);
        assert_eq!(completed(&all, "de"), ["deploy "]);
        assert_eq!(completed(&all, "deploy "), ["deploy meeple ", "deploy pig "]);
        assert_eq!(completed(&all, "deploy m"), ["deploy meeple "]);
        assert_eq!(completed(&all, "deploy meeple 1,0 r"), ["deploy meeple 1,0 road@E"]);
        assert_eq!(completed(&all, "why deploy p"), ["why deploy pig "]);
        assert_eq!(completed(&all, "whyx deploy"), [""; 0]);
        assert_eq!(completed(&all, "é"), [""; 0]);
    }
}
