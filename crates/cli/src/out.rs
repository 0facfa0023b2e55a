//! Where everything is written: data to standard output, the rest to standard error.

use std::io::{IsTerminal, Write};

use anstream::AutoStream;
use bastide::core::Fault;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args::Colors;
use crate::faults::{self, Sources};
use crate::lang::Lang;

/// The streams of this run and its language.
pub(crate) struct Out {
    /// Language.
    pub(crate) lang: Lang,
    data: AutoStream<std::io::Stdout>,
    notes: AutoStream<std::io::Stderr>,
}

impl std::fmt::Debug for Out {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Out").field("lang", &self.lang).finish_non_exhaustive()
    }
}

impl Out {
    /// Streams with or without colors.
    pub(crate) fn new(lang: Lang, colors: Colors) -> Self {
        let choice = match colors {
            Colors::Auto => anstream::ColorChoice::Auto,
            Colors::Always => anstream::ColorChoice::Always,
            Colors::Never => anstream::ColorChoice::Never,
        };
        Self {
            lang,
            data: AutoStream::new(std::io::stdout(), choice),
            notes: AutoStream::new(std::io::stderr(), choice),
        }
    }

    /// Writes data.
    pub(crate) fn data(&mut self, text: &str) -> std::io::Result<()> {
        self.data.write_all(text.as_bytes())?;
        self.data.flush()
    }

    /// Writes a line of data.
    pub(crate) fn line(&mut self, text: &str) -> std::io::Result<()> {
        self.data(&format!("{text}\n"))
    }

    /// Writes data for programs.
    pub(crate) fn json(&mut self, data: &impl Serialize) -> std::io::Result<()> {
        self.line(&serde_json::to_string_pretty(data).unwrap_or_default())
    }

    /// Writes lines of data, broken between words where the terminal is too narrow for them.
    pub(crate) fn folded(&mut self, text: &str) -> std::io::Result<()> {
        let columns = crate::board::window::terminal().map(|(columns, _)| columns);
        self.data(&crate::play::fold::folded(text, columns))
    }

    /// Says something beside the data. Nobody listening is no fault.
    pub(crate) fn note(&mut self, text: &str) {
        let columns = crate::board::window::terminal().map(|(columns, _)| columns);
        let text = match columns {
            Some(columns) if Out::is_watched() => {
                crate::play::fold::folded(text, Some(columns)).trim_end_matches('\n').to_owned()
            }
            _ => text.to_owned(),
        };
        let _ = writeln!(self.notes, "{text}").and_then(|()| self.notes.flush());
    }

    /// Asks for something: no line break after it.
    pub(crate) fn prompt(&mut self, text: &str) {
        let _ = write!(self.notes, "{text}").and_then(|()| self.notes.flush());
    }

    /// Shows faults to people.
    pub(crate) fn faults(&mut self, faults: &[Fault], sources: &Sources) {
        let text = faults::render(faults, sources, self.lang);
        self.note(text.trim_end());
    }

    /// A bar on terminals, nothing elsewhere; `counted` is what stands behind the bar.
    pub(crate) fn progress(&self, n: u64, counted: &str) -> ProgressBar {
        if !Out::is_watched() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(n);
        let left = self.lang.pick("{eta} left", "il reste {eta}");
        let template = format!("{{percent:>3}} % {{wide_bar}} {{pos}}/{{len}} {counted}  {left}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("━╸ "));
        }
        bar
    }

    /// Whether somebody watches standard error.
    pub(crate) fn is_watched() -> bool {
        std::io::stderr().is_terminal()
    }
}
