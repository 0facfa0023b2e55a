-- The Robber's Son, of a fan expansion. Whom he may send home is declared in the manifest.
local son = ...

-- do.robbers-son: the thief goes home, and his sender places no figure in this part of the turn.
function son.banish(game, step, out)
  out:send_home(step.target, "rson.sends")
  out:skip("second_action", "rson.no-figure")
end
