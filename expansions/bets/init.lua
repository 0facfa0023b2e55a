-- The Bets: chips that lie face down on a tile say of how many tiles a road or city there will be completed.
local bets = ...

-- Chips bear the numbers from 2 to 7; on a tile they are digits from 1 to 6, since 0 is no chip.
local CHIPS = { "chip-2", "chip-3", "chip-4", "chip-5", "chip-6", "chip-7" }
local BASE = 7

-- What a digit of a player is worth.
local function place_of(player)
  local place = 1
  for _ = 2, player.index do place *= BASE end
  return place
end

-- at.after_scoring of a tile with a betting office: all are asked, whose turn it is first.
function bets.open(game, slot, out)
  local player = game.turn
  for _ = 1, #game:players() do
    if player:tokens("unplaced-chip") > 0 then out:push("bet", player, game.placed) end
    player = player.next
  end
end

-- do.bet
function bets.bet(game, step, out)
  local tile, player = step:tile(1), step.actor
  local there = game:get("face-down", tile)
  for digit, chip in ipairs(CHIPS) do
    if chip == step.target then out:set("face-down", there + digit * place_of(player), tile) end
  end
  out:token(player, step.target, -1, "bets.place")
  out:token(player, "unplaced-chip", -1, "bets.place")
  out:set("stacked", game:get("stacked", tile) + 1, tile)
end

-- on.completed of a road or city with chips on one of its tiles: they are turned over once it has been scored.
function bets.completed(game, event, out)
  for _, segment in event.feature:segments { tile = { state = "stacked" } } do
    out:set("completed-of", event.feature.tiles, segment)
  end
  for _, tile in event.feature:cells { state = "stacked" } do out:push("settlement", game.turn, tile) end
end

-- answer.settlement: a chip is right if it says the number of what was completed, whichever of the tile's roads and cities that is.
function bets.settle(game, step, choice, out)
  local tile = step:tile(1)
  local right = {}
  for _, segment in tile:segments { state = "completed-of" } do
    right[game:get("completed-of", segment)] = true
    out:set("completed-of", 0, segment)
  end
  local digits = game:get("face-down", tile)
  for _, player in game:players() do
    local digit = digits % BASE
    digits = digits // BASE
    if right[digit + 1] then
      out:pay(player, (digit + 1) * game.option["points-per-tile"], "bets.won")
    elseif digit > 0 then
      out:note(player, "bets.lost")
    end
  end
  out:set("face-down", 0, tile)
  out:set("stacked", 0, tile)
end
