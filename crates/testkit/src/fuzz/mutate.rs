//! Seeds and what becomes of them when somebody types carelessly, or with intent.

use std::path::Path;

use bastide::chance::Stream;

/// Pieces that mean something to one reader or another.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "'''",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "(",
    ")",
    "=",
    "==",
    ".",
    "..",
    ",",
    ";",
    ":",
    "\n",
    "\n\n",
    "\r\n",
    "\\",
    "\\u0000",
    "\0",
    "\t",
    " ",
    "é",
    "\u{202e}",
    "\u{feff}",
    "😀",
    "-",
    "-1",
    "0",
    "1",
    "2",
    "255",
    "256",
    "65535",
    "65536",
    "99999",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0x7f",
    "1e9",
    "nan",
    "inf",
    "true",
    "false",
    "nil",
    "#",
    "--",
    "--[[",
    "/",
    "*",
    "@",
    "~",
    "N",
    "NL",
    "E S",
    "r0",
    "r3",
    "0,0",
    "-1,1",
    "30000,30000",
    "-32768,32767",
    "A",
    "B",
    "0 ",
    "1 ",
    "Player 1",
    "pass",
    "draw ",
    "place ",
    "deploy ",
    "move ",
    "roll ",
    "meeple",
    "meeple:1",
    "road@E",
    "city@N",
    "field",
    "tower",
    "tower#2",
    "base/D",
    "base",
    "*",
    "local ",
    "function ",
    "end",
    "return ",
    "for ",
    "while true do ",
    "error(",
    "out:",
    "game:",
    "option",
    "default",
    "values",
    "range",
    "tiles",
    "sets",
    "seed",
    "players = ",
    "expansion ",
    "---\n",
    "bastide 1\n",
    "= 0 0\n",
    "# turn 2 h=0000000000000000\n",
    "### ",
    "*",
    "Source: ",
    "[[tile]]\n",
    "[[scenario]]\n",
    "[scenario.expect]\n",
    "[[hook]]\n",
    "id = \"x\"\n",
    "at = \"N E S W\"",
    "count = 99",
    "extends = \"base\"\n",
    "random = 2\n",
    "end = true\n",
];

/// Seeds of one target.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Name and text, by name.
    pub files: Vec<(String, String)>,
}

impl Seeds {
    /// All files of a folder, by name.
    ///
    /// # Panics
    ///
    /// If the folder or one of its files cannot be read.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        let entries =
            std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), text));
        }
        files.sort();
        assert!(!files.is_empty(), "{} holds no seeds", folder.display());
        Self { files }
    }

    fn any(&self, stream: &mut Stream) -> &str {
        &self.files[stream.below(self.files.len() as u32) as usize].1
    }
}

/// A place between two letters.
fn cut(text: &str, stream: &mut Stream) -> usize {
    let mut at = stream.below(text.len() as u32 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Two places, in order, the second not far from the first.
fn span(text: &str, stream: &mut Stream, far: u32) -> (usize, usize) {
    let from = cut(text, stream);
    let mut to = (from + stream.below(far) as usize).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    (from, to)
}

/// Where a line begins and ends.
fn line(text: &str, stream: &mut Stream) -> (usize, usize) {
    let at = cut(text, stream);
    let from = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let to = text[at..].find('\n').map_or(text.len(), |n| at + n + 1);
    (from, to)
}

/// A seed with some changes.
#[must_use]
pub fn mutated(seeds: &Seeds, stream: &mut Stream) -> String {
    let mut text = seeds.any(stream).to_owned();
    for _ in 0..=stream.below(5) {
        change(&mut text, seeds, stream);
        if text.len() > 1 << 16 {
            let end = cut(&text[..], stream);
            text.truncate(end);
        }
    }
    text
}

fn change(text: &mut String, seeds: &Seeds, stream: &mut Stream) {
    let piece = PIECES[stream.below(PIECES.len() as u32) as usize];
    match stream.below(12) {
        // A piece in place of a few letters, or between two.
        0..=2 => {
            let (from, to) = span(text, stream, 6);
            text.replace_range(from..to, piece);
        }
        3 => {
            let at = cut(text, stream);
            text.insert_str(at, piece);
        }
        // A number or word in place of another.
        4 | 5 => {
            let at = cut(text, stream);
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            let from = text[..at]
                .rfind(|c| !word(c))
                .map_or(0, |n| n + text[n..].chars().next().map_or(1, char::len_utf8));
            let to = text[at..].find(|c| !word(c)).map_or(text.len(), |n| at + n);
            let other = seeds.any(stream);
            let (a, b) = span(other, stream, 10);
            let new = if stream.below(2) == 0 { piece } else { &other[a..b] };
            text.replace_range(from..to, new);
        }
        // A line that is gone, said again, or elsewhere.
        6 => {
            let (from, to) = line(text, stream);
            text.replace_range(from..to, "");
        }
        7 | 8 => {
            let (from, to) = line(text, stream);
            let said = text[from..to].to_owned();
            let times = [1, 1, 1, 2, 40][stream.below(5) as usize];
            let at = line(text, stream).0;
            text.insert_str(at, &said.repeat(times));
        }
        // A part of another seed.
        9 => {
            let other = seeds.any(stream);
            let (from, to) = span(other, stream, 300);
            let at = cut(text, stream);
            text.insert_str(at, &other[from..to]);
        }
        // Cut off.
        10 => {
            let at = cut(text, stream);
            text.truncate(at);
        }
        _ => {
            let (from, to) = span(text, stream, 40);
            text.replace_range(from..to, "");
        }
    }
}
