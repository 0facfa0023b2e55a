-- The Fishermen, of a fan expansion.
local fish = ...

-- Tiles of a group lie in the stack with all others.
local function stack(game, group, out)
  if game:left(group) > 0 then out:pour(group, "main", "fish.stack") end
end

-- at.setup
function fish.river(game, slot, out)
  stack(game, "river", out)
  stack(game, "lake", out)
end

-- at.setup, with the River II
function fish.fork(game, slot, out)
  stack(game, "fork", out)
end
