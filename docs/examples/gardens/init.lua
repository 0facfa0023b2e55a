local garden = ...

function garden.points(game, claim, score)
  local rule = claim.complete and "garden.complete" or "garden.unfinished"
  score:add(rule, "tile", claim.feature.tiles, game.option.rate)
end
