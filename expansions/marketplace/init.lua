-- The Marketplace of Village Life: roads that meet there are finished together and pay for each other.
local market = ...

-- at.before_scoring: what is closed now may be what others waited for.
function market.look(game, slot, out)
  for _, road in game:due { kind = "road", open = 0, borders = "marketplace" } do
    for _, place in road:bordering("marketplace") do
      for _, other in place:bordering("road") do
        if other ~= road then out:check(other, "market.together") end
      end
    end
  end
end

-- scoring.points of a completed road: the tiles of the others, marketplace by marketplace.
function market.roads(game, claim, score)
  local n = 0
  for _, place in claim.feature:bordering("marketplace") do
    for _, other in place:bordering("road") do
      if other ~= claim.feature then n = n + other.tiles end
    end
  end
  score:flat("market.roads", n)
end
