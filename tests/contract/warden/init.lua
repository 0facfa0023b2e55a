-- Asks for tiles near a place, and for figures of a class, in one question each.
local m = ...

local function by_hand(game, x, y, itself)
  local list = {}
  for dy = -1, 1 do
    for dx = -1, 1 do
      local tile = game:tile_at(x + dx, y + dy)
      if tile and (itself or dx ~= 0 or dy ~= 0) then table.insert(list, tile) end
    end
  end
  return list
end

local function same(a, b)
  assert(#a == #b)
  for i, thing in a do assert(thing == b[i]) end
end

function m.veto(game, step, options, refuse)
  for place in options:each("place") do
    local near = place:around()
    same(near, by_hand(game, place.x, place.y))
    if #near > 6 then refuse(place, "warden.crowd") end
  end
end

function m.look(game, slot, out)
  local tile, me = game.placed, game.turn
  same(tile:around(), by_hand(game, tile.x, tile.y))
  same(tile:around { shape = 9 }, by_hand(game, tile.x, tile.y, true))
  assert(#tile:around("hidden") == 0)
  local roads = #tile:around { kinds = "road" } + 10 * #tile:around { shape = 9, kinds = { "road", "city" } }
  out:token(me, "near", roads - me:tokens("near"), "warden.look")
  local reach = 0
  for _, segment in tile:segments() do
    if segment.kind == "monastery" then
      same(segment.feature:range(), by_hand(game, tile.x, tile.y, true))
      reach += #segment.feature:range { kinds = "city" }
    else
      same(segment.feature:range(), segment.feature:cells())
    end
  end
  out:token(me, "reach", reach - me:tokens("reach"), "warden.look")
  out:set("seen", #tile:around(), tile)
end

function m.count(game, event, out)
  assert(table.concat(game:kinds(), " ") == "meeple large-meeple")
  same(game:kinds { class = "meeple" }, game:kinds())
  -- Every tile is the argument of a question.
  for _, tile in game:tiles() do
    assert(game:get("seen", tile) <= #tile:around())
  end
end
