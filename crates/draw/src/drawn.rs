//! Telling pictures of this crate from others: an SVG by how it begins, a PNG by a word in it.

/// So much of a file tells whose picture it is.
pub const HEAD_BYTES: usize = 400;

/// How every SVG of this crate begins; other programs write their heads otherwise.
pub(crate) const SVG_HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
/// How its first line ends.
pub(crate) const SVG_HEAD_END: &str = "role=\"img\">\n<title>";

/// Signature and header of a PNG, which stand before everything else.
const PNG_HEAD_BYTES: usize = 33;
/// A chunk that says which program made a PNG: length, kind, text, check sum.
const PNG_WORD: &[u8] = b"\x00\x00\x00\x10tEXtSoftware\x00bastide\x4b\xef\x5e\x22";

/// Whether a file that begins so is a picture of this crate.
#[must_use]
pub fn is_drawn(head: &[u8]) -> bool {
    if head.starts_with(b"\x89PNG") {
        return head.get(PNG_HEAD_BYTES..).is_some_and(|rest| rest.starts_with(PNG_WORD));
    }
    let text = String::from_utf8_lossy(head);
    text.starts_with(SVG_HEAD)
        && text.find('>').is_some_and(|end| text[..=end].ends_with("role=\"img\">"))
        && text.contains(SVG_HEAD_END)
}

/// A PNG with the word in it.
pub(crate) fn signed(mut png: Vec<u8>) -> Vec<u8> {
    png.splice(PNG_HEAD_BYTES..PNG_HEAD_BYTES, PNG_WORD.iter().copied());
    png
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_pictures_are_known_and_others_are_not() {
        let options = crate::SheetOptions { title: "Mine".into(), ..Default::default() };
        let svg = crate::sheet(&[], &[], &crate::Look::default(), &options);
        assert!(is_drawn(svg.as_bytes()), "{svg}");
        let bytes = crate::png(&svg, 40).expect("a picture");
        assert!(is_drawn(&bytes[..HEAD_BYTES.min(bytes.len())]));
        let map = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("still a PNG");
        assert!(!is_drawn(&map.encode_png().expect("a PNG")), "of another program");
        for other in [
            "",
            "Dear Ana",
            "<svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></svg>",
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\">\n<title>a</title></svg>",
        ] {
            assert!(!is_drawn(other.as_bytes()), "{other}");
        }
    }
}
