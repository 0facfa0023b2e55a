local great = ...

function great.city(game, claim, score)
  if claim.feature.tiles >= game.option.size then
    score:extra("great.city", 5)
  end
end
