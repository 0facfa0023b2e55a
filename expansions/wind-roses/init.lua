-- The Wind Roses. The tag of a rose is 1 to 4 for a quarter (north-west, then clockwise), 5 for a whole one.
local rose = ...

local WHOLE = 5
-- Which way the quarters lie from a whole rose.
local WAY = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }

local function mark(tile)
  return tile:segments("wind-rose")[1]:tag("rose-quarter")
end

-- on.placed of a quarter: points if it lies where the last whole rose shows it, as that one is turned.
function rose.placed(game, event, out)
  local whole
  for _, segment in game:segments("wind-rose") do
    if segment:tag("rose-quarter") == WHOLE then
      whole = segment.tile
    end
  end
  local way = WAY[(mark(event.tile) - 1 + whole.rotation) % 4 + 1]
  if (event.tile.x - whole.x) * way[1] >= 0 and (event.tile.y - whole.y) * way[2] >= 0 then
    out:pay(game.turn, 3, "rose.points")
  end
end
