//! From a setup to rules that can be played: the ruleset, and an engine for each thread.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use bastide_core::{DataOnly, Engine, Fault, Handlers, Native, Ruleset};
use bastide_script::{Limits, ScriptHandlers, Scripts, SetupPlans, Vm};

use crate::error::Result as OrError;
use crate::game::{Game, Refused};
use crate::told;
use bastide_content::{Seed, Setup};

/// Rules of one game and what they were made of. Shared between threads; each makes its own engine.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The rules themselves.
    pub ruleset: Arc<Ruleset>,
    /// What they were made of.
    pub setup: Arc<Setup>,
    /// How handlers in scripts are run. It changes no game.
    pub scripts: Scripts,
    /// The plans of all engines of these rules.
    pub plans: SetupPlans,
}

impl Rules {
    /// Builds the rules of a setup.
    ///
    /// # Errors
    ///
    /// Names that nobody declares, limits passed, expansions that contradict each other, or an environment that asks for a way to
    /// run scripts that there is not.
    pub fn new(setup: Setup) -> Result<Self, Vec<Fault>> {
        let begun = Instant::now();
        let ruleset = setup.ruleset().map_err(|faults| {
            let fault = |e: bastide_core::BuildError| {
                Fault::new(
                    "G0100",
                    format!("{}: {}", e.expansion, e.what),
                    format!("{} : {}", e.expansion, e.what_fr),
                )
                .help(e.help.en, e.help.fr)
            };
            faults.into_iter().map(fault).collect::<Vec<_>>()
        })?;
        let scripts = Scripts::chosen().map_err(|fault| vec![fault])?;
        let rules = Self { ruleset, setup: Arc::new(setup), scripts, plans: SetupPlans::default() };
        told::built(&rules, begun);
        Ok(rules)
    }

    /// The same rules, whose scripts run by Luau unless the environment names a way: for who has many games at once, since plans take
    /// memory in each engine.
    #[must_use]
    pub fn lean(self) -> Self {
        let chosen = std::env::var_os("BASTIDE_SCRIPTS").is_some();
        let scripts = if chosen { self.scripts } else { Scripts::Luau };
        Self { scripts, ..self }
    }

    /// A new game, whose chance comes from a seed.
    ///
    /// # Errors
    ///
    /// Fails like [`Game::new`].
    pub fn game(&self, seed: impl Into<Seed>) -> OrError<Game> {
        Ok(Game::new(self.clone(), seed)?)
    }

    /// An engine, with a machine of its own for scripts.
    ///
    /// # Errors
    ///
    /// A script that does not load, a native module that lacks a function.
    pub fn engine(&self) -> Result<Engine, Vec<Fault>> {
        self.engine_with(|_| None)
    }

    /// An engine in which the caller answers for some expansions itself, by id.
    ///
    /// # Errors
    ///
    /// Fails like [`Rules::engine`].
    pub fn engine_with(
        &self,
        own: impl FnMut(&str) -> Option<Box<dyn Handlers>>,
    ) -> Result<Engine, Vec<Fault>> {
        self.engine_wrapped(own, |handlers| handlers)
    }

    /// Does the same as [`Rules::engine_with`], and may wrap the handlers of every expansion, in order.
    ///
    /// # Errors
    ///
    /// Fails like [`Rules::engine`].
    pub fn engine_wrapped(
        &self,
        mut own: impl FnMut(&str) -> Option<Box<dyn Handlers>>,
        mut wrap: impl FnMut(Box<dyn Handlers>) -> Box<dyn Handlers>,
    ) -> Result<Engine, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut handlers: Vec<Box<dyn Handlers>> = Vec::new();
        let mut machine = None;
        for e in &self.ruleset.expansions {
            let made = if let Some(handlers) = own(&e.id) {
                Ok(handlers)
            } else if self.setup.native.contains(&e.id) {
                self.native(&e.id)
            } else if let Some((_, file, text)) = self.setup.scripts.iter().find(|s| s.0 == e.id) {
                self.scripted(&mut machine, &e.id, file, text)
            } else {
                Ok(Box::new(DataOnly) as Box<dyn Handlers>)
            };
            match made {
                Ok(h) => handlers.push(wrap(told::clocked(h))),
                Err(fault) => faults.push(*fault),
            }
        }
        if faults.is_empty() {
            Ok(Engine::new(self.ruleset.clone(), handlers))
        } else {
            Err(faults)
        }
    }

    /// Whether an engine runs these rules.
    pub(crate) fn fit(&self, engine: &Engine) -> Result<(), Refused> {
        if Arc::ptr_eq(engine.rules(), &self.ruleset) { Ok(()) } else { Err(Refused::OtherRules) }
    }

    fn native(&self, id: &str) -> Result<Box<dyn Handlers>, Box<Fault>> {
        let Some(module) = bastide_native::module(id) else {
            return Err(Box::new(
                Fault::new(
                    "M0090",
                    format!("`{id}` says `native = true`, but this program has no such module"),
                    format!("`{id}` dit `native = true`, mais ce programme n'a pas ce module"),
                )
                .help("write the rules in init.lua", "écrivez les règles dans init.lua"),
            ));
        };
        Ok(Box::new(Native::bind(module, &self.ruleset).map_err(Box::new)?))
    }

    fn scripted(
        &self,
        machine: &mut Option<Rc<Vm>>,
        id: &str,
        file: &str,
        text: &str,
    ) -> Result<Box<dyn Handlers>, Box<Fault>> {
        let begun = Instant::now();
        let vm = if let Some(vm) = machine {
            Rc::clone(vm)
        } else {
            let vm = Vm::running(Limits::default(), self.scripts).map_err(Box::new)?;
            Rc::clone(machine.insert(Rc::new(vm.sharing(&self.plans))))
        };
        let made = ScriptHandlers::new(vm, id, file, text, &self.ruleset);
        bastide_content::told::read("script", file, text, begun);
        Ok(Box::new(made.map_err(Box::new)?))
    }

    /// Hash of everything that decides the course of a game: expansions, options, tiles, players.
    #[must_use]
    pub fn hash(&self) -> String {
        self.setup.hash_once(|| self.hash_now())
    }

    fn hash_now(&self) -> String {
        let mut hash = bastide_content::library::Hash::default();
        let s = &self.setup;
        let mut expansions = s.expansions.to_vec();
        for rule in expansions.iter_mut().flat_map(|e| &mut e.rules) {
            // A better wording is no other rule.
            *rule =
                bastide_core::decl::Rule { id: std::mem::take(&mut rule.id), ..Default::default() };
        }
        let text =
            serde_json::to_string(&(&expansions, &*s.tiles, s.players.len())).unwrap_or_default();
        hash.file("rules", &text);
        hash.finish()
    }
}

/// The rules under which the functions of a native expansion answer.
pub fn of_native(id: &str) -> impl Iterator<Item = &'static str> {
    let names = bastide_native::module(id).into_iter().flat_map(|module| module.names);
    names.filter_map(|name| match name {
        bastide_core::Name::Rule(rule) => Some(*rule),
        _ => None,
    })
}
