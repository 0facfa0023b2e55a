//! The language of a report.

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// By its code; English unless it is `fr`.
    #[must_use]
    pub fn of(code: &str) -> Self {
        if code == "fr" { Lang::Fr } else { Lang::En }
    }

    /// Its code.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.pick("en", "fr")
    }

    /// One of two.
    #[must_use]
    pub fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }
}
