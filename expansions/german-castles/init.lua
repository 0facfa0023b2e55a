-- Castles in Germany. A castle is two tiles, a left and a right half; whichever is placed, the other follows at once.
local german = ...

-- From the left half to the right one, by quarter turns.
local DX = { [0] = 1, 0, -1, 0 }
local DY = { [0] = 0, 1, 0, -1 }

-- Which way the other half of a tile lies: to the right of a left half.
local function way_of(type)
  return type:tag("first-half") > 0 and 1 or -1
end

-- The other half among some tiles.
local function half_of(type, tiles)
  local left, right = type:tag("first-half"), type:tag("other-half")
  for _, other in tiles do
    if left > 0 and other:tag("other-half") == left or right > 0 and other:tag("first-half") == right then
      return other
    end
  end
end

-- Handing out ----------------------------------------------------------------------------------------

-- at.setup: one for each, from whoever begins; then another for each, if they are few.
function german.hand_out(game, slot, out)
  local players = game:players()
  local rounds = game.option["two-castles"] and #players <= 3 and 2 or 1
  for _ = 1, rounds do
    local player = game.turn
    for _ = 1, #players do
      if game.option["handing-out"] == "dealt" then
        out:push("castle-deal", "chance", player)
      else
        out:push("castle-pick", player)
      end
      player = player.next
    end
  end
end

-- Both halves go to their owner.
local function give(game, left, player, rule, out)
  local right = half_of(left, game:zone("unclaimed-castles"))
  out:tile(left, "unclaimed-castles", "own-castles", rule, player)
  out:tile(right, "unclaimed-castles", "own-castles", rule, player)
end

-- ask.castle-deal: numbers of the castles that are left.
function german.ask_castle_deal(game, step, offers)
  for _, tile in game:zone("unclaimed-castles") do
    local number = tile:tag("first-half")
    if number > 0 then offers:roll(number, 1) end
  end
end

-- answer.castle-deal
function german.answer_castle_deal(game, step, choice, out)
  for _, tile in game:zone("unclaimed-castles") do
    if tile:tag("first-half") == choice.value then give(game, tile, step:player(1), "german.deal", out) end
  end
end

-- do.take-castle
function german.do_take_castle(game, step, out)
  give(game, step.target, step.actor, "german.pick", out)
end

-- Placing --------------------------------------------------------------------------------------------

-- Whether a tile lies beside a cell.
local function touches(game, x, y)
  return game:tile_at(x, y - 1) or game:tile_at(x + 1, y) or game:tile_at(x, y + 1) or game:tile_at(x - 1, y)
end

-- Whether a castle lies around a cell.
local function near_castle(game, x, y)
  for column = x - 1, x + 1 do
    for row = y - 1, y + 1 do
      local tile = game:tile_at(column, row)
      if tile and tile.type:has("german-castle") then return true end
    end
  end
end

-- deployment.veto of the step: the other half must fit as well, where its edges match what is there, which may be nothing, since
-- the first half touches a tile. Where both halves touch a tile, one placement is enough: that of the left.
function german.other_half(game, step, options, refuse)
  local castles = game:zone("own-castles", game.turn)
  local some = #game:tiles { kinds = "german-castle" } > 0
  -- What is known of halves, and of cells: each is asked for by many placements.
  local halves, cells = {}, {}
  for place in options:each("place") do
    local type, rotation = place.type, place.rotation
    local id = type.id
    local half = halves[id]
    if not half then
      local castle = type:has("german-castle")
      half = { castle = castle, other = castle and half_of(type, castles), way = way_of(type) }
      halves[id] = half
    end
    if half.castle then
      local x, y = place.x + half.way * DX[rotation], place.y + half.way * DY[rotation]
      local at = x * 1024 + y
      local cell = cells[at]
      if not cell then
        cell = { free = game:is_free(x, y), touches = touches(game, x, y), near = some and near_castle(game, x, y) }
        cells[at] = cell
      end
      if not cell.free or cell.touches and not game:fits(half.other, x, y, rotation) then
        refuse(place, "german.both")
      elseif cell.near then
        refuse(place, "german.apart")
      elseif half.way < 0 and cell.touches then
        refuse(place, "german.left")
      end
    end
  end
end

-- on.placed: the other half follows, and no tile is drawn.
function german.placed(game, event, out)
  local tile = event.tile
  local other = half_of(tile.type, game:zone("own-castles", game.turn))
  local way, rotation = way_of(tile.type), tile.rotation
  out:lay(other, tile.x + way * DX[rotation], tile.y + way * DY[rotation], rotation, "own-castles", "german.half", game.turn)
  out:skip("draw", "german.place")
  out:skip("place", "german.place")
end

-- on.tile_laid: one castle.
function german.laid(game, event, out)
  local halves = { game.placed:segments("german-castle")[1], event.tile:segments("german-castle")[1] }
  out:link(halves[1], halves[2], "german.half")
end

-- Scoring --------------------------------------------------------------------------------------------

-- scoring.points of a castle: its two tiles and those around them.
function german.castle(game, claim, score)
  local rule = claim.complete and "german.lord" or "german.final"
  score:add(rule, "tile", #claim.feature:range(), 1)
end

-- scoring.points of a road or city on the tile of a castle.
function german.beside(game, claim, score)
  local castles, known = 0, {}
  for _, tile in claim.feature:cells { kinds = "german-castle" } do
    local number = math.max(tile:tag("first-half"), tile:tag("other-half"))
    if not known[number] then
      known[number] = true
      castles = castles + 1
    end
  end
  score:extra("german.beside", 3 * castles)
end

-- at.part_end: nobody can go on.
function german.over(game, slot, out)
  out:over("german.end")
end
