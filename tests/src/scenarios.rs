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
    abbey_and_mayor = "abbey-and-mayor";
    abbot = "abbot";
    barber_surgeons = "barber-surgeons";
    base = "base";
    bets = "bets";
    black_tower = "black-tower";
    bridges_castles_bazaars = "bridges-castles-bazaars";
    bushes = "bushes";
    city_gates = "city-gates";
    count = "count";
    courier = "courier";
    crop_circles = "crop-circles";
    cult = "cult";
    darmstadt = "darmstadt";
    decinsky_sneznik = "decinsky-sneznik";
    donkey = "donkey";
    family_feud = "family-feud";
    ferries = "ferries";
    festival = "festival";
    fish_huts = "fish-huts";
    fishermen = "fishermen";
    flowers = "flowers";
    flying_machines = "flying-machines";
    fruit_bearing_trees = "fruit-bearing-trees";
    gamblers_luck = "gamblers-luck";
    german_castles = "german-castles";
    gifts = "gifts";
    goldmines = "goldmines";
    halflings = "halflings";
    hills_and_sheep = "hills-and-sheep";
    house_buy_tile = "house-buy-tile";
    house_draw_early = "house-draw-early";
    house_filled_hole = "house-filled-hole";
    house_first_player = "house-first-player";
    house_start_in_bag = "house-start-in-bag";
    house_table_edge = "house-table-edge";
    house_tile_back = "house-tile-back";
    house_unfinished_nothing = "house-unfinished-nothing";
    inns_and_cathedrals = "inns-and-cathedrals";
    king_and_robber = "king-and-robber";
    labyrinth = "labyrinth";
    little_buildings = "little-buildings";
    mage_and_witch = "mage-and-witch";
    marketplace = "marketplace";
    messages = "messages";
    meteorites = "meteorites";
    monasteries = "monasteries";
    obelisk = "obelisk";
    peasant_revolts = "peasant-revolts";
    phantom = "phantom";
    pig_herd = "pig-herd";
    pig_herd_river = "pig-herd-river";
    plague = "plague";
    porxada = "porxada";
    princess_and_dragon = "princess-and-dragon";
    river = "river";
    river_ii = "river-ii";
    robbers = "robbers";
    robbers_son = "robbers-son";
    russian_promos = "russian-promos";
    school = "school";
    siege = "siege";
    signposts = "signposts";
    tactical_hand = "tactical-hand";
    the_tower = "the-tower";
    the_tunnel = "the-tunnel";
    traders_and_builders = "traders-and-builders";
    under_the_big_top = "under-the-big-top";
    watchtowers = "watchtowers";
    wells = "wells";
    wheel_of_fortune = "wheel-of-fortune";
    wind_roses = "wind-roses";
    windmill = "windmill";
}
