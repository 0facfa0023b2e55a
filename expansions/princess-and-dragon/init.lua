-- The Princess & the Dragon. What the dragon does, whom the fairy and the princess may choose and where the
-- portal leads is declared in the manifest; this file says what is left.
local pd = ...

-- Fairy on a tile ------------------------------------------------------------------------------------

-- at.turn_start: one point for every own figure on her tile.
function pd.smile(game, slot, out)
  local tile = game:neutral("fairy").tile
  local own = #tile:figures { owner = game.turn }
  if own > 0 then
    out:pay(game.turn, own, "pd.fairy.turn")
  end
end

-- The first meeple of a feature that stands on a tile.
local function first(feature, tile)
  for _, meeple in ipairs(feature:figures { class = "meeple" }) do
    if meeple.tile == tile then
      return meeple
    end
  end
end

-- scoring.bonus of a feature's own claim.
function pd.bless(game, claim, score)
  if claim.feature and not claim.rule then
    local meeple = first(claim.feature, game:neutral("fairy").tile)
    if meeple then
      score:bonus(meeple.owner, 3, "pd.fairy.scored")
    end
  end
end

-- Fairy at the end -----------------------------------------------------------------------------------

-- The final step of a fairy on a tile: each feature with a meeple there. On a tower nothing is scored.
function pd.farewell(game, step, out)
  local tile = game:neutral("fairy").tile
  for _, meeple in tile and tile:figures { class = "meeple", sheltered = false } or {} do
    if first(meeple.feature, tile) == meeple then
      out:bonus(meeple.owner, 3, "pd.fairy.scored")
    end
  end
end

-- Princess -------------------------------------------------------------------------------------------

-- do.princess: the knight goes home, and its sender places no figure in this part of the turn.
function pd.banish(game, step, out)
  out:send_home(step.target, "pd.princess")
  out:skip("second_action", "pd.princess.no-figure")
end
