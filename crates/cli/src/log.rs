//! The log that a person asks for: `--log`, `BASTIDE_LOG`. Without it there is no subscriber, and nothing is emitted.

use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use bastide::core::Fault;
use clap::ValueEnum;
use tracing_subscriber::filter::{Directive, EnvFilter, LevelFilter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Layer as _, Registry, fmt};

use crate::args::{Colors, Log};
use crate::lang::{Lang, say};
use crate::stop::Stop;

/// Where events come from, as directives name it.
pub(crate) const TARGETS: [&str; 8] = [
    "bastide::load",
    "bastide::rules",
    "bastide::act",
    "bastide::step",
    "bastide::hook",
    "bastide::effect",
    "bastide::script",
    "bastide::table",
];

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Human,
    /// An object on each line, for programs.
    Json,
}

/// Begins to listen, if somebody asked for it.
pub(crate) fn listen(log: &Log, colors: Colors, lang: Lang) -> Result<(), Stop> {
    let named = std::env::var_os("BASTIDE_LOG").filter(|text| !text.is_empty());
    let named = named.map(|text| text.to_string_lossy().into_owned());
    let (from, text) = match (&log.log, named) {
        (Some(text), _) => ("--log", text.clone()),
        (None, Some(text)) => ("BASTIDE_LOG", text),
        (None, None) if log.log_file.is_some() || log.log_format.is_some() => {
            return Err(Stop::Usage(say!(
                lang,
                "--log-file and --log-format say how to log; say what with --log, as in --log bastide=debug",
                "--log-file et --log-format disent comment journaliser ; dites quoi par --log, comme --log bastide=debug"
            )));
        }
        (None, None) => return Ok(()),
    };
    let filter = filter(from, &text, lang)?;
    let format = log.log_format.unwrap_or_default();
    let file = log.log_file.as_deref().map(open).transpose()?.map(Arc::new);
    let color = format == Format::Human && is_colored(colors, file.is_some());
    let writer = move || Clean { file: file.clone(), color };
    let lines = fmt::layer().with_ansi(color).log_internal_errors(false).with_writer(writer);
    let lines = match format {
        Format::Human => lines.without_time().boxed(),
        Format::Json => lines.json().boxed(),
    };
    // There is one log in a run, and it is begun once.
    let _ = tracing::subscriber::set_global_default(Registry::default().with(lines).with(filter));
    Ok(())
}

/// The directives of a text, or what is wrong with the first that is none.
fn filter(from: &str, text: &str, lang: Lang) -> Result<EnvFilter, Stop> {
    let mut filter = EnvFilter::default();
    let mut any = false;
    for (column, one) in directives(text) {
        let bad = |en: String, fr: String| {
            let shown: String = one.chars().flat_map(char::escape_debug).collect();
            let what = lang.pick(en, fr);
            let way_out = say!(
                lang,
                "a directive is `level`, `target=level` or `target[span{{field=value}}]=level`; \
                 levels are off, error, warn, info, debug, trace; targets are {}",
                "une directive s'écrit `niveau`, `cible=niveau` ou `cible[span{{champ=valeur}}]=niveau` ; \
                 niveaux : off, error, warn, info, debug, trace ; cibles : {}",
                TARGETS.join(", ")
            );
            Stop::Usage(say!(
                lang,
                "{from}, column {column}: `{shown}`: {what}\n  {way_out}",
                "{from}, colonne {column} : `{shown}` : {what}\n  {way_out}"
            ))
        };
        let directive = one
            .parse::<Directive>()
            .map_err(|_| bad("this is no directive".into(), "ce n'est pas une directive".into()))?;
        let head = one.split(['[', '=']).next().unwrap_or_default();
        let level = head.parse::<LevelFilter>().is_ok() && head.len() == one.len();
        if !level && !TARGETS.iter().any(|target| target.starts_with(head)) {
            let near = bastide::near(head, TARGETS);
            return Err(match near {
                Some(near) => bad(
                    format!("nothing is told under this target; did you mean `{near}`?"),
                    format!("rien n'est dit sous cette cible ; vouliez-vous dire `{near}` ?"),
                ),
                None => bad(
                    "nothing is told under this target".into(),
                    "rien n'est dit sous cette cible".into(),
                ),
            });
        }
        filter = filter.add_directive(directive);
        any = true;
    }
    if any {
        return Ok(filter);
    }
    Err(Stop::Usage(say!(
        lang,
        "{from} holds no directive; write what to log, as in bastide=debug",
        "{from} ne contient aucune directive ; écrivez quoi journaliser, comme bastide=debug"
    )))
}

/// Directives between commas, each with the column at which it begins; commas within brackets part nothing.
fn directives(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0usize);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || at == text.len() => {
                let one = &text[start..at];
                let bare = one.trim_start();
                let column = text[..at - bare.len()].chars().count() + 1;
                if !bare.trim_end().is_empty() {
                    found.push((column, bare.trim_end()));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Opens the file of the log; what is in it stays.
fn open(path: &Path) -> Result<File, Stop> {
    File::options().create(true).append(true).open(path).map_err(|e| {
        let fault: Fault = crate::files::unwritable(path, &e);
        fault.into()
    })
}

/// Whether lines are colored: those for terminals that have colors, unless somebody says otherwise.
fn is_colored(colors: Colors, to_file: bool) -> bool {
    match colors {
        Colors::Always => true,
        Colors::Never => false,
        Colors::Auto => {
            let stream = io::stderr();
            !to_file && stream.is_terminal() && AutoStream::choice(&stream) != ColorChoice::Never
        }
    }
}

/// Writes lines without what a terminal might obey: names and texts come from strangers.
struct Clean {
    /// Else standard error.
    file: Option<Arc<File>>,
    /// The escape character is our own.
    color: bool,
}

impl Write for Clean {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut clean = String::with_capacity(line.len());
        for c in String::from_utf8_lossy(line).chars() {
            if c == '\n' || c == '\u{1b}' && self.color || !is_obeyed(c) {
                clean.push(c);
            } else {
                // As JSON writes it, so that objects stay whole.
                clean.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
        }
        match &self.file {
            Some(file) => (&**file).write_all(clean.as_bytes())?,
            None => io::stderr().lock().write_all(clean.as_bytes())?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a terminal may take a character for a command: controls, and marks that turn the direction of a text.
fn is_obeyed(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}
