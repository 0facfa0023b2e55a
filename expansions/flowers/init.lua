-- The Flowers of Village Life: whoever takes part in a scoring gets points for flowers of his colour.
local flower = ...

local COLOURS = { "flowers-blue", "flowers-violet", "flowers-white", "flowers-orange" }
local EACH = 3

-- at.setup: chance draws for one player after another.
function flower.begin(game, slot, out)
  for _, player in game:players() do
    out:push("colour", "chance", player)
  end
end

-- ask.colour: one set of tokens for up to four players, two for up to eight; what is drawn stays drawn.
function flower.colours(game, step, offers)
  for token = 1, #COLOURS * math.ceil(#game:players() / #COLOURS) do
    if not game:has("drawn-flowers", token) then offers:roll(token, 1) end
  end
end

-- answer.colour
function flower.drawn(game, step, choice, out)
  out:add("drawn-flowers", choice.value)
  out:token(step:player(1), COLOURS[(choice.value - 1) % #COLOURS + 1], 1, "flower.colour")
end

-- What the flowers on these tiles are worth to a player.
local function on_tiles(player, tiles)
  for _, colour in COLOURS do
    if player:tokens(colour) > 0 then
      local n = 0
      for _, tile in tiles do
        for _, field in tile:segments { kind = "field", tag = colour } do
          n = n + field:tag(colour)
        end
      end
      return n * EACH
    end
  end
  return 0
end

-- scoring.bonus of all but fields: everybody who stands there, with or without the majority, once each.
function flower.feature(game, claim, score)
  local tiles = claim.feature:range()
  for _, player in game:players() do
    if claim.feature:holds({ class = "meeple" }, player) then
      local points = on_tiles(player, tiles)
      if points > 0 then score:bonus(player, points, "flower.feature") end
    end
  end
end

-- final.beds: of fields only what grows in them.
function flower.fields(game, step, out)
  for _, field in game:features { kind = "field", tag = COLOURS, holds = { class = "meeple" } } do
    for _, player in game:players() do
      if field:holds({ class = "meeple" }, player) then
        for _, colour in COLOURS do
          local n = if player:tokens(colour) > 0 then field:tag(colour) else 0
          if n > 0 then out:bonus(player, n * EACH, "flower.field") end
        end
      end
    end
  end
end

-- The ranges of the figures that have one: of the windmill, the observation tower and the obelisk.
local function cross(game, windmill)
  return windmill.tile:around { shape = "cross", n = 2 }
end

local function sides(game, tower)
  return tower.tile:around { shape = 5 }
end

local function square(game, obelisk)
  local corner, tiles = obelisk.corner, {}
  for x = corner.x - 2, corner.x + 1 do
    for y = corner.y - 2, corner.y + 1 do
      local tile = game:tile_at(x, y)
      if tile then table.insert(tiles, tile) end
    end
  end
  return tiles
end

local STANDING = { kind = "obelisk", corner = { tiles = { min = 1 } } }

local function full(game, out, condition, range, size)
  for _, figure in game:figures(condition) do
    local tiles = range(game, figure)
    local points = if #tiles == size then on_tiles(figure.owner, tiles) else 0
    if points > 0 then out:pay(figure.owner, points, "flower.figure") end
  end
end

-- at.after_scoring: their ranges are full, and they still stand there.
function flower.full_windmill(game, slot, out)
  full(game, out, { kind = "windmill" }, cross, 9)
end

function flower.full_tower(game, slot, out)
  full(game, out, { kind = "sneznik" }, sides, 5)
end

function flower.full_obelisk(game, slot, out)
  full(game, out, STANDING, square, 16)
end

local function last(game, out, condition, range)
  for _, figure in game:figures(condition) do
    local points = on_tiles(figure.owner, range(game, figure))
    if points > 0 then out:bonus(figure.owner, points, "flower.figure") end
  end
end

-- final.around-windmills, -towers, -obelisks
function flower.windmills(game, step, out)
  last(game, out, { kind = "windmill" }, cross)
end

function flower.towers(game, step, out)
  last(game, out, { kind = "sneznik" }, sides)
end

function flower.obelisks(game, step, out)
  last(game, out, STANDING, square)
end
