//! `tournament`: bots against each other.

use bastide::Rules;
use bastide_report::tournament::games;
use bastide_report::{Cup, Lang as Tongue, Side, Tournament, page_of_duels, tournament};

use crate::args;
use crate::files::{self, Over};
use crate::interrupt;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Tournament, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let rules = desk.rules(args.config.as_deref())?;
    if !args.json {
        desk.warn(&rules, out);
    }
    let seats = rules.setup.players.len();
    let mut bots = args.bots.0.clone();
    let named = bots.len();
    bots.sort_unstable_by_key(|bot| bot.name());
    bots.dedup();
    if seats < 2 || bots.len() < 2 || bots.len() < named {
        return Err(Stop::Usage(say!(
            lang,
            "a tournament takes two bots or more, each named once, and seats for two or more",
            "il faut à un tournoi deux robots ou plus, nommés une fois chacun, et deux sièges ou plus"
        )));
    }
    let cup = Cup {
        bots: args.bots.0.clone(),
        decks: args.decks,
        seed: crate::simulate::seed(args.dealt.seed, &rules, lang)?,
        threads: usize::from(args.dealt.threads),
        sprt: args.sprt.map(|args::Strengths(less, more)| (less, more)),
    };
    if let Some(path) = &args.out {
        files::free(path, Over::forced(args.force))?;
    }
    let stop = interrupt::flag();
    let bar = out.progress(games(&cup, seats), lang.pick("games", "parties"));
    let found = tournament(&rules, &cup, &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let found = found?;
    if args.json {
        out.json(&found)?;
    } else {
        out.data(&found.table(Tongue::of(lang.code())))?;
    }
    if args.out.is_some() {
        write(&found, args, rules, desk, out)?;
    }
    if !found.interrupted {
        return Ok(stop::FINE);
    }
    let done: u64 = found.duels.iter().map(|d| d.games).sum();
    let done = lang.counted(done, "game", "partie");
    out.note(&say!(lang, "interrupted after {done}", "interrompu après {done}"));
    Ok(stop::INTERRUPTED)
}

/// Writes the page.
fn write(
    found: &Tournament,
    args: &args::Tournament,
    rules: Rules,
    desk: &Desk,
    out: &mut Out,
) -> Result<(), Stop> {
    let Some(path) = &args.out else { return Ok(()) };
    let config = args.config.as_deref();
    let file = Desk::name(config);
    let side = Side { file, text: desk.text(config), rules };
    let tongue = Tongue::of(out.lang.code());
    files::write(path, page_of_duels(found, &side, &command(args, found.seed, desk), tongue))?;
    let page = path.display();
    out.note(&say!(out.lang, "\n{page}: the page", "\n{page} : la page"));
    Ok(())
}

/// What plays all of it again; threads change nothing and are left out.
fn command(args: &args::Tournament, seed: u64, desk: &Desk) -> String {
    let mut words = vec!["bastide".to_owned()];
    for folder in &desk.folders {
        words.extend(["--path".to_owned(), files::quoted(folder)]);
    }
    words.push("tournament".to_owned());
    words.extend(args.config.iter().map(|path| files::quoted(&path.to_string_lossy())));
    let bots: Vec<&str> = args.bots.0.iter().map(|bot| bot.name()).collect();
    words.push(format!("--bots {} --decks {}", bots.join(","), args.decks));
    words.extend(args.sprt.map(|args::Strengths(less, more)| format!("--sprt {less},{more}")));
    words.push(format!("--seed {seed} -o page.html"));
    words.join(" ")
}
