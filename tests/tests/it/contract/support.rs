//! One table, two engines: the native module and the script of the same folder play the same game.

use std::rc::Rc;

use bastide::core::effect::EFFECTS;
use bastide::core::ids::{Player, SegmentId};
use bastide::core::{Action, Decision, Engine, Game, Log, Native, NativeModule, Refusal, State};
use bastide::{Config, Library, Rules, Setup, notation};
use bastide_script::{Limits, ScriptHandlers, Vm};

/// Numbers of a module's names: constants in the order of its list.
macro_rules! names {
    ($($id:ident = $name:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "constants by another name")]
        #[repr(usize)]
        enum Index { $($id,)* }
        $(const $id: usize = Index::$id as usize;)*
        const NAMES: &[bastide::core::Name] = &[$($name,)*];
    };
}
pub(crate) use names;

/// The setup of a game for Ann and Bob with test folders and options.
pub(crate) fn setup(expansions: &str) -> Setup {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/contract/game.toml");
    let text =
        format!("players = [\"Ann\", \"Bob\"]\nedition = \"bga\"\n[expansions]\n{expansions}");
    let config = Config::parse(file, &text).unwrap_or_else(|f| panic!("{f:#?}"));
    Setup::load(&config, &Library::official()).unwrap_or_else(|f| panic!("{f:#?}"))
}

/// An engine in which the modules are native, or in which everything that has a script is scripted.
pub(crate) fn engine(rules: &Rules, modules: &[NativeModule], native: bool) -> Engine {
    let vm = Rc::new(Vm::new(Limits::default()).expect("a machine"));
    let own = |id: &str| -> Option<Box<dyn bastide::core::Handlers>> {
        if native && let Some(module) = modules.iter().find(|m| m.id == id) {
            return Some(Box::new(
                Native::bind(module, &rules.ruleset).unwrap_or_else(|f| panic!("{f}")),
            ));
        }
        let (_, file, text) = rules.setup.scripts.iter().find(|s| s.0 == id)?;
        let script = ScriptHandlers::new(vm.clone(), id, file, text, &rules.ruleset);
        Some(Box::new(script.unwrap_or_else(|f| panic!("{f} {:?}", f.help))))
    };
    rules.engine_with(own).unwrap_or_else(|f| panic!("{f:#?}"))
}

/// A small generator, so that games are the same every time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A game on two engines, compared at every step.
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) names: Vec<String>,
    pub(crate) engines: Vec<Engine>,
    pub(crate) states: Vec<State>,
}

impl Table {
    pub(crate) fn new(expansions: &str, modules: &[NativeModule]) -> Self {
        let rules = Rules::new(setup(expansions)).unwrap_or_else(|f| panic!("{f:#?}"));
        let names = rules.setup.players.iter().map(|p| p.name.clone()).collect();
        let mut engines = vec![engine(&rules, modules, true), engine(&rules, modules, false)];
        let mut logs = Vec::new();
        let mut states = Vec::new();
        for e in &mut engines {
            let mut log = Log::default();
            states.push(e.start(Player(0), &mut log).unwrap_or_else(|e| panic!("{e}")));
            logs.push(log);
        }
        assert_eq!(logs[0], logs[1], "the opening");
        let mut table = Self { rules, names, engines, states };
        table.same();
        table
    }

    pub(crate) fn state(&self) -> &State {
        &self.states[0]
    }

    pub(crate) fn game(&self) -> Game<'_> {
        Game::new(&self.rules.ruleset, &self.states[0])
    }

    /// Both engines must be in the same state and ask the same.
    fn same(&mut self) -> Decision {
        assert!(self.states[0] == self.states[1], "the states differ");
        let [a, b]: [Decision; 2] = std::array::from_fn(|i| {
            self.engines[i].decision(&self.states[i]).unwrap_or_else(|e| panic!("{e}"))
        });
        assert_eq!(a, b, "the decisions differ");
        a
    }

    pub(crate) fn decision(&mut self) -> Decision {
        self.engines[0].decision(&self.states[0]).unwrap_or_else(|e| panic!("{e}"))
    }

    pub(crate) fn read(&self, text: &str) -> Action {
        notation::read(self.game(), &self.names, text).unwrap_or_else(|e| panic!("`{text}`: {e}"))
    }

    /// What both engines say to an action, and what they log.
    pub(crate) fn apply(&mut self, action: Action) -> [Result<Log, Refusal>; 2] {
        let before = self.states[0].clone();
        std::array::from_fn(|i| {
            let mut log = Log::default();
            let done = self.engines[i].apply(&mut self.states[i], action, &mut log);
            let missed = before.misses(&self.rules.ruleset, &log.effects, &self.states[i]);
            assert!(done.is_err() || missed.is_none(), "{action:?}: {missed:?}");
            done.map(|()| log)
        })
    }

    fn go(&mut self, action: Action) -> Log {
        let text = notation::write(self.game(), action);
        let [a, b] = self.apply(action);
        match (a, b) {
            (Ok(a), Ok(b)) => {
                assert_eq!(a, b, "the logs of `{text}` differ");
                self.same();
                a
            }
            (a, b) => {
                panic!("`{text}`: {:?} {:?}\noptions: {:#?}", a.err(), b.err(), self.options())
            }
        }
    }

    /// Carries out an action given as text.
    pub(crate) fn act(&mut self, text: &str) -> Log {
        let action = self.read(text);
        self.go(action)
    }

    /// Draws and places a tile.
    pub(crate) fn lay(&mut self, text: &str) -> Log {
        let tile = text.split(' ').next().unwrap_or_default();
        self.act(&format!("draw {tile}"));
        self.act(&format!("place {text}"))
    }

    /// Draws and places a tile, and declines whatever is asked before the next draw.
    pub(crate) fn pass_with(&mut self, text: &str) -> Log {
        let mut log = self.lay(text);
        while self.who() != Player::CHANCE && self.options().iter().any(|o| o == "pass") {
            let more = self.act("pass");
            log.effects.extend(more.effects);
            log.sheets.extend(more.sheets);
        }
        log
    }

    pub(crate) fn who(&mut self) -> Player {
        self.decision().actor
    }

    /// All options as text.
    pub(crate) fn options(&mut self) -> Vec<String> {
        let options = self.decision().options;
        options.iter().map(|c| notation::option(self.game(), *c)).collect()
    }

    /// The options that begin with a text.
    pub(crate) fn starting(&mut self, with: &str) -> Vec<String> {
        self.options().into_iter().filter(|o| o.starts_with(with)).collect()
    }

    /// Rules that forbid an action.
    pub(crate) fn why_not(&mut self, text: &str) -> Vec<String> {
        let action = self.read(text);
        let why =
            self.engines[0].why_not(&self.states[0], action).unwrap_or_else(|e| panic!("{e}"));
        why.iter().map(|r| self.rules.ruleset.rule_name(r.rule).to_owned()).collect()
    }

    pub(crate) fn scores(&self) -> Vec<i32> {
        self.state().scores().to_vec()
    }

    pub(crate) fn tokens(&self, name: &str) -> Vec<i16> {
        let token = self.rules.ruleset.token(name).expect("a token");
        (0..2).map(|p| self.state().tokens(token, Player(p))).collect()
    }

    pub(crate) fn supply(&self, figure: &str) -> Vec<u32> {
        let kind = self.rules.ruleset.figure(figure).expect("a figure");
        (0..2).map(|p| self.state().supply(Player(p), kind)).collect()
    }

    /// Effects of a log as `effect rule`, but for those of the course of the game.
    pub(crate) fn told(&self, log: &Log) -> Vec<String> {
        let one = |l: &bastide::core::Logged| {
            format!("{} {}", l.effect.name(), self.rules.ruleset.rule_name(l.rule))
        };
        let told = log.effects.iter().filter(|l| EFFECTS.contains(&l.effect.name()));
        told.map(one).collect()
    }

    /// Plays at random to the end; `look` sees the table after every step.
    pub(crate) fn random(&mut self, seed: u64, mut look: impl FnMut(&Table, &Log)) {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
        for _ in 0..5000 {
            let decision = self.decision();
            if decision.options.is_empty() {
                assert!(self.state().is_over());
                return;
            }
            let i = if decision.weights.is_empty() {
                dice.below(decision.options.len())
            } else {
                let sum: u32 = decision.weights.iter().sum();
                let mut k = dice.below(sum as usize) as u32;
                decision
                    .weights
                    .iter()
                    .position(|w| {
                        let here = k < *w;
                        k = k.saturating_sub(*w);
                        here
                    })
                    .unwrap_or(0)
            };
            let log = self.go(decision.options[i].action().expect("an option"));
            look(self, &log);
        }
        panic!("the game never ends");
    }
}

/// Thirty random games on both engines.
pub(crate) fn thirty(expansions: &str, modules: &[NativeModule]) {
    let mut table = Table::new(expansions, modules);
    let start = table.states.clone();
    for seed in 0..30 {
        table.states.clone_from(&start);
        table.random(seed, |_, _| {});
    }
}

/// What a rule can see of every segment's feature.
pub(crate) fn facts(rules: &Rules, state: &State) -> Vec<String> {
    let game = Game::new(&rules.ruleset, state);
    (0..state.node_count() as u16)
        .map(SegmentId)
        .map(|n| {
            let first = state.members(n).min();
            let tags: Vec<i32> = (0..16).map(|lane| game.tag(n, lane)).collect();
            let (tiles, open) = (game.tile_count(n), game.open_ends(n));
            format!(
                "{first:?} {tiles} {open} {tags:?} {} {} {:?}",
                game.is_complete(n),
                game.is_occupied(n),
                game.figures_in(n)
            )
        })
        .collect()
}
