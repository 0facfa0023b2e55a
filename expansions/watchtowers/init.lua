-- The Watchtowers.
local watch = ...

-- What a tower watches, what each is worth, and how many there are on one tile.
local WATCHES = {
  { "watch-city", 1, function(tile) return math.min(1, #tile:segments("city")) end },
  { "watch-road", 1, function(tile) return math.min(1, #tile:segments("road")) end },
  { "watch-pennant", 2, function(tile)
    local n = 0
    for _, city in tile:segments { kind = "city", tag = "pennant" } do n += city:tag("pennant") end
    return n
  end },
  { "watch-monastery", 3, function(tile) return #tile:segments("monastery") end },
  { "watch-meeple", 2, function(tile) return #tile:figures { class = "meeple" } end },
}

-- What the tower on a tile is worth to a meeple there.
local function worth(tile)
  local tower, n = tile:segments("watchtower")[1], 0
  for _, watches in WATCHES do
    if tower:tag(watches[1]) > 0 then
      for _, around in tile:around { shape = 9 } do n += watches[2] * watches[3](around) end
    end
  end
  return n
end

-- scoring.bonus: for each meeple of the feature, by option each figure, that stands on the tile of a watchtower.
function watch.bonus(game, claim, score)
  for _, figure in claim.feature:figures { tile = { segments = "watchtower" } } do
    if figure:class("meeple") or game.option["who-is-paid"] == "all" then
      local n = worth(figure.tile)
      if n > 0 then score:bonus(figure.owner, n, "watch.bonus") end
    end
  end
end
