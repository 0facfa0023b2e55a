//! The `bastide` command: play, simulate, compare, merge, list, verify, why; new, check, explain, test, dev, render,
//! schema, convert.

#![allow(clippy::format_push_string, reason = "texts for people are short")]

mod args;
mod board;
mod check;
mod checked;
mod compare;
mod convert;
mod dev;
mod explain;
mod faults;
mod files;
mod interrupt;
mod lang;
mod lines;
mod list;
mod log;
mod merge;
mod new;
mod open;
mod out;
mod page;
mod play;
mod prints;
mod render;
mod serve;
mod simulate;
mod stop;
mod test;
mod tournament;
mod tune;
mod verify;
mod why;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Args, Verb};
use faults::Sources;
use lang::{Lang, say};
use open::Desk;
use out::Out;
use stop::Stop;

fn main() -> ExitCode {
    let raw: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let readable: Vec<String> = raw.iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let lang = Lang::wanted(&readable, |name| std::env::var(name).ok());
    lang::choose(lang);
    let parsed = args::command(lang)
        .try_get_matches_from(raw)
        .and_then(|matches| Args::from_arg_matches(&matches));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => {
            // Help and version come this way too, to standard output. Nobody reading is no fault.
            match args::french::told(&error).filter(|_| lang == Lang::Fr) {
                Some(told) => Out::new(lang, args::Colors::Auto).note(told.trim_end()),
                None => drop(error.print()),
            }
            return ExitCode::from(if error.use_stderr() { stop::USAGE } else { stop::FINE });
        }
    };
    let mut out = Out::new(lang, args.color);
    if let Err(stop) = log::listen(&args.log, args.color, lang) {
        return ExitCode::from(tell(stop, &Sources::default(), &mut out));
    }
    let (color, json) = (args.color, args.verb.is_json());
    bastide::watch(move |fault| end(fault, json, &mut Out::new(lang, color)));
    let (result, sources) = run(args, &mut out);
    ExitCode::from(match result {
        Ok(code) => code,
        Err(stop) => tell(stop, &sources, &mut out),
    })
}

/// Runs a verb; the texts it read come back for messages.
fn run(args: Args, out: &mut Out) -> (Result<u8, Stop>, Sources) {
    if let Verb::Completions(shell) = &args.verb {
        return (completions(shell.shell, out), Sources::default());
    }
    let json = args.verb.is_json();
    let mut desk = match Desk::open(&args.path, Sources::default()) {
        Ok(desk) => desk,
        Err((stop, sources)) => return (json_faults(Err(stop), json, &sources, out), sources),
    };
    // `list` shows these expansions among the others, and `check` reports on its arguments itself.
    if !matches!(args.verb, Verb::List(_) | Verb::Check(_)) {
        desk.name_broken(out);
    }
    let shows = match &args.verb {
        Verb::Test(_) | Verb::Play(_) | Verb::Dev(_) | Verb::Serve(_) => true,
        Verb::Simulate(plan) => plan.games == 1,
        _ => false,
    };
    if shows {
        bastide::show_prints(prints::show);
    }
    let result = match args.verb {
        Verb::List(list) => list::run(&list, &desk, out),
        Verb::Simulate(plan) => simulate::run(&plan, &mut desk, out),
        Verb::Compare(compare) => compare::run(&compare, &mut desk, out),
        Verb::Tournament(cup) => tournament::run(&cup, &mut desk, out),
        Verb::Tune(tune) => tune::run(&tune, &mut desk, out),
        Verb::Merge(merge) => merge::run(&merge, &mut desk, out),
        Verb::Play(play) => play::run(&play, &mut desk, out),
        Verb::Serve(serve) => serve::run(&serve, &mut desk, out),
        Verb::Verify(verify) => verify::run(&verify, &mut desk, out),
        Verb::Check(check) => check::run(&check, &desk, out),
        Verb::Explain(explain) => explain::run(&explain, &desk, out),
        Verb::Test(test) => test::run(&test, &mut desk, out),
        Verb::Convert(convert) => convert::run(&convert, &mut desk, out),
        Verb::Dev(dev) => dev::run(&dev, &mut desk, out),
        Verb::New(new) => new::run(&new, &desk, out),
        Verb::Schema(schema) => new::schema(&schema, out),
        Verb::Why(why) => why::run(&why, &mut desk, out),
        Verb::Render(render) => render::run(&render, &mut desk, out),
        Verb::Completions(_) => Ok(stop::FINE),
    };
    (json_faults(result, json, &desk.sources, out), desk.sources)
}

/// Where a program reads, faults are data.
fn json_faults(
    result: Result<u8, Stop>,
    json: bool,
    sources: &Sources,
    out: &mut Out,
) -> Result<u8, Stop> {
    match result {
        Err(Stop::Faults(faults, code)) if json => {
            out.line(&faults::json(&faults, sources, out.lang))?;
            Ok(code)
        }
        other => other,
    }
}

/// A script cannot be stopped: says so and ends the program, since the thread that runs it never comes back.
fn end(fault: bastide::core::Fault, json: bool, out: &mut Out) -> ! {
    let result = json_faults(Err(fault.into()), json, &Sources::default(), out);
    let code = result.unwrap_or_else(|stop| tell(stop, &Sources::default(), out));
    interrupt::exit(code)
}

/// Says why a verb ended early; the exit code.
fn tell(stop: Stop, sources: &Sources, out: &mut Out) -> u8 {
    let lang = out.lang;
    match stop {
        Stop::Faults(mut faults, code) => {
            faults.retain(|fault| !sources.shown.contains(fault));
            out.faults(&faults, sources);
            code
        }
        Stop::Usage(what) => {
            out.note(&say!(lang, "error: {what}", "erreur : {what}"));
            stop::USAGE
        }
        Stop::Pipe => stop::FINE,
        Stop::Output(error) => {
            let error = bastide::folders::system(&error);
            let error = error.get(lang.code());
            out.note(&say!(
                lang,
                "error: cannot write: {error}",
                "erreur : écriture impossible : {error}"
            ));
            stop::FILE
        }
    }
}

fn completions(shell: clap_complete::Shell, out: &mut Out) -> Result<u8, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "bastide", &mut script);
    out.data(&String::from_utf8_lossy(&script))?;
    Ok(stop::FINE)
}
