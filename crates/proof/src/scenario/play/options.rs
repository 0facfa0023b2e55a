//! The options of a decision, held against those a scenario expects.

use bastide_core::{Action, Fault};

use super::Play;
use bastide::notation;

impl Play<'_> {
    /// Compares the options of the decision that is open.
    pub(super) fn options(
        &mut self,
        want: &[String],
        span: &std::ops::Range<usize>,
    ) -> Result<Option<Fault>, Vec<Fault>> {
        self.draws()?;
        let decision = self.decision()?;
        let mut wanted = Vec::new();
        for text in want {
            match notation::read(self.game(), &self.s.players, text) {
                Ok(action) => wanted.push(action),
                Err(e) => {
                    return Ok(Some(self.s.fault(
                        "S0102",
                        span,
                        format!("`{text}`: {}", e.en),
                        format!("`{text}` : {}", e.fr),
                    )));
                }
            }
        }
        let found: Vec<Action> = decision.options.iter().filter_map(|c| c.action()).collect();
        let list = |mine: &[Action], others: &[Action]| {
            let only = mine.iter().filter(|a| !others.contains(a));
            only.map(|a| notation::write(self.game(), *a)).collect::<Vec<_>>().join("; ")
        };
        let (more, fewer) = (list(&found, &wanted), list(&wanted, &found));
        if more.is_empty() && fewer.is_empty() {
            return Ok(None);
        }
        let en = format!("options beyond those expected: [{more}]; missing: [{fewer}]");
        let fr = format!("options en plus : [{more}] ; manquantes : [{fewer}]");
        let fault = self.s.fault("S0110", span, en, fr);
        let mut state = self.out.state.clone();
        for missing in wanted.iter().filter(|action| !found.contains(action)) {
            if let Some(words) = self.dropped(&mut state, *missing)? {
                return Ok(Some(fault.help(words.en, words.fr)));
            }
        }
        Ok(Some(fault))
    }
}
