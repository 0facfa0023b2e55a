//! Where the other engine goes its own way: the conventions that expansions declare, held against a game that
//! ended otherwise than its file.

use bastide_core::decl::Target;
use bastide_core::ids::FigureId;
use bastide_core::{Action, Fault, step};

use super::play::Play;
use bastide_content::manifest::jcz::{Convention, Words};

/// Those of an action that some rules refuse.
pub(super) fn refused(words: &Words, rules: &[&str]) -> Vec<usize> {
    let is = |one: &Convention| one.refused.iter().any(|rule| rules.contains(&rule.as_str()));
    of(words, is)
}

/// Those of a message that chooses one of some verbs in a phase.
pub(super) fn chosen(words: &Words, verbs: &[&String], phase: &str) -> Vec<usize> {
    let is = |one: &Convention| {
        one.verb.as_ref().is_some_and(|verb| verbs.contains(&verb))
            && one.phases.iter().any(|name| name == phase)
    };
    of(words, is)
}

/// Those of rules that keep whoever is asked from some verbs, by name, for any figure of his.
pub(super) fn kept(play: &mut Play<'_>, names: &[&String]) -> Vec<usize> {
    let (table, actor) = (play.table, play.now.decision.actor);
    let rules = &table.rules.ruleset;
    let figures = play.game().figures().filter(|f| play.now.state.owner(*f) == actor);
    let figures: Vec<FigureId> = figures.collect();
    let mut ids = Vec::new();
    for found in rules.verbs.iter().filter(|verb| verb.decl.target == Target::Figure) {
        let Some(verb) = rules.verb(found.expansion, &found.decl.name) else { continue };
        let name = rules.verb_name(verb);
        for figure in figures.iter().filter(|_| names.contains(&&name)) {
            let action = Action::Invoke { verb, target: figure.0.into() };
            let why = play.engine.why_not(&play.now.state, action).unwrap_or_default();
            ids.extend(why.iter().map(|reason| rules.rule_name(reason.rule)));
        }
    }
    refused(&table.words, &ids)
}

fn of(words: &Words, is: impl Fn(&Convention) -> bool) -> Vec<usize> {
    words.conventions.iter().enumerate().filter(|(_, one)| is(one)).map(|(i, _)| i).collect()
}

/// One warning for each convention that a game came to, to be told with what went wrong.
pub(super) fn told(play: &Play<'_>) -> Vec<Fault> {
    let conventions = play.table.words.conventions.iter().enumerate();
    let met = conventions.filter(|(i, one)| play.now.met.contains(i) || stands(play, one));
    met.map(|(_, one)| {
        let Convention { id, text, .. } = one;
        Fault::new(
            "J0113",
            format!("the other engine goes its own way in this game (`{id}`): {}", text.en),
            format!("l'autre moteur a ici sa propre façon (`{id}`) : {}", text.fr),
        )
        .at(&play.saved.file, play.last.clone())
        .warning()
    })
    .collect()
}

/// Whether the game stands where a convention counts.
fn stands(play: &Play<'_>, one: &Convention) -> bool {
    let (game, rules) = (play.game(), &play.table.rules.ruleset);
    let (state, decision) = (&play.now.state, &play.now.decision);
    let placed =
        state.tiles().iter().any(|t| one.placed.contains(&rules.types[t.kind().index()].decl.id));
    let kind = one.drawn_kind.as_ref().and_then(|kind| rules.kind(kind));
    let drawn = decision.step == step::PLACE
        && kind.zip(state.drawn()).is_some_and(|(kind, tile)| {
            rules.types[tile.index()]
                .decl
                .segments
                .iter()
                .any(|s| rules.kind(&s.kind) == Some(kind))
        });
    let figure = one.figure.as_ref().and_then(|name| rules.figure(name));
    let offered = figure.is_some_and(|wanted| {
        decision.options.iter().filter_map(|c| c.action()).any(|action| match action {
            Action::Deploy { figure, node } if figure == wanted => {
                one.complete.is_none_or(|so| so == game.is_complete(node))
                    && one
                        .again
                        .is_none_or(|so| so == game.holds_kind(node, decision.actor, figure))
            }
            _ => false,
        })
    });
    placed || drawn || offered
}
