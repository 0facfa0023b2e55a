//! One list of actions under two versions of the rules, side by side, up to the first difference.

use bastide_core::ids::{Player, SheetId};
use bastide_core::{Effect, Fault};

use super::shift::{self, Mark, Shift};
use super::{act_as, passing};
use crate::game::{Cited, Game, Outcome, Refused};
use crate::notation;
use crate::record::{Changed, Record, Said};
use crate::rules::Rules;
use crate::story;
use bastide_content::{Library, Seed};

/// The actions of a game, to be played under any rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Seed, and which of its games.
    pub seed: (Seed, u64),
    /// Who did what.
    pub actions: Vec<(Player, String)>,
    /// Whether a placement implies the draw before it.
    implied_draws: bool,
    /// The game was played to its end.
    over: bool,
}

/// How the rules differ at an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Differs {
    /// Another decision: who is asked in which step.
    Asked {
        /// Under the old rules.
        before: String,
        /// Under the new rules.
        now: String,
    },
    /// Other options in the same decision.
    Options {
        /// How many there were, and are.
        counts: (usize, usize),
        /// Those that are no longer offered, each with the rules that forbid it.
        gone: Vec<(String, Vec<Cited>)>,
        /// Those that are new.
        new: Vec<String>,
    },
    /// Other points for the same action.
    Points {
        /// Scores under the old rules, in English and in French.
        before: Scored,
        /// Scores under the new rules.
        now: Scored,
    },
    /// The new rules fail.
    Fails(Box<Fault>),
}

/// What an action scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scored {
    /// Points of all players after it.
    pub points: Vec<i32>,
    /// Score sheets and payments, with terms and rules, in English.
    pub en: Vec<String>,
    /// The same lines in French.
    pub fr: Vec<String>,
}

/// The first action at which two versions of the rules differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the action, from 1.
    pub action: usize,
    /// Turn in which it was taken.
    pub turn: u16,
    /// Who took it, as records write it: 0 = chance.
    pub actor: usize,
    /// The action as text.
    pub text: String,
    /// How the rules differ.
    pub differs: Differs,
}

/// One list of actions under two versions of the rules.
#[derive(Debug)]
pub struct Compared {
    /// Where they differ first, if they do.
    pub first: Option<Difference>,
    /// Turns that give other points, in order.
    pub shifts: Vec<Shift>,
    /// The game under the old rules, as far as they allow the actions.
    pub before: Game,
    /// The game under the new rules, as far as they allow the actions.
    pub now: Game,
    /// Why the new rules do not allow them all.
    pub refused: Option<Refused>,
}

impl Script {
    /// The actions of a record.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let action = |said: &Said| match said {
            Said::Action { actor, text, .. } => Some((*actor, text.clone())),
            _ => None,
        };
        Self {
            seed: record.header.seed.unwrap_or_default(),
            actions: record.lines.iter().filter_map(|line| action(&line.what)).collect(),
            implied_draws: record.header.implied_draws,
            over: record.lines.iter().any(|line| matches!(line.what, Said::State(0, _))),
        }
    }

    /// Plays the actions as far as the rules allow; the reason why not farther.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played at all.
    pub fn play(&self, rules: Rules) -> Result<(Game, Option<Refused>), Vec<Fault>> {
        let mut game = Game::numbered(rules, self.seed.0, self.seed.1)?;
        for (actor, text) in &self.actions {
            if let Err(refused) = self.act(&mut game, *actor, text) {
                return Ok((game, Some(refused)));
            }
        }
        self.pass_out(&mut game);
        Ok((game, None))
    }

    /// Passes what is asked only now behind the last action of a game that was over then.
    fn pass_out(&self, game: &mut Game) {
        if self.over {
            let _ =
                passing(game, |game| if game.is_over() { Ok(()) } else { Err(game.not_asked()) });
        }
    }

    fn act(&self, game: &mut Game, actor: Player, text: &str) -> Result<(), Refused> {
        passing(game, |game| {
            if self.implied_draws && actor != Player::CHANCE && game.actor() == Player::CHANCE {
                crate::record::imply_draw(game, text)?;
            }
            act_as(game, actor, text)
        })
    }

    /// Plays the actions under two versions of the rules, and finds the first difference in options or
    /// points.
    ///
    /// # Errors
    ///
    /// Rules that cannot be played at all.
    pub fn compare(&self, before: Rules, now: Rules) -> Result<Compared, Vec<Fault>> {
        let mut old = Game::numbered(before, self.seed.0, self.seed.1)?;
        let mut new = Game::numbered(now, self.seed.0, self.seed.1)?;
        let mut first = None;
        let mut shifts = Vec::new();
        let mut refused = None;
        let (mut old_goes, mut new_goes) = (true, true);
        for (i, (actor, text)) in self.actions.iter().enumerate() {
            let at = |differs, turn| Difference {
                action: i + 1,
                turn,
                actor: if *actor == Player::CHANCE { 0 } else { actor.index() + 1 },
                text: text.clone(),
                differs,
            };
            let turn = new.state().turn();
            if first.is_none() {
                first = options(&old, &mut new).map(|d| at(d, turn));
            }
            let marks = (Mark::of(&old), Mark::of(&new));
            old_goes = old_goes && self.act(&mut old, *actor, text).is_ok();
            if new_goes && let Err(why) = self.act(&mut new, *actor, text) {
                new_goes = false;
                if let (None, Refused::Fault(fault)) = (&first, &why) {
                    first = Some(at(Differs::Fails(fault.clone()), turn));
                }
                refused = Some(why);
            }
            if old_goes && new_goes {
                if first.is_none() {
                    let entries = (marks.0.entries, marks.1.entries);
                    first = points(&old, entries.0, &new, entries.1).map(|d| at(d, turn));
                }
                shift::note(&mut shifts, turn, (&old, &marks.0), (&new, &marks.1));
            }
            if !old_goes && !new_goes {
                break;
            }
        }
        if old_goes {
            self.pass_out(&mut old);
        }
        if new_goes {
            self.pass_out(&mut new);
        }
        if first.is_none() && self.actions.len() == old.entries().len().min(new.entries().len()) {
            let end = options(&old, &mut new);
            first = end.map(|differs| Difference {
                action: self.actions.len() + 1,
                turn: new.state().turn(),
                actor: 0,
                text: String::new(),
                differs,
            });
        }
        Ok(Compared { first, shifts, before: old, now: new, refused })
    }
}

/// How two decisions differ, if they do.
fn options(old: &Game, new: &mut Game) -> Option<Differs> {
    let asked = |game: &Game| {
        if game.is_over() {
            return "—".to_owned();
        }
        let actor = game.names().get(game.actor().index()).map_or("chance", String::as_str);
        format!("{actor}: {}", game.rules().ruleset.step_name(game.decision().step))
    };
    let (before, now) = (asked(old), asked(new));
    if before != now {
        return Some(Differs::Asked { before, now });
    }
    let list = |game: &Game| {
        let listed = game.decision().options.iter();
        listed.map(|c| notation::option(game.read(), *c)).collect::<Vec<String>>()
    };
    let (before, now) = (list(old), list(new));
    let lacks = |list: &[String], text: &String| !list.contains(text);
    let new_ones: Vec<String> = now.iter().filter(|t| lacks(&before, t)).cloned().collect();
    let gone: Vec<&String> = before.iter().filter(|t| lacks(&now, t)).collect();
    if new_ones.is_empty() && gone.is_empty() {
        return None;
    }
    let gone = gone.into_iter().map(|text| {
        let action = new.parse(text).ok();
        let rules = action.and_then(|action| new.why_not(action).ok()).unwrap_or_default();
        (text.clone(), rules)
    });
    let gone = gone.collect();
    Some(Differs::Options { counts: (before.len(), now.len()), gone, new: new_ones })
}

/// How the points of an action differ, if they do.
fn points(old: &Game, from: usize, new: &Game, now: usize) -> Option<Differs> {
    let (before, now) = (scored(old, from), scored(new, now));
    let earned = |game: &Game| game.state().scores().to_vec();
    (earned(old) != earned(new)).then_some(Differs::Points { before, now })
}

/// What the actions since an entry scored.
fn scored(game: &Game, from: usize) -> Scored {
    let mut out = Scored { points: game.state().scores().to_vec(), ..Scored::default() };
    for entry in game.entries().iter().skip(from) {
        let Outcome { effects, sheets } = &entry.outcome;
        for (lang, lines) in [("en", &mut out.en), ("fr", &mut out.fr)] {
            lines.extend(sheets.iter().map(|sheet| story::sheet_line(game, sheet, lang)));
            // Bonuses are on their sheets already.
            let paid = |e: &Effect| matches!(e, Effect::Paid { sheet: SheetId::NONE, .. });
            let paid = effects.iter().filter(|l| paid(&l.effect));
            lines.extend(paid.filter_map(|l| story::effect_line(game, l, lang)));
        }
    }
    out
}

impl Record {
    /// Builds the rules of the header from the present content, whatever the record was played with.
    ///
    /// # Errors
    ///
    /// Returns what is missing or wrong.
    pub fn rules_of_now(&self, library: &Library) -> Result<Rules, Vec<Fault>> {
        self.build(library).map_err(|Changed { faults, .. }| faults)
    }
}
