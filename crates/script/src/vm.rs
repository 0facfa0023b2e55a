//! The hardened machine that runs scripts. It knows nothing of the game.

use std::cell::{Cell, Ref, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use bastide_core::fault::Fault;
use mlua::chunk::ChunkMode;
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, StdLib, VmState};
use tracing::{Level, enabled, info};

use crate::blame::{self, Blame};
use crate::library::{self, Log, LogLine, module_of};
use crate::meter::{Meter, NESTING_MAX};
use crate::module::{self, Module, READY, Source};
use crate::plan::SetupPlans;
use crate::raised::Place;
use crate::scripts::Scripts;
use crate::shown;

/// Target of `tracing` events for printed lines.
const PRINTED: &str = "bastide::script";

/// Garbage between calls, as a share of the memory: what an earlier call left must not fail a later one.
const COLLECT_SHARE: usize = 4;

/// What scripts may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one source file.
    pub source: usize,
    /// Bytes of the whole machine; its own libraries take about 0.4 MB.
    pub memory: usize,
    /// Steps while a file is loaded.
    pub load: u32,
    /// Steps of a query.
    pub query: u32,
    /// Steps of a handler that answers with effects.
    pub reaction: u32,
    /// Time of one call.
    pub wall: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source: 64 * 1024,
            memory: 16 * 1024 * 1024,
            load: 500_000,
            query: 20_000,
            reaction: 200_000,
            wall: Duration::from_millis(200),
        }
    }
}

impl Limits {
    /// Steps of a call.
    #[inline]
    pub(crate) fn steps(&self, budget: Budget) -> u32 {
        match budget {
            Budget::Load => self.load,
            Budget::Query => self.query,
            Budget::Reaction => self.reaction,
            Budget::Steps(n) => n,
        }
    }
}

/// Which of the [`Limits`] holds for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A file is loaded.
    Load,
    /// A handler answers a question.
    Query,
    /// A handler answers with effects.
    Reaction,
    /// Exactly this number of steps.
    Steps(u32),
}

/// One machine with its modules. One per thread.
#[derive(Debug)]
pub struct Vm {
    lua: Lua,
    meter: Rc<Meter>,
    log: Rc<RefCell<Log>>,
    limits: Limits,
    scripts: Scripts,
    plans: SetupPlans,
    sources: RefCell<Vec<Source>>,
    /// Memory in use at which garbage is collected between calls.
    collect_from: Cell<usize>,
    spent: Cell<bool>,
}

impl Vm {
    /// Creates a VM without modules.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory limit is too small for the libraries, or if the environment names an unknown
    /// mode.
    pub fn new(limits: Limits) -> Result<Self, Fault> {
        Self::running(limits, Scripts::chosen()?)
    }

    /// A machine without modules, whose handlers are run in one of the ways.
    ///
    /// # Errors
    ///
    /// The memory limit is too small for the libraries.
    pub fn running(limits: Limits, scripts: Scripts) -> Result<Self, Fault> {
        let meter = Rc::new(Meter::new(limits.wall));
        let log = Rc::new(RefCell::new(Log::default()));
        let lua =
            Self::machine(&limits, &meter, &log).map_err(|error| blame::blame(&error).fault)?;
        let collect_from = Cell::new(lua.used_memory() + limits.memory / COLLECT_SHARE);
        Ok(Self {
            lua,
            meter,
            log,
            limits,
            scripts,
            plans: SetupPlans::default(),
            sources: RefCell::default(),
            collect_from,
            spent: Cell::new(false),
        })
    }

    /// The machine takes its plans from there, and puts there those that it makes: for rules that several machines run.
    #[must_use]
    pub fn sharing(mut self, plans: &SetupPlans) -> Self {
        self.plans = plans.clone();
        self
    }

    fn machine(limits: &Limits, meter: &Rc<Meter>, log: &Rc<RefCell<Log>>) -> mlua::Result<Lua> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
        library::install(&lua, meter, log)?;
        lua.set_memory_limit(limits.memory)?;
        let meter = Rc::clone(meter);
        lua.set_interrupt(move |_| Ok(meter.tick().map(|()| VmState::Continue)?));
        Ok(lua)
    }

    /// Compiles a file, runs it once with an empty table of handlers, and freezes what it made.
    ///
    /// # Errors
    ///
    /// The text is no script, or running it failed.
    pub fn load_module(&self, file: &str, source: &str) -> Result<Module, Fault> {
        if let Some(fault) = Source::refuse(file, source, self.limits.source) {
            return Err(fault);
        }
        let source = Source::new(file, source);
        let text = source.text().to_owned();
        let compiler = library::compiler(&text);
        let index = self.sources.borrow().len();
        self.sources.borrow_mut().push(source);
        let chunk = self
            .lua
            .load(text)
            .set_name(format!("=#{index}"))
            .set_mode(ChunkMode::Text)
            .set_compiler(compiler);
        let wrong = |error: &mlua::Error| {
            let mut fault = self.fault(error, None);
            file.clone_into(&mut fault.file);
            fault
        };
        let chunk = chunk.into_function().map_err(|error| wrong(&error))?;
        let table = self.handlers().map_err(|error| wrong(&error))?;
        self.meter.pulse.about(self.meter.pulse.name(file, ""));
        self.call::<()>(&chunk, table.clone(), Budget::Load)?;
        module::freeze(table.clone())
            .and_then(|()| Module::new(table, index))
            .map_err(|error| wrong(&error))
    }

    fn handlers(&self) -> mlua::Result<mlua::Table> {
        let table = self.lua.create_table()?;
        for name in READY {
            table.raw_set(*name, self.lua.create_table()?)?;
        }
        Ok(table)
    }

    /// Calls a script function. Inside another call the budget of the outer one holds.
    ///
    /// # Errors
    ///
    /// Whatever went wrong in the script, with its line; codes `L0201` to `L0208`.
    #[inline]
    pub fn call<R: FromLuaMulti>(
        &self,
        function: &Function,
        args: impl IntoLuaMulti,
        budget: Budget,
    ) -> Result<R, Fault> {
        let ticks = self.limits.steps(budget);
        let result = {
            let Some(_entered) = self.meter.enter(ticks, self.limits.wall) else {
                return Err(Self::too_nested());
            };
            function.call::<R>(args)
        };
        let result = match result {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.fault(&error, Some(function))),
        };
        if !self.log.borrow().lines.is_empty() {
            self.show_log();
        }
        if self.lua.used_memory() > self.collect_from.get() {
            self.make_room();
        }
        result
    }

    #[cold]
    fn too_nested() -> Fault {
        Fault::new(
            "L0208",
            format!("engine and scripts call each other more than {NESTING_MAX} deep"),
            format!("le moteur et les scripts s'appellent sur plus de {NESTING_MAX} niveaux"),
        )
    }

    /// The fault that an error of the interpreter stands for; makes room again if memory ran out.
    #[cold]
    pub fn fault(&self, error: &mlua::Error, function: Option<&Function>) -> Fault {
        let Blame { mut fault, place, memory } = blame::blame(error);
        if memory {
            self.make_room();
        }
        // Out of memory there is no list of the stack, and a bad answer is known only after the return.
        let place = place.or_else(|| defined(function?));
        let sources = self.sources.borrow();
        if let Some((source, place)) = place.and_then(|p| Some((sources.get(p.module)?, p))) {
            let (line, span) = source.line(place.line);
            if fault.help.is_none()
                && matches!(fault.code.as_str(), "L0201" | "L0205")
                && let Some((en, fr)) = module::missing_help(line)
            {
                fault = fault.help(en, fr);
            }
            fault = fault.at(&source.file, span);
        }
        fault
    }

    /// Where plans are; nothing if handlers are to have none.
    pub(crate) fn plans(&self) -> Option<&SetupPlans> {
        (self.scripts != Scripts::Luau).then_some(&self.plans)
    }

    /// The text of a module.
    pub(crate) fn text(&self, module: &Module) -> Option<Ref<'_, str>> {
        Ref::filter_map(self.sources.borrow(), |all| Some(all.get(module.index)?.text())).ok()
    }

    /// Where a function is written: its file, and the bytes of its first line.
    pub(crate) fn place(&self, function: &Function) -> Option<(String, Range<usize>)> {
        let place = defined(function)?;
        let sources = self.sources.borrow();
        let source = sources.get(place.module)?;
        Some((source.file.clone(), source.line(place.line).1))
    }

    /// Luau stays out of memory until a collection is requested.
    #[cold]
    fn make_room(&self) {
        let collected = self.lua.gc_collect().and_then(|()| self.lua.gc_collect());
        let used = self.lua.used_memory();
        self.collect_from.set(used + self.limits.memory / COLLECT_SHARE);
        if collected.is_err() || used > self.limits.memory / 4 * 3 {
            self.spent.set(true);
        }
    }

    /// True if memory ran out and could not be freed: build a new machine.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// What scripts printed since the last time, and how many lines were dropped.
    pub fn take_log(&self) -> (Vec<LogLine>, usize) {
        let log = std::mem::take(&mut *self.log.borrow_mut());
        let sources = self.sources.borrow();
        let lines = log.lines.into_iter().map(|(text, place)| LogLine {
            text,
            file: place
                .and_then(|p| sources.get(p.module))
                .map_or_else(String::new, |s| s.file.clone()),
            line: place.map_or(0, |p| p.line),
        });
        (lines.collect(), log.dropped)
    }

    /// Shows and traces printed lines, if anybody listens.
    #[cold]
    fn show_log(&self) {
        let (show, told) = (shown::listener(), enabled!(target: PRINTED, Level::INFO));
        if show.is_none() && !told {
            return;
        }
        let (lines, dropped) = self.take_log();
        for LogLine { text, file, line } in &lines {
            info!(target: PRINTED, file, line, text, "printed");
        }
        if dropped > 0 {
            info!(target: PRINTED, dropped, "printed more");
        }
        if let Some(show) = show {
            show(&lines, dropped);
        }
    }

    /// The interpreter, to make handles and host functions with.
    #[must_use]
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Steps and time of the running call.
    #[must_use]
    pub fn meter(&self) -> &Rc<Meter> {
        &self.meter
    }

    /// How handlers are run.
    #[must_use]
    pub fn scripts(&self) -> Scripts {
        self.scripts
    }

    /// The limits it was made with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Where a function begins.
fn defined(function: &Function) -> Option<Place> {
    let info = function.info();
    Some(Place {
        module: module_of(info.short_src.as_deref()?)?,
        line: info.line_defined.unwrap_or(1).max(1),
    })
}
