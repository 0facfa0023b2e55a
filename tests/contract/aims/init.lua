-- What was chosen is counted in tokens, so that scenarios can see that it arrived.
local m = ...

function m.open(game, slot, out)
  out:draw("stall")
end

function m.hall(game, step, offers)
  offers:offer({ rule = "aims.offer" })
  offers:range("offer", 1, 1 + game.deck_size)
  offers:deploy({ class = "watch", to = game:segments({ kind = "city", placed = true }) })
end

-- An option tells its rule and who offered it.
function m.told(game, step, option, out)
  if option.rule == "aims.offer" and option.offered_by == "aims" then
    out:token(step.actor, "grain", 1, "aims.offer")
  end
end

-- Of what this expansion offers, high numbers and other segments than the first are not refused; the core's own
-- deployments of guards are.
function m.modest(game, step, options, refuse)
  for option in options:each() do
    if option.figure_kind == "guard" and option.offered_by == nil then
      refuse(option, "aims.modest")
    elseif option.verb == "offer" and option.most < 5 then
      refuse(option, "aims.modest")
    end
  end
end

function m.one(game, step, out)
  local worth = { wine = 1, guard = 2, sun = 3, rain = 4, grain = 5 }
  local target = step.target
  if type(target) == "number" then
    out:token(step.actor, "grain", target, "aims.bid")
  elseif type(target) == "string" then
    out:token(step.actor, "grain", worth[target], "aims.drink")
  else
    out:tile(target, "stall", "out", "aims.take")
  end
end

-- A corner by its place, its tiles and features; a cell by its place.
function m.there(game, step, out)
  local corner = step.target
  if corner then
    local fields = corner:features("field")
    out:token(step.actor, "grain", 10 * #corner:tiles() + #fields, "aims.mark")
    local placed = game.placed
    local same = 0
    for _, which in ipairs({ "NW", "NE", "SE", "SW" }) do
      local other = placed:corner(which)
      if other.x == corner.x and other.y == corner.y then
        same = same + 1
      end
    end
    out:token(step.actor, "wine", same, "aims.mark")
  else
    out:token(step.actor, "grain", 100 + 10 * step.x + step.y, "aims.point")
  end
end

-- The places of a tile turn with it.
function m.tie(game, step, out)
  local tile = step.target.tile
  for _, place in ipairs({ "NM", "EM", "SM", "WM" }) do
    local here = tile:at(place)
    if here and here.kind == "road" and here:touches(place) then
      out:token(step.actor, "grain", 1, "aims.tie")
    end
  end
  out:link(step.target, step.second, "aims.tie")
end

function m.two(game, step, out)
  if step.second == "two" then
    out:token(step.actor, step.target, -2, "aims.swap")
  elseif step.second == "one" then
    out:token(step.actor, step.target, -1, "aims.swap")
  else
    out:capture(step.target, step.second, "aims.lead")
  end
end
