-- The Peasant Revolts: a drawn tile sends home everybody who stands on one kind of feature, of the first player who has somebody there.
local revolt = ...

local SPARE = 3

-- Points for each meeple that is protected from a revolt.
local SAVED = 2

-- What a tile shows, and where the peasants look.
local REVOLTS = { { "revolt-city", "city" }, { "revolt-road", "road" }, { "revolt-monastery", "monastery" } }

-- Tiles -------------------------------------------------------------------------------------------------

-- Types of which tiles are in the stack.
local function types(game)
  return game:unseen { symbol = { "revolt-city", "revolt-road", "revolt-monastery" } }
end

-- at.setup: one draw for each tile that is left out.
function revolt.count(game, slot, out)
  local there = 0
  for _, type in types(game) do there += game:left(type) end
  for _ = 1, math.min(SPARE, there) do out:push("revolt-spare", "chance") end
end

-- ask.revolt-spare
function revolt.spare(game, step, offers)
  for n, type in types(game) do offers:roll(n, game:left(type)) end
end

-- answer.revolt-spare
function revolt.leave_out(game, step, choice, out)
  local type = types(game)[choice.value]
  out:tile(type, type.group, "out", "revolt.tiles")
end

-- The revolt --------------------------------------------------------------------------------------------

-- The peasants come to a player; whether they took anybody along.
local function visit(game, player, kind, out)
  local taken = game:figures { class = "meeple", owner = player, feature = kind, state = { ["laid-low"] = false } }
  local saved = game:figures { class = "meeple", owner = player, feature = kind, state = { ["laid-low"] = true } }
  if #saved > 0 then out:pay(player, SAVED * #saved, "revolt.saved") end
  for _, figure in taken do out:send_home(figure, "revolt.home") end
  return #taken > 0
end

-- on.drawn, with a hand of tiles on.placed: from player to player, until somebody loses a meeple or all were visited.
function revolt.rise(game, event, out)
  local type = event.type or event.tile.type
  for _, pair in REVOLTS do
    if type:tag(pair[1]) > 0 then
      local player = game.turn
      for _ = 1, #game:players() do
        if visit(game, player, pair[2], out) then break end
        player = player.next
      end
    end
  end
end

-- Protection --------------------------------------------------------------------------------------------

-- on.deployed
function revolt.placed(game, event, out)
  out:push("lie-low", event.figure.owner, event.figure)
end

-- do.lie-low
function revolt.lie_low(game, step, out)
  out:set("laid-low", 1, step:figure(1))
end

-- do.lie-down: instead of placing anybody.
function revolt.lie_down(game, step, out)
  out:set("laid-low", 1, step.target)
  out:skip("second_action", "revolt.protect.old")
end

-- on.returned, on.captured, on.moved
function revolt.get_up(game, event, out)
  out:set("laid-low", 0, event.figure)
end
