-- The Ferries.
local ferry = ...

-- at.before_scoring, a lake was placed: a ferry between two of its roads.
function ferry.lake(game, slot, out)
  out:push("moor", game.turn, game.placed)
end

-- at.before_scoring: the next ferry each way along the roads that the tile just placed continues.
function ferry.next_ones(game, slot, out)
  local placed, seen = game.placed, {}
  for _, road in placed:segments("road") do
    for side = 0, 3 do
      if road:touches(side) and placed:neighbour(side) then
        for _, segment in road:walk({ tag = "ferry" }, side) do
          local lake = segment.tile
          if segment:tag("ferry") > 0 and lake ~= placed and not seen[lake.number] then
            seen[lake.number] = true
            out:push("turn", game.turn, lake)
          end
        end
      end
    end
  end
end

-- ask.moor, ask.turn: every two roads of the lake but those that the ferry joins now.
function ferry.ways(game, step, offers)
  local roads = step:tile(1):segments("road")
  offers:offer { rule = "ferry.place" }
  for i, from in roads do
    for j = i + 1, #roads do
      if from:tag("ferry") == 0 or roads[j]:tag("ferry") == 0 then
        offers:invoke("ferry", from, roads[j])
      end
    end
  end
end

-- do.ferry: what the ferry joined before falls apart.
function ferry.join(game, step, out)
  local from, to = step.target, step.second
  local was = from.tile:segments { kind = "road", tag = "ferry" }
  if #was == 2 then
    out:unlink(was[1], was[2], "ferry.turn")
    for _, road in was do out:tag(road, "ferry", -1, "ferry.turn") end
  end
  out:link(from, to, "ferry.place")
  out:tag(from, "ferry", 1, "ferry.place")
  out:tag(to, "ferry", 1, "ferry.place")
end
