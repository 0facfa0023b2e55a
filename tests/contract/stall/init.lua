-- What costs something, ends nothing or comes first.
local m = ...

function m.lend(game, step, offers)
  offers:offer { rule = "stall.lend", price = { coin = 2 }, waives = { "elsewhere", "occupied" } }
  for _, feature in ipairs(game:features { kind = "city" }) do
    offers:deploy("meeple", feature)
  end
end

function m.borrowed(game, step, out)
  out:token(step.actor, "coin", 1, "stall.borrow")
  out:set("owes", 1, step.actor)
end

function m.paid(game, step, out)
  out:set("owes", 0, step.actor)
end

function m.trust(game, slot, out)
  out:push("luck", "chance")
end

function m.lots(game, step, offers)
  offers:roll(0, 3)
  offers:roll(1, 1)
end

function m.given(game, step, choice, out)
  out:token(game.turn, "coin", choice.value, "stall.luck")
end
