//! One fault for one slip, at the bracket that is open.

use crate::Document;

/// What is found in a text: the line, what stands under the caret, what is said, and the way out.
fn faults(text: &str) -> Vec<(usize, String, String, String)> {
    let mut faults = Vec::new();
    assert!(Document::parse("set.toml", text, &mut faults).is_none(), "{text}");
    let told = faults.into_iter().map(|fault| {
        let span = fault.span.expect("a place");
        let (line, _) = crate::line_col(text, span.start);
        let help = fault.help.map(|help| help.en).unwrap_or_default();
        (line, text[span].to_owned(), fault.what.en, help)
    });
    told.collect()
}

#[test]
fn a_bracket_that_is_never_closed_is_one_fault_at_the_bracket() {
    let open = |text: &str| {
        let found = faults(text);
        assert_eq!(found.len(), 1, "{found:?}");
        let (line, under, what, help) = found.into_iter().next().expect("one");
        assert!(what.contains(&format!("`{under}` is never closed")), "{what}");
        (line, under, help)
    };
    for (text, line, under, closers) in [
        ("id = 1\ncity = [{ at = \"N\" }\nroad = [{ at = \"E W\" }]\n", 2, "[", "`]`"),
        ("city = [{ at = \"N\"\nroad = [{ at = \"E W\" }]\n", 1, "{", "`}]`"),
        ("city = [{ at = \"N\" ]\nroad = [{ at = \"E W\" }]\n", 1, "{", "`}`"),
        ("players = [\n  \"Ann\", # first\n  \"Bo[b\",\nseed = 3\n", 1, "[", "`]`"),
        ("players = [\"Ann\", \"Bob\"\n\n[expansions]\nriver = true\n", 1, "[", "`]`"),
        ("tile = { a = 1,\n[[tile]]\nid = 3\n", 1, "{", "`}`"),
        ("last = [1, 2", 1, "[", "`]`"),
        ("été = [\"é\",\nb = 2\n", 1, "[", "`]`"),
    ] {
        let (at, found, help) = open(text);
        assert_eq!((at, found.as_str()), (line, under), "{text}");
        assert!(help.contains(closers), "{text}: {help}");
    }
}

#[test]
fn a_quote_that_is_missing_is_the_slip_and_not_the_bracket_before_it() {
    let found = faults("id = \"a\"\ncity = [{ at = \"N }]\nroad = 3\n");
    assert_eq!(found.len(), 1, "{found:?}");
    let (line, under, what, help) = &found[0];
    assert_eq!((*line, under.as_str()), (2, "\""));
    assert!(what.contains("no quote at its end") && help.contains("`\"`"), "{found:?}");
}

#[test]
fn what_follows_an_open_bracket_is_read_all_the_same() {
    let found = faults("a = [1, 2\nb = 3\nc = \nd = [4\ne = 5\n");
    let lines: Vec<usize> = found.iter().map(|f| f.0).collect();
    assert_eq!(lines, [1, 3, 4], "{found:?}");
}

#[test]
fn a_value_has_one_fault_of_syntax() {
    for text in ["a = [1 2 3 4]\n", "a = [{ b = }, { c = }]\n", "a = { b = 1 c = 2 d = 3 }\n"] {
        let found = faults(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
    }
    let found = faults("a = [1 2 3]\nb = 4\nc = [5 6 7]\n");
    assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [1, 3], "{found:?}");
}

#[test]
fn what_is_toml_stays_so() {
    for text in [
        "a = [\n[1],\n[2]\n]\n",
        "a = [\n\"b = 1\",\n'c = 2' # d = [\n]\n",
        "a = { b = 1,\n c = 2 }\n",
        "a = \"\"\"\n[\nb = 1\n\"\"\"\n[c]\n",
        "a = [\n[true],\n[false]]\n",
    ] {
        let mut faults = Vec::new();
        assert!(Document::parse("set.toml", text, &mut faults).is_some(), "{text}: {faults:?}");
        let read = super::lines(text);
        assert_eq!(read.open, None, "{text}");
        let whole: String = read.statements.into_iter().map(|s| &text[s]).collect();
        assert_eq!(whole, text);
    }
}
