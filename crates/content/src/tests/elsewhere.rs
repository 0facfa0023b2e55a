//! Options of other expansions, asked for by name.

use super::*;

const ASKS: &str = r#"
id = "asks"
short = "asks"
version = "1"
api = 2
name = { en = "Asks", fr = "Demande" }
[token.there]
when = { option.base.farmers = "off" }
[token.many]
when = { option.base.meeples = [8, 9] }
[token.never]
when = { option.more.inns = true }
"#;

/// Tokens that the folder has in a game.
fn tokens(manifest: &str, config: &str) -> Result<Vec<String>, Vec<Fault>> {
    let mut files = FILES.to_vec();
    files.push(("expansions/asks/expansion.toml", manifest));
    let config = format!("players = 2\n[expansions]\nasks = true\n{config}");
    let config = Config::parse("bastide.toml", &config)?;
    let setup = Setup::load(&config, &Library::in_memory(files))?;
    let asks = setup.expansions.iter().find(|e| e.id == "asks").expect("it is in play");
    Ok(asks.tokens.iter().map(|token| token.name.clone()).collect())
}

#[test]
fn a_table_counts_by_options_of_what_is_in_play() {
    let found = |config: &str| tokens(ASKS, config).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(found(""), [""; 0]);
    assert_eq!(found("base = { farmers = \"off\", meeples = 8 }"), ["there", "many"]);
    // Whatever an option is by default, that of an expansion that is not in play is nothing.
    assert_eq!(found("more = true"), ["never"]);
    assert_eq!(found("more = { inns = false }"), [""; 0]);
}

#[test]
fn an_option_that_another_does_not_have_is_a_fault_where_it_stands() {
    for (asked, code, en) in [
        ("option.base.farmer = \"off\"", "M0105", "`base` has no option `farmer`"),
        ("option.base.farmers = \"of\"", "M0106", "option `farmers` cannot be `of`"),
        ("option.base.meeples = 0", "M0106", "option `meeples` cannot be `0`"),
    ] {
        let manifest = ASKS.replace("option.base.farmers = \"off\"", asked);
        let faults = tokens(&manifest, "").expect_err(asked);
        let [fault] = &faults[..] else { panic!("{asked}: {faults:#?}") };
        assert_eq!((fault.code.as_str(), fault.what.en.as_str()), (code, en));
        assert!(fault.help.is_some(), "{asked}: {fault:#?}");
        let word = &manifest[fault.span.clone().expect("a place")];
        assert!(asked.contains(word), "{asked}: {word}");
    }
    // Options of an unknown expansion are not checked, and no condition on them holds.
    let manifest = ASKS.replace("option.base", "option.nobody");
    assert_eq!(tokens(&manifest, "base = { farmers = \"off\" }"), Ok(Vec::new()));
}
