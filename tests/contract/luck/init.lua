-- A tile with a pennant asks chance, who has neither coins nor meeples.
local m = ...

function m.wonder(game, slot, out)
  out:push("wonder", "chance")
end
