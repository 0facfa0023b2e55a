-- House rule: what is unfinished at the end is worth nothing. The manifest says when this is called.
local unfinished = ...

-- scoring.points of an unfinished feature in the final scoring: times nought, whoever adds to it.
function unfinished.nothing(game, claim, score)
  score:scale("house.unfinished", 0, 1, "down")
end
