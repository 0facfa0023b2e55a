//! Reading of `rules.md`.

use super::*;

const GOOD: &str = "\
# The Inns

Prose that is nobody's rule.

## Roads

### ic.inn.road
A road with an inn gives
two points per tile.

*Une route avec auberge rapporte
deux points par tuile.*

Source: R-IC-002; 002

## More

More prose.
";

#[test]
fn a_rule_has_two_texts_and_a_source() {
    let (rules, faults) = read("rules.md", GOOD, "");
    assert_eq!(faults, []);
    assert_eq!(rules.len(), 1);
    let rule = &rules[0];
    assert_eq!(rule.id, "ic.inn.road");
    assert_eq!(rule.text["en"], "A road with an inn gives two points per tile.");
    assert_eq!(rule.text["fr"], "Une route avec auberge rapporte deux points par tuile.");
    assert_eq!(rule.source, "R-IC-002; 002");
}

/// The codes of a text, each with line and column.
fn codes(text: &str) -> Vec<(String, usize, usize)> {
    let (_, faults) = read("rules.md", text, "");
    let at = |f: &Fault| bastide_text::line_col(text, f.span.as_ref().map_or(0, |s| s.start));
    faults.iter().map(|f| (f.code.clone(), at(f).0, at(f).1)).collect()
}

#[test]
fn faults_of_rules_have_code_line_and_column() {
    let full = "x\n\n*y*\n\nSource: z\n";
    assert_eq!(codes(&format!("### a.b\n{full}### a.b\n{full}")), [("M0801".into(), 7, 5)]);
    assert_eq!(codes("\n### a.b\nx\n\nSource: z\n"), [("M0802".into(), 2, 5)]);
    assert_eq!(codes("### a.b\nx\n\n*y*\n"), [("M0803".into(), 1, 5)]);
    assert_eq!(codes("### a.b\n*y*\nSource: z\n"), [("M0804".into(), 1, 5)]);
    assert_eq!(codes("###  A rule\n"), [("M0805".into(), 1, 6)]);
}

#[test]
fn code_blocks_are_prose() {
    let (rules, faults) = read("rules.md", "```\n### not.a.rule\n```\n", "");
    assert!(rules.is_empty() && faults.is_empty());
}

#[test]
fn cut_anywhere_it_does_not_panic() {
    for end in 0..=GOOD.len() {
        let _ = read("rules.md", &GOOD[..end], "");
    }
}
