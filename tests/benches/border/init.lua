local m = ...

-- One thing a hundred times; what `loop` costs is to be taken off.

function m.empty(game, slot, out) end

function m.loop(game)
  local x
  for _ = 1, 100 do x = game end
end

function m.field(game)
  local tile = game.placed
  local x
  for _ = 1, 100 do x = tile.x end
end

function m.method(game)
  local tile = game.placed
  local x
  for _ = 1, 100 do x = tile:tag("orchard") end
end

function m.handle(game)
  local tile = game.placed
  local x
  for _ = 1, 100 do x = tile:neighbour(2) end
end

function m.text(game)
  local segment = game.placed:segments()[1]
  local x
  for _ = 1, 100 do x = segment.kind end
end

function m.query(game)
  local tile = game.placed
  local x
  for _ = 1, 100 do x = tile:segments { kind = "city", complete = true } end
end

function m.list(game)
  local x
  for _ = 1, 100 do x = game:players() end
end

-- Handlers of the shape that authors give them.

local function filled(game, tile)
  local n = 1
  for step = 1, 2 do
    for _, way in ipairs { { 0, -step }, { step, 0 }, { 0, step }, { -step, 0 } } do
      if game:tile_at(tile.x + way[1], tile.y + way[2]) then n += 1 end
    end
  end
  return n
end

function m.mills(game, slot, out)
  for _, figure in game:figures { kind = "meeple" } do
    if filled(game, figure.tile) == 9 then
      out:pay(figure.owner, 9, "gauge.mill")
      out:send_home(figure, "gauge.mill")
    end
  end
end

function m.orchard(game, claim, score)
  if not claim.feature then return end
  local centre, n = claim.feature:segments()[1].tile, 0
  for dx = -1, 1 do
    for dy = -1, 1 do
      local tile = game:tile_at(centre.x + dx, centre.y + dy)
      if tile and tile ~= centre then n += tile:tag("orchard") end
    end
  end
  if n > 0 then score:flat("gauge.orchard", 3 * n) end
end

local function around(game, centre)
  local list = {}
  for dx = -1, 1 do
    for dy = -1, 1 do
      local tile = game:tile_at(centre.x + dx, centre.y + dy)
      if tile and tile ~= centre then table.insert(list, tile) end
    end
  end
  return list
end

function m.hoard(game, slot, out)
  out:set("bars", game:get("bars", game.placed) + 1, game.placed)
  local list = around(game, game.placed)
  if #list == 1 then
    out:set("bars", game:get("bars", list[1]) + 1, list[1])
  else
    out:push("spend", game.turn)
  end
end

local function beyond(tile) return tile:neighbour(tile.rotation) end

local function link(tile, out)
  local wide, narrow = tile:segments { feature = { tag = "wide" } }[1], tile:segments { feature = { tag = "narrow" } }[1]
  if wide and narrow and beyond(tile) and wide.feature ~= narrow.feature then
    out:link(wide, narrow, "gauge.shared")
  end
end

function m.shared(game, event, out)
  link(event.tile, out)
  for side = 0, 3 do
    local tile = event.tile:neighbour(side)
    if tile and beyond(tile) == event.tile then link(tile, out) end
  end
end

local function near(game, segment)
  for dx = -1, 1 do
    for dy = -1, 1 do
      local tile = game:tile_at(segment.x + dx, segment.y + dy)
      if tile and #tile:segments("monastery") > 0 then return true end
    end
  end
end

function m.refuge(game, slot, out)
  local list = {}
  for _, feature in game:features { kind = "city", no = { tag = "wide" }, occupied = true } do
    local own = feature:figures { owner = game.turn }
    if #own == 0 then continue end
    for _, segment in feature:segments() do
      if near(game, segment) then
        for _, figure in own do table.insert(list, figure) end
        break
      end
    end
  end
  if #list > 0 then out:push("spend", game.turn) end
end
