local rich = ...
function rich.road(game, claim, score)
  score:per("rich.inn", "*", 1)
end
