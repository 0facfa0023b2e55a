//! Reading TOML that people write: typed getters that collect faults, with their place in the file.
//!
//! Tile sets, manifests, configs and scenarios share this layer. A getter never stops the reading:
//! it notes a [`Fault`] and answers `None`, so that one pass reports everything.
//!
//! ```
//! use bastide_text::Document;
//! let mut faults = Vec::new();
//! let text = "players = 3\nsed = 42\n";
//! let document = Document::parse("bastide.toml", text, &mut faults).ok_or("not TOML")?;
//! let root = document.root();
//! assert_eq!(root.int("players", 1..=6), Some(3));
//! assert_eq!(root.int("seed", 0..=i64::MAX), None);
//! root.finish();
//! faults.extend(document.take_faults());
//! assert_eq!(faults[0].what.en, "unknown key `sed`");
//! # Ok::<(), &str>(())
//! ```

use std::cell::RefCell;
use std::ops::{Range, RangeInclusive};

use bastide_core::Fault;

mod brackets;
mod parse;
mod unknown;
mod words;

pub use parse::{DEPTH_MAX, FILE_BYTES_MAX, KEYS_MAX, SYNTAX_FAULTS_MAX};
pub use words::{line_col, listed, quoted, suggest};

/// A value with the bytes it takes in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Bytes in the file.
    pub span: Range<usize>,
    /// What is written there.
    pub value: Value,
}

/// What a person can write after an equals sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text in quotes.
    Text(String),
    /// A whole number.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A number with a point, as written: nothing in the project wants one.
    Float(String),
    /// A date or time, as written: nothing in the project wants one.
    Date(String),
    /// `[ … ]`, or several `[[…]]` of one name.
    List(Vec<Node>),
    /// `{ … }` or `[…]`, in the order of the file.
    Table(Vec<Entry>),
}

/// One key of a table and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Bytes of the key in the file.
    pub key_span: Range<usize>,
    /// Its value.
    pub node: Node,
}

/// A word and the bytes it takes in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'d> {
    /// The word.
    pub text: &'d str,
    /// Bytes in the file.
    pub span: Range<usize>,
}

impl<'d> Word<'d> {
    /// The pieces between spaces, each with its own bytes where the text is written plainly.
    #[must_use]
    pub fn pieces(&self) -> Vec<Word<'d>> {
        let plain = self.span.len() == self.text.len() + 2;
        let pieces = self.text.split_whitespace().map(|piece| {
            let start = piece.as_ptr() as usize - self.text.as_ptr() as usize;
            let start = self.span.start + 1 + start;
            let span = if plain { start..start + piece.len() } else { self.span.clone() };
            Word { text: piece, span }
        });
        pieces.collect()
    }
}

/// Most characters of a value that are told as they are written.
const WRITTEN_CHARS_MAX: usize = 40;

/// A file that is TOML; the faults found in it so far.
#[derive(Debug)]
pub struct Document {
    file: String,
    text: String,
    letter: char,
    entries: Vec<Entry>,
    faults: RefCell<Vec<Fault>>,
}

impl Document {
    /// Reads a tile set; its codes begin with `T`. See [`Document::parse_as`].
    pub fn parse(file: &str, text: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        Self::parse_as('T', file, text, faults)
    }

    /// Reads TOML. `letter` begins the codes of all faults of this layer (`T`, `M`, `C`, `S`).
    ///
    /// If the text is not TOML, or passes a limit, all such faults are added and there is no document.
    pub fn parse_as(letter: char, file: &str, text: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let entries = parse::entries(letter, file, text, faults)?;
        let (file, text) = (file.to_owned(), text.to_owned());
        Some(Self { file, text, letter, entries, faults: RefCell::default() })
    }

    /// The whole file as a table.
    #[must_use]
    pub fn root(&self) -> Table<'_> {
        Table { document: self, entries: &self.entries, span: 0..0, asked: RefCell::default() }
    }

    /// File as the user would name it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// A value as the file writes it, and not too much of it.
    #[must_use]
    pub fn written(&self, node: &Node) -> String {
        let text = self.text.get(node.span.clone()).unwrap_or_default();
        let some: String = text.chars().take(WRITTEN_CHARS_MAX).collect();
        let more = if some.len() < text.len() { "…" } else { "" };
        bastide_core::text::clean(&some) + more
    }

    /// Notes a fault.
    pub fn note(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    /// A fault of this file; `number` follows the letter in its code.
    pub fn fault(
        &self,
        number: u16,
        span: Range<usize>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Fault {
        Fault::new(&format!("{}{number:04}", self.letter), en, fr).at(&self.file, span)
    }

    /// The faults noted since the last call, in the order of the file.
    #[must_use]
    pub fn take_faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.take();
        faults.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
        faults
    }

    /// Views a value as a table; notes a fault if it is none. `what` names it for people.
    pub fn as_table<'d>(&'d self, node: &'d Node, what: &str) -> Option<Table<'d>> {
        if let Value::Table(entries) = &node.value {
            let span = node.span.clone();
            return Some(Table { document: self, entries, span, asked: RefCell::default() });
        }
        self.wrong(node, what, words::TABLE);
        None
    }

    /// Views a value as a text; notes a fault if it is none.
    pub fn as_str<'d>(&'d self, node: &'d Node, what: &str) -> Option<&'d str> {
        if let Value::Text(text) = &node.value {
            return Some(text);
        }
        self.wrong(node, what, words::TEXT);
        None
    }

    /// Views a value as true or false; notes a fault if it is neither.
    pub fn as_bool(&self, node: &Node, what: &str) -> Option<bool> {
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        self.wrong(node, what, words::BOOL);
        None
    }

    /// Views a value as a whole number in a range; notes a fault if it is none.
    pub fn as_int(&self, node: &Node, what: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let Value::Int(value) = node.value else {
            self.wrong(node, what, words::INT);
            return None;
        };
        if range.contains(&value) {
            return Some(value);
        }
        let (low, high) = range.into_inner();
        // A number that is too great to be held is told as it is written.
        let value = match value {
            i64::MIN | i64::MAX => self.written(node),
            _ => value.to_string(),
        };
        let fault = self.fault(
            7,
            node.span.clone(),
            format!("`{what}` is {value}"),
            format!("`{what}` vaut {value}"),
        );
        self.note(if high == i64::MAX {
            fault.help(format!("write at least {low}"), format!("écrivez au moins {low}"))
        } else {
            fault.help(
                format!("write a number from {low} to {high}"),
                format!("écrivez un nombre de {low} à {high}"),
            )
        });
        None
    }

    /// Views a value as a list of words; one word is a list of one. Words at fault are left out.
    pub fn as_words<'d>(&'d self, node: &'d Node, what: &str) -> Option<Vec<Word<'d>>> {
        match &node.value {
            Value::Text(text) => Some(vec![Word { text, span: node.span.clone() }]),
            Value::List(nodes) => {
                let word = |node: &'d Node| {
                    Some(Word { text: self.as_str(node, what)?, span: node.span.clone() })
                };
                Some(nodes.iter().filter_map(word).collect())
            }
            _ => {
                self.wrong(node, what, words::WORDS);
                None
            }
        }
    }

    /// Views a value as a list of tables; one table is a list of one. Others are left out.
    pub fn as_tables<'d>(&'d self, node: &'d Node, what: &str) -> Option<Vec<Table<'d>>> {
        match &node.value {
            Value::Table(_) => Some(self.as_table(node, what).into_iter().collect()),
            Value::List(nodes) => {
                Some(nodes.iter().filter_map(|node| self.as_table(node, what)).collect())
            }
            _ => {
                self.wrong(node, what, words::TABLES);
                None
            }
        }
    }

    fn wrong(&self, node: &Node, what: &str, wanted: (&str, &str)) {
        let (en, fr) = words::found(&node.value);
        // What only lacks its quotes is shown with them.
        let quoted = match &node.value {
            Value::Bool(on) if wanted == words::TEXT => format!(": `\"{on}\"`"),
            Value::Int(n) if wanted == words::TEXT => format!(": `\"{n}\"`"),
            _ => String::new(),
        };
        self.note(
            self.fault(
                6,
                node.span.clone(),
                format!("`{what}` cannot be {en}"),
                format!("`{what}` ne peut pas être {fr}"),
            )
            .help(
                format!("write {}{quoted}", wanted.0),
                format!("écrivez {}{}", wanted.1, quoted.replacen(':', " :", 1)),
            ),
        );
    }
}

/// A table of a document. It remembers which keys were asked for, so that [`Table::finish`] can
/// report the others.
#[derive(Debug)]
pub struct Table<'d> {
    document: &'d Document,
    entries: &'d [Entry],
    span: Range<usize>,
    /// In the order in which they were asked for, some more than once.
    asked: RefCell<Vec<String>>,
}

impl<'d> Table<'d> {
    /// A text.
    pub fn str(&self, key: &str) -> Option<&'d str> {
        self.raw(key).and_then(|node| self.document.as_str(node, key))
    }

    /// A text with its place.
    pub fn word(&self, key: &str) -> Option<Word<'d>> {
        let node = self.raw(key)?;
        Some(Word { text: self.document.as_str(node, key)?, span: node.span.clone() })
    }

    /// A whole number in a range.
    pub fn int(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.raw(key).and_then(|node| self.document.as_int(node, key, range))
    }

    /// True or false.
    pub fn bool(&self, key: &str) -> Option<bool> {
        self.raw(key).and_then(|node| self.document.as_bool(node, key))
    }

    /// A list of words; one word is a list of one.
    pub fn words(&self, key: &str) -> Option<Vec<Word<'d>>> {
        self.raw(key).and_then(|node| self.document.as_words(node, key))
    }

    /// The same list without places, as owned strings; empty if the key is absent.
    #[must_use]
    pub fn strings(&self, key: &str) -> Vec<String> {
        let words = self.words(key).unwrap_or_default();
        words.into_iter().map(|word| word.text.to_owned()).collect()
    }

    /// A table below this one.
    pub fn table(&self, key: &str) -> Option<Table<'d>> {
        self.raw(key).and_then(|node| self.document.as_table(node, key))
    }

    /// Several tables: `[[key]]`, or a list of `{ … }`; empty if the key is absent.
    pub fn tables(&self, key: &str) -> Vec<Table<'d>> {
        self.raw(key).and_then(|node| self.document.as_tables(node, key)).unwrap_or_default()
    }

    /// Any value.
    pub fn raw(&self, key: &str) -> Option<&'d Node> {
        self.asked.borrow_mut().push(key.to_owned());
        self.entry(key).map(|entry| &entry.node)
    }

    /// Notes a fault if the key is absent; answers whether it is there.
    pub fn need(&self, key: &str) -> bool {
        let there = self.raw(key).is_some();
        if !there {
            self.document.note(
                self.document
                    .fault(
                        8,
                        self.span.clone(),
                        format!("`{key}` is missing"),
                        format!("il manque `{key}`"),
                    )
                    .help(format!("add `{key} = …`"), format!("ajoutez `{key} = …`")),
            );
        }
        there
    }

    /// Every key with its value, in the order of the file. Does not count as asking.
    pub fn entries(&self) -> impl Iterator<Item = &'d Entry> + use<'d> {
        self.entries.iter()
    }

    /// Whether the key is there. Does not count as asking.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    /// Bytes of the whole table: its head, or from brace to brace.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Bytes of a key; those of the table if the key is absent.
    #[must_use]
    pub fn key_span(&self, key: &str) -> Range<usize> {
        self.entry(key).map_or_else(|| self.span(), |entry| entry.key_span.clone())
    }

    /// Bytes of a value; those of the table if the key is absent.
    #[must_use]
    pub fn value_span(&self, key: &str) -> Range<usize> {
        self.entry(key).map_or_else(|| self.span(), |entry| entry.node.span.clone())
    }

    /// The document it belongs to.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.document
    }

    fn entry(&self, key: &str) -> Option<&'d Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }
}
