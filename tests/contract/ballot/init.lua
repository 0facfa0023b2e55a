-- Everybody's number is his own points; a vote after which somebody has already been paid would be seen too early.
local m = ...

function m.ask(game, slot, out)
  out:set("shown", 0)
  for _, player in ipairs(game:players()) do
    out:push("vote", player)
  end
end

function m.race(game, slot, out)
  out:set("runs", 0)
  out:push("race", game.turn, #game:players())
end

function m.count(game, step, choice, out)
  if choice.verb == "mark" then
    out:pay(step.actor, choice.target * game:get("shown"), "ballot.mark")
  end
end

function m.shown(game, event, out)
  out:set("shown", game:get("shown") + 1)
end

function m.ran(game, step, out)
  out:set("runs", 1)
  out:pay(step.actor, 7, "ballot.run")
end

function m.nothing()
end
