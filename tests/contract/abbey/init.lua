-- A tile without edge match, offered before the draw.
local m = ...

function m.use(game, step, out)
  out:set("using", 1)
  out:skip("draw", "abbey.use")
end

function m.last_round(game, slot, out)
  local player = game.turn
  for _ = 1, #game:players() do
    player = player.next
    if #game:zone("abbey", player) > 0 then
      out:turn(player, "abbey.last")
    end
  end
end
