//! `test`: scenarios and games with facts that must hold, played and counted; random games of expansions.

use bastide::core::text::harmless;
use bastide::core::{Fault, Words};
use bastide_lab::{OfferRow, dropped};
use bastide_proof::properties::{self, Proof};
use bastide_proof::suite::{Case, Handler, Suite, Verdict};
use serde_json::{Value, json};

use crate::args;
use crate::faults::{self, Sources};
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Results of the whole run.
struct Done {
    verdicts: Vec<Verdict>,
    proofs: Vec<Result<Proof, Vec<Fault>>>,
    /// Where found games were saved, or why they were not, by expansion.
    saved: Vec<Option<Result<String, String>>>,
    handlers: Vec<Handler>,
}

/// Runs the verb.
pub(crate) fn run(args: &args::Test, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let suite = Suite::gather((*desk.library).clone(), &args.paths)?;
    desk.sources.library(&suite.library);
    let done = play(args, &suite, out);
    let broken = |p: &&Result<Proof, Vec<Fault>>| p.as_ref().map_or(true, |p| p.found.is_some());
    let count = |f: fn(&Verdict) -> bool| done.verdicts.iter().filter(|v| f(v)).count();
    let bad = done.proofs.iter().filter(broken).count();
    let passed =
        count(|v| matches!(v, Verdict::Passed | Verdict::Told(_))) + done.proofs.len() - bad;
    let failed = count(|v| matches!(v, Verdict::Failed(_))) + bad;
    let skipped = count(|v| matches!(v, Verdict::Skipped(_)));
    if args.json {
        let each = suite.cases.iter().zip(&done.verdicts);
        let tests: Vec<_> = each.map(|(c, v)| plain(c, v, &desk.sources, out.lang)).collect();
        let all = json!({
            "passed": passed, "failed": failed, "skipped": skipped, "tests": tests,
            "random-games": games(args, &suite, &done, &desk.sources, out.lang),
        });
        out.json(&all)?;
    } else {
        for (case, verdict) in suite.cases.iter().zip(&done.verdicts) {
            tell(case, verdict, &desk.sources, out)?;
        }
        for i in 0..suite.expansions.len() {
            tell_games(args, &suite, &done, i, &desk.sources, out)?;
        }
        out.line(&summary(passed, failed, skipped, out.lang))?;
    }
    Ok(if failed > 0 { stop::FINDING } else { stop::FINE })
}

/// Plays everything, and saves the games that show something.
fn play(args: &args::Test, suite: &Suite, out: &Out) -> Done {
    let random = suite.expansions.len() as u64 * args.games;
    let bar = out.progress(suite.cases.len() as u64 + random, "tests");
    let (verdicts, scenarios) = suite.run(&|| bar.inc(1));
    let proofs = if args.games > 0 {
        suite.prove(args.games, args.seed, &|| bar.inc(1))
    } else {
        Vec::new()
    };
    bar.finish_and_clear();
    let mut entered = std::collections::BTreeMap::new();
    for proof in proofs.iter().flatten() {
        entered.extend(
            proof
                .entered
                .iter()
                .filter(|((expansion, _), _)| {
                    suite.expansions.iter().any(|(id, _)| id == expansion)
                })
                .map(|(key, n)| (key.clone(), *n)),
        );
    }
    let save = |(proof, (_, dir)): (&Result<Proof, Vec<Fault>>, &(String, std::path::PathBuf))| {
        let text = proof.as_ref().ok()?.found.as_ref()?.scenario.as_ref()?;
        let saved = properties::save(&dir.join("tests"), text);
        Some(saved.map(|p| p.to_string_lossy().replace('\\', "/")).map_err(|e| e.to_string()))
    };
    let saved = proofs.iter().zip(&suite.expansions).map(save).collect();
    let handlers = suite.handlers(&scenarios, &entered);
    Done { verdicts, proofs, saved, handlers }
}

/// A test that did not pass, for people.
fn tell(case: &Case, verdict: &Verdict, sources: &Sources, out: &mut Out) -> Result<(), Stop> {
    let lang = out.lang;
    match verdict {
        Verdict::Passed => {}
        Verdict::Told(found) => {
            out.line(&say!(lang, "passed  {}", "réussi  {}", name(case, lang)))?;
            out.line(&shown(found, sources, lang))?;
        }
        Verdict::Failed(found) => {
            out.line(&say!(lang, "failed  {}", "échec   {}", name(case, lang)))?;
            out.line(&shown(found, sources, lang))?;
        }
        Verdict::Skipped(why) => {
            let why = word(why, lang);
            out.line(&say!(lang, "skipped {}: {why}", "passé   {} : {why}", name(case, lang)))?;
        }
    }
    Ok(())
}

/// What the random games of an expansion showed, for people.
fn tell_games(
    args: &args::Test,
    suite: &Suite,
    done: &Done,
    i: usize,
    sources: &Sources,
    out: &mut Out,
) -> Result<(), Stop> {
    let (lang, id) = (out.lang, &suite.expansions[i].0);
    match done.proofs.get(i) {
        Some(Err(found)) => {
            out.line(&say!(
                lang,
                "failed  {id}: no random game can be set up",
                "échec   {id} : aucune partie au hasard n'est possible"
            ))?;
            out.line(&shown(found, sources, lang))?;
        }
        Some(Ok(Proof { found: Some(found), .. })) => {
            let (game, seed, n) = (found.game, args.seed, found.actions);
            out.line(&say!(
                lang,
                "failed  {id}: random game {game} of seed {seed}, after {n} actions",
                "échec   {id} : partie au hasard {game} de la graine {seed}, après {n} actions"
            ))?;
            out.line(&shown(std::slice::from_ref(&found.fault), sources, lang))?;
            match &done.saved[i] {
                Some(Ok(file)) => out.line(&say!(
                    lang,
                    "        the shortest game that shows it: bastide test {file}\n",
                    "        la plus courte partie qui le montre : bastide test {file}\n"
                ))?,
                Some(Err(why)) => out.line(&say!(
                    lang,
                    "        the game that shows it cannot be saved: {why}\n",
                    "        la partie qui le montre ne peut être enregistrée : {why}\n"
                ))?,
                None => out.line(&say!(
                    lang,
                    "        the games after it were not played: each would be as long\n",
                    "        les parties suivantes n'ont pas été jouées : chacune serait aussi longue\n"
                ))?,
            }
        }
        Some(Ok(_)) | None => {}
    }
    let mine: Vec<&Handler> = done.handlers.iter().filter(|h| h.expansion == *id).collect();
    if args.coverage && !mine.is_empty() {
        out.line(&table(id, &mine, lang))?;
    }
    tell_dropped(done, i, id, out)?;
    let never = mine.iter().filter(|h| h.scenarios + h.games == 0);
    let never: Vec<String> = never.map(|h| titled(h)).collect();
    if !never.is_empty() {
        let never = never.join(", ");
        out.line(&say!(
            lang,
            "note: {id}: never entered: {never}",
            "note : {id} : jamais appelées : {never}"
        ))?;
    }
    Ok(())
}

/// What restrictions dropped of the offers of an expansion, a line for each offer.
fn tell_dropped(done: &Done, i: usize, id: &str, out: &mut Out) -> Result<(), Stop> {
    for OfferRow { of, became } in dropped_of(done, i, id) {
        let (n, all) = (became.dropped(), became.dropped() + became.options);
        let name = match of.rule.as_str() {
            "" => format!("`{}`", of.offer),
            rule => format!("`{}` ({rule})", of.offer),
        };
        let rules = became.rules();
        out.line(&say!(
            out.lang,
            "note: {id}: {name}: {n} of {all} offers dropped: {rules}",
            "note : {id} : {name} : {n} offres sur {all} écartées : {rules}"
        ))?;
    }
    Ok(())
}

/// Returns the offers of an expansion that restrictions dropped in its random games.
fn dropped_of(done: &Done, i: usize, id: &str) -> Vec<OfferRow> {
    let Some(Ok(proof)) = done.proofs.get(i) else { return Vec::new() };
    let rows = dropped(&proof.offers).into_iter();
    rows.filter(|row| row.of.expansion == id).collect()
}

/// A function with its hooks.
fn titled(handler: &Handler) -> String {
    if handler.hooks.is_empty() || handler.hooks == handler.function {
        format!("`{}`", handler.function)
    } else {
        format!("`{}` ({})", handler.function, handler.hooks)
    }
}

/// How often functions were entered, for people.
fn table(id: &str, handlers: &[&Handler], lang: Lang) -> String {
    let (scenarios, games) = lang.pick(("scenarios", "games"), ("scénarios", "parties"));
    let mut out = format!("{id:<32} {scenarios:>10} {games:>10}  hook\n");
    for h in handlers {
        let (name, scenarios, games) = (&h.function, h.scenarios, h.games);
        out += &format!("  {name:<30} {scenarios:>10} {games:>10}  {}\n", h.hooks);
    }
    out
}

/// Faults at the place at which `check` finds them too.
fn narrowed(found: &[Fault], sources: &Sources) -> Vec<Fault> {
    let one = |fault: &Fault| match sources.text(&fault.file) {
        Some(text) => bastide_check::narrowed(fault.clone(), &text),
        None => fault.clone(),
    };
    found.iter().map(one).collect()
}

/// Faults with one empty line after them.
fn shown(found: &[Fault], sources: &Sources, lang: Lang) -> String {
    let found = &narrowed(found, sources);
    format!("{}\n", faults::render(found, sources, lang).trim_end())
}

fn word(words: &Words, lang: Lang) -> &str {
    words.get(lang.code())
}

/// File, id and title.
fn name(case: &Case, lang: Lang) -> String {
    let mut name = harmless(&case.file).into_owned();
    for (mark, part) in [(" ", case.id.as_str()), (": ", word(&case.title, lang))] {
        if !part.is_empty() {
            name.push_str(mark);
            name.push_str(part);
        }
    }
    name
}

fn summary(passed: usize, failed: usize, skipped: usize, lang: Lang) -> String {
    let s = |n: usize| if lang == Lang::Fr && n > 1 { "s" } else { "" };
    let (yes, no) = lang.pick(("passed", "failed"), ("réussi", "échoué"));
    let mut line = format!("{passed} {yes}{}, {failed} {no}{}", s(passed), s(failed));
    if skipped > 0 {
        line += &format!(", {skipped} {}{}", lang.pick("skipped", "passé"), s(skipped));
    }
    line
}

/// Faults for programs.
fn told(found: &[Fault], sources: &Sources, lang: Lang) -> Value {
    let found = &narrowed(found, sources);
    serde_json::from_str(&faults::json(found, sources, lang)).unwrap_or_default()
}

/// A test for programs.
fn plain(case: &Case, verdict: &Verdict, sources: &Sources, lang: Lang) -> Value {
    let mut test = json!({ "file": case.file, "id": case.id, "title": word(&case.title, lang) });
    match verdict {
        Verdict::Passed => test["result"] = json!("passed"),
        Verdict::Told(found) => {
            test["result"] = json!("passed");
            test["faults"] = told(found, sources, lang);
        }
        Verdict::Failed(found) => {
            test["result"] = json!("failed");
            test["faults"] = told(found, sources, lang);
        }
        Verdict::Skipped(why) => {
            test["result"] = json!("skipped");
            test["reason"] = json!(word(why, lang));
        }
    }
    test
}

/// Random games for programs, one entry for each expansion.
fn games(args: &args::Test, suite: &Suite, done: &Done, sources: &Sources, lang: Lang) -> Value {
    let one = |(i, (id, _)): (usize, &(String, _))| {
        let handler = |h: &Handler| json!({ "function": h.function, "hooks": h.hooks, "scenarios": h.scenarios, "games": h.games });
        let handlers = done.handlers.iter().filter(|h| h.expansion == *id).map(handler);
        let mut told_of = json!({
            "expansion": id, "games": args.games, "seed": args.seed,
            "handlers": handlers.collect::<Vec<_>>(),
            "dropped": dropped_of(done, i, id),
        });
        match done.proofs.get(i) {
            None => {}
            Some(Err(found)) => {
                told_of["result"] = json!("failed");
                told_of["faults"] = told(found, sources, lang);
            }
            Some(Ok(Proof { found: None, .. })) => told_of["result"] = json!("passed"),
            Some(Ok(Proof { found: Some(found), .. })) => {
                told_of["result"] = json!("failed");
                told_of["game"] = json!(found.game);
                told_of["actions"] = json!(found.actions);
                told_of["faults"] = told(std::slice::from_ref(&found.fault), sources, lang);
                if let Some(Ok(file)) = &done.saved[i] {
                    told_of["saved"] = json!(file);
                }
            }
        }
        told_of
    };
    suite.expansions.iter().enumerate().map(one).collect()
}
