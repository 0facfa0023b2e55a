-- The Plague. Fleas and outbreaks are numbers of the tiles on which they lie.
local plague = ...

-- A flea on a tile.
local ACTIVE, LATENT = 1, 2

-- The stack ------------------------------------------------------------------------------------------

-- at.setup: with no healthy tiles before them those of the plague are among the others from the start.
function plague.open_stack(game, slot, out)
  if game.option["healthy-tiles"] == 0 then out:pour("quarantine", "main", "plague.stack") end
end

-- on.drawn: enough healthy tiles, or all that there are.
function plague.count_drawn(game, event, out)
  local n = game:get("healthy-drawn") + 1
  out:set("healthy-drawn", n)
  if n == game.option["healthy-tiles"] or game.deck_size == 0 then
    out:pour("quarantine", "main", "plague.stack")
  end
end

-- Which fleas are active -----------------------------------------------------------------------------

-- Makes latent what no chain of active fleas joins to an outbreak: `fleas` says by number of the tile what lies there now, `cured` which outbreak
-- is none any more.
local function part(game, fleas, cured, out)
  local joined, ahead = {}, {}
  for _, source in game:tiles { state = "outbreak-number" } do
    if source ~= cured then
      joined[source.number] = true
      table.insert(ahead, source)
    end
  end
  local i = 1
  while ahead[i] do
    for _, other in ahead[i]:around { shape = 5, state = "flea" } do
      if fleas[other.number] == ACTIVE and not joined[other.number] then
        joined[other.number] = true
        table.insert(ahead, other)
      end
    end
    i = i + 1
  end
  local latent = 0
  for _, tile in game:tiles { state = "flea" } do
    local flea = fleas[tile.number]
    if flea == ACTIVE and not joined[tile.number] then
      fleas[tile.number] = LATENT
      out:set("flea", LATENT, tile)
      latent = latent + 1
    elseif flea == LATENT then
      latent = latent + 1
    end
  end
  out:set("latent-fleas", latent)
end

-- What lies on the tiles, by their numbers.
local function all_fleas(game)
  local fleas = {}
  for _, tile in game:tiles { state = "flea" } do fleas[tile.number] = game:get("flea", tile) end
  return fleas
end

-- Outbreaks ------------------------------------------------------------------------------------------

-- on.placed of a source: the outbreak with the least number that is left; its player spreads nothing.
function plague.break_out(game, event, out)
  local n = game:get("outbreaks") + 1
  out:set("outbreaks", n)
  out:set("outbreak-number", n, event.tile)
  out:set("live-outbreaks", game:get("live-outbreaks") + 1)
  out:set("plague-done", 1, game.turn)
  out:note(game.turn, "plague.outbreak")
end

-- at.turn_start: no flea is left, and all are active.
function plague.eradicate(game, slot, out)
  local first
  for _, source in game:tiles { state = "outbreak-number" } do
    if not first or game:get("outbreak-number", source) < game:get("outbreak-number", first) then first = source end
  end
  out:set("outbreak-number", 0, first)
  out:set("live-outbreaks", game:get("live-outbreaks") - 1)
  out:note(game.turn, "plague.eradicate")
  part(game, all_fleas(game), first, out)
end

-- Spreading ------------------------------------------------------------------------------------------

-- Whoever is on the tile goes home.
local function fall_ill(tile, out)
  for _, figure in tile:figures() do out:send_home(figure, "plague.sick") end
end

-- do.spread-plague: a flea of the supply.
function plague.spread(game, step, out)
  out:set("flea", ACTIVE, step.target)
  out:set("fleas-left", game:get("fleas-left") - 1)
  fall_ill(step.target, out)
end

-- do.lift-flea: what hung on it is latent then, nothing on a latent one, and it is spread at once.
function plague.lift(game, step, out)
  local active = game:get("flea", step.target) == ACTIVE
  out:set("flea", 0, step.target)
  out:set("flea-lifted", 1, step.target)
  out:set("fleas-left", 1)
  out:note(step.actor, "plague.move")
  if active then
    local fleas = all_fleas(game)
    fleas[step.target.number] = 0
    part(game, fleas, nil, out)
  else
    out:set("latent-fleas", game:get("latent-fleas") - 1)
  end
  out:push("plague-at-last", step.actor)
end

-- Fleeing --------------------------------------------------------------------------------------------

-- do.flee-to
function plague.flee(game, step, out)
  out:move(step:figure(1), step.target, "plague.flee")
end
