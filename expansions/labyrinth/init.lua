-- The Labyrinth.
local laby = ...

-- scoring.points of a completed road
function laby.meeples(game, claim, score)
  score:flat("laby.meeples", 2 * #claim.feature:figures { class = "meeple" })
end

-- The same, if each figure counts.
function laby.figures(game, claim, score)
  score:flat("laby.meeples", 2 * #claim.feature:figures())
end
