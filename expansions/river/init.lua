-- The River. Tiles, groups of the deck and the start layout are declared in the manifest; this file says
-- where a river tile may go. `river` is the table of this expansion's handlers: the manifest names them.
local river = ...

-- Sides of a tile are numbers: 0 north, 1 east, 2 south, 3 west.
-- The way from one side to another: 1 is a left turn, 2 straight on, 3 a right turn.
local STRAIGHT = 2

local function way(from, to)
  return (to - from) % 4
end

-- How the river turned last before it leaves `tile` by the side `out`.
local function last_bend(game, tile, out)
  while true do
    local from = tile:entry("river") -- the side from which the river comes
    if not from then
      return STRAIGHT -- the spring
    end
    local turn = way(from, out)
    if turn ~= STRAIGHT or game.option.turn == "immediate" then
      return turn
    end
    tile, out = tile:neighbour(from), (from + 2) % 4
  end
end

-- placement.veto of a tile on which the river bends: all places for it at once. The manifest has seen to it that
-- each joins the river.
function river.course(game, step, options, refuse)
  for _, e in game:open("river") do -- one end; two after a fork
    local side = e.side
    local turn = last_bend(game, e.tile, side)
    if turn ~= STRAIGHT then
      for _, place in options:at(e, (side + 2 + turn) % 4, "river") do
        refuse(place, "river.turn")
      end
    end
  end
end
