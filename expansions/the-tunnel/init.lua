-- The Tunnel: two tokens of a pair join two road ends under the ground.
local tunnel = ...

local PAIR = { ["tunnel-a"] = 0, ["tunnel-b"] = 1, ["tunnel-c"] = 2 }

-- do.tunnel-a, -b, -c: the second token of a pair joins its road to that of the first, which waits with a mark.
function tunnel.join(game, step, out)
  local mark = step.actor.index * 3 + PAIR[step.name]
  for _, other in game:segments { kind = "road", tag = "tunnel-token" } do
    if other ~= step.target and game:get("token-mark", other) == mark then
      out:link(other, step.target, "tunnel.joined")
      out:tag(other, "tunnel", -1, "tunnel.joined")
      out:tag(step.target, "tunnel", -1, "tunnel.joined")
      out:set("token-mark", 0, other)
      return
    end
  end
  out:set("token-mark", mark, step.target)
end
