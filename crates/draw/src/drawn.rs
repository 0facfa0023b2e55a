//! Telling pictures of this crate from others: an SVG by how it begins, a PNG by a word in it.

/// Number of bytes at the start of a file that identify this program's pictures.
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

/// Pixels in a millimeter of a page of this crate.
const PIXELS_IN_MM: f32 = 96.0 / 25.4;

/// A PNG that says how large it is on paper. `scale`: its pixels for each pixel of the SVG.
pub(crate) fn sized(mut png: Vec<u8>, scale: f32) -> Vec<u8> {
    let in_metre = (1000.0 * PIXELS_IN_MM * scale).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(in_metre.to_be_bytes());
    chunk.extend(in_metre.to_be_bytes());
    // The unit is the metre.
    chunk.push(1);
    let check = checked(&chunk);
    let length = chunk.len() as u32 - 4;
    let whole = [&length.to_be_bytes()[..], &chunk, &check.to_be_bytes()].concat();
    png.splice(PNG_HEAD_BYTES..PNG_HEAD_BYTES, whole);
    png
}

/// The check sum of a chunk, bit by bit: chunks of ours are short.
fn checked(chunk: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
        })
    };
    !chunk.iter().fold(u32::MAX, step)
}

/// A PNG with the word in it.
pub(crate) fn signed(mut png: Vec<u8>) -> Vec<u8> {
    png.splice(PNG_HEAD_BYTES..PNG_HEAD_BYTES, PNG_WORD.iter().copied());
    png
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SheetOptions;

    #[test]
    fn a_page_says_how_large_it_is() {
        let tile = bastide::core::decl::Tile { id: "a/b".into(), count: 1, ..Default::default() };
        let page = crate::pages(&[tile], &[], &crate::Look::default(), &SheetOptions::default());
        let bytes = crate::png(&page[0], 840).expect("a picture");
        assert!(is_drawn(&bytes));
        let at = bytes.windows(4).position(|w| w == b"pHYs").expect("a size");
        // 840 pixels on 210 mm are 4000 in a metre.
        assert_eq!(bytes[at + 4..at + 8], 4000_u32.to_be_bytes());
        assert!(resvg::tiny_skia::Pixmap::decode_png(&bytes).is_ok());
        let board = crate::sheet(&[], &[], &crate::Look::default(), &SheetOptions::default());
        let bytes = crate::png(&board, 40).expect("a picture");
        assert!(!bytes.windows(4).any(|w| w == b"pHYs"), "a screen has no paper");
    }

    #[test]
    fn own_pictures_are_known_and_others_are_not() {
        let options = SheetOptions { title: "Mine".into(), ..Default::default() };
        let svg = crate::sheet(&[], &[], &crate::Look::default(), &options);
        assert!(is_drawn(svg.as_bytes()), "{svg}");
        let bytes = crate::png(&svg, 40).expect("a picture");
        assert!(is_drawn(&bytes[..HEAD_BYTES.min(bytes.len())]));
        let map = resvg::tiny_skia::Pixmap::decode_png(&bytes).expect("still a PNG");
        assert!(!is_drawn(&map.encode_png().expect("a PNG")), "of another program");
        assert_eq!(
            checked(&PNG_WORD[4..PNG_WORD.len() - 4]).to_be_bytes(),
            PNG_WORD[PNG_WORD.len() - 4..]
        );
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
