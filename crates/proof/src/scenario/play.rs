//! Playing the moves of a scenario.

use bastide_core::ids::{Player, TileTypeId};
use bastide_core::{Action, Decision, Engine, Fault, Game, NoLog, Refusal, State, step};

use super::Scenario;
use super::expect::{Check, Outcome};
use super::table::{Table, failed};
use bastide::notation;
use bastide::told;
use bastide_content::config::Written;

mod asked;
mod chance;
mod options;
mod why;

pub(super) use asked::{played, refusal};
use why::Why;

/// Most decisions between two moves.
const DECISIONS_MAX: usize = 1000;

/// A game on its way.
pub(super) struct Play<'a> {
    s: &'a Scenario,
    table: &'a Table,
    engine: Engine,
    pub(super) out: Outcome,
    /// Tiles of the script that have been drawn.
    next: usize,
    /// The state before the last action and that action, to explain a step that nobody was asked.
    before: Option<(State, Action)>,
}

/// A move that has been read.
enum Line<'a> {
    /// A tile is drawn into a zone, or one that fits nowhere, or that somebody is asked about before it is placed.
    Draw(TileTypeId),
    /// A player does something.
    By(Player, &'a str),
    /// Chance does something else than drawing a tile to be placed, or to be asked about.
    Chance(&'a str),
}

/// What became of a move.
enum Done {
    Accepted,
    /// What forbids it.
    Refused(Why),
}

/// Plays the moves and checks what came of them.
pub(super) fn moves(s: &Scenario, table: &Table) -> Result<(), Vec<Fault>> {
    let mut play = Play::new(s, table)?;
    let refused = s.expect.iter().find_map(|check| match &check.value {
        Check::Refused(rule) => Some((rule, &check.span)),
        _ => None,
    });
    for (i, line) in s.moves.iter().enumerate() {
        let last = i + 1 == s.moves.len();
        let (span, en, fr) = match (play.line(line)?, refused.filter(|_| last)) {
            (Done::Accepted, None) => continue,
            (Done::Refused(why), Some((rule, _))) if why.rules.contains(rule) => continue,
            (Done::Accepted, Some((rule, span))) => (
                span,
                format!("the last move is allowed, `{rule}` should forbid it"),
                format!("le dernier coup est permis, `{rule}` devrait l'interdire"),
            ),
            (Done::Refused(why), Some((rule, span))) => (
                span,
                format!("the last move is refused by {}, not by `{rule}`", why.en()),
                format!("le dernier coup est refusé par {}, et non par `{rule}`", why.fr()),
            ),
            (Done::Refused(why), None) => {
                return Err(asked::refused(s, line, &why));
            }
        };
        return Err(vec![s.fault("S0110", span, en, fr)]);
    }
    play.finish(refused.is_none())
}

impl<'a> Play<'a> {
    pub(super) fn new(s: &'a Scenario, table: &'a Table) -> Result<Self, Vec<Fault>> {
        let (engine, state) = table.start(s)?;
        let mut out = Outcome { start: table.rules.ruleset.start_len(), ..Outcome::default() };
        out.parts.insert((state.turn(), state.part()));
        out.state = state;
        Ok(Self { s, table, engine, out, next: 0, before: None })
    }

    fn game(&self) -> Game<'_> {
        Game::new(&self.table.rules.ruleset, &self.out.state)
    }

    fn wrong(
        &self,
        line: &Written<String>,
        en: impl AsRef<str>,
        fr: impl AsRef<str>,
    ) -> Vec<Fault> {
        let what = &line.value;
        vec![self.s.fault(
            "S0102",
            &line.span,
            format!("`{what}`: {}", en.as_ref()),
            format!("`{what}` : {}", fr.as_ref()),
        )]
    }

    pub(super) fn decision(&mut self) -> Result<Decision, Vec<Fault>> {
        self.engine.decision(&self.out.state).map_err(|e| vec![failed(self.s, &e)])
    }

    pub(super) fn apply(&mut self, action: Action) -> Result<(), Vec<Fault>> {
        let at = (self.out.state.turn(), self.out.state.part());
        let by = self.out.state.player();
        if let Action::Draw { tile } = action {
            self.out.drawn.push(tile);
            self.out.turns.insert((at.0, by.0));
        } else {
            self.before = Some((self.out.state.clone(), action));
        }
        let now = Game::new(&self.table.rules.ruleset, &self.out.state);
        let told = told::act(&self.out.state, self.engine.actor(&self.out.state), || {
            notation::write(now, action)
        });
        let applied = self.engine.apply(&mut self.out.state, action, &mut self.out.log);
        drop(told);
        match applied {
            Ok(()) => {}
            Err(Refusal::Hook(e)) => return Err(vec![failed(self.s, &e)]),
            Err(e) => {
                return Err(vec![self.s.fault(
                    "S0101",
                    &self.s.span,
                    e.to_string(),
                    e.to_string(),
                )]);
            }
        }
        if matches!(action, Action::Place { .. }) {
            self.out.turns.insert((at.0, by.0));
            self.out.placed.push(at);
        }
        self.out.parts.insert((self.out.state.turn(), self.out.state.part()));
        Ok(())
    }

    /// Draws the next tile of the script, else the first of the rest.
    fn draw(&mut self) -> Result<TileTypeId, Vec<Fault>> {
        let options = self.decision()?.options;
        let tile = match self.table.script.get(self.next) {
            Some(tile) => Some(*tile),
            None => options.iter().find_map(|c| match c.action() {
                Some(Action::Draw { tile }) => Some(tile),
                _ => None,
            }),
        };
        self.next += 1;
        let tile = tile.unwrap_or(TileTypeId(0));
        self.apply(Action::Draw { tile })?;
        Ok(tile)
    }

    /// Draws tiles for zones. Returns whether the next draw is a tile to place.
    fn draws(&mut self) -> Result<bool, Vec<Fault>> {
        while self.engine.draw_total(&self.out.state) > 0 {
            if self.engine.draws_to_place(&self.out.state) {
                return Ok(true);
            }
            self.draw()?;
        }
        Ok(false)
    }

    fn read(&self, line: &'a Written<String>) -> Result<Line<'a>, Vec<Fault>> {
        let text = line.value.trim();
        if let Some(chance) = chance::of(&self.s.players, text) {
            return match chance.strip_prefix("draw ") {
                Some(tile) => match self.table.rules.ruleset.tile_type(tile.trim()) {
                    Some(tile) => Ok(Line::Draw(tile)),
                    None => Err(self.wrong(line, "unknown tile", "tuile inconnue")),
                },
                None => Ok(Line::Chance(chance)),
            };
        }
        let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
        match self.s.players.iter().position(|name| name == head) {
            Some(seat) => Ok(Line::By(Player(seat as u8), rest)),
            None => Err(self.wrong(
                line,
                format!("unknown player `{head}`"),
                format!("joueur `{head}` inconnu"),
            )),
        }
    }

    /// Plays one move, passing whatever stands before it.
    fn line(&mut self, line: &'a Written<String>) -> Result<Done, Vec<Fault>> {
        let read = self.read(line)?;
        for _ in 0..DECISIONS_MAX {
            if let Line::Draw(wanted) = read
                && self.draws_to_zone(wanted)?
            {
                return Ok(Done::Accepted);
            }
            let drawing = self.draws()?;
            if self.out.state.is_over() {
                return match read {
                    Line::By(player, text) => self.out_of_turn(line, player, text),
                    Line::Draw(_) | Line::Chance(_) => Err(self.wrong(
                        line,
                        "the game is over before it",
                        "la partie est finie avant",
                    )),
                };
            }
            if drawing {
                match read {
                    Line::Draw(wanted) => return self.draw_named(line, wanted),
                    Line::By(player, text) if self.out.state.player() != player => {
                        return self.out_of_turn(line, player, text);
                    }
                    Line::By(..) | Line::Chance(_) => {
                        self.draw()?;
                        continue;
                    }
                }
            }
            let decision = self.decision()?;
            if let Line::Chance(text) = read
                && decision.actor == Player::CHANCE
            {
                return self.by_chance(line, text, &decision);
            }
            if let Line::By(player, text) = read
                && decision.actor == player
            {
                let action = notation::read(self.game(), &self.s.players, text);
                if let Ok(action) = action
                    && decision.options.iter().any(|c| c.takes(action.into()))
                {
                    self.apply(action)?;
                    return Ok(Done::Accepted);
                }
                let is_place = text.starts_with("place");
                if is_place == (decision.step == step::PLACE) && !self.opens_later(player, text)
                    || !can_pass(&decision)
                {
                    return match action {
                        Ok(action) => self.why(player, action).map(Done::Refused),
                        Err(e) => Err(self.wrong(line, e.en, e.fr)),
                    };
                }
            }
            if !can_pass(&decision) {
                return match read {
                    Line::By(player, text) => self.out_of_turn(line, player, text),
                    Line::Draw(_) if decision.step == step::PLACE => Err(self.wrong(
                        line,
                        "a tile must be placed first",
                        "il faut d'abord poser une tuile",
                    )),
                    Line::Draw(_) | Line::Chance(_) => {
                        let who = self.asked(&decision);
                        let (en, fr) = (
                            format!("{} is asked, and cannot pass", who.en),
                            format!("{} est interrogé et ne peut passer", who.fr),
                        );
                        Err(self.wrong(line, en, fr))
                    }
                };
            }
            self.apply(Action::Pass)?;
        }
        Err(self.wrong(line, "never comes to pass", "n'arrive jamais"))
    }

    fn draw_named(
        &mut self,
        line: &Written<String>,
        wanted: TileTypeId,
    ) -> Result<Done, Vec<Fault>> {
        if self.draw()? != wanted {
            return Err(self.wrong(line, "another tile is drawn", "une autre tuile est piochée"));
        }
        let placing = self.out.state.drawn().is_some()
            && self.engine.draw_total(&self.out.state) == 0
            && self.decision()?.step == step::PLACE;
        if placing {
            return Err(self.wrong(
                line,
                "the tile fits somewhere, and nobody is asked anything before it is placed",
                "la tuile se pose quelque part, et rien n'est demandé avant",
            ));
        }
        Ok(Done::Accepted)
    }

    /// Whether passing leads to a decision of this turn at which the move is an option.
    fn opens_later(&mut self, player: Player, text: &str) -> bool {
        let mut state = self.out.state.clone();
        for _ in 0..DECISIONS_MAX {
            let Ok(decision) = self.engine.decision(&state) else { return false };
            if decision.actor == player
                && let Ok(action) = notation::read(
                    Game::new(&self.table.rules.ruleset, &state),
                    &self.s.players,
                    text,
                )
                && decision.options.iter().any(|c| c.takes(action.into()))
            {
                return true;
            }
            let passed = can_pass(&decision)
                && self.engine.apply(&mut state, Action::Pass, &mut NoLog).is_ok();
            if !passed {
                return false;
            }
        }
        false
    }

    /// Passes to the end of the part, unless options are to be compared, and checks the outcome.
    fn finish(mut self, pass_out: bool) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        for check in &self.s.expect {
            if let Check::Options(options) = &check.value {
                let found = self.options(options, &check.span)?;
                faults.extend(found);
            }
        }
        let asks_options =
            self.s.expect.iter().any(|check| matches!(check.value, Check::Options(_)));
        if pass_out && !asks_options {
            self.pass_out()?;
        }
        if self.s.end && !self.out.state.is_over() {
            let (en, fr) =
                ("the game does not end after the moves", "la partie ne finit pas après les coups");
            let fault = self.s.fault("S0103", &self.s.span, en, fr);
            faults.push(match self.in_zone() {
                Some(words) => fault.help(words.en, words.fr),
                None => fault,
            });
        }
        faults.extend(self.out.judge(self.s, &self.table.rules.ruleset, &self.s.expect));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}

fn can_pass(decision: &Decision) -> bool {
    decision.options.iter().any(|c| c.is_pass())
}
