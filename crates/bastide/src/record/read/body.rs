//! Words of lines, and the lines after the header.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::ids::Player;

use super::Reader;
use crate::record::{FAULTS_MAX, Line, Said};

/// A word of a line with its place; quotes are gone.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) span: Range<usize>,
    pub(super) quoted: bool,
}

/// Splits a line at blanks; a word may hold a part in quotes. A comment ends it.
pub(super) fn words(line: &str, from: usize) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut word: Option<Word> = None;
    let mut open = false;
    for (i, c) in line.char_indices() {
        let end = from + i + c.len_utf8();
        if !open && (c == ' ' || c == '\t' || c == '\r') {
            out.extend(word.take());
        } else if !open && c == '#' && word.is_none() {
            break;
        } else {
            let w = word.get_or_insert_with(|| Word {
                text: String::new(),
                span: from + i..end,
                quoted: false,
            });
            w.span.end = end;
            if c == '"' {
                open = !open;
                w.quoted = true;
            } else {
                w.text.push(c);
            }
        }
    }
    out.extend(word);
    out
}

impl Reader<'_> {
    /// One line after the header.
    pub(super) fn body(&mut self, line: &str, at: usize, number: usize) {
        let mut note = String::new();
        let blank = |c: char| c == ' ' || c == '\t';
        let mut text = line.trim_end();
        let comment = line
            .char_indices()
            .find(|(i, c)| *c == '#' && line[..*i].chars().next_back().is_none_or(blank));
        if let Some((i, _)) = comment {
            text = line[..i].trim_end();
            line[i + 1..].trim().clone_into(&mut note);
        }
        let start = at + (text.len() - text.trim_start().len());
        let text = text.trim_start();
        let span = start..start + text.len();
        let what = if text.is_empty() {
            let said = fingerprint(&note);
            if said.is_none() && is_meant(&note) {
                self.suspect(at..at + line.len());
            }
            said.unwrap_or_else(|| Said::Comment(note.clone()))
        } else if let Some(points) = text.strip_prefix('=') {
            let points: Result<Vec<i32>, _> = points.split_whitespace().map(str::parse).collect();
            match points {
                Ok(points) if points.len() == self.header.players.len() => Said::Scores(points),
                _ => {
                    let n = self.header.players.len();
                    self.fault(
                        8,
                        &span,
                        format!("points of {n} players are wanted"),
                        format!("il faut les points de {n} joueurs"),
                    );
                    self.help("write `= 12 0`", "écrivez `= 12 0`");
                    return;
                }
            }
        } else {
            let Some(action) = self.action(text, start) else { return };
            action
        };
        if matches!(what, Said::State(..) | Said::Comment(_)) {
            note.clear();
        }
        let span = if text.is_empty() { at..at + line.len() } else { span };
        self.lines.push(Line { span, number, what, note });
    }

    /// Reports a fingerprint that cannot be read. It counts as a comment, and the game is not checked against it.
    fn suspect(&mut self, span: Range<usize>) {
        if self.warnings.len() >= FAULTS_MAX {
            return;
        }
        let fault = Fault::new(
            "R0012",
            "this is no fingerprint and counts as a comment: the game is not held against it",
            "ce n'est pas une empreinte et compte comme un commentaire : la partie n'y est pas comparée",
        );
        let fault = fault.at(self.file, span).warning();
        self.warnings.push(fault.help(
            "write `# turn 3 h=` and sixteen digits from 0 to f; a comment begins otherwise",
            "écrivez `# turn 3 h=` et seize chiffres de 0 à f ; un commentaire commence autrement",
        ));
    }

    /// `0 draw base/D`, `1 place …`, `"Bob Hope" pass`.
    fn action(&mut self, text: &str, start: usize) -> Option<Said> {
        let length = match text.strip_prefix('"') {
            Some(rest) => rest.find('"').map_or(text.len(), |i| i + 2),
            None => text.find([' ', '\t']).unwrap_or(text.len()),
        };
        let (who, rest) = text.split_at(length);
        let w = Word {
            text: who.trim_matches('"').to_owned(),
            span: start..start + length,
            quoted: who.starts_with('"'),
        };
        let actor = match who {
            "0" | "chance" => Player::CHANCE,
            _ => Player(self.seat_of_action(&w)? as u8),
        };
        let action = rest.trim();
        let from = start + length + (rest.len() - rest.trim_start().len());
        if action.is_empty() {
            self.fault(7, &w.span, "an action is missing", "il manque une action");
            self.help(
                "write `1 pass`, `1 place base/D 1,0 r1`, …",
                "écrivez `1 pass`, `1 place base/D 1,0 r1`, …",
            );
            return None;
        }
        let text = action.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(Said::Action { actor, text, at: from..from + action.len() })
    }

    fn seat_of_action(&mut self, w: &Word) -> Option<usize> {
        let known = self.faults.len();
        let found = self.seat(w);
        if let (None, Some(fault)) = (found, self.faults.get_mut(known)) {
            "R0007".clone_into(&mut fault.code);
        }
        found
    }
}

/// `turn 3 h=…` or `end h=…`.
fn fingerprint(note: &str) -> Option<Said> {
    let (what, hash) = note.split_once(" h=")?;
    let turn = match what.split_once(' ') {
        Some(("turn", n)) if !n.starts_with(['0', '+']) => n.parse().ok()?,
        None if what == "end" => 0,
        _ => return None,
    };
    let digits =
        hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let hash = u64::from_str_radix(hash, 16).ok().filter(|_| digits)?;
    Some(Said::State(turn, hash))
}

/// Whether a comment was meant to be a fingerprint, and is damaged.
fn is_meant(note: &str) -> bool {
    let number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    note.contains("h=") || note.strip_prefix("turn ").is_some_and(number)
}
