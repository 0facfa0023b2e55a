-- The functions that the manifest names. They read the game and answer through their last argument;
-- they change nothing themselves, and keep nothing between calls.
local m = ...

---@param game bastide.Game
---@param claim bastide.Claim
---@param score bastide.Score
function m.road(game, claim, score)
  if claim.feature.tiles >= 4 then
    -- Points beside the units, under the id of a rule of rules.md.
    score:extra("SHORT.long-road", game.option.bonus)
  end
end
