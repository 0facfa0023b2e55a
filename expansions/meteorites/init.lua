-- Meteorites, of a fan expansion.
local meteor = ...

-- What each side of the die hits: so many tiles.
local HITS = {
  standard    = { 1, 1, 5, 5, 13, 13 },
  extended    = { 5, 5, 9, 9, 21, 21 },
  combination = { 1, 5, 5, 9, 13, 21 },
}

-- How far these tiles lie: so many steps along the sides in all, and so many along a row or a column.
local FAR = {
  [1] = { 0, 0 }, [5] = { 1, 1 }, [9] = { 2, 1 }, [13] = { 2, 2 }, [21] = { 3, 2 },
}

-- Quarters of the City of Carcassonne, where nobody is hit.
local SAFE = {
  ["quarter-castle"] = true, ["quarter-market"] = true, ["quarter-blacksmith"] = true, ["quarter-cathedral"] = true,
}

-- at.after_place of a crater.
function meteor.fall(game, slot, out)
  out:push("impact", "chance", game.placed)
end

-- ask.impact
function meteor.die(game, step, offers)
  for side = 1, 6 do offers:roll(side, 1) end
end

-- answer.impact: the meteorite comes to every tile that is hit, from the north-west on, and is gone.
function meteor.impact(game, step, choice, out)
  local crater = step:tile(1)
  local far = FAR[HITS[game.option.impact][choice.value]]
  local steps, most = far[1], far[2]
  for y = -most, most do
    for x = -most, most do
      local tile = math.abs(x) + math.abs(y) <= steps and game:tile_at(crater.x + x, crater.y + y)
      if tile then out:neutral("meteorite", tile, "meteor.fall") end
    end
  end
  out:neutral("meteorite", "supply", "meteor.fall")
end

-- on.neutral_moved of the meteorite: figures on the tile, on its corners, and in a castle of which it is a part.
function meteor.home(game, event, out)
  local gone = {}
  local function send(figures)
    for _, figure in figures do
      local new = not (figure.segment and SAFE[figure.segment.kind])
      for _, other in gone do new = new and other ~= figure end
      if new then
        table.insert(gone, figure)
        out:send_home(figure, "meteor.home")
      end
    end
  end
  send(event.tile:figures())
  for _, which in { "NW", "NE", "SE", "SW" } do send(event.tile:corner(which):figures()) end
  for _, segment in event.tile:segments() do
    if segment.kind == "castle" then send(segment.feature:figures()) end
  end
end

-- Figures of nobody that no meteorite takes away: the count is safe in his city.
local STAY = { meteorite = true, count = true }

-- on.neutral_moved of the meteorite to a tile with figures of nobody.
function meteor.leave(game, event, out)
  for _, figure in game:neutrals { tile = { is = "event" } } do
    if not STAY[figure.name] then out:neutral(figure.name, "supply", "meteor.neutral") end
  end
end
