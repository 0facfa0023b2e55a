//! The script host: an expansion's handlers in Lua, as the engine sees them.

use std::ops::Range;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use bastide_core::fault::Fault;
use bastide_core::hooks::answers::{CLAIMS, EFFECTS};
use bastide_core::hooks::{HOOKS, Hook, parse_hook};
use bastide_core::ids::ExpansionId;
use bastide_core::{Answer, Event, Handlers, Manner, Mark, Ruleset, Slot, State, Valuer};
use mlua::{AnyUserData, Function, Lua, LuaString, Value};

use crate::handles::Of;
use crate::luau::{Luau, NoAnswer};
use crate::module::Module;
use crate::plan::{Plans, SHARE};
use crate::scripts::Scripts;
use crate::vm::{Budget, Vm};

/// The handlers of one scripted expansion. All scripted expansions of a thread share one machine.
pub struct ScriptHandlers {
    vm: Rc<Vm>,
    luau: Rc<Luau>,
    expansion: ExpansionId,
    /// Functions by number, as in the ruleset, each with its number in reports.
    functions: Vec<(Function, u32)>,
    fixed: Fixed,
    plans: Option<Plans>,
    valuer: Weak<Valuer>,
}

/// Handles that every call is given.
struct Fixed {
    game: AnyUserData,
    event: AnyUserData,
    claim: AnyUserData,
    step: AnyUserData,
    options: AnyUserData,
    choice: AnyUserData,
    out: AnyUserData,
    score: AnyUserData,
    offers: AnyUserData,
    verdict: AnyUserData,
    weight: AnyUserData,
    refuse: Function,
    slots: Vec<LuaString>,
}

impl std::fmt::Debug for ScriptHandlers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScriptHandlers")
            .field("functions", &self.functions.len())
            .finish_non_exhaustive()
    }
}

impl Fixed {
    fn new(luau: &Rc<Luau>, lua: &Lua) -> mlua::Result<Self> {
        let handle = |of| luau.handle(lua, of, 0);
        Ok(Self {
            game: handle(Of::Game)?,
            event: handle(Of::Event)?,
            claim: handle(Of::Claim)?,
            step: handle(Of::Step)?,
            options: handle(Of::Options)?,
            choice: handle(Of::Choice)?,
            out: handle(Of::Out)?,
            score: handle(Of::Score)?,
            offers: handle(Of::Offers)?,
            verdict: handle(Of::Verdict)?,
            weight: handle(Of::Weight)?,
            refuse: luau.refuse(lua)?,
            slots: Slot::ALL
                .iter()
                .map(|s| lua.create_string(s.name()))
                .collect::<mlua::Result<_>>()?,
        })
    }
}

impl ScriptHandlers {
    /// Loads a script into a machine and finds the functions that the manifest names.
    ///
    /// # Errors
    ///
    /// The script does not load, or lacks a function.
    pub fn new(
        vm: Rc<Vm>,
        expansion: &str,
        file: &str,
        source: &str,
        rules: &Arc<Ruleset>,
    ) -> Result<Self, Fault> {
        let module = vm.load_module(file, source)?;
        Self::bind(vm, expansion, file, &module, rules)
    }

    /// The handlers of a script that is loaded already, for another ruleset.
    ///
    /// # Errors
    ///
    /// The ruleset has no such expansion, or the script lacks a function.
    pub fn bind(
        vm: Rc<Vm>,
        expansion: &str,
        file: &str,
        module: &Module,
        rules: &Arc<Ruleset>,
    ) -> Result<Self, Fault> {
        let Some(id) = rules.expansion(expansion) else {
            return Err(Fault::new(
                "L0106",
                format!("the expansion `{expansion}` is not in play"),
                format!("l'extension `{expansion}` n'est pas en jeu"),
            ));
        };
        let named = &rules.expansions[id.index()].functions;
        let find = |(name, _): &(String, u16)| {
            let function = module.function(name);
            let function = function.ok_or_else(|| missing(file, module, name, rules))?;
            Ok((function, vm.meter().pulse.name(file, name)))
        };
        let functions = named.iter().map(find).collect::<Result<Vec<_>, Fault>>()?;
        let prepare = || {
            let luau = Luau::of(vm.lua(), vm.meter(), rules)?;
            luau.know(rules);
            let fixed = Fixed::new(&luau, vm.lua())?;
            Ok((luau, fixed))
        };
        let (luau, fixed) = prepare().map_err(|error| vm.fault(&error, None))?;
        let plans = vm.plans().and_then(|setup| {
            // Making them is a call like others: it ends in time, or another thread sees that it does not.
            let _entered = vm.meter().enter(vm.limits().load / SHARE, vm.limits().wall / SHARE)?;
            vm.meter().pulse.about(vm.meter().pulse.name(file, ""));
            let names = named.iter().map(|f| f.0.as_str());
            Plans::new(setup, &vm.text(module)?, &luau.frame, id, rules, names, &module.spoilt)
        });
        Ok(Self { vm, luau, expansion: id, functions, fixed, plans, valuer: Weak::new() })
    }
}

/// The manifest names a function that the script does not have.
#[cold]
fn missing(file: &str, module: &Module, name: &str, rules: &Ruleset) -> Fault {
    lacks(file, module, name, rules.hook_of(name).unwrap_or("end_of_game.points"))
}

/// The manifest names a function for a hook that the script does not have.
#[must_use]
pub fn lacks(file: &str, module: &Module, name: &str, hook: &str) -> Fault {
    let arguments = parse_hook(hook).map_or("game", |(row, _)| arguments(row.hook));
    let near = crate::handles::nearest(name, module.names());
    let fault = Fault::new(
        "L0105",
        format!("the manifest names the function `{name}`, which the script does not have"),
        format!("le manifeste nomme la fonction `{name}`, que le script n'a pas"),
    )
    .in_file(file);
    match near {
        Some(near) => {
            fault.help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
        }
        None => fault.help(
            format!("add `function m.{name}({arguments}) … end`, where `local m = ...`"),
            format!("ajoutez `function m.{name}({arguments}) … end`, avec `local m = ...`"),
        ),
    }
}

/// What a handler of a hook is given.
#[must_use]
pub fn arguments(hook: Hook) -> &'static str {
    match hook {
        Hook::PlacementOffer | Hook::DeploymentOffer | Hook::Ask => "game, step, offers",
        Hook::PlacementVeto | Hook::DeploymentVeto => "game, step, options, refuse",
        Hook::ScoringComplete => "game, feature, verdict",
        Hook::ScoringWeight => "game, figure, feature, weight",
        Hook::ScoringPoints | Hook::ScoringBonus => "game, claim, score",
        Hook::EndOfGamePoints | Hook::Do => "game, step, out",
        Hook::At => "game, slot, out",
        Hook::On => "game, event, out",
        Hook::OnSettled => "game, out",
        Hook::Answer => "game, step, choice, out",
    }
}

impl Handlers for ScriptHandlers {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let number = function;
        let (function, name) = &self.functions[number as usize];
        let pulse = &self.vm.meter().pulse;
        let before = pulse.about(*name);
        let reacts = HOOKS[event.hook as usize].answers & (EFFECTS | CLAIMS) != 0;
        let budget = if reacts { Budget::Reaction } else { Budget::Query };
        self.luau.know(rules);
        let frame = &self.luau.frame;
        let done = frame.open((self.expansion, &self.valuer), state, event, answer, || {
            if let Some(plans) = &self.plans
                && let Some(done) = self.run(plans, number, rules, state, event, budget)
            {
                return done;
            }
            self.enter(function, state, event, budget)
        });
        // A nested call may have changed it.
        pulse.about(before);
        done
    }

    fn meet(&mut self, valuer: &Weak<Valuer>) {
        self.valuer = Weak::clone(valuer);
    }

    fn place(&self, function: u16) -> Option<(String, Range<usize>)> {
        self.vm.place(&self.functions.get(function as usize)?.0)
    }

    fn manner(&self, function: u16) -> Option<Manner> {
        self.plans.as_ref()?.manner(function)
    }
}

impl ScriptHandlers {
    /// Runs the plan of a function, if it has one that comes to an end.
    #[inline]
    fn run(
        &self,
        plans: &Plans,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        budget: Budget,
    ) -> Option<Result<(), Fault>> {
        let (frame, limits) = (&self.luau.frame, self.vm.limits());
        if self.vm.meter().is_open() {
            // Luau asks, whose steps count.
            plans.give_way(function);
            return None;
        }
        let mark = frame.answer.borrow().mark();
        let done = {
            let steps = limits.steps(budget);
            let _entered = self.vm.meter().enter(steps / SHARE, limits.wall / SHARE)?;
            plans.run(function, frame, rules, state, event, steps)
        };
        if matches!(done, Some(Ok(()))) {
            if self.vm.scripts() == Scripts::Plans {
                return Some(Ok(()));
            }
            return Some(self.compare(function, &mark, state, event, budget));
        }
        if done.is_some() {
            frame.answer.borrow_mut().rewind(&mark);
        }
        plans.give_way(function);
        None
    }

    /// Runs a function by Luau after its plan has ended: the answers must be the same.
    #[cold]
    fn compare(
        &self,
        function: u16,
        mark: &Mark,
        state: &State,
        event: &Event,
        budget: Budget,
    ) -> Result<(), Fault> {
        let answer = &self.luau.frame.answer;
        let planned = format!("{:?}", answer.borrow());
        answer.borrow_mut().rewind(mark);
        let given = match self.enter(&self.functions[function as usize].0, state, event, budget) {
            Ok(()) => format!("{:?}", answer.borrow()),
            // Of time and memory a plan takes less.
            Err(fault) if ["L0203", "L0204"].contains(&fault.code.as_str()) => return Err(fault),
            Err(fault) => fault.to_string(),
        };
        if planned == given {
            return Ok(());
        }
        Err(Fault::new(
            "L0217",
            format!("the plan answers {planned}, Luau {given}"),
            format!("le plan répond {planned}, Luau {given}"),
        ))
    }

    /// Calls a function with the arguments of its hook.
    #[inline]
    fn enter(
        &self,
        function: &Function,
        state: &State,
        event: &Event,
        budget: Budget,
    ) -> Result<(), Fault> {
        let (vm, f) = (&self.vm, &self.fixed);
        let game = &f.game;
        let NoAnswer = match event.hook {
            Hook::ScoringPoints | Hook::ScoringBonus => {
                vm.call(function, (game, &f.claim, &f.score), budget)?
            }
            Hook::On => vm.call(function, (game, &f.event, &f.out), budget)?,
            Hook::Do | Hook::EndOfGamePoints => {
                vm.call(function, (game, &f.step, &f.out), budget)?
            }
            Hook::PlacementVeto | Hook::DeploymentVeto => {
                vm.call(function, (game, &f.step, &f.options, &f.refuse), budget)?
            }
            Hook::PlacementOffer | Hook::DeploymentOffer | Hook::Ask => {
                vm.call(function, (game, &f.step, &f.offers), budget)?
            }
            Hook::Answer => vm.call(function, (game, &f.step, &f.choice, &f.out), budget)?,
            Hook::At => {
                let slot =
                    f.slots.get(event.step as usize).cloned().map_or(Value::Nil, Value::String);
                vm.call(function, (game, slot, &f.out), budget)?
            }
            Hook::OnSettled => vm.call(function, (game, &f.out), budget)?,
            Hook::ScoringComplete => {
                let feature = self.feature(state, event)?;
                vm.call(function, (game, feature, &f.verdict), budget)?
            }
            Hook::ScoringWeight => {
                let there = event.figure.index() < state.figure_count();
                let figure = self.handle(there, Of::Figure, event.figure.0)?;
                let feature = self.feature(state, event)?;
                vm.call(function, (game, figure, feature, &f.weight), budget)?
            }
        };
        Ok(())
    }

    fn feature(&self, state: &State, event: &Event) -> Result<Option<AnyUserData>, Fault> {
        let there = event.node.index() < state.node_count();
        self.handle(there, Of::Feature, if there { state.root(event.node).0 } else { 0 })
    }

    /// A handle, or nothing.
    fn handle(&self, there: bool, of: Of, id: u16) -> Result<Option<AnyUserData>, Fault> {
        let made = there.then(|| self.luau.handle(self.vm.lua(), of, u32::from(id))).transpose();
        made.map_err(|error| self.vm.fault(&error, None))
    }
}
