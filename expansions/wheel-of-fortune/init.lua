-- Wheel of Fortune: a pig goes round a wheel of six sections, and what it comes to befalls the players.
local wof = ...

-- Clockwise.
local SECTORS = { "sector-fortune", "sector-taxes", "sector-famine", "sector-storm", "sector-inquisition", "sector-pestilence" }

local GIFT = 3
local MONK = 2
local CROWN = 3
local ALONE = 6

-- What a tile says: by how many sections the pig goes on.
local function says(tile)
  return tile:tag("spin-one") + 2 * tile:tag("spin-two") + 3 * tile:tag("spin-three")
end

-- The place of the pig's section among the six.
local function stands(game)
  local kind = game:neutral("big-pig").segment.kind
  for i, sector in ipairs(SECTORS) do
    if sector == kind then return i end
  end
  return 1
end

-- at.setup
function wof.begin(game, slot, out)
  out:neutral("big-pig", game:segments { kind = "sector-fortune" }[1], "wof.pig")
end

-- A knight gives a point for each pennant of his city and for each own knight there.
local function taxes(game, player)
  local n = 0
  for _, city in game:features { kind = "city", holds = { class = "meeple", owner = player } } do
    local knights = #city:figures { class = "meeple", owner = player }
    n += knights * (city:tag("pennant") + knights)
  end
  return n
end

-- A farmer gives a point for each completed city at his field.
local function famine(game, player)
  local n = 0
  for _, field in game:features { kind = "field", holds = { class = "meeple", owner = player } } do
    local farmers = #field:figures { class = "meeple", owner = player }
    n += farmers * #field:bordering { kind = "city", complete = true }
  end
  return n
end

local function storm(game, player)
  local n = 0
  for _, kind in game:kinds { class = "meeple" } do n += player:supply(kind) end
  return n
end

local function inquisition(game, player)
  return MONK * #game:figures { class = "meeple", owner = player, feature = { kind = "monastery" } }
end

local function everybody(game, points, rule, out)
  for _, player in game:players() do
    local n = points(game, player)
    if n > 0 then out:pay(player, n, rule) end
  end
end

-- The pig goes on, the event of its section happens, then the crown spaces there are scored.
local function turn(game, by, out)
  local sector = SECTORS[(stands(game) + by - 1) % #SECTORS + 1]
  out:neutral("big-pig", game:segments { kind = sector }[1], "wof.turn")
  if sector == "sector-fortune" then
    out:pay(game.turn, GIFT, "wof.fortune")
  elseif sector == "sector-taxes" then
    everybody(game, taxes, "wof.taxes", out)
  elseif sector == "sector-famine" then
    everybody(game, famine, "wof.famine", out)
  elseif sector == "sector-storm" then
    everybody(game, storm, "wof.storm", out)
  elseif sector == "sector-inquisition" then
    everybody(game, inquisition, "wof.inquisition", out)
  else
    local player = game.turn
    for _ = 1, #game:players() do
      out:push("pestilence", player)
      player = player.next
    end
  end
  out:push("tally", game.turn)
end

-- at.place
function wof.drawn(game, slot, out)
  out:set("spun", 1)
  turn(game, says(game.drawn), out)
end

-- on.tile_moved
function wof.gone(game, event, out)
  out:set("spun", 0)
end

-- on.placed: a tile that did not come from the stack in this part turns the wheel now.
function wof.placed(game, event, out)
  if game:get("spun") == 1 then
    out:set("spun", 0)
  else
    turn(game, says(event.tile), out)
  end
end

-- answer.tally
function wof.tally(game, step, choice, out)
  local kind = game:neutral("big-pig").segment.kind
  local spaces, figures = 0, {}
  for _, crown in game:segments { kind = "crown", tile = { kinds = kind } } do
    spaces += 1
    for _, figure in crown:figures() do table.insert(figures, figure) end
  end
  local points, rule = CROWN, "wof.crown.scored"
  if spaces > 1 and #figures == 1 then points, rule = ALONE, "wof.crown.alone" end
  for _, figure in ipairs(figures) do
    out:pay(figure.owner, points, rule)
    out:send_home(figure, rule)
  end
end
