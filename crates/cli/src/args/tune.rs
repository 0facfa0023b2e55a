//! Arguments of `tune`.

use std::path::PathBuf;

use super::Dealt;
use crate::lang::said;

/// `tune`.
#[derive(Debug, clap::Args)]
pub(crate) struct Tune {
    #[arg(value_name = "CONFIG", help = said("Config of the games; without it, a built-in one",
        "Configuration des parties ; sans elle, celle du programme"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, value_name = said("NAME,…", "NOM,…"), value_delimiter = ',',
        help = said("Which things: token.NAME, figure.meeple; all tokens, and figures that claim nothing, if not given",
            "Quels objets : token.NAME, figure.meeple ; tous les jetons et les figurines qui n'occupent rien par défaut"))]
    pub(crate) only: Vec<String>,
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, hide_default_value = true, value_parser = clap::value_parser!(u64).range(2..=1_000_000),
        help = said("Decks of each trial, each played once for every seat, and four times as many for the proof; 100 if not given",
            "Pioches de chaque essai, jouées une fois par siège, et quatre fois plus pour la preuve ; 100 par défaut"))]
    pub(crate) decks: u64,
    #[command(flatten)]
    pub(crate) dealt: Dealt,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}
