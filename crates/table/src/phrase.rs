//! Phrases: what people at a table can say to each other without typing, so that everybody reads it in their own language.

use serde::{Deserialize, Serialize};

macro_rules! phrases {
    ($($name:ident $en:literal $fr:literal)*) => {
        /// Something that can be said at a table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Phrase {
            $(#[doc = $en] $name,)*
        }

        impl Phrase {
            /// All of them.
            pub const ALL: &[Phrase] = &[$(Phrase::$name,)*];

            /// Returns the phrase in a language (`en` or `fr`).
            #[must_use]
            pub fn text(self, lang: &str) -> &'static str {
                match self {
                    $(Phrase::$name => if lang == "fr" { $fr } else { $en },)*
                }
            }
        }
    };
}

phrases! {
    Hello       "Hello!"            "Bonjour !"
    Luck        "Good luck!"        "Bonne chance !"
    Nice        "Nice!"             "Joli !"
    Ouch        "Ouch!"             "Aïe !"
    YourTurn    "Your turn"         "À toi de jouer"
    Moment      "One moment"        "Un instant"
    Thinking    "I am thinking"     "Je réfléchis"
    TakeBack    "Take it back?"     "Tu reviens en arrière ?"
    Sorry       "Sorry"             "Pardon"
    Thanks      "Thank you"         "Merci"
    Again       "Once more?"        "On en refait une ?"
    Bye         "See you soon"      "À bientôt"
}

/// A phrase that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// Its number at this table.
    pub(crate) id: u64,
    pub(crate) seat: u8,
    pub(crate) phrase: Phrase,
}
