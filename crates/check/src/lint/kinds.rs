//! What a value of a script is, as far as its text tells.

use bastide::core::hooks::{Hook, answers, parse_hook};
use bastide_script::{API, Member, arguments};

/// What a value is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nobody knows.
    #[default]
    Unknown,
    /// A handle of a sort.
    Handle(&'static str),
    /// A list of handles of a sort.
    List(&'static str),
    /// What `ipairs` gives: numbers and handles of a sort.
    Pairs(&'static str),
    /// What steps through handles of a sort.
    Each(&'static str),
    /// `game.option`.
    Options,
    /// The handlers of the script.
    Module,
    /// A table written in the script, with or without names.
    Own {
        /// It has keys that are no places in a list.
        named: bool,
    },
    /// A library of the language, or a function at the end of a path.
    Library(String),
    /// A text.
    Text,
}

/// A member of a handle.
pub(crate) fn member(of: &str, name: &str) -> Option<&'static Member> {
    API.iter().find(|member| member.of == of && member.name == name)
}

/// Names of all members of a handle that are fields, or are none.
pub(crate) fn members(of: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    API.iter().filter(move |member| member.of == of).map(|member| member.name)
}

/// What a member gives.
pub(crate) fn gives(member: &Member) -> Kind {
    match (member.of, member.name) {
        ("game", "option") => return Kind::Options,
        ("options", "each") => return Kind::Each("option"),
        _ => {}
    }
    let result = match member.signature.strip_prefix(": ") {
        Some(result) => result,
        None => member.signature.rsplit_once("): ").map_or("", |(_, result)| result),
    };
    let handle = |name: &str| API.iter().map(|m| m.of).find(|of| *of == name);
    let plain = result.trim_end_matches('?');
    if plain == "string" {
        return Kind::Text;
    }
    match plain.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')) {
        Some(inner) => handle(inner).map_or(Kind::Unknown, Kind::List),
        None => handle(plain).map_or(Kind::Unknown, Kind::Handle),
    }
}

/// What an argument of a handler is, by the word in the reference.
fn argument(word: &str) -> Kind {
    match word {
        "slot" => Kind::Text,
        "choice" => Kind::Handle("option"),
        _ => API.iter().map(|m| m.of).find(|of| *of == word).map_or(Kind::Unknown, Kind::Handle),
    }
}

/// What the arguments of a handler are, by the names of the hooks that call it. Where two hooks differ,
/// nobody knows.
pub(crate) fn parameters<'a>(hooks: impl IntoIterator<Item = &'a str>) -> Vec<Kind> {
    let mut all: Option<Vec<Kind>> = None;
    for name in hooks {
        let Some((row, _)) = parse_hook(name) else { continue };
        let own = of_hook(row.hook);
        all = Some(match all {
            None => own,
            Some(before) => {
                let same = |(a, b): (Kind, Kind)| if a == b { a } else { Kind::Unknown };
                before.into_iter().zip(own).map(same).collect()
            }
        });
    }
    all.unwrap_or_default()
}

/// What some of these hooks take as an answer: bits of [`answers`].
pub(crate) fn taken<'a>(hooks: impl IntoIterator<Item = &'a str>) -> u16 {
    hooks.into_iter().filter_map(parse_hook).fold(0, |all, (row, _)| all | row.answers)
}

/// What a method of `out` answers: a bit of [`answers`].
pub(crate) fn answer(method: &str) -> u16 {
    match method {
        "claim" => answers::CLAIMS,
        "bonus" => answers::BONUS,
        _ => answers::EFFECTS,
    }
}

/// What the arguments of a handler of a hook are.
pub(crate) fn of_hook(hook: Hook) -> Vec<Kind> {
    arguments(hook).split(", ").map(argument).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_tell_what_members_give() {
        let given = |of, name| gives(member(of, name).expect("a member"));
        assert_eq!(given("game", "placed"), Kind::Handle("tile"));
        assert_eq!(given("game", "drawn"), Kind::Handle("tile type"));
        assert_eq!(given("game", "players"), Kind::List("player"));
        assert_eq!(given("feature", "bordering"), Kind::List("feature"));
        assert_eq!(given("player", "score"), Kind::Unknown);
        assert_eq!(given("tile type", "id"), Kind::Text);
        assert_eq!(given("options", "each"), Kind::Each("option"));
    }

    #[test]
    fn two_hooks_of_one_function_must_agree() {
        let same = parameters(["on.placed", "on.scored"]);
        assert_eq!(same, [Kind::Handle("game"), Kind::Handle("event"), Kind::Handle("out")]);
        let other = parameters(["on.placed", "do.take"]);
        assert_eq!(other, [Kind::Handle("game"), Kind::Unknown, Kind::Handle("out")]);
    }
}
