-- A claim caused by another claim, wave after wave; a field scored in mid-game.
local m = ...

local function near(tiles, keep)
  for _, tile in ipairs(tiles) do
    if math.abs(tile.x - keep.x) <= 1 and math.abs(tile.y - keep.y) <= 1 then
      return true
    end
  end
  return false
end

function m.echo(game, event, out)
  if event.number <= 0 or not event.feature then
    return
  end
  local tiles = event.feature:cells()
  for _, keep in ipairs(game:segments { kind = "keep", occupied = true, complete = false }) do
    if near(tiles, keep) then
      out:set("worth", event.number, keep)
      out:check(keep, "castle.echo")
    end
  end
end

function m.ripe(game, feature, verdict)
  if game:get("worth", feature) > 0 then
    verdict:yes("castle.echo")
  end
end

function m.hold(game, city, verdict)
  verdict:no("castle.hold")
end

function m.copy(game, claim, score)
  score:flat("castle.copy", game:get("worth", claim.feature))
end

function m.harvest(game, event, out)
  for _, field in ipairs(event.segment.tile:segments { kind = "field", occupied = true }) do
    out:claim { rule = "castle.harvest", feature = field, owners = "majority", returns = true }
  end
end

function m.crop(game, claim, score)
  score:add("castle.harvest", "tile", claim.feature.tiles, 1)
end
