//! The first sentence of a text, for a line of its own.

/// The first sentence of a text, with its period; all of it, if it is but one.
pub(super) fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |at| &text[..=at])
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn a_text_is_told_by_its_first_sentence() {
        for (text, first) in [
            ("A tile lies there: nobody sees it. A second.", "A tile lies there: nobody sees it."),
            ("One sentence; with 1.5 points.", "One sentence; with 1.5 points."),
            ("No period", "No period"),
            ("Une tuile est là. Personne ne la voit.", "Une tuile est là."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first);
        }
    }
}
