-- The River. Tiles, groups of the deck and the start layout are declared in the manifest; this file says
-- where a river tile may go. `river` is the table of this expansion's handlers: the manifest names them.
local river = ...

-- Sides of a tile are numbers: 0 north, 1 east, 2 south, 3 west.
-- The way from one side to another: 1 is a left turn, 2 straight on, 3 a right turn.
local STRAIGHT = 2

local function way(from, to)
  return (to - from) % 4
end

-- The side by which a tile, or a place for one, joins the river, and how many such sides there are.
local function entry(place)
  local side, n = nil, 0
  for s = 0, 3 do
    if place:edge(s) == "river" and place:neighbour(s) then
      side, n = s, n + 1
    end
  end
  return side, n
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

-- Whether a place lies where the river runs out of its end.
local function meets(place, tile, side)
  return place:neighbour((side + 2) % 4) == tile
end

-- placement.veto: all places for the tile at once; each may be refused by several rules.
function river.course(game, step, options, refuse)
  local ends = game:open("river") -- one; two after a fork
  local first = ends[1]
  local tile, side = first and first.tile, first and first.side
  local bend -- of the first end, once it is asked for
  for place in options:each("place") do
    local met = if first and meets(place, tile, side) then 1 else 0
    local other
    for i = 2, #ends do
      local e = ends[i]
      if meets(place, e.tile, e.side) then
        met, other = met + 1, e
      end
    end
    if met == 0 then
      refuse(place, "river.continue")
    elseif met > 1 then
      refuse(place, "river.join")
    else
      local turn, from
      if other then
        turn, from = last_bend(game, other.tile, other.side), (other.side + 2) % 4
      else
        bend = bend or last_bend(game, tile, side)
        turn, from = bend, (side + 2) % 4
      end
      if turn ~= STRAIGHT and place:edge((from + turn) % 4) == "river" then
        refuse(place, "river.turn")
      end
    end
  end
end

-- on.placed: the tile remembers where its water comes from. The spring joins nothing.
function river.flow(game, event, out)
  local from, n = entry(event.tile)
  if n == 1 then
    out:set("inflow", from, event.tile)
  end
end
