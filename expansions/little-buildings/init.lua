-- Little Buildings.
local lb = ...

-- What stands on a tile, which is also what it gives, unless each gives 1.
local SORTS = { tower = 3, house = 2, shed = 1 }

-- do.tower, do.house, do.shed: one action a tile, so that none has a building yet.
function lb.build(game, step, out)
  out:set("built", SORTS[step.name], step.target)
  out:note(step.actor, "lb.build")
end

-- What a building on a tile gives.
local function worth(game, tile)
  local built = game:get("built", tile)
  return if game.option.tariff == "one-each" then math.min(built, 1) else built
end

-- scoring.points of a feature with buildings on its tiles, or on those that it reaches: after all that halves it
function lb.points(game, claim, score)
  local n = 0
  for _, tile in claim.feature:range { state = "built" } do n += worth(game, tile) end
  score:extra("lb.points", n)
end

-- scoring.points of an abbot: buildings on the tiles for which he is paid, his own and those of the four rows up to the first gap.
function lb.rows(game, claim, score)
  local here = claim.feature:segments()[1].tile
  local n = worth(game, here)
  for side = 0, 3 do
    local tile = here:neighbour(side)
    while tile do
      n += worth(game, tile)
      tile = tile:neighbour(side)
    end
  end
  score:extra("lb.points", n)
end
