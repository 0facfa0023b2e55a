//! Every scenario of every expansion folder, one test for each folder.

use bastide_testkit::check_folder;

macro_rules! folders {
    ($($name:ident = $id:literal;)*) => {
        $(#[test] fn $name() { check_folder($id); })*

        #[test]
        fn no_folder_is_forgotten() {
            let known = [$($id),*];
            let library = bastide::Library::official();
            for folder in library.folders() {
                assert!(known.contains(&folder.id.as_str()), "add `{}` to this file", folder.id);
            }
        }
    };
}

folders! {
    abbot = "abbot";
    base = "base";
    crop_circles = "crop-circles";
    darmstadt = "darmstadt";
    ferries = "ferries";
    festival = "festival";
    flying_machines = "flying-machines";
    goldmines = "goldmines";
    house_buy_tile = "house-buy-tile";
    house_draw_early = "house-draw-early";
    house_filled_hole = "house-filled-hole";
    house_first_player = "house-first-player";
    house_start_in_bag = "house-start-in-bag";
    house_table_edge = "house-table-edge";
    house_tile_back = "house-tile-back";
    house_unfinished_nothing = "house-unfinished-nothing";
    inns_and_cathedrals = "inns-and-cathedrals";
    labyrinth = "labyrinth";
    little_buildings = "little-buildings";
    mage_and_witch = "mage-and-witch";
    messages = "messages";
    monasteries = "monasteries";
    phantom = "phantom";
    pig_herd = "pig-herd";
    pig_herd_river = "pig-herd-river";
    princess_and_dragon = "princess-and-dragon";
    river = "river";
    river_ii = "river-ii";
    school = "school";
    signposts = "signposts";
    tactical_hand = "tactical-hand";
    the_tower = "the-tower";
    traders_and_builders = "traders-and-builders";
    watchtowers = "watchtowers";
    windmill = "windmill";
}
