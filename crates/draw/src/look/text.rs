//! Signs for boards in text: one character, or one for each way through a tile, and colors of a terminal.

use bastide_text::Table;
use unicode_width::UnicodeWidthChar as _;

/// Signs of a kind that runs through the middle of edges: one for each set of edges.
const WAYS: usize = 16;

/// How a kind or a tag shows on a board in text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    signs: Vec<char>,
    /// Color of the sign, of the 256 of a terminal.
    pub ink: Option<u8>,
    /// Color behind it.
    pub ground: Option<u8>,
    /// Color of its walls on grass.
    pub wall: Option<u8>,
}

impl Text {
    /// Its sign; for a kind that runs through the middle of edges, by the edges that it joins, as bits N E S W.
    #[must_use]
    pub fn sign(&self, edges: u8) -> Option<char> {
        self.signs.get(usize::from(edges)).or(self.signs.first()).copied()
    }
}

/// `text = { sign = "♜", ink = 16 }`.
pub(super) fn text(table: &Table<'_>) -> Option<Text> {
    let table = table.table("text")?;
    let colour = |key| table.int(key, 0..=255).and_then(|n| u8::try_from(n).ok());
    let (ink, ground, wall) = (colour("ink"), colour("ground"), colour("wall"));
    let word = table.word("sign");
    let signs: Vec<char> = word.as_ref().map_or(Vec::new(), |word| word.text.chars().collect());
    if let Some(word) = word
        && (!matches!(signs.len(), 1 | WAYS) || signs.iter().any(|sign| is_none(*sign)))
    {
        let document = table.document();
        let fault = document.fault(
            107,
            word.span,
            format!("`{}` is no sign", word.text.escape_debug()),
            format!("`{}` n'est pas un signe", word.text.escape_debug()),
        );
        document.note(fault.help(
            "write one character, or sixteen, one for each set of edges joined, N counting 1, E 2, S 4, W 8",
            "écrivez un caractère, ou seize, un par ensemble de bords reliés : N compte 1, E 2, S 4, O 8",
        ));
        table.finish();
        return None;
    }
    table.finish();
    Some(Text { signs, ink, ground, wall })
}

/// Whether a character does not take just one place: then all that comes after it would stand elsewhere.
fn is_none(sign: char) -> bool {
    sign.is_whitespace() || sign.width() != Some(1)
}
