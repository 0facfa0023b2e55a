-- Traders & Builders. Figures, tags and tokens are declared in the manifest; this file says what they do.
-- Handlers read the game through handles and answer with effects or contributions; they change nothing.
local tb = ...

-- Any meeple keeps them company: a large one or a phantom as well.
local COMPANY = { class = "meeple" }
-- Who goes home when he is left alone, and by which rule.
local ALONE = { builder = "tb.builder.alone", pig = "tb.pig.alone" }

-- Builders and pigs of a player go home from a feature in which he has no meeple.
local function leave(feature, owner, out)
  if feature:holds(COMPANY, owner) then
    return
  end
  for _, figure in feature:figures { figure = { "builder", "pig" }, owner = owner } do
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
