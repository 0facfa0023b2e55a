local long = ...
function long.road(game, claim, score)
  if claim.feature.tiles >= 6 then score:extra("long.road", 3) end
end
