//! Small rulesets, made by hand, in which the engine comes to the ends of its numbers.

mod limits;
mod listed;

use std::sync::Arc;

use crate::answer::Answer;
use crate::choice::{Action, Decision};
use crate::decl;
use crate::effect::NoLog;
use crate::engine::{Engine, Refusal};
use crate::fault::Fault;
use crate::handlers::Handlers;
use crate::hooks::Event;
use crate::ids::Player;
use crate::ruleset::{BuildError, Ruleset};
use crate::state::State;

/// What a function answers, by its name.
type Says = fn(&str, &State, &Event, &mut Answer);

struct Functions(Says);

impl Handlers for Functions {
    fn answer(
        &self,
        function: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let name = &rules.expansions[0].functions[usize::from(function)].0;
        (self.0)(name, state, event, answer);
        Ok(())
    }
}

/// An expansion with tiles of grass, and men who may stand on it.
fn declared() -> decl::Expansion {
    decl::Expansion {
        id: "mine".into(),
        edges: vec![edge("grass")],
        features: vec![decl::FeatureKind {
            name: "grass".into(),
            edge: Some("grass".into()),
            completes: true,
            takes: vec!["man".into()],
            ..decl::FeatureKind::default()
        }],
        tags: ["stones", "trees"]
            .map(|name| decl::Tag {
                name: name.into(),
                on: vec!["grass".into()],
                ..decl::Tag::default()
            })
            .into(),
        figures: vec![decl::FigureKind {
            name: "man".into(),
            class: vec!["man".into()],
            supply: decl::Supply::Each(3),
            ..decl::FigureKind::default()
        }],
        start: Some(decl::Start {
            tiles: vec![decl::StartTile {
                tile: "mine/plain".into(),
                ..decl::StartTile::default()
            }],
            ..decl::Start::default()
        }),
        ..decl::Expansion::default()
    }
}

fn edge(name: &str) -> decl::EdgeKind {
    decl::EdgeKind { name: name.into(), meets: vec![name.into()] }
}

/// A tile with the same edge all round, which is one feature with stones and trees.
fn tile(id: &str, count: u16, edge: &str, (stones, trees): (u8, u8)) -> decl::Tile {
    decl::Tile {
        id: id.into(),
        count,
        edges: [edge; 4].map(String::from),
        segments: vec![decl::Segment {
            kind: "grass".into(),
            places: 0xfff,
            tags: vec![("stones".into(), stones), ("trees".into(), trees)],
            ..decl::Segment::default()
        }],
        ..decl::Tile::default()
    }
}

fn plain(count: u16) -> decl::Tile {
    tile("mine/plain", count, "grass", (0, 0))
}

/// A subscription of a function.
fn hook(on: &str, call: &str) -> decl::Subscription {
    decl::Subscription { on: on.into(), call: call.into(), ..decl::Subscription::default() }
}

fn verb(name: &str) -> decl::Verb {
    decl::Verb { name: name.into(), rule: format!("mine.{name}"), ..decl::Verb::default() }
}

fn step(name: &str, verbs: &[&str]) -> decl::Step {
    let verbs = verbs.iter().map(|verb| (*verb).into()).collect();
    decl::Step { name: name.into(), verbs, ..decl::Step::default() }
}

/// What is wrong with declarations.
fn wrong(expansion: decl::Expansion, tiles: &[decl::Tile]) -> Vec<String> {
    let faults: Vec<BuildError> = Ruleset::build(2, &[expansion], tiles).expect_err("a fault");
    faults.into_iter().map(|fault| fault.what).collect()
}

/// A game that is played by hand.
struct Table {
    rules: Arc<Ruleset>,
    engine: Engine,
    state: State,
}

impl Table {
    fn new(players: u8, expansion: decl::Expansion, tiles: &[decl::Tile], says: Says) -> Self {
        let rules = Ruleset::build(players, &[expansion], tiles).expect("rules");
        let rules = Arc::new(rules);
        let mut engine = Engine::new(rules.clone(), vec![Box::new(Functions(says))]);
        let state = engine.start(Player(0), &mut NoLog).expect("a start");
        Self { rules, engine, state }
    }

    fn decision(&mut self) -> Decision {
        self.engine.decision(&self.state).expect("options")
    }

    fn act(&mut self, action: Action) -> Result<(), Refusal> {
        self.engine.apply(&mut self.state, action, &mut NoLog)
    }

    /// Takes the first option.
    fn first(&mut self) -> Result<(), Refusal> {
        let action = self.decision().options[0].action().expect("an option");
        self.act(action)
    }

    /// Takes the first option until a step of the expansion asks.
    fn enter_step(&mut self) {
        while self.decision().step < crate::step::OWN {
            self.first().expect("an option");
        }
    }
}
