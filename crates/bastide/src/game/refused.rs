//! Why nothing happened: the rules behind it, in both languages.

use bastide_core::{Fault, HookError, Words};

use super::{Play, fault_of};
use crate::notation::NotAnAction;

/// A rule and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Id of the rule.
    pub rule: String,
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
    /// Of a rule that refuses a target: the parts of its condition that do not hold, as they are written.
    pub parts: Vec<String>,
}

/// Why nothing happened. The game is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Rules forbid the action.
    #[error("`{action}` is not allowed: {}", cite(.reasons, false))]
    Rules {
        /// The action as text.
        action: String,
        /// Every rule that forbids it.
        reasons: Vec<Cited>,
    },
    /// The text is no action.
    #[error(transparent)]
    Text(#[from] NotAnAction),
    /// Somebody else decides.
    #[error("it is for {actor} to decide")]
    Actor {
        /// Who decides.
        actor: String,
        /// The deciding actor in French.
        actor_fr: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine that was lent runs other rules.
    #[error("this engine runs the rules of another game: make one with the rules of this game")]
    OtherRules,
    /// An expansion failed.
    #[error("{}", .0.what.en)]
    Fault(Box<Fault>),
}

impl From<HookError> for Refused {
    fn from(e: HookError) -> Self {
        Self::Fault(Box::new(fault_of(&e)))
    }
}

impl Refused {
    /// As a sentence in both languages.
    #[must_use]
    pub fn words(&self) -> Words {
        match self {
            Refused::Rules { action, reasons } => Words::new(
                self.to_string(),
                format!("`{action}` n'est pas permis : {}", cite(reasons, true)),
            ),
            Refused::Text(no) => Words::new(&no.en, &no.fr),
            Refused::Actor { actor_fr, .. } => {
                Words::new(self.to_string(), format!("c'est à {actor_fr} de décider"))
            }
            Refused::Over => Words::new("the game is over", "la partie est terminée"),
            Refused::OtherRules => Words::new(
                self.to_string(),
                "ce moteur suit les règles d'une autre partie : créez-en un avec les règles de celle-ci",
            ),
            Refused::Fault(fault) => fault.what.clone(),
        }
    }

    /// Ids of the rules that forbid the action.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        let reasons =
            if let Refused::Rules { reasons, .. } = self { reasons.as_slice() } else { &[] };
        reasons.iter().map(|r| r.rule.as_str())
    }
}

impl Play {
    /// It is not for this actor to decide.
    pub(crate) fn not_asked(&self) -> Refused {
        if self.is_over() {
            return Refused::Over;
        }
        let name = self.names.get(self.decision.actor.index()).map(String::as_str);
        let (actor, actor_fr) =
            (name.unwrap_or("chance").into(), name.unwrap_or("la pioche").into());
        Refused::Actor { actor, actor_fr }
    }
}

/// Rules with their texts in one line.
fn cite(reasons: &[Cited], french: bool) -> String {
    let one = |r: &Cited| {
        let text = if french { &r.fr } else { &r.en };
        if text.is_empty() { format!("[{}]", r.rule) } else { format!("{text} [{}]", r.rule) }
    };
    reasons.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Why an action cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoUndo {
    /// Nothing has happened yet.
    #[error("there is nothing to take back")]
    Nothing,
    /// The last action showed something that was hidden.
    #[error("chance has shown something that was hidden")]
    Revealed,
    /// The last action was another seat's.
    #[error("the last action was somebody else's")]
    NotYours,
}

impl NoUndo {
    /// As a sentence in both languages.
    #[must_use]
    pub fn words(self) -> Words {
        match self {
            NoUndo::Nothing => Words::new(self.to_string(), "il n'y a rien à annuler"),
            NoUndo::Revealed => {
                Words::new(self.to_string(), "le hasard a montré ce qui était caché")
            }
            NoUndo::NotYours => {
                Words::new(self.to_string(), "la dernière action est celle de quelqu'un d'autre")
            }
        }
    }
}
