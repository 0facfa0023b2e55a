//! The reference of all handles: from it come suggestions, editor annotations and the book.

use super::call::Call;
use super::value::Value;
use crate::raised::{Raised, Res};
use crate::text;

/// What a member does. A value that is returned beside an error is written in parts and copied as a whole, which makes a
/// processor wait until it is in the cache: so it is written where it is wanted.
pub(crate) type Does = fn(&Call<'_>, &mut Value) -> Res<()>;

/// A field or method of a handle: its name, and its function.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Kind of handle.
    pub of: &'static str,
    /// Name.
    pub name: &'static str,
    /// Arguments and result: `(player, n, rule)`, `: player?`. Fields begin with a colon.
    pub signature: &'static str,
    /// One line.
    pub doc: &'static str,
    /// Reads the game, or answers; what it gives is put where it is wanted.
    pub(crate) call: Does,
}

impl Member {
    /// Whether it is a field, not a method.
    #[must_use]
    pub fn is_field(&self) -> bool {
        self.signature.starts_with(':')
    }

    /// Whether it gives something: a field, or a method that is no answer.
    pub(crate) fn gives(&self) -> bool {
        self.is_field() || self.signature.contains("): ") || self.name == "each"
    }

    /// Returns whether it takes a function of the script and calls it.
    pub(crate) fn calls_back(&self) -> bool {
        self.signature.contains("look")
    }

    /// Whether scripts run inside it, always: no plan calls it.
    pub(crate) fn enters(&self) -> bool {
        self.calls_back() || self.name == "worth"
    }

    /// Returns the largest number of arguments, or `None` for any number.
    pub(crate) fn arity(&self) -> Option<usize> {
        let takes = self.signature.split("): ").next().unwrap_or_default();
        match takes.trim_matches(['(', ')']) {
            "" => Some(0),
            takes if takes.starts_with('{') => Some(1),
            takes if takes.ends_with('…') => None,
            takes => Some(takes.split(", ").count()),
        }
    }
}

/// The function of a member: that of its name, or another one where the name is a word of Rust.
macro_rules! function {
    ($module:ident $name:ident) => {
        super::$module::$name
    };
    ($module:ident $name:ident $other:ident) => {
        super::$module::$other
    };
}

macro_rules! members {
    ($($of:literal $module:ident {
        $($name:ident $signature:literal $doc:literal $(as $other:ident)?;)*
    })*) => {
        /// Every member of every handle.
        pub const API: &[Member] = &[$($(Member {
            of: $of,
            name: stringify!($name),
            signature: $signature,
            doc: $doc,
            call: |call, into| {
                *into = function!($module $name $($other)?)(call)?;
                Ok(())
            },
        },)*)*];
    };
}

include!("api.in");

/// `refuse(option, rule)`, which vetoes are given.
pub(crate) const REFUSE: &Member = &Member {
    of: "",
    name: "refuse",
    signature: "(option, rule)",
    doc: "Refuses an option of the list, or several.",
    call: |call, into| {
        *into = super::options::refuse(call)?;
        Ok(())
    },
};

/// A handle has no such field.
#[cold]
pub(crate) fn unknown_field(of: &str, key: &str) -> Raised {
    let raised = Raised::new(
        "L0212",
        format!("a {of} has no `{}`", text::clean(key)),
        format!("`{of}` n'a pas de `{}`", text::clean(key)),
    );
    let names: Vec<&str> = API.iter().filter(|m| m.of == of).map(|m| m.name).collect();
    advise(raised, key, &names)
}

fn advise(raised: Raised, key: &str, names: &[&str]) -> Raised {
    match nearest(key, names.iter().copied()) {
        Some(near) => {
            raised.help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
        }
        None => raised
            .help(format!("it has {}", names.join(", ")), format!("il y a {}", names.join(", "))),
    }
}

/// An expansion has no such option.
#[cold]
pub(crate) fn unknown_option(names: &[String], key: &str) -> Raised {
    let raised = Raised::new(
        "L0212",
        format!("this expansion has no option `{}`", text::clean(key)),
        format!("cette extension n'a pas d'option `{}`", text::clean(key)),
    );
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if names.is_empty() { raised } else { advise(raised, key, &names) }
}

/// Another expansion has no such option.
#[cold]
pub(crate) fn unknown_option_of<'a>(
    expansion: &str,
    names: impl Iterator<Item = &'a String>,
    name: &str,
) -> Box<Raised> {
    let (expansion, name) = (text::clean(expansion), text::clean(name));
    let raised = Raised::new(
        "L0212",
        format!("`{expansion}` has no option `{name}`"),
        format!("`{expansion}` n'a pas d'option `{name}`"),
    );
    let names: Vec<&str> = names.map(String::as_str).collect();
    if names.is_empty() { raised.into() } else { advise(raised, &name, &names).into() }
}

/// Returns the message for `handle:name(…)` with an unknown name, and help. The interpreter does not say which handle
/// it was.
pub(crate) fn unknown_method(name: &str) -> (String, String, String, String) {
    let field = API.iter().find(|m| m.name == name && m.is_field());
    let (help_en, help_fr) = if let Some(m) = field {
        (
            format!(
                "`{name}` is a field of a {}: write it with a point and without parentheses",
                m.of
            ),
            format!("`{name}` est un champ de `{}` : écrivez un point, sans parenthèses", m.of),
        )
    } else {
        let owners: Vec<&str> = API.iter().filter(|m| m.name == name).map(|m| m.of).collect();
        let methods = API.iter().filter(|m| !m.is_field()).map(|m| m.name);
        match (owners.as_slice(), nearest(name, methods)) {
            ([_, ..], _) => {
                let owners = owners.join(", ");
                (format!("it is a method of: {owners}"), format!("c'est une méthode de : {owners}"))
            }
            (_, Some(near)) => {
                (format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
            }
            _ => (
                "the book's reference lists the methods of every handle".to_owned(),
                "la référence du livre donne les méthodes de chaque objet".to_owned(),
            ),
        }
    };
    (
        format!("this handle has no method `{name}`"),
        format!("cet objet n'a pas de méthode `{name}`"),
        help_en,
        help_fr,
    )
}

/// The nearest of some words, if one is near.
pub(crate) fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(64).collect();
    let most = word.chars().count() / 3 + 1;
    words
        .into_iter()
        .map(|w| (distance(&word, w), w))
        .filter(|(d, _)| *d <= most.min(3))
        .min()
        .map(|(_, w)| w)
}

/// Insertions, deletions, changes and swaps of neighbors from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{API, nearest};

    #[test]
    fn a_slip_of_the_pen_finds_its_word() {
        assert_eq!(nearest("neigbour", ["tile", "neighbour", "edge"]), Some("neighbour"));
        assert_eq!(nearest("dragon", ["tile", "neighbour", "edge"]), None);
        assert_eq!(nearest(&"é".repeat(200), ["tile"]), None);
    }

    #[test]
    fn members_are_named_once() {
        for (i, m) in API.iter().enumerate() {
            assert!(
                !API[..i].iter().any(|n| (n.of, n.name) == (m.of, m.name)),
                "{}.{}",
                m.of,
                m.name
            );
        }
    }
}
