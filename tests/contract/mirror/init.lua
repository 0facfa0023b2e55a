-- What features are worth, asked while others are valued, when a tile lies, and before it does.
local m = ...

local function best(tile, as)
  local most = 0
  for _, segment in ipairs(tile:segments()) do
    if segment.kind ~= "field" and segment.kind ~= "mirror" then
      most = math.max(most, segment.feature:worth(as))
    end
  end
  return most
end

function m.reflect(game, claim, score)
  local tile = claim.feature:cells()[1]
  score:flat("mirror.best", best(tile, { complete = true, final = claim.final }))
end

function m.toll(game, claim, score)
  score:extra("mirror.toll", 5)
  score:only(game:players()[1])
end

function m.guess(game, event, out)
  for _, segment in ipairs(event.tile:segments("road")) do
    local road = segment.feature
    out:token(game.turn, "worth", road:worth(), "mirror.guess")
    out:token(game.turn, "final", road:worth { complete = true, final = true }, "mirror.guess")
    out:token(game.turn, "mine", road:worth { player = game.turn }, "mirror.guess")
  end
  for _, segment in ipairs(event.tile:segments("mirror")) do
    out:token(game.turn, "worth", 100 * segment.feature:worth(), "mirror.guess")
  end
end

function m.ahead(game, event, out)
  local worth = game:what_if(event.type, 1, 0, 0, function(tile)
    return best(tile)
  end)
  out:token(game.turn, "ahead", worth or 0, "mirror.guess")
end
