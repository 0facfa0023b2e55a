-- A second part of the turn, and a helper that never goes home twice.
local m = ...

local MEEPLE = { class = "meeple" }

function m.build(game, event, out)
  for _, segment in ipairs(event.tile:segments("road")) do
    if segment.feature:holds("helper", game.turn) then
      out:parts(2, "second.turn")
      return
    end
  end
end

function m.lonely(game, event, out)
  local owner = event.figure.owner
  if event.feature and not event.feature:holds(MEEPLE, owner) then
    for _, helper in ipairs(event.feature:figures { kind = "helper", owner = owner }) do
      out:send_home(helper, "second.alone")
    end
  end
end

function m.shout(game, step, out)
  out:token(step.actor, "shout", 1, "second.shout")
end
