//! A running game as plain data: rules, state, the actions so far, and the way back.

use bastide_content::Seed;
use bastide_core::ids::{Player, RuleId, SegmentId, TileId};
use bastide_core::{
    Action, AsIf, Decision, Effect, Engine, Fault, HookError, Log, Reason, Refusal, Sheet, State,
};

use super::{Cited, Entry, Outcome, Refused, Standing, fault_of};
use crate::bots::Bot;
use crate::notation::{self, NotAnAction};
use crate::rules::Rules;
use crate::told;

/// Rule of the base game on ties.
const TIE: &str = "base.tie";

/// What an action would lead to.
#[derive(Clone, Debug)]
pub struct After {
    /// The state after it, up to the next decision.
    pub state: State,
    /// Who decides then.
    pub actor: Player,
    /// Result of the action.
    pub outcome: Outcome,
}

impl After {
    /// Points of a seat.
    #[must_use]
    pub fn points(&self, seat: Player) -> i32 {
        self.state.scores().get(seat.index()).copied().unwrap_or(0)
    }
}

/// A running game without the engine that runs it: plain data, which goes from thread to thread and is kept by the thousand.
///
/// Whatever asks the rules is lent an engine of the same rules; with one of others the answer is [`Refused::OtherRules`].
#[derive(Clone, Debug)]
pub struct Play {
    pub(super) rules: Rules,
    pub(super) state: State,
    pub(super) decision: Decision,
    pub(super) seed: Seed,
    pub(super) number: u64,
    pub(super) names: Vec<String>,
    pub(super) entries: Vec<Entry>,
    /// States and decisions before the last actions, since chance last showed something.
    pub(super) back: Vec<(State, Decision)>,
    /// What setup did before the first action.
    pub(super) opening: Outcome,
}

impl Play {
    /// Returns the tile that was placed last or counts as placed, or `None` before the first placement.
    #[must_use]
    pub fn last_placed(&self) -> Option<TileId> {
        let mut effects = self.entries.iter().rev().flat_map(|e| e.outcome.effects.iter().rev());
        effects.find_map(|logged| match logged.effect {
            Effect::Placed { tile, .. } | Effect::AsPlaced { tile } => Some(tile),
            _ => None,
        })
    }

    /// A new game up to its first decision, with the chance of the `number`-th game of a simulation under the seed.
    ///
    /// # Errors
    ///
    /// An expansion that fails in setup.
    pub fn numbered(
        engine: &mut Engine,
        rules: Rules,
        seed: impl Into<Seed>,
        number: u64,
    ) -> Result<Self, Vec<Fault>> {
        let mut log = Log::default();
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let failed = |e: HookError| vec![fault_of(&e)];
        let state = engine.start(first, &mut log).map_err(failed)?;
        let decision = engine.decision(&state).map_err(failed)?;
        Ok(Self {
            names: rules.setup.players.iter().map(|p| p.name.clone()).collect(),
            rules,
            state,
            decision,
            seed: seed.into(),
            number,
            entries: Vec::new(),
            back: Vec::new(),
            opening: Outcome { effects: log.effects, sheets: log.sheets },
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
    pub fn seed(&self) -> Seed {
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

    /// The game goes on under [`Rules::lean`].
    pub fn lean(&mut self) {
        self.rules = self.rules.clone().lean();
    }

    /// Calls those who play by other names from now on; records go on saying those of the setup, and seats by their numbers.
    pub fn call(&mut self, names: impl IntoIterator<Item = String>) {
        self.names.iter_mut().zip(names).for_each(|(name, other)| *name = other);
    }

    /// The seat of this number, from 1, or of who is called so. A number is that seat's, even if somebody else is called so.
    #[must_use]
    pub fn seat_called(&self, word: &str) -> Option<Player> {
        let names = self.names.iter().map(String::as_str);
        notation::seat(names, self.names.len(), word).map(|seat| Player(seat as u8))
    }

    /// Returns the bot of a seat, or `None` for a person.
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
    pub fn act(&mut self, engine: &mut Engine, action: Action) -> Result<Outcome, Refused> {
        self.rules.fit(engine)?;
        let actor = self.decision.actor;
        let text = self.write(action);
        let before = self.state.clone();
        let mut log = Log::default();
        let told = told::act(&before, actor, || text.clone());
        let rolled = matches!(action, Action::Roll { .. });
        let step = rolled.then(|| self.rules.ruleset.step_name(self.decision.step).into());
        let applied = engine.apply(&mut self.state, action, &mut log);
        drop(told);
        applied.map_err(|refusal| self.refused(engine, refusal, action))?;
        let decision = match engine.decision(&self.state) {
            Ok(decision) => std::mem::replace(&mut self.decision, decision),
            Err(e) => {
                self.state = before;
                return Err(e.into());
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
            turn_of: before.player(),
            step,
        });
        if actor == Player::CHANCE {
            self.back.clear();
        } else {
            self.back.push((before, decision));
        }
        Ok(self.entries[self.entries.len() - 1].outcome.clone())
    }

    /// Reads an action as records and players write it. The tile just placed need not be named.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text.
    pub fn parse(&self, text: &str) -> Result<Action, NotAnAction> {
        notation::read(self.read(), &self.names, text)
    }

    /// Carries out an action given as text.
    ///
    /// # Errors
    ///
    /// The text is no action, or as [`Play::act`].
    pub fn act_text(&mut self, engine: &mut Engine, text: &str) -> Result<Outcome, Refused> {
        let action = self.parse(text)?;
        self.act(engine, action)
    }

    /// Answers for chance from the seeded stream. The answer depends on the seed and on how often chance
    /// was asked the like before, so that taking back and going on again shows nothing new.
    ///
    /// # Errors
    ///
    /// Chance is not asked, or an expansion failed.
    pub fn act_chance(&mut self, engine: &mut Engine) -> Result<Outcome, Refused> {
        if self.decision.actor != Player::CHANCE {
            return Err(self.not_asked());
        }
        let mut stream = self.chance();
        let i = stream.weighted(&self.decision.weights);
        match self.decision.options.get(i).and_then(|c| c.drawn(|n| stream.apart(0).below(n))) {
            Some(action) => self.act(engine, action),
            None => Err(Refused::Over),
        }
    }

    /// Every rule that forbids an action now; empty if it is allowed.
    ///
    /// # Errors
    ///
    /// An expansion failed.
    pub fn why_not(&self, engine: &mut Engine, action: Action) -> Result<Vec<Cited>, Refused> {
        self.rules.fit(engine)?;
        let reasons = engine.why_not(&self.state, action)?;
        let cited = |r: Reason| Cited { parts: r.parts, ..self.cited(r.rule) };
        Ok(reasons.into_iter().map(cited).collect())
    }

    /// Returns the score sheet that a feature would get if it were scored now, with its terms and bonuses. Nobody is
    /// paid.
    ///
    /// # Errors
    ///
    /// Returns an error if an expansion fails.
    pub fn sheet(
        &self,
        engine: &mut Engine,
        node: SegmentId,
        as_if: AsIf,
    ) -> Result<Sheet, Refused> {
        self.rules.fit(engine)?;
        Ok(engine.sheet(&self.state, node, as_if)?)
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
            parts: Vec::new(),
        }
    }

    /// Returns what an action of the deciding player would lead to. Nothing happens.
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act`].
    pub fn after(&self, engine: &mut Engine, action: Action) -> Result<After, Refused> {
        self.rules.fit(engine)?;
        let (mut state, mut log) = (self.state.clone(), Log::default());
        let applied = engine.apply(&mut state, action, &mut log);
        applied.map_err(|refusal| self.refused(engine, refusal, action))?;
        let actor = engine.actor(&state);
        let outcome = Outcome { effects: log.effects, sheets: log.sheets };
        Ok(After { state, actor, outcome })
    }

    /// Why the engine did not take an action, with the rules that forbid it.
    fn refused(&self, engine: &mut Engine, refusal: Refusal, action: Action) -> Refused {
        match refusal {
            Refusal::Over => Refused::Over,
            Refusal::Hook(e) => e.into(),
            Refusal::Illegal { .. } => match self.why_not(engine, action) {
                Ok(reasons) => Refused::Rules { action: self.write(action), reasons },
                Err(failed) => failed,
            },
        }
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
