//! `verify`: a record is played again, and every line is checked.

use bastide::core::Fault;
use bastide::record::{Broken, Record, Verified};
use bastide::story;
use serde_json::json;

use crate::args;
use crate::faults;
use crate::lang::{Lang, say};
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Verify, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let (name, text) = desk.read(&args.record)?;
    let record = Record::parse(&name, &text)?;
    if !record.warnings.is_empty() && !args.json {
        out.faults(&record.warnings, &desk.sources);
    }
    match record.verify(&desk.library) {
        Ok(done) => {
            if args.json {
                let ok = json!({
                    "ok": true, "actions": done.actions, "scores": done.scores,
                    "fingerprints": done.fingerprints, "over": done.over, "points": done.points,
                });
                out.json(&ok)?;
            } else {
                out.line(&fine(&name, &done, out.lang))?;
            }
            Ok(stop::FINE)
        }
        Err(broken) => {
            let code = match &broken {
                Broken::Faults(_) => stop::FILE,
                Broken::Changed(_) | Broken::Diverged(_) => stop::FINDING,
            };
            let found = broken.faults();
            if args.json {
                out.line(&divergence(&broken, &found, desk, out.lang))?;
                return Ok(code);
            }
            Err(Stop::Faults(found, code))
        }
    }
}

fn fine(name: &str, done: &Verified, lang: Lang) -> String {
    let counted = |n: usize, noun: &str| {
        story::counted(i32::try_from(n).unwrap_or(i32::MAX), noun, lang.code())
    };
    let (actions, scores) = (counted(done.actions, "action"), counted(done.scores, "score"));
    let fingerprints = counted(done.fingerprints, lang.pick("fingerprint", "empreinte"));
    // The last of the three says how many hold: one holds.
    let holds = if done.scores + done.fingerprints == 1 { "holds" } else { "hold" };
    let points: Vec<String> = done.points.iter().map(ToString::to_string).collect();
    let points = points.join(" : ");
    let state =
        if done.over { lang.pick("over", "terminée") } else { lang.pick("under way", "en cours") };
    say!(
        lang,
        "{name}: ok · {actions}, {scores} and {fingerprints} {holds} · {state} · {points}",
        "{name} : en ordre · {actions}, {scores} et {fingerprints} concordent · {state} · {points}"
    )
}

/// A record that does not hold, for programs.
fn divergence(broken: &Broken, found: &[Fault], desk: &Desk, lang: Lang) -> String {
    let told = faults::json(found, &desk.sources, lang);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap_or_default();
    let mut answer = json!({ "ok": false, "faults": told });
    if let Broken::Diverged(d) = broken {
        answer["line"] = json!(d.line);
        answer["actions"] = json!(d.actions);
        answer["expected"] = json!(d.expected);
        answer["actual"] = json!(d.actual);
        answer["rules"] = json!(d.rules.iter().map(|r| &r.rule).collect::<Vec<_>>());
    }
    serde_json::to_string_pretty(&answer).unwrap_or_default()
}
