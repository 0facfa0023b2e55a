//! `compare`: two configs, the same decks, and what differs.

use std::path::{Path, PathBuf};

use bastide::Bot;
use bastide::core::Words;
use bastide_report::pairs::play_part;
use bastide_report::stats::ERROR;
use bastide_report::{Found, Lang as Tongue, Plan, Side, compare_each};

use crate::args;
use crate::files::{self, Over};
use crate::interrupt;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Compare, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let a = side(&args.a, desk, out, args.json)?;
    let b = side(&args.b, desk, out, args.json)?;
    let tables = tables(args, a.rules.setup.players.len(), out)?;
    let plan = Plan {
        games: args.games,
        seed: crate::simulate::seed(args.seed, &a.rules, lang)?,
        threads: usize::from(args.threads),
        bots: tables[0].clone(),
        early: !args.all,
        paired: !args.unpaired,
        error: ERROR,
    };
    if let Some(path) = &args.out {
        free(path, args.force)?;
    }
    let command = command(args, &plan, &tables, desk);
    if let Some(path) = &args.part {
        return part([&a, &b], (&plan, &tables, &command), (path, args), out);
    }
    let stop = interrupt::flag();
    let all = args.games * tables.len() as u64;
    let bar = out.progress(all, lang.pick("games of each", "parties de chaque"));
    let sides = [&a, &b];
    let found = compare_each(sides, &plan, &tables, &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let found = found?;
    tell(&found, sides, args.json, out)?;
    if let Some(path) = &args.out {
        write(&found, sides, &command, path, out)?;
    }
    Ok(ended(&found, out))
}

/// Says what was found.
pub(crate) fn tell(
    found: &Found,
    sides: [&Side; 2],
    json: bool,
    out: &mut Out,
) -> Result<(), Stop> {
    if json {
        out.line(&found.json())?;
    } else {
        out.data(&found.table(sides, Tongue::of(out.lang.code())))?;
    }
    Ok(())
}

/// Whether a page may be written there, and its games beside it.
pub(crate) fn free(path: &Path, force: bool) -> Result<(), Stop> {
    files::free(path, Over::forced(force))?;
    let folder = games_folder(path);
    if folder.exists() && !force {
        // Its games belong to another page.
        let help = Words::new(
            "choose another name for the page, or --force to add to it",
            "choisissez un autre nom pour la page, ou --force pour y ajouter",
        );
        return Err(files::taken(&folder, help));
    }
    Ok(())
}

/// Writes the page, and its games beside it.
pub(crate) fn write(
    found: &Found,
    sides: [&Side; 2],
    command: &str,
    path: &Path,
    out: &mut Out,
) -> Result<(), Stop> {
    let lang = out.lang;
    let command = format!("{command} -o page.html");
    files::write(path, found.page(sides, &command, Tongue::of(lang.code())))?;
    let folder = games_folder(path);
    files::folder(&folder)?;
    let mut games = 0;
    for game in found.comparisons().iter().flat_map(|c| &c.extremes) {
        files::write(&folder.join(game.file()), &game.record)?;
        games += 1;
    }
    let (page, folder) = (path.display(), folder.display());
    let games = lang.counted(games, "game", "partie");
    out.note(&say!(
        lang,
        "\n{page}: the page · {folder}: {games}",
        "\n{page} : la page · {folder} : {games}"
    ));
    Ok(())
}

/// Plays some of the pairs, and writes down what they came to.
fn part(
    sides: [&Side; 2],
    (plan, tables, command): (&Plan, &[Vec<Bot>], &str),
    (path, args): (&Path, &args::Compare),
    out: &mut Out,
) -> Result<u8, Stop> {
    let lang = out.lang;
    let seats = sides[0].rules.setup.players.len();
    let pairs = plan.pairs(seats);
    let wanted = args.pairs.clone().unwrap_or(0..pairs);
    if wanted.end > pairs {
        return Err(Stop::Usage(say!(
            lang,
            "--pairs: {} games with {seats} seats are the pairs 0..{pairs}",
            "--pairs : {} parties à {seats} sièges sont les paires 0..{pairs}",
            plan.games
        )));
    }
    files::free(path, Over::forced(args.force))?;
    let stop = interrupt::flag();
    let games = (wanted.end - wanted.start) * (seats * tables.len()) as u64;
    let bar = out.progress(games, lang.pick("games of each", "parties de chaque"));
    let done = play_part(sides, (plan, tables, command), wanted.clone(), &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let (shown, from, to) = (path.display(), wanted.start, wanted.end);
    let Some(done) = done? else {
        out.note(&say!(
            lang,
            "interrupted: {shown} was not written",
            "interrompu : {shown} n'a pas été écrit"
        ));
        return Ok(stop::INTERRUPTED);
    };
    let text = serde_json::to_string(&done).unwrap_or_default();
    files::write(path, text + "\n")?;
    out.note(&say!(lang, "{shown}: pairs {from}..{to}", "{shown} : paires {from}..{to}"));
    Ok(stop::FINE)
}

/// Folder beside a page for its games.
fn games_folder(page: &Path) -> PathBuf {
    let stem = page.file_stem().unwrap_or_default().to_string_lossy();
    page.with_file_name(format!("{stem}-games"))
}

/// What makes all of it again; threads change nothing and are left out.
fn command(args: &args::Compare, plan: &Plan, tables: &[Vec<Bot>], desk: &Desk) -> String {
    let bots = |table: &Vec<Bot>| {
        let names: Vec<&str> = table.iter().map(|b| b.name()).collect();
        format!(" --bots {}", names.join(","))
    };
    let bots: String = tables.iter().map(bots).collect();
    let mut words = vec!["bastide".to_owned()];
    for folder in &desk.folders {
        words.extend(["--path".to_owned(), files::quoted(folder)]);
    }
    words.push("compare".to_owned());
    words.extend([&args.a, &args.b].map(|p| files::quoted(&p.to_string_lossy())));
    let (games, seed) = (plan.games, plan.seed);
    words.push(format!("--games {games}{bots} --seed {seed}"));
    words.extend(args.all.then(|| "--all".to_owned()));
    words.extend(args.unpaired.then(|| "--unpaired".to_owned()));
    words.join(" ")
}

/// One of the two configs.
fn side(path: &Path, desk: &mut Desk, out: &mut Out, json: bool) -> Result<Side, Stop> {
    let (file, text) = desk.read(path)?;
    let rules = desk.rules_of(&file, &text)?;
    if !json {
        desk.warn(&rules, out);
    }
    Ok(Side { file, text, rules })
}

/// Tables of bots, one for each `--bots`: a bot for each seat.
fn tables(args: &args::Compare, seats: usize, out: &Out) -> Result<Vec<Vec<Bot>>, Stop> {
    let lang = out.lang;
    let mut tables: Vec<Vec<Bot>> = Vec::new();
    for args::Bots(named) in &args.bots {
        if named.len() > seats {
            return Err(Stop::Usage(say!(
                lang,
                "{} bots for {} seats",
                "{} robots pour {} sièges",
                named.len(),
                seats
            )));
        }
        let table: Vec<Bot> = named.iter().copied().cycle().take(seats).collect();
        if tables.contains(&table) {
            let names: Vec<&str> = named.iter().map(|b| b.name()).collect();
            let names = names.join(",");
            return Err(Stop::Usage(say!(
                lang,
                "--bots {names}: the same bots twice",
                "--bots {names} : deux fois les mêmes robots"
            )));
        }
        tables.push(table);
    }
    if tables.is_empty() {
        tables.push(vec![Bot::Greedy; seats]);
    }
    Ok(tables)
}

/// Says so if not everything was played because somebody asked to stop; the exit code.
fn ended(found: &Found, out: &mut Out) -> u8 {
    if !found.interrupted() {
        return stop::FINE;
    }
    let done: u64 = found.comparisons().iter().map(|c| c.games).sum();
    let done = out.lang.counted(done, "game", "partie");
    out.note(&say!(
        out.lang,
        "interrupted after {done} of each",
        "interrompu après {done} de chaque"
    ));
    stop::INTERRUPTED
}
