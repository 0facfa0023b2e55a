//! Fields that meet with nothing between them are parted in the picture.

use bastide::{Config, Library, Rules, Setup};

use crate::{Look, TileOptions, tile};

#[test]
fn fields_that_meet_are_parted_and_others_are_as_they_were() {
    let config = "players = 2\n[expansions]\ninns-and-cathedrals = true\nthe-tower = true\n";
    let config = Config::parse("test.toml", config).expect("a config");
    let library = Library::official();
    let rules = Rules::new(Setup::load(&config, &library).expect("a setup")).expect("rules");
    let kinds: Vec<_> = rules.ruleset.kinds.iter().map(|kind| kind.decl.clone()).collect();
    let (look, _) = Look::of(&library);
    let plain = TileOptions::default();
    let mut parted = Vec::new();
    for ty in &rules.ruleset.types {
        // A wall between fields is narrower than one of a city.
        if tile(&ty.decl, &kinds, &look, &plain).contains("stroke-width=\"4.4\"") {
            parted.push(ty.decl.id.as_str());
        }
    }
    parted.sort_unstable();
    let three =
        ["inns-and-cathedrals/cfff", "the-tower/crfc-c-nw-tower", "the-tower/crfr-r-ew-tower"];
    assert_eq!(parted, three);
}
