-- Under the Big Top. What stands where is declared in the manifest; this file says what it pays.
local top = ...

-- Tokens by their value.
local TOKENS = { [1] = 1, [3] = 4, [4] = 5, [5] = 3, [6] = 2, [7] = 1 }

-- at.after_scoring of a tile with a circus: the animal where the big top stood is shown, and it comes here.
function top.move(game, slot, out)
  local tile = game:neutral("big-top").tile
  if tile then
    out:push("animal", "chance", tile)
  end
  out:neutral("big-top", game.placed, "top.move")
end

-- at.before_final: the last animal.
function top.last(game, slot, out)
  out:push("animal", "chance", game:neutral("big-top").tile)
end

-- ask.animal: tokens that were not shown yet.
function top.ask_animal(game, step, offers)
  for _, value in ipairs(sorted(TOKENS)) do
    local left = TOKENS[value]
    for _, shown in ipairs(game:list("animals-shown")) do
      if shown == value then
        left = left - 1
      end
    end
    if left > 0 then
      offers:roll(value, left)
    end
  end
end

-- answer.animal: meeples on the tile and around it.
function top.animal(game, step, choice, out)
  out:add("animals-shown", choice.value)
  for _, tile in step:tile(1):around { shape = 9 } do
    for _, meeple in tile:figures { class = "meeple" } do
      out:pay(meeple.owner, choice.value, "top.animal")
    end
  end
end

local RING = { shape = 9, any = { { symbol = "big-top" }, { segments = "acrobats" } } }

-- scoring.bonus of a feature with a ringmaster: circuses and acrobats on his tile and around it.
function top.ringmaster(game, claim, score)
  for _, figure in claim.feature:figures("ringmaster") do
    local n = #figure.tile:around(RING)
    if n > 0 then
      score:bonus(figure.owner, 2 * n, "top.ringmaster")
    end
  end
end

-- do.acrobats: a pyramid is scored and goes home.
function top.score(game, step, out)
  for _, figure in step.target:figures() do
    out:pay(figure.owner, 5, "top.acrobats")
    out:send_home(figure, "top.acrobats")
  end
end

-- The final step of the acrobats.
function top.final(game, step, out)
  for _, pyramid in game:features { kind = "acrobats", holds = true } do
    for _, figure in pyramid:figures() do
      out:bonus(figure.owner, 5, "top.acrobats")
    end
  end
end
