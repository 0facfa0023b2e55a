-- The pig herd of Games Quarterly 11.
local herd = ...

-- scoring.points of its field
function herd.field(game, claim, score)
  score:per("herd.city", "city", 1)
end

-- scoring.bonus of a city whose farmers are counted together
function herd.pooled(game, claim, score)
  for _, field in claim.feature:bordering { kind = "field", tag = "pig-herd" } do
    for _, player in claim:owners() do
      if field:holds({ class = "meeple" }, player) then score:bonus(player, 1, "herd.pooled") end
    end
  end
end
