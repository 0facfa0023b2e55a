//! What is to be chosen between: weights, offers, reasons; and what a failed action leaves behind.

use super::{Table, declared, edge, hook, plain, step, tile, verb};
use crate::answer::{Answer, Offer};
use crate::choice::Action;
use crate::decl::{self, Target};
use crate::engine::Refusal;
use crate::hooks::Event;
use crate::ids::{
    Cell, FigureId, FigureKindId, Player, RuleId, SegmentId, StepId, TokenId, VerbId,
};
use crate::limits::{OFFERS_MAX, SCORE_MAX, WEIGHTS_MAX};
use crate::score::{Claim, Returns};
use crate::state::{FigurePlace, State};

#[test]
fn a_weight_belongs_to_the_number_that_it_was_given_with() {
    let expansion = decl::Expansion {
        steps: vec![step("roll", &["stay", "go"])],
        verbs: vec![verb("stay"), verb("go")],
        hooks: vec![
            hook("at.after_place", "push"),
            hook("ask.roll", "more"),
            hook("ask.roll", "roll"),
            hook("do.stay", "nothing"),
            hook("do.go", "nothing"),
        ],
        ..declared()
    };
    let mut table = Table::new(2, expansion, &[plain(9)], |name, _, _, out| match name {
        "push" => out.push(StepId(0), Player::CHANCE, &[]),
        "more" => out.invoke(VerbId(0), 7),
        "roll" => {
            out.roll(1, 1);
            out.roll(2, 98);
        }
        _ => {}
    });
    table.enter_step();
    let decision = table.decision();
    let weight = |action: Action| {
        let i = decision.options.iter().position(|o| o.action() == Some(action));
        i.map(|i| decision.weights[i])
    };
    let verb = |verb, target| Action::Invoke { verb: VerbId(verb), target };
    let weights = [verb(0, 0), verb(1, 0), verb(0, 7)].map(weight);
    assert_eq!(weights, [Some(1); 3], "what has no weight of its own has one");
    let rolls = [1, 2].map(|value| weight(Action::Roll { value }));
    assert_eq!(rolls, [Some(1), Some(98)]);
}

#[test]
fn weights_that_nobody_can_add_up_are_a_fault() {
    let expansion = decl::Expansion {
        steps: vec![step("roll", &[])],
        hooks: vec![hook("at.after_place", "push"), hook("ask.roll", "roll")],
        ..declared()
    };
    let mut table = Table::new(2, expansion, &[plain(9)], |name, _, _, out| {
        if name == "push" {
            out.push(StepId(0), Player::CHANCE, &[]);
        } else {
            out.roll(1, WEIGHTS_MAX);
            out.roll(2, 1);
        }
    });
    table.first().expect("a draw");
    assert_eq!(fault(table.first()), ("E0017".into(), "roll".into()));
}

/// Code and function of the fault that stopped an action.
fn fault(done: Result<(), Refusal>) -> (String, String) {
    match done.expect_err("a fault") {
        Refusal::Hook(e) => (e.fault.code.clone(), e.hook.clone()),
        other => panic!("{other}"),
    }
}

/// Offers a number under each of so many offers, each at its own price.
fn offer(out: &mut Answer, from: usize, to: usize) {
    for n in from..to {
        out.offer(Offer {
            rule: RuleId(0),
            price: Some((TokenId(0), n as u16)),
            ..Offer::default()
        });
        out.invoke(VerbId(0), n as u32);
    }
}

fn shop(hooks: Vec<decl::Subscription>) -> decl::Expansion {
    decl::Expansion {
        tokens: vec![decl::Token {
            name: "coin".into(),
            supply: decl::Supply::Each(999),
            ..decl::Token::default()
        }],
        steps: vec![step("shop", &[])],
        verbs: vec![decl::Verb { target: Target::Number, ..verb("take") }],
        hooks: [vec![hook("at.after_place", "push"), hook("do.take", "nothing")], hooks].concat(),
        ..declared()
    }
}

#[test]
fn every_option_stands_under_its_own_offer() {
    let hooks = vec![hook("ask.shop", "some"), hook("ask.shop", "others")];
    let mut table = Table::new(2, shop(hooks), &[plain(9)], |name, _, _, out| match name {
        "push" => out.push(StepId(0), Player(0), &[]),
        "some" => offer(out, 1, 151),
        "others" => offer(out, 151, OFFERS_MAX + 1),
        _ => {}
    });
    table.enter_step();
    let decision = table.decision();
    assert_eq!(decision.options.len(), OFFERS_MAX);
    for option in &decision.options {
        let Some(Action::Invoke { target, .. }) = option.action() else { panic!("a verb") };
        let price = decision.offering(&table.rules, *option).price;
        assert_eq!(price, [(TokenId(0), target as u16)]);
    }
    table.act(decision.options[OFFERS_MAX - 1].action().expect("an option")).expect("a purchase");
    assert_eq!(table.state.tokens(TokenId(0), Player(0)), 999 - OFFERS_MAX as i16);
}

#[test]
fn more_offers_than_can_be_kept_apart_are_a_fault() {
    let one = vec![hook("ask.shop", "some")];
    let mut table = Table::new(2, shop(one), &[plain(9)], |name, _, _, out| match name {
        "push" => out.push(StepId(0), Player(0), &[]),
        "some" => offer(out, 0, OFFERS_MAX + 1),
        _ => {}
    });
    table.first().expect("a draw");
    assert_eq!(fault(table.first()), ("E0016".into(), "some".into()));
    let two = vec![hook("ask.shop", "some"), hook("ask.shop", "others")];
    let mut table = Table::new(2, shop(two), &[plain(9)], |name, _, _, out| match name {
        "push" => out.push(StepId(0), Player(0), &[]),
        "some" => offer(out, 0, 200),
        "others" => offer(out, 200, 400),
        _ => {}
    });
    table.first().expect("a draw");
    assert_eq!(fault(table.first()), ("E0016".into(), "others".into()));
}

#[test]
fn declared_offers_beyond_the_limit_are_a_fault() {
    let places = (0..=OFFERS_MAX).map(|n| decl::PlacePattern {
        rule: format!("mine.place{n}"),
        at: vec!["place".into()],
        ..decl::PlacePattern::default()
    });
    let expansion = decl::Expansion { places: places.collect(), ..declared() };
    let mut table = Table::new(2, expansion, &[plain(9)], |_, _, _, _| {});
    assert_eq!(fault(table.first()), ("E0016".into(), String::new()));
}

/// Ann's man comes home only if his own claim is paid.
fn claims(name: &str, state: &State, _: &Event, out: &mut Answer) {
    let claim = |owners, returns| Claim {
        rule: RuleId(0),
        node: SegmentId(0),
        owners,
        complete: false,
        last: false,
        returns,
    };
    match name {
        "points" => out.flat(RuleId(0), 5),
        "both" => {
            out.claim(claim(0b01, Returns::One(FigureId(0))));
            out.claim(claim(0b10, Returns::Nobody));
        }
        "one" => out.claim(claim(0b01, Returns::Nobody)),
        _ => assert!(state.players() > 0),
    }
}

#[test]
fn nobody_goes_home_for_an_action_that_failed() {
    let mut expansion = decl::Expansion {
        verbs: ["both", "one"]
            .map(|name| decl::Verb { at: vec!["action".into()], ..verb(name) })
            .into(),
        hooks: vec![
            hook("scoring.points", "points"),
            hook("do.both", "both"),
            hook("do.one", "one"),
        ],
        ..declared()
    };
    expansion.features[0].claim = decl::Claimable::Yes;
    let mut table = Table::new(2, expansion, &[plain(9)], claims);
    let deploy = Action::Deploy { figure: FigureKindId(0), node: SegmentId(1) };
    for _ in 0..2 {
        table.first().expect("a tile");
    }
    table.act(deploy).expect("a man");
    for _ in 0..2 {
        table.first().expect("a tile");
    }
    table.state.score[1] = SCORE_MAX;
    let invoke = |verb| Action::Invoke { verb: VerbId(verb), target: 0 };
    assert_eq!(fault(table.act(invoke(0))).0, "E0006", "Bob has all the points that there are");
    table.state.score[1] = 0;
    table.act(invoke(1)).expect("points");
    assert_eq!(table.state.figures[0].place, FigurePlace::Segment, "his own claim was never paid");
    assert_eq!(table.state.scores(), [5, 0]);
}

#[test]
fn why_not_in_a_step_of_an_expansion_is_the_rule_that_forbids_the_place() {
    let expansion = decl::Expansion {
        edges: vec![edge("grass"), edge("rock")],
        zones: vec![decl::Zone {
            name: "hand".into(),
            per_player: true,
            sees: decl::Sees::All,
            start: decl::Laid::Always(vec!["mine/rock".into()]),
            ..decl::Zone::default()
        }],
        steps: vec![step("use", &["keep"])],
        verbs: vec![verb("keep")],
        places: vec![decl::PlacePattern {
            rule: "mine.use".into(),
            at: vec!["use".into()],
            zone: Some("hand".into()),
            ..decl::PlacePattern::default()
        }],
        hooks: vec![hook("at.after_place", "push"), hook("do.keep", "nothing")],
        ..declared()
    };
    let tiles = [plain(9), tile("mine/rock", 0, "rock", (0, 0))];
    let mut table = Table::new(2, expansion, &tiles, |name, _, _, out| {
        if name == "push" {
            out.push(StepId(0), Player(0), &[]);
        }
    });
    table.enter_step();
    let mut why = |id: &str, x: i16, y: i16| -> Vec<String> {
        let tile = table.rules.tile_type(id).expect("a tile");
        let action = Action::Place { tile, cell: Cell::new(x, y), rotation: 0, over: None };
        let reasons = table.engine.why_not(&table.state, action).expect("reasons");
        reasons.iter().map(|r| table.rules.rule_name(r.rule).to_owned()).collect()
    };
    assert_eq!(why("mine/rock", 0, 1), ["core.edge"]);
    assert_eq!(why("mine/rock", 0, 0), ["core.empty"]);
    assert_eq!(why("mine/rock", 9, 9), ["core.adjacent"]);
    assert_eq!(why("mine/plain", 0, 1), ["core.not-offered"], "nobody holds one");
}
