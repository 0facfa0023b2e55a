//! `tune`: values of tokens and figures for bots.

use bastide_report::tune::{games, unknown};
use bastide_report::{Lang as Tongue, Search, tune};
use bastide_text::{listed, suggest};

use crate::args;
use crate::interrupt;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Tune, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let rules = desk.rules(args.config.as_deref())?;
    if !args.json {
        desk.warn(&rules, out);
    }
    let search = Search {
        only: args.only.clone(),
        decks: args.decks,
        seed: crate::simulate::seed(args.dealt.seed, &rules, lang)?,
        threads: usize::from(args.dealt.threads),
    };
    if let Some(name) = unknown(&rules, &search).first() {
        let all: Vec<String> = rules.ruleset.valuables().map(|(name, _)| name).collect();
        let near = suggest(name, all.iter().map(String::as_str));
        let known = near.map_or_else(|| listed(&all), |near| format!("`{near}`"));
        return Err(Stop::Usage(say!(
            lang,
            "nothing in these games is called `{name}`; there is {known}",
            "rien dans ces parties ne s'appelle `{name}` ; il y a {known}"
        )));
    }
    let stop = interrupt::flag();
    let bar = out.progress(games(&rules, &search), lang.pick("games", "parties"));
    let found = tune(&rules, &search, &stop, &|n| bar.inc(n));
    bar.finish_and_clear();
    let found = found?;
    if args.json {
        out.json(&found)?;
    } else {
        out.data(&found.table(Tongue::of(lang.code())))?;
    }
    if found.interrupted {
        out.note(&say!(lang, "interrupted", "interrompu"));
        return Ok(stop::INTERRUPTED);
    }
    Ok(if found.is_proved() { stop::FINE } else { stop::FINDING })
}
