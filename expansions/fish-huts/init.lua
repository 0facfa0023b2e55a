-- The Fish Huts, of a fan expansion.
local hut = ...

-- scoring.points: what the fish is worth, and the rivers at the corners.
function hut.points(game, claim, score)
  if not claim.complete then
    score:void("hut.unfinished")
    return
  end
  score:flat("hut.complete", 7)
  local rivers = #claim.feature:segments()[1].tile:around { shape = "diagonal", edges = "river" }
  if rivers > 0 then
    score:add("hut.rivers", "river", rivers, 2)
  end
end
