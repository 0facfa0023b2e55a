//! `why`: which rules forbid a move, at the end of a record or at the start of a game, or by which rule it is offered.

use bastide::Game;
use bastide::core::ids::Player;
use bastide::core::{Action, Fault};
use bastide::game::{Cited, Refused};
use bastide::record::Record;
use serde_json::json;

use crate::args;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::play::other_tile;
use crate::stop::{self, Stop};

/// Runs the verb.
pub(crate) fn run(args: &args::Why, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    let (name, text) = desk.read(&args.file)?;
    let mut game = if text.starts_with("bastide ") {
        let record = Record::parse(&name, &text)?;
        let played = record.replay(&desk.library);
        played.map_err(|broken| Stop::Faults(broken.faults(), stop::FILE))?
    } else {
        let rules = desk.rules_of(&name, &text)?;
        let seed = rules.setup.seed.unwrap_or_default();
        Game::new(rules, seed)?
    };
    if args.action.is_empty() {
        options(&game, args.json, out)?;
        return Ok(stop::FINE);
    }
    let text = args.action.join(" ");
    let action = game.parse(&text).map_err(|no| Stop::Usage(lang.pick(no.en, no.fr)))?;
    // A placement means that its tile is drawn.
    if let Action::Place { tile, .. } = action
        && game.actor() == Player::CHANCE
    {
        game.act(Action::Draw { tile }).map_err(stopped)?;
    }
    let written = game.write(action);
    let reasons = game.why_not(action).map_err(stopped)?;
    let code = if reasons.is_empty() { stop::FINE } else { stop::FINDING };
    let offer = game.offer_of(action);
    if args.json {
        let rules = reasons.iter().map(|r| json!({ "rule": r.rule, "en": r.en, "fr": r.fr }));
        let told = json!({
            "action": written, "allowed": reasons.is_empty(),
            "rules": rules.collect::<Vec<_>>(), "offer": offer,
        });
        out.json(&told)?;
        return Ok(code);
    }
    if let Some(offer) = offer {
        out.line(&say!(lang, "`{written}` is allowed:", "`{written}` est permis :"))?;
        if let Some(rule) = game.rules().ruleset.rule(&offer.rule) {
            out.data(&cited(&game, &game.cited(rule), out))?;
        }
        let terms = offer.terms(&game.rules().ruleset, lang.code());
        if !terms.is_empty() {
            out.line(&format!("      {terms}"))?;
        }
        return Ok(code);
    }
    out.line(&say!(lang, "`{written}` is not allowed:", "`{written}` n'est pas permis :"))?;
    for reason in &reasons {
        out.data(&cited(&game, reason, out))?;
    }
    if let Some(held) = other_tile(&game, action, lang) {
        out.line(&format!("  {held}"))?;
    }
    Ok(code)
}

/// Everything that is allowed, and how it is offered.
fn options(game: &Game, as_json: bool, out: &mut Out) -> Result<(), Stop> {
    let rules = &game.rules().ruleset;
    let decision = game.decision();
    let actor = game.names().get(decision.actor.index());
    if as_json {
        let told = json!({
            "actor": actor, "chance": decision.actor == Player::CHANCE, "over": game.is_over(),
            "step": (!game.is_over()).then(|| rules.step_name(decision.step)),
            "rounds_left": game.state().rounds_left(rules),
            "options": game.offered(),
        });
        out.json(&told)?;
        return Ok(());
    }
    if game.is_over() {
        let over = out.lang.pick(
            "The game is over: nothing is allowed any more.",
            "La partie est finie : plus rien n'est permis.",
        );
        return out.line(over).map_err(Stop::from);
    }
    for offered in game.offered() {
        let (text, rule) = (offered.to_string(), &offered.rule);
        let terms = offered.terms(rules, out.lang.code());
        let terms = if terms.is_empty() { terms } else { format!("  {terms}") };
        out.line(&format!("{text:<32}  [{rule}]{terms}"))?;
    }
    Ok(())
}

/// A rule: its id, its text, where it comes from.
fn cited(game: &Game, reason: &Cited, out: &Out) -> String {
    let style = crate::board::symbols::STRONG;
    let text = out.lang.pick(&reason.en, &reason.fr);
    let rules = &game.rules().ruleset;
    let rule = rules.rule(&reason.rule).and_then(|id| rules.rules.get(id.index()));
    let source = rule.and_then(|rule| crate::explain::findable(&rule.source));
    let mut told = format!("  {style}{}{style:#}  {text}\n", reason.rule);
    for part in &reason.parts {
        told.push_str(&say!(out.lang, "      not so: {part}\n", "      n'est pas vrai : {part}\n"));
    }
    if let Some(source) = source {
        told.push_str(&format!("      {} {source}\n", out.lang.pick("Source:", "Source :")));
    }
    told
}

fn stopped(refused: Refused) -> Stop {
    match refused {
        Refused::Fault(fault) => Stop::Faults(vec![*fault], stop::EXPANSION),
        other => {
            let words = other.words();
            Stop::Faults(vec![Fault::new("R0001", words.en, words.fr)], stop::FINDING)
        }
    }
}
