-- The Flying Machines.
local fly = ...

-- Steps in the eight directions of the tag, from north.
local WAY = { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 } }

-- on.deployed: on board, the die is thrown.
function fly.board(game, event, out)
  out:push("throw", "chance", event.figure)
end

-- ask.throw: 1, 2 or 3 tiles.
function fly.die(game, step, offers)
  for n = 1, 3 do offers:roll(n, 1) end
end

-- answer.throw: so many tiles the way that the machine points to, as its tile is turned.
function fly.fly(game, step, choice, out)
  local figure = step:figure(1)
  local from = figure.segment
  local way = WAY[(from:tag("direction") - 1 + 2 * from.tile.rotation) % 8 + 1]
  local tile = game:tile_at(from.x + choice.value * way[1], from.y + choice.value * way[2])
  if tile then
    out:push("land", figure.owner, figure, tile)
  else
    out:send_home(figure, "fly.lost")
  end
end

-- ask.land: any feature there that is not complete, but no field.
function fly.places(game, step, offers)
  offers:offer { rule = "fly.land", waives = { "elsewhere", "occupied" } }
  for _, segment in step:tile(2):segments { claim = "yes", complete = false, no = { kind = "field" } } do
    offers:move(step:figure(1), segment)
  end
end

-- answer.land: where nothing could be chosen the flight is lost. A ransom meanwhile is no landing.
function fly.landed(game, step, choice, out)
  if choice.kind == "pass" then out:send_home(step:figure(1), "fly.lost") end
end
