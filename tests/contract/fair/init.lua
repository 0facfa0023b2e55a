local fair = ...

-- A coin and some dust for whoever finishes a city.
function fair.pay(game, event, out)
  out:token(game.turn, "coin", 1, "fair.coin")
  out:token(game.turn, "dust", 2, "fair.coin")
end
