-- The Cathars, the Siege, the Besiegers: cities under siege.
local siege = ...

-- scoring.points of a besieged city: each of its units gives 1 point less, unless the city is of those whose units give but 1.
function siege.city(game, claim, score)
  local halved = game:option_of("base", "two-tile-city") == "one-per-tile"
  if claim.complete and claim.feature.tiles == 2 and halved then return end
  score:per("siege.city", "*", -1)
end

-- scoring.points of a field: a besieged city counts twice.
function siege.field(game, claim, score)
  score:count("siege.field", "city", #claim.feature:bordering { kind = "city", complete = true, tag = "besieged" })
end

-- scoring.points of a besieged city whose farmers are counted together.
function siege.supplied(game, claim, score)
  score:count("siege.field", "city", 1)
end

local function offer(game, offers, such)
  offers:offer { rule = "siege.escape" }
  for _, knight in game:figures(such) do
    offers:invoke("escape", knight)
  end
end

local MONASTERY = { shape = 9, segments = "monastery" }
local PAST_ANY = { class = "meeple", owner = "own", feature = { kind = "city", tag = "besieged", near = MONASTERY } }
local PAST_SIEGE = { class = "meeple", owner = "own", feature = { kind = "city", segments = { tag = "besieged", near = MONASTERY } } }

-- ask.escape: own knights of besieged cities with a monastery beside.
function siege.past_any(game, step, offers)
  offer(game, offers, PAST_ANY)
end

-- The same, if it must stand beside a besieged tile.
function siege.past_siege(game, step, offers)
  offer(game, offers, PAST_SIEGE)
end
