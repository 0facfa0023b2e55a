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

-- What was completed in this part, against the largest so far.
function m.crown(game, slot, out)
  local holder, best, n = nil, game:get("largest"), 0
  for _, player in game:players() do
    if player:tokens("crown") > 0 then holder = player end
  end
  for _, event in game:log("completed", "part") do
    if event.feature.kind == "city" or event.feature.kind == "road" then
      n += 1
      best = math.max(best, event.feature.tiles)
    end
  end
  if holder and n > 0 then out:pay(holder, n, "gauge.crown") end
  if best > game:get("largest") then
    out:set("largest", best)
    if holder ~= game.turn then out:token(game.turn, "crown", 1, "gauge.crown") end
  end
end

-- Who may take from which tile; then one each, in turn order, until nobody can.
function m.share(game, slot, out)
  local tiles, bars, may = {}, {}, {}
  for _, event in game:log("scored", "part") do
    local feature = event.feature
    if not feature or #event:owners() == 0 then continue end
    for _, tile in feature:cells() do
      local k = tile.number
      if not may[k] then
        may[k], bars[k] = {}, game:get("bars", tile) + 1
        table.insert(tiles, tile)
      end
      for _, player in event:owners() do may[k][player.index] = true end
    end
  end
  local player, idle = game.turn, 0
  while idle < #game:players() do
    idle += 1
    for _, tile in ipairs(tiles) do
      local k = tile.number
      if bars[k] > 0 and may[k][player.index] then
        bars[k] -= 1
        idle = 0
        out:token(player, "crown", 1, "gauge.share")
        break
      end
    end
    player = player.next
  end
  for _, tile in ipairs(tiles) do out:set("bars", bars[tile.number], tile) end
end

function m.tie(game, claim, score)
  local owners = claim:owners()
  if not claim.feature or #owners < 2 then return end
  local on, most = {}, 0
  for _, figure in claim.feature:figures { class = "meeple" } do
    local i = figure.owner.index
    if figure.tile:tag("orchard") == 0 and claim:owns(figure.owner) then
      on[i] = (on[i] or 0) + 1
      most = math.max(most, on[i])
    end
  end
  if most == 0 then return end
  for _, player in owners do
    if on[player.index] ~= most then
      score:scale("gauge.tie", 0, 1, "down")
      score:only(player)
    end
  end
end

local function rivals(game, x, y, shrine)
  local list = {}
  for dx = -1, 1 do
    for dy = -1, 1 do
      local tile = (dx ~= 0 or dy ~= 0) and game:tile_at(x + dx, y + dy)
      for _, segment in tile and tile:segments("monastery") or {} do
        if segment:tag("shrine") == shrine then table.insert(list, segment) end
      end
    end
  end
  return list
end

-- Looks at the few monasteries there are, then at the many places.
function m.shrines(game, step, options, refuse)
  local near = { [0] = {}, [1] = {} }
  for _, feature in game:features("monastery") do
    local segment = feature:segments()[1]
    local sort = segment:tag("shrine")
    local taken = #rivals(game, segment.x, segment.y, 1 - sort) > 0
    for dx = -1, 1 do
      for dy = -1, 1 do
        local k = (segment.x + dx) * 1000 + segment.y + dy
        near[sort][k] = (near[sort][k] or 0) + (taken and 2 or 1)
      end
    end
  end
  for place in options:each("place") do
    if place.type:has("monastery") then
      local n = near[1 - place.type:tag("shrine")][place.x * 1000 + place.y]
      if n and n > 1 then refuse(place, "gauge.shrine") end
    end
  end
end

local function taken(segment)
  if #segment:figures() > 0 then return true end
  if segment:tag("crossing") > 0 then return false end
  for _, other in segment:walk { tag = "crossing" } do
    if other:tag("crossing") == 0 and #other:figures() > 0 then return true end
  end
  return false
end

function m.branches(game, step, options, refuse)
  for option in options:each("deploy") do
    local segment = option.segment
    if segment.kind == "road" and taken(segment) then
      refuse(option, "gauge.branch")
    end
  end
end
