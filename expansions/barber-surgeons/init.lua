-- The Barber-Surgeons: bathhouses give points, and keep whoever was scored alone.
local bath = ...

-- How many bathhouses are in a game, by number of players.
local WANTED = { 4, 4, 5, 6 }

-- Tiles -------------------------------------------------------------------------------------------------

-- at.setup: one draw for each tile too many.
function bath.count(game, slot, out)
  local there = 0
  for _, type in game:unseen { kinds = "bathhouse" } do there += game:left(type) end
  local wanted = WANTED[#game:players()] or 6
  for _ = wanted + 1, there do out:push("bath-spare", "chance") end
end

-- ask.bath-spare
function bath.spare(game, step, offers)
  for n, type in game:unseen { kinds = "bathhouse" } do offers:roll(n, game:left(type)) end
end

-- answer.bath-spare
function bath.leave_out(game, step, choice, out)
  local type = game:unseen { kinds = "bathhouse" }[choice.value]
  out:tile(type, type.group, "out", "bath.tiles")
end

-- Points ------------------------------------------------------------------------------------------------

-- scoring.points of a completed city or road with bathhouses.
function bath.points(game, claim, score)
  local sum = 0
  for _, segment in claim.feature:segments { tag = "bath-side" } do
    for _, house in segment.tile:segments("bathhouse") do sum += house:tag("bath-banner") end
  end
  if sum > 0 then score:flat("bath.points", sum) end
end

-- Baths -------------------------------------------------------------------------------------------------

-- at.after_scoring: whoever came home from a completed feature as its only meeple, and has not gone elsewhere.
function bath.invite(game, slot, out)
  local home = {}
  for _, event in game:log("returned", "part") do
    local scored = event.why == "scored" and event.feature and event.feature.complete
    if scored and event.figure:class("meeple") then table.insert(home, event) end
  end
  for _, event in home do
    local there = 0
    for _, other in home do
      if other.feature == event.feature then there += 1 end
    end
    local figure = event.figure
    if there == 1 and figure.place == "supply" then out:push("bathe", figure.owner, figure) end
  end
end

-- do.bathe
function bath.bathe(game, step, out)
  local figure = step:figure(1)
  out:deploy(figure.owner, figure.kind, step.target, "bath.alone")
end

-- do.leave-bath
function bath.leave(game, step, out)
  out:pay(step.actor, -step.target.feature:tag("bath-banner"), "bath.fee")
  out:send_home(step.target, "bath.fee")
end

-- on.placed, on.tile_laid beside bathhouses that have a guest and now eight tiles around them.
function bath.surrounded(game, event, out)
  local full = { shape = 8, kinds = "bathhouse", holds = { feature = "bathhouse" }, near = { shape = 8, count = 8 } }
  for _, tile in event.tile:around(full) do
    for _, figure in tile:figures { feature = "bathhouse" } do out:send_home(figure, "bath.around") end
  end
end
