//! Several people at one keyboard: what only one of them may know is on the screen while they sit there.

use bastide::core::Action;
use bastide::core::ids::Player;
use bastide::game::Entry;
use bastide::{Game, story};

use super::input::{self, Input};
use super::session::{End, Session};
use super::show;
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;

/// Empties the screen and what can be scrolled back to.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Returns the only person at the table, or none if there are several or none.
pub(super) fn alone(game: &Game) -> Player {
    let seats = (0..game.names().len()).map(|p| Player(p as u8));
    let mut people = seats.filter(|seat| game.bot(*seat).is_none());
    match (people.next(), people.next()) {
        (Some(one), None) => one,
        _ => Player::NONE,
    }
}

impl Session {
    /// Lets the next person come to the keyboard before anything is shown that is for their eyes only.
    pub(super) fn hand_over(&mut self, out: &mut Out) -> Result<Option<End>, Stop> {
        let actor = self.game.actor();
        let rules = &self.game.rules().ruleset;
        let sealed = rules.is_sealed(self.game.decision().step);
        // What nobody sees need not be hidden from anybody at the keyboard.
        let open = self.game.seen_by(Player::NONE);
        let alone = |seat: usize| self.game.seen_by(Player(seat as u8)).state() != open.state();
        if actor == self.seat || !sealed && !(0..self.game.names().len()).any(alone) {
            self.seat = actor;
            return Ok(None);
        }
        if self.lines.is_terminal {
            out.data(CLEAR)?;
        }
        let who = self.game.names().get(actor.index()).map_or("?", String::as_str);
        out.line(&say!(
            out.lang,
            "\nNow {who}: the others look away. Enter",
            "\nAu tour de {who} : les autres regardent ailleurs. Entrée"
        ))?;
        // Typed lines name tiles that the next person must not see.
        self.lines.forget();
        match self.lines.ask("> ", Vec::new, out).map(|line| input::read(&line)) {
            None => {
                out.note("");
                return Ok(Some(self.silent(out)));
            }
            Some(Input::Quit) if self.leave(out) => return Ok(Some(End::Left)),
            Some(_) => self.seat = actor,
        }
        // What happened since they last moved may have gone with the screen.
        let entries = self.game.entries();
        let since = entries.iter().rposition(|e| e.actor == actor).map_or(0, |i| i + 1);
        let told: String = entries[since..].iter().map(|e| self.telling(e, out.lang)).collect();
        out.folded(&told)?;
        Ok(None)
    }

    /// What an action was and what it led to, for the person at the keyboard.
    pub(super) fn telling(&self, entry: &Entry, lang: Lang) -> String {
        let mut text = String::new();
        // The tile of a part is seen as it is placed.
        let drawn = entry.actor == Player::CHANCE && matches!(entry.action, Action::Draw { .. });
        let told = story::chance_line(&self.game, entry, self.seat, lang.code()).is_some();
        if told || !drawn {
            text.push_str(&format!("  {}\n", show::entry(&self.game, entry, self.seat, lang)));
        }
        let outcome = self.game.outcome_for(&entry.outcome, self.seat);
        for line in story::outcome_lines(&self.game, &outcome, lang.code()) {
            text.push_str(&format!("    {line}\n"));
        }
        text
    }
}
