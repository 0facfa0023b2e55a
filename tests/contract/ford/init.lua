local ford = ...

function ford.crossed(game, event, out)
  out:as_placed(event.tile, "ford.instead")
end

function ford.washed(game, event, out)
  if game.placed ~= event.tile then error("it counts as placed") end
  out:token(game.turn, "plank", 1, "ford.washed")
end
