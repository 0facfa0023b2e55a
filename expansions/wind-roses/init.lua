-- The Wind Roses: four quarters in four colours, of which a rose shows one or all.
local rose = ...

-- Quarters clockwise, and which way they lie from a whole rose.
local QUARTERS = {
  { tag = "ne-quarter", 1, -1 },
  { tag = "se-quarter", 1, 1 },
  { tag = "sw-quarter", -1, 1 },
  { tag = "nw-quarter", -1, -1 },
}

-- on.placed of a quarter: points if it lies where the last whole rose shows it, as that one is turned.
function rose.placed(game, event, out)
  local whole
  for _, segment in game:segments("wind-rose") do
    if segment:tag("whole-rose") == 1 then
      whole = segment.tile
    end
  end
  local here = event.tile:segments("wind-rose")[1]
  for number, quarter in QUARTERS do
    if here:tag(quarter.tag) == 1 then
      local way = QUARTERS[(number - 1 + whole.rotation) % 4 + 1]
      if (event.tile.x - whole.x) * way[1] >= 0 and (event.tile.y - whole.y) * way[2] >= 0 then
        out:pay(game.turn, 3, "rose.points")
      end
    end
  end
end
