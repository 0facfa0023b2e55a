-- Little Buildings.
local lb = ...

local POINTS = { tower = 3, house = 2, shed = 1 }

-- do.tower, do.house, do.shed: one action a tile, so that none has a building yet.
function lb.build(game, step, out)
  local points = POINTS[step.name]
  if game.option.tariff == "one-each" then points = 1 end
  out:set("built", points, step.target)
  out:note(step.actor, "lb.build")
end

-- scoring.points of a feature with buildings on its tiles, or on those that it reaches
function lb.points(game, claim, score)
  local n = 0
  for _, tile in claim.feature:range { state = "built" } do n += game:get("built", tile) end
  score:flat("lb.points", n)
end
