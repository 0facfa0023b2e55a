//! `tournament`: bots against each other.

use bastide_report::tournament::games;
use bastide_report::{Cup, Lang as Tongue, tournament};

use crate::args;
use crate::interrupt;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Tournament, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let rules = desk.rules(args.config.as_deref())?;
    if !args.json && !rules.setup.warnings.is_empty() {
        out.faults(&rules.setup.warnings, &desk.sources);
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
        seed: crate::simulate::seed(args.seed, &rules, lang)?,
        threads: usize::from(args.threads),
        sprt: args.sprt.map(|args::Strengths(less, more)| (less, more)),
    };
    let stop = interrupt::flag();
    let bar = out.progress(games(&cup, seats), lang.pick("games", "parties"));
    let found = tournament(&rules, &cup, &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let found = found?;
    if args.json {
        out.line(&serde_json::to_string_pretty(&found).unwrap_or_default())?;
    } else {
        out.data(&found.table(Tongue::of(lang.code())))?;
    }
    if !found.interrupted {
        return Ok(stop::FINE);
    }
    let done: u64 = found.duels.iter().map(|d| d.games).sum();
    out.note(&say!(lang, "interrupted after {done} games", "interrompu après {done} parties"));
    Ok(stop::INTERRUPTED)
}
