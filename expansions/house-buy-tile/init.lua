-- House rule: a tile that alone can complete a feature may be bought.
local buy = ...

-- Whether a tile that is still in the bag can complete a feature.
local function is_closed_by_others(game, feature)
  for _, other in game:unseen() do
    if feature:closed_by(other) then
      return true
    end
  end
  return false
end

-- Whether some feature can be completed by this tile and by none that is still in the bag.
local function is_sought(game, tile)
  for _, feature in game:features { complete = false } do
    if feature:closed_by(tile) and not is_closed_by_others(game, feature) then
      return true
    end
  end
  return false
end

-- on.drawn: the others are asked in turn order, then the player who drew it.
function buy.announce(game, event, out)
  local tile = game.drawn
  local own = event.start or event.rule == "house.buy.take" -- into a zone, or bought before
  if own or not tile or game.deck_size == 0 or not is_sought(game, tile) then
    return
  end
  local player = game.turn.next
  while player ~= game.turn do
    out:set("bid", 0, player)
    if player.score > 0 and not game:zone("bought", player)[1] then
      out:push("bid", player)
    end
    player = player.next
  end
  out:push("sell", game.turn)
end

function buy.ask_bid(game, step, offers)
  for n = 1, math.min(step.actor.score, game.option.most) do
    offers:invoke("bid", n)
  end
end

function buy.do_bid(game, step, out)
  out:set("bid", step.target, step.actor)
end

function buy.ask_sell(game, step, offers)
  for _, player in game:players() do
    if player ~= step.actor and game:get("bid", player) > 0 then
      offers:invoke("sell", player)
    end
  end
end

-- The price changes hands, the tile waits for its new owner's turn, and the seller draws another.
function buy.do_sell(game, step, out)
  local buyer = step.target
  out:transfer(buyer, step.actor, game:get("bid", buyer), "house.buy.sell")
  out:tile(game.drawn, nil, "bought", "house.buy.sell", buyer)
  out:draw()
end

-- at.draw: a tile that was bought is the tile drawn.
function buy.take(game, slot, out)
  out:tile(game:zone("bought", game.turn)[1], "bought", nil, "house.buy.take", game.turn)
end
