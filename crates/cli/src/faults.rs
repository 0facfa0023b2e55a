//! Faults for people, with the line and a caret; and for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use bastide::Library;
use bastide::core::text::{harmless, hides};
use bastide::core::{Fault, Severity};
use bastide::folders::read_text;
use serde::Serialize;

use crate::lang::{Lang, say};

/// Longest file that is read again to show a line of it.
const FILE_BYTES_MAX: usize = 1 << 22;
/// Bytes of one message that are shown.
const TEXT_MAX: usize = 2000;
/// Faults that are shown one by one; the others are counted.
const SHOWN_MAX: usize = 100;
/// Bytes of a line that is shown beside its fault.
const LINE_MAX: usize = 1000;

/// Texts of the files that faults may be about, by the names they go by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    texts: BTreeMap<String, Arc<str>>,
    /// Those of a library.
    known: BTreeMap<String, Arc<str>>,
    /// Faults that have been shown at the start, and are not shown again at the end.
    pub(crate) shown: Vec<Fault>,
}

impl Sources {
    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        self.texts.insert(name.to_owned(), Arc::from(text));
    }

    /// Files of a library count too.
    pub(crate) fn library(&mut self, library: &Library) {
        let files = library.folders().flat_map(|folder| folder.files.values());
        let sets = library.sets().filter_map(|set| library.set("", set));
        let files = files.chain(sets).map(|file| (file.name.clone(), Arc::clone(&file.text)));
        self.known = files.collect();
    }

    /// Text of a file: as it was read, else from the library, else from the disk.
    pub(crate) fn text(&self, name: &str) -> Option<Arc<str>> {
        if let Some(text) = self.texts.get(name) {
            return Some(Arc::clone(text));
        }
        if let Some(text) = self.known.get(name) {
            return Some(Arc::clone(text));
        }
        read_text(Path::new(name), name, FILE_BYTES_MAX).ok().map(Arc::from)
    }
}

/// Line and column, from 1; columns count characters.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// Faults for people, one after the other, with a line that counts them.
pub(crate) fn render(faults: &[Fault], sources: &Sources, lang: Lang) -> String {
    let mut out = each(faults, sources, lang);
    if faults.len() > 1 {
        out.push_str(&counted(faults, lang));
        out.push('\n');
    }
    out
}

/// Faults for people, one after the other.
pub(crate) fn each(faults: &[Fault], sources: &Sources, lang: Lang) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for fault in faults.iter().take(SHOWN_MAX) {
        out.push_str(&one(fault, sources, lang, &renderer));
        out.push_str("\n\n");
    }
    if let Some(more) = faults.len().checked_sub(SHOWN_MAX).filter(|n| *n > 0) {
        out.push_str(&say!(lang, "… and {more} more", "… et {more} de plus"));
        out.push_str("\n\n");
    }
    out
}

/// Returns the numbers of errors and warnings: `2 errors, 1 warning`. Empty without faults.
pub(crate) fn counted(faults: &[Fault], lang: Lang) -> String {
    let errors = faults.iter().filter(|f| f.severity == Severity::Error).count();
    let warnings = faults.len() - errors;
    let s = |n: usize| if n > 1 { "s" } else { "" };
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(say!(lang, "{errors} error{}", "{errors} erreur{}", s(errors)));
    }
    if warnings > 0 {
        parts.push(say!(lang, "{warnings} warning{}", "{warnings} avertissement{}", s(warnings)));
    }
    parts.join(", ")
}

fn one(fault: &Fault, sources: &Sources, lang: Lang, renderer: &Renderer) -> String {
    // In French a space stands before a colon; after a code there is none.
    let gap = if fault.code.is_empty() { lang.pick("", " ") } else { "" };
    let level = match fault.severity {
        Severity::Error => Level::ERROR.with_name(lang.pick("error", "erreur").to_owned() + gap),
        Severity::Warning => {
            Level::WARNING.with_name(lang.pick("warning", "avertissement").to_owned() + gap)
        }
    };
    let what = plain(fault.what.get(lang.code()));
    let mut title = level.primary_title(what);
    if !fault.code.is_empty() {
        title = title.id(fault.code.as_str());
    }
    let raw = if fault.file.is_empty() { None } else { sources.text(&fault.file) };
    let text = raw.as_deref().map(spelled);
    let placed = |span: &Range<usize>| {
        let byte = |at: usize| raw.as_deref().map_or(at, |raw| spelled(upto(raw, at)).len());
        byte(span.start)..byte(span.end)
    };
    let beside = fault.beside.as_deref().map(|(span, what)| (placed(span), what));
    let span = fault.span.as_ref().map(placed);
    let path = plain(&fault.file);
    let beside = beside.zip(text.as_ref()).and_then(|((span, what), text)| {
        let span = within(text, &span);
        (!is_long(text, &span)).then(|| (span, plain(what.get(lang.code()))))
    });
    let mut group = match (&text, &span) {
        (Some(text), Some(span)) if !is_long(text, span) => {
            let span = within(text, span);
            let snippet = Snippet::source(&**text)
                .path(path.as_str())
                .annotation(AnnotationKind::Primary.span(span));
            title.element(match &beside {
                Some((span, what)) => {
                    snippet.annotation(AnnotationKind::Context.span(span.clone()).label(what))
                }
                None => snippet,
            })
        }
        _ if !fault.file.is_empty() => title.element(Origin::path(path.as_str())),
        _ => Group::with_title(title),
    };
    if let Some(help) = &fault.help {
        let level = Level::HELP.with_name(lang.pick("help", "aide "));
        group = group.element(level.message(plain(help.get(lang.code()))));
    }
    renderer.render(&[group])
}

/// Without characters that would steer a terminal, and no longer than anybody reads.
fn plain(text: &str) -> String {
    harmless(&cut(text)).into_owned()
}

/// A source with everything that is not seen spelled out, but for the ends of its lines.
fn spelled(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| !hides(c) || matches!(c, '\n' | '\r' | '\t')) {
        return Cow::Borrowed(text);
    }
    text.split('\r').map(harmless).collect::<Vec<_>>().join("\r").into()
}

/// The text before a byte.
fn upto(text: &str, byte: usize) -> &str {
    &text[..within(text, &(byte..byte)).start]
}

/// No longer than anybody reads.
fn cut(text: &str) -> Cow<'_, str> {
    if text.len() <= TEXT_MAX {
        return Cow::Borrowed(text);
    }
    let some: String = text.chars().take(TEXT_MAX).collect();
    Cow::Owned(format!("{some}…"))
}

/// Whether the lines of a span are too long to be shown.
fn is_long(text: &str, span: &Range<usize>) -> bool {
    let span = within(text, span);
    let from = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at);
    text[from..to].lines().any(|line| line.len() > LINE_MAX) || to - from > 40 * LINE_MAX
}

/// A span that lies in the text, on character boundaries.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let mut from = span.start.min(text.len());
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = span.end.clamp(from, text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    from..to
}

/// A fault for programs.
#[derive(Debug, Default, Serialize)]
struct Plain<'a> {
    code: &'a str,
    severity: Severity,
    #[serde(skip_serializing_if = "str::is_empty")]
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<[usize; 2]>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

/// Faults for programs: a JSON array; of more than anybody reads the first, and how many there are.
pub(crate) fn json(faults: &[Fault], sources: &Sources, lang: Lang) -> String {
    let mut texts: BTreeMap<&str, Option<Arc<str>>> = BTreeMap::new();
    let mut all = Vec::new();
    for fault in faults.iter().take(SHOWN_MAX) {
        let text = texts.entry(&fault.file).or_insert_with(|| sources.text(&fault.file)).clone();
        let (message, help) = (cut(fault.what.get(lang.code())), fault.help.as_ref());
        let help = help.map(|help| cut(help.get(lang.code())));
        let at = fault.span.as_ref().zip(text).map(|(s, text)| position(&text, s.start));
        let plain = Plain {
            code: &fault.code,
            severity: fault.severity,
            file: &fault.file,
            line: at.map(|a| a.0),
            column: at.map(|a| a.1),
            bytes: fault.span.as_ref().map(|s| [s.start, s.end]),
            message: &message,
            help: help.as_deref(),
        };
        all.push(serde_json::to_value(plain).unwrap_or_default());
    }
    if let Some(more) = faults.len().checked_sub(SHOWN_MAX).filter(|n| *n > 0) {
        let severity = faults.iter().map(|fault| fault.severity).max().unwrap_or_default();
        let what = say!(lang, "… and {more} more", "… et {more} de plus");
        let rest = Plain { message: &what, severity, ..Plain::default() };
        all.push(serde_json::to_value(rest).unwrap_or_default());
    }
    serde_json::to_string_pretty(&all).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(fault: &Fault, text: &str, lang: Lang) -> String {
        let mut sources = Sources::default();
        sources.add("game.toml", text);
        let styled = render(std::slice::from_ref(fault), &sources, lang);
        anstream::adapter::strip_str(&styled).to_string()
    }

    #[test]
    fn a_fault_shows_its_line_and_a_way_out() {
        let fault = Fault::new("C0105", "no option `ransm`", "pas d'option `ransm`")
            .at("game.toml", 22..27)
            .help("did you mean `ransom`?", "vouliez-vous dire `ransom` ?");
        let text = "players = 2\n[exp] # é\nransm = 1\n";
        insta::assert_snapshot!(shown(&fault, text, Lang::En));
        insta::assert_snapshot!(shown(&fault, text, Lang::Fr));
    }

    #[test]
    fn what_a_fault_has_to_do_with_is_marked_too() {
        let fault = Fault::new("T0108", "taken", "pris").at("game.toml", 9..10);
        let text = "city = N\nN\n";
        let told = shown(&fault.clone().beside(7..8, "the city", "la ville"), text, Lang::En);
        assert!(told.contains("1 | city = N") && told.contains("- the city"), "{told}");
        assert!(told.contains("2 | N"), "{told}");
        for span in [0..0, 5..900, 900..901] {
            let told = shown(&fault.clone().beside(span, "\u{1b}[31m", ""), text, Lang::En);
            assert!(told.contains("T0108") && !told.contains('\u{1b}'), "{told}");
        }
    }

    #[test]
    fn programs_are_told_within_bounds_too() {
        let long = "x".repeat(3 * TEXT_MAX);
        let one = |n: usize| Fault::new("C0001", &*long, "x").at("game.toml", n..n + 1).warning();
        let mut faults: Vec<Fault> = (0..1000).map(one).collect();
        faults[900].severity = Severity::Error;
        let mut sources = Sources::default();
        sources.add("game.toml", "players = 2\n");
        let told = json(&faults, &sources, Lang::En);
        let all: Vec<serde_json::Value> = serde_json::from_str(&told).expect("a list");
        assert_eq!(all.len(), SHOWN_MAX + 1);
        assert!(told.len() < (SHOWN_MAX + 1) * 2 * TEXT_MAX, "{} bytes", told.len());
        let last = &all[SHOWN_MAX];
        assert_eq!(last["message"], "… and 900 more");
        assert_eq!(last["severity"], "error", "whoever counts errors finds that there is one");
        assert_eq!((&all[0]["line"], &all[0]["code"]), (&1.into(), &"C0001".into()));
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        for span in [0..0, 5..900, 900..901, 1..2] {
            let fault = Fault::new("C0001", "x\u{1b}[31m", "x").at("game.toml", span);
            assert!(shown(&fault, "é\nà", Lang::En).contains("C0001"));
            assert!(!shown(&fault, "", Lang::En).contains('\u{1b}'));
        }
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(position("é\nàb", 4), (2, 1));
        assert_eq!(position("é\nàb", 5), (2, 2));
        assert_eq!(position("", 9), (1, 1));
    }
}
