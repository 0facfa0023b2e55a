-- Three tiles in hand, seen by their owner only.
local m = ...

function m.deal(game, slot, out)
  for _, player in ipairs(game:players()) do
    for _ = 1, 3 do
      out:draw("hand", player)
    end
  end
end

function m.play(game, slot, out)
  out:skip("draw", "hand.play")
end

function m.refill(game, slot, out)
  local me = game.turn
  if not game.placed then
    for _, tile in ipairs(game:zone("hand", me)) do
      out:tile(tile, "hand", "out", "hand.stuck")
      out:draw("hand", me)
    end
  else
    out:draw("hand", me)
  end
end
