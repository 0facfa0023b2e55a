-- Halflings. A half that comes to a free cell is a tile, of which two edges are a gap; the half that fills this gap is a piece over that tile.
local half = ...

-- The piece that is drawn like a half in hand. A shield is no part of it.
local PIECE = {
  ["halflings/meadow"] = "meadow", ["halflings/bend"] = "bend",
  ["halflings/hamlet-left"] = "hamlet-left", ["halflings/hamlet-right"] = "hamlet-right",
  ["halflings/walls"] = "walls", ["halflings/walls-shield"] = "walls",
  ["halflings/lane-left"] = "lane-left", ["halflings/lane-right"] = "lane-right",
  ["halflings/bastion-left"] = "bastion-left", ["halflings/bastion-right"] = "bastion-right",
  ["halflings/heart"] = "heart", ["halflings/heart-shield"] = "heart",
}
local SHIELD = { ["halflings/walls-shield"] = true, ["halflings/heart-shield"] = true }

-- What lies along the long side. Two halves share a cell if it is the same on both.
local ALONG = {
  meadow = "field", bend = "field", ["hamlet-left"] = "field", ["hamlet-right"] = "field", walls = "field",
  ["lane-left"] = "road", ["lane-right"] = "road",
  ["bastion-left"] = "city", ["bastion-right"] = "city", heart = "city",
}

-- What borders, on a piece, what lies along its long side.
local BESIDE = {
  ["hamlet-left"] = "city", ["hamlet-right"] = "city", walls = "city",
  ["bastion-left"] = "field", ["bastion-right"] = "field",
}

-- How a piece is turned that fills the gap of a tile.
local function turn_over(tile)
  return (tile.rotation + 2) % 4
end

-- Handing out ----------------------------------------------------------------------------------------

-- How many each player gets, so that all get as many: what a deck in a given order holds is not counted, and none is in play if their set stays out.
local function each(game)
  local n, left = game.option["halves-each"], game:left("half-tiles")
  if game.next_group ~= "half-tiles" then return 0 end
  return left > 0 and math.min(n, left // #game:players()) or n
end

-- at.setup: everybody draws.
function half.draw_all(game, slot, out)
  local player = game.turn
  local n = each(game)
  for _ = 1, #game:players() do
    for _ = 1, n do out:draw("own-halves", player) end
    player = player.next
  end
end

-- at.setup: all lie open, and the players pick one after the other, from the last one back.
function half.pick_all(game, slot, out)
  local players = game:players()
  local n = each(game)
  local order, player = {}, game.turn
  for i = 1, #players do
    order[i] = player
    player = player.next
  end
  out:pour("half-tiles", "open-halves", "halfling.pick")
  for _ = 1, n do
    for i = #order, 1, -1 do out:push("half-pick", order[i]) end
  end
end

-- do.take-half
function half.do_take_half(game, step, out)
  out:tile(step.target, "open-halves", "own-halves", "halfling.pick", step.actor)
end

-- at.setup: what is left goes back to the box.
function half.rest(game, slot, out)
  out:pour(game.option["handing-out"] == "picked" and "open-halves" or "half-tiles", "out", "halfling.deal")
end

-- Placing --------------------------------------------------------------------------------------------

-- on.placed: a half on a free cell.
function half.placed(game, event, out)
  out:set("half-gap", event.tile.rotation + 1, event.tile)
end

-- deployment.veto of the step: which half fills which gap.
function half.together(game, step, options, refuse)
  for option in options:each("invoke") do
    local tile, piece = option.target, PIECE[option.second.id]
    if ALONG[piece] ~= ALONG[PIECE[tile.type.id]] then
      refuse(option, "halfling.long")
    elseif not tile:takes(piece, turn_over(tile)) then
      refuse(option, "halfling.edges")
    end
  end
end

-- do.fill-gap
function half.do_fill_gap(game, step, out)
  local tile, type = step.target, step.second
  local piece = PIECE[type.id]
  out:set("pennants", SHIELD[type.id] and 1 or 0)
  out:tile(type, "own-halves", "filling-halves", "halfling.second", step.actor)
  if BESIDE[piece] then out:retype(tile:segments("half-beyond")[1].feature, BESIDE[piece], "halfling.second") end
  out:overlay(tile, piece, turn_over(tile), "halfling.second")
end

-- What lay beyond the long side: of its new kind the only segment of the first half that reaches no edge.
local function beyond(tile, kind)
  for _, segment in tile:segments(kind) do
    local reaches = false
    for side = 0, 3 do reaches = reaches or segment:touches(side) end
    if not reaches and not segment.overlay then return segment end
  end
end

-- on.overlaid: both halves are one tile, which counts as the one placed now.
function half.joined(game, event, out)
  local tile, rule = event.tile, "halfling.second"
  local piece = event.overlay
  -- Those of the tile come before those of the piece.
  local function lies(kind, n) return tile:segments(kind)[n] end
  local function over(kind, n) return tile:segments { kind = kind, overlay = piece }[n] end
  local along = ALONG[piece]
  out:link(lies(along, 1), over(along, 1), rule)
  if along == "road" then
    out:link(lies("field", 1), over("field", 2), rule)
    out:link(lies("field", 2), over("field", 1), rule)
  end
  local beside = BESIDE[piece]
  if beside then
    out:link(beyond(tile, beside), over(beside, 1), rule)
  end
  if game:get("pennants") > 0 then out:tag(over("city", 1), "pennant", 1, rule) end
  out:set("half-gap", 0, tile)
  out:as_placed(tile, rule)
end

-- From a cell to those on its sides.
local DX = { [0] = 0, 1, 0, -1 }
local DY = { [0] = -1, 0, 1, 0 }

-- The sides of a cell on which a tile lies that shows it no gap.
local function sides_met(game, x, y)
  local sides = {}
  for side = 0, 3 do
    local tile = game:tile_at(x + DX[side], y + DY[side])
    if tile and tile:edge((side + 2) % 4) ~= "half-gap" then sides[#sides + 1] = side end
  end
  return sides
end

-- Whether a tile lies beside a cell that shows it no gap.
local function is_met(game, x, y)
  for side = 0, 3 do
    local tile = game:tile_at(x + DX[side], y + DY[side])
    if tile and tile:edge((side + 2) % 4) ~= "half-gap" then return true end
  end
  return false
end

-- placement.veto, deployment.veto: nothing is placed on a cell beside which there are gaps alone. Asked if there is a cell beside lone halves alone.
function half.beside_gaps(game, step, options, refuse)
  local alone = {}
  for _, tile in game:tiles { state = "half-gap" } do
    for side = 0, 3 do
      local x, y = tile.x + DX[side], tile.y + DY[side]
      if tile:edge(side) == "half-gap" and game:is_free(x, y) and not is_met(game, x, y) then
        alone[x * 1024 + y] = true
      end
    end
  end
  for place in options:each("place") do
    if alone[place.x * 1024 + place.y] then refuse(place, "halfling.beside") end
  end
end

-- deployment.veto of the step: a short side of the half meets something.
function half.long_side(game, step, options, refuse)
  -- On which sides of a cell something lies whose edge there is no gap: many placements ask for each.
  local known = {}
  for place in options:each("place") do
    local x, y = place.x, place.y
    local cell = x * 1024 + y
    local sides = known[cell]
    if not sides then
      sides = sides_met(game, x, y)
      known[cell] = sides
    end
    local met = false
    for _, side in sides do met = met or place:edge(side) ~= "half-gap" end
    if not met then refuse(place, "halfling.beside") end
  end
end

-- Scoring --------------------------------------------------------------------------------------------

-- Whether a segment runs into the gap of its own tile, or into that of a tile beside it.
local function runs_into_gap(game, segment)
  local tile = segment.tile
  if game:get("half-gap", tile) > 0 then
    local along = ALONG[PIECE[tile.type.id]]
    if segment == tile:segments(along)[1] then return true end
  end
  for side = 0, 3 do
    if segment:touches(side) then
      local beside = tile:neighbour(side)
      if beside and beside:edge((side + 2) % 4) == "half-gap" then return true end
    end
  end
  return false
end

-- scoring.complete
function half.open(game, feature, verdict)
  for _, segment in feature:segments { tile = { near = { shape = 5, state = "half-gap" } } } do
    if runs_into_gap(game, segment) then
      verdict:no("halfling.open")
      return
    end
  end
end
