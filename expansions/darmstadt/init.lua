-- Darmstadt.
local darm = ...

-- on.completed of a church: whoever has most meeples on its nine tiles, the figures still in place.
function darm.church(game, event, out)
  local count, most = {}, 0
  for _, tile in event.feature:range() do
    for _, figure in tile:figures { class = "meeple" } do
      local i = figure.owner.index
      count[i] = (count[i] or 0) + 1
      most = math.max(most, count[i])
    end
  end
  for _, player in game:players() do
    if count[player.index] == most then out:pay(player, 3, "darm.church") end
  end
end

-- scoring.points of a completed city
function darm.city(game, claim, score)
  score:flat("darm.city", 3)
end
