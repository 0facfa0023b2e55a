-- Monasteries in Germany.
local mon = ...

local ROWS = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }

-- scoring.points of an abbot: his tile, and those of the four rows as far as no gap breaks them.
function mon.rows(game, claim, score)
  local here, n = claim.feature:segments()[1], 1
  for _, row in ROWS do
    local x, y = here.x + row[1], here.y + row[2]
    while game:tile_at(x, y) do
      n += 1
      x += row[1]
      y += row[2]
    end
  end
  score:add("mon.abbot", "tile", n, 1)
end

-- scoring.points of an abbot who is called home: the tiles around as a monk has them; his own is counted by who calls him.
function mon.recalled(game, claim, score)
  score:add("mon.recall", "tile", #claim.feature:segments()[1].tile:around(), 1)
end
