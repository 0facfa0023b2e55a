-- Little Buildings.
local lb = ...

-- What stands on a tile, which is also what it gives, unless each gives 1.
local SORTS = { tower = 3, house = 2, shed = 1 }

-- do.tower, do.house, do.shed: one action a tile, so that none has a building yet.
function lb.build(game, step, out)
  out:set("built", SORTS[step.name], step.target)
  out:note(step.actor, "lb.build")
end

-- scoring.points of a feature with buildings on its tiles, or on those that it reaches: after all that halves it
function lb.points(game, claim, score)
  local each = game.option.tariff == "one-each"
  local n = 0
  for _, tile in claim.feature:range { state = "built" } do n += each and 1 or game:get("built", tile) end
  score:extra("lb.points", n)
end
