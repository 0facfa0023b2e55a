//! One running game: rules, engine, state, the actions so far, and the way back.
//!
//! A game is its setup and the list of its actions, chance included. Whatever goes wrong, an expansion's
//! fault too, leaves the game as it was: it can be saved, and go on with another action.

mod carried;
mod chance;
mod refused;

use bastide_core::ids::{Player, RuleId};
use bastide_core::{
    Action, Decision, Engine, Fault, HookError, Log, Logged, Refusal, Sheet, State,
};

use crate::bots::{self, Bot};
use crate::chance::{Purpose, Stream};
use crate::notation::{self, NotAnAction};
use crate::rules::Rules;
use crate::told;
use crate::view::Seen;

pub(crate) use carried::NotCarried;
pub use refused::{Cited, NoUndo, Refused};

/// Rule of the base game on ties.
const TIE: &str = "base.tie";

/// What an action did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Effects in order.
    pub effects: Vec<Logged>,
    /// Score sheets in order.
    pub sheets: Vec<Sheet>,
}

/// An action that was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who: a seat, or chance.
    pub actor: Player,
    /// What.
    pub action: Action,
    /// The action as records write it, in the state before it.
    pub text: String,
    /// Points of all players after it, if it changed them.
    pub scores: Option<Vec<i32>>,
    /// Number of the turn that begins after it and fingerprint of the state, if one does; 0 = the end.
    pub turn: Option<(u16, u64)>,
    /// What it did.
    pub outcome: Outcome,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Seats with the most points; several share the victory.
    pub winners: Vec<Player>,
    /// Rule that lets ties share, if the rules have one.
    pub rule: String,
}

/// One running game.
#[derive(Debug)]
pub struct Game {
    rules: Rules,
    engine: Engine,
    state: State,
    decision: Decision,
    seed: u64,
    number: u64,
    names: Vec<String>,
    entries: Vec<Entry>,
    /// States and decisions before the last actions, since chance last showed something.
    back: Vec<(State, Decision)>,
    /// What setup did before the first action.
    opening: Outcome,
    scratch: bots::Scratch,
}

impl Game {
    /// A new game up to its first decision.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or an expansion that fails in setup.
    pub fn new(rules: Rules, seed: u64) -> Result<Self, Vec<Fault>> {
        Self::numbered(rules, seed, 0)
    }

    /// A new game with the chance of the `number`-th game of a simulation under the seed: with the same
    /// bots it takes the same course.
    ///
    /// # Errors
    ///
    /// As [`Game::new`].
    pub fn numbered(rules: Rules, seed: u64, number: u64) -> Result<Self, Vec<Fault>> {
        let mut engine = rules.engine()?;
        let mut log = Log::default();
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let failed = |e: HookError| vec![fault_of(&e)];
        let mut state = engine.start(first, &mut log).map_err(failed)?;
        let decision = engine.decision(&mut state).map_err(failed)?;
        Ok(Self {
            names: rules.setup.players.iter().map(|p| p.name.clone()).collect(),
            rules,
            engine,
            state,
            decision,
            seed,
            number,
            entries: Vec::new(),
            back: Vec::new(),
            opening: Outcome { effects: log.effects, sheets: log.sheets },
            scratch: bots::Scratch::default(),
        })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The state now.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Rules and state, to be read.
    #[must_use]
    pub fn read(&self) -> bastide_core::Game<'_> {
        bastide_core::Game::new(&self.rules.ruleset, &self.state)
    }

    /// Seed of chance.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of the game under its seed.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Names of the players in turn order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The bot of a seat; none = a person plays.
    #[must_use]
    pub fn bot(&self, seat: Player) -> Option<Bot> {
        Bot::named(self.rules.setup.players.get(seat.index())?.bot.as_deref()?)
    }

    /// Who decides and between what, sorted; no options when the game is over.
    #[must_use]
    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// Who decides: a seat, chance, or nobody when the game is over.
    #[must_use]
    pub fn actor(&self) -> Player {
        self.decision.actor
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state.is_over()
    }

    /// Everything done so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What setup did before the first action.
    #[must_use]
    pub fn opening(&self) -> &Outcome {
        &self.opening
    }

    /// An action as text, in this state.
    #[must_use]
    pub fn write(&self, action: Action) -> String {
        notation::write(self.read(), action)
    }

    /// Carries out an action of the one who decides, up to the next decision.
    ///
    /// # Errors
    ///
    /// The action is forbidden, or an expansion failed; the game is as before.
    pub fn act(&mut self, action: Action) -> Result<Outcome, Refused> {
        let actor = self.decision.actor;
        let text = self.write(action);
        let before = self.state.clone();
        let mut log = Log::default();
        let told = told::act(&before, actor, || text.clone());
        let applied = self.engine.apply(&mut self.state, action, &mut log);
        drop(told);
        match applied {
            Ok(()) => {}
            Err(Refusal::Over) => return Err(Refused::Over),
            Err(Refusal::Hook(e)) => return Err(Refused::Fault(Box::new(fault_of(&e)))),
            Err(Refusal::Illegal { .. }) => {
                return Err(Refused::Rules { action: text, reasons: self.why_not(action)? });
            }
        }
        let decision = match self.engine.decision(&mut self.state) {
            Ok(decision) => std::mem::replace(&mut self.decision, decision),
            Err(e) => {
                self.state = before;
                return Err(Refused::Fault(Box::new(fault_of(&e))));
            }
        };
        let now = &self.state;
        let turn = if now.is_over() { 0 } else { now.turn() };
        self.entries.push(Entry {
            actor,
            action,
            text,
            scores: (now.scores() != before.scores()).then(|| now.scores().to_vec()),
            turn: (turn != before.turn()).then(|| (turn, now.fingerprint())),
            outcome: Outcome { effects: log.effects, sheets: log.sheets },
        });
        if actor == Player::CHANCE {
            self.back.clear();
        } else {
            self.back.push((before, decision));
        }
        Ok(self.entries[self.entries.len() - 1].outcome.clone())
    }

    /// Reads an action as records and players write it; the tile just placed need not be named.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(&self, text: &str) -> Result<Action, NotAnAction> {
        notation::read(self.read(), &self.names, text)
    }

    /// Carries out an action given as text.
    ///
    /// # Errors
    ///
    /// The text is no action, or as [`Game::act`].
    pub fn act_text(&mut self, text: &str) -> Result<Outcome, Refused> {
        let action = self.parse(text)?;
        self.act(action)
    }

    /// Answers for chance from the seeded stream. The answer depends on the seed and on how often chance
    /// was asked the like before, so that taking back and going on again shows nothing new.
    ///
    /// # Errors
    ///
    /// Chance is not asked, or an expansion failed.
    pub fn act_chance(&mut self) -> Result<Outcome, Refused> {
        if self.decision.actor != Player::CHANCE {
            return Err(self.not_asked());
        }
        let mut stream = self.chance();
        let i = stream.weighted(&self.decision.weights);
        match self.decision.options.get(i).and_then(|c| c.action()) {
            Some(action) => self.act(action),
            None => Err(Refused::Over),
        }
    }

    /// Lets a bot answer for the seat that decides.
    ///
    /// # Errors
    ///
    /// Chance is asked or nobody, or an expansion failed.
    pub fn act_bot(&mut self, bot: Bot) -> Result<Outcome, Refused> {
        match self.choose(bot)? {
            Some(action) => self.act(action),
            None => Err(Refused::Over),
        }
    }

    /// The action that a bot would take for the seat that decides.
    ///
    /// # Errors
    ///
    /// As [`Game::act_bot`].
    pub fn choose(&mut self, bot: Bot) -> Result<Option<Action>, Refused> {
        let actor = self.decision.actor;
        if self.is_over() || actor == Player::CHANCE {
            return Err(self.not_asked());
        }
        let failed = |e: HookError| Refused::Fault(Box::new(fault_of(&e)));
        let mut stream =
            Stream::after(self.seed, self.number, Purpose::Bot(actor.0), self.asked(actor));
        // In listing order, as simulations do.
        let mut state = self.state.clone();
        let options = self.engine.list(&mut state).map_err(failed)?.iter().collect::<Vec<_>>();
        let i = bots::choose(
            bot,
            &mut self.engine,
            Seen::new(&self.rules.ruleset, &state, actor),
            &options,
            &mut stream,
            &mut self.scratch,
        )
        .map_err(failed)?;
        Ok(options.get(i).and_then(|c| c.action()))
    }

    /// How often an actor has decided.
    fn asked(&self, actor: Player) -> u64 {
        self.entries.iter().filter(|e| e.actor == actor).count() as u64
    }

    /// Every rule that forbids an action now; empty if it is allowed.
    ///
    /// # Errors
    ///
    /// An expansion failed.
    pub fn why_not(&mut self, action: Action) -> Result<Vec<Cited>, Refused> {
        let reasons = self.engine.why_not(&mut self.state.clone(), action);
        let reasons = reasons.map_err(|e| Refused::Fault(Box::new(fault_of(&e))))?;
        Ok(reasons.iter().map(|r| self.cited(r.rule)).collect())
    }

    /// A rule with its texts.
    #[must_use]
    pub fn cited(&self, rule: RuleId) -> Cited {
        let found = self.rules.ruleset.rules.get(rule.index());
        let text = |lang: &str| found.and_then(|r| r.text.get(lang)).cloned().unwrap_or_default();
        Cited {
            rule: self.rules.ruleset.rule_name(rule).to_owned(),
            en: text("en"),
            fr: text("fr"),
        }
    }

    /// Takes the last action back. Free until chance has shown something.
    ///
    /// # Errors
    ///
    /// Nothing was done, or the last action was chance's.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        let Some((state, decision)) = self.back.pop() else {
            return Err(if self.entries.is_empty() { NoUndo::Nothing } else { NoUndo::Revealed });
        };
        self.state = state;
        self.decision = decision;
        self.entries.pop();
        Ok(())
    }

    /// How many actions can be taken back.
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.back.len()
    }

    /// Points and winners once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<Standing> {
        if !self.is_over() {
            return None;
        }
        let scores = self.state.scores().to_vec();
        let most = scores.iter().max().copied();
        let best = |p: &usize| scores.get(*p).copied() == most;
        let winners = (0..scores.len()).filter(best).map(|p| Player(p as u8)).collect();
        let rule = self.rules.ruleset.rule(TIE).map_or("", |_| TIE).to_owned();
        Some(Standing { scores, winners, rule })
    }
}

/// An expansion's fault with its name before it.
pub fn fault_of(e: &HookError) -> Fault {
    let mut fault = e.fault.clone();
    fault.what.en = format!("{}: {}: {}", e.expansion, e.hook, fault.what.en);
    fault.what.fr = format!("{} : {} : {}", e.expansion, e.hook, fault.what.fr);
    fault
}

#[cfg(test)]
#[path = "tests/game.rs"]
pub(crate) mod tests;
