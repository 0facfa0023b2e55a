use super::tests::{HEAD, good, one, read};

#[test]
fn an_option_says_a_number_wherever_one_stands() {
    let lines = "[option.n]\nrange = [1, 3]\ndefault = 2\n[option.word]\nvalues = [\"a\"]\ndefault = \"a\"\n\
        [[hook]]\non = \"on.placed\"\nwhere = { tile = { neighbours = { min = { option = \"n\" } }, edges = { road = { option = \"n\" } }, \
        x = [0, { option = \"n\" }], holds = { class = \"meeple\", count = { option = \"n\", of = { 2 = 1 } } } } }\n";
    let (manifest, faults) = read(&format!("{HEAD}{lines}"), &[]);
    assert!(faults.is_empty(), "{faults:#?}");
    let said = manifest.unwrap().everything.hooks[0].filter.as_ref().unwrap().to_string();
    for part in ["road = 2", "x = 0 or 2", "count = 2 or more", "meeple, count = 1"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    one(
        &lines.replace("road = { option = \"n\" }", "road = { option = \"word\" }"),
        "K0003",
        9,
        78,
    );
}

#[test]
fn what_others_hide_is_not_told_by_what_one_is_offered() {
    let hook = "[[hook]]\non = \"do.v\"\n";
    let purse = "[token.t]\nsees = \"owner\"\n[verb.v]\nrule = \"a.v\"\nat = \"action\"\ntarget = \"figure\"\n";
    let asks = |filter: &str| format!("{purse}where = {{ {filter} }}\n{hook}");
    one(&asks("owner.tokens = \"t\""), "K0014", 7, 26);
    one(&asks("now.exists.player = { is = \"others\", tokens = \"t\" }"), "K0014", 7, 57);
    for own in ["owner = { is = \"own\", tokens = \"t\" }", "now.actor.tokens = \"t\""] {
        good(&asks(own));
    }
}
