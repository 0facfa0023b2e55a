//! Reading records: every fault with its place, nothing that could make the reader fail.

mod body;
mod number;

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::Value;
use bastide_core::text::hidden;

use body::{Word, words};

use super::{FAULTS_MAX, FORMAT, Header, Line, Needed, Record};
use crate::notation;
use bastide_content::config::{BOTS, COPIES_MAX, NAME_MAX, PLAYERS_MAX, PlayerSeat, Written};
use bastide_content::lang;
use bastide_content::seed::SEED_MAX;

/// Words for somebody who looked on; the number stands in records of earlier versions.
const LOOKED_ON: [&str; 2] = [super::header::LOOKS_ON, "256"];
/// Words that begin a line of the header.
const KEYS: [&str; 10] = [
    "engine",
    "ruleset",
    "edition",
    "seed",
    "player",
    "first",
    "expansion",
    "tiles",
    "implied-draws",
    "seen-by",
];

/// A record on its way.
struct Reader<'a> {
    file: &'a str,
    faults: Vec<Fault>,
    header: Header,
    lines: Vec<Line>,
    warnings: Vec<Fault>,
}

impl Record {
    /// Reads a record. `file` names it for people. [`Record::replay`] checks the actions against the rules.
    ///
    /// # Errors
    ///
    /// Returns all faults, in order: `R0001` not a record, `R0002` another version of the format, `R0003` no end of
    /// the header, `R0004` unknown word, `R0005` a line with too many or too few words, `R0006` players, `R0007` an
    /// action without an actor, `R0008` points that are not numbers, `R0009` too long.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let mut reader = Reader {
            file,
            faults: Vec::new(),
            header: Header::default(),
            lines: Vec::new(),
            warnings: Vec::new(),
        };
        reader.read(text);
        if !reader.faults.is_empty() {
            reader.faults.truncate(FAULTS_MAX);
            return Err(reader.faults);
        }
        Ok(Self {
            file: file.to_owned(),
            header: reader.header,
            lines: reader.lines,
            warnings: reader.warnings,
        })
    }
}

impl Reader<'_> {
    fn fault(
        &mut self,
        number: u16,
        span: &Range<usize>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) {
        if self.faults.len() < FAULTS_MAX {
            let fault = Fault::new(&format!("R{number:04}"), en, fr);
            self.faults.push(fault.at(self.file, span.clone()));
        }
    }

    fn help(&mut self, en: impl Into<String>, fr: impl Into<String>) {
        if let Some(fault) = self.faults.pop() {
            self.faults.push(if fault.help.is_none() { fault.help(en, fr) } else { fault });
        }
    }

    fn read(&mut self, text: &str) {
        if super::save::is_too_long(text) {
            self.faults.push(super::save::too_long(self.file));
            return;
        }
        let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut number = 0;
        let mut body = false;
        let mut begun = false;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            number += 1;
            let Some(length) = rest.find('\n') else {
                let fault = Fault::new(
                    "R0011",
                    "the last line has no end: it was cut off and is left out",
                    "la dernière ligne n'a pas de fin : elle a été coupée et est laissée de côté",
                );
                let fault = fault.at(self.file, at..text.len()).warning();
                self.warnings.push(fault.help(
                    "if it is whole, end it with an empty line",
                    "si elle est entière, terminez-la par un retour à la ligne",
                ));
                break;
            };
            let line = rest[..length].trim_end_matches('\r');
            if body {
                self.body(line, at, number);
            } else if line.trim_end() == "---" {
                body = true;
            } else {
                let words = words(line, at);
                match (words.is_empty(), begun) {
                    (true, _) => {}
                    (false, true) => self.head(&words),
                    (false, false) => {
                        begun = true;
                        if !self.version(&words) {
                            return;
                        }
                    }
                }
            }
            at += length + 1;
        }
        self.finish(begun, body, at.min(text.len()));
    }

    /// Checks what only the whole header can tell.
    fn finish(&mut self, begun: bool, body: bool, end: usize) {
        if !begun {
            self.fault(1, &(0..0), "this is no record", "ce n'est pas une partie enregistrée");
            self.help(
                "a record begins with `bastide 1`",
                "une partie enregistrée commence par `bastide 1`",
            );
        } else if !body {
            self.fault(3, &(end..end), "the header has no end", "l'en-tête n'a pas de fin");
            self.help(
                "write `---` before the first action",
                "écrivez `---` avant la première action",
            );
        } else if self.header.players.is_empty() {
            self.fault(6, &(0..0), "no players", "aucun joueur");
            self.help("write `player 1 Alice`", "écrivez `player 1 Alice`");
        }
    }

    fn version(&mut self, words: &[Word]) -> bool {
        let span = words[0].span.start..words[words.len() - 1].span.end;
        let version = words.get(1).and_then(|w| w.text.parse::<u32>().ok());
        match (words[0].text.as_str(), version) {
            ("bastide", Some(FORMAT)) if words.len() == 2 => return true,
            ("bastide", Some(other)) if words.len() == 2 => {
                self.fault(
                    2,
                    &span,
                    format!("the record is of format {other}; this program reads {FORMAT}"),
                    format!("la partie enregistrée est au format {other} ; ce programme lit le format {FORMAT}"),
                );
                self.help("use the program that wrote it", "employez le programme qui l'a écrite");
            }
            _ => {
                self.fault(1, &span, "this is no record", "ce n'est pas une partie enregistrée");
                self.help(
                    "a record begins with `bastide 1`",
                    "une partie enregistrée commence par `bastide 1`",
                );
            }
        }
        false
    }

    /// One line of the header.
    fn head(&mut self, words: &[Word]) {
        let (key, rest) = (&words[0], &words[1..]);
        let one = |w: &Word| Written { value: w.text.clone(), span: w.span.clone() };
        match (key.text.as_str(), rest) {
            ("engine", [w]) => self.header.engine.clone_from(&w.text),
            ("ruleset", [w]) => self.header.ruleset = Some(one(w)),
            ("edition", [w]) => self.header.edition = Some(one(w)),
            ("implied-draws", []) => self.header.implied_draws = true,
            ("seed", [w]) => self.header.seed = self.seed(w).map(|seed| (seed, 0)),
            ("seed", [w, g]) => {
                let both = self.seed(w).zip(self.number(g, SEED_MAX as i64));
                self.header.seed = both;
            }
            ("player", [n, name]) => self.player(n, name, None),
            ("player", [n, name, bot]) => self.player(n, name, Some(bot)),
            ("first", [w]) => self.header.first = self.seat(w),
            ("seen-by", [w]) => {
                let looks_on = !w.quoted && LOOKED_ON.contains(&w.text.as_str());
                let seat = if looks_on { Some(None) } else { self.seat(w).map(Some) };
                self.header.seen_by = seat.map(|value| Written { value, span: w.span.clone() });
            }
            ("expansion", [id, rest @ ..]) => self.expansion(id, rest),
            ("tiles", rest) => {
                for w in rest {
                    match self.pair(w) {
                        Some((id, n)) => {
                            if let Some(n) = self.number(&n, COPIES_MAX) {
                                let id = Written { value: id, span: w.span.clone() };
                                self.header.tiles.push((id, n as u16));
                            }
                        }
                        None => self.fault(
                            5,
                            &w.span,
                            "write `tile=copies`",
                            "écrivez `tuile=exemplaires`",
                        ),
                    }
                }
            }
            (word, _) if KEYS.contains(&word) => {
                let span = key.span.start..words[words.len() - 1].span.end;
                self.fault(
                    5,
                    &span,
                    format!("`{word}` with too many or too few words"),
                    format!("`{word}` avec trop ou trop peu de mots"),
                );
                self.help(
                    "names with blanks stand in quotes",
                    "les noms à plusieurs mots vont entre guillemets",
                );
            }
            (word, _) => {
                let fault = Fault::new(
                    "R0004",
                    format!("unknown word `{word}` in the header"),
                    format!("mot inconnu `{word}` dans l'en-tête"),
                );
                let fault = lang::suggest(fault.at(self.file, key.span.clone()), word, KEYS);
                if self.faults.len() < FAULTS_MAX {
                    self.faults.push(fault);
                }
            }
        }
    }

    /// A seat by number from 1 or by name. In quotes it is a name first: somebody may be called as another seat is numbered.
    fn seat(&mut self, w: &Word) -> Option<usize> {
        let names = self.header.players.iter().map(|p| p.name.as_str());
        let named = names.clone().position(|name| w.quoted && name == w.text);
        let found = named.or_else(|| notation::seat(names.clone(), names.len(), &w.text));
        if found.is_none() {
            self.fault(
                6,
                &w.span,
                format!("`{}` is no player of this record", w.text),
                format!("`{}` n'est pas un joueur de cette partie", w.text),
            );
            self.help(
                "players stand above, by number or name",
                "les joueurs sont plus haut, par numéro ou par nom",
            );
        }
        found
    }

    fn player(&mut self, n: &Word, name: &Word, bot: Option<&Word>) {
        let next = self.header.players.len() + 1;
        if n.text != next.to_string() || next > PLAYERS_MAX {
            self.fault(
                6,
                &n.span,
                format!("player {next} is next; there are at most {PLAYERS_MAX}"),
                format!("le joueur {next} est le suivant ; il y en a au plus {PLAYERS_MAX}"),
            );
            return;
        }
        let text = &name.text;
        let bad = text.trim() != text || text.is_empty() || hidden(text).is_some();
        let twice = self.header.players.iter().any(|p| p.name == *text);
        if bad || twice || text.chars().count() > NAME_MAX {
            self.fault(
                6,
                &name.span,
                format!("`{text}` is no name, is too long or there twice"),
                format!("`{text}` n'est pas un nom, est trop long ou déjà pris"),
            );
        }
        if let Some(bot) = bot.filter(|b| !BOTS.contains(&b.text.as_str())) {
            let (en, fr) =
                (format!("unknown bot `{}`", bot.text), format!("robot inconnu `{}`", bot.text));
            self.fault(6, &bot.span, en, fr);
            self.help(
                format!("known: {}", BOTS.join(", ")),
                format!("connus : {}", BOTS.join(", ")),
            );
        }
        if next == 1 {
            self.header.players_span = n.span.start..name.span.end;
        }
        self.header
            .players
            .push(PlayerSeat { name: text.clone(), bot: bot.map(|b| b.text.clone()) });
    }

    /// `key=value` and the value as a word of its own; in quotes may stand anything, but not in a key.
    #[allow(clippy::unused_self, reason = "reads like its neighbours")]
    fn pair(&self, w: &Word) -> Option<(String, Word)> {
        let (key, value) = w.text.split_once('=')?;
        let value = Word { text: value.to_owned(), span: w.span.clone(), quoted: w.quoted };
        let plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        (!key.is_empty() && key.chars().all(plain)).then(|| (key.to_owned(), value))
    }

    fn expansion(&mut self, id: &Word, rest: &[Word]) {
        if self.header.expansions.iter().any(|e| e.id.value == id.text) {
            let (en, fr) = (
                format!("`{}` is there twice", id.text),
                format!("`{}` est là deux fois", id.text),
            );
            self.fault(5, &id.span, en, fr);
            return;
        }
        let mut needed = Needed {
            id: Written { value: id.text.clone(), span: id.span.clone() },
            ..Needed::default()
        };
        for (i, w) in rest.iter().enumerate() {
            let Some((key, value)) = self.pair(w) else {
                match i {
                    0 => needed.version = Some(w.text.clone()),
                    1 if needed.version.is_some() => needed.hash = Some(w.text.clone()),
                    _ => {
                        let (en, fr) = (
                            format!("`{}` without a value", w.text),
                            format!("`{}` sans valeur", w.text),
                        );
                        self.fault(5, &w.span, en, fr);
                        self.help("write `option=value`", "écrivez `option=valeur`");
                    }
                }
                continue;
            };
            self.option(&mut needed, &key, &value);
        }
        self.header.expansions.push(needed);
    }

    /// One `key=value` of an expansion.
    fn option(&mut self, needed: &mut Needed, key: &str, value: &Word) {
        let span = value.span.clone();
        match key {
            "tiles" => match value.text.as_str() {
                "false" => needed.no_tiles = true,
                "true" => needed.no_tiles = false,
                _ => self.fault(5, &span, "write `tiles=false`", "écrivez `tiles=false`"),
            },
            "set" | "sets" => {
                let sets = value.text.split(',').map(str::to_owned).collect();
                needed.sets = Some(Written { value: sets, span });
            }
            "copies" => needed.copies = self.number(value, COPIES_MAX).map(|n| n as u16),
            "path" => needed.path = Some(value.text.clone()),
            _ => {
                if let Some(figure) = key.strip_prefix("figures.") {
                    if let Some(n) = self.number(value, COPIES_MAX) {
                        needed.figures.insert(figure.to_owned(), Written { value: n as u16, span });
                    }
                    return;
                }
                let read = match value.text.as_str() {
                    text if value.quoted => Value::Text(text.to_owned()),
                    "true" => Value::Bool(true),
                    "false" => Value::Bool(false),
                    text => text.parse().map_or_else(|_| Value::Text(text.to_owned()), Value::Int),
                };
                needed.options.insert(key.to_owned(), Written { value: read, span });
            }
        }
    }
}
