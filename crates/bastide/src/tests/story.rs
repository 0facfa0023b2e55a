//! Sentences of sheets and effects.

use super::*;
use crate::game::tests::greedy;

#[test]
fn plurals_follow_the_language() {
    for (n, noun, lang, text) in [
        (1, "tile", "en", "1 tile"),
        (0, "tile", "en", "0 tiles"),
        (3, "city", "en", "3 cities"),
        (2, "church", "en", "2 churches"),
        (2, "sack of grain", "en", "2 sacks of grain"),
        (0, "tuile", "fr", "0 tuile"),
        (2, "tuile de rivière", "fr", "2 tuiles de rivière"),
        (2, "tonneau", "fr", "2 tonneaux"),
        (2, "prix", "fr", "2 prix"),
    ] {
        assert_eq!(counted(n, noun, lang), text);
    }
}

#[test]
fn sheets_and_effects_read_in_both_languages() {
    let game = greedy(7);
    let mut sheets = 0;
    for entry in game.entries() {
        for sheet in &entry.outcome.sheets {
            let (en, fr) = (sheet_line(&game, sheet, "en"), sheet_line(&game, sheet, "fr"));
            assert!(en.contains(&format!("= {}", sheet.value)) || sheet.terms.is_empty(), "{en}");
            assert!(
                en.contains('[') && en != fr && !en.contains('?') && !fr.contains('?'),
                "{en} / {fr}"
            );
            sheets += 1;
        }
        for logged in &entry.outcome.effects {
            let both = effect_line(&game, logged, "en").zip(effect_line(&game, logged, "fr"));
            if let Some((en, fr)) = both {
                assert!(en != fr && !en.contains('?'), "{en} / {fr}");
            }
        }
    }
    assert!(sheets > 10);
}

#[test]
fn a_city_is_counted_in_tiles_and_pennants() {
    let game = greedy(7);
    let rules = &game.rules().ruleset;
    let unit = |word: &str| rules.unit(word).expect("a unit");
    let rule = rules.rule("base.city.complete").expect("a rule");
    let term = |term| Contribution { rule, term, only: Player::NONE };
    let mut all = game.entries().iter().flat_map(|e| &e.outcome.sheets);
    let city = rules.kind("city").expect("a kind");
    let is_city = |s: &&Sheet| s.claim.node.is_some() && game.state().kind(s.claim.node) == city;
    let mut sheet = all.find(is_city).expect("a city").clone();
    let cell = sheet.cell.expect("a cell");
    sheet.claim.rule = RuleId::NONE;
    sheet.value = 16;
    sheet.earned = vec![(Player(0), 16), (Player(1), 19)];
    sheet.bonus = Vec::new();
    sheet.terms = vec![
        term(Term::Add { unit: unit("tile"), n: 7, rate: 2 }),
        term(Term::Add { unit: unit("pennant"), n: 1, rate: 2 }),
    ];
    let en = format!(
        "city at {cell}: 7 tiles × 2 + 1 pennant × 2 = 16 → Alice, Bob Hope 19 [base.city.complete]"
    );
    assert_eq!(sheet_line(&game, &sheet, "en"), en);
    let fr = format!(
        "ville en {cell} : 7 tuiles × 2 + 1 blason × 2 = 16 → Alice, Bob Hope 19 [base.city.complete]"
    );
    assert_eq!(sheet_line(&game, &sheet, "fr"), fr);
    sheet.terms.extend([
        term(Term::Void),
        term(Term::Flat { n: 3 }),
        term(Term::Scale { num: 1, den: 2, up: true }),
        term(Term::Extra { n: -1 }),
    ]);
    sheet.terms.push(term(Term::Add { unit: unit("city"), n: 0, rate: 3 }));
    let en = sheet_line(&game, &sheet, "en");
    assert!(en.contains("((7 tiles × 2 + 1 pennant × 2) × 0 + 3) × 1/2 − 1 = 16"), "{en}");
}

#[test]
fn what_an_action_led_to_is_told_as_it_happened_and_turn_by_turn() {
    let game = greedy(7);
    let last = &game.entries().last().expect("an action").outcome;
    let turns = outcome_turns(&game, last, "en");
    assert_eq!(turns.concat(), outcome_lines(&game, last, "en"));
    let unfinished = |lines: &Vec<String>| lines.iter().filter(|l| l.contains("field")).count();
    assert_eq!(turns.len(), 2, "the last turn, and the final scoring");
    assert!(unfinished(&turns[0]) == 0 && unfinished(&turns[1]) > 0, "{turns:?}");
    // What was paid for points is told before them.
    let price = Effect::pay(Player(0), -3);
    let mut paid = last.clone();
    paid.effects.insert(0, Logged { effect: price, rule: RuleId::NONE });
    paid.effects.push(Logged { effect: price, rule: RuleId::NONE });
    let lines = outcome_lines(&game, &paid, "en");
    assert_eq!([&lines[0], &lines[lines.len() - 1]], ["Alice pays 3 points"; 2]);
}
