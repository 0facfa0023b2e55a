//! Handles that look ahead: placements on a copy, features that are due, majorities, walks.
#![allow(clippy::unwrap_used, clippy::result_large_err, missing_docs)]

use bastide_core::{Action, Game, State};

use crate::support::{Table, fault_of};

/// Where the placed type fits again: `kind, x, y, r`.
const SPOT: &str = "local kind, x, y, r = event.tile.type
  for cx = -3, 3 do for cy = -3, 3 do for turns = 0, 3 do
    if game:fits(kind, cx, cy, turns) then x, y, r = cx, cy, turns end
  end end end
  local function at(look) return game:what_if(kind, x, y, r, look) end\n  ";

/// The fault of a handler of `on.placed` that has a spot, and the line it points at.
fn fault_at(body: &str) -> (bastide_core::Fault, String) {
    fault_of(&format!("{SPOT}{body}"))
}

#[test]
fn all_handles_show_the_copy_while_a_function_looks() {
    let body = "local before, tiles = game.placed, #game:tiles()
  local road = before:segments('road')[1]
  local n, open = road.feature.tiles, #game:open('road')
  local a, b, c = at(function(tile)
    assert(tile == game.placed and tile ~= before and tile.type == kind and tile.rotation == r)
    assert(tile.x == x and tile.y == y and tile == game:tile_at(x, y) and #game:tiles() == tiles + 1)
    assert(not game:fits(kind, x, y, r) and before.number == tile.number - 1)
    assert(#game:due() > 0 and game:due('road')[1].tiles >= 1)
    for _, s in ipairs(tile:segments()) do assert(game:get('from', s.tile) == -1) end
    return 7, tile.number, nil
  end)
  assert(a == 7 and b == tiles + 1 and c == nil)
  assert(game.placed == before and #game:tiles() == tiles and not game:tile_at(x, y))
  assert(road.feature.tiles == n and #game:open('road') == open and game:fits(kind, x, y, r))
  assert(select('#', game:what_if(kind, 9, 9, 0, error)) == 0)
  error('reached the end')";
    let (fault, line) = fault_at(body);
    assert_eq!(fault.what.en, "reached the end", "{fault:#?} {line}");
}

#[test]
fn a_function_that_looks_answers_nothing_and_keeps_nothing() {
    let cases: &[(&str, &str, &str)] = &[
        ("at(function() out:over('mine.a') end)", "L0209", "not an answer of `game:what_if`"),
        ("at(function(t) out:set('from', 1, t) end)", "L0209", "not an answer of `game:what_if`"),
        (
            "at(function() game:what_if(kind, x, y, r, print) end)",
            "L0213",
            "`game:what_if` inside `game:what_if`",
        ),
        ("at(function() error('mine') end)", "L0201", "mine"),
        ("at(function() local x = nil + 1 end)", "L0201", "arithmetic"),
        ("at(function() while true do end end)", "L0202", ""),
        ("at(function() local s = 'x' while true do s = s .. s end end)", "L0204", ""),
        ("while true do at(function() end) end", "L0202", ""),
        ("local function f() game:what_if(kind, x, y, r, f) end f()", "L0213", ""),
        ("local kept = at(function(t) return t end) return kept.x", "L0205", "not in this game"),
        (
            "local s = at(function(t) return t:segments()[1] end) local k = s.kind",
            "L0205",
            "not in this game",
        ),
        (
            "local e = at(function(t) return game:open('road')[4] end) local k = e and e.x or t.x",
            "L0201",
            "",
        ),
        ("local t = at(function(t) return t end) out:set('from', 1, t)", "L0205", "not in this"),
    ];
    for (body, code, expected) in cases {
        let (fault, line) = fault_at(body);
        assert!(fault.code == *code && fault.what.en.contains(expected), "{body}\n{fault:#?}");
        // Of what is stopped from outside, the call of the engine is known.
        let stopped = matches!(*code, "L0202" | "L0204");
        assert!(line == *body || stopped && !line.is_empty(), "{body}: {line}");
        assert!(!fault.what.fr.is_empty());
    }
}

#[test]
fn what_is_asked_ahead_is_asked_rightly() {
    let cases: &[(&str, &str)] = &[
        ("game:what_if()", "argument `type` is missing"),
        (
            "game:what_if(event.tile, x, y, r, print)",
            "argument `type` must be a tile type, got tile",
        ),
        ("game:what_if(kind, x, 0.5, r, print)", "argument `y` must be a whole number"),
        ("game:what_if(kind, 99999, y, r, print)", "from -16000 to 16000"),
        ("game:what_if(kind, x, y, 4, print)", "from 0 to 3"),
        ("game:what_if(kind, x, y, r)", "argument `look` is missing"),
        ("game:what_if(kind, x, y, r, 'look')", "argument `look` must be a function, got the text"),
        ("game:what_if(kind, x, y, r, print, 1)", "one argument too many"),
        ("game.what_if(event.tile, kind, x, y, r, print)", "without its handle"),
        ("game:due('rood')", "there is no feature kind `rood`"),
        ("game:due(game)", "argument `condition` must be a table, a word"),
        ("game:due({ complte = true })", "a condition on `feature` has no fact `complte`"),
        ("event.tile:segments()[1]:walk(7)", "`kind` of a condition is compared with something"),
        ("event.tile:segments()[1]:walk('rode')", "there is no feature kind `rode`"),
        ("event.tile:segments()[1]:walk({ tag = 'in' })", "there is no tag `in`"),
        ("event.tile:segments()[1]:walk(nil, 4)", "from 0 to 3"),
        ("event.tile:segments()[1]:walk(nil, 1, 1)", "one argument too many"),
        ("event.tile:segments()[1]:figures('pig')", "there is no figure `pig`"),
        ("event.tile:segments()[1]:figures('meeple')", "`meeple` is a kind of figure and a class"),
        (
            "event.tile:segments()[1].feature:holds('meeple', game.turn)",
            "`meeple` is a kind of figure and a class",
        ),
        ("event.tile:segments()[1].feature:holds({ clss = 'meeple' }, game.turn)", "`clss`"),
        ("event.tile:segments()[1].feature:majority(game.turn)", "one argument too many"),
    ];
    for (body, expected) in cases {
        let (fault, line) = fault_at(body);
        assert!(fault.what.en.contains(expected), "{body}\n{fault:#?}");
        assert_eq!(line, *body);
        assert!(!fault.what.fr.is_empty());
    }
}

#[test]
fn a_placement_ahead_costs_steps() {
    let source = |n: usize| {
        format!(
            "local m = ...
local function look() end
function m.run(game, event, out)
  if event.start then return end
  {SPOT}for _ = 1, {n} do game:what_if(kind, x, y, r, look) end
end"
        )
    };
    let play = |n| {
        let mut table = Table::new(&[("on.placed", "run")], &source(n));
        table.place()
    };
    assert_eq!(play(5000), Ok(()));
    // A reaction has 200,000 steps.
    assert_eq!(play(30_000).unwrap_err().code, "L0202");
}

/// Figures stand on roads; walks end where they stand.
#[test]
fn walks_end_at_figures() {
    let source = "local m = ...
function m.look(game, slot, out)
  for _, road in ipairs(game:segments('road')) do
    local all, here = road:walk(), road:figures { class = 'meeple' }
    assert(#all + 1 == #road.feature:segments() and #here <= 1)
    assert(not here[1] or here[1].segment == road)
    local seen, met = {}, 0
    for _, s in ipairs(road:walk { holds = { class = 'meeple' } }) do
      assert(s ~= road and not seen[s] and s.feature == road.feature)
      seen[s] = true
      met = met + #s:figures()
    end
    -- A road has two ends, so that one comes to two figures at most.
    assert(met <= 2 and #road:walk { holds = { class = 'meeple' }, placed = true } <= #all)
    for _, tagged in ipairs { road:walk { tag = 'inn' }, road:walk { tag = { inn = 1 } } } do
      for _, s in ipairs(tagged) do
        local beside = false
        for side = 0, 3 do beside = beside or s.tile:neighbour(side) == road.tile end
        assert(beside, 'each road has an inn')
      end
    end
    assert(#road:walk { no = { tag = 'inn' } } == #all)
    local ahead = 0
    for side = 0, 3 do ahead = ahead + #road:walk(nil, side) end
    assert(ahead >= #all)
    local figures, most = road.feature:figures(), road.feature:majority()
    if #figures == 0 then assert(#most == 0) end
    if #figures == 1 then
      assert(#most == 1 and most[1] == figures[1].owner)
      out:token(game.turn, 'coin', #all, 'mine.a')
    end
  end
end";
    let mut table = Table::new(&[("at.before_scoring", "look")], source);
    let rules = table.engine.rules().clone();
    let road = rules.kind("road").unwrap();
    while !table.state.is_over() {
        let options = table.engine.decision(&table.state).unwrap().options;
        let all: Vec<Action> = options.iter().filter_map(|c| c.action()).collect();
        let on_road = |a: &Action| match a {
            Action::Deploy { node, .. } => table.state.kind(*node) == road,
            _ => false,
        };
        // What makes the longest road.
        let game = Game::new(&rules, &table.state);
        let length = |a: &Action| {
            let Action::Place { tile, cell, rotation, .. } = *a else { return 0 };
            let mut copy = State::default();
            game.placed_ahead(&mut copy, tile, cell, rotation).expect("it fits");
            let after = Game::new(&rules, &copy);
            let roads = after.features(1 << road.0).into_iter();
            roads.map(|n| after.tile_count(n)).max().unwrap_or(0)
        };
        let other = all.iter().copied().max_by_key(length).unwrap();
        let wanted = all.iter().copied().find(on_road).unwrap_or(other);
        table.act(|a| a == wanted).unwrap();
    }
    let coins = table.state.tokens(bastide_core::ids::TokenId(0), bastide_core::ids::Player(0));
    assert!(coins > 2, "somebody stood on a road of several tiles");
}
