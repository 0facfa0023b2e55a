-- Strength and ties.
local m = ...

function m.high(game, figure, feature, weight)
  weight:tie(1)
  if game.option.ties == "once" then
    weight:once()
  end
end

function m.reeve(game, figure, feature, weight)
  weight:add(feature:tag("pennant"))
  weight:once()
end

function m.lead(game, event, out)
  for _, player in ipairs(event.feature:majority()) do
    out:token(player, "lead", 1, "ridge.lead")
  end
end

function m.heavy(game, event, out)
  out:token(event.player, "heavy", event.figure.weight, "ridge.lead")
end

function m.owner(game, claim, score)
  for _, player in ipairs(claim:owners()) do
    score:bonus(player, 10, "ridge.owner")
  end
end
