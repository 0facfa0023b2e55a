-- Mage & Witch.
local mw = ...

local function feature(game, name)
  local segment = game:neutral(name).segment
  return segment and segment.feature
end

-- do.mage-leaves
function mw.do_mage_leaves(game, step, out)
  out:neutral("mage", "supply", "mw.remove")
end

-- do.witch-leaves
function mw.do_witch_leaves(game, step, out)
  out:neutral("witch", "supply", "mw.remove")
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
