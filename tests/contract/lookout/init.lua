-- Looks ahead: what will be scored, who will earn it, where roads lead. Nobody may complete a city.
local m = ...

function m.veto(game, step, options, refuse)
  local function closes(tile)
    assert(tile == game.placed and not game.drawn)
    return #game:due { kind = "city", complete = true } > 0
  end
  for place in options:each("place") do
    if game:what_if(place.type, place.x, place.y, place.rotation, closes) then
      refuse(place, "lookout.city")
    end
  end
  assert(not game.placed and game.drawn and #game:due() == 0)
end

function m.far(game, slot, out)
  local n = 0
  for _, road in ipairs(game.placed:segments("road")) do
    local all = #road:walk() + 1
    assert(all == #road.feature:segments())
    n = n + all + 100 * #road:walk { holds = { class = "meeple", owner = game.turn } }
    for side = 0, 3 do
      n = n + (side + 2) * #road:walk({ placed = true }, side)
    end
  end
  out:token(game.turn, "far", n - game.turn:tokens("far"), "lookout.look")
end

function m.look(game, slot, out)
  assert(#game:due() > 0)
  for _, feature in ipairs(game:due { complete = true }) do
    out:token(game.turn, "due", 1, "lookout.look")
    for _, player in ipairs(feature:majority()) do
      out:token(player, "most", 1, "lookout.look")
    end
  end
end

function m.done(game, event, out)
  assert(#game:due() == 0)
  out:token(game.turn, "due", -1, "lookout.look")
end

function m.paid(game, event, out)
  for _, player in ipairs(event:owners()) do
    out:token(player, "most", -1, "lookout.look")
  end
end
