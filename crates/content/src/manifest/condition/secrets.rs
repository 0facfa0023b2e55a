//! Options are visible, so they must not depend on what only another player may see.

use bastide_core::Fault;
use bastide_core::condition::{FactTest, Subject, fact_of};
use bastide_core::decl::{Condition, Expansion, Sees};

use super::Named;
use crate::manifest::scope::Scope;

/// Numbers, tokens and tiles of players who are not who chooses, for which offers and refusals ask although only their owners
/// see them.
pub(in crate::manifest) fn of_others(scope: &Scope<'_>, named: &[Named], all: &Expansion) {
    let mut asked: Vec<(String, String)> = Vec::new();
    let mut note = |fact: &str, name: &str| asked.push((fact.to_owned(), name.to_owned()));
    let mut each = |condition: &Condition, subject| look(condition, subject, false, &mut note);
    for verb in &all.verbs {
        each(&verb.choosing.whil, Subject::Moment);
        each(&verb.choosing.filter(), Subject::of(verb.target).unwrap_or(Subject::Moment));
    }
    for pattern in &all.deploys {
        each(&pattern.choosing.whil, Subject::Moment);
        each(&pattern.choosing.filter(), Subject::Segment);
    }
    for pattern in &all.places {
        each(&pattern.whil, Subject::Moment);
        each(&pattern.filter, Subject::Cell);
    }
    for refuse in &all.refuses {
        each(&refuse.whil, Subject::Moment);
        each(&refuse.filter, Subject::Option);
    }
    let hidden = |fact: &str, name: &str| {
        let sees = match fact {
            "state" => all.state.iter().find(|key| key.name == name).map(|key| key.sees),
            "tokens" => all.tokens.iter().find(|token| token.name == name).map(|token| token.sees),
            _ => all.zones.iter().find(|zone| zone.name == name).map(|zone| zone.sees),
        };
        sees == Some(Sees::Owner)
    };
    for (_, name) in asked.iter().filter(|(fact, name)| hidden(fact, name)) {
        let at =
            named.iter().filter(|n| n.offered && n.subject == Subject::Player && n.name == *name);
        for named in at {
            let fault = Fault::new(
                "K0014",
                format!("only its owner sees `{name}`, and what is offered to others would tell"),
                format!(
                    "seul son propriétaire voit `{name}`, et ce qu'on propose aux autres le dirait"
                ),
            );
            scope.note(fault.at(scope.document().file(), named.span.clone()).help(
                "ask it of who chooses: `actor`, or a player with `is = \"own\"`; or let it be seen",
                "demandez-le à qui choisit : `actor`, ou un joueur avec `is = \"own\"` ; ou laissez-le voir",
            ));
        }
    }
}

/// Every number, token and zone that a condition asks of players; `own`, if it is about who chooses.
fn look(condition: &Condition, subject: Subject, own: bool, note: &mut dyn FnMut(&str, &str)) {
    use Condition as C;
    let to = |fact: &str| match fact_of(subject, fact).map(|row| row.test) {
        Some(FactTest::One(_, to) | FactTest::Many(_, to)) => to,
        _ => subject,
    };
    let others = subject == Subject::Player && !own;
    match condition {
        C::All(parts) => {
            let is_own =
                |part: &C| matches!(part, C::Is(words) if words.iter().all(|w| w == "own"));
            let own = own || parts.iter().any(is_own);
            for part in parts {
                look(part, subject, own, note);
            }
        }
        C::Any(parts) => {
            for part in parts {
                look(part, subject, own, note);
            }
        }
        C::No(part) => look(part, subject, own, note),
        C::Now(part) => look(part, Subject::Moment, false, note),
        C::One(fact, part) => {
            // Where nobody of an expansion's step is asked, whose turn it is is who chooses.
            let own = matches!(fact.as_str(), "actor" | "turn");
            look(part, to(fact), own, note);
        }
        C::Many(fact, part, _) => look(part, to(fact), false, note),
        C::Exists(things, part, _) => {
            look(part, Subject::named(things).unwrap_or(subject), false, note);
        }
        C::Near(_, part, _) => look(part, Subject::Tile, false, note),
        C::Happened(_, _, part, _) => look(part, Subject::Event, false, note),
        C::Walk(stop, part, _) => {
            for part in [stop, part] {
                look(part, Subject::Segment, false, note);
            }
        }
        C::AnyName(fact, names) if others => names.iter().for_each(|name| note(fact, name)),
        C::Names(fact, names) if others => names.iter().for_each(|(name, _)| note(fact, name)),
        _ => {}
    }
}
