-- The City Gates. Where gates may lie and what they close follows from the manifest; this file says what a city on one tile gives.
local gates = ...

-- scoring.points of the city with four gates: these points in place of those for its tile.
function gates.four(game, claim, score)
  score:void("gates.four")
  score:flat("gates.four", game.option["four-gates"])
end
