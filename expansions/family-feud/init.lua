-- Family Feud: pennants of two families, who share no city. Here of tiles with several cities; of others the manifest tells.
local feud = ...

local SIDES = { "N", "E", "S", "W" }
local HALVES = { "L", "R" }
local NOT_RED = { tag = { pennant = true, ["red-arms"] = false } }

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

-- Whether a city has pennants that are neither red nor of a die.
local function blue(city)
  if city:tag("pennant") <= city:tag("luck-arms") then return false end
  for _, segment in city:segments(NOT_RED) do
    if segment:tag("luck-arms") == 0 then return true end
  end
  return false
end

-- The cities that come to a place from each side, by the half that they meet, from how many sides they come, and whether any of them
-- has pennants of a family.
local function around(option)
  local sides = { number = 0, pennants = false }
  for side = 0, 3 do
    local tile = option:neighbour(side)
    local met = {}
    if tile and tile:edge((side + 2) % 4) == "city" then
      sides.number += 1
      for half, name in ipairs(HALVES) do
        local city = tile:at(SIDES[(side + 2) % 4 + 1] .. name)
        if city then
          local feature = city.feature
          local red, others = feature:tag("red-arms") > 0, blue(feature)
          sides.pennants = sides.pennants or red or others
          met[3 - half] = { feature = feature, red = red, blue = others, lost = feature:tag("luck-lost") > 0 }
        end
      end
    end
    sides[side] = met
  end
  return sides
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
      local met = sides[(at.side + rotation) % 4][at.half]
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
  local known, cells = {}, {}
  local function look(tile)
    known[tile.type.id] = printed(tile)
  end
  for place in options:each("place") do
    if not known[place.type.id] then game:what_if(place.type, place.x, place.y, place.rotation, look) end
  end
  for place in options:each("place") do
    local cities = known[place.type.id]
    if cities and #cities > 1 then
      local cell = place.x .. "," .. place.y
      local sides = cells[cell] or around(place)
      cells[cell] = sides
      local may = sides.pennants or cities.both and sides.number > 1
      if may and quarrels(place.rotation, cities, sides) then refuse(place, "feud.apart") end
    end
  end
end
