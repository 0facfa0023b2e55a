-- The River II. The first River's rules hold (its handlers run too); here the two branches are kept apart.
local river2 = ...

-- One step to each side: 0 north, 1 east, 2 south, 3 west; y grows to the south.
local DX = { [0] = 0, [1] = 1, [2] = 0, [3] = -1 }
local DY = { [0] = -1, [1] = 0, [2] = 1, [3] = 0 }

-- A farmer is a meeple of any kind.
local FARMER = { class = "meeple" }

-- The box around all tiles on the table: nothing lies beyond it.
local function bounds(game)
  local x0, y0, x1, y1 = 0, 0, 0, 0
  for _, tile in ipairs(game:tiles()) do
    local x, y = tile.x, tile.y
    x0, y0 = math.min(x0, x), math.min(y0, y)
    x1, y1 = math.max(x1, x), math.max(y1, y)
  end
  return x0, y0, x1, y1
end

-- Whether a tile lies in the strip, three wide, that runs from a cell to the edge of the table.
-- The cell itself is free, and the tile to be placed lies behind it.
local function blocked(game, end_, x0, y0, x1, y1)
  local dx, dy = DX[end_.side], DY[end_.side]
  local x, y = end_.x, end_.y
  while x >= x0 - 1 and x <= x1 + 1 and y >= y0 - 1 and y <= y1 + 1 do
    for aside = -1, 1 do
      if game:tile_at(x + aside * dy, y + aside * dx) then
        return true
      end
    end
    x, y = x + dx, y + dy
  end
  return false
end

-- placement.veto: all places for a river tile at once.
function river2.branches(game, step, options, refuse)
  local open = game:open("river") -- where the river runs into free cells
  local x0, y0, x1, y1 = bounds(game)
  for place in options:each("place") do
    -- The ends this placement would make…
    local own = {}
    for s = 0, 3 do
      if place:edge(s) == "river" and not place:neighbour(s) then
        own[#own + 1] = { x = place.x + DX[s], y = place.y + DY[s], side = s }
      end
    end
    -- …and all that there would be then.
    local all = {}
    for _, e in ipairs(own) do
      all[#all + 1] = e
    end
    local joined = 0
    for _, e in ipairs(open) do
      if e.x ~= place.x or e.y ~= place.y then
        all[#all + 1] = { x = e.x, y = e.y, side = e.side }
      else
        joined = joined + 1
      end
    end
    if joined > 1 then
      refuse(place, "river.join")
    end
    for i, o in ipairs(own) do
      if blocked(game, o, x0, y0, x1, y1) then
        refuse(place, "river2.corridor")
      end
      for j, e in ipairs(all) do
        if i ~= j then
          local aside = math.abs(DX[o.side] * (e.y - o.y) + DY[o.side] * (e.x - o.x))
          if e.x == o.x and e.y == o.y then
            refuse(place, "river2.meet")
          elseif e.side == o.side and aside == 1 then
            refuse(place, "river2.parallel")
          end
        end
      end
    end
  end
end

-- on.placed of the lake with the volcano: one part more in this turn.
function river2.lake(game, event, out)
  out:parts(game.part + 1, "river2.again")
end

-- scoring.bonus of the herd's field: one more point for each of its cities, to every owner.
function river2.herd(game, claim, score)
  local cities = #claim.feature:bordering { kind = "city", complete = true }
  for _, player in claim:owners() do
    if cities > 0 then
      score:bonus(player, cities, "river2.herd")
    end
  end
end

-- scoring.bonus of a city that farmers supply, when farmers are counted per city: its owner, if he wins the city
-- with a farmer in the herd's field.
function river2.herd_pooled(game, claim, score)
  for _, field in claim.feature:bordering { kind = "field", tag = "pig-herd" } do
    for _, player in claim:owners() do
      if field:holds(FARMER, player) then
        score:bonus(player, 1, "river2.herd.pooled")
      end
    end
  end
end
