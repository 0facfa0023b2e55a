-- Whoever shows something gets a crumb.
local m = ...

function m.caught(game, slot, out)
  out:draw("cage")
end

function m.shown(game, step, option, out)
  out:token(step.actor, "crumb", 1, "men.show")
end
