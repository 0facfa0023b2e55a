//! Games that never end: what is declared may ask the same for ever, and no step of it is wrong by itself; or steps follow
//! one another, and nobody is asked.

use super::{HookError, Host};
use crate::choice::{Action, Choice};
use crate::engine::HookFault;
use crate::fault::Fault;
use crate::limits::{
    DECISIONS_PER_GAME_MAX, DECISIONS_PER_TILE_MAX, DECISIONS_PER_TURN_AND_TILE_MAX,
    DECISIONS_PER_TURN_MAX, STEPS_PER_ACTION_MAX,
};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::step::{self, Header};

/// Code of a game without end.
pub const ENDLESS: &str = "E0014";

impl Ruleset {
    /// Decisions after which a game, or a turn, is taken to be without end.
    pub(crate) fn count_decisions_max(&mut self) {
        let tiles = u32::try_from(self.tile_count()).unwrap_or(u32::MAX);
        let for_tiles = tiles.saturating_mul(DECISIONS_PER_TILE_MAX);
        self.course.decisions_max = for_tiles.saturating_add(DECISIONS_PER_GAME_MAX);
        let all_drawn = tiles.saturating_mul(DECISIONS_PER_TURN_AND_TILE_MAX);
        self.course.turn_decisions_max = all_drawn.max(DECISIONS_PER_TURN_MAX);
    }
}

impl Host {
    /// Steps follow one another and nobody is asked: by whom, as far as that is known.
    #[cold]
    pub(super) fn undecided(&self, rules: &Ruleset) -> HookError {
        let (en, fr) = match self.skips {
            Some(_) => {
                ("; slots are left out again and again", " ; des moments sont sans cesse omis")
            }
            None => ("", ""),
        };
        let fault = Fault::new(
            "E0005",
            format!("after {STEPS_PER_ACTION_MAX} steps nobody has been asked anything{en}"),
            format!("après {STEPS_PER_ACTION_MAX} étapes, personne n'a rien eu à choisir{fr}"),
        );
        let fault = if self.skips.is_some() {
            fault.help(
                "leave a slot out in some turns only: who skips `draw` in each of them skips the game",
                "n'omettez un moment que dans certains tours : omettre `draw` à chaque tour, c'est omettre la partie",
            )
        } else {
            fault.help(
                "push a step in which somebody has something to choose, or push none",
                "ajoutez une étape où quelqu'un a quelque chose à choisir, ou n'en ajoutez pas",
            )
        };
        match self.skips.or(self.called) {
            Some(call) => self.fault(rules, call, fault),
            None => HookError(Box::new(HookFault {
                expansion: "core".to_owned(),
                hook: String::new(),
                fault,
            })),
        }
    }

    /// Counts a decision of the step on top.
    #[inline(always)]
    pub(super) fn count(
        rules: &Ruleset,
        st: &mut State,
        header: Header,
        choice: Choice,
    ) -> Result<(), HookError> {
        let in_turn = st.actions.wrapping_sub(st.actions_before);
        if in_turn >= rules.course.turn_decisions_max || st.actions >= rules.course.decisions_max {
            return Err(endless(rules, in_turn, header, choice));
        }
        st.actions += 1;
        Ok(())
    }
}

/// Who asks without end: the verb that was chosen last, or the step it was chosen in.
#[cold]
#[inline(never)]
fn endless(rules: &Ruleset, in_turn: u32, header: Header, choice: Choice) -> HookError {
    let verb = match choice.action() {
        Some(Action::Invoke { verb, .. }) => rules.verbs.get(verb.index()),
        _ => None,
    };
    let own = header.code().checked_sub(step::OWN).and_then(|i| rules.steps.get(i as usize));
    let core = step::core_name(header.code()).unwrap_or_default();
    let asked = own.map_or(core, |step| &step.decl.name);
    let owner = verb.map(|v| v.expansion).or(own.map(|s| s.expansion));
    let named = owner.and_then(|id| rules.expansions.get(id.index()));
    let (by_en, by_fr) = verb.map_or_else(Default::default, |verb| {
        let name = &verb.decl.name;
        (format!(" with the verb `{name}`"), format!(" par le verbe `{name}`"))
    });
    let en = format!("last in the step `{asked}`{by_en}");
    let fr = format!("enfin à l'étape `{asked}`{by_fr}");
    let fault = if in_turn >= rules.course.turn_decisions_max {
        Fault::new(
            ENDLESS,
            format!("the turn is not over after {in_turn} decisions, {en}"),
            format!("le tour n'est pas fini après {in_turn} décisions, {fr}"),
        )
    } else {
        let most = rules.course.decisions_max;
        Fault::new(
            ENDLESS,
            format!("the game is not over after {most} decisions, {en}"),
            format!("la partie n'est pas finie après {most} décisions, {fr}"),
        )
    };
    HookError(Box::new(HookFault {
        expansion: named.map_or_else(|| "core".to_owned(), |e| e.id.clone()),
        hook: verb.map_or_else(|| format!("ask.{asked}"), |v| format!("do.{}", v.decl.name)),
        fault: fault.help(
            "let each step and verb use something up: a token, a figure, a declared number",
            "que chaque étape et chaque verbe épuise quelque chose : un jeton, une figurine, un nombre déclaré",
        ),
    }))
}
