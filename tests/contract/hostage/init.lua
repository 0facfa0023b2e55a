-- A payment at any own decision: declared; only what follows is coded.
local m = ...

function m.seize(game, step, out)
  out:capture(step.target, step.actor, "host.seize")
end

function m.redeem(game, step, out)
  out:token(step.target.holder, "coin", 1, "host.redeem")
  out:send_home(step.target, "host.redeem")
end
