//! What `serve` is told.

use std::path::PathBuf;

use crate::lang::said;

/// `serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Serve {
    #[arg(value_name = "CONFIG", help = said("Config of a table that stands ready; without it, one is made in the browser",
        "Configuration d'une table toute prête ; sans elle, on en ouvre une dans le navigateur"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, value_name = said("FILE", "FICHIER"), conflicts_with = "config",
        help = said("A table for a saved game, which goes on", "Une table pour une partie enregistrée, qui continue"))]
    pub(crate) resume: Option<PathBuf>,
    #[arg(long, value_name = said("FOLDER", "DOSSIER"), conflicts_with = "resume",
        help = said("Take over at once what is saved in this folder of an expansion or of tile sets, while people play",
            "Prendre aussitôt en compte ce qui est enregistré dans ce dossier d'extension ou de jeux de tuiles, pendant que l'on joue"))]
    pub(crate) dev: Option<PathBuf>,
    #[arg(long, value_name = said("ROOM", "SALLE"), conflicts_with_all = ["config", "resume", "dev"],
        help = said("Write the record of a kept table to standard output: its name stands after `/t/` in its address",
            "Écrire sur la sortie standard la partie d'une table gardée : son nom suit `/t/` dans l'adresse"))]
    pub(crate) export: Option<String>,
    #[arg(long, help = said("Answer the devices of this network too, not only this machine",
        "Répondre aussi aux appareils de ce réseau, pas seulement à cette machine"))]
    pub(crate) lan: bool,
    #[arg(long, value_name = "PORT",
        help = said("Port; else 7272, or the next one that is free", "Port ; sinon 7272, ou le premier libre après lui"))]
    pub(crate) port: Option<u16>,
    #[arg(long, value_name = said("HOST", "HÔTE"),
        help = said("Another name under which the tables are reached, as behind a proxy; once for each name",
            "Un autre nom sous lequel on atteint les tables, comme derrière un mandataire ; une fois par nom"))]
    pub(crate) name: Vec<String>,
    #[arg(long, help = said("Open the page in the browser", "Ouvrir la page dans le navigateur"))]
    pub(crate) open: bool,
    #[arg(long, value_name = "MS", default_value_t = 700, hide_default_value = true, value_parser = clap::value_parser!(u16).range(..=10_000),
        help = said("How long a bot's move is left to be seen, in milliseconds; 700 if not given",
            "Combien de temps un coup de robot reste visible, en millisecondes ; 700 par défaut"))]
    pub(crate) pause: u16,
}
