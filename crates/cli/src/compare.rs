//! `compare`: two configs, the same decks, and what differs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::Bot;
use bastide_report::{Comparison, Lang as Tongue, Plan, Side, compare, page, table};

use crate::args;
use crate::files;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Compare, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let tongue = Tongue::of(lang.code());
    let a = side(&args.a, desk, out, args.json)?;
    let b = side(&args.b, desk, out, args.json)?;
    let plan = Plan {
        games: args.games,
        seed: args.seed.or(a.rules.setup.seed).unwrap_or(0),
        threads: usize::from(args.threads),
        bots: bots(args, a.rules.setup.players.len(), out)?,
        early: !args.all,
        paired: !args.unpaired,
    };
    if let Some(path) = &args.out {
        files::free(path, args.force)?;
        let folder = games_folder(path);
        if folder.exists() && !args.force {
            // A folder of games that belongs to another page.
            files::free(&folder, false)?;
        }
    }
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    // Without it Ctrl-C ends the command at once, and nothing is told of what was played.
    let _ = ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed));
    let bar = out.progress(args.games, lang.pick("games of each", "parties de chaque"));
    let found = compare([&a, &b], &plan, &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let found = found?;
    if args.json {
        out.line(&serde_json::to_string_pretty(&found).unwrap_or_default())?;
    } else {
        out.data(&table(&found, [&a, &b], tongue))?;
    }
    if let Some(path) = &args.out {
        let command = command(args, &plan, desk);
        files::write(path, &page(&found, [&a, &b], &command, tongue))?;
        let folder = games_folder(path);
        std::fs::create_dir_all(&folder).map_err(|e| files::unwritable(&folder, &e))?;
        for game in &found.extremes {
            files::write(&folder.join(game.file()), &game.record)?;
        }
        let (page, folder, n) = (path.display(), folder.display(), found.extremes.len());
        out.note(&say!(
            lang,
            "\n{page}: the page · {folder}: {n} games",
            "\n{page} : la page · {folder} : {n} parties"
        ));
    }
    Ok(ended(&found, out))
}

/// Folder beside a page for its games.
fn games_folder(page: &Path) -> PathBuf {
    let stem = page.file_stem().unwrap_or_default().to_string_lossy();
    page.with_file_name(format!("{stem}-games"))
}

/// What makes the page again; threads change nothing and are left out.
fn command(args: &args::Compare, plan: &Plan, desk: &Desk) -> String {
    let bots: Vec<&str> = plan.bots.iter().map(|b| b.name()).collect();
    let mut words = vec!["bastide".to_owned()];
    for folder in &desk.folders {
        words.extend(["--path".to_owned(), files::quoted(folder)]);
    }
    words.push("compare".to_owned());
    words.extend([&args.a, &args.b].map(|p| files::quoted(&p.to_string_lossy())));
    let (games, seed) = (plan.games, plan.seed);
    words.push(format!("--games {games} --bots {} --seed {seed}", bots.join(",")));
    words.extend(args.all.then(|| "--all".to_owned()));
    words.extend(args.unpaired.then(|| "--unpaired".to_owned()));
    words.push("-o page.html".to_owned());
    words.join(" ")
}

/// One of the two configs.
fn side(path: &Path, desk: &mut Desk, out: &mut Out, json: bool) -> Result<Side, Stop> {
    let (file, text) = desk.read(path)?;
    let rules = desk.rules_of(&file, &text)?;
    if !json && !rules.setup.warnings.is_empty() {
        out.faults(&rules.setup.warnings, &desk.sources);
    }
    Ok(Side { file, text, rules })
}

/// One bot for each seat.
fn bots(args: &args::Compare, seats: usize, out: &Out) -> Result<Vec<Bot>, Stop> {
    let named: Vec<Bot> = args.bots.iter().filter_map(|name| Bot::named(name)).collect();
    if named.len() > seats {
        return Err(Stop::Usage(say!(
            out.lang,
            "{} bots for {} seats",
            "{} robots pour {} sièges",
            named.len(),
            seats
        )));
    }
    let named = if named.is_empty() { vec![Bot::Greedy] } else { named };
    Ok(named.iter().copied().cycle().take(seats).collect())
}

/// Says so if not everything was played because somebody asked to stop; the exit code.
fn ended(found: &Comparison, out: &mut Out) -> u8 {
    if !found.interrupted {
        return stop::FINE;
    }
    let (done, planned) = (found.games, found.planned);
    out.note(&say!(
        out.lang,
        "interrupted: {done} of {planned} games",
        "interrompu : {done} parties sur {planned}"
    ));
    stop::INTERRUPTED
}
