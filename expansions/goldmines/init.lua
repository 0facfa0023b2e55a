-- The Goldmines.
local gold = ...

local function lay(game, tile, out)
  out:set("bars", game:get("bars", tile) + 1, tile)
end

-- at.after_place: one bar on the goldmine, one on a tile around it; there always is one.
function gold.mine(game, slot, out)
  lay(game, game.placed, out)
  out:note(game.turn, "gold.place")
  local around = game.placed:around()
  if #around == 1 then
    lay(game, around[1], out)
  else
    out:push("nugget", game.turn, game.placed)
  end
end

-- do.gold
function gold.put(game, step, out)
  lay(game, step.target, out)
end

-- Tiles with bars from which a feature takes: for a castle those of the six cells around it, on which features score for it.
local function within(game, feature)
  if feature.kind ~= "castle" then return feature:range { state = "bars" } end
  local cells, list = feature:cells(), {}
  local upright = cells[1].x == cells[2].x
  for _, cell in cells do
    for aside = -1, 1 do
      local tile = game:tile_at(cell.x + (upright and aside or 0), cell.y + (upright and 0 or aside))
      if tile and game:get("bars", tile) > 0 then table.insert(list, tile) end
    end
  end
  return list
end

-- at.after_scoring: whoever earned a completed feature may take from its tiles, one bar after the other, round the table;
-- from those first that most may take from.
function gold.share(game, slot, out)
  local tiles, bars, may, claimers = {}, {}, {}, {}
  for _, event in game:log("scored", "part") do
    local feature, owners = event.feature, event:owners()
    -- A castle is scored, and nothing that is complete or not.
    if feature and (event.complete and feature.kind ~= "field" or feature.kind == "castle") and #owners > 0 then
      for _, tile in within(game, feature) do
        local n = tile.number
        if not bars[n] then
          bars[n], may[n], claimers[n] = game:get("bars", tile), {}, 0
          table.insert(tiles, tile)
        end
        for _, owner in owners do
          if not may[n][owner.index] then claimers[n] += 1 end
          may[n][owner.index] = true
        end
      end
    end
  end
  local player, idle, players = game.turn, 0, #game:players()
  while idle < players do
    idle += 1
    local best, most = nil, 0
    for _, tile in tiles do
      local n = tile.number
      if bars[n] > 0 and may[n][player.index] and claimers[n] > most then
        best, most = n, claimers[n]
      end
    end
    if best then
      bars[best] -= 1
      idle = 0
      out:token(player, "gold", 1, "gold.take")
    end
    player = player.next
  end
  for _, tile in tiles do out:set("bars", bars[tile.number], tile) end
end

-- on.neutral_moved of a meteorite to a tile with bars.
function gold.bury(game, event, out)
  out:set("bars", 0, event.tile)
end

-- final.gold
function gold.count(game, step, out)
  for _, player in game:players() do
    local n = player:tokens("gold")
    local rate = 1
    if n >= 4 then rate = 2 end
    if n >= 7 then rate = 3 end
    if n >= 10 then rate = 4 end
    if n > 0 then out:bonus(player, n * rate, "gold.points") end
  end
end
