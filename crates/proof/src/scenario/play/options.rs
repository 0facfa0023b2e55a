//! The options of a decision, compared with those that a scenario expects.

use bastide_core::{Choice, Fault};

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
            match notation::read_option(self.game(), &self.s.players, text) {
                Ok(option) => wanted.push(option),
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
        // Expectations do not mention offers.
        let found: Vec<Choice> = decision.options.iter().map(|c| c.under(0)).collect();
        let list = |mine: &[Choice], others: &[Choice]| {
            let only = mine.iter().filter(|c| !others.contains(c));
            only.map(|c| notation::option(self.game(), *c)).collect::<Vec<_>>().join("; ")
        };
        let (more, fewer) = (list(&found, &wanted), list(&wanted, &found));
        if more.is_empty() && fewer.is_empty() {
            return Ok(None);
        }
        let en = format!("options beyond those expected: [{more}]; missing: [{fewer}]");
        let fr = format!("options en plus : [{more}] ; manquantes : [{fewer}]");
        let fault = self.s.fault("S0110", span, en, fr);
        let state = self.out.state.clone();
        for missing in wanted.iter().filter(|option| !found.contains(option)) {
            let Some(missing) = missing.action() else { continue };
            if let Some(words) = self.dropped(&state, missing)? {
                return Ok(Some(fault.help(words.en, words.fr)));
            }
        }
        Ok(Some(fault))
    }
}
