-- Black Tower, of a fan expansion.
local black = ...

-- How many normal floors less, by number of players.
local LESS = { 2, 2, 2, 1, 1, 1 }

-- at.setup
function black.fewer(game, slot, out)
  if game:option_of("the-tower", "floors") ~= 0 then return end
  local players = game:players()
  for _, player in players do
    local n = math.min(LESS[#players] or 1, player:tokens("floor"))
    if n > 0 then out:token(player, "floor", -n, "btow.floors") end
  end
end

-- on.tagged of a black tower: another floor is uppermost now.
function black.covered(game, event, out)
  local rule = event.rule == "btow.white" and "btow.white" or "btow.normal"
  out:tag(event.segment, "black-top", -event.segment:tag("black-top"), rule)
end

-- ask.black-capture: on the tile of the tower, and slantwise as many tiles as it has floors.
function black.in_reach(game, step, offers)
  local tower = step:segment(1)
  local whom = { class = "meeple", near = { shape = "square", n = tower:tag("floors"), is = tower.tile } }
  if game:option_of("the-tower", "capture") == "opponents" then whom.owner = "others" end
  if game:option_of("the-tower", "follower") == "safe" then whom.sheltered = false end
  offers:offer { rule = "btow.capture" }
  local x, y = tower.x, tower.y
  for _, figure in game:figures(whom) do
    local tile = figure.tile
    if math.abs(tile.x - x) == math.abs(tile.y - y) then offers:invoke("black-capture", figure) end
  end
end

-- do.black-capture: one's own goes home, others are prisoners of the Tower, exchanged and ransomed there.
function black.capture(game, step, out)
  if step.target.owner == step.actor then
    out:send_home(step.target, "tower.capture.own")
  else
    out:capture(step.target, step.actor, "btow.capture")
  end
end
