-- A ferry joins two of the three roads of a pier, and may sail.
local m = ...

-- The roads of the tile but one.
local function others(segment)
  local found = {}
  for _, s in ipairs(segment.tile:segments("road")) do
    if s ~= segment then
      found[#found + 1] = s
    end
  end
  return found[1], found[2]
end

function m.arrive(game, slot, out)
  out:push("moor", game.turn)
end

-- Which road of its tile a segment is, from 1.
local function number(segment)
  for i, s in ipairs(segment.tile:segments("road")) do
    if s == segment then
      return i
    end
  end
end

function m.moor(game, step, out)
  local a, b = others(step.target)
  out:link(a, b, "ferry.moor")
  out:set("left", number(step.target), step.target.tile)
end

function m.offer(game, step, offers)
  offers:offer { rule = "ferry.sail" }
  for _, tile in ipairs(game:tiles()) do
    local left = game:get("left", tile)
    if left > 0 then
      for i, s in ipairs(tile:segments("road")) do
        if i ~= left then
          offers:invoke("sail", s)
        end
      end
    end
  end
end

function m.sail(game, step, out)
  local tile = step.target.tile
  local a, b = others(tile:segments("road")[game:get("left", tile)])
  out:unlink(a, b, "ferry.sail")
  a, b = others(step.target)
  out:link(a, b, "ferry.sail")
  out:set("left", number(step.target), tile)
end

function m.split(game, event, out)
  out:token(game.turn, "tow", 1, "ferry.split")
end
