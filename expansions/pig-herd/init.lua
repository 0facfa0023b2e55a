-- The pig herd of Games Quarterly 11.
local herd = ...

local CITY = { kind = "city", complete = true }

-- scoring.points of its field: each city once, a besieged one too
function herd.field(game, claim, score)
  score:flat("herd.city", #claim.feature:bordering(CITY))
end

-- scoring.points of its field, where a castle counts as a city
function herd.castle(game, claim, score)
  score:flat("herd.castle", #claim.feature:bordering("castle"))
end

-- scoring.bonus of a city whose farmers are counted together
function herd.pooled(game, claim, score)
  for _, field in claim.feature:bordering { kind = "field", tag = "pig-herd" } do
    for _, player in claim:owners() do
      if field:holds({ class = "meeple" }, player) then score:bonus(player, 1, "herd.pooled") end
    end
  end
end
