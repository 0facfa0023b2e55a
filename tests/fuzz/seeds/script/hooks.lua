local m = ...

local function twice(n)
  return n * 2
end

function m.veto(game, step, options, refuse)
  for place in options:each("place") do
    if place.y < -3 and place:edge(1) == "road" or place:neighbour(2) == game:tile_at(9, 9) then
      refuse(place, "fuzz.none")
    end
  end
end

function m.claims(game, step, options, refuse)
  for option in options:each("deploy") do
    if option.feature.kind == "field" and option.feature.tiles > 4 then
      refuse(option, "fuzz.none")
    end
  end
end

function m.more(game, step, offers)
  offers:offer { rule = "fuzz.haunt", free = false }
  for _, figure in ipairs(game:figures { class = "meeple", owner = game.turn }) do
    offers:invoke("haunt", figure)
  end
end

function m.points(game, claim, score)
  score:per("fuzz.buy", "*", game.option.rate)
  score:flat("fuzz.buy", twice(claim.feature.open))
  if not claim.complete then
    score:scale("fuzz.none", 1, 2, "up")
  end
  for _, player in ipairs(claim:owners()) do
    score:extra("fuzz.last", player:tokens("coin"))
    score:only(player)
  end
end

function m.bonus(game, claim, score)
  score:bonus(game.turn, 1, "fuzz.last")
end

function m.weight(game, figure, feature, weight)
  if feature:holds({ class = "meeple" }, figure.owner) then
    weight:add(1)
  end
end

function m.complete(game, feature, verdict)
  if feature.tiles > 6 and feature.open == 1 then
    verdict:yes("fuzz.buy")
  end
end

function m.placed(game, event, out)
  for _, segment in ipairs(event.tile:segments("road")) do
    out:tag(segment, "mark", 1, "fuzz.buy")
  end
  out:token(game.turn, "coin", 1, "fuzz.buy")
  if #game:list("seen") > 60 or game:has("seen", 7) then
    out:clear("seen")
  end
  out:add("seen", event.tile.x + 100)
  if game.deck_size % 5 == 0 then
    out:neutral("ghost", event.tile, "fuzz.haunt")
  end
end

function m.scored(game, event, out)
  out:set("count", event.number, game.turn)
  out:note(game.turn, "fuzz.last")
end

function m.settled(game, out)
  if game:get("count", game.turn) > 30 then
    out:set("count", 0, game.turn)
  end
end

function m.ask(game, slot, out)
  out:push("choose", game.turn)
  if game.part == 1 and game.deck_size % 3 == 0 then
    out:push("wonder", "chance")
  end
end

function m.buy(game, step, out)
  out:pay(step.actor, step.target:tag("mark"), "fuzz.buy")
end

function m.haunt(game, step, out)
  out:send_home(step.target, "fuzz.haunt")
end

function m.ask_wonder(game, step, offers)
  for i = 1, 6 do
    offers:roll(i, i)
  end
end

function m.answer_wonder(game, step, choice, out)
  out:pay(game.turn, choice.value, "fuzz.buy")
end

function m.last(game, step, out)
  for _, player in ipairs(game:players()) do
    out:bonus(player, player:tokens("coin"), "fuzz.last")
  end
end
