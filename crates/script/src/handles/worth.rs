//! What a feature would give, and who has the majority there: functions of other expansions are asked.

use bastide_core::hooks::Hook;
use bastide_core::ids::{Player, SegmentId};
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{AsIf, Fault, Valuer};

use super::call::Call;
use super::frame::{Board, Frame, VALUER};
use super::texts::Text;
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

const KEYS: [Text; 3] = [Text::COMPLETE, Text::FINAL, Text::PLAYER];

/// Keys of a valuation.
pub const WORTH_KEYS: &[&str] = &["complete", "final", "player"];

/// Steps that a worth costs, beside those of the functions that are asked.
const STEPS: u32 = 16;

/// A question for all expansions. Their functions run inside the asking one, so nothing may be borrowed meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Inquiry {
    /// What a feature would give, to a player if one is named.
    Worth(SegmentId, AsIf, Player),
    /// Who has the majority in a feature.
    Majority(SegmentId),
}

pub(super) fn worth(c: &Call<'_>) -> Res<Value> {
    let [table] = c.take();
    let node = c.node(c.id)?;
    let (mut as_if, mut player) = (AsIf::default(), Player::NONE);
    match table {
        Value::Nil => {}
        Value::Table(table) => c.each(table, |key, value| {
            match c.key_of(key, &KEYS)? {
                Text::COMPLETE => as_if.complete = Some(c.flag(value, "complete")?),
                Text::FINAL => as_if.last = c.flag(value, "final")?,
                _ => player = c.player(value, "player")?,
            }
            Ok(())
        })?,
        other => return Err(c.bad("as", "a table", "une table", other)),
    }
    c.frame.meter.charge(STEPS)?;
    Ok(Value::Asks(Inquiry::Worth(node, as_if, player)))
}

pub(super) fn majority(c: &Call<'_>) -> Res<Value> {
    let node = c.node(c.id)?;
    // Who is asked how strong a figure is cannot wait for his own answer.
    if c.event.hook == Hook::ScoringWeight {
        return c.seats(c.game.majority(node));
    }
    if let Some(declared) = c.game.strengths(node) {
        return c.seats(declared.owners());
    }
    c.frame.meter.charge(STEPS)?;
    Ok(Value::Asks(Inquiry::Majority(node)))
}

impl Frame {
    /// Asks all expansions. The caller must not hold any borrow.
    pub(crate) fn inquire(&self, what: Inquiry) -> Res<Value> {
        let valuer = VALUER.with(std::rc::Weak::upgrade).ok_or_else(nobody)?;
        let answered = if self.shows() == Board::Copy {
            answer(&valuer, &self.copy.borrow(), what)
        } else {
            Self::lent(|state| answer(&valuer, state, what))
        };
        match answered.map_err(Raised::from_core)? {
            Answered::Points(n) => Ok(n.into()),
            Answered::Players(owners) => {
                let mut found = self.found.borrow_mut();
                found.clear();
                found.extend((0..PLAYERS_MAX as i32).filter(|p| owners >> p & 1 == 1));
                Ok(Value::List(Of::Player))
            }
        }
    }
}

enum Answered {
    Points(i32),
    Players(u8),
}

fn answer(valuer: &Valuer, state: &bastide_core::State, what: Inquiry) -> Result<Answered, Fault> {
    Ok(match what {
        Inquiry::Worth(node, as_if, player) => {
            let worth = valuer.worth(state, node, as_if)?;
            Answered::Points(worth.each.get(player.index()).copied().unwrap_or(worth.value))
        }
        Inquiry::Majority(node) => Answered::Players(valuer.strengths(state, node)?.owners()),
    })
}

/// The handlers belong to no engine.
#[cold]
fn nobody() -> Box<Raised> {
    Raised::new("L0201", "no engine runs this script", "aucun moteur n'exécute ce script").into()
}
