//! One file of a script, loaded and frozen.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use bastide_core::fault::Fault;
use mlua::{Function, Table, Value};

/// Tables that stand ready in every module, so that `function tower.ask.capture(…)` can be written at once.
pub const READY: &[&str] = &["answer", "ask", "at", "do", "on"];

/// Depth to which handlers are found by name.
pub(crate) const DEPTH_MAX: usize = 4;

/// Bytes of a handler's name, path included.
const NAME_MAX: usize = 200;

/// Number of names that are reported at most.
const NAMES_MAX: usize = 1000;

/// The handlers of one file.
#[derive(Debug)]
pub struct Module {
    table: Table,
    names: BTreeSet<String>,
    /// Which of the machine's modules it is.
    pub(crate) index: usize,
    /// Tables that its functions keep may not be what they were when it was loaded.
    pub(crate) spoilt: Rc<Cell<bool>>,
}

impl Module {
    pub(crate) fn new(table: Table, index: usize) -> mlua::Result<Self> {
        let mut found = Found::default();
        found.collect(&table, "", 0)?;
        Ok(Self { table, names: found.names, index, spoilt: Rc::default() })
    }

    /// The handler of this name: `ask.capture` is `tower.ask.capture` or `tower.ask_capture`.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function> {
        find(&self.table, name, 0).or_else(|| find(&self.table, &name.replace('.', "_"), 0))
    }

    /// Names of handlers, in order; of very many, some.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// The function that a path leads to. Only what is named is looked at, however much a script has made.
fn find(table: &Table, path: &str, depth: usize) -> Option<Function> {
    if let Ok(Value::Function(function)) = table.raw_get(path) {
        return Some(function);
    }
    if depth == DEPTH_MAX {
        return None;
    }
    path.match_indices('.').find_map(|(dot, _)| match table.raw_get(&path[..dot]) {
        Ok(Value::Table(inner)) => find(&inner, &path[dot + 1..], depth + 1),
        _ => None,
    })
}

/// Names, and the tables that were looked at already: a table may hold itself under many names.
#[derive(Default)]
struct Found {
    names: BTreeSet<String>,
    seen: BTreeSet<usize>,
}

impl Found {
    fn collect(&mut self, table: &Table, path: &str, depth: usize) -> mlua::Result<()> {
        if !self.seen.insert(table.to_pointer() as usize) {
            return Ok(());
        }
        for pair in table.pairs::<Value, Value>() {
            let (Value::String(key), value) = pair? else { continue };
            if self.names.len() == NAMES_MAX {
                return Ok(());
            }
            if path.len() + key.as_bytes().len() > NAME_MAX {
                continue;
            }
            let name = format!("{path}{}", key.to_string_lossy());
            match value {
                Value::Function(_) => {
                    self.names.insert(name);
                }
                Value::Table(inner) if depth < DEPTH_MAX => {
                    self.collect(&inner, &format!("{name}."), depth + 1)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Freezes all that can be reached from a table, metatables included.
pub(crate) fn freeze(table: Table) -> mlua::Result<()> {
    let mut seen = BTreeSet::new();
    let mut open = vec![table];
    while let Some(table) = open.pop() {
        // Looked at even if the script froze it: its own `table.freeze` is shallow.
        if !seen.insert(table.to_pointer() as usize) {
            continue;
        }
        table.set_readonly(true);
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair?;
            open.extend([key, value].into_iter().filter_map(|v| v.as_table().cloned()));
        }
        open.extend(table.metatable());
    }
    Ok(())
}

/// The text of a module, kept to turn lines into bytes.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: String,
    text: String,
    /// Bytes before `text` in the file (a byte order mark).
    offset: usize,
}

impl Source {
    pub(crate) fn new(file: &str, text: &str) -> Self {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { file: file.to_owned(), text: body.to_owned(), offset: text.len() - body.len() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The line without the white space around it, and its bytes in the file.
    pub(crate) fn line(&self, line: usize) -> (&str, Range<usize>) {
        let mut start = 0;
        for (i, whole) in self.text.split_inclusive('\n').enumerate() {
            if i + 1 == line {
                let text = whole.trim();
                let from =
                    start + (whole.len() - whole.trim_start().len()).min(whole.trim_end().len());
                return (text, self.offset + from..self.offset + from + text.len());
            }
            start += whole.len();
        }
        ("", self.offset + start..self.offset + start)
    }

    /// Why the text cannot be a script, before it is compiled.
    pub(crate) fn refuse(file: &str, text: &str, most: usize) -> Option<Fault> {
        let fault = if text.len() > most {
            Fault::new(
                "L0102",
                format!(
                    "the script is {} KiB long; {} KiB are allowed",
                    text.len().div_ceil(1024),
                    most / 1024
                ),
                format!(
                    "le script fait {} Kio ; {} Kio sont permis",
                    text.len().div_ceil(1024),
                    most / 1024
                ),
            )
            .help(
                "one file holds the whole script: move data to TOML, or write a second expansion with `needs`",
                "un seul fichier contient tout le script : mettez les données en TOML, ou écrivez une seconde extension avec `needs`",
            )
        } else if text.starts_with('\u{1b}')
            || text.starts_with(|c: char| c < '\t') && !text.starts_with('\0')
        {
            Fault::new("L0103", "this is a compiled script", "c'est un script compilé")
                .help("ship the source text", "fournissez le texte source")
        } else if let Some(at) = text.find('\0') {
            return Some(
                Fault::new(
                    "L0103",
                    "the script holds a zero byte: it is no text, or UTF-16",
                    "le script contient un octet nul : ce n'est pas du texte, ou c'est de l'UTF-16",
                )
                .help("save the file as UTF-8", "enregistrez le fichier en UTF-8")
                .at(file, at..at + 1),
            );
        } else {
            return None;
        };
        Some(fault.in_file(file))
    }
}

/// A name of other Luas that is missing here, and what to do instead. A name that ends with a point stands
/// for a whole library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// `math.random`.
    pub name: &'static str,
    /// English.
    pub en: &'static str,
    /// French.
    pub fr: &'static str,
}

macro_rules! missing {
    ($($name:literal: $en:literal, $fr:literal;)*) => {
        /// Names of other Luas that are missing here.
        pub const MISSING: &[Missing] = &[$(Missing { name: $name, en: $en, fr: $fr },)*];
    };
}

missing! {
    "pcall": "`pcall` does not exist: an error stops the handler and undoes the action",
        "`pcall` n'existe pas : une erreur arrête la fonction et annule l'action";
    "xpcall": "`xpcall` does not exist: an error stops the handler and undoes the action",
        "`xpcall` n'existe pas : une erreur arrête la fonction et annule l'action";
    "math.random": "chance is asked in a step: declare `[step.die]`, call `out:push(\"die\", \"chance\")`, and say in `ask.die` what it may give, `offers:roll(value, weight)`",
        "le hasard se demande par une étape : déclarez `[step.die]`, appelez `out:push(\"die\", \"chance\")`, et dites dans `ask.die` ce qu'il peut donner, `offers:roll(valeur, poids)`";
    "math.noise": "chance is asked in a step: declare `[step.die]`, call `out:push(\"die\", \"chance\")`, and say in `ask.die` what it may give, `offers:roll(value, weight)`",
        "le hasard se demande par une étape : déclarez `[step.die]`, appelez `out:push(\"die\", \"chance\")`, et dites dans `ask.die` ce qu'il peut donner, `offers:roll(valeur, poids)`";
    "require": "`require` does not exist: one file holds the whole script",
        "`require` n'existe pas : un seul fichier contient tout le script";
    "coroutine": "coroutines do not exist: ask the player with a step",
        "les coroutines n'existent pas : interrogez le joueur par une étape";
    "os.": "the clock and the system are out of reach of a script",
        "l'horloge et le système sont hors de portée d'un script";
    "io.": "files are out of reach of a script",
        "les fichiers sont hors de portée d'un script";
    "debug.": "the interpreter itself is out of reach of a script: `print` writes to the log",
        "l'interpréteur est hors de portée d'un script : `print` écrit dans le journal";
    "buffer.": "raw memory is out of reach of a script: use a table",
        "la mémoire brute est hors de portée d'un script : employez une table";
    "loadstring": "text cannot be run as a script",
        "un texte ne peut pas être exécuté comme script";
    "loadfile": "one file holds the whole script",
        "un seul fichier contient tout le script";
    "dofile": "one file holds the whole script",
        "un seul fichier contient tout le script";
    "load": "text cannot be run as a script",
        "un texte ne peut pas être exécuté comme script";
    "getfenv": "there are no global variables: use locals and arguments",
        "il n'y a pas de variables globales : employez des variables locales et des arguments";
    "setfenv": "there are no global variables: use locals and arguments",
        "il n'y a pas de variables globales : employez des variables locales et des arguments";
    "_G": "there are no global variables: use locals and arguments",
        "il n'y a pas de variables globales : employez des variables locales et des arguments";
    "newproxy": "objects of the engine come as handles: declare state in the manifest",
        "les objets viennent du moteur : déclarez l'état dans le manifeste";
    "collectgarbage": "memory is the engine's business", "la mémoire est l'affaire du moteur";
    "gcinfo": "memory is the engine's business", "la mémoire est l'affaire du moteur";
    "math.pow": "points are whole: multiply", "les points sont entiers : multipliez";
    "string.pack": "write numbers into the state instead of bytes",
        "écrivez des nombres dans l'état plutôt que des octets";
    "string.unpack": "write numbers into the state instead of bytes",
        "écrivez des nombres dans l'état plutôt que des octets";
}

/// A way out for a line that calls what is not there. Texts of the line and its comment call nothing.
pub(crate) fn missing_help(line: &str) -> Option<(&'static str, &'static str)> {
    let line = &code(line);
    let starts = |at: usize| {
        at == 0
            || !line[..at]
                .ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == ':')
    };
    let ends = |at: usize, name: &str| {
        let after = line[at + name.len()..].chars().next();
        name.ends_with('.') || !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
    };
    let there = |name: &str| line.match_indices(name).any(|(at, _)| starts(at) && ends(at, name));
    MISSING.iter().find(|missing| there(missing.name)).map(|missing| (missing.en, missing.fr))
}

/// A line without what stands in its texts, and without its comment.
fn code(line: &str) -> String {
    let mut code = String::new();
    let (mut quote, mut escaped) = (None, false);
    for c in line.split("--").next().unwrap_or(line).chars() {
        match quote {
            None => {
                code.push(c);
                quote = Some(c).filter(|c| matches!(c, '"' | '\'' | '`'));
            }
            Some(end) if c == end && !escaped => {
                code.push(c);
                quote = None;
            }
            Some(_) => escaped = c == '\\' && !escaped,
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::missing_help;

    #[test]
    fn what_a_line_says_in_a_text_is_not_called() {
        for quiet in ["o:offer {}:invoke(\"load\")", "x('it\\'s load')", "f() -- load", "m.load()"]
        {
            assert_eq!(missing_help(quiet), None, "{quiet}");
        }
        for told in ["load(text)", "f(\"a\", load)", "math.random(6)"] {
            assert!(missing_help(told).is_some(), "{told}");
        }
    }
}
