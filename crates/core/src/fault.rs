//! A fault in something a person wrote: what, where, and a way out, in English and French.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// How bad a fault is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; the content works.
    Warning,
    /// The content cannot be used.
    #[default]
    Error,
}

/// A sentence in both languages of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl Words {
    /// Both languages at once.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// The sentence in a language; English unless the code is `fr`.
    #[must_use]
    pub fn get(&self, lang: &str) -> &str {
        if lang == "fr" { &self.fr } else { &self.en }
    }
}

/// A fault with its place. Only the command line draws the arrow under the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Stable code (`T0104`): T tiles, M manifest, K condition, C config, G graph of expansions, L script, R record, S scenario, P property of every game.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// File as the user would name it; empty if there is none.
    pub file: String,
    /// Bytes in the file that the fault is about.
    pub span: Option<Range<usize>>,
    /// The mistake, in both languages.
    pub what: Words,
    /// A way out.
    pub help: Option<Words>,
    /// Other bytes of the file that it has to do with, and what stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Box<(Range<usize>, Words)>>,
}

impl Fault {
    /// An error without a place.
    pub fn new(code: &str, en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self { code: code.to_owned(), what: Words::new(en, fr), ..Self::default() }
    }

    /// With a file and bytes in it.
    #[must_use]
    pub fn at(mut self, file: &str, span: Range<usize>) -> Self {
        file.clone_into(&mut self.file);
        self.span = Some(span);
        self
    }

    /// With a file only.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        file.clone_into(&mut self.file);
        self
    }

    /// With a way out.
    #[must_use]
    pub fn help(mut self, en: impl Into<String>, fr: impl Into<String>) -> Self {
        self.help = Some(Words::new(en, fr));
        self
    }

    /// With the known name that was most likely meant instead of an unknown one, or else with another way out.
    #[must_use]
    pub fn meant(self, near: Option<&str>, en: impl Into<String>, fr: impl Into<String>) -> Self {
        match near {
            Some(near) => self
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => self.help(en, fr),
        }
    }

    /// With another place in the file, and what stands there.
    #[must_use]
    pub fn beside(mut self, span: Range<usize>, en: &str, fr: &str) -> Self {
        self.beside = Some(Box::new((span, Words::new(en, fr))));
        self
    }

    /// As a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.what.en)?;
        if !self.file.is_empty() {
            write!(f, " ({})", self.file)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
