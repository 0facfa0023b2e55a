-- The Princess & the Dragon. What the dragon does, whom the fairy and the princess may choose and where the
-- portal leads is declared in the manifest; this file says what is left.
local pd = ...

-- Dragon ---------------------------------------------------------------------------------------------

-- on.drawn of a dragon tile while the dragon sleeps: it waits, and another tile is drawn.
function pd.early(game, event, out)
  if game.drawn then
    out:tile(event.type, nil, "lair", "pd.dragon.early")
  end
end

-- on.placed of the first volcano: the dragon is awake, and his tiles go back.
function pd.wake(game, event, out)
  out:set("asleep", 0)
  if #game:zone("lair") > 0 then
    out:pour("lair", "main", "pd.dragon.back")
  end
end

-- Fairy beside a meeple ------------------------------------------------------------------------------

-- scoring.bonus of the feature in which she stands.
function pd.favor(game, claim, score)
  score:bonus(game:neutral("fairy").figure.owner, 3, "pd.fairy.scored")
end

-- Where a feature is scored: not on a tower, and in no place that is only offered, as a pyramid of acrobats is.
local SCORED = { class = "meeple", sheltered = false, no = { feature = { claim = "offered" } } }
local BESIDE = { beside = "fairy", sheltered = false, no = { feature = { claim = "offered" } } }

-- The final step, wherever she stands at what is scored.
function pd.farewell(game, step, out)
  for _, meeple in game:figures(BESIDE) do
    out:bonus(meeple.owner, 3, "pd.fairy.scored")
  end
end

-- at.turn_start: one point for every own acrobat of her pyramid, whoever's she stands beside.
function pd.applaud(game, slot, out)
  local own = #game:neutral("fairy").figure.feature:figures { owner = game.turn }
  if own > 0 then out:pay(game.turn, own, "pd.fairy.turn") end
end

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

-- scoring.bonus of a feature's own claim, or of that of a castle.
function pd.bless(game, claim, score)
  local meeple = claim.feature and first(claim.feature, game:neutral("fairy").tile)
  if meeple then
    score:bonus(meeple.owner, 3, "pd.fairy.scored")
  end
end

-- Fairy at the end -----------------------------------------------------------------------------------

-- The final step of a fairy on a tile: each feature with a meeple there.
function pd.farewell_tile(game, step, out)
  local tile = game:neutral("fairy").tile
  for _, meeple in tile and tile:figures(SCORED) or {} do
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
