-- The Donkey, of a fan expansion.
local donkey = ...

-- on.placed at the start: on the first tile, and from there to the one in the middle of the table.
function donkey.begin(game, event, out)
  local tile = event.tile
  if tile.x == 0 and tile.y == 0 or not game:neutral("donkey").tile then out:neutral("donkey", tile, "donkey.start") end
end

-- Tiles from which a feature runs into free cells, none if it runs into several; and whether it runs anywhere.
local function ends(feature)
  local found, x, y = {}, nil, nil
  for _, segment in feature:segments() do
    local tile = segment.tile
    for side = 0, 3 do
      if segment:touches(side) and not tile:neighbour(side) then
        local ahead_x = tile.x + (side == 1 and 1 or side == 3 and -1 or 0)
        local ahead_y = tile.y + (side == 2 and 1 or side == 0 and -1 or 0)
        if x and (x ~= ahead_x or y ~= ahead_y) then return {}, true end
        x, y = ahead_x, ahead_y
        table.insert(found, tile)
      end
    end
  end
  return found, x ~= nil
end

-- What one more tile might complete on the donkey's tile.
local NEARLY = { complete = false, open = { min = 1, max = 4 }, no = { kind = "field" } }

-- at.draw, at.before_final, on.placed: marks tiles beside the cell of the last open ends; or that the last cell around is free.
function donkey.look(game, event, out)
  for _, segment in game:neutral("donkey").tile:segments { feature = NEARLY } do
    local feature = segment.feature
    local tiles, runs = ends(feature)
    for _, tile in tiles do
      out:set("last-ends", 1, tile)
      out:set("nearly-done", 1)
    end
    if not runs and feature.open == 1 then out:set("nearly-ringed", 1) end
  end
end
