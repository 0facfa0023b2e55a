//! Limits of everything that an expansion can drive. Passing one is an error that names it.

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
/// Neutral figures in one game.
pub const NEUTRALS_MAX: usize = 64;
/// Kinds of token in one game.
pub const TOKENS_MAX: usize = 64;
/// Tags that one feature kind can carry; each takes 8 bits of a feature's tag word.
pub const TAGS_PER_KIND_MAX: usize = 16;
/// Tile types in one game.
pub const TILE_TYPES_MAX: usize = 1023;
/// Tiles in one game.
pub const TILES_MAX: usize = 4000;
/// Rows and columns from the origin to the farthest cell on which a tile may lie that touches no other.
pub const CELL_MAX: i16 = 1000;
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
/// Steps that may run without a decision between two decisions.
pub const STEPS_PER_ACTION_MAX: usize = 10_000;
/// Decisions of one turn, draws included, if [`DECISIONS_PER_TURN_AND_TILE_MAX`] does not make them more.
pub const DECISIONS_PER_TURN_MAX: u32 = 500;
/// Decisions of one turn for each tile of the game: where the table is full, a hand of tiles is put aside and drawn anew until
/// none is left.
pub const DECISIONS_PER_TURN_AND_TILE_MAX: u32 = 3;
/// Decisions of one game, draws included, beside [`DECISIONS_PER_TILE_MAX`].
pub const DECISIONS_PER_GAME_MAX: u32 = 500;
/// Decisions of one game for each of its tiles.
pub const DECISIONS_PER_TILE_MAX: u32 = 50;
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
