//! Playing the actions of a saved game one by one.

use std::ops::Range;

use bastide_core::ids::{Player, TileTypeId};
use bastide_core::{Action, Decision, Engine, Fault, Game, Log, Logged, Refusal, State, step};

use super::draws::Drawing;
use super::events::{self, Scored};
use super::file::{Message, Reading, Saved};
use super::names::{self, Names};
use super::offer::{self, Offer, Offered};
use super::place;
use super::random::Random;
use super::table::Table;
use bastide::notation;
use bastide_content::manifest::jcz::After;

mod chance;
mod commit;
mod numbered;
mod tile;
mod verb;

pub(super) use chance::Wait;

/// The message that confirms.
pub(super) const COMMIT: &str = "COMMIT";
/// The message that says in version 4 that the game is over.
const OVER: &str = "GAME_OVER";
/// Most decisions that may be passed to come to the one a message is about.
const PASSES_MAX: usize = 50;

/// An action as a record writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    pub(super) actor: Player,
    pub(super) text: String,
}

/// The game at one moment.
#[derive(Clone, Debug)]
pub(super) struct Now {
    pub(super) state: State,
    pub(super) decision: Decision,
    pub(super) random: Random,
    pub(super) drawing: Drawing,
    pub(super) names: Names,
    pub(super) scored: Vec<Scored>,
    pub(super) acts: Vec<Act>,
    /// Phase that the last message leads back to.
    pub(super) phase: Option<String>,
    /// Conventions of the other engine that the game came to.
    pub(super) met: Vec<usize>,
    /// Message that `JCloisterZone` waits for at this point but this engine does not need.
    pub(super) wait: Option<Wait>,
    /// Tiles of a zone that messages name by number, and which of them were.
    pub(super) lots: Vec<(TileTypeId, bool)>,
    /// The game before the turn's action was passed, if that was the last message.
    pub(super) passed: Option<Box<Now>>,
    /// The action that had been passed is asked for again.
    pub(super) again: bool,
}

/// How an offer fits a message. Corners and ends of roads are named by the segment itself, features by any of theirs on the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is named as the message names it.
    Named,
    /// It is the same place by another name.
    Same,
    No,
}

impl Fit {
    fn of(named: bool, same: bool) -> Self {
        match (named, same) {
            (true, _) => Fit::Named,
            (false, true) => Fit::Same,
            (false, false) => Fit::No,
        }
    }
}

/// A saved game on its way.
pub(super) struct Play<'a> {
    pub(super) saved: &'a Saved,
    pub(super) table: &'a Table,
    pub(super) engine: Engine,
    pub(super) now: Now,
    /// States to return to by undoing.
    pub(super) back: Vec<Now>,
    /// The last message.
    pub(super) last: Range<usize>,
    /// Messages that name another player than the one who was asked.
    pub(super) misnamed: Vec<Range<usize>>,
}

type Done<T> = Result<T, Vec<Fault>>;

impl<'a> Play<'a> {
    /// The game after the first draw.
    pub(super) fn new(saved: &'a Saved, table: &'a Table) -> Done<Self> {
        let (mut engine, state) = table.start()?;
        let decision = engine.decision(&state).map_err(|e| vec![bastide::game::fault_of(&e)])?;
        let now = Now {
            state,
            decision,
            random: saved.random,
            drawing: Drawing::default(),
            names: Names::default(),
            scored: Vec::new(),
            acts: Vec::new(),
            phase: None,
            met: Vec::new(),
            wait: None,
            lots: Vec::new(),
            passed: None,
            again: false,
        };
        let last = saved.span.clone();
        let mut play =
            Self { saved, table, engine, now, back: Vec::new(), last, misnamed: Vec::new() };
        play.chance(&saved.span, true)?;
        Ok(play)
    }

    pub(super) fn game(&self) -> Game<'_> {
        Game::new(&self.table.rules.ruleset, &self.now.state)
    }

    fn fault(&self, code: &str, span: &Range<usize>, en: String, fr: String) -> Vec<Fault> {
        vec![Fault::new(code, en, fr).at(&self.saved.file, span.clone())]
    }

    fn offers(&self) -> Vec<Offer<'a>> {
        offer::offers(self.table, &self.now.state, &self.now.names, &self.now.decision)
    }

    /// Carries out a message, and whatever chance does after it.
    pub(super) fn message(&mut self, message: &Message) -> Done<()> {
        self.last = message.span.clone();
        if message.kind == "UNDO" {
            let Some(before) = self.back.pop() else {
                let (en, fr) = ("there is nothing to take back", "il n'y a rien à annuler");
                return Err(self.fault("J0107", &message.span, en.into(), fr.into()));
            };
            self.now = before;
            return Ok(());
        }
        let before = self.now.clone();
        let reading = Reading { file: &self.saved.file };
        let random = reading.random(message.payload.get("random")).map_err(|f| vec![*f])?;
        if let Some(random) = random {
            self.now.random = Random::Number(random);
        }
        if let Some(salt) = message.salt {
            self.now.random.add(salt);
        }
        let fresh = random.is_some() || message.salt.is_some();
        self.now.phase = None;
        self.awaited(message)?;
        let passed = self.now.passed.take();
        // Version 4 does not wait for all that later ones wait for.
        let waits = |wait: &Wait| self.saved.old.is_none() || wait.is(&message.kind);
        let wait = self.now.wait.take().filter(waits);
        let keeps = match message.kind.as_str() {
            kind if wait.as_ref().is_some_and(|wait| wait.is(kind)) => Ok(true),
            _ if wait.is_some() => {
                self.now.wait = wait;
                Err(self.not_now(message))
            }
            "PLACE_TILE" => self.place(message).map(|()| true),
            COMMIT => self.commit(message).map(|()| true),
            OVER if self.saved.old.is_some() => self.over(message).map(|()| false),
            "PASS" => self.pass(message).map(|()| true),
            "DEPLOY_MEEPLE" => self.deploy(message).map(|()| true),
            _ => self.reopened(message, passed).and_then(|()| self.verb(message)),
        }?;
        self.one_action(&message.span)?;
        self.chance(&message.span, fresh)?;
        self.alone(&message.span)?;
        let waits = self.now.wait.is_some();
        let same = self.now.decision.actor == before.decision.actor && !self.now.state.is_over();
        let same = same || waits;
        if keeps && same && !fresh {
            self.back.push(before);
        } else {
            self.back.clear();
        }
        Ok(())
    }

    /// Carries out an action, up to the next decision.
    fn apply(&mut self, action: Action, span: &Range<usize>) -> Done<Vec<Logged>> {
        let actor = self.now.decision.actor;
        let text = notation::write(self.game(), action);
        let mut log = Log::default();
        let told = bastide::told::act(&self.now.state, actor, || text.clone());
        let applied = self.engine.apply(&mut self.now.state, action, &mut log);
        drop(told);
        match applied {
            Ok(()) => {}
            Err(Refusal::Hook(e)) => {
                return Err(vec![bastide::game::fault_of(&e).at(&self.saved.file, span.clone())]);
            }
            Err(_) => return Err(self.refused(action, span)),
        }
        let decision = self.engine.decision(&self.now.state);
        self.now.decision = decision
            .map_err(|e| vec![bastide::game::fault_of(&e).at(&self.saved.file, span.clone())])?;
        self.now.scored.extend(events::of(self.table, &self.now.state, &log));
        if !offer::is_commit(self.table, action) {
            self.now.acts.push(Act { actor, text });
        }
        Ok(log.effects)
    }

    /// Carries out the action that a message means, if it is that player's turn.
    fn act(&mut self, action: Action, message: &Message) -> Done<Vec<Logged>> {
        let asked = self.now.decision.actor;
        if message.player.is_some_and(|player| player != asked.0) {
            self.misnamed.push(message.span.clone());
        }
        let step = self.now.decision.step;
        let name = self.table.rules.ruleset.step_name(step);
        let phase = self.phase();
        let done = self.apply(action, &message.span)?;
        let commit = self.table.words.commits.get(&name);
        let commits = match commit.map(|commit| commit.after) {
            Some(After::Action) => action != Action::Pass,
            Some(After::Pass) => action == Action::Pass,
            Some(After::Any) => true,
            Some(After::Last) => {
                let next = &self.now.decision;
                action != Action::Pass && (next.step, next.actor) != (step, asked)
            }
            None => false,
        };
        if commits {
            let phase = commit.and_then(|commit| commit.phase.clone()).unwrap_or(phase);
            self.now.wait = Some(Wait { messages: vec![COMMIT.to_owned()], phase });
        }
        Ok(done)
    }

    /// Why an action is refused.
    fn refused(&mut self, action: Action, span: &Range<usize>) -> Vec<Fault> {
        let text = notation::write(self.game(), action);
        let why = self.engine.why_not(&self.now.state, action).unwrap_or_default();
        let rules = &self.table.rules.ruleset;
        let cite = |lang: &str| {
            let one = |reason: &bastide_core::Reason| {
                let id = rules.rule_name(reason.rule);
                let said = rules.rules.get(reason.rule.index()).and_then(|r| r.text.get(lang));
                said.map_or_else(|| format!("[{id}]"), |said| format!("{said} [{id}]"))
            };
            why.iter().map(one).collect::<Vec<_>>().join(" ")
        };
        let faults = self.fault(
            "J0101",
            span,
            format!("`{text}` is not allowed: {}", cite("en")),
            format!("`{text}` n'est pas permis : {}", cite("fr")),
        );
        faults.into_iter().map(|fault| self.offered(fault)).collect()
    }

    /// Adds the offered options to a fault.
    fn offered(&self, fault: Fault) -> Fault {
        let all = self.now.decision.options.iter();
        let mut texts: Vec<String> =
            all.take(12).map(|option| notation::option(self.game(), *option)).collect();
        if self.now.decision.options.len() > texts.len() {
            texts.push("…".into());
        }
        let (list, step) = (texts.join("; "), self.phase());
        fault.help(format!("offered in {step}: {list}"), format!("sont offerts en {step} : {list}"))
    }

    fn phase(&self) -> String {
        if let Some(wait) = &self.now.wait {
            return wait.phase.clone();
        }
        offer::phase(self.table, &self.now.decision, self.now.state.is_over())
    }

    /// Chooses what fits best, past decisions that the other engine does not make.
    fn choose(
        &mut self,
        fits: &dyn Fn(&Offer<'_>) -> Fit,
        late: bool,
        message: &Message,
    ) -> Done<Option<(Action, Vec<Logged>)>> {
        let before = self.now.clone();
        for _ in 0..PASSES_MAX {
            let offers = self.offers();
            let best = offers.iter().min_by_key(|o| fits(o)).filter(|o| fits(o) != Fit::No);
            if let Some(found) = best {
                let action = found.action;
                return Ok(Some((action, self.act(action, message)?)));
            }
            let later = late && offer::is_step(&self.now.decision, step::ACTION);
            let aside = offer::is_aside(&self.now.decision, &offers);
            if !(aside || later && offer::can_pass(&self.now.decision)) {
                break;
            }
            self.apply(Action::Pass, &message.span)?;
        }
        self.now = before;
        Ok(None)
    }

    /// Passes decisions that the other engine does not make.
    fn past_asides(&mut self, span: &Range<usize>) -> Done<()> {
        for _ in 0..PASSES_MAX {
            if self.now.state.is_over() || !offer::is_aside(&self.now.decision, &self.offers()) {
                break;
            }
            self.apply(Action::Pass, span)?;
        }
        Ok(())
    }

    /// A message for which it is not the time.
    fn not_now(&self, message: &Message) -> Vec<Fault> {
        let (kind, phase) = (&message.kind, self.phase());
        let faults = self.fault(
            "J0103",
            &message.span,
            format!("{kind} in {phase}: nothing of the kind is offered"),
            format!("{kind} en {phase} : rien de tel n'est offert"),
        );
        faults.into_iter().map(|fault| self.offered(fault)).collect()
    }

    fn deploy(&mut self, message: &Message) -> Done<()> {
        let reading = Reading { file: &self.saved.file };
        let read = || -> Result<_, Box<Fault>> {
            let id = reading.need(&message.payload, "meepleId")?;
            let at = reading.pointer(reading.need(&message.payload, "pointer")?)?;
            Ok((reading.text(id)?.to_owned(), at))
        };
        let (id, at) = read().map_err(|f| vec![*f])?;
        let kinds = names::parts(&id).map(|(_, word, _)| names::kinds(self.table, word));
        let kinds = kinds.unwrap_or_default();
        let Some(&kind) = kinds.first() else { return Err(self.not_now(message)) };
        let known = place::known_as(self.game(), &self.table.words, &at);
        let fits = |o: &Offer<'_>| match &o.what {
            Offered::Meeple { kind: k, at: found } if kinds.contains(k) => {
                Fit::of(*k == kind && found.is(&at), found.is(&known) || found.is(&at))
            }
            _ => Fit::No,
        };
        let second = self.table.rules.ruleset.figures[kind.index()].decl.second;
        if let Some((action, effects)) = self.choose(&fits, second, message)? {
            match action {
                Action::Move { figure, .. } => self.now.names.exchange(figure, &id),
                _ => self.now.names.deployed(&id, &effects, &self.now.state),
            }
            return Ok(());
        }
        if let Some(node) = place::node(self.game(), &self.table.words, &at) {
            return Err(self.refused(Action::Deploy { figure: kind, node }, &message.span));
        }
        let super::file::Pointer { cell: (x, y), feature, location } = &at;
        Err(self.fault(
            "J0104",
            &message.span,
            format!("there is no {feature} {location} at [{x},{y}]"),
            format!("il n'y a pas de {feature} {location} en [{x},{y}]"),
        ))
    }
}

/// A tile type that chance draws.
pub(super) fn drawn(action: Action) -> Option<TileTypeId> {
    if let Action::Draw { tile } = action { Some(tile) } else { None }
}
