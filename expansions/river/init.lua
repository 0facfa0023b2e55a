-- The River. That it goes on where it was is declared in the manifest; this file says how it may not bend.
local river = ...

-- How the river turned before it leaves a tile by a side: 1 to the left, 3 to the right; nil if it ran straight. If straight
-- tiles between two bends do not count, it is the last turn before them.
local function bend(game, tile, to)
  local from = tile:entry("river")
  local turn = from and (to - from) % 4
  if turn ~= 2 then
    return turn
  end
  if game.option.turn == "strict" then
    return bend(game, tile:neighbour(from), (from + 2) % 4)
  end
end

-- placement.veto: where a river tile would bend the same way again.
function river.turn(game, step, options, refuse)
  for _, e in game:open("river") do
    local turn = bend(game, e.tile, e.side)
    if turn then
      refuse(options:at(e, (e.side + 2 + turn) % 4, "river"), "river.turn")
    end
  end
end
