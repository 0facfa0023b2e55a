-- What `declared.toml` declares, as functions.
local probe = ...

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

function probe.pay(game, slot, out)
  if game:get("paid") > 0 then
    out:pay(game.turn, 1, "probe.pay")
  end
end

function probe.again(game, event, out)
  for _, segment in event.tile:segments() do
    if segment.feature:holds("pawn", game.turn) then
      out:parts(2, "probe.again")
    end
  end
end

function probe.fly(game, event, out)
  local tile, roads = event.tile, 0
  for side = 0, 3 do
    if tile:edge(side) == "road" then
      roads = roads + 1
    end
  end
  if roads == 2 and #game:figures("pawn") > 0 then
    out:neutral("bird", tile, "probe.perch")
  end
end

function probe.away(game, event, out)
  for _, figure in event.tile:figures { kind = "meeple" } do
    if figure.owner ~= game.turn then
      out:send_home(figure, "probe.away")
    end
  end
end
