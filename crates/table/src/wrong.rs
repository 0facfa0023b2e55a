//! A fault as a page shows it: with its line, and where in the line it is.

use std::sync::Arc;

use bastide::Library;
use bastide::core::text::hidden;
use bastide::core::{Fault, Severity, Words};
use serde::Serialize;

/// Characters of a line that are shown.
const LINE_CHARS_MAX: usize = 200;

/// Characters of what is wrong with it that are shown.
const TEXT_CHARS_MAX: usize = 1000;

/// Something that is wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wrong {
    /// Its code.
    pub code: String,
    /// It is no more than a warning.
    pub warning: bool,
    /// In which file.
    pub file: String,
    /// In which line, from 1.
    pub line: Option<usize>,
    /// That line, without what follows its end.
    pub text: Option<String>,
    /// The first character that is wrong in it, and the one after the last.
    pub at: Option<(usize, usize)>,
    /// The mistake, in both languages.
    pub what: Words,
    /// What to do.
    pub help: Option<Words>,
}

impl Wrong {
    /// A fault in a file with this text.
    #[must_use]
    pub fn new(fault: &Fault, text: Option<&str>) -> Self {
        let mut wrong = Self {
            code: cut(&fault.code),
            warning: fault.severity == Severity::Warning,
            file: cut(&fault.file),
            line: None,
            text: None,
            at: None,
            what: bounded(&fault.what),
            help: fault.help.as_ref().map(bounded),
        };
        if let (Some(span), Some(text)) = (&fault.span, text) {
            wrong.place(span, text);
        }
        wrong
    }

    /// That there are more, if there are.
    #[must_use]
    pub fn more(many: usize) -> Option<Self> {
        let fault = Fault::new("", format!("… and {many} more"), format!("… et {many} de plus"));
        (many > 0).then(|| Self::new(&fault, None))
    }

    /// A fault in a file of a library.
    #[must_use]
    pub fn within(fault: &Fault, library: &Library) -> Self {
        let files = library.folders().flat_map(|folder| folder.files.values());
        let sets = library.sets().filter_map(|set| library.set("", set));
        let file = files.chain(sets).find(|file| file.name == fault.file);
        let text: Option<Arc<str>> = file.map(|file| Arc::clone(&file.text));
        Self::new(fault, text.as_deref())
    }

    fn place(&mut self, span: &std::ops::Range<usize>, text: &str) {
        let floor =
            |byte: usize| (0..=byte.min(text.len())).rev().find(|b| text.is_char_boundary(*b));
        let (from, to) = (floor(span.start).unwrap_or(0), floor(span.end).unwrap_or(0));
        let begin = text[..from].rfind('\n').map_or(0, |at| at + 1);
        let end = text[from..].find('\n').map_or(text.len(), |at| from + at);
        let first = text[begin..from].chars().count();
        let wide = text[from..to.clamp(from, end)].chars().count().max(1);
        self.line = Some(text[..begin].matches('\n').count() + 1);
        let line: String = text[begin..end].chars().take(LINE_CHARS_MAX).collect();
        // A tab is as wide as a blank, so that the mark below stands where it should.
        let line = line.trim_end_matches('\r').replace('\t', " ");
        if first + wide <= LINE_CHARS_MAX && hidden(&line).is_none() {
            self.text = Some(line);
            self.at = Some((first, first + wide));
        }
    }
}

/// What a fault says may hold what somebody wrote, and that may be of any length.
fn bounded(words: &Words) -> Words {
    Words::new(cut(&words.en), cut(&words.fr))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_placed_in_its_line_whatever_its_bytes_say() {
        let text = "players = 2\n[exp] # é\n\tränsm = 1\r\n";
        let at = text.find("ränsm").expect("the word");
        let fault = |span| Fault::new("C0105", "no option", "pas d'option").at("a.toml", span);
        let wrong = Wrong::new(&fault(at..at + 6), Some(text));
        assert_eq!((wrong.line, wrong.at), (Some(3), Some((1, 6))));
        assert_eq!(wrong.text.as_deref(), Some(" ränsm = 1"));
        for from in 0..text.len() + 3 {
            for to in from..text.len() + 3 {
                let wrong = Wrong::new(&fault(from..to), Some(text));
                assert!(wrong.at.is_some_and(|(first, last)| first < last), "{from}..{to}");
            }
        }
        assert_eq!(Wrong::new(&fault(0..1), None).line, None);
        let long = "é".repeat(5000);
        let told = Wrong::new(&Fault::new("C0105", &*long, "court").help(&*long, ""), None);
        assert!(told.what.en.chars().count() == 1001 && told.what.en.ends_with("é…"));
        assert!(told.help.is_some_and(|help| help.en.len() < 3000) && told.what.fr == "court");
        assert!(
            Wrong::more(0).is_none()
                && Wrong::more(7).is_some_and(|more| more.what.en.contains('7'))
        );
        let long = "x".repeat(5000);
        assert_eq!(Wrong::new(&fault(4000..4001), Some(&long)).text, None);
    }
}
