//! Pieces over tiles and corners in manifests.

use super::tests::{HEAD, good, one};

#[test]
fn the_names_of_a_piece_over_tiles_stand_where_the_check_finds_them() {
    let lines =
        "[overlay.plank]\nroad = [{ at = \"N S\", toll = 1 }]\nover = { N = [\"grass\"] }\n";
    let manifest = good(lines);
    let text = format!("{HEAD}{lines}");
    let mut found: Vec<&str> = manifest.named.iter().map(|n| &text[n.span.clone()]).collect();
    found.sort_unstable();
    assert_eq!(found, ["\"grass\"", "road", "toll"]);
}

#[test]
fn a_verb_that_brings_a_figure_to_a_corner_is_chosen_with_one() {
    let verb = "[verb.x]\nrule = \"a.x\"\ndeploys = \"pole\"\nat = [\"action\"]\n";
    good(&format!("{verb}target = \"corner\"\n"));
    one(&format!("{verb}target = \"cell\"\n"), "M0126", 3, 11);
}
