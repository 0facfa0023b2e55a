//! The form is the config.

use std::collections::BTreeMap;

use crate::form::{Chosen, Form, FormSeat, Looked, OptionOffer};
use crate::form::{Offers, served};

use super::*;

/// Any value that an option may have.
fn any_of(option: &OptionOffer, pick: usize) -> Chosen {
    match (option.range, option.words.get(pick % option.words.len().max(1))) {
        (Some((low, high)), _) => Chosen::Number(low + (pick as i64) % (high - low + 1)),
        (None, Some((word, _))) => Chosen::Word(word.clone()),
        (None, None) => Chosen::Switch(pick.is_multiple_of(2)),
    }
}

fn round(text: &str) -> Form {
    let config = Config::parse("table.toml", text).unwrap_or_else(|f| panic!("{text}: {f:?}"));
    Form::of(&config).expect("a form")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever is ticked, stepped and chosen: the file that the form writes is read as the same form, and written again
    /// byte for byte.
    #[test]
    fn what_a_form_shows_is_read_back_from_its_file(
        names in prop::collection::btree_set("[A-Za-zéß][A-Za-z0-9 '-]{0,8}[a-zé]", 2..9),
        bots in prop::collection::vec(prop::option::of(0_usize..4), 8),
        edition in prop::option::of(0_usize..9),
        ticks in prop::collection::btree_map(0_usize..200, prop::collection::vec((0_usize..9, 0_usize..40), 0..5), 0..20),
        tiles in prop::collection::btree_map("[a-z-]{1,9}(/[A-Z]{1,3})?", 0_u16..100, 0..5),
    ) {
        let offers = Offers::of(&Library::official(), "en");
        let editions: Vec<&String> = offers.editions.keys().collect();
        let bot = |at: usize| bots[at].map(|n| bastide::config::BOTS[n].to_owned());
        let seats = names.into_iter().enumerate();
        let mut form = Form {
            players: seats.map(|(at, name)| FormSeat { name, bot: bot(at) }).collect(),
            edition: edition.map(|at| editions[at % editions.len()].clone()),
            expansions: BTreeMap::new(),
            tiles,
        };
        for (at, options) in ticks {
            let offer = &offers.expansions[at % offers.expansions.len()];
            let chosen = options.iter().filter_map(|(option, pick)| {
                let option = offer.options.get(option % offer.options.len().max(1))?;
                Some((option.name.clone(), any_of(option, *pick)))
            });
            form.expansions.insert(offer.id.clone(), chosen.collect());
        }
        let text = form.text();
        let read = round(&text);
        prop_assert_eq!(&read, &form);
        prop_assert_eq!(read.text(), text);
    }
}

#[test]
fn every_option_of_every_expansion_can_be_said_in_a_form() {
    let library = Library::official();
    let offers = Offers::of(&library, "fr");
    assert!(offers.expansions.len() > 30 && offers.editions.contains_key(offers.edition));
    for offer in &offers.expansions {
        for option in &offer.options {
            assert!(!option.label["en"].is_empty() && !option.label["fr"].is_empty());
            for pick in 0..3 {
                let chosen = BTreeMap::from([(option.name.clone(), any_of(option, pick))]);
                let form = Form {
                    players: ["A", "B"]
                        .map(|name| FormSeat { name: name.into(), bot: None })
                        .into(),
                    expansions: BTreeMap::from([(offer.id.clone(), chosen)]),
                    ..Form::default()
                };
                let text = form.text();
                assert_eq!(round(&text), form);
                // The value itself is never what is wrong.
                let looked = Looked::at(&text, &library, false);
                assert!(
                    looked.faults.iter().all(|f| f.code != "C0106"),
                    "{text}{:?}",
                    looked.faults
                );
            }
        }
    }
}

#[test]
fn a_config_is_looked_at_as_it_is_typed() {
    let library = Library::official();
    let plain = Looked::at("players = 2\n\n[expansions]\n", &library, true);
    assert!(plain.fine && plain.faults.is_empty() && plain.tiles >= 71, "{plain:?}");
    assert_eq!(plain.form.map(|form| form.players.len()), Some(2));
    assert!(
        plain.rules.iter().any(|(_, rules)| rules.iter().any(|(_, text)| !text["fr"].is_empty()))
    );
    let more = Looked::at("players = 2\n\n[expansions]\nriver = true\n", &library, false);
    assert!(more.fine && more.tiles > plain.tiles && more.rules.is_empty());
    let wrong = Looked::at("players = 2\n[expansions]\nthe-towr = true\n", &library, false);
    let fault = &wrong.faults[0];
    assert!(!wrong.fine && fault.text.as_deref() == Some("the-towr = true"), "{fault:?}");
    assert_eq!((fault.line, fault.at), (Some(3), Some((0, 8))));
    assert!(Looked::at("players = [", &library, false).form.is_none());
    // What a form does not show is a file and no form.
    for more in [
        "seed = 5\n[expansions]\n",
        "[expansions]\nriver = false\n",
        "[expansions]\nriver = { copies = 2 }\n",
    ] {
        let looked = Looked::at(&format!("players = 2\n{more}"), &library, false);
        assert!(looked.fine && looked.form.is_none(), "{more}");
    }
}

#[test]
fn expansions_that_cannot_stand_together_say_so_of_each_other() {
    // None of the shipped expansions excludes another, but this one does.
    const RIVAL: &str = "id = \"rival\"\nshort = \"rival\"\nversion = \"1.0.0\"\napi = 2\nname = { en = \"Rival\", fr = \"Rivale\" }\nneeds = [\"base\"]\nconflicts = [\"river\"]\n";
    let own = [("expansions/rival/expansion.toml", RIVAL)];
    let library = Library::in_memory(bastide::library::EMBEDDED.iter().copied().chain(own));
    let offers = Offers::of(&library, "en");
    let find = |id: &str| offers.expansions.iter().find(|offer| offer.id == id).expect("an offer");
    for (one, other) in [("rival", "river"), ("river", "rival")] {
        assert!(find(one).conflicts.contains(other), "{one} and {other}");
        assert!(find(one).needs.is_empty(), "the base game is always there");
    }
    let text = "players = 2\n[expansions]\nrival = true\nriver = true\n";
    let looked = Looked::at(text, &library, false);
    let fault = looked.faults.iter().find(|fault| fault.code == "G0004").expect("a fault");
    assert!(!looked.fine && fault.line == Some(3), "{fault:?}");
}

#[test]
fn a_form_names_no_folder_of_the_machine() {
    let text = "players = 2\n[expansions]\nmine = { path = \"/etc\" }\n";
    let config = Config::parse("table.toml", text).expect("a config");
    assert_eq!(served(&config).expect_err("refused")[0].code, "F0040");
    let looked = Looked::at(text, &Library::official(), false);
    assert!(!looked.fine && looked.faults[0].code == "F0040" && looked.faults[0].line == Some(3));
}
