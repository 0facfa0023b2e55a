-- A tile with a pennant gives the next player a whole turn, before one's own goes on.
local m = ...

function m.invite(game, step, out)
  out:turn(game.turn.next, "guest.turn")
end
