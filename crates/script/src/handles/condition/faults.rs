//! Errors of a condition in a script, raised where it is used.

use bastide_core::condition::{Subject, names_of};
use bastide_core::decl::Per;

use super::super::api::nearest;
use super::super::call::Call;
use super::super::value::{Of, Value};
use super::facts::On;
use super::{DEPTH_MAX, GIVEN_MAX};
use crate::raised::Raised;

/// Returns the correct form for a key that people try.
#[must_use]
pub fn instead_of(key: &str, subject: Subject) -> Option<&'static str> {
    Some(match key {
        "figure" if matches!(subject, Subject::Figure | Subject::FigureKind) => "kind = \"…\"",
        "figure" => "holds = { kind = \"…\" }",
        "class" => "holds = { class = \"…\" }",
        "owner" => "holds = { owner = … }",
        "tag" if subject == Subject::Tile => "symbol = \"…\"",
        "kind" if subject == Subject::Tile => "kinds = \"…\"",
        "tag" | "complete" | "occupied" if subject == Subject::Figure => "feature = { … }",
        "without" if matches!(subject, Subject::Feature | Subject::Segment) => {
            "no = { tag = \"…\" }"
        }
        "without" => "no = { feature = { tag = \"…\" } }",
        "closed_by" => "feature:closed_by(type)",
        "one_per_kind" => "game:held(owner, holder)",
        "itself" => "shape = 9",
        _ => return None,
    })
}

impl Call<'_> {
    #[cold]
    fn no_good(&self, en: impl AsRef<str>, fr: impl AsRef<str>) -> Raised {
        let method = self.method();
        Raised::new(
            "L0205",
            format!("`{method}`: {}", en.as_ref()),
            format!("`{method}` : {}", fr.as_ref()),
        )
    }

    /// Its subject has no such fact.
    #[cold]
    pub(super) fn no_fact(&self, key: &str, on: On) -> Box<Raised> {
        let subject = on.subject;
        let name = subject.name();
        let fault = self.no_good(
            format!("a condition on `{name}` has no fact `{key}`"),
            format!("une condition sur `{name}` n'a pas de donnée `{key}`"),
        );
        if matches!(key, "option" | "with") {
            return fault
                .help(
                    "write it into `where` of the hook, or ask `game.option`",
                    "écrivez-le dans `where` du point d'accroche, ou demandez `game.option`",
                )
                .into();
        }
        if key == "not" {
            return fault.help("write `no`", "écrivez `no`").into();
        }
        if let Some(new) = instead_of(key, subject) {
            return fault.help(format!("write `{new}`"), format!("écrivez `{new}`")).into();
        }
        let own = names_of(subject, on.told);
        let near = nearest(key, own.iter().copied());
        let own = own.join(", ");
        let (en, fr) = match near {
            Some(near) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            None => (format!("there are {own}"), format!("il y a {own}")),
        };
        fault.help(en, fr).into()
    }

    /// A word that is none of those that can stand there.
    #[cold]
    pub(super) fn no_word<'w>(
        &self,
        key: &str,
        word: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Box<Raised> {
        let words: Vec<&str> = words.into_iter().collect();
        let fault = self.no_good(
            format!("`{key}` cannot be `{word}`"),
            format!("`{key}` ne peut pas valoir `{word}`"),
        );
        match nearest(word, words.iter().copied()) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None if words.len() <= 16 => {
                let words = words.join(", ");
                fault.help(format!("there is {words}"), format!("il y a {words}"))
            }
            None => fault,
        }
        .into()
    }

    /// A value of the wrong shape.
    #[cold]
    pub(super) fn wrong(&self, key: &str, en: &str, fr: &str) -> Box<Raised> {
        let fault = self.no_good(
            format!("`{key}` of a condition is compared with something else"),
            format!("`{key}` d'une condition se compare à autre chose"),
        );
        fault.help(format!("write {en}"), format!("écrivez {fr}")).into()
    }

    /// No value of a condition.
    #[cold]
    pub(super) fn no_condition(&self, got: Value) -> Box<Raised> {
        self.bad(
            "condition",
            "a table, a word, a number, true, false or a thing on the table",
            "une table, un mot, un nombre, true, false ou une chose de la partie",
            got,
        )
    }

    /// A thing of another sort than the condition is about.
    #[cold]
    pub(super) fn other_thing(&self, of: Of, subject: Subject) -> Box<Raised> {
        let (of, name) = (of.name(), subject.name());
        let fault = self.no_good(
            format!("a condition on `{name}` is given a {of}"),
            format!("une condition sur `{name}` reçoit `{of}`"),
        );
        fault
            .help(format!("give a {name}"), format!("donnez une chose de la sorte `{name}`"))
            .into()
    }

    #[cold]
    pub(super) fn not_undergone(&self, effect: &str, subject: Subject) -> Box<Raised> {
        let name = subject.name();
        self.no_good(
            format!("`{effect}` tells of no {name}: it never holds"),
            format!("`{effect}` ne dit rien d'un {name} : ce n'est jamais vrai"),
        )
        .help(
            "ask it of the moment: `now = { happened = … }`",
            "demandez-le au moment : `now = { happened = … }`",
        )
        .into()
    }

    /// Reports an effect that is not logged.
    #[cold]
    pub(super) fn not_logged(&self, effect: &str) -> Box<Raised> {
        self.no_good(
            format!("nobody keeps in mind whether `{effect}` happened"),
            format!("personne ne retient si `{effect}` a eu lieu"),
        )
        .help(
            format!("write `log = [\"{effect}\"]` into the manifest"),
            format!("écrivez `log = [\"{effect}\"]` dans le manifeste"),
        )
        .into()
    }

    #[cold]
    pub(super) fn kept_otherwise(
        &self,
        word: &str,
        list: bool,
        per: Per,
        wanted: Per,
    ) -> Box<Raised> {
        let (is, asked) = (per.word(), wanted.word());
        let (en, fr) = if list {
            (
                format!("`{word}` is a list, no number"),
                format!("`{word}` est une liste, non un nombre"),
            )
        } else {
            (
                format!("`{word}` is kept per {is}, and asked of a {asked}"),
                format!("`{word}` est tenu par `{is}`, et demandé à `{asked}`"),
            )
        };
        self.no_good(en, fr).into()
    }

    #[cold]
    pub(super) fn too_deep(&self) -> Box<Raised> {
        self.no_good(
            format!("a condition is too long, or deeper than {DEPTH_MAX} tables"),
            format!("une condition est trop longue, ou plus profonde que {DEPTH_MAX} tables"),
        )
        .help("write it flatter, or as two", "écrivez-la plus à plat, ou en deux")
        .into()
    }

    #[cold]
    pub(super) fn too_dear(&self) -> Box<Raised> {
        self.no_good(
            "a condition looks at more things than a game can wait for",
            "une condition regarde plus de choses qu'une partie ne peut attendre",
        )
        .help("begin at fewer things", "partez de moins de choses")
        .into()
    }

    #[cold]
    pub(super) fn too_many_things(&self) -> Box<Raised> {
        self.no_good(
            format!("a condition names more than {GIVEN_MAX} things"),
            format!("une condition nomme plus de {GIVEN_MAX} choses"),
        )
        .help("ask in two steps", "demandez en deux fois")
        .into()
    }

    /// A key that is no word, or one beside places of a list.
    #[cold]
    pub(super) fn no_key(&self) -> Box<Raised> {
        self.no_good(
            "a table of a condition has words for keys, or is a list",
            "une table de condition a des mots pour clés, ou est une liste",
        )
        .into()
    }
}
