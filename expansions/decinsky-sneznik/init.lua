-- Děčínský Sněžník, of a fan expansion.
local snez = ...

-- at.after_scoring: the four tiles beside it are there.
function snez.full(game, slot, out)
  for _, figure in game:figures { kind = "sneznik", tile = { neighbours = 4 } } do
    out:pay(figure.owner, 5, "snez.full")
    out:send_home(figure, "snez.full")
  end
end

-- final.observation-towers
function snez.last(game, step, out)
  for _, figure in game:figures { kind = "sneznik" } do
    out:bonus(figure.owner, 0, "snez.final")
  end
end
