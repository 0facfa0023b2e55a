-- House rules for who begins. Drawing and throwing are chance's; this file says what follows.
local first = ...

-- All players, from the seat that would begin otherwise.
local function in_turn(game)
  local list, player = {}, game.turn
  repeat
    list[#list + 1] = player
    player = player.next
  until player == game.turn
  return list
end

local function roads(tile)
  local n = 0
  for side = 0, 3 do
    if tile:edge(side, 0) == "road" then
      n = n + 1
    end
  end
  return n
end

-- One round: each of these players draws a tile, then they are compared.
local function round(game, players, out)
  out:clear("tied")
  for _, player in players do
    out:add("tied", player)
    out:draw("lot", player)
  end
  out:push("lots", game.turn)
end

-- at.setup
function first.draw(game, slot, out)
  round(game, in_turn(game), out)
end

-- The step `lots` asks nobody anything: it stands behind the draws, and is answered at once.
function first.drawn(game, step, choice, out)
  local best, most = {}, -1
  for _, player in in_turn(game) do
    if game:has("tied", player) then
      local tile = game:zone("lot", player)[1]
      local n = if tile then roads(tile) else -1
      if n > most then
        best, most = {}, n
      end
      if n == most then
        best[#best + 1] = player
      end
    end
  end
  local over = #best == 1 or most < 0 -- an empty bag decides nothing more
  for _, player in in_turn(game) do
    for _, tile in game:zone("lot", player) do
      out:tile(tile, "lot", if over then tile.group else "lots", "house.first.back", player)
    end
  end
  if not over then
    out:note(nil, "house.first.tie")
    round(game, best, out)
    return
  end
  for _, tile in game:zone("lots") do
    out:tile(tile, "lots", tile.group, "house.first.back")
  end
  out:begins(best[1], "house.first.roads")
end

-- at.setup
function first.throw(game, slot, out)
  out:push("toss", "chance")
end

-- Chance names a seat, counted from the one that would begin otherwise.
function first.standing(game, step, offers)
  for i = 1, #game:players() do
    offers:roll(i, 1)
  end
end

function first.thrown(game, step, choice, out)
  out:begins(in_turn(game)[choice.value], "house.first.throw")
end
