-- Traders & Builders. Figures, tags and tokens are declared in the manifest; this file says what they do.
-- Handlers read the game through handles and answer with effects or contributions; they change nothing.
local tb = ...

local GOODS = { "wine", "grain", "cloth" }

-- on.completed of a city with goods: they go to whoever completed it.
function tb.goods(game, event, out)
  for _, good in ipairs(GOODS) do
    local n = event.feature:tag(good)
    if n > 0 then
      out:token(game.turn, good, n, "tb.goods.take")
    end
  end
end

-- The final step of the goods: whoever has the most of one, also together with others.
function tb.most(game, step, out)
  local players = game:players()
  for _, good in ipairs(GOODS) do
    local most = 0
    for _, player in players do
      local n = player:tokens(good)
      if n > most then most = n end
    end
    if most > 0 then
      for _, player in players do
        if player:tokens(good) == most then out:bonus(player, game.option.most, "tb.goods.most") end
      end
    end
  end
end

-- Any meeple keeps them company: a large one or a phantom as well.
local COMPANY = { class = "meeple" }
-- Who goes home when he is left alone, and by which rule.
local ALONE = { builder = "tb.builder.alone", pig = "tb.pig.alone" }

-- Builders and pigs of a player go home from a feature in which he has no meeple.
local function leave(feature, owner, out)
  if feature:holds(COMPANY, owner) then
    return
  end
  for _, figure in feature:figures { kind = { "builder", "pig" }, owner = owner } do
    out:send_home(figure, ALONE[figure.kind])
  end
end

-- A meeple left: home, captured, or moved elsewhere. An event tells where the figure was: for a move in
-- `other`, since `segment` is where it stands now.
function tb.lonely(game, event, out)
  local from = event.other or event.segment
  if from then
    leave(from.feature, event.figure.owner, out)
  end
end

-- A feature fell apart: each side by itself.
function tb.cut_off(game, event, out)
  local here, there = event.segment.feature, event.other.feature
  for _, player in game:players() do
    leave(here, player, out)
    leave(there, player, out)
  end
end

-- scoring.bonus of a field: one more point for each of its cities, to owners with their pig in it.
function tb.pig(game, claim, score)
  local cities = #claim.feature:bordering { kind = "city", complete = true }
  for _, player in claim:owners() do
    if cities > 0 and claim.feature:holds("pig", player) then
      score:bonus(player, cities, "tb.pig")
    end
  end
end

-- scoring.bonus of a city that farmers supply, when farmers are counted per city: its owner, if he wins
-- the city through a field with his pig.
function tb.pig_pooled(game, claim, score)
  local fields = claim.feature:bordering("field")
  for _, player in claim:owners() do
    for _, field in fields do
      if field:holds("pig", player) then
        score:bonus(player, 1, "tb.pig.pooled")
        break
      end
    end
  end
end
