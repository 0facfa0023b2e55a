//! What programs may name: every public item of the library and of the core stands in a list that is looked at when it changes.
//!
//! Items that macros make (numbers of things, effects and their kinds) are not seen, nor are fields and variants. That what is
//! public can be reached is the compiler's to say: `unreachable_pub`.

use std::collections::BTreeSet;

use super::{files, read};

/// Words between `pub` and the name of an item.
const SORTS: [&str; 9] = ["fn", "struct", "enum", "trait", "const", "type", "mod", "static", "use"];

/// Sort and name of the item that a line without its indent begins, if it is public.
fn item(line: &str) -> Option<(&'static str, &str)> {
    let mut rest = line.strip_prefix("pub ")?;
    for word in ["async ", "unsafe ", "extern \"C\" "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    rest = rest.strip_prefix("const fn ").map_or(rest, |_| &rest["const ".len()..]);
    let (sort, rest) = rest.split_once(' ')?;
    let sort = SORTS.into_iter().find(|known| *known == sort)?;
    Some((sort, name(rest)))
}

fn name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The type that `impl` lines speak of; nothing, if they say what it does of a trait.
fn implemented(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(generic) => generic.split_once("> ")?.1,
        None => rest.trim_start(),
    };
    (!rest.contains(" for ")).then(|| name(rest))
}

/// Public items of a source file as rustfmt leaves it: what stands at the margin, and one indent within types and traits.
fn items(module: &str, text: &str, out: &mut BTreeSet<String>) {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let at = |name: &str| {
        let path = [module, name].into_iter().filter(|part| !part.is_empty());
        path.collect::<Vec<_>>().join("::")
    };
    let (mut within, mut of_trait) = (None::<String>, false);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('}') {
            (within, of_trait) = (None, false);
        } else if let Some(used) = line.strip_prefix("pub use ") {
            let mut used = used.to_owned();
            while !used.ends_with(';') {
                used.push_str(lines.next().unwrap_or(";").trim());
            }
            let used =
                used.trim_end_matches(';').replace(",}", "}").replace(',', ", ").replace("  ", " ");
            out.insert(format!("use {} = {used}", at("*")));
        } else if let Some((sort, name)) = item(line) {
            out.insert(format!("{sort} {}", at(name)));
            if sort == "trait" && line.ends_with('{') {
                (within, of_trait) = (Some(name.to_owned()), true);
            }
        } else if line.ends_with('{') && line.starts_with("impl") {
            within = implemented(line).map(str::to_owned);
        } else if let (Some(within), Some(line)) = (&within, line.strip_prefix("    ")) {
            let stated = format!("pub {line}");
            let found = if of_trait { item(&stated) } else { item(line) };
            if let Some((sort, name)) = found {
                out.insert(format!("{sort} {}::{name}", at(within)));
            }
        }
    }
}

/// All of a crate, in order.
fn public(home: &str) -> String {
    let mut out = BTreeSet::new();
    for file in files(home, &[".rs"]) {
        let inside = file.strip_prefix(home).unwrap_or(&file).trim_start_matches('/');
        if inside.starts_with("tests/")
            || inside.contains("/tests/")
            || inside.ends_with("tests.rs")
        {
            continue;
        }
        let module = inside.trim_end_matches(".rs").replace('/', "::");
        items(if module == "lib" { "" } else { &module }, &read(&file), &mut out);
    }
    out.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn public_items_are_those_of_the_lists() {
    for (home, list) in [("crates/core/src", "core"), ("crates/bastide/src", "bastide")] {
        let text = public(home);
        assert!(text.lines().count() > 100, "{home}");
        bastide_testkit::fixture(&format!("tests/fixtures/public/{list}.txt"), &text);
    }
}

#[test]
fn the_reader_sees_items_of_each_sort() {
    let text = "//! Doc.\npub use list::{\n    A,\n    B,\n};\nuse x::Y;\npub struct Choice(pub u64);\nimpl Choice {\n    \
                /// Doc.\n    pub const fn key(self) -> u64 {\n        0\n    }\n    pub(crate) fn own() {}\n}\n\
                impl<'a> From<Choice> for u64 {\n    fn from(c: Choice) -> u64 {\n        0\n    }\n}\n\
                pub trait Sink {\n    const ON: bool;\n    fn effect(&mut self);\n}\npub(crate) fn hidden() {}\n\
                pub const N: u8 = 1;\nimpl<T> Held<T> {\n    pub fn get(&self) {}\n}\n\
                #[cfg(test)]\nmod tests {\n    pub fn never() {}\n}\n";
    let mut found = BTreeSet::new();
    items("choice", text, &mut found);
    let wanted = [
        "const choice::N",
        "const choice::Sink::ON",
        "fn choice::Choice::key",
        "fn choice::Held::get",
        "fn choice::Sink::effect",
        "struct choice::Choice",
        "trait choice::Sink",
        "use choice::* = list::{A, B}",
    ];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), wanted);
}
