//! Text of strangers, made safe to show.

use std::borrow::Cow;

/// Bytes of a message that are kept.
pub const TEXT_MAX: usize = 4096;

/// The text on one line: control, bidirectional and invisible characters spelled out, at most [`TEXT_MAX`] bytes.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(TEXT_MAX));
    for (at, c) in text.char_indices() {
        let before = out.len();
        match c {
            '\t' => out.push(' '),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if hides(c) && !joins(text, at, c) => out.extend(c.escape_unicode()),
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
    let steers =
        |(at, c): (usize, char)| hides(c) && !matches!(c, '\n' | '\t') && !joins(text, at, c);
    if !text.char_indices().any(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if steers((at, c)) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a character is not seen, or changes how others are seen: controls, what turns writing around, and everything
/// that Unicode shows as nothing where it is not known.
#[must_use]
pub fn hides(c: char) -> bool {
    c.is_control()
        || chooses(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character chooses between two forms of the one before it.
fn chooses(c: char) -> bool {
    matches!(c, '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Returns the first character that is invisible or that changes how others look. Joiners that scripts and emoji need
/// are allowed.
#[must_use]
pub fn hidden(text: &str) -> Option<char> {
    text.char_indices().find(|(at, c)| hides(*c) && !joins(text, *at, *c)).map(|(_, c)| c)
}

/// A text without what is not seen of it: two names that are the same without it look the same.
#[must_use]
pub fn seen(text: &str) -> String {
    // The empty pattern of Braille is seen as a blank is.
    text.chars().filter(|c| !hides(*c) && *c != '\u{2800}').collect()
}

/// Whether a character at this byte joins the two beside it or keeps them apart, as Persian, scripts of India and emoji
/// write it, or chooses the form of the one before it, as emoji do. After characters of ASCII it does nothing, and would only
/// hide; but for digits that are drawn as keys.
fn joins(text: &str, at: usize, c: char) -> bool {
    let carries =
        |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !c.is_whitespace() && !hides(c));
    let (before, rest) = text.split_at(at);
    let after = rest.chars().nth(1);
    if chooses(c) {
        return carries(before.chars().next_back()) || after == Some('\u{20e3}');
    }
    let before = before.chars().rev().find(|c| !chooses(*c));
    matches!(c, '\u{200c}' | '\u{200d}') && carries(before) && carries(after)
}

#[cfg(test)]
mod tests {
    use super::{TEXT_MAX, clean, harmless, hidden, seen};

    #[test]
    fn what_joins_characters_is_left_where_they_need_it() {
        for good in [
            "👨\u{200d}👩\u{200d}👧",
            "1\u{fe0f}\u{20e3}",
            "葛\u{e0100}",
            "علی\u{200c}رضا",
            "❤\u{fe0f}\u{200d}🔥",
            "क\u{94d}\u{200d}ष",
        ] {
            assert_eq!(
                (hidden(good), harmless(good), clean(good).as_str()),
                (None, good.into(), good)
            );
        }
        for bad in [
            "a\u{200d}b",
            "\u{200c}",
            "é\u{200d}",
            "\u{200d}é",
            "Ana\u{fe0f}",
            "Ana\u{e0100}",
            "é\u{fe0f}\u{fe0f}",
            "A\u{34f}na",
            "An\u{3164}a",
            "An\u{e0fff}a",
            "é\u{200c}\u{200d}é",
            "é\u{200c} é",
        ] {
            assert!(hidden(bad).is_some() && harmless(bad) != bad && clean(bad) != bad, "{bad:?}");
        }
        assert_eq!(seen("علی\u{200c}رضا"), seen("علیرضا"));
        assert_eq!(seen("\u{3164}\u{200d}\u{fe0f}"), "");
    }

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
