//! Reports for an author: one line, more below it, and JSON for programs.

use std::time::Duration;

use bastide::Game;
use bastide::core::ruleset::{How, Mismatch};
use bastide::core::{Fault, Severity, Words};
use bastide::game::Refused;
use bastide::reload::{Change, Kept, summary};
use bastide_server::Mood;
use serde_json::json;

use super::game::Outcome;
use super::millis;
use crate::faults::{self, Sources};
use crate::lang::{Lang, say};

/// Lines of one list that are shown.
const LINES_MAX: usize = 8;

/// A report.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) event: &'static str,
    pub(super) mood: Mood,
    pub(super) line: Words,
    pub(super) more: Words,
    pub(super) data: serde_json::Value,
}

impl Told {
    pub(super) fn new(event: &'static str, mood: Mood, line: Words) -> Self {
        Self { event, mood, line, more: Words::default(), data: json!({}) }
    }

    /// The line by itself.
    pub(super) fn line(&self, lang: Lang) -> String {
        self.line.get(lang.code()).to_owned()
    }

    /// For people.
    pub(super) fn text(&self, lang: Lang) -> String {
        let more = self.more.get(lang.code());
        let mut text = self.line(lang) + "\n";
        for line in more.lines() {
            text += &format!("  {line}\n");
        }
        text
    }

    /// For programs: one line.
    pub(super) fn json(&self) -> String {
        let mut all = self.data.clone();
        all["event"] = json!(self.event);
        all["text"] = json!(self.line);
        if !self.more.en.is_empty() {
            all["more"] = json!(self.more);
        }
        all.to_string()
    }
}

/// Both languages of something that is made in each.
pub(super) fn both(make: impl Fn(Lang) -> String) -> Words {
    Words::new(make(Lang::En), make(Lang::Fr))
}

/// Joins at most `LINES_MAX` lines, and adds how many more there are.
pub(super) fn few(mut lines: Vec<String>, lang: Lang) -> String {
    let more = lines.len().saturating_sub(LINES_MAX);
    if more > 0 {
        lines.truncate(LINES_MAX);
        lines.push(say!(lang, "… and {more} more", "… et {more} de plus"));
    }
    lines.join("\n")
}

/// Points of all players.
pub(super) fn points(points: &[i32]) -> String {
    points.iter().map(i32::to_string).collect::<Vec<_>>().join(" : ")
}

/// Where the game is.
pub(super) fn status(game: &Game) -> Words {
    let points = points(game.state().scores());
    let turn = game.state().turn();
    both(|lang| {
        if game.is_over() {
            return say!(lang, "the game is over · {points}", "la partie est terminée · {points}");
        }
        say!(lang, "turn {turn} · {points}", "tour {turn} · {points}")
    })
}

/// The first version has been loaded.
pub(super) fn loaded(name: &str, game: &Game, refused: Option<&Refused>, took: Duration) -> Told {
    let (ms, at) = (millis(took), status(game));
    let line = Words::new(
        format!("loaded {name}: {ms} ms, {}", at.en),
        format!("chargé {name} : {ms} ms, {}", at.fr),
    );
    let mut told = Told::new("loaded", Mood::Fine, line);
    if let Some(refused) = refused {
        told.mood = Mood::Note;
        told.more = stopped(game, refused);
    }
    told.data = json!({ "expansion": name, "ms": ms as u64, "turn": game.state().turn(),
        "points": game.state().scores() });
    told
}

/// The record stopped before its end.
pub(super) fn stopped(game: &Game, refused: &Refused) -> Words {
    let (n, why) = (game.entries().len(), refused.words());
    both(|lang| {
        let (n, why) = (lang.counted(n, "action", "action"), why.get(lang.code()));
        say!(
            lang,
            "the record can be played for {n} only: {why}",
            "la partie ne peut être rejouée que sur {n} : {why}"
        )
    })
}

fn mismatch(mismatch: &Mismatch, lang: Lang) -> String {
    let what = mismatch.what.get(lang.code());
    let how = match mismatch.how {
        How::Added => lang.pick("new", "en plus"),
        How::Removed => lang.pick("gone", "en moins"),
        How::Changed => lang.pick("changed", "changé"),
        How::Moved => lang.pick("in another place", "à une autre place"),
    };
    if mismatch.name.is_empty() {
        say!(lang, "{what}: {how}", "{what} : {how}")
    } else {
        let name = &mismatch.name;
        say!(lang, "{what} `{name}`: {how}", "{what} `{name}` : {how}")
    }
}

/// The first reason, and how many more there are.
fn because(found: &[Mismatch], lang: Lang) -> String {
    let first = found.first().map_or(String::new(), |m| mismatch(m, lang));
    match found.len() {
        0 | 1 => first,
        n => say!(lang, "{first} (and {} more)", "{first} (et {} de plus)", n - 1),
    }
}

/// A new version runs.
pub(super) fn reloaded(name: &str, changes: &[Change], kept: &Outcome, took: Duration) -> Told {
    let (ms, sum) = (millis(took), summary(changes));
    let mut mood = Mood::Fine;
    let mut below = Words::default();
    let (state, went) = match kept {
        Outcome::Kept(Kept::State) => ("kept", Words::new("state kept", "état gardé")),
        Outcome::Kept(Kept::Replayed { because: found }) => (
            "replayed",
            both(|lang| {
                let why = because(found, lang);
                say!(lang, "played again ({why})", "rejouée ({why})")
            }),
        ),
        Outcome::Kept(Kept::Cut { because: found, actions, of, action, refused }) => {
            mood = Mood::Note;
            below = both(|lang| {
                let why = refused.words();
                let why = why.get(lang.code());
                say!(
                    lang,
                    "action {}, `{action}`: {why}",
                    "action {}, `{action}` : {why}",
                    actions + 1
                )
            });
            let went = both(|lang| {
                let (why, of) = (because(found, lang), lang.counted(*of, "action", "action"));
                say!(
                    lang,
                    "played again ({why}), {actions} of {of}",
                    "rejouée ({why}), {actions} sur {of}"
                )
            });
            ("cut", went)
        }
        Outcome::Again(None) => {
            ("replayed", Words::new("the record played again", "la partie rejouée"))
        }
        Outcome::Again(Some(_)) => {
            mood = Mood::Note;
            ("cut", Words::new("the record played again in part", "la partie rejouée en partie"))
        }
    };
    let line = Words::new(
        format!("reloaded {name}: {}, {ms} ms, {}", sum.en, went.en),
        format!("rechargé {name} : {}, {ms} ms, {}", sum.fr, went.fr),
    );
    let list = both(|lang| {
        let first = below.get(lang.code());
        let first = (!first.is_empty()).then(|| first.to_owned());
        few(first.into_iter().chain(changes.iter().map(|c| change(c, lang))).collect(), lang)
    });
    let plain =
        |c: &Change| json!({ "of": c.of, "sort": c.sort, "name": c.name, "how": how(c.how) });
    Told {
        more: list,
        data: json!({ "expansion": name, "ms": ms as u64, "state": state,
            "changes": changes.iter().map(plain).collect::<Vec<_>>() }),
        ..Told::new("reloaded", mood, line)
    }
}

fn how(how: How) -> &'static str {
    match how {
        How::Added => "added",
        How::Removed => "removed",
        How::Changed => "changed",
        How::Moved => "moved",
    }
}

/// `+ tile toll/post`
fn change(change: &Change, lang: Lang) -> String {
    let sign = match change.how {
        How::Added => '+',
        How::Removed => '-',
        How::Changed | How::Moved => '~',
    };
    let noun = change.noun();
    let name = &change.name;
    format!("{sign} {} {name}", noun.get(lang.code()))
}

/// Reports faults. Either the version before continues, or this one runs with them.
pub(super) fn faults(name: &str, faults: &[Fault], sources: &Sources, loaded: bool) -> Told {
    let errors = faults.iter().filter(|f| f.severity == Severity::Error).count();
    let (n, s) = (faults.len(), if faults.len() > 1 { "s" } else { "" });
    let mood = if errors > 0 { Mood::Fault } else { Mood::Note };
    let line = match (errors > 0, loaded) {
        (true, false) => Words::new(
            format!("{name}: {n} fault{s}; the version before runs on"),
            format!("{name} : {n} erreur{s} ; la version d'avant continue"),
        ),
        (true, true) => Words::new(
            format!("{name}: {n} fault{s} in the game"),
            format!("{name} : {n} erreur{s} dans la partie"),
        ),
        (false, _) => {
            Words::new(format!("{name}: {n} warning{s}"), format!("{name} : {n} avertissement{s}"))
        }
    };
    Told {
        more: below(faults, sources),
        data: json!({ "expansion": name, "loaded": loaded, "faults": listed(faults, sources) }),
        ..Told::new("faults", mood, line)
    }
}

/// Faults with their lines and carets, without colors.
pub(super) fn below(faults: &[Fault], sources: &Sources) -> Words {
    both(|lang| {
        let styled = faults::render(faults, sources, lang);
        anstream::adapter::strip_str(&styled).to_string().trim_end().to_owned()
    })
}

/// Faults for programs.
pub(super) fn listed(faults: &[Fault], sources: &Sources) -> serde_json::Value {
    serde_json::from_str(&faults::json(faults, sources, Lang::En)).unwrap_or_default()
}

/// Returns the list of commands.
pub(super) fn help(lang: Lang) -> &'static str {
    lang.pick(
        "  Enter, step   one turn more\n  end           to the end of the game\n  undo          the last turn back\n  seed [N]      another game\n  board         show the board\n  quit          end",
        "  Entrée, pas    un tour de plus\n  fin            jusqu'à la fin de la partie\n  annuler        revenir au tour d'avant\n  graine [N]     une autre partie\n  plateau        afficher le plateau\n  quitter        finir",
    )
}
