-- The Messages.
local msg = ...

local STACK = 8
local DARK = 5

-- Spaces of the scoring track, round and round.
local SPACES = 50

-- These points move a figure of each of these players.
local function move_on(game, players, points, out)
  for _, player in players do out:push("stride", player, points) end
  out:set("strides", game:get("strides") + #players)
end

-- on.scored: each owner moves one of his two figures on.
function msg.scored(game, event, out)
  move_on(game, event:owners(), event.number, out)
end

-- on.paid
function msg.paid(game, event, out)
  move_on(game, { event.player }, event.number, out)
end

-- at.before_final
function msg.bygone(game, slot, out)
  out:set("bygone", 1)
end

local BIT = { meeple = 1, messenger = 2 }
local FIGURES = { "meeple", "messenger" }

-- Whether a figure of another player stands on this space of the track.
local function shared(game, place)
  for _, player in game:players() do
    if player ~= game.turn then
      for _, figure in FIGURES do
        if game:get(figure, player) % SPACES == place % SPACES then return true end
      end
    end
  end
  return false
end

-- A dark space that brings a message to whose turn it is.
local function dark(game, place)
  return place % DARK == 0 and (game.option["shared-space"] == "message" or not shared(game, place))
end

-- do.stride: every fifth space is a dark one. When all have moved, whose turn it is draws if a figure of his is on one, once.
function msg.stride(game, step, out)
  local figure, actor = step.target, step.actor
  local place = game:get(figure, actor) + step:number(1)
  local on_dark = game:get("on-dark")
  if actor == game.turn then
    local there = on_dark // BIT[figure] % 2
    on_dark += BIT[figure] * ((dark(game, place) and 1 or 0) - there)
  end
  local left = game:get("strides") - 1
  out:set(figure, place, actor)
  out:set("strides", left)
  out:set("on-dark", left > 0 and on_dark or 0)
  if left > 0 or on_dark == 0 then return end
  local delivered, top = game:list("delivered"), game:get("next-message")
  if #delivered < STACK then
    out:push("letter", "chance")
  else
    out:set("next-message", (top + 1) % STACK)
    out:push("missive", game.turn, delivered[top + 1])
  end
end

-- ask.letter: those that were not drawn yet.
function msg.stack(game, step, offers)
  for n = 1, STACK do
    if not game:has("delivered", n) then offers:roll(n, 1) end
  end
end

-- answer.letter
function msg.arrived(game, step, choice, out)
  out:add("delivered", choice.value)
  out:push("missive", game.turn, choice.value)
end

local SMALLEST = { "road", "city", "monastery" }

-- What the smallest feature of a kind in which a player has a meeple would give at the end; nothing if there is none.
local function smallest(game, player, kind)
  local least
  for _, feature in game:features { kind = kind, holds = { class = "meeple", owner = player } } do
    local worth = feature:worth { player = player, complete = false, final = true }
    if not least or worth < least then least = worth end
  end
  return least
end

local function pennants(game, player)
  local n = 0
  for _, city in game:features { kind = "city", holds = { class = "meeple", owner = player } } do
    n += city:tag("pennant")
  end
  return n
end

-- The points that a message gives: the first three a feature, the next three two for each of something.
local function points(game, player, message)
  if message <= 3 then return smallest(game, player, SMALLEST[message]) or 0 end
  if message == 4 then return 2 * pennants(game, player) end
  local kind = "city"
  if message == 6 then kind = "field" end
  return 2 * #game:figures { class = "meeple", owner = player, feature = kind }
end

-- Meeples that may be scored and taken back.
local function own(game, player)
  return game:figures { class = "meeple", owner = player, feature = { claim = "yes" } }
end

-- ask.missive
function msg.choices(game, step, offers)
  local message, player = step:number(1), step.actor
  local can
  if message == 8 then
    can = game.deck_size > 0
  elseif message == 7 then
    can = #own(game, player) > 0
  else
    can = points(game, player, message) > 0
  end
  if can then
    offers:offer { rule = "msg.message" }
    offers:invoke("obey")
  end
  offers:offer { rule = "msg.points" }
  offers:invoke("forgo")
end

-- do.obey
function msg.obey(game, step, out)
  local message, player = step:number(1), step.actor
  if message == 8 then
    out:set("owed", game:get("owed") + 1)
  elseif message == 7 then
    out:push("recall", player)
  elseif message <= 3 then
    out:pay(player, points(game, player, message), "msg.smallest")
  else
    out:pay(player, points(game, player, message), "msg.each")
  end
end

-- at.turn_end: one of the turns that wait; the next at its end.
function msg.owed(game, slot, out)
  out:set("owed", game:get("owed") - 1)
  if game.deck_size > 0 then out:turn(game.turn, "msg.tile") end
end

-- do.forgo
function msg.forgo(game, step, out)
  if game.option.reward > 0 then out:pay(step.actor, game.option.reward, "msg.points") end
end

-- do.recall: for him alone, the feature as it is, and he alone goes home.
function msg.recall(game, step, out)
  local figure, player = step.target, step.actor
  out:set("yield", figure.feature:worth { player = player })
  out:claim {
    rule = "msg.recall", feature = figure.feature, owners = { player }, complete = false, final = false, returns = figure,
  }
end

-- scoring.points of that claim.
function msg.recalled(game, claim, score)
  score:flat("msg.recall", game:get("yield"))
end
