//! Playing a record again, up to its end or the first line that does not hold.

use std::ops::Range;

use bastide_core::ids::Player;
use bastide_core::{Action, Fault, Words};

use super::{Changed, Line, Record, Said};
use crate::game::{Cited, Game, Play, Refused};
use crate::rules::Rules;
use bastide_content::Library;

/// The first line of a record that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The fault, with file and bytes.
    pub fault: Fault,
    /// Number of the line, from 1.
    pub line: usize,
    /// Actions before it that hold.
    pub actions: usize,
    /// What the record says.
    pub expected: String,
    /// What the rules say.
    pub actual: String,
    /// Rules that forbid the action.
    pub rules: Vec<Cited>,
}

/// Why a record could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// The header asks for something that is not right.
    #[error("{}", .0.first().map_or(String::new(), ToString::to_string))]
    Faults(Vec<Fault>),
    /// The rules have changed since.
    #[error("the rules have changed since the record was written")]
    Changed(Changed),
    /// A line does not hold.
    #[error("line {}: {}", .0.line, .0.fault)]
    Diverged(Box<Divergence>),
}

impl Broken {
    /// All of it as faults, for those who only show faults.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        match self {
            Broken::Faults(faults) => faults.clone(),
            Broken::Changed(changed) => {
                let (what, help) = if changed.is_missing() {
                    (
                        Words::new(
                            "an expansion that the record was played with is not here",
                            "une extension avec laquelle la partie a été jouée n'est pas là",
                        ),
                        Words::new(
                            "put its folder where it was, below that of the record, or name the folder in which it lies: `--path FOLDER`",
                            "remettez son dossier où il était, sous celui de la partie enregistrée, ou nommez le dossier où elle se trouve : `--path DOSSIER`",
                        ),
                    )
                } else {
                    (
                        Words::new(
                            "the rules have changed since the record was written",
                            "les règles ont changé depuis que la partie a été enregistrée",
                        ),
                        Words::new(
                            "use the expansions that it was played with; it is never played by other rules",
                            "employez les extensions d'alors ; la partie n'est jamais rejouée selon d'autres règles",
                        ),
                    )
                };
                let fault = Fault::new(
                    "R0108",
                    format!("{}\n{}", what.en, changed.table("en")),
                    format!("{}\n{}", what.fr, changed.table("fr")),
                );
                let mut faults = vec![fault.help(help.en, help.fr)];
                // Faults that follow from a missing expansion say nothing new; those of an unreadable manifest do.
                let more = |fault: &&Fault| !changed.is_missing() || fault.code.starts_with('M');
                faults.extend(changed.faults.iter().filter(more).cloned());
                faults
            }
            Broken::Diverged(divergence) => vec![divergence.fault.clone()],
        }
    }
}

/// Returns the fault for a step that the game does not have. The caller adds its place and what to ask for instead.
#[must_use]
pub fn beyond(step: usize, game: &Play) -> Option<Fault> {
    let last = game.entries().len();
    (step > last).then(|| {
        Fault::new(
            "F0053",
            format!("there is no step {step} in this game: the last is {last}"),
            format!("cette partie n'a pas d'étape {step} : la dernière est {last}"),
        )
    })
}

/// What was checked of a valid record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Actions.
    pub actions: usize,
    /// Lines of points.
    pub scores: usize,
    /// Fingerprints.
    pub fingerprints: usize,
    /// The game is over.
    pub over: bool,
    /// Points at the end.
    pub points: Vec<i32>,
}

impl Record {
    /// Plays the record and hands over the game as it then is. Points and fingerprints that the record
    /// gives are checked.
    ///
    /// # Errors
    ///
    /// The rules have changed, or the first line that does not hold.
    pub fn replay(&self, library: &Library) -> Result<Game, Broken> {
        self.replay_to(library, usize::MAX)
    }

    /// Does the same as [`Record::replay`] for the first `actions` actions.
    ///
    /// # Errors
    ///
    /// Fails like [`Record::replay`].
    pub fn replay_to(&self, library: &Library, actions: usize) -> Result<Game, Broken> {
        self.replay_while(library, actions, || true)
    }

    /// Does the same as [`Record::replay_to`], as long as `go_on` returns true before each line, because a record from
    /// a stranger may be long.
    ///
    /// # Errors
    ///
    /// Fails like [`Record::replay`], and with `R0111` if `go_on` returned false.
    pub fn replay_while(
        &self,
        library: &Library,
        actions: usize,
        go_on: impl FnMut() -> bool,
    ) -> Result<Game, Broken> {
        Ok(self.run(library, actions, go_on)?.0)
    }

    /// Plays the record and says what was checked.
    ///
    /// # Errors
    ///
    /// Fails like [`Record::replay`].
    pub fn verify(&self, library: &Library) -> Result<Verified, Broken> {
        Ok(self.run(library, usize::MAX, || true)?.1)
    }

    fn run(
        &self,
        library: &Library,
        actions: usize,
        go_on: impl FnMut() -> bool,
    ) -> Result<(Game, Verified), Broken> {
        if let Some(seat) = &self.header.seen_by {
            let fault = Fault::new(
                "R0109",
                "this is the game as one player saw it: draws are missing",
                "c'est la partie telle qu'un joueur l'a vue : des tirages manquent",
            );
            let fault = fault.at(&self.file, seat.span.clone());
            return Err(Broken::Faults(vec![fault.help(
                "replay the record of the whole game",
                "rejouez la partie enregistrée en entier",
            )]));
        }
        let rules = self.rules(library).map_err(|changed| {
            if changed.rows.is_empty() {
                Broken::Faults(changed.faults)
            } else {
                Broken::Changed(changed)
            }
        })?;
        self.run_with(rules, actions, go_on)
    }

    fn run_with(
        &self,
        rules: Rules,
        actions: usize,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<(Game, Verified), Broken> {
        let (seed, number) = self.header.seed.unwrap_or_default();
        let mut game = Game::numbered(rules, seed, number).map_err(Broken::Faults)?;
        let mut done = Verified::default();
        for line in &self.lines {
            if !go_on() {
                return Err(Broken::Faults(vec![self.too_long(done.actions)]));
            }
            let held = match &line.what {
                Said::Comment(_) => Ok(()),
                Said::Action { .. } if done.actions >= actions => break,
                Said::Action { actor, text, at } => {
                    let held = self.act(&mut game, *actor, text, at);
                    done.actions += usize::from(held.is_ok());
                    held
                }
                Said::Scores(points) => {
                    done.scores += 1;
                    self.points(&game, points, line)
                }
                Said::State(turn, fingerprint) => {
                    done.fingerprints += 1;
                    self.fingerprint(&game, (*turn, *fingerprint), line)
                }
            };
            if let Err(mut divergence) = held {
                divergence.line = line.number;
                divergence.actions = done.actions;
                return Err(Broken::Diverged(divergence));
            }
        }
        done.over = game.is_over();
        done.points = game.state().scores().to_vec();
        Ok((game, done))
    }

    fn too_long(&self, actions: usize) -> Fault {
        let fault = Fault::new(
            "R0111",
            format!("it takes too long to play this game: {actions} actions in the time there was"),
            format!(
                "cette partie est trop longue à rejouer : {actions} actions dans le temps prévu"
            ),
        );
        fault.in_file(&self.file).help(
            "ask for fewer actions of it, or replay it on your own machine: `bastide verify FILE`",
            "demandez-en moins d'actions, ou rejouez-la sur votre machine : `bastide verify FICHIER`",
        )
    }

    fn diverged(
        &self,
        number: u16,
        at: &Range<usize>,
        what: Words,
        expected: &str,
        actual: &str,
    ) -> Box<Divergence> {
        let fault =
            Fault::new(&format!("R{number:04}"), what.en, what.fr).at(&self.file, at.clone());
        Box::new(Divergence {
            fault,
            line: 0,
            actions: 0,
            expected: expected.to_owned(),
            actual: actual.to_owned(),
            rules: Vec::new(),
        })
    }

    fn act(
        &self,
        game: &mut Game,
        actor: Player,
        text: &str,
        at: &Range<usize>,
    ) -> Result<(), Box<Divergence>> {
        if self.header.implied_draws && actor != Player::CHANCE && game.actor() == Player::CHANCE {
            imply_draw(game, text).map_err(|e| self.refused(&e, text, at))?;
        }
        if game.is_over() {
            return Err(self.diverged(106, at, Refused::Over.words(), text, ""));
        }
        if actor != game.actor() {
            let name =
                |p: Player| game.names().get(p.index()).map_or("chance", String::as_str).to_owned();
            let (want, have) = (name(actor), name(game.actor()));
            let what = Words::new(
                format!("`{text}` by {want}, but it is for {have} to decide"),
                format!("`{text}` par {want}, mais c'est à {have} de décider"),
            );
            return Err(self.diverged(102, at, what, &want, &have));
        }
        match game.act_text(text) {
            Ok(_) => Ok(()),
            Err(e) => Err(self.refused(&e, text, at)),
        }
    }

    fn refused(&self, refused: &Refused, text: &str, at: &Range<usize>) -> Box<Divergence> {
        let number = match refused {
            Refused::Text(_) => 101,
            Refused::Rules { .. } => 103,
            Refused::Actor { .. } => 102,
            Refused::Over => 106,
            Refused::Fault(_) | Refused::OtherRules => 107,
        };
        let mut divergence = self.diverged(number, at, refused.words(), text, "");
        if let Refused::Rules { reasons, .. } = refused {
            divergence.actual =
                reasons.iter().map(|r| r.rule.as_str()).collect::<Vec<_>>().join(" ");
            divergence.rules.clone_from(reasons);
        }
        divergence
    }

    fn points(&self, game: &Game, points: &[i32], line: &Line) -> Result<(), Box<Divergence>> {
        let have = game.state().scores();
        if have == points {
            return Ok(());
        }
        let text = |points: &[i32]| points.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
        let (want, have) = (text(points), text(have));
        let what = Words::new(
            format!("the points are {have}, not {want}"),
            format!("les points sont {have}, et non {want}"),
        );
        Err(self.diverged(104, &line.span, what, &want, &have))
    }

    fn fingerprint(
        &self,
        game: &Game,
        want: (u16, u64),
        line: &Line,
    ) -> Result<(), Box<Divergence>> {
        let state = game.state();
        let have = (if state.is_over() { 0 } else { state.turn() }, state.fingerprint());
        if have == want {
            return Ok(());
        }
        let text = |(turn, hash): (u16, u64)| match turn {
            0 => format!("end h={hash:016x}"),
            _ => format!("turn {turn} h={hash:016x}"),
        };
        let (want, have) = (text(want), text(have));
        let what = Words::new(
            format!("the state is `{have}`, not `{want}`"),
            format!("l'état est `{have}`, et non `{want}`"),
        );
        Err(self.diverged(105, &line.span, what, &want, &have))
    }
}

/// Lets chance draw the tile that the next action places.
pub(crate) fn imply_draw(game: &mut Game, text: &str) -> Result<(), Refused> {
    match game.parse(text)? {
        Action::Place { tile, .. } => game.act(Action::Draw { tile }).map(|_| ()),
        // Another fault, told where the action is carried out.
        _ => Ok(()),
    }
}
