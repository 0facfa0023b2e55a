-- The Crop Circles.
local crop = ...

-- The kind of feature that the circle on the tile just placed is for.
local function concerned(game)
  local circle = game.placed:segments("crop-circle")[1]
  if circle:tag("club") > 0 then return "road" end
  if circle:tag("shield") > 0 then return "city" end
  return "field"
end

-- do.sow, do.reap: the player to the left first, the one whose turn it is last.
function crop.chosen(game, step, out)
  local asked = step.name == "sow" and "sowing" or "reaping"
  local player = game.turn
  out:note(player, "crop.choose")
  repeat
    player = player.next
    out:push(asked, player)
  until player == game.turn
end

-- ask.sowing: any meeple of the supply beside one that stands there.
function crop.sowing(game, step, offers)
  local places = game:segments { kind = concerned(game), holds = { class = "meeple", owner = step.actor } }
  offers:offer { rule = "crop.add", waives = { "elsewhere", "occupied" } }
  offers:deploy { class = "meeple", to = places }
end

-- ask.reaping
function crop.reaping(game, step, offers)
  offers:offer { rule = "crop.remove" }
  local figures = game:figures { class = "meeple", owner = step.actor, feature = concerned(game) }
  for _, figure in figures do offers:invoke("uproot", figure) end
end
