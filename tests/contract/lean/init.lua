-- A variant that takes rules away.
local m = ...

function m.take(game, step, out)
  out:token(step.actor, "gift", 1, "lean.gift")
end

function m.taken(game, step, choice, out)
  out:note(step.actor, "lean.gift")
end
