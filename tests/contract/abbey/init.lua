-- A tile without edge match, offered before the draw.
local m = ...

-- Free cells with a tile on all four sides, each once.
local function holes(game)
  local found, seen = {}, {}
  for _, tile in ipairs(game:tiles()) do
    local x, y = tile.x, tile.y - 1
    local key = x .. "," .. y
    if not seen[key] and not game:tile_at(x, y) and game:tile_at(x, y - 1) and game:tile_at(x - 1, y) and game:tile_at(x + 1, y) then
      seen[key] = true
      found[#found + 1] = { x = x, y = y }
    end
  end
  return found
end

function m.choose(game, slot, out)
  out:push("use", game.turn)
end

function m.ask(game, step, offers)
  if #holes(game) > 0 then
    offers:offer { rule = "abbey.use" }
    offers:invoke("use")
  end
end

function m.use(game, step, out)
  out:set("using", 1)
  out:skip("draw", "abbey.use")
end

function m.holes(game, step, offers)
  local tile = game:zone("abbey", step.actor)[1]
  offers:offer { rule = "abbey.hole", waives = { "edge" }, must = true }
  for _, hole in ipairs(holes(game)) do
    offers:place(tile, hole.x, hole.y, 0)
  end
end

function m.last_round(game, slot, out)
  local player = game.turn
  for _ = 1, #game:players() do
    player = player.next
    if #game:zone("abbey", player) > 0 then
      out:turn(player, "abbey.last")
    end
  end
end
