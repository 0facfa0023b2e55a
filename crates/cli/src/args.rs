//! The command line: verbs and options, with help in both languages.

mod author;
pub(crate) mod french;
mod many;
mod play;
mod serve;
mod tournament;
mod tune;

use std::path::PathBuf;

use bastide::seed::SEED_MAX;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

pub(crate) use self::author::{Check, Dev, Explain, New, NewWhat, Picture, Render, Schema, Shown};
use self::many::bots;
pub(crate) use self::many::{Bots, Compare, Dealt, Merge, Simulate};
pub(crate) use self::play::Play;
pub(crate) use self::serve::Serve;
pub(crate) use self::tournament::{Strengths, Tournament};
pub(crate) use self::tune::Tune;
use crate::lang::{Lang, said};

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colors {
    /// On terminals that have them.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "bastide", version, disable_help_flag = true, disable_version_flag = true,
    disable_help_subcommand = true,
    about = said("An open rules engine for Carcassonne: play, simulate, check, explain.",
        "Un moteur de règles libre pour Carcassonne : jouer, simuler, vérifier, expliquer."),
    after_help = said(
        "Exit codes: 0 fine · 1 a negative finding · 2 wrong use · 3 a file · 4 an expansion's fault",
        "Codes de sortie : 0 tout va bien · 1 constat négatif · 2 mauvais usage · 3 un fichier · 4 erreur d'une extension"))]
pub(crate) struct Args {
    #[arg(long, global = true, value_enum, value_name = "en|fr", hide_possible_values = true,
        help = said("Language; else that of the locale", "Langue ; sinon celle du système"))]
    pub(crate) lang: Option<Lang>,
    #[arg(long, global = true, value_enum, value_name = "auto|always|never", default_value = "auto",
        hide_possible_values = true, hide_default_value = true,
        help = said("Colors; NO_COLOR is respected", "Couleurs ; NO_COLOR est respecté"))]
    pub(crate) color: Colors,
    #[arg(long, global = true, value_name = said("DIR", "DOSSIER"),
        help = said("Folder with more expansions and tile sets (also: BASTIDE_PATH)",
            "Dossier d'autres extensions et jeux de tuiles (aussi : BASTIDE_PATH)"))]
    pub(crate) path: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) log: Log,
    #[arg(short, long, global = true, action = clap::ArgAction::Help,
        help = said("Print help", "Afficher cette aide"))]
    help: Option<bool>,
    #[arg(short = 'V', long, action = clap::ArgAction::Version,
        help = said("Print version", "Afficher la version"))]
    version: Option<bool>,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// Options of the log.
#[allow(clippy::struct_field_names, reason = "fields are named as flags are")]
#[derive(Debug, clap::Args)]
pub(crate) struct Log {
    #[arg(long, global = true, value_name = "DIRECTIVES",
        help = said("What to log, as in bastide::hook=trace (also: BASTIDE_LOG)",
            "Quoi journaliser, comme bastide::hook=trace (aussi : BASTIDE_LOG)"))]
    pub(crate) log: Option<String>,
    #[arg(long, global = true, value_enum, value_name = "human|json", hide_possible_values = true,
        help = said("How lines of the log look; human if not given",
            "Forme des lignes du journal ; human par défaut"))]
    pub(crate) log_format: Option<crate::log::Format>,
    #[arg(long, global = true, value_name = said("FILE", "FICHIER"),
        help = said("Add the log to this file, instead of standard error",
            "Ajouter le journal à ce fichier, au lieu de la sortie d'erreur"))]
    pub(crate) log_file: Option<PathBuf>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    #[command(about = said("Play a game in the terminal", "Jouer une partie dans le terminal"))]
    Play(Play),
    #[command(about = said("Play with friends in browsers: this machine serves the tables",
        "Jouer entre amis dans des navigateurs : cette machine sert les tables"))]
    Serve(Serve),
    #[command(about = said("Play many games with bots and sum them up",
        "Jouer beaucoup de parties avec des robots et en faire le bilan"))]
    Simulate(Simulate),
    #[command(about = said("Play two configs with the same decks and say what differs",
        "Jouer deux configurations avec les mêmes pioches et dire ce qui change"))]
    Compare(Compare),
    #[command(about = said("Let bots play each other with the same decks and say which is stronger",
        "Opposer des robots avec les mêmes pioches et dire lequel est le plus fort"))]
    Tournament(Tournament),
    #[command(about = said("Find out what bots should be told that tokens and figures are worth",
        "Trouver ce que jetons et figurines doivent valoir pour les robots"))]
    Tune(Tune),
    #[command(about = said("Put the parts of a simulation together",
        "Réunir les parts d'une simulation"))]
    Merge(Merge),
    #[command(visible_alias = "options",
        about = said("List expansions, options, tile sets and editions",
            "Lister extensions, options, jeux de tuiles et éditions"))]
    List(List),
    #[command(about = said("Replay a record and check every line",
        "Rejouer une partie enregistrée et en vérifier chaque ligne"))]
    Verify(Verify),
    #[command(about = said("Check configs, expansions and tile sets without playing",
        "Vérifier configurations, extensions et jeux de tuiles sans jouer"))]
    Check(Check),
    #[command(about = said("Explain the code of a message, with an example, or a rule",
        "Expliquer le code d'un message, avec un exemple, ou une règle"))]
    Explain(Explain),
    #[command(about = said("Play scenarios and saved games and check what they say must hold",
        "Jouer des scénarios et des parties et vérifier ce qu'ils affirment"))]
    Test(Test),
    #[command(about = said("Turn a game of JCloisterZone (.jcz) into a record",
        "Faire d'une partie de JCloisterZone (.jcz) une partie enregistrée"))]
    Convert(Convert),
    #[command(about = said("Reload an expansion or tile set at each save, in a running game",
        "Recharger une extension ou un jeu de tuiles à chaque enregistrement, dans une partie en cours"))]
    Dev(Dev),
    #[command(about = said("Make the folder of a new expansion or tile set",
        "Créer le dossier d'une nouvelle extension ou d'un jeu de tuiles"))]
    New(New),
    #[command(about = said("Write what editors read: schemas of all files, annotations of the Lua interface",
        "Écrire ce que lisent les éditeurs : schémas des fichiers, annotations de l'interface Lua"))]
    Schema(Schema),
    #[command(about = said("Say why a move is refused", "Dire pourquoi un coup est refusé"))]
    Why(Why),
    #[command(about = said("Draw tiles, boards and pages to cut, as SVG or PNG",
        "Dessiner tuiles, plateaux et pages à découper, en SVG ou PNG"))]
    Render(Render),
    #[command(about = said("Print a completion script for a shell",
        "Afficher un script de complétion pour un shell"))]
    Completions(Completions),
}

/// `list`.
#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// `verify`.
#[derive(Debug, clap::Args)]
pub(crate) struct Verify {
    #[arg(value_name = said("RECORD", "PARTIE"),
        help = said("Saved game", "Partie enregistrée"))]
    pub(crate) record: PathBuf,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// `test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Test {
    #[arg(value_name = said("PATH", "CHEMIN"), required = true,
        help = said("Scenario files, expansion folders, .jcz games, folders of them",
            "Fichiers de scénarios, dossiers d'extensions, parties .jcz, dossiers qui en contiennent"))]
    pub(crate) paths: Vec<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 20, hide_default_value = true, value_parser = clap::value_parser!(u64).range(..=1_000_000),
        help = said("Random games of each expansion folder, looked at closely; 20 if not given, 0 = none",
            "Parties au hasard de chaque dossier d'extension, examinées de près ; 20 par défaut, 0 = aucune"))]
    pub(crate) games: u64,
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u64).range(..=SEED_MAX),
        help = said("Seed of the random games; 0 if not given", "Graine des parties au hasard ; 0 par défaut"))]
    pub(crate) seed: u64,
    #[arg(long, help = said("Show how often each function of the expansions was entered",
        "Montrer combien de fois chaque fonction des extensions a été appelée"))]
    pub(crate) coverage: bool,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[arg(value_name = said("GAME", "PARTIE"),
        help = said("Saved game of JCloisterZone, or log of Board Game Arena",
            "Partie enregistrée par JCloisterZone, ou journal de Board Game Arena"))]
    pub(crate) game: PathBuf,
    #[arg(short, long, value_name = said("FILE", "FICHIER"),
        help = said("Write the record there; else print it", "Écrire la partie ici ; sinon l'afficher"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out", help = said("Write over files that exist", "Remplacer les fichiers qui existent"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Leave out the names of the players (logs only)", "Omettre les noms des joueurs (journaux seulement)"))]
    pub(crate) anonymous: bool,
}

/// `why`.
#[derive(Debug, clap::Args)]
pub(crate) struct Why {
    #[arg(value_name = said("RECORD|CONFIG", "PARTIE|CONFIG"),
        help = said("Saved game, or the config of a game that begins",
            "Partie enregistrée, ou configuration d'une partie qui commence"))]
    pub(crate) file: PathBuf,
    #[arg(value_name = said("MOVE", "COUP"), num_args = 0..,
        help = said("The move, as in records: place base/D 1,0 r1; without it, all that is allowed",
            "Le coup, comme dans les fichiers : place base/D 1,0 r1 ; sans lui, tout ce qui est permis"))]
    pub(crate) action: Vec<String>,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL", help = said("Which shell", "Quel shell"))]
    pub(crate) shell: clap_complete::Shell,
}

/// The command, with headings in the language.
pub(crate) fn command(lang: Lang) -> clap::Command {
    let command = numbers(Args::command());
    if lang == Lang::En { command } else { french(command) }
}

/// A number below zero is one that is out of range, and no option of another name.
fn numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let names = arg.get_value_names().unwrap_or_default();
        let number = names.iter().any(|name| *name == "N" || *name == "MS");
        if number { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(numbers)
}

/// French headings, here and in every verb. A space stands before the colon that comes after them.
fn french(command: clap::Command) -> clap::Command {
    let command = command
        .subcommand_help_heading("Commandes ")
        .help_template("{about-with-newline}\nUtilisation : {usage}\n\n{all-args}{after-help}")
        .mut_args(|arg| {
            let heading = if arg.is_positional() { "Arguments " } else { "Options " };
            arg.help_heading(heading)
        });
    command.mut_subcommands(french)
}

impl Verb {
    /// Whether a program reads the output.
    pub(crate) fn is_json(&self) -> bool {
        match self {
            Verb::Simulate(v) => v.json,
            Verb::List(v) => v.json,
            Verb::Compare(v) => v.json,
            Verb::Merge(v) => v.json,
            Verb::Tournament(v) => v.json,
            Verb::Tune(v) => v.json,
            Verb::Verify(v) => v.json,
            Verb::Test(v) => v.json,
            Verb::Dev(v) => v.json,
            Verb::Check(v) => v.is_json(),
            Verb::Explain(v) => v.json,
            Verb::Why(v) => v.json,
            Verb::Play(_)
            | Verb::Serve(_)
            | Verb::Convert(_)
            | Verb::Render(_)
            | Verb::New(_)
            | Verb::Schema(_)
            | Verb::Completions(_) => false,
        }
    }
}
