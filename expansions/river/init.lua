-- The River. Tiles, groups of the deck and the start layout are declared in the manifest; this file says
-- where a river tile may go. `river` is the table of this expansion's handlers: the manifest names them.
local river = ...

-- Sides of a tile are numbers: 0 north, 1 east, 2 south, 3 west.
-- The way from one side to another: 1 is a left turn, 2 straight on, 3 a right turn.
local STRAIGHT = 2

local function way(from, to)
  return (to - from) % 4
end

-- How the river turned last before it comes into `tile` by the side `from`.
local function earlier_bend(tile, from)
  while true do
    local out = (from + 2) % 4
    tile = tile:neighbour(from)
    from = tile:entry("river")
    if not from then
      return STRAIGHT -- the spring
    end
    local turn = way(from, out)
    if turn ~= STRAIGHT then
      return turn
    end
  end
end

-- How the river turned last before it runs out by an open end.
local function last_bend(game, e, side)
  local from = e.from -- the side from which the river comes; none at the spring
  local turn = if from then way(from, side) else STRAIGHT
  if from and turn == STRAIGHT and game.option.turn == "strict" then
    return earlier_bend(e.tile, from)
  end
  return turn
end

-- placement.veto of a tile on which the river bends: all places for it at once. The manifest has seen to it that
-- each joins the river.
function river.course(game, step, options, refuse)
  for _, e in game:open("river") do -- one end; two after a fork
    local side = e.side
    local turn = last_bend(game, e, side)
    if turn ~= STRAIGHT then
      refuse(options:at(e, (side + 2 + turn) % 4, "river"), "river.turn")
    end
  end
end
