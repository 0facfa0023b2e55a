-- Mage & Witch.
local mw = ...

local function feature(game, name)
  local segment = game:neutral(name).segment
  return segment and segment.feature
end

-- answer.magic: where neither could move although both are on one feature, the mage leaves the board.
function mw.moved(game, step, choice, out)
  local where = feature(game, "mage")
  if where and where == feature(game, "witch") then out:neutral("mage", "supply", "mw.remove") end
end

-- scoring.points
function mw.mage(game, claim, score)
  score:flat("mw.mage", claim.feature.tiles)
end

-- scoring.points
function mw.witch(game, claim, score)
  score:scale("mw.witch", 1, 2, "up")
end

-- at.after_scoring
function mw.home(game, slot, out)
  for _, name in { "mage", "witch" } do
    local where = feature(game, name)
    if where and where.complete then out:neutral(name, "supply", "mw.home") end
  end
end
