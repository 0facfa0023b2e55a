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
    house_buy_tile = "house-buy-tile";
    house_draw_early = "house-draw-early";
    house_filled_hole = "house-filled-hole";
    house_first_player = "house-first-player";
    house_start_in_bag = "house-start-in-bag";
    house_table_edge = "house-table-edge";
    house_tile_back = "house-tile-back";
    house_unfinished_nothing = "house-unfinished-nothing";
    inns_and_cathedrals = "inns-and-cathedrals";
    phantom = "phantom";
    river = "river";
    river_ii = "river-ii";
    princess_and_dragon = "princess-and-dragon";
    tactical_hand = "tactical-hand";
    the_tower = "the-tower";
    traders_and_builders = "traders-and-builders";
}
