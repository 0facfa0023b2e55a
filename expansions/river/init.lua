-- The River. Tiles, groups of the deck and the start layout are declared in the manifest; this file says
-- where a river tile may go. `river` is the table of this expansion's handlers: the manifest names them.
local river = ...

-- Sides of a tile are numbers: 0 north, 1 east, 2 south, 3 west.
-- The way from one side to another: 1 is a left turn, 2 straight on, 3 a right turn.
local STRAIGHT = 2

local function way(from, to)
  return (to - from) % 4
end

-- How the river turned last before it leaves `tile` by the side `out`. Every tile remembers in the state
-- `inflow` where its water comes from: so the way back to the spring is a walk, not a search.
local function last_bend(game, tile, out)
  while true do
    local from = game:get("inflow", tile)
    if from < 0 then
      return STRAIGHT -- the spring
    end
    local turn = way(from, out)
    if turn ~= STRAIGHT or game.option.turn == "immediate" then
      return turn
    end
    tile, out = tile:neighbour(from), (from + 2) % 4
  end
end

-- Whether another end runs out into the same cell.
local function meets(ends, one)
  for _, other in ipairs(ends) do
    if other ~= one and other.x == one.x and other.y == one.y then
      return true
    end
  end
  return false
end

-- placement.veto: all places for the tile at once. Only those where the river runs out of an end remain.
function river.course(game, step, options, refuse)
  local ends = game:open("river") -- one; two after a fork
  options:refuse_except(ends, "river.continue")
  for _, e in ipairs(ends) do
    local places = options:at(e)
    if places[1] and #ends > 1 and meets(ends, e) then
      for _, place in ipairs(places) do
        refuse(place, "river.join")
      end
    elseif places[1] then
      local side = e.side
      local turn = last_bend(game, e.tile, side)
      for _, place in ipairs(places) do
        if turn ~= STRAIGHT and place:edge((side + 2 + turn) % 4) == "river" then
          refuse(place, "river.turn")
        end
      end
    end
  end
end

-- on.placed: the tile remembers where its water comes from. The spring joins nothing.
function river.flow(game, event, out)
  local sides = event.tile:joined("river")
  if #sides == 1 then
    out:set("inflow", sides[1], event.tile)
  end
end
