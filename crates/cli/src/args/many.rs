//! Arguments of the verbs that play many games, and of those that join their parts.

use std::ops::Range;
use std::path::PathBuf;

use bastide::seed::SEED_MAX;

use crate::lang::said;

/// From which decks games are played, and on how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct Dealt {
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=SEED_MAX),
        help = said("Seed, instead of the config's", "Graine, au lieu de celle de la configuration"))]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u16).range(..=512),
        help = said("Threads; 0 = one for each core", "Fils d'exécution ; 0 = un par cœur"))]
    pub(crate) threads: u16,
}

/// `simulate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Simulate {
    #[arg(value_name = "CONFIG", help = said("Config of the games; without it, a built-in one",
        "Configuration des parties ; sans elle, celle du programme"))]
    pub(crate) config: Option<PathBuf>,
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1000, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000),
        help = said("Number of games; 1000 if not given", "Nombre de parties ; 1000 par défaut"))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) dealt: Dealt,
    #[arg(long, value_name = said("BOTS", "ROBOTS"), value_delimiter = ',', value_parser = bastide::config::BOTS,
        action = clap::ArgAction::Set, num_args = 1, hide_possible_values = true,
        help = said("Bots by seat (random, greedy, planner, expert), repeated if there are more seats; else those of the config",
            "Robots par siège (random, greedy, planner, expert), répétés s'il y a plus de sièges ; sinon ceux de la configuration"))]
    pub(crate) bots: Vec<String>,
    #[arg(long, conflicts_with = "out", help = said("Measure the time inside expansions, by function",
        "Mesurer le temps passé dans les extensions, par fonction"))]
    pub(crate) profile: bool,
    #[arg(short, long, value_name = said("GAMES.csv", "PARTIES.csv"),
        help = said("Write a row for each game there, and beside it one for each payment of points (.csv, .parquet)",
            "Y écrire une ligne par partie, et à côté une par paiement de points (.csv, .parquet)"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, value_name = "I/N", requires = "out", value_parser = shard,
        help = said("Play the I-th of N parts of the games; `merge` puts them together",
            "Ne jouer que la I-ème de N parts ; `merge` les réunit"))]
    pub(crate) shard: Option<(u64, u64)>,
    #[arg(long, requires = "out", help = said("Write over files that exist", "Remplacer les fichiers qui existent"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}

/// A part of many: `3/16`.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) && n <= 1_000_000 => Ok((i, n)),
        _ => {
            Err(said("write I/N, with I from 1 to N: 3/16", "écrivez I/N, avec I de 1 à N : 3/16")
                .to_owned())
        }
    }
}

/// `merge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Merge {
    #[arg(value_name = said("PART.json", "PART.json"), required = true,
        help = said("Notes of the parts that `simulate --shard` wrote, or the parts that `compare --part` wrote",
            "Notes des parts écrites par `simulate --shard`, ou parts écrites par `compare --part`"))]
    pub(crate) parts: Vec<PathBuf>,
    #[arg(short, long, value_name = said("GAMES.csv", "PARTIES.csv"),
        help = said("Write the whole there: tables of a simulation, the page of a comparison",
            "Y écrire le tout : tables d'une simulation, page d'une comparaison"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, requires = "out", help = said("Write over files that exist", "Remplacer les fichiers qui existent"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Print JSON, for programs (a comparison)", "Afficher du JSON, pour des programmes (une comparaison)"))]
    pub(crate) json: bool,
}

/// Some pairs of a comparison: `0..250`.
fn pairs(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    ends.filter(|range: &Range<u64>| range.start < range.end).ok_or_else(|| {
        said(
            "write A..B, the first pair and the one after the last: 0..250",
            "écrivez A..B, la première paire et celle qui suit la dernière : 0..250",
        )
        .to_owned()
    })
}

/// Bots by seat: `random`, `greedy,random`.
#[derive(Clone, Debug)]
pub(crate) struct Bots(pub(crate) Vec<bastide::Bot>);

pub(super) fn bots(text: &str) -> Result<Bots, String> {
    let named: Option<Vec<_>> =
        text.split(',').map(|name| bastide::Bot::named(name.trim())).collect();
    named.map(Bots).ok_or_else(|| {
        let known = bastide::config::BOTS.join(", ");
        let lead = said(
            "write names with commas between them, of: ",
            "écrivez des noms séparés par des virgules, parmi : ",
        );
        format!("{lead}{known}")
    })
}

/// `compare`.
#[allow(clippy::struct_excessive_bools, reason = "one for each flag")]
#[derive(Debug, clap::Args)]
pub(crate) struct Compare {
    #[arg(value_name = "A.toml", help = said("Config as it is", "Configuration telle quelle"))]
    pub(crate) a: PathBuf,
    #[arg(value_name = "B.toml", help = said("Config with the change", "Configuration avec le changement"))]
    pub(crate) b: PathBuf,
    #[arg(short = 'n', long, value_name = "N", default_value_t = 2000, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=10_000_000),
        help = said("Most games of each config; 2000 if not given", "Nombre maximal de parties par configuration ; 2000 par défaut"))]
    pub(crate) games: u64,
    #[arg(long, value_name = said("BOTS", "ROBOTS"), value_parser = bots,
        help = said("Bots by seat (random, greedy, planner, expert), repeated if there are more seats; greedy if not given; written several times: with each of them",
            "Robots par siège (random, greedy, planner, expert), répétés s'il y a plus de sièges ; greedy par défaut ; écrit plusieurs fois : avec chacun"))]
    pub(crate) bots: Vec<Bots>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=SEED_MAX),
        help = said("Seed, instead of that of A", "Graine, au lieu de celle de A"))]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u16).range(..=512),
        help = said("Threads; 0 = one for each core", "Fils d'exécution ; 0 = un par cœur"))]
    pub(crate) threads: u16,
    #[arg(short, long, value_name = said("PAGE.html", "PAGE.html"),
        help = said("Write a page with pictures there, and the most extreme games beside it",
            "Y écrire une page avec des images, et à côté les parties les plus extrêmes"))]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, value_name = "A..B", requires = "part", value_parser = pairs,
        help = said("Play only these pairs; a pair is a deck, once for each seat",
            "Ne jouer que ces paires ; une paire est une pioche, jouée une fois par siège"))]
    pub(crate) pairs: Option<Range<u64>>,
    #[arg(long, value_name = "PART.json", conflicts_with_all = ["out", "json"],
        help = said("Write down what the pairs came to; `merge` makes the whole of such parts",
            "Noter ce que donnent les paires ; `merge` fait le tout de telles parts"))]
    pub(crate) part: Option<PathBuf>,
    #[arg(long, help = said("Write over files that exist", "Remplacer les fichiers qui existent"))]
    pub(crate) force: bool,
    #[arg(long, help = said("Play all games, even if the answer is clear before",
        "Jouer toutes les parties, même si la réponse est nette avant"))]
    pub(crate) all: bool,
    #[arg(long, help = said("Other decks for B: the games of A and B have nothing in common",
        "D'autres pioches pour B : les parties de A et de B n'ont rien en commun"))]
    pub(crate) unpaired: bool,
    #[arg(long, help = said("Print JSON, for programs", "Afficher du JSON, pour des programmes"))]
    pub(crate) json: bool,
}
