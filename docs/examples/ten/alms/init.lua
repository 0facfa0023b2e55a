local alms = ...

function alms.supply(game, step, out)
  for _, player in game:players() do
    out:bonus(player, player:supply("meeple"), "alms.supply")
  end
end
