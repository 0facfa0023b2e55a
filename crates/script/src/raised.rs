//! An error that the host raises inside a script.

use std::borrow::Cow;

use bastide_core::Fault;
use bastide_core::fault::Words;

use crate::meter::Stop;

/// What host functions give back.
pub(crate) type Res<T> = Result<T, Box<Raised>>;

/// What a host function gives back instead of a value: it stops the call and becomes its fault.
///
/// The place is the script line that called the host function, unless another one is set.
#[derive(Clone, Debug)]
pub struct Raised {
    pub(crate) code: Cow<'static, str>,
    pub(crate) what: Words,
    pub(crate) help: Option<Words>,
    pub(crate) place: Option<Place>,
}

/// A line of a loaded module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index among the modules of the machine.
    pub(crate) module: usize,
    /// From 1.
    pub(crate) line: usize,
}

impl Raised {
    /// With the code of the fault and what is wrong, in English and French.
    pub fn new(
        code: impl Into<Cow<'static, str>>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Self {
        Self { code: code.into(), what: Words::new(en, fr), help: None, place: None }
    }

    /// Converts the engine's fault about an answer into an error at the place of the answer.
    pub(crate) fn from_core(fault: Fault) -> Self {
        Self { code: fault.code.into(), what: fault.what, help: fault.help, place: None }
    }

    /// With a way out.
    #[must_use]
    pub fn help(mut self, en: impl Into<String>, fr: impl Into<String>) -> Self {
        self.help = Some(Words::new(en, fr));
        self
    }

    pub(crate) fn at(mut self, place: Option<Place>) -> Self {
        self.place = place;
        self
    }

    pub(crate) fn overrun(granted: u32, why: Stop) -> Self {
        match why {
            Stop::Ticks => Self::new(
                "L0202",
                format!("the script used up its {granted} steps"),
                format!("le script a épuisé ses {granted} pas"),
            )
            .help(
                "look for a loop that does not end, or ask the engine for a list instead of building it",
                "cherchez une boucle sans fin, ou demandez la liste au moteur au lieu de la construire",
            ),
            Stop::Time => Self::new("L0203", "the script took too long", "le script a pris trop de temps").help(
                "work on less data at once; on a very slow machine, try again",
                "traitez moins de données à la fois ; sur une machine très lente, réessayez",
            ),
        }
    }
}

impl std::fmt::Display for Raised {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what.en)
    }
}

impl std::error::Error for Raised {}

impl From<Raised> for mlua::Error {
    fn from(raised: Raised) -> Self {
        Self::external(raised)
    }
}

impl From<Box<Raised>> for mlua::Error {
    fn from(raised: Box<Raised>) -> Self {
        Self::external(*raised)
    }
}
