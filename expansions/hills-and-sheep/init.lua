-- Hills & Sheep. What hills, vineyards and shepherds are is declared in the manifest; this file says what they do.
local hs = ...

-- Hills ----------------------------------------------------------------------------------------------

-- on.placed of a hill: the next tile lies under it, unseen.
function hs.hide(game, event, out)
  out:note(game.turn, "hs.hill")
  out:draw("under-hills", game.turn)
end

-- The same if tiles under hills are only counted.
function hs.count(game, event, out)
  out:set("tiles-hidden", game:get("tiles-hidden") + 1)
end

-- at.turn_end: what is left lies under hills.
function hs.counted(game, slot, out)
  if game.deck_size <= game:get("tiles-hidden") then
    out:over("hs.hill")
  end
end

-- scoring.weight of a meeple on a hill: it decides ties.
function hs.tie(game, figure, feature, weight)
  weight:tie(1)
  if game.option["hill-tie"] == "presence" then
    weight:once()
  end
end

-- Vineyards ------------------------------------------------------------------------------------------

function hs.vineyard(game, claim, score)
  score:flat("hs.vineyard", 3 * #claim.feature:range { symbol = "vineyard" })
end

-- Sheep ----------------------------------------------------------------------------------------------

-- Tokens of one sheep, two, three and four; two more are wolves.
local BAG = { 4, 5, 5, 2 }
local WOLF, WOLVES = 5, 2

-- Tokens are counted in digits of one number, by their sheep.
local PLACE = { 1, 10, 100, 1000 }

local function digit(number, i)
  return math.floor(number / PLACE[i]) % 10
end

local function sheep(tokens)
  local n = 0
  for i = 1, 4 do
    n = n + i * digit(tokens, i)
  end
  return n
end

local ARRIVED = { kind = "shepherd", happened = { on = "deployed", since = "part" } }

-- at.before_scoring: a token for a shepherd who came.
function hs.arrived(game, slot, out)
  for _, shepherd in game:figures(ARRIVED) do
    out:push("bag", "chance", shepherd)
  end
end

-- ask.bag: tokens that are in the bag.
function hs.ask_bag(game, step, offers)
  local out = game:get("tokens-out")
  for i, n in ipairs(BAG) do
    local left = n - digit(out, i)
    if left > 0 then
      offers:roll(i, left)
    end
  end
  offers:roll(WOLF, WOLVES)
end

-- All shepherds of a field go home.
local function home(field, rule, out)
  for _, shepherd in field:figures("shepherd") do
    out:send_home(shepherd, rule)
  end
end

-- answer.bag: sheep stay with the shepherd, a wolf scatters the field.
function hs.answer_bag(game, step, choice, out)
  local shepherd = step:figure(1)
  if choice.value == WOLF then
    home(shepherd.feature, "hs.wolf", out)
    return
  end
  local token = PLACE[choice.value]
  local flock = game:get("flock", shepherd) + token
  out:set("flock", flock, shepherd)
  out:set("sheep-here", sheep(flock), shepherd)
  out:set("tokens-out", game:get("tokens-out") + token)
end

-- A shepherd left: his tokens go back to the bag.
function hs.left(game, event, out)
  out:set("tokens-out", game:get("tokens-out") - game:get("flock", event.figure))
  out:set("flock", 0, event.figure)
  out:set("sheep-here", 0, event.figure)
end

local OWN = { kind = "shepherd", owner = "own", feature = { placed = true }, no = { happened = { on = "deployed", since = "part" } } }

-- at.before_scoring: own shepherds whose field the placed tile continues.
function hs.flocks(game, slot, out)
  for _, shepherd in game:figures(OWN) do
    if game.option.flocks == "shepherd" or shepherd.feature:figures(OWN)[1] == shepherd then
      out:push("flock", game.turn, shepherd)
    end
  end
end

-- ask.flock: nothing if another one of this field was brought home, or a wolf came.
function hs.ask_flock(game, step, offers)
  if step:figure(1).place == "board" then
    offers:offer { rule = "hs.expand" }
    offers:invoke("expand")
    offers:offer { rule = "hs.gather" }
    offers:invoke("gather")
  end
end

function hs.do_expand(game, step, out)
  out:push("bag", "chance", step:figure(1))
end

-- Everybody with a shepherd on a field is paid for all sheep there.
local function gather(game, field, rule, out)
  local n = 0
  for _, shepherd in field:figures("shepherd") do
    n = n + sheep(game:get("flock", shepherd))
  end
  for _, player in game:players() do
    if n > 0 and field:holds("shepherd", player) then
      out:pay(player, n, rule)
    end
  end
  home(field, rule, out)
end

function hs.do_gather(game, step, out)
  gather(game, step:figure(1).feature, "hs.gather", out)
end

-- at.before_scoring: fields that nothing can continue, and about which whoever placed the tile is not asked.
function hs.closed_at_once(game, slot, out)
  for _, field in game:features { kind = "field", open = 0, holds = "shepherd" } do
    if not field:figures(OWN)[1] then gather(game, field, "hs.closed", out) end
  end
end

-- at.before_scoring: fields that nothing can continue.
function hs.closed(game, slot, out)
  for _, field in game:features { kind = "field", open = 0, holds = "shepherd" } do
    gather(game, field, "hs.closed", out)
  end
end
