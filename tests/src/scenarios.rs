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
    base = "base";
    inns_and_cathedrals = "inns-and-cathedrals";
    river = "river";
    river_ii = "river-ii";
    princess_and_dragon = "princess-and-dragon";
    the_tower = "the-tower";
    traders_and_builders = "traders-and-builders";
}
