//! What must not work leaves everything as it was, and says who and why.

use bastide::Rules;
use bastide::core::decl::Value;
use bastide::core::ids::Player;
use bastide::core::ruleset::{RESTRICTIONS, Waived};
use bastide::core::{Answer, Context, Event, Fault, HookError, Name, NativeModule, Offer, Refusal};

use super::support::{Table, names};

names! {
    TRIP = Name::Rule("faulty.trip");
    FIRST = Name::Rule("faulty.first");
    SECOND = Name::Rule("faulty.second");
}

const MODULE: NativeModule = NativeModule {
    id: "faulty",
    functions: &[
        ("trip", trip),
        ("stumble", stumble),
        ("clash", clash),
        ("second", second),
        ("keep", |_, _, _| {}),
        ("greedy", greedy),
        ("lift", lift),
    ],
    names: NAMES,
    depends: &[],
};

fn trip(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.pay(e.actor, 5, cx.rule(TRIP));
    for _ in 0..2 {
        cx.game.figures().for_each(|f| out.send_home(f, cx.rule(TRIP)));
    }
}

fn stumble(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.pay(e.actor, 5, cx.rule(TRIP));
    out.weight(1);
}

fn clash(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.send_home(e.figure, cx.rule(FIRST));
}

fn second(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.send_home(e.figure, cx.rule(SECOND));
}

fn greedy(cx: &Context<'_>, _: &Event, score: &mut Answer) {
    score.pay(Player(0), 100, cx.rule(TRIP));
}

fn lift(cx: &Context<'_>, _: &Event, offers: &mut Answer) {
    let of = |name: &str| RESTRICTIONS.iter().position(|r| *r == name).map_or(0, |i| 1 << i);
    let own = cx.game.rules.expansion("faulty");
    let restrictions =
        match own.and_then(|x| cx.game.rules.expansions[x.index()].options.get("lifts")) {
            Some(Value::Text(word)) if word == "law" => of("edge"),
            Some(Value::Text(word)) => of(word),
            _ => 0,
        };
    let waives = Waived { restrictions, rules: Vec::new() };
    offers.offer(Offer { rule: cx.rule(TRIP), waives, ..Offer::default() });
}

const GAME: &str = "faulty = { path = \"faulty\" }";

/// Tries an action on both sides; neither may leave a trace. The two faults.
fn fails(t: &mut Table, action: &str) -> [HookError; 2] {
    let action = t.read(action);
    let bytes = |t: &Table| {
        t.states.iter().map(|s| serde_json::to_string(s).expect("text")).collect::<Vec<_>>()
    };
    let before = bytes(t);
    let faults = t.apply(action).map(|result| match result {
        Err(Refusal::Hook(e)) => e,
        other => panic!("{other:?}"),
    });
    assert_eq!(bytes(t), before, "the state is byte for byte as before");
    faults
}

fn table() -> Table {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act("deploy meeple road@E");
    t.lay("base/E 0,-1 r2");
    t
}

#[test]
fn an_impossible_effect_names_both_sides() {
    let mut t = table();
    for e in fails(&mut t, "faulty/trip") {
        assert_eq!(
            (e.expansion.as_str(), e.hook.as_str(), e.fault.code.as_str()),
            ("faulty", "trip", "L0210")
        );
        let en = &e.fault.what.en;
        assert!(en.contains("`returned`") && en.contains("`faulty.trip` came before it"), "{en}");
    }
    let clash = t.starting("faulty/clash");
    for e in fails(&mut t, &clash[0]) {
        let en = &e.fault.what.en;
        assert_eq!(e.hook, "second");
        assert!(en.contains("`returned` by `faulty.first` came before it"), "{en}");
    }
    t.act("pass");
}

#[test]
fn a_handler_that_fails_half_way_never_happened() {
    let mut t = table();
    let [native, script] = fails(&mut t, "faulty/stumble");
    assert!(native.fault.what.en.contains("`weight` is not an answer"), "{native}");
    assert!(script.fault.what.en.contains("stumbled"), "{script}");
    t.act("deploy meeple field@N");
}

#[test]
fn a_query_that_answers_with_effects_is_refused_by_name() {
    let mut t = table();
    let [native, script] = fails(&mut t, "deploy meeple city@S");
    assert_eq!((native.hook.as_str(), script.hook.as_str()), ("greedy", "greedy"));
    assert!(native.fault.what.en.contains("`effect` is not an answer"), "{native}");
    let en = &script.fault.what.en;
    assert!(en.contains("out:pay") && en.contains("scoring.points"), "{en}");
    t.act("pass");
}

#[test]
fn an_offer_that_waives_what_is_never_asked_is_refused() {
    for (lifts, names) in [("empty", "`deployment.offer` cannot waive `empty`"), ("law", "`edge`")]
    {
        let mut t = Table::new(&lifting(lifts), &[MODULE]);
        t.act("draw base/U");
        for e in fails(&mut t, "place base/U 1,0 r0") {
            let Fault { code, what, help, .. } = &e.fault;
            assert_eq!((e.hook.as_str(), code.as_str()), ("lift", "L0216"), "{what:?}");
            assert!(what.en.contains(names) && what.fr != what.en, "{what:?}");
            assert!(help.as_ref().is_some_and(|h| h.en.contains("`occupied`")), "{help:?}");
        }
    }
    let mut t = Table::new(&lifting("price"), &[MODULE]);
    let [native, script] = fails(&mut t, "draw base/U");
    assert!(native.fault.what.en.contains("`price`"), "{native}");
    assert_eq!(script.fault.what, native.fault.what);
    assert!(script.fault.span.is_some(), "it has a place in the script");
}

fn lifting(word: &str) -> String {
    format!("faulty = {{ path = \"faulty\", lifts = \"{word}\" }}")
}

/// What came of a game by chance in which something comes too late: the fault that stopped it.
fn stopped(late: &str) -> Fault {
    let setup =
        super::support::setup(&format!("faulty = {{ path = \"faulty\", late = \"{late}\" }}"));
    let rules = Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut game = match bastide::Game::new(rules, 1) {
        Ok(game) => game,
        Err(mut faults) => return faults.remove(0),
    };
    while !game.is_over() {
        let done = if game.actor() == Player::CHANCE {
            game.act_chance()
        } else {
            // Whatever else there is fails by itself.
            let offered: Vec<String> = game.offered().iter().map(ToString::to_string).collect();
            let such = |word: &str| offered.iter().find(|option| option.contains(word));
            let choice = such("place ").or_else(|| such(" road@")).or_else(|| such("pass"));
            let action =
                game.parse(choice.expect("something to choose")).expect("as it is written");
            game.act(action)
        };
        match done {
            Ok(_) => {}
            Err(bastide::game::Refused::Fault(fault)) => return *fault,
            Err(other) => panic!("{other}"),
        }
    }
    panic!("`{late}` is ignored in silence")
}

#[test]
fn what_comes_too_late_to_change_anything_is_said() {
    for (late, word) in [
        ("parts", "`parts`: the last part of the turn has ended"),
        ("skip", "`skip`: the last part of the turn has ended"),
        ("unbegun", "`skip`: the turn has not begun"),
        ("turn", "`turn`: the final scoring has begun"),
        ("draw", "`draw`: the final scoring has begun"),
        ("place", "`place`: the final scoring has begun"),
    ] {
        let fault = stopped(late);
        assert!(fault.code == "L0210" && fault.what.en.contains(word), "{late}: {fault}");
        assert!(fault.span.is_some() && fault.what.fr != fault.what.en, "{late}: {fault:?}");
    }
}
