//! A small game written out by hand: three terrains, a few tiles, one scripted expansion.
#![allow(clippy::unwrap_used, clippy::result_large_err, dead_code, unreachable_pub, missing_docs)]

use std::rc::Rc;
use std::sync::Arc;

use bastide_core::decl::{
    Choosing, Claimable, Condition, EdgeKind, Expansion, FeatureKind, FigureKind, Final, Lies,
    Merge, Part, Rule, Segment, StateKey, Step, Subscription, Supply, Tag, Target, Tile, Token,
    Verb, Zone,
};
use bastide_core::ids::Player;
use bastide_core::{Action, DataOnly, Engine, Fault, Handlers, Log, Ruleset, State};
use bastide_script::{Limits, ScriptHandlers, Scripts, Vm};

/// Land of roads, fields and cities.
pub fn land() -> Expansion {
    let edge = |name: &str| EdgeKind { name: name.into(), meets: vec![name.into()] };
    let kind = |name: &str, order, lies, completes| FeatureKind {
        name: name.into(),
        order,
        edge: Some(name.into()),
        lies,
        completes,
        claim: Claimable::Yes,
        takes: vec!["meeple".into()],
        ..FeatureKind::default()
    };
    let field = FeatureKind {
        fills: true,
        borders: vec!["city".into()],
        ..kind("field", 30, Lies::Rest, false)
    };
    Expansion {
        id: "land".into(),
        edges: vec![edge("road"), edge("field"), edge("city")],
        features: vec![
            kind("road", 10, Lies::Middle, true),
            kind("city", 20, Lies::Whole, true),
            field,
        ],
        figures: vec![FigureKind {
            name: "meeple".into(),
            class: vec!["meeple".into()],
            supply: Supply::Each(3),
            ..FigureKind::default()
        }],
        finals: vec![Final {
            name: "rest".into(),
            order: 100,
            rule: "land.rest".into(),
            features: vec!["road".into(), "city".into()],
            ..Final::default()
        }],
        start: Some(bastide_core::decl::Start {
            tiles: vec![bastide_core::decl::StartTile {
                tile: "land/end".into(),
                ..Default::default()
            }],
            ..bastide_core::decl::Start::default()
        }),
        rules: vec![rule("land.rest")],
        ..Expansion::default()
    }
}

pub fn rule(id: &str) -> Rule {
    Rule { id: id.into(), ..Rule::default() }
}

/// Roads with an end in the east, and straight through.
pub fn tiles() -> Vec<Tile> {
    let edges = |e: [&str; 4]| e.map(str::to_owned);
    let road = |places| Segment {
        kind: "road".into(),
        places,
        tags: vec![("inn".into(), 1)],
        borders: Vec::new(),
    };
    let field = |places| Segment { kind: "field".into(), places, ..Segment::default() };
    // Bits: NL NM NR EL EM ER SL SM SR WL WM WR.
    vec![
        Tile {
            id: "land/end".into(),
            count: 4,
            edges: edges(["field", "road", "field", "field"]),
            segments: vec![road(0b0000_0001_0000), field(0b1111_1110_1111)],
            ..Tile::default()
        },
        Tile {
            id: "land/through".into(),
            count: 6,
            edges: edges(["field", "road", "field", "road"]),
            segments: vec![
                road(0b0100_0001_0000),
                field(0b1000_0000_1111),
                field(0b0011_1110_0000),
            ],
            tags: vec![("wind".into(), 4)],
            ..Tile::default()
        },
    ]
}

/// The expansion under test: hooks as (hook, function).
pub fn mine(hooks: &[(&str, &str)]) -> Expansion {
    let sub = |(on, call): &(&str, &str)| Subscription {
        on: (*on).into(),
        call: (*call).into(),
        ..Subscription::default()
    };
    Expansion {
        id: "mine".into(),
        options: [
            ("most".to_owned(), bastide_core::decl::Value::Int(10)),
            ("how".to_owned(), bastide_core::decl::Value::Text("zero".into())),
        ]
        .into(),
        tags: vec![
            Tag { name: "inn".into(), on: vec!["road".into()], merge: Merge::Add },
            Tag { name: "wind".into(), on: vec!["tile".into()], merge: Merge::Add },
        ],
        zones: vec![Zone { name: "bag".into(), ..Zone::default() }],
        tokens: vec![Token { name: "coin".into(), supply: Supply::Each(2), ..Token::default() }],
        steps: vec![
            Step {
                name: "again".into(),
                verbs: vec!["jump".into()],
                pass: Some("mine.pass".into()),
                ..Step::default()
            },
            Step {
                name: "guest".into(),
                takes: vec![Target::Figure, Target::Tile],
                pass: Some("mine.pass".into()),
                ..Step::default()
            },
        ],
        verbs: vec![Verb {
            name: "jump".into(),
            rule: "mine.jump".into(),
            target: Target::Segment,
            choosing: Choosing {
                parts: vec![Part {
                    condition: Condition::Word("kind".into(), vec!["road".into()]),
                    rule: None,
                }],
                ..Choosing::default()
            },
            ..Verb::default()
        }],
        state: vec![
            StateKey { name: "seen".into(), ..StateKey::default() },
            StateKey {
                name: "from".into(),
                per: bastide_core::decl::Per::Tile,
                default: -1,
                ..StateKey::default()
            },
            StateKey { name: "queue".into(), list: 3, ..StateKey::default() },
        ],
        hooks: hooks.iter().map(sub).collect(),
        rules: ["mine.a", "mine.b", "mine.jump", "mine.pass", "mine.veto"].map(rule).into(),
        ..Expansion::default()
    }
}

pub fn build(expansions: &[Expansion]) -> Arc<Ruleset> {
    Arc::new(Ruleset::build(2, expansions, &tiles()).unwrap_or_else(|faults| panic!("{faults:#?}")))
}

pub fn vm() -> Rc<Vm> {
    Rc::new(Vm::new(Limits::default()).unwrap())
}

/// An engine in which `mine` is a script.
pub fn engine(hooks: &[(&str, &str)], source: &str) -> Result<Engine, Fault> {
    engine_by(Scripts::chosen()?, hooks, source)
}

/// Returns an engine like `engine`, with handlers run in one of the ways.
pub fn engine_by(scripts: Scripts, hooks: &[(&str, &str)], source: &str) -> Result<Engine, Fault> {
    let rules = build(&[land(), mine(hooks)]);
    let vm = Rc::new(Vm::running(Limits::default(), scripts)?);
    let script = ScriptHandlers::new(vm, "mine", "mine/init.lua", source, &rules)?;
    let handlers = rules.expansions.iter().map(|e| &e.id).fold(
        (Vec::<Box<dyn Handlers>>::new(), Some(script)),
        |(mut all, mut script), id| {
            match id.as_str() {
                "mine" => all.push(Box::new(script.take().unwrap())),
                _ => all.push(Box::new(DataOnly)),
            }
            (all, script)
        },
    );
    Ok(Engine::new(rules, handlers.0))
}

/// A table at which the first tile was placed: the next thing asked is an action.
pub struct Table {
    pub engine: Engine,
    pub state: State,
    pub log: Log,
}

impl Table {
    pub fn new(hooks: &[(&str, &str)], source: &str) -> Self {
        Self::by(Scripts::chosen().unwrap(), hooks, source)
    }

    /// A table whose handlers are run in one of the ways.
    pub fn by(scripts: Scripts, hooks: &[(&str, &str)], source: &str) -> Self {
        let mut engine = engine_by(scripts, hooks, source).unwrap_or_else(|f| panic!("{f:#?}"));
        let mut log = Log::default();
        let state = engine.start(Player(0), &mut log).unwrap_or_else(|e| panic!("{e:#?}"));
        Self { engine, state, log }
    }

    /// Takes the first option of a test, or the first at all.
    pub fn act(&mut self, wanted: impl Fn(Action) -> bool) -> Result<(), Fault> {
        let decision = self.engine.decision(&self.state).map_err(|e| e.fault.clone())?;
        let options: Vec<Action> = decision.options.iter().filter_map(|c| c.action()).collect();
        let action = options.iter().copied().find(|a| wanted(*a)).unwrap_or(options[0]);
        match self.engine.apply(&mut self.state, action, &mut self.log) {
            Ok(()) => Ok(()),
            Err(bastide_core::Refusal::Hook(e)) => Err(e.fault.clone()),
            Err(other) => panic!("{other}"),
        }
    }

    /// Draws and places: what the action step asks comes next.
    pub fn place(&mut self) -> Result<(), Fault> {
        self.act(|_| true)?;
        self.act(|_| true)
    }

    /// Plays to the end, passing whatever can be passed.
    pub fn finish(&mut self) -> Result<(), Fault> {
        while !self.state.is_over() {
            self.act(|a| matches!(a, Action::Deploy { .. }))?;
        }
        Ok(())
    }

    /// Rules in the log, in order.
    pub fn rules(&self) -> Vec<String> {
        let name = |r| self.engine.rules().rule_name(r).to_owned();
        let effects = self.log.effects.iter().map(|l| name(l.rule));
        let terms = self.log.sheets.iter().flat_map(|s| s.terms.iter().map(|t| name(t.rule)));
        let mut all: Vec<String> = effects.chain(terms).filter(|n| n.starts_with("mine")).collect();
        all.sort();
        all
    }
}

/// Runs one handler of `on.placed` when the first tile is placed; its fault and the line it points at.
pub fn fault_of(body: &str) -> (Fault, String) {
    let source = format!(
        "local m = ...\nfunction m.run(game, event, out)\n  if event.start then return end\n  {body}\nend\n"
    );
    let mut table = Table::new(&[("on.placed", "run")], &source);
    table.act(|_| true).unwrap();
    let before = table.state.clone();
    let fault = table.act(|_| true).expect_err(body);
    assert!(table.state == before, "an error changes nothing: {body}");
    let line = fault.span.clone().map_or_else(String::new, |s| source[s].to_owned());
    (fault, line)
}
