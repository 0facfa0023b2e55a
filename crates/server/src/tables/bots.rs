//! Bots think beside the tables, so that the tables go on meanwhile.

use std::sync::Arc;

use bastide::Rules;
use bastide::core::{Engine, Fault};

use super::beside::Beside;
use super::turns::Whose;

/// Engines that a thread keeps: tables of the same rules share one.
const ENGINES: usize = 8;

/// The engines of a thread, the one that was used last first.
#[derive(Default)]
pub(super) struct Engines(Vec<Engine>);

/// Bots, as the threads of tables have them.
pub(super) type Bots = Beside<Engines>;

impl Bots {
    /// Has something thought about with an engine of these rules; or it is said why there is none.
    pub(super) fn think(
        &self,
        whose: Whose,
        rules: Rules,
        thinks: impl FnOnce(Result<&mut Engine, Vec<Fault>>) + Send + 'static,
    ) {
        self.work(whose, move |engines| thinks(engines.of(&rules)));
    }
}

impl Engines {
    fn of(&mut self, rules: &Rules) -> Result<&mut Engine, Vec<Fault>> {
        let Self(engines) = self;
        let is = |engine: &Engine| Arc::ptr_eq(engine.rules(), &rules.ruleset);
        if let Some(at) = engines.iter().position(is) {
            engines[..=at].rotate_right(1);
        } else {
            engines.truncate(ENGINES - 1);
            engines.insert(0, rules.engine()?);
        }
        Ok(&mut engines[0])
    }
}
