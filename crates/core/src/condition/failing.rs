//! Which part of a condition does not hold, and what was found there: told when nobody waits for it.

use super::compile;
use super::holds::{At, Thing};
use super::subject::Subject;
use super::table::{FactTest, fact_of};
use crate::decl;
use crate::ids::{ExpansionId, Player};

/// Shown where there is no thing.
const NONE: &str = "none";

impl At<'_> {
    /// Returns the first part of an expansion's condition that does not hold for an event, as written, and the value
    /// found instead. Returns `None` if the condition holds.
    pub(crate) fn failing(
        &self,
        of: ExpansionId,
        written: &decl::Condition,
    ) -> Option<(String, String)> {
        let parts = match written {
            decl::Condition::All(parts) => &parts[..],
            part => std::slice::from_ref(part),
        };
        let rules = self.game.rules;
        let rule = |id: &str| rules.rule(id);
        let fails =
            |part: &&decl::Condition| !self.holds(&compile(rules, of, Subject::Event, part, &rule));
        let part = parts.iter().find(fails)?;
        Some((part.to_string(), self.found(of, part)))
    }

    /// What there is where a part of a condition looks.
    fn found(&self, of: ExpansionId, part: &decl::Condition) -> String {
        let (rules, st) = (self.game.rules, self.game.state);
        let of_event = |fact: &str| fact_of(Subject::Event, fact).map(|row| row.test);
        let mut within = None;
        let thing = match part {
            decl::Condition::Word(fact, _) if fact == "cause" => {
                return rules.rule_name(self.event.rule).to_owned();
            }
            decl::Condition::Flag(_, so) => return (!so).to_string(),
            decl::Condition::One(fact, inner) => match of_event(fact) {
                Some(FactTest::One(one, subject)) => {
                    let thing = self.one(one, Thing::Event);
                    within = thing.and_then(|thing| self.lacks(of, inner, subject, thing));
                    thing
                }
                _ => None,
            },
            _ => return "it does not hold".to_owned(),
        };
        let seat = |player: Player| (player.0 + 1).to_string();
        let said = match thing {
            Some(Thing::Feature(n) | Thing::Segment(n)) => {
                rules.kinds[st.kind(n).index()].decl.name.clone()
            }
            Some(Thing::Figure(f)) => {
                let kind = usize::from(st.figures[f.index()].kind);
                format!("{}/{}", rules.figures[kind].decl.name, seat(st.owner(f)))
            }
            Some(Thing::Tile(t)) => rules.types[st.tile(t).kind().index()].decl.id.clone(),
            Some(Thing::Type(t)) => rules.types[t.index()].decl.id.clone(),
            Some(Thing::Neutral(n)) => rules.neutrals[n.index()].clone(),
            Some(Thing::Player(p)) => seat(p),
            _ => NONE.to_owned(),
        };
        match within {
            Some(part) => format!("{said} without {part}"),
            None => said,
        }
    }

    /// The first part of a condition on a thing that does not hold, as it is written, unless what the thing is says it.
    fn lacks(
        &self,
        of: ExpansionId,
        written: &decl::Condition,
        subject: Subject,
        thing: Thing,
    ) -> Option<String> {
        let parts = match written {
            decl::Condition::All(parts) => &parts[..],
            part => std::slice::from_ref(part),
        };
        let rules = self.game.rules;
        let rule = |id: &str| rules.rule(id);
        let fails =
            |part: &&decl::Condition| !self.such(&compile(rules, of, subject, part, &rule), thing);
        let part = parts.iter().find(fails)?;
        let named = matches!(part, decl::Condition::Word(fact, _) if fact == "kind");
        (!named).then(|| part.to_string())
    }
}
