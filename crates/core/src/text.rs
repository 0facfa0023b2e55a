//! Text of strangers, made safe to show.

use std::borrow::Cow;

/// Bytes of a message that are kept.
pub const TEXT_MAX: usize = 4096;

/// The text on one line: control, bidirectional and invisible characters spelled out, at most [`TEXT_MAX`] bytes.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(TEXT_MAX));
    for c in text.chars() {
        let before = out.len();
        match c {
            '\t' => out.push(' '),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if hides(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
        if out.len() > TEXT_MAX {
            out.truncate(before);
            while out.len() > TEXT_MAX - '…'.len_utf8() {
                out.pop();
            }
            out.push('…');
            break;
        }
    }
    out
}

/// The text with control, bidirectional and invisible characters spelled out, and lines and tabs as they are: what is
/// read of a file of a stranger may be written to a terminal, wherever it goes from there.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    let steers = |c: char| hides(c) && !matches!(c, '\n' | '\t');
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a character is not seen, or changes how others are seen.
#[must_use]
pub fn hides(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{TEXT_MAX, clean, harmless};

    #[test]
    fn control_and_bidirectional_characters_are_spelled_out() {
        assert_eq!(clean("a\u{1b}[31mb\nc\u{202e}d"), "a\\u{1b}[31mb\\nc\\u{202e}d");
    }

    #[test]
    fn long_text_is_cut() {
        let cut = clean(&"é".repeat(TEXT_MAX));
        assert!(cut.len() <= TEXT_MAX && cut.ends_with('…'));
    }

    #[test]
    fn harmless_text_keeps_its_lines() {
        assert_eq!(harmless("a\t1\nc é"), "a\t1\nc é");
        assert_eq!(
            harmless("\u{1b}]0;x\u{7}\u{9b}2J\n\u{202e}\u{200b}"),
            "\\u{1b}]0;x\\u{7}\\u{9b}2J\n\\u{202e}\\u{200b}"
        );
    }
}
