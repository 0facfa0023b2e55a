//! Why a move is refused.

use bastide_core::ids::{PileId, Player};
use bastide_core::{
    Action, Choice, Decision, Effect, Fault, Game, NoLog, Reason, Restriction, State, Words,
};

use super::{Done, Play};
use crate::scenario::table::{failed, lies_in_zone};
use bastide::notation;
use bastide_content::config::Written;

/// What forbids a move.
pub(in crate::scenario) struct Why {
    /// Ids of the rules that forbid it, at least one.
    pub(in crate::scenario) rules: Vec<String>,
    /// Somebody else is asked.
    asked: Option<Words>,
    /// An expansion offers it, or another tile is drawn.
    offered: Option<Words>,
}

impl Why {
    pub(super) fn en(&self) -> String {
        self.rules.join(", ")
            + &self.asked.as_ref().map_or(String::new(), |w| format!(": {}", w.en))
    }

    pub(super) fn fr(&self) -> String {
        self.rules.join(", ")
            + &self.asked.as_ref().map_or(String::new(), |w| format!(" : {}", w.fr))
    }

    /// Adds further knowledge to a fault.
    pub(super) fn helped(&self, fault: Fault) -> Fault {
        match &self.offered {
            Some(words) => fault.help(&words.en, &words.fr),
            None => fault,
        }
    }
}

impl Play<'_> {
    /// Why the one who is asked may not do this, or that somebody else is asked.
    pub(super) fn why(&mut self, player: Player, action: Action) -> Result<Why, Vec<Fault>> {
        let state = self.out.state.clone();
        let why = self.engine.why_not(&state, action);
        let why = why.map_err(|e| vec![failed(self.s, &e)])?;
        self.reasons(&state, player, action, &why)
    }

    fn reasons(
        &mut self,
        state: &State,
        player: Player,
        action: Action,
        why: &[Reason],
    ) -> Result<Why, Vec<Fault>> {
        let rules = &self.table.rules.ruleset;
        let mut names: Vec<String> =
            why.iter().map(|reason| rules.rule_name(reason.rule).to_owned()).collect();
        if names.is_empty() {
            names.push(rules.rule_name(rules.restriction(Restriction::NotOffered)).to_owned());
        }
        let aside = self.put_aside(action);
        let offered = match aside {
            Some(words) => Some(words),
            None => self.dropped(state, action)?.or_else(|| self.other_drawn(state, action)),
        };
        let actor = self.engine.actor(state);
        let asked = if actor == player || state.is_over() || self.engine.draw_total(state) > 0 {
            None
        } else {
            let decision = self.engine.decision(state).map_err(|e| vec![failed(self.s, &e)])?;
            let who = self.asked(&decision);
            Some(if actor == Player::CHANCE {
                let may = self.may(&decision);
                Words::new(
                    format!("chance is asked first; write what it gives, one of: {may}"),
                    format!("le hasard vient d'abord ; écrivez ce qu'il donne, l'un de : {may}"),
                )
            } else {
                Words::new(format!("{} is asked", who.en), format!("{} est interrogé", who.fr))
            })
        };
        Ok(Why { rules: names, asked, offered })
    }

    /// Who is asked, by name.
    pub(super) fn asked(&self, decision: &Decision) -> Words {
        match self.s.players.get(decision.actor.index()) {
            Some(name) => Words::new(name.clone(), name.clone()),
            None => Words::new("chance", "le hasard"),
        }
    }

    /// That the tile was drawn, fitted nowhere and went to the box.
    fn put_aside(&self, action: Action) -> Option<Words> {
        let Action::Place { tile: wanted, .. } = action else { return None };
        let out = self.out.log.effects.iter().any(|logged| match logged.effect {
            Effect::TileMoved { tile, from, to, .. } => {
                tile == wanted && !from.is_some() && to == PileId::OUT
            }
            _ => false,
        });
        let id = &self.table.rules.ruleset.types[wanted.index()].decl.id;
        out.then(|| {
            Words::new(
                format!("`{id}` was drawn, fitted nowhere and was put aside: change the `start` or the moves before it so that it fits"),
                format!("`{id}` a été piochée, n'allait nulle part et a été écartée : changez `start` ou les coups précédents pour qu'elle aille"),
            )
        })
    }

    /// That another tile is drawn than the one that is to be placed.
    fn other_drawn(&self, state: &State, action: Action) -> Option<Words> {
        let Action::Place { tile, .. } = action else { return None };
        let drawn = state.drawn().filter(|drawn| *drawn != tile)?;
        let drawn = &self.table.rules.ruleset.types[drawn.index()].decl.id;
        Some(Words::new(
            format!(
                "`{drawn}` is drawn: it is the next tile of the script; if a move places a tile from a zone, write the tiles that are drawn in `deck`"
            ),
            format!(
                "c'est `{drawn}` qui est piochée, la prochaine tuile du script ; si un coup pose une tuile d'une zone, écrivez dans `deck` les tuiles piochées"
            ),
        ))
    }

    /// A tile of the script that also lies in a zone, if the game goes on for its sake.
    pub(super) fn in_zone(&self) -> Option<Words> {
        let rules = &self.table.rules;
        let left = self.table.script.iter().skip(self.next);
        let tile = left.map(|tile| &rules.ruleset.types[tile.index()].decl.id);
        let mut lying = tile.filter(|id| lies_in_zone(&rules.setup.expansions, id));
        lying.next().map(|id| {
            Words::new(
                format!("`{id}` is still to be drawn: if a move places it from a zone, write the tiles that are drawn in `deck`"),
                format!("il reste à piocher `{id}` : si un coup la pose d'une zone, écrivez dans `deck` les tuiles piochées"),
            )
        })
    }

    /// Who offers something in a state, and what drops it.
    pub(super) fn dropped(
        &mut self,
        state: &State,
        action: Action,
    ) -> Result<Option<Words>, Vec<Fault>> {
        if state.is_over() {
            return Ok(None);
        }
        let rules = &self.table.rules.ruleset;
        let dropped = self.engine.dropped(state).map_err(|e| vec![failed(self.s, &e)])?;
        let wanted = Choice::from(action).key();
        let mut mine = dropped.iter().filter(|d| d.choice.key() == wanted);
        Ok(mine.next().map(|first| {
            let offer = bastide_lab::offer(rules, first.by);
            let (text, rule) =
                (notation::write(Game::new(rules, state), action), rules.rule_name(first.rule));
            let (what, who) = (&offer.offer, &offer.expansion);
            Words::new(
                format!("`{what}` of `{who}` offers `{text}`, and `{rule}` drops it"),
                format!("`{what}` de `{who}` offre `{text}`, et `{rule}` l'écarte"),
            )
        }))
    }

    /// The move of a player who is not asked: because it is not his turn, or because his step had no
    /// options. Then that step is asked all the same, for its reasons.
    pub(super) fn out_of_turn(
        &mut self,
        line: &Written<String>,
        player: Player,
        text: &str,
    ) -> Result<Done, Vec<Fault>> {
        let rules = &self.table.rules.ruleset;
        let mut read = notation::read(Game::new(rules, &self.out.state), &self.s.players, text);
        if let Some((mut state, last)) = self.before.clone() {
            // The tile just placed is that of the turn before the last action ended it.
            read =
                read.or_else(|_| notation::read(Game::new(rules, &state), &self.s.players, text));
            self.engine.ask_always(true);
            let again = self.engine.apply(&mut state, last, &mut NoLog);
            let asked = again.is_ok() && self.engine.actor(&state) == player;
            let late = notation::read(Game::new(rules, &state), &self.s.players, text);
            let why = match late {
                Ok(action) if asked => match self.engine.why_not(&state, action) {
                    Ok(why) if why.is_empty() => None,
                    Ok(why) => Some(self.reasons(&state, player, action, &why)),
                    Err(e) => Some(Err(vec![failed(self.s, &e)])),
                },
                _ => None,
            };
            self.engine.ask_always(false);
            if let Some(why) = why {
                return why.map(Done::Refused);
            }
        }
        match read {
            Ok(action) => self.why(player, action).map(Done::Refused),
            Err(e) => Err(self.wrong(line, e.en, e.fr)),
        }
    }
}
