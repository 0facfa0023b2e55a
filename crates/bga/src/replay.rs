//! Plays the events of a log by our rules. A place that may mean several segments is tried until all points come out.

use bastide::Rules;
use bastide::game::Play;
use bastide_core::ids::Player;
use bastide_core::{Action, Engine, Fault};

use crate::log::{Event, Log};
use crate::tiles::Letter;

/// Most actions that are tried. A real game takes some hundreds.
const ACTIONS_MAX: u32 = 100_000;
/// Names of the sides of a tile, clockwise.
const SIDES: [char; 4] = ['N', 'E', 'S', 'W'];

/// A game that was played to the end of its log.
pub(crate) struct Replayed {
    pub(crate) play: Play,
    /// Seconds of each action of a player.
    pub(crate) thought: Vec<Option<u32>>,
}

/// Plays a log, or returns the fault of the reading that came farthest.
pub(crate) fn replay(file: &str, log: &Log, rules: Rules) -> Result<Replayed, Vec<Fault>> {
    let mut engine = rules.engine()?;
    let play = Play::numbered(&mut engine, rules, 0, 0)?;
    let mut search = Search { file, log, engine, actions: 0, farthest: None };
    let line = Branch { play, thought: Vec::new(), sums: vec![0; log.names.len()], lies: None };
    match search.from(line, 0) {
        Some(replayed) => Ok(replayed),
        None => Err(vec![
            search.farthest.map(|(_, fault)| *fault).expect("a search that fails has a reason"),
        ]),
    }
}

/// A state of the search.
#[derive(Clone)]
struct Branch {
    play: Play,
    thought: Vec<Option<u32>>,
    /// Points of each player in the log so far.
    sums: Vec<i32>,
    /// Type and rotation of the tile just placed.
    lies: Option<(Letter, u8)>,
}

struct Search<'a> {
    file: &'a str,
    log: &'a Log,
    engine: Engine,
    actions: u32,
    /// The fault that came last in the log, and the index of its event.
    farthest: Option<(usize, Box<Fault>)>,
}

impl Search<'_> {
    /// Plays the events from an index on. Returns `None` if no reading of the places works, and keeps the reason.
    fn from(&mut self, mut branch: Branch, start: usize) -> Option<Replayed> {
        let log = self.log;
        for (at, event) in log.events.iter().enumerate().skip(start) {
            match *event {
                Event::Tile { player, letter, x, y, rotation, thought } => {
                    self.draw(&mut branch, at, letter)?;
                    if branch.play.actor() != Player(player as u8) {
                        return self.refused(
                            at,
                            "it is another player's turn",
                            "c'est le tour d'un autre joueur",
                        );
                    }
                    let Some(action) = placement(&branch.play, &letter.tile(), (x, y), rotation)
                    else {
                        let tile = letter.tile();
                        return self.refused(
                            at,
                            &format!("{tile} does not fit at {x},{y}"),
                            &format!("{tile} ne va pas en {x},{y}"),
                        );
                    };
                    let Action::Place { rotation, .. } = action else { return None };
                    self.act(&mut branch, at, action)?;
                    branch.thought.push(thought);
                    branch.lies = Some((letter, rotation));
                }
                Event::SetAside { letter } => {
                    self.draw(&mut branch, at, letter)?;
                    if branch.play.actor() != Player::CHANCE && !branch.play.is_over() {
                        let tile = letter.tile();
                        return self.refused(
                            at,
                            &format!("{tile} is set aside, but it fits somewhere"),
                            &format!("{tile} est écartée, mais elle va quelque part"),
                        );
                    }
                }
                Event::Points { player, points } => branch.sums[player] += points,
                Event::Meeple { player, place, kind, thought } => {
                    if branch.play.actor() != Player(player as u8) {
                        return self.refused(
                            at,
                            "no meeple can be deployed",
                            "aucun partisan ne peut être placé",
                        );
                    }
                    let options = self.deployments(&branch, at, place, kind)?;
                    branch.thought.push(thought);
                    for action in options {
                        let mut next = branch.clone();
                        if self.act(&mut next, at, action).is_some()
                            && let Some(replayed) = self.from(next, at + 1)
                        {
                            return Some(replayed);
                        }
                        if self.actions > ACTIONS_MAX {
                            return None;
                        }
                    }
                    return None;
                }
            }
        }
        let end = log.events.len();
        self.pass(&mut branch, end)?;
        if branch.play.is_over() {
            self.points(&branch, end)?;
        }
        Some(Replayed { play: branch.play, thought: branch.thought })
    }

    /// Ends the turn before, compares the points, and draws a tile.
    fn draw(&mut self, branch: &mut Branch, at: usize, letter: Letter) -> Option<()> {
        self.pass(branch, at)?;
        self.points(branch, at)?;
        let tile = letter.tile();
        let draw = branch.play.parse(&format!("draw {tile}")).ok();
        let draw = draw.filter(|_| branch.play.actor() == Player::CHANCE && !branch.play.is_over());
        let Some(draw) = draw.filter(|draw| offers(&branch.play, *draw)) else {
            return self.refused(
                at,
                &format!("no {tile} is left to draw"),
                &format!("il ne reste pas de {tile} à piocher"),
            );
        };
        self.act(branch, at, draw)
    }

    /// Passes until the turn ends.
    fn pass(&mut self, branch: &mut Branch, at: usize) -> Option<()> {
        while branch.play.actor() != Player::CHANCE && !branch.play.is_over() {
            if !offers(&branch.play, Action::Pass) {
                return self.refused(
                    at,
                    "a tile must be placed first",
                    "il faut d'abord poser une tuile",
                );
            }
            self.act(branch, at, Action::Pass)?;
            branch.thought.push(None);
        }
        Some(())
    }

    /// Compares the points of the log with ours.
    fn points(&mut self, branch: &Branch, at: usize) -> Option<()> {
        let ours = branch.play.state().scores();
        if !self.log.has_points || ours[..branch.sums.len()] == branch.sums[..] {
            return Some(());
        }
        let list = |points: &[i32]| points.iter().map(i32::to_string).collect::<Vec<_>>().join(":");
        let (log, here) = (list(&branch.sums), list(&ours[..branch.sums.len()]));
        let turn = self.turn(at);
        self.failed(
            at,
            Fault::new(
                "B0004",
                format!("after turn {turn} the points are {log} in the log and {here} by the rules"),
                format!("après le tour {turn}, les points sont {log} dans le journal et {here} par les règles"),
            )
            .help(
                "the game has other rules or an expansion, or the log is incomplete",
                "la partie a d'autres règles ou une extension, ou le journal est incomplet",
            ),
        )
    }

    /// Returns the deployments that a place can mean, the most likely first.
    fn deployments(
        &mut self,
        branch: &Branch,
        at: usize,
        place: i64,
        kind: Option<&str>,
    ) -> Option<Vec<Action>> {
        let known = branch.lies.and_then(|(letter, rotation)| letter.place(place, rotation));
        let Some(kind) = kind.or(known.map(|(kind, _)| kind)) else {
            let fault = Fault::new(
                "B0002",
                format!("place {place} of a tile is not known here"),
                format!("place {place} d'une tuile inconnue ici"),
            );
            return self.failed(at, fault);
        };
        let side = known.and_then(|(_, side)| side).map(|side| SIDES[usize::from(side)]);
        let play = &branch.play;
        let is_of_kind = |action: &Action| match *action {
            Action::Deploy { node, .. } => {
                let kinds = &play.rules().ruleset.kinds;
                kinds[play.state().kind(node).index()].decl.name == kind
            }
            _ => false,
        };
        let mut found: Vec<Action> =
            play.decision().options.iter().filter_map(|o| o.action()).filter(is_of_kind).collect();
        if let Some(side) = side {
            // Their places lie on our sides; a place that was read wrongly would show in the points.
            found.sort_by_key(|action| {
                !play.write(*action).rsplit('@').next().is_some_and(|at| at.contains(side))
            });
        }
        if found.is_empty() {
            return self.refused(
                at,
                &format!("no meeple can be deployed on a {kind}"),
                &format!("aucun partisan ne peut être placé ici (`{kind}`)"),
            );
        }
        Some(found)
    }

    fn act(&mut self, branch: &mut Branch, at: usize, action: Action) -> Option<()> {
        self.actions += 1;
        if self.actions > ACTIONS_MAX {
            let fault = Fault::new(
                "B0005",
                "the places of the log can be read in too many ways",
                "les places du journal se lisent de trop de façons",
            );
            self.farthest = Some((usize::MAX, Box::new(fault.in_file(self.file))));
            return None;
        }
        match branch.play.act(&mut self.engine, action) {
            Ok(_) => Some(()),
            Err(refused) => {
                let words = refused.words();
                self.refused(at, &words.en, &words.fr)
            }
        }
    }

    fn refused<T>(&mut self, at: usize, en: &str, fr: &str) -> Option<T> {
        let turn = self.turn(at);
        let fault =
            Fault::new("B0003", format!("turn {turn}: {en}"), format!("tour {turn} : {fr}"));
        self.failed(at, fault)
    }

    fn failed<T>(&mut self, at: usize, fault: Fault) -> Option<T> {
        if self.farthest.as_ref().is_none_or(|(farthest, _)| *farthest < at) {
            self.farthest = Some((at, Box::new(fault.in_file(self.file))));
        }
        None
    }

    /// Returns the number of the turn of an event: that of its tile.
    fn turn(&self, at: usize) -> usize {
        let before = &self.log.events[..at.min(self.log.events.len())];
        let placed = before.iter().filter(|event| matches!(event, Event::Tile { .. })).count();
        placed + usize::from(matches!(self.log.events.get(at), Some(Event::Tile { .. })))
    }
}

fn offers(play: &Play, action: Action) -> bool {
    play.decision().options.iter().any(|option| option.action() == Some(action))
}

/// Returns the placement at a cell with this rotation, or with one in which the tile looks the same.
fn placement(play: &Play, tile: &str, (x, y): (i64, i64), rotation: u8) -> Option<Action> {
    let types = &play.rules().ruleset.types;
    let look = |action: &Action| match *action {
        Action::Place { tile: kind, cell, rotation: turns, over: None } => {
            let decl = &types[kind.index()].decl;
            let here = i64::from(cell.x) == x && i64::from(cell.y) == y && decl.id == tile;
            here.then(|| (turns != rotation, decl.look(turns) != decl.look(rotation)))
        }
        _ => None,
    };
    let all = play.decision().options.iter().filter_map(|option| option.action());
    let mut fit: Vec<((bool, bool), Action)> = all
        .filter_map(|action| Some((look(&action)?, action)))
        .filter(|((_, other), _)| !other)
        .collect();
    fit.sort_by_key(|((turned, _), _)| *turned);
    fit.first().map(|(_, action)| *action)
}
