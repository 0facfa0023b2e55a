local m = ...

local NAMES = { "north", "east", "south", "west" }

local function nothing() end

m.claims, m.more, m.bonus, m.weight, m.settled = nothing, nothing, nothing, nothing, nothing
m.veto, m.scored, m.ask, m.buy, m.ask_wonder, m.answer_wonder = nothing, nothing, nothing, nothing, nothing, nothing

function m.points(game, claim, score)
  local sum = 0
  for _, segment in ipairs(claim.feature:segments()) do
    for side = 0, 3 do
      if segment:touches(side) and not segment.tile:neighbour(side) then
        sum = sum + #NAMES[side + 1]
      end
    end
  end
  score:add("fuzz.buy", "tile", sum, 1)
end

function m.complete(game, feature, verdict)
  for _, other in ipairs(feature:bordering("city")) do
    if other.complete then
      verdict:no("fuzz.none")
    end
  end
end

function m.placed(game, event, out)
  local here = {}
  for _, tile in ipairs(game:tiles()) do
    here[tile.x .. "," .. tile.y] = tile
  end
  for _, key in ipairs(sorted(here)) do
    local tile = here[key]
    print(key, tile.type.id, tostring(tile), string.format("%d", tile.rotation))
  end
  for _, e in ipairs(game:open("road")) do
    if game:fits(game.placed.type, e.x, e.y, 1) then
      out:set("count", (game:get("count", game.turn) + 1) % 1000, game.turn)
    end
  end
end

function m.haunt(game, step, out)
  local figure = step.target
  local road = game:segments { kind = "road", occupied = false }[1]
  if road then
    out:move(figure, road, "fuzz.haunt")
  else
    out:capture(figure, figure.owner.next, "fuzz.haunt")
  end
end

function m.last(game, step, out)
  local best = 0
  for _, feature in ipairs(game:features { kind = "road" }) do
    best = math.max(best, feature.tiles)
  end
  out:claim { rule = "fuzz.last", owners = game:players(), complete = false }
  out:bonus(game.turn, best, "fuzz.last")
end
