-- Abbey & Mayor. Pieces, places and conditions are declared in the manifest; this file says what is left.
local am = ...

-- Abbey ----------------------------------------------------------------------------------------------

-- on.placed of an abbey: no tile is drawn.
function am.abbey(game, event, out)
  out:skip("draw", "am.abbey")
  out:skip("place", "am.abbey")
end

-- at.before_final: whoever still has an abbey may place it, in turn order.
function am.last_round(game, slot, out)
  out:set("last-round", 1)
  local player = game.turn
  for _ = 1, #game:players() do
    player = player.next
    if #game:zone("abbey", player) > 0 then
      out:turn(player, "am.abbey.last")
    end
  end
end

-- Mayor ----------------------------------------------------------------------------------------------

-- scoring.weight of a mayor: the pennants of his city.
function am.mayor(game, figure, feature, weight)
  weight:add(feature:tag("pennant"))
end

-- scoring.bonus of a city without owners: it says so to those whose mayor stands there.
function am.powerless(game, claim, score)
  for _, mayor in claim.feature:figures { kind = "mayor" } do
    score:bonus(mayor.owner, 0, "am.mayor")
  end
end

-- Wagon ----------------------------------------------------------------------------------------------

-- Whether a figure that came home is a wagon that may go on: from a castle it may not.
local function goes_on(event)
  return event.figure.kind == "wagon" and event.why == "scored" and event.segment.kind ~= "castle"
end

-- at.after_scoring: wagons that came home with their feature, from the player of the turn on.
function am.wagons(game, slot, out)
  local player = game.turn
  for _ = 1, #game:players() do
    for _, event in game:log("returned", "part") do
      if goes_on(event) and event.figure.owner == player then
        out:push("wagon", player, event.segment)
      end
    end
    player = player.next
  end
end

-- Whether two features meet on a tile: places where some do are bits of their tag.
local function meet(one, other)
  return bit32.band(one:tag("junction"), other:tag("junction")) > 0
end

local MEETING = { tag = "junction", claim = "yes", occupied = false, complete = false }
local ABBEY = { kind = "monastery", occupied = false, complete = false }

-- ask.wagon: features that meet the one just scored on a tile of it, or over an edge that an abbey closes.
function am.linked(game, step, offers)
  offers:offer { rule = "am.wagon", waives = { "elsewhere" } }
  local scored = step:segment(1).feature
  for _, own in scored:segments() do
    for _, other in own.tile:segments(MEETING) do
      if other.feature ~= scored and meet(own, other) then offers:deploy("wagon", other) end
    end
    for side = 0, 3 do
      local beside = own:touches(side) and own.tile:neighbour(side)
      if beside and beside:edge((side + 2) % 4) == "abbey" then
        for _, abbey in beside:segments(ABBEY) do offers:deploy("wagon", abbey) end
      end
    end
  end
end

-- Barn -----------------------------------------------------------------------------------------------

-- Barns stand on corners.
local STANDING = { kind = "barn", corner = { tiles = { min = 1 } } }

-- The four fields that meet at a barn are one.
local function field_of(corner)
  return corner:segments("field")[1]
end

-- on.stood of a barn: its field has one more, and is looked at with what is scored in this part.
function am.built(game, event, out)
  local field = field_of(event.figure.corner)
  out:tag(field, "barn", 1, "am.barn")
  out:set("built", 1, field)
  out:check(field.feature, "am.barn")
end

-- on.returned of a barn: the tags are set anew.
function am.gone(game, event, out)
  for _, segment in game:segments { kind = "field", tag = "barn" } do
    out:tag(segment, "barn", -segment:tag("barn"), "am.barn")
  end
  for _, barn in game:figures(STANDING) do
    out:tag(field_of(barn.corner), "barn", 1, "am.barn")
  end
end

-- scoring.complete of a field with a barn.
function am.full(game, feature, verdict)
  verdict:yes("am.barn.farmers")
end

local CITY = { kind = "city", complete = true }

-- scoring.points of a field with an older barn: 1 for each city.
function am.reached(game, claim, score)
  score:per("am.barn.reached", "city", 1 - game:option_of("base", "farmer-points"))
end

-- The same, and that of a new barn, where a field by itself gives nothing.
function am.alone(game, claim, score)
  for _, segment in claim.feature:segments() do
    if game:get("built", segment) > 0 then
      score:add("am.barn.farmers", "city", #claim.feature:bordering(CITY), game:option_of("base", "farmer-points"))
      return
    end
  end
  score:add("am.barn.reached", "city", #claim.feature:bordering(CITY), 1)
end

-- The final step: each field with barns, for all whose barns they are. Farmers who came to it after all else was scored are
-- scored as if they had come before; farmers who are counted by city were counted there.
function am.barns(game, step, out)
  local fields, owners = {}, {}
  for _, barn in game:figures(STANDING) do
    local field = field_of(barn.corner).feature
    if not owners[field] then
      owners[field] = {}
      table.insert(fields, field)
    end
    local known = false
    for _, player in ipairs(owners[field]) do
      known = known or player == barn.owner
    end
    if not known then
      table.insert(owners[field], barn.owner)
    end
  end
  local each = game:option_of("base", "farmers") == "per-field"
  for _, field in ipairs(fields) do
    if each and field:figures({ class = "meeple" })[1] then
      out:claim { feature = field, owners = "majority", complete = false, final = true }
    end
    out:claim { rule = "am.barn.end", feature = field, owners = owners[field], complete = false, final = true }
  end
end

-- scoring.points of that claim.
function am.barn(game, claim, score)
  score:add("am.barn.end", "city", #claim.feature:bordering(CITY), 4)
end
