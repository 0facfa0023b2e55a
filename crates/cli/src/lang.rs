//! The language of everything the command says.

use std::sync::OnceLock;

use clap::ValueEnum;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// English.
    En,
    /// French.
    Fr,
}

/// Both sentences; the one of the language is formatted.
macro_rules! say {
    ($lang:expr, $en:literal, $fr:literal $(, $arg:expr)* $(,)?) => {
        match $lang {
            $crate::lang::Lang::En => format!($en $(, $arg)*),
            $crate::lang::Lang::Fr => format!($fr $(, $arg)*),
        }
    };
}
pub(crate) use say;

impl Lang {
    /// Code as in expansions' texts.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
        }
    }

    /// One of two.
    pub(crate) fn pick<T>(self, en: T, fr: T) -> T {
        match self {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }

    /// A number of things, as people count them: `1 action`, `7 actions`.
    pub(crate) fn counted(self, n: impl TryInto<i32>, en: &str, fr: &str) -> String {
        let n = n.try_into().unwrap_or(i32::MAX);
        bastide::story::counted(n, self.pick(en, fr), self.code())
    }

    /// A text in several languages; English if there is no other, else empty.
    pub(crate) fn of(self, text: &bastide::core::decl::Text) -> &str {
        text.get(self.code()).or_else(|| text.get("en")).map_or("", String::as_str)
    }

    /// Language of a command line, before it is read: `--lang`, else the locale.
    pub(crate) fn wanted(args: &[String], env: impl Fn(&str) -> Option<String>) -> Self {
        for (i, arg) in args.iter().enumerate() {
            let value = match arg.split_once('=') {
                Some(("--lang", value)) => Some(value),
                _ if arg == "--lang" => args.get(i + 1).map(String::as_str),
                _ => None,
            };
            if let Some(lang) = value.and_then(|v| Lang::from_str(v, true).ok()) {
                return lang;
            }
        }
        // The first of these that is set decides, as for every other program.
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(env)
            .find(|value| !value.is_empty())
            .unwrap_or_default();
        if locale.to_lowercase().starts_with("fr") { Lang::Fr } else { Lang::En }
    }
}

static CHOSEN: OnceLock<Lang> = OnceLock::new();

/// Fixes the language of help texts.
pub(crate) fn choose(lang: Lang) {
    let _ = CHOSEN.set(lang);
}

/// A help text in the language of this run.
pub(crate) fn said(en: &'static str, fr: &'static str) -> &'static str {
    CHOSEN.get().copied().unwrap_or(Lang::En).pick(en, fr)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(args: &[&str], env: &[(&str, &str)]) -> Lang {
        let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
        let find = |name: &str| env.iter().find(|e| e.0 == name).map(|e| e.1.to_owned());
        Lang::wanted(&args, find)
    }

    #[test]
    fn the_flag_counts_before_the_locale() {
        assert_eq!(wanted(&[], &[]), Lang::En);
        assert_eq!(wanted(&[], &[("LANG", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(wanted(&[], &[("LC_ALL", "C"), ("LANG", "fr_FR.UTF-8")]), Lang::En);
        assert_eq!(wanted(&[], &[("LC_ALL", ""), ("LC_MESSAGES", "fr")]), Lang::Fr);
        assert_eq!(wanted(&["list", "--lang", "en"], &[("LANG", "fr")]), Lang::En);
        assert_eq!(wanted(&["--lang=fr"], &[]), Lang::Fr);
    }
}
