-- Stands in for the core's own action.
local m = ...

function m.sit(game, step, out)
  out:token(step.actor, "rest", 1, "rest.sit")
end
