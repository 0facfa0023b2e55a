-- The Watchtowers.
local watch = ...

-- What is watched on one tile, by the number of the tag, and what each is worth.
local RATE = { 1, 1, 2, 3, 2 }
local COUNT = {
  function(tile) return math.min(1, #tile:segments("city")) end,
  function(tile) return math.min(1, #tile:segments("road")) end,
  function(tile)
    local n = 0
    for _, city in tile:segments { kind = "city", tag = "pennant" } do n += city:tag("pennant") end
    return n
  end,
  function(tile) return #tile:segments("monastery") end,
  function(tile) return #tile:figures { class = "meeple" } end,
}

-- scoring.bonus: for each meeple of the feature that stands on the tile of a watchtower.
function watch.bonus(game, claim, score)
  for _, figure in claim.feature:figures { class = "meeple", tile = { segments = "watchtower" } } do
    local what = figure.tile:segments("watchtower")[1]:tag("watch")
    local n = 0
    for _, tile in figure.tile:around { shape = 9 } do n += COUNT[what](tile) end
    if n > 0 then score:bonus(figure.owner, n * RATE[what], "watch.bonus") end
  end
end
