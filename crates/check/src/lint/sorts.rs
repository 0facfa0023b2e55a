//! Whether what a method is given is of the sort that it takes: a player where a player belongs.

use bastide_script::Member;
use full_moon::ast::FunctionArgs;

use super::arguments::parameters;
use super::kinds::Kind;
use super::walk::Walker;

/// Kinds of handles that a method takes for a parameter; empty where it takes other values too.
fn takes(member: &Member, parameter: &str) -> &'static [&'static str] {
    match (member.of, member.name, parameter) {
        (_, _, "player") | ("out", "transfer", "from" | "to") => &["player"],
        // One or many of either.
        ("offers", "deploy", _) => &[],
        ("out", "move" | "deploy", "segment") | ("offers", "move", "segment") => {
            &["segment", "feature", "corner"]
        }
        (_, _, "segment" | "feature") | ("out", "link" | "unlink", "a" | "b") => {
            &["segment", "feature"]
        }
        ("out" | "offers", _, "figure") => &["figure"],
        ("out", _, "tile") => &["tile"],
        ("out" | "offers", _, "type") => &["tile type"],
        _ => &[],
    }
}

/// Returns the author's word for a value, in both languages, or `None` if its type is unknown.
fn called(kind: &Kind) -> Option<(String, String)> {
    Some(match kind {
        Kind::Handle(of) => (format!("a handle of sort `{of}`"), format!("un objet `{of}`")),
        Kind::List(of) => (format!("a list of `{of}`"), format!("une liste de `{of}`")),
        Kind::Own { .. } => ("a table".to_owned(), "une table".to_owned()),
        Kind::Text => ("a text".to_owned(), "un texte".to_owned()),
        _ => return None,
    })
}

impl Walker<'_> {
    /// What a method is given, by sort.
    pub(crate) fn sorts(&mut self, member: &Member, arguments: &FunctionArgs, kinds: &[Kind]) {
        let FunctionArgs::Parentheses { arguments, .. } = arguments else { return };
        let given = arguments.iter().zip(kinds);
        for (parameter, (value, kind)) in parameters(member).into_iter().zip(given) {
            let parameter = parameter.trim_end_matches('?');
            let sorts = takes(member, parameter);
            let fits = matches!(kind, Kind::Handle(of) if sorts.contains(of));
            let (false, Some(is), [first, ..]) = (sorts.is_empty() || fits, called(kind), sorts)
            else {
                continue;
            };
            let method = format!("{}:{}", member.of, member.name);
            let what = (
                format!("`{method}` takes a `{first}` here, and this is {}", is.0),
                format!("`{method}` prend ici un `{first}`, et ceci est {}", is.1),
            );
            let signature = member.signature;
            let help =
                (format!("it is `{method}{signature}`"), format!("c'est `{method}{signature}`"));
            self.note("L0419", self.place(value), what, help);
        }
    }
}
