//! Limits of everything that an expansion can drive. Passing one is an error that names it.

/// Expansions in one game.
pub const EXPANSIONS_MAX: usize = 250;
/// Rules, of all expansions together.
pub const RULES_MAX: usize = 60_000;
/// Numbers that expansions keep, by name, in one game.
pub const STATES_MAX: usize = 60_000;
/// Functions that the manifest of one expansion names.
pub const FUNCTIONS_MAX: usize = 60_000;
/// Seats at a table.
pub const PLAYERS_MAX: usize = 8;
/// Kinds of tile edge in one game.
pub const EDGE_KINDS_MAX: usize = 12;
/// Kinds of feature in one game.
pub const FEATURE_KINDS_MAX: usize = 64;
/// Kinds of figure in one game.
pub const FIGURE_KINDS_MAX: usize = 32;
/// Figures of one kind and player.
pub const FIGURES_PER_KIND_MAX: usize = 32;
/// Figures in one game, of all players together.
pub const FIGURES_MAX: usize = 512;
/// Classes of figures in one game.
pub const CLASSES_MAX: usize = 32;
/// Neutral figures in one game.
pub const NEUTRALS_MAX: usize = 64;
/// Tokens of one kind that a player may have.
pub const TOKENS_PER_KIND_MAX: i16 = 9_999;
/// Kinds of token in one game.
pub const TOKENS_MAX: usize = 64;
/// Tags that one feature kind can carry; each takes 8 bits of a feature's tag word.
pub const TAGS_PER_KIND_MAX: usize = 32;
/// The greatest number of a tag, of one segment and of a whole feature.
pub const TAG_MAX: u8 = 255;
/// Tags of tiles in one game.
pub const TILE_TAGS_MAX: usize = 32;
/// Units that points are counted in: tiles, kinds of feature, tags and what expansions name besides.
pub const UNITS_MAX: usize = 250;
/// Tile types in one game.
pub const TILE_TYPES_MAX: usize = 1023;
/// Copies of one tile type in one game.
pub const TILE_COPIES_MAX: usize = 255;
/// Tiles in one game.
pub const TILES_MAX: usize = 4000;
/// Rows and columns from the origin to the farthest cell on which a tile may lie that touches no other.
pub const CELL_MAX: i16 = 1000;
/// Tiles that may come to lie on the board in one game; a tile that is taken away and laid again counts again.
pub const TILES_LAID_MAX: usize = 8000;
/// Free cells beside tiles, at any moment of a game.
pub const FREE_CELLS_MAX: usize = 8190;
/// Segments of all tiles and pieces that come to lie on the board in one game.
pub const SEGMENTS_MAX: usize = 65_000;
/// Segments on one tile.
pub const SEGMENTS_PER_TILE_MAX: usize = 24;
/// Pieces of tile that may be laid over tiles, in one game.
pub const OVERLAYS_MAX: usize = 12;
/// Tiles that effects lay outside the draw, and pieces of tile laid over tiles, in one game.
pub const LAID_MAX: u16 = 1000;
/// Deck groups and zones in one game.
pub const PILES_MAX: usize = 32;
/// Own steps in one game.
pub const STEPS_MAX: usize = 200;
/// Verbs in one game.
pub const VERBS_MAX: usize = 200;
/// Patterns of deployment in one game.
pub const DEPLOYS_MAX: usize = 200;
/// Cells that one feature kind can reach.
pub const REACH_MAX: usize = 288;
/// Frames that may wait on the agenda.
pub const AGENDA_MAX: usize = 512;
/// Effects that one action may cause.
pub const EFFECTS_PER_ACTION_MAX: usize = 20_000;
/// Effects of one turn that are noted for functions that ask what has happened.
pub const LOG_MAX: usize = 20_000;
/// Steps that may run without a decision between two decisions.
pub const STEPS_PER_ACTION_MAX: usize = 10_000;
/// Decisions of one turn, draws included, if [`DECISIONS_PER_TURN_AND_TILE_MAX`] does not make them more.
pub const DECISIONS_PER_TURN_MAX: u32 = 500;
/// Decisions of one turn for each tile of the game: on a full table, a hand of tiles leaves the game and is drawn again
/// until no tile is left.
pub const DECISIONS_PER_TURN_AND_TILE_MAX: u32 = 3;
/// Decisions of one game, draws included, beside [`DECISIONS_PER_TILE_MAX`].
pub const DECISIONS_PER_GAME_MAX: u32 = 500;
/// Decisions of one game for each of its tiles.
pub const DECISIONS_PER_TILE_MAX: u32 = 50;
/// Offers of one decision: rules, each with a price and what it lifts, under which its options stand.
pub const OFFERS_MAX: usize = 250;
/// The sum of the weights of all options between which chance rolls.
pub const WEIGHTS_MAX: u32 = 4_000_000_000;
/// Options of one decision.
pub const OPTIONS_MAX: usize = 60_000;
/// The greatest number of a range that a verb is chosen with.
pub const NUMBER_MAX: u32 = 1_000_000;
/// Words of a verb that is chosen with one of them.
pub const WORDS_MAX: usize = 64;
/// Points that one term, claim or payment may move.
pub const POINTS_MAX: i64 = 1_000_000;
/// Points that a player may have, or lack.
pub const SCORE_MAX: i32 = 1_000_000_000;
/// Functions that ask what a feature is worth, one inside another.
pub const WORTH_DEPTH_MAX: u8 = 4;
/// Waves of one scoring.
pub const WAVES_MAX: u32 = 64;
/// Arguments of a step.
pub const STEP_ARGS_MAX: usize = 8;
