//! Lines folded between words, and blocks of lines side by side, whatever styles they carry.

/// Columns that a text takes on a terminal.
pub(crate) fn width(text: &str) -> usize {
    console::measure_text_width(text)
}

/// Wraps a line between words to a number of columns, with indented continuation lines.
pub(crate) fn fold(line: &str, columns: usize, indent: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut now = String::new();
    for word in line.split_inclusive(' ') {
        let full = width(&now) + width(word.trim_end()) > columns;
        if full && !now.trim().is_empty() {
            lines.push(std::mem::replace(&mut now, " ".repeat(indent)).trim_end().to_owned());
        }
        now.push_str(word);
    }
    if !now.trim().is_empty() {
        lines.push(now.trim_end().to_owned());
    }
    lines
}

/// Every line of a text folded to the columns of the terminal, if there is one.
pub(crate) fn folded(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let fold = |line: &str| {
        let indent = line.len() - line.trim_start().len() + 2;
        fold(line, columns, indent.min(columns / 2))
            .into_iter()
            .map(|line| line + "\n")
            .collect::<String>()
    };
    text.lines().map(fold).collect()
}

/// Puts one block to the right of another, at column `at`.
pub(crate) fn beside(left: &[String], right: &[String], at: usize) -> Vec<String> {
    let rows = left.len().max(right.len());
    let empty = String::new();
    let row = |i: usize| {
        let (l, r) = (left.get(i).unwrap_or(&empty), right.get(i).unwrap_or(&empty));
        if r.is_empty() {
            return l.clone();
        }
        format!("{l}{}{r}", " ".repeat(at.saturating_sub(width(l)).max(1)))
    };
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_none_is_too_wide() {
        let style = crate::board::symbols::STRONG;
        let text = format!("floor on: {}", format!("{style}12) −1,0{style:#}  ").repeat(30));
        let lines = fold(&text, 40, 4);
        assert!(lines.len() > 5 && lines.iter().all(|line| width(line) <= 40), "{lines:?}");
        assert!(lines[1].starts_with("    "), "{lines:?}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&lines.join(" ")), words(&text), "nothing is lost");
        assert_eq!(fold("short", 40, 4), ["short"]);
        assert_eq!(folded("a b\n", Some(2)), "a\n b\n");
        assert_eq!(folded("a long line", None), "a long line");
    }

    #[test]
    fn blocks_stand_side_by_side() {
        let block = |lines: &[&str]| lines.iter().map(|l| (*l).to_owned()).collect::<Vec<_>>();
        let both = beside(&block(&["ab", "c"]), &block(&["1", "2", "3"]), 4);
        assert_eq!(both, ["ab  1", "c   2", "    3"]);
    }
}
