//! An effect that no longer applies: the error names both sides, the one that wanted it and the one that
//! was there before.

use super::{Engine, HookError};
use crate::choice::{Action, Choice};
use crate::effect::{EFFECTS, Effect, Log, Logged};
use crate::ids::RuleId;
use crate::state::State;

/// What an effect is about: two effects about the same thing can clash.
fn subject(effect: &Effect) -> Option<(u8, u32, u32)> {
    Some(match effect {
        Effect::Deployed { figure, .. }
        | Effect::Moved { figure, .. }
        | Effect::Returned { figure, .. }
        | Effect::Captured { figure, .. } => (0, figure.0.into(), 0),
        Effect::Drawn { tile, .. } | Effect::TileMoved { tile, .. } => (1, tile.0.into(), 0),
        Effect::TileLaid { tile, .. }
        | Effect::TileRemoved { tile, .. }
        | Effect::Overlaid { tile, .. } => (7, tile.0.into(), 0),
        Effect::TokenMoved { token, player, .. } => (2, token.0.into(), player.0.into()),
        Effect::NeutralMoved { neutral, .. } => (3, neutral.0.into(), 0),
        Effect::Linked { a, b } | Effect::Unlinked { a, b } => {
            (4, a.0.min(b.0).into(), a.0.max(b.0).into())
        }
        Effect::Tagged { node, lane, .. } => (5, node.0.into(), (*lane).into()),
        Effect::Set { key, of, .. }
        | Effect::Listed { key, of, .. }
        | Effect::Cleared { key, of } => (6, key.0.into(), (*of).into()),
        _ => return None,
    })
}

impl Engine {
    /// Runs a failed action again with a log, and says which effect met the same thing before.
    #[cold]
    pub(super) fn name_other_side(&mut self, e: &mut HookError, action: Action, failed: Effect) {
        let Some(before) = subject(&failed).and_then(|s| self.last_about(action, s)) else {
            return;
        };
        let name = EFFECTS[before.effect.kind() as usize];
        let (en, fr) = if before.rule == RuleId::NONE {
            ("the core".to_owned(), "le moteur".to_owned())
        } else {
            let rule = self.rules.rule_name(before.rule);
            (format!("`{rule}`"), format!("`{rule}`"))
        };
        let words = &mut e.0.fault.what;
        words.en = format!("{}; `{name}` by {en} came before it", words.en);
        words.fr = format!("{} ; `{name}` de {fr} est passé avant", words.fr);
    }

    fn last_about(&mut self, action: Action, subject_of: (u8, u32, u32)) -> Option<Logged> {
        let rules = self.rules.clone();
        let mut state = State::default();
        state.clone_from(&self.backup);
        self.host.list_top(&rules, &mut state).ok()?;
        let wanted = Choice::from(action).key();
        let i = self.host.list.iter().position(|c| c.key() == wanted)?;
        let mut log = Log::default();
        let again = self.host.carry_out(&rules, &mut state, i, &mut log);
        self.host.failed = None;
        again.err()?;
        log.effects.into_iter().rev().find(|l| subject(&l.effect) == Some(subject_of))
    }
}
