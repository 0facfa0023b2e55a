-- Animals, each with a trait that is declared; only the silence and the bone are coded.
local m = ...

function m.fed(game, step, out)
  out:token(step.actor, "bone", 1, "zoo.feed")
end
