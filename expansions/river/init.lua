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

-- One step to each side: 0 north, 1 east, 2 south, 3 west; y grows to the south.
local DX = { [0] = 0, [1] = 1, [2] = 0, [3] = -1 }
local DY = { [0] = -1, [1] = 0, [2] = 1, [3] = 0 }

-- Whether any of some cells lies ahead of a side of a cell, in the strip three wide.
local function any_ahead(cells, x, y, side)
  for _, cell in ipairs(cells) do
    local right, down = cell.x - x, cell.y - y
    local far = DX[side] * right + DY[side] * down
    if far > 0 and math.abs(DY[side] * right + DX[side] * down) <= 1 then return true end
  end
  return false
end

-- placement.veto: where the river would run on towards a tile that lies ahead, however far away. A tile beside the
-- new one is not passed by: to it the river is joined.
function river.ahead(game, step, options, refuse)
  local cells = {}
  for _, tile in ipairs(game:tiles()) do table.insert(cells, { x = tile.x, y = tile.y }) end
  for place in options:each("place") do
    for side = 0, 3 do
      local runs = place:edge(side) == "river" and not place:neighbour(side)
      if runs and any_ahead(cells, place.x, place.y, side) then
        refuse(place, "river.ahead")
        break
      end
    end
  end
end
