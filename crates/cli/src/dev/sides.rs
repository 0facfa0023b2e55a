//! A record under two versions of the rules, and the report of the differences.

use bastide::core::{Fault, Words};
use bastide::game::Cited;
use bastide::record::{Record, Said};
use bastide::reload::{Compared, Differs, Scored, Script, Shift};
use bastide::{Game, Rules};
use bastide_server::Mood;
use serde_json::json;

use super::tell::{Told, both, few, points, stopped};
use crate::lang::{Lang, say};

/// The replayed record, and what it is compared with.
#[derive(Debug)]
pub(super) struct Replayed {
    /// File as the user would name it.
    file: String,
    pub(super) script: Script,
    /// Points at the end of the record, if it has them.
    points: Option<Vec<i32>>,
    /// Rules to compare with: those of the record, with the folder as it was at first if it was in play.
    before: Rules,
    /// The record was played without what is worked on.
    joins: bool,
}

impl Replayed {
    pub(super) fn new(record: &Record, file: String, before: Rules, joins: bool) -> Self {
        let points = record.lines.iter().rev().find_map(|line| match &line.what {
            Said::Scores(points) => Some(points.clone()),
            _ => None,
        });
        Self { file, script: Script::of(record), points, before, joins }
    }

    /// Plays it under both rules, and tells where they differ.
    pub(super) fn compare(&self, name: &str, now: Rules) -> Result<Told, Vec<Fault>> {
        let found = self.script.compare(self.before.clone(), now)?;
        let mut told = compared(&self.file, self.script.actions.len(), &found);
        told.data["joined"] = json!(self.joins);
        if self.joins {
            let file = &self.file;
            let line = both(|lang| {
                say!(
                    lang,
                    "{file} was played without {name}: before is without it, now is with it",
                    "{file} a été jouée sans {name} : avant, c'est sans ; maintenant, c'est avec"
                )
            });
            told.more = both(|lang| {
                let more = told.more.get(lang.code());
                let line = line.get(lang.code());
                if more.is_empty() { line.to_owned() } else { format!("{line}\n{more}") }
            });
        }
        Ok(told)
    }

    /// Returns the report before anything has changed.
    pub(super) fn begin(&self, name: &str, game: &Game) -> Result<Told, Vec<Fault>> {
        if self.joins {
            return self.compare(name, game.rules().clone());
        }
        let (file, now) = (&self.file, points(game.state().scores()));
        let line = both(|lang| {
            say!(
                lang,
                "replay {file}: {name} was in play; what you save from now on is compared with it as it is",
                "relecture de {file} : {name} était de la partie ; ce que vous enregistrez est comparé à ce qui est là"
            )
        });
        let mut told = Told::new("replay", Mood::Fine, line);
        told.data = json!({ "record": file, "difference": null, "turns": [], "joined": false });
        if let Some(said) = self.points.as_ref().filter(|said| *said != game.state().scores()) {
            let said = points(said);
            told.mood = Mood::Note;
            told.more = both(|lang| {
                let at = reached(game, lang);
                say!(
                    lang,
                    "points noted last: {said}; {at}, with {name} of now: {now}",
                    "derniers points notés : {said} ; {at}, avec {name} maintenant : {now}"
                )
            });
        }
        Ok(told)
    }

    /// Returns the message that the folder cannot take part in this game.
    pub(super) fn shut_out(file: &str, name: &str, lang: Lang) -> String {
        say!(
            lang,
            "{file} was played without {name}, and {name} cannot join that game:",
            "{file} a été jouée sans {name}, et {name} ne peut pas y entrer :"
        )
    }
}

/// Up to where a game has come: to its end, or not.
fn reached(game: &Game, lang: Lang) -> String {
    if game.is_over() {
        return lang.pick("at the end", "à la fin").to_owned();
    }
    let actions = lang.counted(game.entries().len(), "action", "action");
    say!(lang, "after {actions}", "après {actions}")
}

/// Two versions of the rules on one record.
fn compared(file: &str, actions: usize, found: &Compared) -> Told {
    let end = |game: &Game| points(game.state().scores());
    let (before, now) = (end(&found.before), end(&found.now));
    let Some(first) = &found.first else {
        let line = both(|lang| {
            let actions = lang.counted(actions, "action", "action");
            say!(
                lang,
                "replay {file}: no difference in {actions} · {now}",
                "relecture de {file} : aucune différence en {actions} · {now}"
            )
        });
        let mut told = Told::new("replay", Mood::Fine, line);
        told.data = json!({ "record": file, "difference": null, "turns": [] });
        return told;
    };
    let who = match first.actor {
        0 => Words::new("chance", "la pioche"),
        n => {
            let name = found.now.names().get(n - 1).map_or("?", String::as_str);
            Words::new(name, name)
        }
    };
    let (n, turn, text) = (first.action, first.turn, &first.text);
    let line = both(|lang| {
        let who = who.get(lang.code());
        if text.is_empty() {
            return say!(
                lang,
                "replay {file}: first difference after the last action, turn {turn}",
                "relecture de {file} : première différence après la dernière action, tour {turn}"
            );
        }
        say!(
            lang,
            "replay {file}: first difference at action {n}, turn {turn}, {who}: {text}",
            "relecture de {file} : première différence à l'action {n}, tour {turn}, {who} : {text}"
        )
    });
    let more = both(|lang| {
        let mut lines = differs(&first.differs, lang);
        lines.extend(shifts(found, lang));
        if let Some(refused) = &found.refused {
            lines.push(stopped(&found.now, refused).get(lang.code()).to_owned());
        }
        let (at, cut) = (reached(&found.before, lang), reached(&found.now, lang));
        lines.push(say!(lang, "points {at}, before: {before}", "points {at}, avant : {before}"));
        lines.push(say!(lang, "points {cut}, now:    {now}", "points {cut}, maintenant : {now}"));
        lines.join("\n")
    });
    let listed = |s: &Shift| json!({ "turn": s.turn, "points": s.points, "rules": s.rules });
    let turns: Vec<_> = found.shifts.iter().map(listed).collect();
    Told {
        more,
        data: json!({ "record": file, "turns": turns, "difference": {
            "action": n, "turn": turn, "actor": first.actor, "move": text,
            "kind": match first.differs {
                Differs::Asked { .. } => "decision",
                Differs::Options { .. } => "options",
                Differs::Points { .. } => "points",
                Differs::Fails(_) => "fault",
            } } }),
        ..Told::new("replay", Mood::Note, line)
    }
}

/// Returns the turns that give other points: to whom, how many, by which rule.
fn shifts(found: &Compared, lang: Lang) -> Vec<String> {
    let name = |seat: usize| found.now.names().get(seat).map_or("?", String::as_str);
    let one = |shift: &Shift| {
        let points = shift.points.iter().enumerate().filter(|(_, n)| **n != 0);
        let who: Vec<String> = points.map(|(seat, n)| format!("{} {n:+}", name(seat))).collect();
        let who = if who.is_empty() { "±0".to_owned() } else { who.join(", ") };
        let rules: Vec<String> = shift.rules.iter().map(|rule| format!(" [{rule}]")).collect();
        let rules = rules.concat();
        let turn = shift.turn;
        say!(lang, "  turn {turn}: {who}{rules}", "  tour {turn} : {who}{rules}")
    };
    if found.shifts.is_empty() {
        return Vec::new();
    }
    let (n, of) = (found.shifts.len(), found.now.state().turn());
    let line = say!(
        lang,
        "turns with other points: {n} of {of}",
        "tours avec d'autres points : {n} sur {of}"
    );
    let list = few(found.shifts.iter().map(one).collect(), lang);
    vec![line, list]
}

fn differs(differs: &Differs, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    match differs {
        Differs::Asked { before, now } => {
            lines.push(say!(lang, "asked before: {before}", "demandé avant : {before}"));
            lines.push(say!(lang, "asked now:    {now}", "demandé maintenant : {now}"));
        }
        Differs::Options { counts: (before, now), gone, new } => {
            lines.push(say!(lang, "options before: {before}", "options avant : {before}"));
            lines.push(say!(lang, "options now:    {now}", "options maintenant : {now}"));
            let gone = gone.iter().map(|(text, rules)| format!("- {text}{}", cited(rules, lang)));
            lines.push(few(gone.chain(new.iter().map(|text| format!("+ {text}"))).collect(), lang));
        }
        Differs::Points { before, now } => {
            let mut side = |en: &str, fr: &str, scored: &Scored| {
                let sum = points(&scored.points);
                lines.push(say!(lang, "points {en}: {sum}", "points {fr} : {sum}"));
                let sheets = lang.pick(&scored.en, &scored.fr);
                lines.extend(sheets.iter().map(|sheet| format!("  {sheet}")));
            };
            side("before", "avant", before);
            side("now", "maintenant", now);
        }
        Differs::Fails(fault) => {
            let what = fault.what.get(lang.code());
            lines.push(say!(lang, "fails now: {what}", "échoue maintenant : {what}"));
        }
    }
    lines
}

/// The rules that forbid something.
fn cited(rules: &[Cited], lang: Lang) -> String {
    let one = |r: &Cited| format!(" [{}] {}", r.rule, lang.pick(&r.en, &r.fr));
    rules.iter().map(one).collect()
}
