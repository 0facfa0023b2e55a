-- The Tunnel: two tokens of a pair join two road ends under the ground.
local tunnel = ...

local PAIR = { ["tunnel-a"] = 0, ["tunnel-b"] = 1, ["tunnel-c"] = 2 }

local function mark_of(player, verb)
  return player.index * 3 + PAIR[verb]
end

-- Where the other token of a pair waits, with a mark, for the one that comes to a road.
local function other_of(game, mark, road)
  for _, other in game:segments { kind = "road", tag = "tunnel-token" } do
    if other ~= road and game:get("token-mark", other) == mark then return other end
  end
end

-- do.tunnel-a, -b, -c: the second token of a pair joins its road to that of the first.
function tunnel.join(game, step, out)
  local mark = mark_of(step.actor, step.name)
  local other = other_of(game, mark, step.target)
  if not other then
    out:set("token-mark", mark, step.target)
    return
  end
  out:link(other, step.target, "tunnel.joined")
  out:tag(other, "tunnel", -1, "tunnel.joined")
  out:tag(step.target, "tunnel", -1, "tunnel.joined")
  out:set("token-mark", 0, other)
end

-- deployment.veto beside the donkey: no second token completes a road on its tile.
function tunnel.barred(game, step, options, refuse)
  local here = { tile = game:neutral("donkey").tile }
  for option in options:each("invoke") do
    local other = PAIR[option.verb] and other_of(game, mark_of(step.actor, option.verb), option.target)
    if other then
      local from, to = other.feature, option.target.feature
      local open, tunnels = from.open, from:tag("tunnel")
      if from ~= to then open, tunnels = open + to.open, tunnels + to:tag("tunnel") end
      local there = from:segments(here)[1] or to:segments(here)[1]
      if there and open == 0 and tunnels == 2 then refuse(option, "donkey.bars") end
    end
  end
end
