-- Stones on corners: where they stand, what touches them, and that they move and go home.
local m = ...

function m.stood(game, event, out)
  local owner = event.figure.owner
  out:set("set", game:get("set", owner) + 1, owner)
  if event.figure.place ~= "corner" then error("it stands on a corner") end
end

function m.stones(game, step, out)
  if #game:figures { kind = "stone", corner = { tiles = { min = 1 } } } == 0 then error("nobody is asked without a stone") end
  for _, corner in ipairs(game:corners()) do
    for _, stone in ipairs(corner:figures { kind = "stone" }) do
      -- What only others declare, who are not in play, is none.
      local owner = stone.owner
      local none = owner:supply("phantom") + owner:tokens("wine") + corner:tiles()[1]:tag("portal")
      for _, city in ipairs(corner:features("city")) do none += city:tag("cathedral") end
      if none ~= 0 then error("nothing of the kind is in play") end
      local best = 0
      for _, field in ipairs(corner:features("field")) do best = math.max(best, field.tiles) end
      out:bonus(owner, best, "cairn.stones")
    end
  end
end

function m.dig(game, step, out)
  out:remove(step.target, nil, "cairn.dig")
end

function m.roll(game, event, out)
  local tile = event.tile
  for i, name in ipairs { "NW", "NE", "SE", "SW" } do
    local across = ({ "SE", "SW", "NW", "NE" })[i]
    local corner = tile:corner(name)
    for _, stone in ipairs(corner:figures()) do
      if stone.corner ~= corner then error("a stone knows its corner") end
      out:pay(stone.owner, 1, "cairn.roll")
      out:move(stone, tile:corner(across), "cairn.roll")
    end
  end
end

function m.seen(game, slot, out)
  local n = 0
  for _, corner in ipairs(game:corners()) do n += #corner:figures("stone") end
  if #game:figures { kind = "stone", corner = { tiles = 4 } } ~= n then error("every stone is on a corner") end
  if #game:figures { kind = "stone" } ~= n then error("stones are on the board") end
  if #game:figures { kind = "stone", feature = true } ~= 0 then error("no stone is in a feature") end
  out:pay(game.turn, n, "cairn.seen")
end
