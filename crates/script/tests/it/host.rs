//! Handlers in Lua: what they are given, what they answer, and what goes wrong at the border.
#![allow(clippy::unwrap_used, clippy::result_large_err, missing_docs)]

use bastide_core::ids::Player;
use bastide_core::{Action, Effect};

use crate::support::{Table, engine, fault_of};

#[test]
fn contributions_reach_the_score() {
    let source = "local m = ...
function m.road(game, claim, score)
  score:add('mine.a', 'tile', claim.feature.tiles, 1)
  if claim.complete then score:per('mine.b', '*', 1) else score:void('mine.b') end
end";
    let mut table = Table::new(&[("scoring.points", "road")], source);
    table.finish().unwrap();
    assert!(!table.log.sheets.is_empty());
    for sheet in &table.log.sheets {
        let expected = if sheet.claim.complete { 4 } else { 0 };
        assert!(sheet.value >= expected && (sheet.value == 0) != sheet.claim.complete, "{sheet:?}");
    }
}

#[test]
fn all_units_have_a_rate_and_no_number() {
    for method in ["score:add('mine.a', '*', 2, 1)", "score:count('mine.a', '*', 1)"] {
        let source = format!("local m = ...\nfunction m.road(game, claim, score)\n  {method}\nend");
        let mut table = Table::new(&[("scoring.points", "road")], &source);
        let fault = table.finish().unwrap_err();
        assert_eq!(fault.code, "L0211", "{method}: {fault:#?}");
    }
}

#[test]
fn an_amount_that_comes_to_nothing_is_told() {
    let source = "local m = ...
function m.run(game, event, out) out:pay(game.turn, 0, 'mine.a') end";
    let mut table = Table::new(&[("on.placed", "run")], source);
    table.finish().unwrap();
    assert!(table.rules().contains(&"mine.a".to_owned()));
}

#[test]
fn the_same_thing_is_the_same_handle() {
    let body = "local t = event.tile
  assert(t == game.placed and t == game:tile_at(t.x, t.y))
  local s = t:segments('road')[1]
  assert(s.tile == t and s.feature == s.feature and s.feature:segments()[1].feature == s.feature)
  assert(game:players()[1] == game.turn and game.turn.next.next == game.turn)
  assert(tostring(t) == 'tile 1' and tostring(game.turn) == 'player 1' and tostring(game) == 'game')
  assert(game.option.most == 10 and game.option.how == 'zero')
  assert(#game:segments { kind = 'road', placed = true } == 1 and #game:features('road') >= 1)
  assert(game.turn:tokens('coin') == 2 and game.turn:supply('meeple') == 3)
  assert(game:get('seen') == 0 and game:get('from', t) == -1 and #game:list('queue') == 0)
  error('reached the end')";
    let (fault, line) = fault_of(body);
    assert_eq!(fault.what.en, "reached the end", "{fault:#?} {line}");
}

#[test]
fn a_tag_of_a_tile_is_a_number() {
    let source = "local m = ...
function m.run(game, event, out)
  local tile = event.tile
  assert(tile:tag('wind') == tile.type:tag('wind'))
  out:set('seen', game:get('seen') + tile:tag('wind'))
end";
    let mut table = Table::new(&[("on.placed", "run")], source);
    table.finish().unwrap();
    let rules = table.engine.rules();
    let mine = rules.expansion("mine").unwrap();
    let seen =
        bastide_core::Game::new(rules, &table.state).get(rules.state_key(mine, "seen").unwrap(), 0);
    assert_eq!(seen, 6 * 4, "six tiles with a four");
}

#[test]
fn a_tile_is_drawn_into_a_zone_of_the_game() {
    let source = "local m = ...
function m.run(game, event, out)
  if not event.start then out:draw('bag') end
end";
    let mut table = Table::new(&[("on.placed", "run")], source);
    table.place().unwrap();
    table.act(|a| matches!(a, Action::Draw { .. })).unwrap();
    let owners: Vec<Player> = table.state.zoned().map(|zoned| zoned.1).collect();
    assert_eq!(owners, [Player::NONE], "nobody's, and nobody had to be named");
}

#[test]
fn effects_are_applied_after_the_handler() {
    let source = "local m = ...
function m.run(game, event, out)
  if event.start then return end
  local road = event.tile:segments('road')[1]
  out:tag(road, 'inn', 2, 'mine.a')
  out:token(game.turn, 'coin', 3, 'mine.a')
  out:pay(game.turn, 5, 'mine.b')
  out:pay(game.turn.next, -2, 'mine.b') -- even below 0
  out:set('seen', 7)
  out:set('from', 3, event.tile)
  out:add('queue', game.turn.next)
  out:push('again', game.turn.next, road, 9)
  assert(road:tag('inn') == 1 and game.turn.score == 0)
end
m['do'].jump = function(game, step, out)
  assert(step.name == 'jump' and step.actor == game:players()[2] and step:number(2) == 9)
  assert(step:segment(1).tile == game.placed and step.target.kind == 'road')
  assert(step.target:tag('inn') == 3 or step.target ~= step:segment(1))
  assert(game:get('seen') == 7 and game:get('from', game.placed) == 3 and game:has('queue', step.actor))
  out:note(step.actor, 'mine.jump')
end";
    let mut table = Table::new(&[("on.placed", "run"), ("do.jump", "do.jump")], source);
    table.place().unwrap();
    assert_eq!(table.state.scores(), [5, -2], "{:#?}", table.log);
    assert_eq!(table.engine.actor(&table.state), Player(1), "the pushed step is asked");
    table.act(|a| matches!(a, Action::Invoke { .. })).unwrap();
    let noted = |l: &bastide_core::Logged| matches!(l.effect, Effect::Noted { player: Player(1) });
    assert!(table.log.effects.iter().any(noted));
    assert_eq!(table.rules(), ["mine.a", "mine.a", "mine.b", "mine.b", "mine.jump"]);
}

#[test]
fn vetoes_see_the_whole_list_once() {
    let source = "local m = ...
function m.veto(game, step, options, refuse)
  local n = 0
  for option in options:each() do
    n = n + 1
    if option.kind == 'place' and option.rotation ~= 0 then refuse(option, 'mine.veto') end
  end
  assert(n == options.count and step.name == 'place')
  for place in options:each('place') do
    for side = 0, 3 do
      local beside = place:neighbour(side)
      if beside then assert(beside:edge((side + 2) % 4) == place:edge(side)) end
    end
    assert(game:fits(place.type, place.x, place.y, place.rotation))
  end
end";
    let mut table = Table::new(&[("placement.veto", "veto")], source);
    table.act(|_| true).unwrap();
    let decision = table.engine.decision(&table.state).unwrap();
    let turned = |c: &bastide_core::Choice| matches!(c.action(), Some(Action::Place { rotation, .. }) if rotation > 0);
    assert!(!decision.options.is_empty() && !decision.options.iter().any(turned));
}

#[test]
fn offers_stand_beside_the_core_s_own() {
    let source = "local m = ...
function m.more(game, step, offers)
  offers:offer { rule = 'mine.jump', free = true, price = { coin = 1 }, waives = { 'elsewhere', 'mine.veto' } }
  for _, road in ipairs(game:segments { kind = 'road', occupied = false }) do offers:invoke('jump', road) end
end";
    let mut table = Table::new(&[("deployment.offer", "more")], source);
    table.place().unwrap();
    for left in [1, 0] {
        table.act(|a| matches!(a, Action::Invoke { .. })).unwrap();
        assert_eq!(table.state.tokens(bastide_core::ids::TokenId(0), Player(0)), left);
    }
    let decision = table.engine.decision(&table.state).unwrap();
    let invokes = |c: &bastide_core::Choice| matches!(c.action(), Some(Action::Invoke { .. }));
    assert!(!decision.options.iter().any(invokes), "no coins, no offer");
}

#[test]
fn the_border_converts_nothing() {
    let cases: &[(&str, &str)] = &[
        ("game:segments { sheltered = true }", "a condition on `segment` has no fact `sheltered`"),
        (
            "game:figures { closed_by = event.tile.type }",
            "a condition on `figure` has no fact `closed_by`",
        ),
        ("game:figures { owner = event.tile }", "a condition on `player` is given a tile"),
        ("game:figures { kind = game }", "argument `condition` must be a table, a word"),
        ("game:figures { kind = 3 }", "`kind` of a condition is compared with something else"),
        ("game:figures { [game.turn] = true }", "has words for keys, or is a list"),
        ("game:figures { 'road', kind = 'meeple' }", "has words for keys, or is a list"),
        ("game:tiles { state = { queue = 1 } }", "`queue` is a list, no number"),
        ("game:tiles { state = 'seen' }", "`seen` is kept per game, and asked of a tile"),
        (
            "game:figures { happened = { on = 'placed', since = 'part' } }",
            "`placed` tells of no figure",
        ),
        (
            "game:figures { happened = { on = 'moved', since = 'part' } }",
            "nobody keeps in mind whether `moved` happened",
        ),
        ("game:figures { now = { exists = { figur = true } } }", "`exists` cannot be `figur`"),
        ("game:tiles { near = { shape = 3 } }", "`shape` of a condition is compared"),
        ("game:players('owm')", "`is` cannot be `owm`"),
        ("local t = {} t.no = t game:tiles(t)", "deeper than 8 tables"),
        ("out:pay(game.turn, 2.5, 'mine.a')", "argument `n` must be a whole number, got 2.5"),
        ("out:pay(game.turn, 0/0, 'mine.a')", "argument `n` must be a whole number, got NaN"),
        ("out:pay(game.turn, math.huge, 'mine.a')", "argument `n` must be a whole number, got inf"),
        ("out:pay(game.turn, 2^53 + 1, 'mine.a')", "argument `n` must be a whole number"),
        (
            "out:pay(game.turn, '3', 'mine.a')",
            "argument `n` must be a whole number, got the text \"3\"",
        ),
        ("out:pay(game.turn, 2^30, 'mine.a')", "from -1000000 to 1000000"),
        ("out:pay(game.turn, nil, 'mine.a')", "argument `n` is missing"),
        ("out:pay(game.turn, 1)", "argument `rule` is missing"),
        ("out:pay(game.turn, 1, 'mine.a', 2)", "one argument too many"),
        ("out:pay(1, 1, 'mine.a')", "argument `player` must be a player, got 1"),
        ("out:pay(event.tile, 1, 'mine.a')", "argument `player` must be a player, got tile"),
        ("out:pay(game.turn, 1, 'mine.c')", "there is no rule `mine.c`"),
        ("out:pay(game.turn, 1, 'mine.a\\0')", "there is no rule `mine.a"),
        ("out:pay(game.turn, 1, ('x'):rep(100000))", "there is no rule `xxx"),
        ("out:token(game.turn, 'coni', 1, 'mine.a')", "there is no token `coni`"),
        ("out:set('sean', 1)", "there is no state of this expansion `sean`"),
        ("out:set('seen', 1, game.turn)", "argument `of` must be nothing"),
        ("out:set('from', 1)", "argument `of` is missing"),
        ("out:set('queue', 1)", "this state is a list"),
        ("out:push('rest', game.turn)", "there is no step of this expansion `rest`"),
        ("out:push('guest', game.turn, event.tile)", "`argument` must be a figure"),
        ("out:push('guest', game.turn, 3)", "`argument` must be a figure"),
        ("out:push('again', game.turn, 1, 2, 3, 4, 5, 6, 7, 8, 9)", "8 arguments at most"),
        ("event.tile:joined('rood')", "there is no edge `rood`"),
        ("event.tile:entry(1)", "argument `edge` must be a name in quotes, got 1"),
        (
            "out:claim { rule = 'mine.a', returns = game.turn }",
            "argument `returns` must be a figure, got player",
        ),
        (
            "out:claim { rule = 'mine.a', returns = 3 }",
            "argument `returns` must be a figure, got 3",
        ),
        ("event.tile:edge(4)", "a whole number from 0 to 3"),
        ("event.tile:edge(-1)", "a whole number from 0 to 3"),
        ("game:figures { clas = 'meeple' }", "has no fact `clas`"),
        ("game:log('placd')", "there is no effect `placd`"),
        ("return 3", "a handler returns nothing"),
        ("local score = game.scor", "a game has no `scor`"),
        ("event.tile.x = 4", "a tile cannot be written to"),
        ("event.tile:neigbour(1)", "this handle has no method `neigbour`"),
        ("event.tile:x()", "this handle has no method `x`"),
        ("local n = game.option.mots", "no option `mots`"),
        ("local n = game:option_of('mine', 'mots')", "`mine` has no option `mots`"),
        (
            "assert(game:option_of('mine', 'most') == 10 and not game:option_of('x', 'y')) error('so')",
            "so",
        ),
        ("game.option.most = 3", "attempt to modify a readonly table"),
        ("out:bonus(game.turn, 1, 'mine.a')", "`out:bonus` is not an answer of `on."),
        ("event.tile.edge(game.turn, 1)", "without its handle"),
        ("getmetatable(game).__index = nil", "attempt to index"),
    ];
    for (body, expected) in cases {
        let (fault, line) = fault_of(body);
        assert!(fault.what.en.contains(expected), "{body}\n{fault:#?}");
        assert_eq!(fault.file, "mine/init.lua", "{body}");
        // What a handler returns is known after its last line only.
        assert!(line == *body || expected.contains("returns"), "{body}: {line}");
        assert!(!fault.what.fr.is_empty());
    }
}

#[test]
fn suggestions_are_given() {
    let cases = [
        ("local n = event.tile.rotaton", "did you mean `rotation`?"),
        ("event.tile:neigbour(1)", "did you mean `neighbour`?"),
        ("event.tile:rotation()", "`rotation` is a field"),
        ("out:pay(game.turn, 1, 'mine.aa')", "did you mean `mine.a`?"),
        ("out:token(game.turn, 'coni', 1, 'mine.a')", "did you mean `coin`?"),
        ("game:figures { clas = 'meeple' }", "did you mean `class`?"),
        ("event.tile:around { kind = 'road' }", "write `kinds = "),
        ("game:features()[1]:range { itself = true }", "write `shape = 9`"),
        ("game:kinds { figure = 'meeple' }", "write `kind = "),
        ("game:features { without = 'inn' }", "write `no = { tag"),
        ("game:features { option = 'most' }", "ask `game.option`"),
        ("game:players('owm')", "did you mean `own`?"),
        ("local n = game:option_of('mine', 'mots')", "did you mean `most`?"),
    ];
    for (body, expected) in cases {
        let (fault, _) = fault_of(body);
        assert!(fault.help.as_ref().is_some_and(|h| h.en.contains(expected)), "{body}\n{fault:#?}");
    }
}

#[test]
fn an_answer_of_another_hook_is_refused() {
    let source = "local m = ...
local kept
function m.run(game, event, out) kept = out end
function m.veto(game, step, options, refuse) kept:pay(game.turn, 1, 'mine.a') end";
    let mut table = Table::new(&[("on.placed", "run"), ("placement.veto", "veto")], source);
    let fault = table.act(|_| true).unwrap_err();
    assert!(fault.what.en.contains("`out:pay` is not an answer of `placement.veto`"), "{fault:#?}");
}

#[test]
fn a_missing_function_is_found_when_the_game_is_set_up() {
    let fault =
        engine(&[("scoring.points", "road")], "local m = ...\nfunction m.raod() end").unwrap_err();
    assert!(fault.what.en.contains("`road`") && fault.file == "mine/init.lua", "{fault:#?}");
    assert!(fault.help.unwrap().en.contains("`raod`"));
}

#[test]
fn endless_handlers_are_stopped_and_the_game_goes_on() {
    let source = "local m = ...
function m.run(game, event, out)
  if event.start then return end
  if game.turn.index == 1 then while true do end end
end";
    let mut table = Table::new(&[("on.placed", "run")], source);
    table.act(|_| true).unwrap();
    let before = table.state.clone();
    assert_eq!(table.act(|_| true).unwrap_err().code, "L0202");
    assert!(table.state == before);
    assert!(table.engine.decision(&table.state).is_ok(), "nothing is lost");
}

/// How a game ends in which a handler of a hook leaves out these slots whenever it is asked: over, or the code of a fault.
fn ends_skipping(hook: &str, slots: &[&str]) -> (String, Option<String>) {
    let skips: Vec<String> =
        slots.iter().map(|slot| format!("  out:skip('{slot}', 'mine.a')\n")).collect();
    let skips = skips.concat();
    let source = format!("local m = ...\nfunction m.run(game, what, out)\n{skips}end\n");
    let mut engine = engine(&[(hook, "run")], &source).unwrap();
    let mut log = bastide_core::NoLog;
    let mut played = || {
        let mut state = engine.start(Player(0), &mut log).map_err(|e| e.fault.clone())?;
        while !state.is_over() {
            let decision = engine.decision(&state).map_err(|e| e.fault.clone())?;
            let action = decision.options[0].action().unwrap();
            match engine.apply(&mut state, action, &mut log) {
                Ok(()) => {}
                Err(bastide_core::Refusal::Hook(e)) => return Err(e.fault.clone()),
                Err(other) => panic!("{other}"),
            }
        }
        Ok(())
    };
    match played() {
        Ok(()) => ("over".to_owned(), None),
        Err(fault) => (fault.code, Some(fault.file)),
    }
}

#[test]
fn whatever_is_skipped_wherever_the_game_ends() {
    use bastide_core::Slot;
    let slots = Slot::ALL.map(Slot::name);
    let mut hooks: Vec<String> = slots.iter().map(|slot| format!("at.{slot}")).collect();
    hooks.extend(["on.placed", "on.drawn", "on.passed", "on.deployed"].map(str::to_owned));
    for hook in &hooks {
        for slot in slots {
            let (end, file) = ends_skipping(hook, &[slot]);
            let may = Slot::named(slot).unwrap().may_be_skipped();
            let told = end == "L0205" && file.as_deref() == Some("mine/init.lua");
            // Without a draw nothing is ever asked.
            let asked = end == "over" || end == "E0005" && slot == "draw";
            // Before a turn, when the start tile is placed, and after its last part nothing can be left out.
            let outside = ["at.setup", "on.placed", "at.turn_end", "at.before_final", "at.final"];
            if may && outside.contains(&hook.as_str()) {
                assert_eq!(end, "L0210", "{hook} {slot}: {file:?}");
                continue;
            }
            assert!(if may { asked } else { told || asked }, "{hook} {slot}: {end} {file:?}");
        }
    }
    for slots in [
        &["part_end", "turn_end"][..],
        &["part_end", "turn_start"],
        &["draw", "place"],
        &["draw", "place", "after_place", "action", "second_action", "scoring"],
    ] {
        let (end, _) = ends_skipping("at.turn_start", slots);
        assert!(["over", "L0205", "E0005", "E0009"].contains(&end.as_str()), "{slots:?}: {end}");
    }
}

#[test]
fn long_lists_of_a_script_end() {
    for call in [
        "game:segments { kind = l }",
        "game:figures { class = l }",
        "game:figures { kind = l }",
        "out:claim { rule = 'mine.a', feature = game.placed:segments('road')[1], owners = l }",
    ] {
        let entry = match () {
            () if call.contains("owners") => "game.turn",
            () if call.contains("kind") => "'road'",
            () => "'meeple'",
        };
        let body = format!("local l = table.create(400000, {entry})\n  local x = {call}");
        let start = std::time::Instant::now();
        let (fault, _) = fault_of(&body);
        let ends = if call.contains("owners") { ["L0202", "L0203"] } else { ["L0205"; 2] };
        assert!(ends.contains(&fault.code.as_str()), "{call}: {fault:?}");
        assert!(start.elapsed() < std::time::Duration::from_secs(2), "{call}");
    }
}
