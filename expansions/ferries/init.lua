-- The Ferries.
local ferry = ...

-- at.before_scoring, a lake was placed: a ferry between two of its roads.
function ferry.lake(game, slot, out)
  out:push("moor", game.turn, game.placed)
end

-- Every two roads of a lake but those that the ferry joins now.
local function ways(lake, offers)
  local roads = lake:segments("road")
  for i, from in roads do
    for j = i + 1, #roads do
      if from:tag("ferry") == 0 or roads[j]:tag("ferry") == 0 then
        offers:invoke("ferry", from, roads[j])
      end
    end
  end
end

-- ask.moor
function ferry.moor(game, step, offers)
  offers:offer { rule = "ferry.place" }
  ways(step:tile(1), offers)
end

-- ask.turn: the next ferry each way along the roads that the tile just placed continues, unless it was turned already.
function ferry.next_ones(game, step, offers)
  local placed, seen = game.placed, {}
  offers:offer { rule = "ferry.turn" }
  for _, road in placed:segments("road") do
    for side = 0, 3 do
      if road:touches(side) and placed:neighbour(side) then
        for _, segment in road:walk({ tag = "ferry" }, side) do
          local lake = segment.tile
          if segment:tag("ferry") > 0 and lake ~= placed and not seen[lake.number] and game:get("ferry-turned", lake) == 0 then
            seen[lake.number] = true
            ways(lake, offers)
          end
        end
      end
    end
  end
end

-- A road of a lake and what it leads to, as if no ferry left from it.
local function shore(road)
  local found = { road }
  for side = 0, 3 do
    if road:touches(side) then
      for _, segment in road:walk({ tile = road.tile }, side) do table.insert(found, segment) end
    end
  end
  return found
end

-- Whether some segments lie on a tile, and none of them leads on to a free cell or into a tunnel.
local function closes(segments, tile)
  local there = false
  for _, segment in segments do
    there = there or segment.tile == tile
    if segment:tag("tunnel") > 0 then return false end
    for side = 0, 3 do
      if segment:touches(side) and not segment.tile:neighbour(side) then return false end
    end
  end
  return there
end

-- deployment.veto beside the donkey: no ferry completes a road on its tile, neither those it joins nor the one it leaves.
function ferry.barred(game, step, options, refuse)
  local tile = game:neutral("donkey").tile
  for option in options:each("invoke") do
    local from, to = option.target, option.second
    local joined = shore(from)
    for _, segment in shore(to) do table.insert(joined, segment) end
    local barred = closes(joined, tile)
    for _, left in from.tile:segments { kind = "road", tag = "ferry" } do
      barred = barred or left ~= from and left ~= to and closes(shore(left), tile)
    end
    if barred then refuse(option, "donkey.bars") end
  end
end

-- do.ferry: what the ferry joined before falls apart, and one of the others may be turned next.
function ferry.join(game, step, out)
  local from, to = step.target, step.second
  local was = from.tile:segments { kind = "road", tag = "ferry" }
  if #was == 2 then
    out:unlink(was[1], was[2], "ferry.turn")
    for _, road in was do out:tag(road, "ferry", -1, "ferry.turn") end
    out:set("ferry-turned", 1, from.tile)
    out:push("turn", game.turn)
  end
  out:link(from, to, "ferry.place")
  out:tag(from, "ferry", 1, "ferry.place")
  out:tag(to, "ferry", 1, "ferry.place")
end
