-- What `declared.toml` declares, as functions.
local probe = ...

-- Whether an edge of this kind lies on two sides next to each other; `edge` gives the kind on a side.
local function bends(kind, edge)
  for side = 0, 3 do
    if edge(side) == kind and edge((side + 1) % 4) == kind then
      return true
    end
  end
  return false
end

function probe.cash(game, step, out)
  local figure = step.target
  out:claim {
    rule = "probe.cash",
    feature = figure.feature,
    owners = step.actor,
    complete = false,
    returns = figure,
  }
end

function probe.cashed(game, claim, score)
  score:add("probe.cash", "tile", claim.feature.tiles, 2)
end

function probe.city(game, claim, score)
  score:add("probe.city", "tile", claim.feature.tiles, 1)
  score:add("probe.city", "pennant", claim.feature:tag("pennant"), 2)
end

function probe.border(game, claim, score)
  local field = claim.feature
  for _, player in claim:owners() do
    local cities = #field:bordering { kind = "city", complete = false }
    if cities > 0 and field:holds("pawn", player) then
      score:bonus(player, 2 * cities, "probe.border")
    end
  end
end

-- Whether straight tiles are passed on the way back to the last bend.
local LONG = false

-- How a road turned last before it leaves `tile` by the side `to`: 1 to the left, 3 to the right.
local function bend(tile, to)
  local from = tile:entry("road")
  local turn = from and (to - from) % 4
  if turn == 2 then
    turn = LONG and bend(tile:neighbour(from), (from + 2) % 4) or nil
  end
  return turn
end

function probe.wind(game, step, options, refuse)
  for _, e in game:open("road") do
    local turn = bend(e.tile, e.side)
    if turn then
      refuse(options:at(e, (e.side + 2 + turn) % 4, "road"), "probe.wind")
    end
  end
end

function probe.placed(game, event, out)
  local tile = event.tile
  if bends("road", function(side) return tile:edge(side) end) then
    out:set("bent", 1)
  end
end

function probe.again(game, event, out)
  for _, segment in event.tile:segments() do
    if segment.feature:holds("pawn", game.turn) then
      out:parts(2, "probe.again")
    end
  end
end

function probe.drawn(game, event, out)
  local type = event.type
  if game.drawn and bends("city", function(side) return type:edge(side, 0) end) then
    out:tile(type, nil, "nook", "probe.aside")
  end
end

function probe.back(game, event, out)
  out:set("shut", 0)
  if #game:zone("nook") > 0 then
    out:pour("nook", "main", "probe.back")
  end
end

function probe.most(game, step, out)
  local most = 0
  for _, player in game:players() do
    most = math.max(most, player:tokens("pennant"))
  end
  for _, player in game:players() do
    if most > 0 and player:tokens("pennant") == most then
      out:bonus(player, 4, "probe.most")
    end
  end
end

function probe.bird(game, step, out)
  local figure = game:neutral("bird").figure
  if figure and not figure.sheltered then
    out:bonus(figure.owner, 3, "probe.bird")
  end
end
