//! Redrawn tiles, start tiles by role, options set by a program.

use super::*;

#[test]
fn what_two_expansions_draw_and_which_tile_begins_is_said_once() {
    let drawing = |id: &str, more: &str| {
        let head = format!("id = \"{id}\"\nshort = \"{id}\"\nversion = \"1\"\napi = 2\n");
        format!("{head}name = {{ en = \"X\", fr = \"X\" }}\nneeds = [\"base\"]\n{more}")
    };
    let one =
        drawing("one", "[redraw.\"base/D\"]\ncity = [{ at = \"N\" }]\ngarden = []\ntags = {}\n");
    let two = "[redraw.\"base/D\"]\nwithout = \"three\"\ncity = [{ at = \"N\" }]\nfield = [{ at = \"E S\" }, { at = \"W\" }]\n";
    let two = drawing("two", two);
    let three =
        "sets = [\"three\"]\n[start]\nreplaces = [\"base\"]\ntiles = [{ role = \"gate\" }]\n";
    let three = drawing("three", three);
    let tile = |id: &str, count: u8| {
        format!(
            "[[tile]]\nid = \"{id}\"\ncount = {count}\nrole = \"gate\"\ncity = [{{ at = \"N E S W\" }}]\n"
        )
    };
    let set = "id = \"three\"\nname = { en = \"X\", fr = \"X\" }\n".to_owned();
    let set = set + &tile("a", 1) + &tile("b", 1);
    let library = Library::in_memory(FILES).with([
        ("expansions/one/expansion.toml", one.as_str()),
        ("expansions/two/expansion.toml", two.as_str()),
        ("expansions/three/expansion.toml", three.as_str()),
        ("expansions/three/tiles/three.toml", set.as_str()),
    ]);
    let load = |lines: &str| {
        let config = Config::parse("", &format!("players = 2\n{lines}")).unwrap();
        let codes = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.code).collect();
        Setup::load(&config, &library).map_err(codes)
    };
    let both = "[expansions]\none = true\ntwo = true\n";
    let refused: Result<Setup, Vec<String>> = load(both);
    assert_eq!(refused.unwrap_err(), ["C0119"]);
    let setup = load("[expansions]\ntwo = true\n").unwrap();
    let fields = |setup: &Setup| {
        let tile = setup.tiles.iter().find(|tile| tile.id == "base/D").unwrap();
        tile.segments.iter().filter(|segment| segment.kind == "field").count()
    };
    assert_eq!(fields(&setup), 2, "drawn anew");
    assert_eq!(load(&format!("{both}three = true\n")).unwrap_err(), ["C0120"]);
    let setup = load(&format!("{both}three = true\n[tiles]\n\"three/b\" = 0\n")).unwrap();
    assert_eq!(fields(&setup), 1, "`two` leaves it to `one`");
    let start = setup.expansions.iter().find(|one| one.id == "three").unwrap().start.as_ref();
    assert_eq!(start.unwrap().tiles[0].tile, "three/a");
}

#[test]
fn expansions_and_options_can_be_set_by_program() {
    let mut config = Config::parse("", "players = 2").unwrap();
    config.enable("more").set("inns", &Value::Bool(false));
    let setup = Setup::load(&config, &Library::in_memory(FILES)).unwrap();
    assert_eq!(setup.changed["more"]["inns"], Value::Bool(false));
    config.enable("more").set("inns", &Value::Int(3));
    let faults = Setup::load(&config, &Library::in_memory(FILES)).unwrap_err();
    assert_eq!(faults[0].code, "C0106");
}
