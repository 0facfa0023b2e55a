//! `test`: scenarios and games with facts that must hold, played and counted.

use bastide::core::{Fault, Words};
use bastide::suite::{Case, Suite, Verdict};
use serde_json::json;

use crate::args;
use crate::faults::{self, Sources};
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Test, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let suite = Suite::gather((*desk.library).clone(), &args.paths)?;
    desk.sources.library(std::sync::Arc::new(suite.library.clone()));
    let bar = out.progress(suite.cases.len() as u64, "tests");
    let verdicts = suite.run(&|| bar.inc(1));
    bar.finish_and_clear();
    let count = |f: fn(&Verdict) -> bool| verdicts.iter().filter(|v| f(v)).count();
    let passed = count(|v| matches!(v, Verdict::Passed));
    let failed = count(|v| matches!(v, Verdict::Failed(_)));
    let skipped = count(|v| matches!(v, Verdict::Skipped(_)));
    if args.json {
        let each = suite.cases.iter().zip(&verdicts);
        let tests: Vec<_> = each.map(|(c, v)| plain(c, v, &desk.sources, out.lang)).collect();
        let all = json!({ "passed": passed, "failed": failed, "skipped": skipped, "tests": tests });
        out.line(&serde_json::to_string_pretty(&all).unwrap_or_default())?;
    } else {
        for (case, verdict) in suite.cases.iter().zip(&verdicts) {
            tell(case, verdict, &desk.sources, out)?;
        }
        out.line(&summary(passed, failed, skipped, out.lang))?;
    }
    Ok(if failed > 0 { stop::FINDING } else { stop::FINE })
}

/// A test that did not pass, for people.
fn tell(case: &Case, verdict: &Verdict, sources: &Sources, out: &mut Out) -> Result<(), Stop> {
    let lang = out.lang;
    match verdict {
        Verdict::Passed => {}
        Verdict::Failed(found) => {
            out.line(&say!(lang, "failed  {}", "échec   {}", name(case)))?;
            out.line(&faults::render(found, sources, lang))?;
        }
        Verdict::Skipped(why) => {
            let why = word(why, lang);
            out.line(&say!(lang, "skipped {}: {why}", "passé   {} : {why}", name(case)))?;
        }
    }
    Ok(())
}

fn word(words: &Words, lang: Lang) -> &str {
    words.get(lang.code())
}

/// File, id and title.
fn name(case: &Case) -> String {
    let mut name = case.file.clone();
    for (mark, part) in [(" ", &case.id), (": ", &case.title)] {
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

/// A test for programs.
fn plain(case: &Case, verdict: &Verdict, sources: &Sources, lang: Lang) -> serde_json::Value {
    let told = |found: &[Fault]| -> serde_json::Value {
        serde_json::from_str(&faults::json(found, sources, lang)).unwrap_or_default()
    };
    let mut test = json!({ "file": case.file, "id": case.id, "title": case.title });
    match verdict {
        Verdict::Passed => test["result"] = json!("passed"),
        Verdict::Failed(found) => {
            test["result"] = json!("failed");
            test["faults"] = told(found);
        }
        Verdict::Skipped(why) => {
            test["result"] = json!("skipped");
            test["reason"] = json!(word(why, lang));
        }
    }
    test
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        assert_eq!(summary(3, 0, 0, Lang::En), "3 passed, 0 failed");
        assert_eq!(summary(1, 2, 1, Lang::En), "1 passed, 2 failed, 1 skipped");
        assert_eq!(summary(3, 1, 2, Lang::Fr), "3 réussis, 1 échoué, 2 passés");
    }
}
