//! What a function asks of others while it runs: they are entered inside it, and what fails there fails in its own name.
#![allow(clippy::unwrap_used, clippy::result_large_err, missing_docs)]

use bastide_core::Fault;
use bastide_script::Scripts;

use crate::support::Table;

const HOOKS: &[(&str, &str)] = &[("on.placed", "look"), ("scoring.points", "points")];

/// Places a tile. Returns the fault of `look`, or of a function that it asks, and the line it points at.
fn played(look: &str, points: &str) -> Result<Table, (Fault, String)> {
    let source = format!(
        "local m = ...\nfunction m.look(game, event, out)
  if event.start then return end
  local road = event.tile:segments('road')[1].feature
  {look}\nend\nfunction m.points(game, claim, score)\n  {points}\nend"
    );
    let mut table = Table::by(Scripts::chosen().unwrap(), HOOKS, &source);
    let before = table.act(|_| true).map(|()| table.state.clone()).unwrap();
    let placed = table.act(|_| true);
    placed.map_err(|fault| {
        assert!(table.state == before, "an error changes nothing");
        let line = fault.span.clone().map_or_else(String::new, |s| source[s].to_owned());
        (fault, line)
    })?;
    Ok(table)
}

fn fault(look: &str, points: &str) -> Fault {
    played(look, points).err().expect("it fails").0
}

#[test]
fn whoever_asks_is_as_before_when_it_is_answered() {
    let look = "local tile, option, turn = event.tile, game.option, game.turn
  local n = road:worth { complete = true }
  assert(n == 3, n)
  assert(road:worth { complete = false } == 1 and road:worth { final = true, complete = true } == 13)
  assert(event.tile == tile and event.effect == 'placed' and game.turn == turn and game.option == option)
  out:set('seen', n)";
    let points = "local n = claim.complete and 3 or 1
  if claim.final then n = n + 10 end
  assert(#claim:owners() == 0 and claim.rule == nil)
  score:flat('mine.a', n)";
    assert!(played(look, points).is_ok());
}

#[test]
fn what_fails_inside_is_told_with_its_own_line() {
    let (found, line) =
        played("road:worth()", "score:flat('mine.a', 1)\nerror('inside')").err().unwrap();
    assert_eq!((found.code.as_str(), found.what.en.as_str()), ("L0201", "inside"));
    assert_eq!(line.trim(), "error('inside')");
    let found = fault("road:worth()", "while true do end");
    assert_eq!(found.code, "L0202", "the steps of the one who asks are those of all");
}

#[test]
fn whoever_asks_for_himself_comes_to_an_end() {
    let found = fault("road:worth()", "score:flat('mine.a', claim.feature:worth())");
    assert_eq!(found.code, "L0218", "{found:#?}");
    assert!(found.help.is_some() && !found.file.is_empty());
    // Under a condition that ends it is no harm.
    let points = "score:flat('mine.a', claim.final and 1 or claim.feature:worth { final = true })";
    assert!(played("assert(road:worth() == 1)", points).is_ok());
    // What looks at a copy of the board may be asked about it, and may not make another.
    let look = "local k = event.tile.type
  for x = -3, 3 do for y = -3, 3 do for r = 0, 3 do
    game:what_if(k, x, y, r, function(t) return t:segments('road')[1].feature:worth() end)
  end end end";
    assert!(played(look, "score:flat('mine.a', claim.feature.tiles)").is_ok());
    let again = "game:what_if(game.placed.type, 0, 0, 0, print)
  for x = -3, 3 do for y = -3, 3 do for r = 0, 3 do
    game:what_if(game.placed.type, x, y, r, function() end)
  end end end";
    assert_eq!(fault(look, again).code, "L0213");
}

#[test]
fn what_a_worth_is_asked_as_is_read() {
    for (asked, code, said) in [
        ("{ complet = true }", "L0205", "complet"),
        ("{ complete = 1 }", "L0205", "complete"),
        ("{ player = 2 }", "L0205", "player"),
        ("true", "L0205", "as"),
        ("{}, 1", "L0205", "one argument too many"),
    ] {
        let found = fault(&format!("road:worth({asked})"), "");
        assert_eq!(found.code, code, "{asked}");
        assert!(found.what.en.contains(said), "{asked}: {}", found.what.en);
    }
}

#[test]
fn nothing_is_answered_for_another() {
    let found = fault("road:worth()", "score:flat('mine.a', 1) kept = 1");
    assert_eq!(found.code, "L0201", "{found:#?}");
    let (look, points) = ("out:set('seen', road:worth())", "score:flat('mine.a', 4)");
    let table = played(look, points).unwrap();
    let seen =
        table.engine.rules().state_key(table.engine.rules().expansion("mine").unwrap(), "seen");
    let game = bastide_core::Game::new(table.engine.rules(), &table.state);
    assert_eq!(game.get(seen.unwrap(), 0), 4);
    assert_eq!(table.state.score(bastide_core::ids::Player(0)), 0, "nobody is paid");
}
