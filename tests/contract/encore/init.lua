-- Turns within turns, and what happens to the board once a turn has been scored.
local m = ...

function m.do_encore(game, step, out)
  out:set("turn-note", 1)
  out:set("part-note", 1, game.placed)
  out:turn(game.turn, "encore.turn")
end

function m.part(game, slot, out)
  for _, tile in game:tiles() do
    if game:get("part-note", tile) > 0 then out:pay(game.turn, 10, "encore.part-note") end
  end
end

function m.do_lift(game, step, out)
  out:remove(step.target, nil, "encore.lift")
end

function m.close(game, slot, out)
  out:set("ended", game:get("ended") + 1)
  if game:get("ended") == 0 then
    for _, road in game:segments { kind = "road", complete = false } do out:close(road, "encore.wall") end
  end
end

function m.cut(game, slot, out)
  for _, city in game.placed:segments("city") do
    local beside = city:walk()[1]
    if beside and beside.tile ~= city.tile then
      out:unlink(city, beside, "encore.wall")
      return
    end
  end
end
