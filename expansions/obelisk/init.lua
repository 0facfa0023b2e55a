-- The Obelisk, of a fan expansion.
local obel = ...

-- Tiles in the square of four by four cells around a corner.
local function around(game, corner)
  local n = 0
  for x = corner.x - 2, corner.x + 1 do
    for y = corner.y - 2, corner.y + 1 do
      if game:tile_at(x, y) then n = n + 1 end
    end
  end
  return n
end

-- Obelisks stand on corners.
local STANDING = { kind = "obelisk", corner = { tiles = { min = 1 } } }

-- at.after_scoring: the square is full.
function obel.full(game, slot, out)
  for _, figure in game:figures(STANDING) do
    if around(game, figure.corner) == 16 then
      out:pay(figure.owner, 16, "obel.full")
      out:send_home(figure, "obel.full")
    end
  end
end

-- final.obelisks
function obel.last(game, step, out)
  for _, figure in game:figures(STANDING) do
    out:bonus(figure.owner, around(game, figure.corner), "obel.final")
  end
end
