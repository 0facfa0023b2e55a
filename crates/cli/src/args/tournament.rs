//! Arguments of `tournament`.

use std::path::PathBuf;

use super::{Bots, Dealt, bots};
use crate::lang::said;

/// `tournament`.
#[derive(Debug, clap::Args)]
pub(crate) struct Tournament {
    #[arg(value_name = "CONFIG", help = said("Config of the games; without it, a built-in one",
        "Configuration des parties ; sans elle, celle du programme"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, value_name = said("BOTS", "ROBOTS"), value_parser = bots, default_value = "random,greedy,planner", hide_default_value = true,
        help = said("Which bots (random, greedy, planner, expert); random, greedy and planner if not given",
            "Quels robots (random, greedy, planner, expert) ; random, greedy et planner par défaut"))]
    pub(crate) bots: Bots,
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=10_000_000),
        help = said("Decks of each duel, each played once for every seat; 100 if not given",
            "Pioches de chaque duel, jouées une fois par siège ; 100 par défaut"))]
    pub(crate) decks: u64,
    #[arg(long, value_name = said("LESS,MORE", "MOINS,PLUS"), value_parser = strengths, allow_hyphen_values = true,
        help = said("End a duel once it is clear which of two strengths, in Elo, the bot named later has: 0,20",
            "Arrêter un duel dès que l'on sait laquelle des deux forces, en Elo, a le robot nommé en second : 0,20"))]
    pub(crate) sprt: Option<Strengths>,
    #[command(flatten)]
    pub(crate) dealt: Dealt,
    #[arg(short, long, value_name = said("PAGE.html", "PAGE.html"),
        help = said("Write a page with pictures there", "Y écrire une page avec des images"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out", help = said("Write over the page if it exists", "Remplacer la page si elle existe"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// Two strengths in Elo: `0,20`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strengths(pub(crate) f64, pub(crate) f64);

fn strengths(text: &str) -> Result<Strengths, String> {
    let parsed = text.split_once(',').and_then(|(less, more)| {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.abs() <= 2000.0);
        Some(Strengths(number(less)?, number(more)?)).filter(|s| s.0 < s.1)
    });
    parsed.ok_or_else(|| {
        said(
            "write two numbers of Elo from -2000 to 2000, the smaller first: 0,20",
            "écrivez deux nombres d'Elo de -2000 à 2000, le plus petit d'abord : 0,20",
        )
        .to_owned()
    })
}
