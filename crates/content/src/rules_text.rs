//! Reads the `rules.md` of an expansion: each rule under its id, in English and French, with its source.
//!
//! A rule is a heading `### <id>`, English paragraphs, French paragraphs in `*emphasis*` and a line
//! `Source: …`. Everything under headings of level 1 and 2 is free prose.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::Rule;
use bastide_core::text::harmless;

/// Reads all rules of a file, in the order of the file, with all faults. `short` is the word with which their ids must
/// begin, or `None` if it is unknown.
///
/// Faults: `M0801` an id written twice, `M0802` French missing, `M0803` source missing, `M0804` English missing,
/// `M0805` a heading that is not a rule id, `M0807` an id that begins with another word. All but `M0801` and `M0805`
/// are warnings.
#[must_use]
pub fn read(file: &str, text: &str, short: &str) -> (Vec<Rule>, Vec<Fault>) {
    let (rules, faults, seen) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut reader = Reader { file, short, rules, faults, seen };
    let mut draft: Option<Draft> = None;
    let mut fenced = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len();
        let line = line.trim();
        if line.starts_with("```") {
            fenced = !fenced;
        } else if fenced {
        } else if let Some(heading) = line.strip_prefix("### ") {
            reader.close(draft.take());
            draft = reader.open(&harmless(heading.trim()), span);
        } else if line.starts_with("# ") || line.starts_with("## ") {
            reader.close(draft.take());
        } else if let Some(draft) = &mut draft {
            draft.line(&harmless(line));
        }
    }
    reader.close(draft);
    (reader.rules, reader.faults)
}

/// State of the reader.
struct Reader<'a> {
    file: &'a str,
    short: &'a str,
    rules: Vec<Rule>,
    faults: Vec<Fault>,
    seen: BTreeMap<String, usize>,
}

/// A rule while its lines come in.
struct Draft {
    id: String,
    span: Range<usize>,
    paragraphs: Vec<String>,
    source: String,
    open: bool,
}

impl Draft {
    /// One line under the heading.
    fn line(&mut self, line: &str) {
        if let Some(source) = line.strip_prefix("Source:") {
            source.trim().clone_into(&mut self.source);
            self.open = false;
        } else if line.is_empty() {
            self.open = false;
        } else if self.open
            && let Some(last) = self.paragraphs.last_mut()
        {
            last.push(' ');
            last.push_str(line);
        } else {
            self.paragraphs.push(line.to_owned());
            self.open = true;
        }
    }
}

impl Reader<'_> {
    /// A heading of level 3.
    fn open(&mut self, heading: &str, line: Range<usize>) -> Option<Draft> {
        let id = heading.trim_matches('`');
        let span = line.end.saturating_sub(heading.len())..line.end;
        if !is_rule_id(id) {
            self.faults.push(
                Fault::new(
                    "M0805",
                    format!("`{id}` is not the id of a rule"),
                    format!("`{id}` n'est pas l'identifiant d'une règle"),
                )
                .at(self.file, span)
                .help(
                    "an id is the short name of the expansion and words joined by dots: `ic.inn.unfinished`",
                    "un identifiant est le nom court de l'extension et des mots reliés par des points : `ic.inn.unfinished`",
                ),
            );
            return None;
        }
        if let Some(first) = self.seen.insert(id.to_owned(), self.rules.len()) {
            self.seen.insert(id.to_owned(), first);
            self.faults.push(
                Fault::new(
                    "M0801",
                    format!("rule `{id}` is written twice"),
                    format!("la règle `{id}` est écrite deux fois"),
                )
                .at(self.file, span)
                .help("give one of them another id", "donnez-leur deux identifiants différents"),
            );
            return None;
        }
        let first = id.split('.').next().unwrap_or_default();
        if !self.short.is_empty() && first != self.short {
            let short = self.short;
            let fault = Fault::new(
                "M0807",
                format!(
                    "rule `{id}` does not begin with `{short}`, the short name of the expansion"
                ),
                format!(
                    "la règle `{id}` ne commence pas par `{short}`, le nom court de l'extension"
                ),
            );
            let fault = fault.at(self.file, span.clone()).warning();
            self.faults.push(fault.help(
                "the ids of two expansions are told apart by their first words: rename one of the two",
                "le premier mot distingue les identifiants de deux extensions : renommez l'un des deux",
            ));
        }
        Some(Draft {
            id: id.to_owned(),
            span,
            paragraphs: Vec::new(),
            source: String::new(),
            open: false,
        })
    }

    /// The end of a rule.
    fn close(&mut self, draft: Option<Draft>) {
        let Some(draft) = draft else { return };
        let mut rule = Rule { id: draft.id, source: draft.source, ..Rule::default() };
        for paragraph in &draft.paragraphs {
            let (lang, said) = match emphasis(paragraph) {
                Some(said) => ("fr", said),
                None => ("en", paragraph.as_str()),
            };
            let text = rule.text.entry(lang.to_owned()).or_default();
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(said);
        }
        let id = &rule.id;
        let mut missing = |code, en: &str, fr: &str| {
            self.faults.push(
                Fault::new(
                    code,
                    format!("rule `{id}` has no {en}"),
                    format!("la règle `{id}` n'a pas {fr}"),
                )
                .at(self.file, draft.span.clone())
                .help("add it under the heading", "ajoutez-le sous le titre")
                .warning(),
            );
        };
        if !rule.text.contains_key("en") {
            missing("M0804", "English text", "de texte anglais");
        }
        if !rule.text.contains_key("fr") {
            missing(
                "M0802",
                "French text (a paragraph in *emphasis*)",
                "de texte français (un paragraphe en *italique*)",
            );
        }
        if rule.source.is_empty() {
            missing("M0803", "line `Source: …`", "de ligne `Source: …`");
        }
        self.rules.push(rule);
    }
}

/// The inside of a paragraph that is emphasized as a whole.
fn emphasis(paragraph: &str) -> Option<&str> {
    let inside = ['*', '_']
        .into_iter()
        .find_map(|mark| paragraph.strip_prefix(mark).and_then(|p| p.strip_suffix(mark)))?;
    (!inside.is_empty() && !inside.starts_with('*')).then(|| inside.trim())
}

/// Two words or more of small letters, digits and hyphens, joined by dots.
pub(crate) fn is_rule_id(id: &str) -> bool {
    let word = |w: &str| {
        w.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && w.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
    };
    id.contains('.') && id.split('.').all(word)
}

#[cfg(test)]
#[path = "tests/rules_text.rs"]
mod tests;
