-- A figure that moves where it may stand, and one that a rule brings elsewhere.
local m = ...

-- ask.cross: to all that the tile just placed has; the core drops what the figure may not stand on.
function m.ask_cross(game, step, offers)
  offers:offer { rule = "sluice.cross", waives = game.option.wide and { "kind" } or {} }
  for _, segment in game.placed:segments() do offers:move(step:figure(1), segment) end
end

-- do.float
function m.do_float(game, step, out)
  for _, keeper in game:figures { kind = "keeper", owner = step.actor } do
    out:move(keeper, step.target, "sluice.float", "kind")
  end
end
