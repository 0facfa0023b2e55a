//! `check`: everything that is wrong with files and folders, in one pass.

use std::sync::mpsc::channel;
use std::time::Instant;

use bastide::core::Severity;
use bastide_check::{Function, Report, watch};
use serde_json::json;

use crate::args;
use crate::checked;
use crate::faults::{self, Sources};
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Check, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let (send, changes) = channel();
    // Watched before it is read, so that nothing saved in between is lost.
    let _watcher = if args.watch {
        Some(watch::watch(&args.paths, move |change| drop(send.send(change)))?)
    } else {
        drop(send);
        None
    };
    let code = once(args, desk, out)?;
    for change in changes {
        change?;
        // A path may be gone for the moment between two steps of saving it.
        match once(args, desk, out) {
            Err(Stop::Faults(found, _)) => out.faults(&found, &desk.sources),
            other => {
                other?;
            }
        }
    }
    Ok(code)
}

/// Checks everything once and says what was found.
fn once(args: &args::Check, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let start = Instant::now();
    let report = checked::check(&args.paths, (*desk.library).clone())?;
    let took = start.elapsed().as_millis();
    let mut sources = Sources::default();
    sources.library(&report.library);
    if args.is_json() {
        out.line(&plain(&report, &sources, out.lang))?;
    } else {
        out.data(&faults::each(&report.faults, &sources, out.lang))?;
        out.data(&slow(&report, out.lang))?;
        out.line(&summary(&report, took, out.lang))?;
    }
    Ok(if report.is_fine() { stop::FINE } else { stop::FINDING })
}

/// A line for each function that Luau runs, and why no plan does.
fn slow(report: &Report, lang: Lang) -> String {
    let functions = report.functions.iter().filter(|function| !function.planned);
    let line = |Function { expansion, name, how, .. }: &Function| {
        let how = lang.pick(&how.en, &how.fr);
        say!(
            lang,
            "note: {expansion}: `{name}` runs slower than it might ({how})\n",
            "note : {expansion} : `{name}` va moins vite qu'elle ne pourrait ({how})\n"
        )
    };
    functions.map(line).collect()
}

/// `2 errors, 1 warning, 118 tiles checked in 6 ms`.
fn summary(report: &Report, took: u128, lang: Lang) -> String {
    let mut counted = faults::counted(&report.faults, lang);
    if counted.is_empty() {
        lang.pick("no errors", "aucune erreur").clone_into(&mut counted);
    }
    let s = |n: usize| if n > 1 || n == 0 && lang == Lang::En { "s" } else { "" };
    let (files, tiles) = (report.files, report.tiles);
    let what = if tiles > 0 {
        say!(lang, "{tiles} tile{} checked", "{tiles} tuile{0} vérifiée{0}", s(tiles))
    } else {
        say!(lang, "{files} file{} checked", "{files} fichier{0} vérifié{0}", s(files))
    };
    say!(lang, "{counted}, {what} in {took} ms", "{counted}, {what} en {took} ms")
}

/// A report for programs.
fn plain(report: &Report, sources: &Sources, lang: Lang) -> String {
    let findings = faults::json(&report.faults, sources, lang);
    let findings: serde_json::Value = serde_json::from_str(&findings).unwrap_or_default();
    let functions = report.functions.iter().map(|function| {
        json!({
            "expansion": function.expansion,
            "function": function.name,
            "plan": function.planned,
            "how": lang.pick(&function.how.en, &function.how.fr),
        })
    });
    let functions: Vec<serde_json::Value> = functions.collect();
    let all = json!({
        "errors": report.count(Severity::Error),
        "warnings": report.count(Severity::Warning),
        "files": report.files,
        "tiles": report.tiles,
        "functions": functions,
        "findings": findings,
    });
    serde_json::to_string_pretty(&all).unwrap_or_default()
}
