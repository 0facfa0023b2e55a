-- What must not work.
local m = ...

local kept

function m.keep(game, event, out)
  kept = out
end

function m.trip(game, step, out)
  out:pay(step.actor, 5, "faulty.trip")
  for _ = 1, 2 do
    for _, figure in ipairs(game:figures()) do
      out:send_home(figure, "faulty.trip")
    end
  end
end

function m.stumble(game, step, out)
  out:pay(step.actor, 5, "faulty.trip")
  error("stumbled")
end

function m.clash(game, step, out)
  out:send_home(step.target, "faulty.first")
end

function m.second(game, event, out)
  out:send_home(event.figure, "faulty.second")
end

function m.greedy(game, claim, score)
  kept:pay(game.turn, 100, "faulty.trip")
end

local LIFTS = { empty = "empty", law = "base.place.edge", price = "price" }

function m.lift(game, step, offers)
  offers:offer { rule = "faulty.trip", waives = LIFTS[game.option.lifts] }
end

m["end"] = function(game, slot, out)
  if game.option.late == "parts" then
    out:parts(2, "faulty.trip")
  else
    out:skip("scoring", "faulty.trip")
  end
end

function m.setup(game, slot, out)
  out:skip("draw", "faulty.trip")
end

function m.last(game, event, out)
  if game.option.late == "turn" then
    out:turn(game.turn, "faulty.trip")
  elseif game.option.late == "draw" then
    out:draw()
  else
    out:place(game.turn)
  end
end
