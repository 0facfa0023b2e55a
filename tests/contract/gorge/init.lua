local gorge = ...

function gorge.bridged(game, event, out)
  if event.tile:takes("rope-bridge", 0) or event.segment.overlay ~= "rope-bridge" then error("one bridge is enough") end
  out:token(game.turn, "knot", #event.tile:overlays(), "gorge.bridge.knot")
end

-- The tile just placed gets a hut.
function gorge.camp(game, event, out)
  out:overlay(event.tile, "hut", 0, "gorge.hut")
  out:neutral("goat", event.tile, "gorge.hut")
end

function gorge.hut(game, claim, score)
  score:add("gorge.hut", "tile", claim.feature.tiles, 1)
  score:add("gorge.hut", "warm", claim.feature:tag("warm"), 2)
end

function gorge.fort(game, event, out)
  out:overlay(event.tile, "palisade", event.tile.rotation, "gorge.fort")
end

-- The other half goes to the east of the first, as it is turned.
local DX = { [0] = 1, 0, -1, 0 }
local DY = { [0] = 0, 1, 0, -1 }

function gorge.ledge(game, event, out)
  local tile = event.tile
  local half = game:zone("ledges")[1]
  local x, y = tile.x + DX[tile.rotation], tile.y + DY[tile.rotation]
  if half and game:fits(half, x, y, tile.rotation) then
    out:lay(half, x, y, tile.rotation, "ledges", "gorge.ledge")
  end
end

function gorge.laid(game, event, out)
  out:token(game.turn, "echo", 1, "gorge.ledge")
end

function gorge.slide(game, slot, out)
  out:push("slide", game.turn)
end

function gorge.bury(game, step, out)
  out:remove(step.target, "scree", "gorge.slide.bury")
end

function gorge.gone(game, event, out)
  if event.tile.lies or #event.tile:segments() > 0 then error("it is gone") end
  if event.type ~= event.tile.type then error("another type") end
  out:token(game.turn, "echo", #game:zone("scree"), "gorge.slide.bury")
end

function gorge.split(game, event, out)
  if event.feature ~= event.other.feature then out:token(game.turn, "knot", 1, "gorge.slide.split") end
end

local function planks(game, offers, x, y, on)
  local fort = game.drawn
  for rotation = 0, 1 do
    for turn = 0, 1 do
      if not game:fits(fort, x, y, rotation) and game:fits(fort, x, y, rotation, "rope-bridge", on, turn) then
        offers:place(fort, x, y, rotation, "rope-bridge", on, turn)
      end
    end
  end
end

function gorge.plank(game, step, offers)
  offers:offer { rule = "gorge.plank" }
  for _, road in game:open("road") do planks(game, offers, road.x, road.y) end
  for _, field in game:open("field") do
    local tile = field.tile
    if tile.type:has("monastery") then planks(game, offers, field.x, field.y, tile) end
  end
end
