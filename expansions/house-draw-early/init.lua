-- House rule: the next tile is drawn at the end of one's own turn.
local early = ...

-- at.draw: the tile that lies ready is the tile drawn; then nothing is drawn. It stays if there is one already, or an abbey was placed.
function early.take(game, slot, out)
  out:tile(game:zone("early", game.turn)[1], "early", nil, "house.early", game.turn)
end

-- at.turn_end
function early.draw(game, slot, out)
  if not game:zone("early", game.turn)[1] then
    out:draw("early", game.turn)
  end
end
