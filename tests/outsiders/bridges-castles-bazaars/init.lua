-- Bridges, Castles & Bazaars.
local bcb = ...

-- Bridge ---------------------------------------------------------------------------------------------
-- A tile that lies cannot get another segment. So a bridge is a tile of its own, beyond the table: its road is linked to
-- the roads at both sides of the tile it crosses, its open ends are counted by the tag `gap`, and what the bridged edges
-- allow is offered and refused here, since the engine still sees fields there.

local DX = { [0] = 0, 1, 0, -1 }
local DY = { [0] = -1, 0, 1, 0 }

local function bridge_of(game, tile)
  return game:tile_at(200 + 2 * tile.x, 2 * tile.y)
end

-- Kind of the edge that a tile shows on a side, with its bridge.
local function edge_of(game, tile, side)
  local b = game:get("bridge", tile)
  if b > 0 and side % 2 == b - 1 then return "road" end
  return tile:edge(side)
end

-- What lies beside a cell: a kind of edge, or nil.
local function beside(game, x, y, side)
  local other = game:tile_at(x + DX[side], y + DY[side])
  return other and edge_of(game, other, (side + 2) % 4)
end

-- Whether a tile that lies can take a bridge from `axis` (0 or 1) to `axis + 2`. `x`, `y`, `kind`: a cell to be filled and the
-- edge that will be shown there.
local function can(game, tile, axis, x, y, kind)
  if tile.x > 90 or game:get("bridge", tile) > 0 then return false end
  for side = axis, axis + 2, 2 do
    if tile:edge(side) ~= "field" then return false end
    local next_kind = beside(game, tile.x, tile.y, side)
    if x and tile.x + DX[side] == x and tile.y + DY[side] == y then next_kind = kind end
    if next_kind and next_kind ~= "road" then return false end
  end
  return true
end

-- Places that a bridge makes possible: 1 if one on the tile itself does, 2 on a neighbour, 0 without any (a road that
-- meets a bridge), nil if nothing helps.
local function fits(game, type, x, y, rotation)
  local own, other, met
  for side = 0, 3 do
    local kind = type:edge(side, rotation)
    local tile = game:tile_at(x + DX[side], y + DY[side])
    if tile then
      local there = edge_of(game, tile, (side + 2) % 4)
      if kind ~= there then
        if kind == "field" and there == "road" then
          if own and own ~= side % 2 then return nil end
          own = side % 2
        elseif kind == "road" and there == "field" then
          if other or not can(game, tile, side % 2, x, y, "road") then return nil end
          other = side
        else
          return nil
        end
      elseif there ~= tile:edge((side + 2) % 4) then
        met = true
      end
    end
  end
  if own and other then return nil end
  if own then
    for side = own, own + 2, 2 do
      if type:edge(side, rotation) ~= "field" then return nil end
      local there = beside(game, x, y, side)
      if there and there ~= "road" then return nil end
    end
    return 1
  end
  return other and 2 or met and 0 or nil
end

function bcb.bridge_offer(game, step, offers)
  local type = game.drawn
  if not type or type:edge(0, 0) == "void" then return end
  local has = game.turn:tokens("bridge") > 0
  local seen = {}
  local function try(x, y)
    if seen[x * 1000 + y] or x > 90 then return end
    seen[x * 1000 + y] = true
    for rotation = 0, 3 do
      local how = fits(game, type, x, y, rotation)
      if how == 0 or how and has then
        offers:offer { rule = how == 0 and "bcb.bridge.meets" or "bcb.bridge.needed", waives = { "edge", "bcb.bridge.edge" } }
        offers:place(type, x, y, rotation)
      end
    end
  end
  if has then
    for _, open in game:open("road") do try(open.x, open.y) end
  end
  for _, segment in game:segments { kind = "road", feature = { tag = "gap" } } do
    local tile = segment.tile
    if tile.x > 90 then
      local x, y = (tile.x - 200) // 2, tile.y // 2
      for side = 0, 3 do
        if segment:touches(side) and not game:tile_at(x + DX[side], y + DY[side]) then try(x + DX[side], y + DY[side]) end
      end
    end
  end
  local road = false
  for side = 0, 3 do road = road or type:edge(side, 0) == "road" end
  if has and road then
    for _, open in game:open("field") do try(open.x, open.y) end
  end
end

-- placement.veto: what lies at the end of a bridge must have a road there.
function bcb.bridge_edge(game, step, options, refuse)
  local want = {}
  for _, segment in game:segments { kind = "road", feature = { tag = "gap" } } do
    local tile = segment.tile
    if tile.x > 90 then
      local x, y = (tile.x - 200) // 2, tile.y // 2
      for side = 0, 3 do
        if segment:touches(side) then
          local cell = (x + DX[side]) * 1000 + y + DY[side]
          want[cell] = want[cell] or {}
          table.insert(want[cell], (side + 2) % 4)
        end
      end
    end
  end
  for option in options:each("place") do
    local x = option.x
    if x > 90 then
      if option.type:tag("bridge") == 0 then refuse(option, "bcb.bridge.edge") end
    else
      for _, side in ipairs(want[x * 1000 + option.y] or {}) do
        if option:edge(side) ~= "road" then
          refuse(option, "bcb.bridge.edge")
          break
        end
      end
    end
  end
end

local function road_at(tile, side)
  for _, segment in tile:segments("road") do
    if segment:touches(side) then return segment end
  end
end

function bcb.bridge_placed(game, event, out)
  local tile = event.tile
  if tile.x > 90 then
    local x, y = (tile.x - 200) // 2, tile.y // 2
    local over = game:tile_at(x, y)
    local road = tile:segments("road")[1]
    out:set("bridge", road:touches(0) and 1 or 2, over)
    out:set("bridged", 1)
    out:token(game.turn, "bridge", -1, "bcb.bridge.free")
    out:close(road, "bcb.bridge.free")
    local gaps = 0
    for side = 0, 3 do
      if road:touches(side) then
        local other = over:neighbour(side)
        local theirs = other and (road_at(other, (side + 2) % 4) or bridge_of(game, other) and bridge_of(game, other):segments("road")[1])
        if theirs then out:link(road, theirs, "bcb.bridge.free") else gaps = gaps + 1 end
      end
    end
    if gaps > 0 then out:tag(road, "gap", gaps, "bcb.bridge.free") end
    return
  end
  out:set("turn-x", tile.x)
  out:set("turn-y", tile.y)
  if game:get("bridged") > 0 then
    for side = 0, 3 do
      local other = tile:neighbour(side)
      if other and other.x < 90 and edge_of(game, other, (side + 2) % 4) ~= other:edge((side + 2) % 4) then
        local road, theirs = bridge_of(game, other):segments("road")[1], road_at(tile, side)
        if theirs then
          out:link(road, theirs, "bcb.bridge.meets")
          out:tag(road, "gap", -1, "bcb.bridge.meets")
        end
      end
    end
  end
  if event.rule == "bcb.bridge.needed" then out:push("must-bridge", game.turn) end
end

function bcb.bridge_gap(game, feature, verdict)
  verdict:no("bcb.bridge.gap")
end

local function list(game, step, offers, must)
  local bridge = game:zone("bridges", step.actor)[1]
  local tile = game:tile_at(game:get("turn-x"), game:get("turn-y"))
  offers:offer { rule = "bcb.bridge.free", waives = { "adjacent", "edge" } }
  local function try(at, side)
    if not at then return end
    for axis = 0, 1 do
      if can(game, at, axis) then
        -- one that is needed: beside a road that ends at a field now
        local needed = false
        for s = axis, axis + 2, 2 do
          needed = needed or beside(game, at.x, at.y, s) == "road" and at:edge(s) ~= "road" and (at == tile or s == (side + 2) % 4)
        end
        if needed or not must then offers:place(bridge, 200 + 2 * at.x, 2 * at.y, axis) end
      end
    end
  end
  try(tile, 0)
  for side = 0, 3 do try(tile:neighbour(side), side) end
end

function bcb.ask_bridge(game, step, offers) list(game, step, offers, false) end
function bcb.ask_must_bridge(game, step, offers) list(game, step, offers, true) end

function bcb.do_bridge(game, step, out)
  out:push("bridge", step.actor)
end

-- deployment.veto: without a bridge left, or a place for one, none is built.
function bcb.bridge_veto(game, step, options, refuse)
  local tile = game:tile_at(game:get("turn-x"), game:get("turn-y"))
  local any = game.turn:tokens("bridge") > 0 and (can(game, tile, 0) or can(game, tile, 1))
  for side = 0, 3 do
    local other = tile:neighbour(side)
    any = any or game.turn:tokens("bridge") > 0 and other and (can(game, other, 0) or can(game, other, 1))
  end
  if not any then
    for option in options:each("invoke") do
      if option.verb == "bridge" then refuse(option, "bcb.bridge.none") end
    end
  end
end

-- deployment.veto after a bridge: on the tile of the turn, or on the bridge over it.
function bcb.bridge_only(game, step, options, refuse)
  local x, y = game:get("turn-x"), game:get("turn-y")
  for option in options:each("deploy") do
    local segment = option.segment
    local here = segment.x == x and segment.y == y
      or segment.kind == "road" and segment.x == 200 + 2 * x and segment.y == 2 * y
    if not here then refuse(option, "bcb.bridge.deploy") end
  end
end

-- Castle ---------------------------------------------------------------------------------------------

-- Tiles with a city of one edge that is not round.
local SQUARE = {
  ["inns-and-cathedrals/cfff"] = true,
  ["bridges-castles-bazaars/frfc"] = true,
}

local function is_round(segment)
  local n = 0
  for side = 0, 3 do
    if segment:touches(side) then n = n + 1 end
  end
  return n == 1 and not SQUARE[segment.tile.type.id]
end

-- at.before_scoring: who owns a round city of two tiles that is complete may make it a castle.
function bcb.castle_ask_all(game, slot, out)
  for _, city in game:due { kind = "city", complete = true } do
    if city.tiles == 2 and city.occupied then
      local segments = city:segments()
      if #segments == 2 and is_round(segments[1]) and is_round(segments[2]) then
        for _, player in city:majority() do
          if player:tokens("castle") > 0 then
            out:push("castle", player, segments[2])
          end
        end
      end
    end
  end
end

function bcb.ask_castle(game, step, offers)
  local segment = step:segment(1)
  if segment.kind ~= "city" then
    return
  end
  offers:offer { rule = "bcb.castle.build" }
  offers:invoke("castle", segment)
end

function bcb.do_castle(game, step, out)
  out:retype(step.target.feature, "castle", "bcb.castle.build")
end

-- What a feature gives that nobody owns; for others the log tells.
local function worth(feature)
  if feature.kind == "road" then return feature.tiles end
  if feature.kind == "city" then return 2 * (feature.tiles + feature:tag("pennant")) end
  if feature.kind == "castle" then return 0 end
  return 9
end

-- The six tiles around a castle, and those of the feature there.
local function fief(castle)
  local cells = castle:cells()
  local a, b = cells[1], cells[2]
  local across = a.x == b.x
  local near = {}
  for _, tile in ipairs(cells) do
    for d = -1, 1 do
      local x, y = tile.x, tile.y
      if across then x = x + d else y = y + d end
      near[x * 1000 + y] = true
    end
  end
  return near
end

local function touches(near, cells)
  for _, tile in ipairs(cells) do
    if near[tile.x * 1000 + tile.y] then return true end
  end
  return false
end

-- at.after_scoring: castles beside what was completed, in waves.
function bcb.castle_scores(game, slot, out)
  local castles = game:features("castle")
  local done = {}
  local points = {}
  for _, event in game:log("scored", "part") do
    if event.feature and event.complete then
      points[event.feature] = math.max(points[event.feature] or 0, event.number)
    end
  end
  for _, event in game:log("completed", "part") do
    local f = event.feature
    done[#done + 1] = { cells = f:cells(), n = points[f] or worth(f) }
  end
  local left = {}
  for _, castle in castles do
    if castle.occupied or #castle:figures() > 0 then left[#left + 1] = castle end
  end
  while #done > 0 do
    local wave, rest = {}, {}
    for _, castle in ipairs(left) do
      local near, best = fief(castle), nil
      for _, d in ipairs(done) do
        if touches(near, d.cells) then best = math.max(best or 0, d.n) end
      end
      if best then
        wave[#wave + 1] = { cells = castle:cells(), n = best }
        out:set("worth", best, castle:segments()[1])
        out:claim { rule = "bcb.castle", feature = castle, owners = "majority", complete = true, final = false, returns = true }
      else
        rest[#rest + 1] = castle
      end
    end
    done, left = wave, rest
  end
end

function bcb.castle_points(game, claim, score)
  score:flat("bcb.castle", game:get("worth", claim.feature:segments()[1]))
end

function bcb.castle_field(game, claim, score)
  score:add("bcb.castle.field", "castle", #claim.feature:bordering("castle"), 4)
end

-- Bazaar ---------------------------------------------------------------------------------------------

-- at.turn_end of a turn that placed a bazaar: a tile for each player, unless some wait from the last bazaar.
function bcb.bazaar(game, slot, out)
  local players = game:players()
  if game.deck_size < #players then return end
  for _ = 1, #players do
    out:draw("market", game.turn)
  end
  out:push("select", game.turn.next)
end

-- Players who have no tile yet, from one on.
local function without(game, player)
  local list = {}
  for _ = 1, #game:players() do
    if not game:zone("bought", player)[1] then list[#list + 1] = player end
    player = player.next
  end
  return list
end

function bcb.ask_select(game, step, offers)
  local seen = {}
  offers:offer { rule = "bcb.bazaar.select" }
  for _, tile in game:zone("market") do
    if not seen[tile.id] then
      seen[tile.id] = true
      offers:invoke("select", tile)
    end
  end
end

function bcb.do_select(game, step, out)
  local player = step.actor
  if game.option.bazaars == "pick" then
    out:tile(step.target, "market", "bought", "bcb.bazaar.select", player)
    local rest = without(game, player.next)
    if rest[1] and rest[1] ~= player then out:push("select", rest[1]) end
    return
  end
  for i, tile in game:zone("market") do
    if tile == step.target then out:set("lot", i) end
  end
  out:set("leader", 0)
  out:set("price", 0)
  out:push("open", player)
  for _, other in ipairs(without(game, player.next)) do
    if other ~= player then out:push("bid", other) end
  end
  out:push("deal", player)
end

function bcb.ask_open(game, step, offers)
  offers:offer { rule = "bcb.bazaar.bid" }
  for n = 0, math.min(step.actor.score, 30) do
    offers:invoke("bid", n)
  end
end

function bcb.ask_bid(game, step, offers)
  offers:offer { rule = "bcb.bazaar.bid" }
  for n = game:get("price") + 1, math.min(step.actor.score, 30) do
    offers:invoke("bid", n)
  end
end

function bcb.do_bid(game, step, out)
  out:set("price", step.target)
  out:set("leader", step.actor.index)
end

local function leader(game)
  for _, player in game:players() do
    if player.index == game:get("leader") then return player end
  end
end

function bcb.ask_deal(game, step, offers)
  offers:offer { rule = "bcb.bazaar.buy" }
  if step.actor.score >= game:get("price") then offers:invoke("buy") end
  if leader(game) ~= step.actor then
    offers:offer { rule = "bcb.bazaar.sell" }
    offers:invoke("sell")
  end
end

local function deal(game, step, out, buyer)
  out:tile(game:zone("market")[game:get("lot")], "market", "bought", "bcb.bazaar.buy", buyer)
  for _, other in ipairs(without(game, step.actor.next)) do
    if other ~= buyer then
      out:push("select", other)
      return
    end
  end
end

-- The best bidder is paid if it is another; else the bank.
function bcb.do_buy(game, step, out)
  local best, price = leader(game), game:get("price")
  if best == step.actor then
    if price > 0 then out:pay(step.actor, -price, "bcb.bazaar.buy") end
  elseif price > 0 then
    out:transfer(step.actor, best, price, "bcb.bazaar.buy")
  end
  deal(game, step, out, step.actor)
end

function bcb.do_sell(game, step, out)
  local best = leader(game)
  if game:get("price") > 0 then out:transfer(best, step.actor, game:get("price"), "bcb.bazaar.sell") end
  deal(game, step, out, best)
end

-- at.draw: the tile bought is the tile drawn.
function bcb.bazaar_take(game, slot, out)
  out:tile(game:zone("bought", game.turn)[1], "bought", nil, "bcb.bazaar.take", game.turn)
end
