//! JSON with places: every value knows the bytes it takes, so that a message can point at it.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::text::harmless;

/// Deepest nesting that is read.
const DEPTH_MAX: usize = 64;

/// A value with the bytes it takes in the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) value: Json,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    /// Keys in the order of the file.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// A value of a table; `None` if it is absent or null.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let node = self.entries().iter().find(|(name, _)| name == key).map(|(_, node)| node)?;
        (node.value != Json::Null).then_some(node)
    }

    /// Returns the entries of a table; empty for anything else.
    pub(super) fn entries(&self) -> &[(String, Node)] {
        if let Json::Table(entries) = &self.value { entries } else { &[] }
    }

    /// Returns the members of a list; empty for anything else.
    pub(super) fn list(&self) -> &[Node] {
        if let Json::List(nodes) = &self.value { nodes } else { &[] }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Json::Text(text) = &self.value { Some(text) } else { None }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Json::Number(number) = self.value { Some(number) } else { None }
    }

    /// A whole number within bounds.
    pub(super) fn int(&self, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let number = self.number()?;
        let whole = number as i64;
        (whole as f64 - number == 0.0 && range.contains(&whole)).then_some(whole)
    }

    /// Returns the kind of value, in both languages.
    pub(super) fn kind(&self) -> (&'static str, &'static str) {
        match self.value {
            Json::Null => ("null", "null"),
            Json::Bool(_) => ("true or false", "vrai ou faux"),
            Json::Number(_) => ("a number", "un nombre"),
            Json::Text(_) => ("a text", "un texte"),
            Json::List(_) => ("a list", "une liste"),
            Json::Table(_) => ("an object", "un objet"),
        }
    }
}

/// Reads a text that is one JSON value.
///
/// # Errors
///
/// `J0001` with the first place at which it is none.
pub(super) fn parse(file: &str, text: &str) -> Result<Node, Box<Fault>> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0 };
    let read = reader.blank().value(0).and_then(|node| {
        let end = reader.blank().at;
        if end < text.len() {
            Err(("something after the end", "quelque chose après la fin"))
        } else {
            Ok(node)
        }
    });
    read.map_err(|(en, fr)| {
        let fault = Fault::new(
            "J0001",
            format!("this is no JSON: {en}"),
            format!("ce n'est pas du JSON : {fr}"),
        );
        // One character, or nothing at the end of the text.
        let at =
            (0..=reader.at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        Box::new(fault.at(file, at..end))
    })
}

type Wrong = (&'static str, &'static str);

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn blank(&mut self) -> &mut Self {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        self
    }

    fn value(&mut self, depth: usize) -> Result<Node, Wrong> {
        if depth > DEPTH_MAX {
            return Err(("nested too deep", "trop de niveaux"));
        }
        let from = self.at;
        let value = match self.peek() {
            b'{' => Json::Table(self.table(depth)?),
            b'[' => Json::List(self.members(depth)?),
            b'"' => Json::Text(harmless(&self.string()?).into_owned()),
            b'-' | b'0'..=b'9' => self.digits()?,
            _ => self.word()?,
        };
        Ok(Node { span: from..self.at, value })
    }

    fn word(&mut self) -> Result<Json, Wrong> {
        let words =
            [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        for (word, value) in words {
            if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(if self.at >= self.bytes.len() {
            ("the text ends here", "le texte s'arrête ici")
        } else {
            ("a value is missing", "il manque une valeur")
        })
    }

    fn digits(&mut self) -> Result<Json, Wrong> {
        let from = self.at;
        while matches!(self.peek(), b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
            self.at += 1;
        }
        match self.text.get(from..self.at).and_then(|text| text.parse::<f64>().ok()) {
            Some(number) if number.is_finite() => Ok(Json::Number(number)),
            _ => {
                self.at = from;
                Err(("this is no number", "ce n'est pas un nombre"))
            }
        }
    }

    fn string(&mut self) -> Result<String, Wrong> {
        let from = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), b'"' | b'\\' | 0..=31) {
                self.at += 1;
            }
            out.push_str(self.text.get(start..self.at).unwrap_or(""));
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => out.push(self.escape()?),
                _ => {
                    self.at = from;
                    return Err(("the text is not closed", "le texte n'est pas fermé"));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Wrong> {
        let letter = self.bytes.get(self.at + 1).copied().unwrap_or(0);
        let plain = match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(("unknown escape", "échappement inconnu")),
        };
        self.at += 2;
        Ok(plain)
    }

    /// `\u` and four digits; half a pair alone becomes the mark of an unknown letter.
    fn unicode(&mut self) -> Result<char, Wrong> {
        let first = self.hex(self.at)?;
        self.at += 6;
        if (0xd800..0xdc00).contains(&first) && self.bytes.get(self.at..self.at + 2) == Some(b"\\u")
        {
            let second = self.hex(self.at)?;
            if (0xdc00..0xe000).contains(&second) {
                self.at += 6;
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&self, at: usize) -> Result<u32, Wrong> {
        let digits =
            self.text.get(at + 2..at + 6).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let read = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        read.ok_or(("four digits are missing", "il manque quatre chiffres"))
    }

    fn members(&mut self, depth: usize) -> Result<Vec<Node>, Wrong> {
        let missing = ("`,` or `]` is missing", "il manque `,` ou `]`");
        self.several(b']', missing, |reader| reader.value(depth + 1))
    }

    fn table(&mut self, depth: usize) -> Result<Vec<(String, Node)>, Wrong> {
        let missing = ("`,` or `}` is missing", "il manque `,` ou `}`");
        self.several(b'}', missing, |reader| {
            if reader.peek() != b'"' {
                return Err(("a key in quotes is missing", "il manque une clé entre guillemets"));
            }
            let key = reader.string()?;
            if reader.blank().peek() != b':' {
                return Err(("`:` is missing", "il manque `:`"));
            }
            reader.at += 1;
            Ok((key, reader.blank().value(depth + 1)?))
        })
    }

    /// Reads the values between the opening bracket at the reader and the closing one.
    fn several<T>(
        &mut self,
        close: u8,
        missing: Wrong,
        mut one: impl FnMut(&mut Self) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Wrong> {
        let mut out = Vec::new();
        self.at += 1;
        if self.blank().peek() == close {
            self.at += 1;
            return Ok(out);
        }
        loop {
            self.blank();
            out.push(one(self)?);
            match self.blank().peek() {
                b',' => self.at += 1,
                c if c == close => {
                    self.at += 1;
                    return Ok(out);
                }
                _ => return Err(missing),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_place() {
        let text = r#" {"a": [1, -2.5e1, "x\u00e9\ud83d\ude00\n"], "b": null, "c": true} "#;
        let root = parse("x.jcz", text).expect("is read");
        let list = root.get("a").expect("is there").list();
        assert_eq!(list[0].int(0..=9), Some(1));
        assert_eq!(list[1].number(), Some(-25.0));
        assert_eq!(list[2].text(), Some("xé😀\n"));
        assert_eq!(&text[list[1].span.clone()], "-2.5e1");
        assert_eq!(root.get("b"), None);
        assert_eq!(list[1].int(0..=9), None);
    }

    #[test]
    fn whatever_is_cut_or_broken_gives_a_place() {
        let text = r#"{"a": [1, {"b": "x\u00e9"}], "c": 0.5}"#;
        for end in (0..text.len()).filter(|i| text.is_char_boundary(*i)) {
            let fault = parse("x.jcz", &text[..end]).expect_err("is cut");
            assert_eq!(fault.code, "J0001");
            assert!(fault.span.is_some());
        }
        let deep = "[".repeat(100_000);
        for bad in [
            "",
            "nul",
            "{'a': 1}",
            "[1 2]",
            "\"\\q\"",
            "\"\\ud8\"",
            "--",
            "1e999",
            "{} x",
            "\"a\nb\"",
            &deep,
        ] {
            assert_eq!(parse("x.jcz", bad).expect_err(bad).code, "J0001");
        }
    }
}
