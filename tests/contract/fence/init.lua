-- Rules for a variant to take away.
local m = ...

function m.road(game, claim, score)
  score:extra("fence.road", 10)
end

function m.stop(game, slot, out)
  out:push("toll", game.turn)
end

function m.pay(game, step, out)
  out:token(step.actor, "toll", 1, "fence.toll")
end

function m.last(game, step, out)
  for _, player in ipairs(game:players()) do
    out:bonus(player, 100, "fence.last")
  end
end
