//! One game, action by action, with everything that must hold at each, and of the game as a whole.

use bastide_core::ids::Player;
use bastide_core::{
    Action, Choice, Decision, ENDLESS, Effect, Engine, Fault, Game, HookError, Log, NoLog, Refusal,
    State,
};

use super::{Broken, conserved};
use bastide::{Record, Rules, game, notation};
use bastide_content::Library;
use bastide_lab::{Entered, Offers, counted, entered, offers};

/// Rules of a game, and the same with the expansions in another order.
pub(super) struct Sides<'a> {
    pub(super) rules: &'a Rules,
    pub(super) other: &'a Rules,
    pub(super) library: &'a Library,
}

/// How closely a game is looked at.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Number of decisions between two at which all options are tried and the state is saved.
    pub(super) every: usize,
    /// The game as a whole is played again.
    pub(super) whole: bool,
}

/// Reply of a player to a decision: an action, `None` to end the playthrough, or a fault.
pub(super) type Pick = Result<Option<Action>, Box<Fault>>;

/// A game that was played.
pub(crate) struct Course {
    /// Calls of functions.
    pub(crate) entered: Entered,
    /// What became of offers.
    pub(crate) offers: Offers,
    /// What does not hold, with every action up to it.
    pub(crate) broken: Option<Broken>,
}

/// A game that has been played.
#[derive(Default)]
struct Played {
    course: Vec<(Player, String)>,
    /// Number of options and points at each decision.
    asked: Vec<(usize, Vec<i32>)>,
    prints: Vec<u64>,
}

const LENGTH: &str = "P0002";

/// Whether it is the length of the game that does not hold.
pub(super) fn is_length(fault: &Fault) -> bool {
    fault.code == LENGTH
}

/// Plays a game. What does not hold comes with every action up to it.
///
/// # Errors
///
/// Scripts that do not load.
pub(super) fn play(
    sides: &Sides<'_>,
    look: Look,
    pick: &mut dyn FnMut(Game<'_>, &Decision) -> Pick,
) -> Result<Course, Vec<Fault>> {
    let (mut engine, calls) = counted(sides.rules, |_| None)?;
    let mut played = Played::default();
    let done = steps(sides, &mut engine, look, pick, &mut played)
        .and_then(|()| if look.whole { whole(sides, &played) } else { Ok(()) });
    let broken = done.err().map(|Wrong { fault, after }| {
        if let Some(after) = after {
            played.course.truncate(after);
        }
        Broken { fault: *fault, course: played.course }
    });
    let entered = entered(sides.rules, &calls.take());
    let fates = engine.take_fates();
    let offers = offers(engine.rules(), &fates);
    Ok(Course { entered, offers, broken })
}

/// What does not hold, and after how many actions if not all.
struct Wrong {
    fault: Box<Fault>,
    after: Option<usize>,
}

impl From<Fault> for Wrong {
    fn from(fault: Fault) -> Self {
        Self { fault: Box::new(fault), after: None }
    }
}

impl From<HookError> for Wrong {
    fn from(e: HookError) -> Self {
        game::fault_of(&e).into()
    }
}

fn wrong(code: &str, en: impl Into<String>, fr: impl Into<String>) -> Wrong {
    Fault::new(code, en, fr).into()
}

/// Returns the report about an expansion that keeps state to itself.
fn hidden(wrong: Wrong) -> Wrong {
    let fault = (*wrong.fault).help(
        "a script keeps nothing between calls: declare state in the manifest and change it with effects",
        "un script ne garde rien d'un appel à l'autre : déclarez l'état dans le manifeste et changez-le par des effets",
    );
    Wrong { fault: Box::new(fault), after: wrong.after }
}

fn steps(
    sides: &Sides<'_>,
    engine: &mut Engine,
    look: Look,
    pick: &mut dyn FnMut(Game<'_>, &Decision) -> Pick,
    played: &mut Played,
) -> Result<(), Wrong> {
    let rules = sides.rules;
    engine.note_offers(true);
    let started = engine.start(first(rules), &mut NoLog);
    engine.note_offers(false);
    let mut state = started?;
    let start = state.tiles().len();
    for n in 1_usize.. {
        let decision = engine.decision(&state)?;
        if state.is_over() {
            let [en, fr] =
                ["the game ends without a tile placed", "la partie finit sans tuile posée"];
            return if state.tiles().len() > start { Ok(()) } else { Err(wrong("P0012", en, fr)) };
        }
        if decision.options.is_empty() {
            return Err(wrong(
                "P0001",
                "somebody is asked and has no option",
                "quelqu'un est interrogé et n'a aucune option",
            ));
        }
        if n.is_multiple_of(look.every) {
            closely(rules, engine, &state, &decision, played)?;
        }
        let chosen = pick(Game::new(&rules.ruleset, &state), &decision).map_err(|f| *f)?;
        let Some(action) = chosen else { return Ok(()) };
        played.asked.push((decision.options.len(), state.scores().to_vec()));
        let text = notation::write(Game::new(&rules.ruleset, &state), action);
        played.course.push((decision.actor, text));
        // Options that are only tried lead to steps that the game does not come to.
        engine.note_offers(true);
        let acted = act(rules, engine, &mut state, action);
        engine.note_offers(false);
        acted?;
        played.prints.push(state.fingerprint());
    }
    Ok(())
}

fn first(rules: &Rules) -> Player {
    Player(rules.setup.first.unwrap_or(0) as u8)
}

/// Carries out a listed action and checks that nothing is lost and that the log explains every point.
fn act(rules: &Rules, engine: &mut Engine, state: &mut State, action: Action) -> Result<(), Wrong> {
    let (was, mut log) = (state.clone(), Log::default());
    apply(rules, engine, state, action, &mut log)?;
    if let Some(what) = was.misses(&rules.ruleset, &log.effects, state) {
        return Err(wrong("P0011", what.en, what.fr));
    }
    let mut before = was.scores().to_vec();
    for (seat, n) in log.sheets.iter().flat_map(|sheet| &sheet.earned) {
        before[seat.index()] += n;
    }
    for logged in &log.effects {
        if let Effect::Paid { from, to, points, .. } = logged.effect {
            for (seat, n) in [(from, -points), (to, points)] {
                if let Some(sum) = before.get_mut(seat.index()) {
                    *sum += n;
                }
            }
        }
    }
    if before != state.scores() {
        let now = state.scores();
        return Err(wrong(
            "P0004",
            format!("the points are {now:?}, those in the log make {before:?}"),
            format!("les points sont {now:?}, ceux du journal donnent {before:?}"),
        ));
    }
    match conserved(rules, state) {
        Some(what) => Err(wrong("P0005", what.en, what.fr)),
        None => Ok(()),
    }
}

fn apply<S: bastide_core::Sink>(
    rules: &Rules,
    engine: &mut Engine,
    state: &mut State,
    action: Action,
    sink: &mut S,
) -> Result<(), Wrong> {
    let text = |state: &State| notation::write(Game::new(&rules.ruleset, state), action);
    match engine.apply(state, action, sink) {
        Ok(()) => Ok(()),
        Err(Refusal::Hook(e)) if e.fault.code == ENDLESS => {
            Err(Fault { code: LENGTH.to_owned(), ..game::fault_of(&e) }.into())
        }
        Err(Refusal::Hook(e)) => Err(e.into()),
        Err(_) => {
            let text = text(state);
            Err(wrong(
                "P0003",
                format!("`{text}` is among the options and is refused"),
                format!("`{text}` est parmi les options et est refusé"),
            ))
        }
    }
}

/// Every option is accepted, written as it is read, and taken back without a trace; the state can be saved.
fn closely(
    rules: &Rules,
    engine: &mut Engine,
    state: &State,
    decision: &Decision,
    played: &mut Played,
) -> Result<(), Wrong> {
    let saved = serde_json::to_string(state).ok().and_then(|text| serde_json::from_str(&text).ok());
    if saved.as_ref() != Some(state) {
        return Err(wrong(
            "P0006",
            "the state is another one after it was saved and loaded",
            "l'état n'est plus le même après avoir été enregistré et relu",
        ));
    }
    for action in decision.options.iter().filter_map(|option| option.action()) {
        let game = Game::new(&rules.ruleset, state);
        let text = notation::write(game, action);
        let read = notation::read(game, &[], &text);
        if !read.is_ok_and(|read| Choice::from(read).key() == Choice::from(action).key()) {
            return Err(wrong(
                "P0007",
                format!("`{text}` is not read as the action that it was written for"),
                format!("`{text}` n'est pas relu comme l'action pour laquelle il a été écrit"),
            ));
        }
        let mut next = state.clone();
        if let Err(wrong) = apply(rules, engine, &mut next, action, &mut NoLog) {
            played.course.push((decision.actor, text));
            return Err(wrong);
        }
    }
    let again = engine.decision(state)?;
    if again != *decision {
        return Err(hidden(wrong(
            "P0008",
            "the options are others after some were tried and taken back",
            "les options ne sont plus les mêmes après qu'on en a essayé et annulé une",
        )));
    }
    Ok(())
}

/// Plays the same game again: from scratch, with everything undone once, from its record, and with the expansions in
/// another order.
fn whole(sides: &Sides<'_>, played: &Played) -> Result<(), Wrong> {
    let failed = |faults: Vec<Fault>| Wrong::from(faults.into_iter().next().unwrap_or_default());
    let mut game = game::Game::new(sides.rules.clone(), 0).map_err(failed)?;
    for (i, (_, text)) in played.course.iter().enumerate() {
        let differs = || Wrong { after: Some(i + 1), ..hidden(replayed(i)) };
        let before = game.decision().clone();
        if before.options.len() != played.asked[i].0 {
            return Err(Wrong { after: Some(i), ..hidden(replayed(i)) });
        }
        game.act_text(text).map_err(|_| differs())?;
        if game.state().fingerprint() != played.prints[i] {
            return Err(differs());
        }
        if before.actor != Player::CHANCE {
            let state = game.state().clone();
            let undone = game.undo().is_ok() && *game.decision() == before;
            game.act_text(text).map_err(|_| differs())?;
            if !undone || *game.state() != state {
                let taken = wrong(
                    "P0008",
                    format!("`{text}` does not do the same after it was taken back"),
                    format!("`{text}` n'a plus le même effet après avoir été annulé"),
                );
                return Err(Wrong { after: Some(i + 1), ..hidden(taken) });
            }
        }
    }
    recorded(sides, &game)?;
    ordered(sides, played)
}

fn replayed(i: usize) -> Wrong {
    let n = i + 1;
    wrong(
        "P0008",
        format!("the same game played again is another one at action {n}"),
        format!("la même partie jouée à nouveau est une autre à l'action {n}"),
    )
}

/// The record of the game, written and read, is the game.
fn recorded(sides: &Sides<'_>, game: &game::Game) -> Result<(), Wrong> {
    let text = game.record().to_string();
    let read = Record::parse("record", &text)
        .and_then(|record| record.replay(sides.library).map_err(|broken| broken.faults()));
    let why = match read {
        Ok(again) if again.state() == game.state() => return Ok(()),
        Ok(_) => Fault::default(),
        Err(faults) => faults.into_iter().next().unwrap_or_default(),
    };
    let (en, fr) = (&why.what.en, &why.what.fr);
    Err(wrong(
        "P0009",
        format!("the record of the game is not the game: {en}"),
        format!("la partie enregistrée n'est pas la partie : {fr}"),
    ))
}

/// With the expansions in another order there are as many options and the same points.
fn ordered(sides: &Sides<'_>, played: &Played) -> Result<(), Wrong> {
    let mut engine = sides.other.engine().map_err(|mut faults| faults.swap_remove(0))?;
    let mut state = engine.start(first(sides.other), &mut NoLog)?;
    for (i, (_, text)) in played.course.iter().enumerate() {
        let ordered = |en: &str, fr: &str| {
            let fault = Fault::new(
                "P0010",
                format!("with the expansions in another order {en}"),
                format!("avec les extensions dans un autre ordre {fr}"),
            );
            let fault = fault.help(
                "no handler may depend on which expansion is asked first: give `rank` where effects follow each other",
                "aucune fonction ne doit dépendre de l'extension interrogée la première : donnez `rank` là où des effets se suivent",
            );
            Wrong { fault: Box::new(fault), after: Some(i + 1) }
        };
        let decision = engine.decision(&state)?;
        let (options, scores) = &played.asked[i];
        if decision.options.len() != *options {
            let n = decision.options.len();
            return Err(ordered(
                &format!("there are {n} options instead of {options}"),
                &format!("il y a {n} options au lieu de {options}"),
            ));
        }
        if state.scores() != scores {
            let now = state.scores();
            return Err(ordered(
                &format!("the points are {now:?} instead of {scores:?}"),
                &format!("les points sont {now:?} au lieu de {scores:?}"),
            ));
        }
        let game = Game::new(&sides.other.ruleset, &state);
        let read = notation::read(game, &[], text);
        let done = read.map(|action| engine.apply(&mut state, action, &mut NoLog));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(Refusal::Hook(e))) => return Err(e.into()),
            _ => {
                return Err(ordered(
                    &format!("`{text}` is refused"),
                    &format!("`{text}` est refusé"),
                ));
            }
        }
    }
    Ok(())
}

/// Plays a course line by line; `read` says what a line is at a decision. What does not hold comes with
/// the actions up to it.
///
/// # Errors
///
/// Scripts that do not load.
pub(crate) fn follow(
    rules: &Rules,
    other: &Rules,
    library: &Library,
    mut read: impl FnMut(Game<'_>, &Decision) -> Pick,
) -> Result<Course, Vec<Fault>> {
    let sides = Sides { rules, other, library };
    play(&sides, Look { every: 1, whole: true }, &mut read)
}
