-- Family Feud: pennants of two families, who share no city. Here of tiles with several cities; of others the manifest tells.
local feud = ...

local SIDES = { "N", "E", "S", "W" }
local HALVES = { "L", "R" }

-- The cities of a tile: the halves of edges that they reach as it is printed, and the families of their pennants.
local function printed(tile)
  local cities, any = {}, { red = false, blue = false }
  for _, city in tile:segments("city") do
    local red = city:tag("red-arms") > 0
    local one = { red = red, blue = not red and city:tag("pennant") > 0, halves = {} }
    for side = 0, 3 do
      for half, name in ipairs(HALVES) do
        if city:touches(SIDES[side + 1] .. name) then
          table.insert(one.halves, { side = (side - tile.rotation) % 4, half = half })
        end
      end
    end
    any.red, any.blue = any.red or one.red, any.blue or one.blue
    table.insert(cities, one)
  end
  cities.both = any.red and any.blue
  return cities
end

-- Whose pennants a city on the table has, if any. Those of a die take no side; a city that has lost its own has none.
local function families(feature)
  local pennants = feature:tag("pennant")
  if pennants == 0 then return { feature = feature, red = false, blue = false, lost = feature:tag("luck-lost") > 0 } end
  local red = feature:tag("red-arms") > 0
  return { feature = feature, red = red, blue = not red and pennants > feature:tag("luck-arms"), lost = false }
end

local function cell(x, y)
  return x * 1024 + y
end

-- By cells: the cities that come there from each side, by the half that they meet, from how many sides they come, and whether any of
-- them has pennants of a family.
local function waiting(game)
  local cells, known = {}, {}
  for _, open in game:open("city") do
    local at, side = cell(open.x, open.y), (open.side + 2) % 4
    local sides = cells[at] or { number = 0, pennants = false }
    cells[at] = sides
    if not sides[side] then
      local met = {}
      sides.number += 1
      for half, name in ipairs(HALVES) do
        local city = open.tile:at(SIDES[open.side + 1] .. name)
        if city then
          local feature = city.feature
          local one = known[feature] or families(feature)
          known[feature] = one
          sides.pennants = sides.pennants or one.red or one.blue
          met[3 - half] = one
        end
      end
      sides[side] = met
    end
  end
  return cells
end

local function meet(some, others)
  for _, a in ipairs(some) do
    for _, b in ipairs(others) do
      if a == b then return true end
    end
  end
  return false
end

-- Whether a city would have pennants of both families, and has not lost them. Cities of the tile that join the same one are one.
local function quarrels(rotation, cities, sides)
  local wholes = {}
  for _, city in ipairs(cities) do
    local whole = { red = city.red, blue = city.blue, lost = false, joined = {} }
    for _, at in ipairs(city.halves) do
      local side = sides[(at.side + rotation) % 4]
      local met = side and side[at.half]
      if met then
        whole.red, whole.blue, whole.lost = whole.red or met.red, whole.blue or met.blue, whole.lost or met.lost
        table.insert(whole.joined, met.feature)
      end
    end
    for i = #wholes, 1, -1 do
      local other = wholes[i]
      if meet(whole.joined, other.joined) then
        whole.red, whole.blue, whole.lost = whole.red or other.red, whole.blue or other.blue, whole.lost or other.lost
        for _, feature in ipairs(other.joined) do table.insert(whole.joined, feature) end
        table.remove(wholes, i)
      end
    end
    table.insert(wholes, whole)
  end
  for _, whole in ipairs(wholes) do
    if whole.red and whole.blue and not whole.lost then return true end
  end
  return false
end

-- placement.veto. How a tile is drawn is seen once it lies: one look at a place where it fits tells of all of them.
function feud.apart(game, step, options, refuse)
  local known, cells = {}, waiting(game)
  for place in options:each("place") do
    local sides = cells[cell(place.x, place.y)]
    if sides and (sides.pennants or sides.number > 1) then
      local kind = place.type
      local cities = known[kind]
      if not cities then
        game:what_if(kind, place.x, place.y, place.rotation, function(tile) cities = printed(tile) end)
        known[kind] = cities
      end
      if cities and #cities > 1 and (sides.pennants or cities.both) and quarrels(place.rotation, cities, sides) then
        refuse(place, "feud.apart")
      end
    end
  end
end
