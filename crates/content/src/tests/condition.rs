use bastide_core::decl;

use super::tests::{HEAD, chosen, good, one, read};
use super::*;

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

#[test]
fn refusals_and_any_are_read() {
    let manifest = good(
        "[option.safe]\ndefault = true\n[verb.v]\nrule = \"a.v\"\ntarget = \"figure\"\n\
         refusals = { owner = \"a.o\" }\n\
         where = { owner = \"own\", sheltered = { option = \"safe\", of = { true = false }, else = \"any\" } }\n\
         [[hook]]\non = \"do.v\"\n",
    );
    let verb = |safe| {
        manifest
            .resolve(&chosen(&[("safe", Value::Bool(safe))]), &[], &Elsewhere::new())
            .verbs
            .remove(0)
    };
    let own = decl::Part {
        condition: decl::Condition::One(
            "owner".into(),
            decl::Condition::Is(vec!["own".into()]).into(),
        ),
        rule: Some("a.o".into()),
    };
    let safe =
        decl::Part { condition: decl::Condition::Flag("sheltered".into(), false), rule: None };
    assert_eq!(verb(true).choosing.parts, [safe, own.clone()]);
    assert_eq!(verb(false).choosing.parts, [own]);
}

#[test]
fn each_number_of_a_state_that_is_asked_may_have_its_rule() {
    let manifest = good(
        "[state.down]\nper = \"figure\"\n[state.fresh]\nper = \"figure\"\n\
         [verb.v]\nrule = \"a.v\"\ntarget = \"figure\"\n\
         where = { state = { down = true, fresh = 0 } }\n\
         refusals = { state = { down = \"a.standing\", fresh = \"a.later\" } }\n\
         [[hook]]\non = \"do.v\"\n",
    );
    let resolved = manifest.resolve(&chosen(&[]), &[], &Elsewhere::new());
    let rules: Vec<_> =
        resolved.verbs[0].choosing.parts.iter().map(|part| part.rule.as_deref()).collect();
    assert_eq!(rules.len(), 2, "{:?}", resolved.verbs[0].choosing.parts);
    assert!(rules.contains(&Some("a.standing")) && rules.contains(&Some("a.later")), "{rules:?}");
}
