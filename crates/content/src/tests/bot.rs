//! Values for bots in a manifest.

use super::super::Choices;
use super::super::elsewhere::Elsewhere;
use super::super::tests::{good, one};

#[test]
fn what_bots_are_told_has_a_place_when_it_is_wrong() {
    one("[bot]\nworth = { \"token.x\" = 2.5 }\n", "M0006", 2, 23);
    one("[bot]\nworth = { \"token.x\" = 100 }\n", "M0007", 2, 23);
    one("[bot]\nworth = { x = 2 }\n", "M0140", 2, 11);
    one("[bot]\nwroth = 1\n", "M0005", 2, 1);
}

#[test]
fn what_bots_are_told_is_read_and_its_names_can_be_looked_up() {
    let text =
        "[bot]\nworth = { \"token.corn\" = 2, \"figure.rider\" = -4 }\n[token.corn]\nsupply = 9\n";
    let manifest = good(text);
    let worth: Vec<_> = manifest.everything.worth.iter().map(|(k, n)| (k.as_str(), *n)).collect();
    assert_eq!(worth, [("figure.rider", -4), ("token.corn", 2)]);
    let named: Vec<&str> = manifest.named.iter().map(|named| named.name.as_str()).collect();
    assert_eq!(named, ["corn", "rider"]);
    // Under a condition that does not hold, bots get no values.
    let never = good(
        "[option.rich]\ndefault = false\n[bot]\nwhen = { option.rich = true }\nworth = { \"token.corn\" = 2 }\n[token.corn]\nsupply = 9\n",
    );
    assert!(never.resolve(&Choices::default(), &[], &Elsewhere::new()).worth.is_empty());
}
