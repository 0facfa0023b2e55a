//! Arguments of `play`.

use std::path::PathBuf;

use bastide::Seed;

use crate::lang::said;
use crate::play::confirm::Confirm;

/// `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    #[arg(value_name = "CONFIG", help = said("Config of the game; without it, a built-in one",
        "Configuration de la partie ; sans elle, celle du programme"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, help = said("Bots play all seats; print the final board and score sheet",
        "Des robots jouent tous les sièges ; afficher le plateau et le décompte final"))]
    pub(crate) auto: bool,
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u16).range(..=512),
        help = said("Threads for one decision of `expert`; 0 = one for each core",
            "Fils d'exécution pour une décision d'`expert` ; 0 = un par cœur"))]
    pub(crate) threads: u16,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(Seed),
        help = said("Seed of chance, instead of the config's", "Graine du hasard, au lieu de celle de la configuration"))]
    pub(crate) seed: Option<Seed>,
    #[arg(long, value_name = said("FILE", "FICHIER"),
        help = said("Save the game there after every move of a person; what bots play, once a second",
            "Enregistrer la partie ici après chaque coup d'une personne ; ce que jouent les robots, une fois par seconde"))]
    pub(crate) save: Option<PathBuf>,
    #[arg(long, requires = "save", help = said("Write over a file that exists", "Remplacer un fichier qui existe"))]
    pub(crate) force: bool,
    #[arg(long, value_name = said("FILE", "FICHIER"), conflicts_with_all = ["config", "seed"],
        help = said("Go on with a saved game; without a file, with the last one that was played here, or with that number of --kept",
            "Reprendre une partie enregistrée ; sans fichier, la dernière jouée ici, ou celle de ce numéro dans --kept"))]
    #[allow(clippy::option_option, reason = "not given, given without a file, given with one")]
    pub(crate) resume: Option<Option<PathBuf>>,
    #[arg(long, conflicts_with_all = ["config", "auto", "seed", "save", "resume", "page", "program", "confirm"],
        help = said("List the games that are kept here, the last one first",
        "Donner les parties gardées ici, la dernière d'abord"))]
    pub(crate) kept: bool,
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "0", conflicts_with = "auto",
        help = said("Show the board as a picture in the browser while the game is played here",
            "Montrer le plateau en image dans le navigateur pendant que l'on joue ici"))]
    pub(crate) page: Option<u16>,
    #[arg(long, value_name = said("SEAT=COMMAND", "SIÈGE=COMMANDE"),
        help = said("Let a program of yours play a seat, over lines of JSON; once for each such seat",
            "Faire jouer un siège par un programme à vous, en lignes de JSON ; une fois par siège"))]
    pub(crate) program: Vec<String>,
    #[arg(long, value_enum, value_name = "always|never", hide_possible_values = true,
        help = said("Wait for Enter before chance follows a person's move, so that it can be taken back; always at a terminal if not given",
            "Attendre Entrée avant que le hasard suive un coup, pour que l'on puisse l'annuler ; always dans un terminal par défaut"))]
    pub(crate) confirm: Option<Confirm>,
}
