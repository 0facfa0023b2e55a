//! What authors of tile sets and rules ask for: `check`, `explain`, `dev`, `new`, `schema`, `render`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use bastide::Seed;

use crate::lang::said;

/// `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[arg(value_name = said("PATH", "CHEMIN"), required = true,
        help = said("Configs, expansion folders, tile sets, folders of them",
            "Configurations, dossiers d'extensions, jeux de tuiles, dossiers qui en contiennent"))]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long, value_enum, value_name = "human|json", default_value = "human",
        hide_possible_values = true, hide_default_value = true,
        help = said("For people or for programs", "Pour des personnes ou pour des programmes"))]
    pub(crate) format: Format,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
    #[arg(long, help = said("Check again whenever a file changes",
        "Vérifier de nouveau à chaque changement d'un fichier"))]
    pub(crate) watch: bool,
}

/// `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    #[arg(value_name = "CODE", help = said("Code of a message, T0107, or id of a rule, base.city.complete",
        "Code d'un message, T0107, ou nom d'une règle, base.city.complete"))]
    pub(crate) code: String,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// How to print findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With lines and carets.
    Human,
    /// As JSON.
    Json,
}

impl Check {
    /// Whether a program reads the findings.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.format == Format::Json
    }
}

/// `dev`.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Dev {
    #[arg(value_name = said("FOLDER", "DOSSIER"),
        help = said("Folder of an expansion or of tile sets",
            "Dossier d'une extension ou de jeux de tuiles"))]
    pub(crate) folder: PathBuf,
    #[arg(long, value_name = said("FILE", "FICHIER"), conflicts_with = "replay",
        help = said("Config of the game; else the base game with the folder and what it needs",
            "Configuration de la partie ; sinon le jeu de base, le dossier et ce qu'il lui faut"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, value_name = said("RECORD", "PARTIE"), conflicts_with_all = ["seed", "turns"],
        help = said("Play this game again at each save, and show the first difference",
            "Rejouer cette partie à chaque enregistrement, et montrer la première différence"))]
    pub(crate) replay: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 20, hide_default_value = true,
        help = said("Turns that bots play before they wait; 20 if not given",
            "Tours que jouent les robots avant d'attendre ; 20 par défaut"))]
    pub(crate) turns: u16,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(Seed),
        help = said("Seed of chance, instead of the config's", "Graine du hasard, au lieu de celle de la configuration"))]
    pub(crate) seed: Option<Seed>,
    #[arg(long, value_name = "N", conflicts_with = "no_page",
        help = said("Port of the page; else any that is free", "Port de la page ; sinon un port libre"))]
    pub(crate) port: Option<u16>,
    #[arg(long, help = said("Serve no page", "Ne pas servir de page"))]
    pub(crate) no_page: bool,
    #[arg(long, conflicts_with = "no_page",
        help = said("Open the page in the browser", "Ouvrir la page dans le navigateur"))]
    pub(crate) open: bool,
    #[arg(long, help = said("Load, play and end, without waiting for changes",
        "Charger, jouer et finir, sans attendre de changements"))]
    pub(crate) once: bool,
    #[arg(long, help = said("Print one JSON object for each event, for programs",
        "Afficher un objet JSON par événement, pour des programmes"))]
    pub(crate) json: bool,
}

/// `new`.
#[derive(Debug, clap::Args)]
pub(crate) struct New {
    #[command(subcommand)]
    pub(crate) what: NewWhat,
}

/// Kind of thing to create.
#[derive(Debug, Subcommand)]
pub(crate) enum NewWhat {
    #[command(about = said("A rule in Lua, with tests", "Une règle en Lua, avec des tests"))]
    Expansion(NewFolder),
    #[command(about = said("Tiles in TOML, with a test", "Des tuiles en TOML, avec un test"))]
    Tileset(NewFolder),
}

/// A new folder.
#[derive(Debug, clap::Args)]
pub(crate) struct NewFolder {
    #[arg(value_name = said("NAME", "NOM"),
        help = said("Name, which is the id, or a path that ends in it: my-roads, mods/my-roads",
            "Nom, qui est l'identifiant, ou chemin d'accès qui finit par lui : my-roads, mods/my-roads"))]
    pub(crate) dir: PathBuf,
}

/// `schema`.
#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    #[arg(value_name = said("DIR", "DOSSIER"), default_value = ".bastide", hide_default_value = true,
        help = said("Folder to write to; .bastide if not given", "Dossier où écrire ; .bastide par défaut"))]
    pub(crate) dir: PathBuf,
    #[arg(long, help = said("Replace files that are there already", "Remplacer les fichiers qui y sont déjà"))]
    pub(crate) force: bool,
}

/// `render`.
#[derive(Debug, clap::Args)]
pub(crate) struct Render {
    #[command(subcommand)]
    pub(crate) what: Picture,
}

/// What to draw.
#[derive(Debug, Subcommand)]
pub(crate) enum Picture {
    #[command(about = said("All tiles of a set, each once", "Toutes les tuiles d'un jeu, une fois chacune"))]
    Tiles(SetPicture),
    #[command(about = said("The board of a saved game", "Le plateau d'une partie enregistrée"))]
    Game(GamePicture),
    #[command(about = said("All tiles of a set in A4 at 45 mm, to print and cut",
        "Toutes les tuiles d'un jeu en A4 à 45 mm, à imprimer et découper"))]
    Sheet(Pages),
}

/// `render tiles`, `render sheet`.
#[derive(Debug, clap::Args)]
pub(crate) struct SetPicture {
    #[arg(value_name = said("SET", "JEU"), help = said("Name of a tile set, file of one, or folder of an expansion",
        "Nom d'un jeu de tuiles, fichier d'un jeu, ou dossier d'une extension"))]
    pub(crate) set: PathBuf,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// `render sheet`.
#[derive(Debug, clap::Args)]
pub(crate) struct Pages {
    #[command(flatten)]
    pub(crate) tiles: SetPicture,
    #[arg(long, help = said("Room between tiles, and 2 mm of artwork beyond their edges",
        "De la place entre les tuiles, et 2 mm d'image au-delà de leurs bords"))]
    pub(crate) bleed: bool,
    #[arg(long, help = said("After each page one with backs, for the other side of the paper",
        "Après chaque page, une page de dos, pour l'autre face du papier"))]
    pub(crate) backs: bool,
}

/// `render game`.
#[derive(Debug, clap::Args)]
pub(crate) struct GamePicture {
    #[arg(value_name = said("RECORD", "PARTIE"), help = said("Saved game", "Partie enregistrée"))]
    pub(crate) record: PathBuf,
    #[arg(long, value_name = "N", help = said("After this many actions; else at the end",
        "Après ce nombre d'actions ; sinon à la fin"))]
    pub(crate) at: Option<usize>,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// What a picture shows, and where it goes.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, clap::Args)]
pub(crate) struct Shown {
    #[arg(short, long, value_name = said("FILE", "FICHIER"),
        help = said("File to write, .svg or .png; else SVG to standard output",
            "Fichier à écrire, .svg ou .png ; sinon SVG sur la sortie standard"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out",
        help = said("Write over any file; pictures of this program are drawn anew without",
            "Remplacer tout fichier ; les images de ce programme sont redessinées sans cela"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Tell fields apart by tints", "Distinguer les prés par des teintes"))]
    pub(crate) fields: bool,
    #[arg(long, help = said("Show places, segments and borders with their names",
        "Montrer places, segments et voisinages avec leurs noms"))]
    pub(crate) overlay: bool,
    #[arg(long, help = said("Without title and coordinates", "Sans titre ni coordonnées"))]
    pub(crate) plain: bool,
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, hide_default_value = true, value_parser = clap::value_parser!(u32).range(16..=16000),
        help = said("Width of a PNG; 1600 if not given", "Largeur d'un PNG ; 1600 par défaut"))]
    pub(crate) width: u32,
}
