-- Bridges, Castles & Bazaars.
local bcb = ...

-- Castle ---------------------------------------------------------------------------------------------

-- Whether a segment reaches one edge: an abbey may close another one.
local function is_half(segment)
  local n = 0
  for side = 0, 3 do
    if segment:touches(side) then n = n + 1 end
  end
  return n == 1
end

-- Who has the only meeple in a city or castle: a mayor's too.
local function lord(feature)
  return feature:figures({ class = "meeple" })[1].owner
end

-- Who is paid for a castle: nobody for a mayor, who has no strength there.
local function heirs(castle)
  local meeple = castle:figures({ class = "meeple" })[1]
  return meeple.weight > 0 and { meeple.owner } or {}
end

local SMALL = { kind = "city", complete = true, tiles = 2, no = { segments = { tag = "angular" } }, holds = { class = "meeple", count = 1 } }

-- The halves just placed of round cities of two tiles in which a player has the only meeple.
local function sites(game, player)
  local list = {}
  for _, city in game:due(SMALL) do
    local segments = city:segments()
    if #segments == 2 and is_half(segments[1]) and is_half(segments[2]) and lord(city) == player then
      table.insert(list, segments[2])
    end
  end
  return list
end

-- The first who may build a castle, from a player on, before it is the turn's player again.
local function ask_from(game, out, player)
  repeat
    if player:tokens("castle") > 0 and sites(game, player)[1] then
      out:push("castle", player)
      return
    end
    player = player.next
  until player == game.turn
end

-- at.before_scoring: who has the only meeple in a round city of two tiles that is complete may make it a castle.
function bcb.castle_ask_all(game, slot, out)
  ask_from(game, out, game.turn)
end

function bcb.ask_castle(game, step, offers)
  offers:offer { rule = "bcb.castle.build" }
  for _, segment in ipairs(sites(game, step.actor)) do
    offers:invoke("castle", segment)
  end
end

-- answer.castle: whoever built one may build another, and then the next are asked; or, by option, each once, until one declines.
function bcb.answer_castle(game, step, choice, out)
  local built = choice.kind ~= "pass"
  if game.option["castle-offers"] == "all" and built then
    ask_from(game, out, step.actor)
  elseif step.actor.next ~= game.turn and (built or game.option["castle-offers"] == "all") then
    ask_from(game, out, step.actor.next)
  end
end

-- do.castle: the meeple stays, a builder goes home.
function bcb.do_castle(game, step, out)
  for _, figure in step.target.feature:figures { no = { class = "meeple" } } do
    out:send_home(figure, "bcb.castle.build")
  end
  out:retype(step.target.feature, "castle", "bcb.castle.build")
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

-- at.after_scoring: castles beside what was completed, in waves; none that the same tile made.
function bcb.castle_scores(game, slot, out)
  local done = {}
  local points = {}
  for _, event in game:log("scored", "part") do
    if event.feature and event.complete then
      local known = points[event.feature]
      if not known or event.number > known then
        points[event.feature] = event.number
      end
    end
  end
  for _, event in game:log("completed", "part") do
    local f = event.feature
    -- Fields are never complete; what nobody owns is valued as if somebody did.
    if f.kind ~= "field" and f.kind ~= "castle" then
      table.insert(done, { cells = f:cells(), n = points[f] or f:worth { complete = true } })
    end
  end
  local left = game:features { kind = "castle", placed = false, holds = { class = "meeple" } }
  while #done > 0 do
    local wave, rest = {}, {}
    for _, castle in ipairs(left) do
      local near, best = fief(castle), nil
      for _, d in ipairs(done) do
        if touches(near, d.cells) and (not best or d.n > best) then
          best = d.n
        end
      end
      if best then
        wave[#wave + 1] = { cells = castle:cells(), n = best }
        out:set("castle-worth", best, castle:segments()[1])
        out:claim { rule = "bcb.castle", feature = castle, owners = heirs(castle), complete = true, final = false, returns = true }
      else
        rest[#rest + 1] = castle
      end
    end
    done, left = wave, rest
  end
end

function bcb.castle_points(game, claim, score)
  score:flat("bcb.castle", game:get("castle-worth", claim.feature:segments()[1]))
end

function bcb.castle_field(game, claim, score)
  local castles = #claim.feature:bordering("castle")
  score:count("bcb.castle.field", "city", castles)
  score:flat("bcb.castle.field", castles)
end

-- scoring.bonus of a field: one more point for each of its castles, to owners with their pig in it.
function bcb.castle_pig(game, claim, score)
  local castles = #claim.feature:bordering("castle")
  for _, player in claim:owners() do
    if claim.feature:holds("pig", player) then
      score:bonus(player, castles, "bcb.castle.pig")
    end
  end
end

-- scoring.bonus of a herd's field: the same for every owner.
function bcb.castle_herd(game, claim, score)
  local castles = #claim.feature:bordering("castle")
  for _, player in claim:owners() do
    score:bonus(player, castles, "bcb.castle.pig")
  end
end

-- Who supplies a castle: whoever has most farmers on the fields around it together, or else the majority on one of them.
local function suppliers(game, castle)
  local pooled = game:option_of("base", "farmers") == "per-city-pooled"
  local strength, most = {}, 0
  for _, field in castle:bordering("field") do
    for _, figure in pooled and field:figures() or {} do
      local i = figure.owner.index
      strength[i] = (strength[i] or 0) + figure.weight
      most = math.max(most, strength[i])
    end
    for _, player in pooled and {} or field:majority() do
      strength[player.index], most = 1, 1
    end
  end
  local list = {}
  for _, player in game:players() do
    if most > 0 and strength[player.index] == most then table.insert(list, player) end
  end
  return list
end

-- The final step of fields by castles; a pig there counts as for a city.
function bcb.castles_supplied(game, step, out)
  local pigs = game:option_of("traders-and-builders", "pigs") ~= nil
  for _, castle in game:features("castle") do
    for _, player in suppliers(game, castle) do
      out:bonus(player, game:option_of("base", "farmer-points") + 1, "bcb.castle.field")
      for _, field in castle:bordering("field") do
        if pigs and field:holds("pig", player) then
          out:bonus(player, 1, "bcb.castle.pig")
          break
        end
      end
    end
  end
end

-- Bazaar ---------------------------------------------------------------------------------------------

-- on.placed
function bcb.bazaar_placed(game, event, out)
  out:set("bazaar-opens", 1)
end

-- at.turn_end of a turn that placed a bazaar: a tile for each player, unless some wait from the last bazaar.
function bcb.bazaar(game, slot, out)
  local players = game:players()
  if game.deck_size < #players then return end
  for _ = 1, #players do
    out:draw("market", game.turn)
  end
  out:push("select", game.turn.next)
end

-- Players who have no tile yet, from one on; without whoever gets one now.
local function without(game, player, served)
  local list = {}
  for _ = 1, #game:players() do
    if player ~= served and not game:zone("won", player)[1] then list[#list + 1] = player end
    player = player.next
  end
  return list
end

-- A tile of the market, by its place there, goes to a player. The next of those without chooses, and the last of them
-- gets what is left.
local function hand_over(game, out, lot, player, rule, rest)
  local market = game:zone("market")
  out:tile(market[lot], "market", "won", rule, player)
  if #rest > 1 then
    out:push("select", rest[1])
    return
  end
  for i, tile in market do
    if i ~= lot then out:tile(tile, "market", "won", "bcb.bazaar.select", rest[1]) end
  end
end

-- Where a tile lies in the market.
local function place_of(game, tile)
  for i, other in game:zone("market") do
    if other == tile then return i end
  end
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
  local player, lot = step.actor, place_of(game, step.target)
  local rest = without(game, player.next, player)
  if game.option.bazaars == "pick" then
    hand_over(game, out, lot, player, "bcb.bazaar.select", rest)
    return
  end
  out:set("lot", lot)
  out:set("leader", 0)
  out:set("highest-bid", 0)
  out:push("first-bid", player)
  for _, other in ipairs(rest) do out:push("bid", other) end
  out:push("buy-or-sell", player)
end

-- The highest that a player may bid, or pay for a tile that he chose.
local function purse(game, player)
  return game.option.bids == "any" and 999 or math.max(player.score, 0)
end

function bcb.ask_first_bid(game, step, offers)
  offers:offer { rule = "bcb.bazaar.bid" }
  offers:range("bid", 0, purse(game, step.actor))
end

function bcb.ask_bid(game, step, offers)
  offers:offer { rule = "bcb.bazaar.bid" }
  local least, most = game:get("highest-bid") + 1, purse(game, step.actor)
  if most >= least then offers:range("bid", least, most) end
end

function bcb.do_bid(game, step, out)
  out:set("highest-bid", step.target)
  out:set("leader", step.actor.index)
end

local function leader(game)
  for _, player in game:players() do
    if player.index == game:get("leader") then return player end
  end
end

function bcb.ask_buy_or_sell(game, step, offers)
  offers:offer { rule = "bcb.bazaar.buy" }
  if purse(game, step.actor) >= game:get("highest-bid") then offers:invoke("buy") end
  if leader(game) ~= step.actor then
    offers:offer { rule = "bcb.bazaar.sell" }
    offers:invoke("sell")
  end
end

local function deal(game, step, out, buyer)
  hand_over(game, out, game:get("lot"), buyer, "bcb.bazaar.buy", without(game, step.actor.next, buyer))
end

-- The best bidder is paid if it is another; else the bank.
function bcb.do_buy(game, step, out)
  local best, price = leader(game), game:get("highest-bid")
  if best == step.actor then
    if price > 0 then out:pay(step.actor, -price, "bcb.bazaar.buy") end
  elseif price > 0 then
    out:transfer(step.actor, best, price, "bcb.bazaar.buy")
  end
  deal(game, step, out, step.actor)
end

function bcb.do_sell(game, step, out)
  local best = leader(game)
  if game:get("highest-bid") > 0 then out:transfer(best, step.actor, game:get("highest-bid"), "bcb.bazaar.sell") end
  deal(game, step, out, best)
end

-- at.draw: the tile bought is the tile drawn.
function bcb.bazaar_take(game, slot, out)
  out:set("bought", 1)
  out:tile(game:zone("won", game.turn)[1], "won", nil, "bcb.bazaar.take", game.turn)
end
