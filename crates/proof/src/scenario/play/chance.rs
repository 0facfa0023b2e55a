//! What chance does by a line of the scenario: a roll, or whatever an expansion asks chance.

use bastide_core::ids::TileTypeId;
use bastide_core::{Decision, Fault};

use super::{Done, Play};
use bastide::notation;
use bastide_content::config::Written;

/// Options of chance that a message names.
const SHOWN: usize = 12;

/// What chance does by this line, if it is a line of chance: `roll 2`, `draw TILE`, or with the seat of chance before it,
/// as records write it: `0 roll 2`. A player may be called 0, and is meant then.
pub(in crate::scenario) fn of<'a>(players: &[String], line: &'a str) -> Option<&'a str> {
    let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
    let named = |name: &str| players.iter().any(|player| player == name);
    match head {
        "0" if !named("0") => Some(rest.trim()),
        "draw" | "roll" if !named(head) => Some(line),
        _ => None,
    }
}

impl Play<'_> {
    /// Draws tiles for zones up to the tile that a line names. Returns whether that tile came.
    pub(super) fn draws_to_zone(&mut self, wanted: TileTypeId) -> Result<bool, Vec<Fault>> {
        let is_open = |play: &Self| {
            play.engine.draw_total(&play.out.state) > 0
                && !play.engine.draws_to_place(&play.out.state)
        };
        while is_open(self) {
            let named = self.table.script.get(self.next) == Some(&wanted);
            self.draw()?;
            if named {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does what a line says that chance does.
    pub(super) fn by_chance(
        &mut self,
        line: &Written<String>,
        text: &str,
        decision: &Decision,
    ) -> Result<Done, Vec<Fault>> {
        let action = notation::read(self.game(), &self.s.players, text)
            .map_err(|e| self.wrong(line, e.en, e.fr))?;
        if decision.options.iter().any(|c| c.takes(action.into())) {
            self.apply(action)?;
            return Ok(Done::Accepted);
        }
        let may = self.may(decision);
        Err(self.wrong(
            line,
            format!("chance gives one of: {may}"),
            format!("le hasard donne l'un de : {may}"),
        ))
    }

    /// The first options of a decision, as texts.
    pub(super) fn may(&self, decision: &Decision) -> String {
        let texts = decision.options.iter().map(|c| notation::option(self.game(), *c));
        let mut shown: Vec<String> = texts.take(SHOWN).collect();
        if decision.options.len() > SHOWN {
            shown.push("…".to_owned());
        }
        shown.join("; ")
    }
}
