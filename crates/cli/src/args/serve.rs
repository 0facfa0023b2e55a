//! Arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use bastide_server::tables::{Network, PAUSE_MAX};

use crate::lang::said;
use crate::serve::settings::host_name;

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
    #[arg(long, value_name = said("ADDRESS:PORT", "ADRESSE:PORT"), conflicts_with_all = ["lan", "port"],
        help = said("Listen there, as in 0.0.0.0:7272", "Écouter là, comme 0.0.0.0:7272"))]
    pub(crate) listen: Option<SocketAddr>,
    #[arg(long, value_name = "PORT",
        help = said("Port; else 7272, or the next one that is free", "Port ; sinon 7272, ou le premier libre après lui"))]
    pub(crate) port: Option<u16>,
    #[arg(long, value_name = said("HOST", "HÔTE"), value_parser = host_name,
        help = said("Another name under which the tables are reached, as behind a proxy; once for each name",
            "Un autre nom sous lequel on atteint les tables, comme derrière un mandataire ; une fois par nom"))]
    pub(crate) name: Vec<String>,
    #[arg(long, value_name = said("ADDRESS", "ADRESSE"),
        help = said("A proxy that is believed when it says for whom it asks, or a network of them; once for each",
            "Un mandataire que l'on croit quand il dit pour qui il demande, ou un réseau de mandataires ; une fois par adresse"))]
    pub(crate) proxy: Vec<Network>,
    #[arg(long, value_name = said("ADDRESS:PORT", "ADRESSE:PORT"),
        help = said("Serve counts for Prometheus there, at /metrics", "Publier là des mesures pour Prometheus, sous /metrics"))]
    pub(crate) metrics: Option<SocketAddr>,
    #[arg(long, help = said("Open the page in the browser", "Ouvrir la page dans le navigateur"))]
    pub(crate) open: bool,
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u16).range(..=i64::from(PAUSE_MAX)),
        help = said("How long a bot's move is left to be seen, in milliseconds, 5000 at most; 700 if not given",
            "Combien de temps un coup de robot reste visible, en millisecondes, 5000 au plus ; 700 par défaut"))]
    pub(crate) pause: Option<u16>,
    #[arg(long, value_name = said("FILE", "FICHIER"),
        help = said("Settings from a file; what the command line says counts more",
            "Réglages d'un fichier ; ce que dit la ligne de commande l'emporte"))]
    pub(crate) settings: Option<PathBuf>,
    #[arg(long, help = said("Print the settings as a file with comments, and serve nothing",
        "Écrire les réglages, sous forme de fichier commenté, sans rien servir"))]
    pub(crate) print_settings: bool,
}
