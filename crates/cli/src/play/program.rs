//! Foreign programs at the table: a line of JSON says what a seat sees and is asked, a line of JSON answers.
//!
//! Whatever goes wrong with one (too late, no JSON, no option, gone), the bot that stands in plays this move, and after some such
//! moves the rest: the game goes on.

mod group;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use bastide::core::ids::{FigureKindId, Player, TileTypeId, TokenId};
use bastide::core::{self, Action};
use bastide::game::{Outcome, Refused};
use bastide::{Game, notation};
use serde::{Deserialize, Serialize};

use super::STAND_IN;
use super::session::Session;
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;
use group::Group;
pub(crate) use group::end_all as end_programs;

/// Name and version of the protocol.
const FORMAT: &str = "bastide-seat 1";
/// How long a program may take for an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest line that it may write, in bytes.
const LINE_MAX: u64 = 1 << 16;
/// So many lines that came too late are passed over; a program that writes without end has more.
const LATE_MAX: usize = 1000;
/// After so many moves that it did not answer well it is asked no more.
const FAILURES_MAX: u32 = 3;

/// A program at a seat.
#[derive(Debug)]
pub(crate) struct Program {
    /// The seat.
    seat: Player,
    command: String,
    /// With all that it starts: they end when this goes.
    _group: Group,
    /// Questions that go to it. It reads when it likes: nobody waits for that.
    questions: SyncSender<String>,
    lines: Receiver<String>,
    /// Number of actions that the program has received.
    told: usize,
    failures: u32,
}

/// What a seat is asked.
#[derive(Debug, Serialize)]
struct Asked<'a> {
    format: &'static str,
    seat: usize,
    names: &'a [String],
    turn: u16,
    step: String,
    scores: &'a [i32],
    supply: Vec<BTreeMap<&'a str, u32>>,
    tokens: Vec<BTreeMap<&'a str, i16>>,
    tiles: Vec<Laid>,
    figures: Vec<String>,
    drawn: Option<&'a str>,
    zones: BTreeMap<&'a str, Vec<&'a str>>,
    left: u32,
    moves: Vec<Moved>,
    options: Vec<String>,
    ranges: BTreeMap<usize, (u32, u32)>,
}

#[derive(Debug, Serialize)]
struct Laid {
    tile: String,
    x: i16,
    y: i16,
    rotation: u8,
}

/// Something done since the program was asked last; seat 0 is chance.
#[derive(Debug, Serialize)]
struct Moved {
    seat: usize,
    action: String,
}

/// The answer: an option by its index in the list, or an action as text.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Answer {
    Option { option: usize },
    Action { action: String },
}

impl Program {
    /// Starts a program: `SEAT=COMMAND`, the seat by its name or number, the words of the command apart by blanks.
    pub(crate) fn start(text: &str, game: &Game, lang: Lang) -> Result<Self, Stop> {
        let wrong = |why: String| Stop::Usage(format!("--program {text}: {why}"));
        let (seat, command) = text.split_once('=').ok_or_else(|| {
            wrong(lang.pick("write SEAT=COMMAND", "écrivez SIÈGE=COMMANDE").to_owned())
        })?;
        let seat = game.seat_called(seat.trim()).ok_or_else(|| {
            wrong(say!(lang, "there is no seat `{seat}`", "il n'y a pas de siège `{seat}`"))
        })?;
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| {
            wrong(lang.pick("the command is missing", "il manque la commande").to_owned())
        })?;
        let mut started = Command::new(program);
        started.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut group = Group::start(&mut started).map_err(|e| {
            let why = bastide::folders::system(&e);
            wrong(format!("`{program}`: {}", why.get(lang.code())))
        })?;
        let (into, out) = (group.child.stdin.take(), group.child.stdout.take());
        let (questions, asked) = sync_channel::<String>(1);
        std::thread::spawn(move || {
            let Some(mut into) = into else { return };
            while let Ok(line) = asked.recv() {
                if into.write_all(line.as_bytes()).and_then(|()| into.flush()).is_err() {
                    return;
                }
            }
        });
        let (send, lines) = sync_channel(1);
        std::thread::spawn(move || {
            let Some(out) = out else { return };
            let mut out = BufReader::new(out);
            loop {
                let mut line = Vec::new();
                match out.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
        let command = command.trim().to_owned();
        Ok(Self { seat, command, _group: group, questions, lines, told: 0, failures: 0 })
    }

    /// Returns the program's choice. A bad answer, or the end of asking, is reported as text.
    pub(super) fn ask(&mut self, game: &Game, lang: Lang) -> Result<Action, String> {
        if self.failures >= FAILURES_MAX {
            return Err(String::new());
        }
        let answer = self.answer(game, lang).map_err(|why| {
            self.failures += 1;
            let command = &self.command;
            let end = if self.failures < FAILURES_MAX {
                ""
            } else {
                lang.pick("; it is asked no more", " ; on ne lui demande plus rien")
            };
            format!("{command}: {why}{end}")
        });
        self.told = game.entries().len();
        answer
    }

    fn answer(&mut self, game: &Game, lang: Lang) -> Result<Action, String> {
        // What came too late for the last question is no answer to this one.
        self.lines.try_iter().take(LATE_MAX).for_each(drop);
        let asked = asked(game, self.seat, self.told);
        let line = serde_json::to_string(&asked).map_err(|e| e.to_string())? + "\n";
        let gone = || lang.pick("it has ended", "il s'est arrêté").to_owned();
        self.questions.try_send(line).map_err(|e| match e {
            TrySendError::Full(_) => lang
                .pick("it does not read what it is asked", "il ne lit pas ce qu'on lui demande")
                .to_owned(),
            TrySendError::Disconnected(_) => gone(),
        })?;
        let line = self.lines.recv_timeout(PATIENCE).map_err(|e| match e {
            RecvTimeoutError::Timeout => {
                let seconds = PATIENCE.as_secs();
                say!(lang, "no answer in {seconds} seconds", "pas de réponse en {seconds} secondes")
            }
            RecvTimeoutError::Disconnected => gone(),
        })?;
        let shown = || core::text::clean(line.trim()).chars().take(80).collect::<String>();
        let no = |why: &str| format!("`{}`: {why}", shown());
        let form = lang.pick(
            "write {\"option\": N} or {\"action\": \"…\"} on a line",
            "écrivez {\"option\": N} ou {\"action\": \"…\"} sur une ligne",
        );
        let answer: Answer = serde_json::from_str(&line).map_err(|_| no(form))?;
        let text = match answer {
            Answer::Action { action } => action,
            Answer::Option { option } => {
                let n = asked.options.len();
                let none = || {
                    no(&say!(
                        lang,
                        "there are {n} options, from 0",
                        "il y a {n} options, à partir de 0"
                    ))
                };
                asked.options.get(option).cloned().ok_or_else(none)?
            }
        };
        let action = game.parse(&text).map_err(|e| no(lang.pick(&e.en, &e.fr)))?;
        let allowed = game.why_not(action).is_ok_and(|rules| rules.is_empty());
        if allowed {
            Ok(action)
        } else {
            Err(no(lang.pick("it is not allowed", "ce n'est pas permis")))
        }
    }
}

impl Session {
    /// Whether a program plays a seat.
    pub(super) fn has_program(&self, seat: Player) -> bool {
        self.programs.iter().any(|program| program.seat == seat)
    }

    /// Lets the program at the seat that decides act, or who stands in for it.
    pub(super) fn act_program(&mut self, out: &mut Out) -> Result<Outcome, Refused> {
        let actor = self.game.actor();
        let Some(program) = self.programs.iter_mut().find(|p| p.seat == actor) else {
            return self.game.act_bot(STAND_IN);
        };
        match program.ask(&self.game, out.lang) {
            Ok(action) => self.game.act(action),
            Err(why) => {
                if !why.is_empty() {
                    let name = STAND_IN.name();
                    out.note(&say!(out.lang, "{why}: `{name}` plays", "{why} : `{name}` joue"));
                }
                self.game.act_bot(STAND_IN)
            }
        }
    }
}

/// What a seat sees and is asked.
fn asked(game: &Game, seat: Player, told: usize) -> Asked<'_> {
    let (rules, truth) = (&game.rules().ruleset, game.state());
    let view = game.seen_by(seat);
    let read = core::Game::new(rules, view.state());
    let players = || (0..truth.players()).map(Player);
    let figures = || rules.figures.iter().enumerate();
    let tokens = || rules.tokens.iter().enumerate();
    let supply = |p: Player| {
        figures()
            .map(|(k, f)| (&*f.decl.name, read.state.supply(p, FigureKindId(k as u8))))
            .collect()
    };
    let held = |p: Player| {
        tokens().map(|(t, token)| (&*token.name, read.state.tokens(TokenId(t as u8), p))).collect()
    };
    let tile = |id: TileTypeId| &*rules.types[id.index()].decl.id;
    let laid = view.state().lying().map(|(_, laid)| Laid {
        tile: tile(laid.kind()).to_owned(),
        x: laid.cell().x,
        y: laid.cell().y,
        rotation: laid.rotation(),
    });
    let moved = game.entries()[told.min(game.entries().len())..].iter().map(|entry| Moved {
        seat: if entry.actor == Player::CHANCE { 0 } else { entry.actor.index() + 1 },
        action: game.text_for(entry, seat),
    });
    let mut zones: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (pile, _, kind) in view.state().zoned().filter(|(_, owner, _)| *owner == seat) {
        zones.entry(&rules.piles[pile.index()].name).or_default().push(tile(kind));
    }
    let decision = game.decision();
    let options: Vec<_> =
        decision.options.iter().filter_map(|o| Some((o.action()?, o.numbers()))).collect();
    let ends = |(at, (_, numbers)): (usize, &(_, Option<std::ops::RangeInclusive<u32>>))| {
        numbers.as_ref().map(|numbers| (at, (*numbers.start(), *numbers.end())))
    };
    Asked {
        format: FORMAT,
        seat: seat.index() + 1,
        names: game.names(),
        turn: truth.turn(),
        step: game.prompt("en"),
        scores: truth.scores(),
        supply: players().map(supply).collect(),
        tokens: players().map(held).collect(),
        tiles: laid.collect(),
        figures: read.figures().map(|f| notation::figure(read, f)).collect(),
        drawn: read.state.drawn().map(tile),
        zones,
        left: read.deck_size(),
        moves: moved.collect(),
        ranges: options.iter().enumerate().filter_map(ends).collect(),
        options: options.into_iter().map(|(action, _)| game.write(action)).collect(),
    }
}
