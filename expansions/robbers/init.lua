-- The Robbers.
local rob = ...

-- at.after_place of a bag: whose turn it is, then one who has his robber still, or all of them.
function rob.bag(game, slot, out)
  out:push("robber", game.turn)
  local player = game.turn.next
  while player ~= game.turn do
    if game:get("beside", player) == 0 then
      out:push("robber", player)
      if game.option.followers == "next" then return end
    end
    player = player.next
  end
end

-- ask.robber: everybody else, but the one beside whom he stands.
function rob.choices(game, step, offers)
  local beside = game:get("beside", step.actor)
  local verb = beside == 0 and "lurk" or "shift"
  offers:offer { rule = beside == 0 and "rob.place" or "rob.move" }
  for _, player in game:players() do
    if player ~= step.actor and player.index ~= beside then offers:invoke(verb, player) end
  end
end

-- The robber of a player leaves whom he stands beside.
local function leave(game, owner, rule, out)
  out:token(game:players()[game:get("beside", owner)], "lurker", -1, rule)
end

-- do.lurk, do.shift
function rob.stand(game, step, out)
  if game:get("beside", step.actor) == 0 then
    out:token(step.actor, "bandit", -1, step.rule)
  else
    leave(game, step.actor, step.rule, out)
  end
  out:token(step.target, "lurker", 1, step.rule)
  out:set("beside", step.target.index, step.actor)
end

local function go_home(game, owner, rule, out)
  leave(game, owner, rule, out)
  out:token(owner, "bandit", 1, rule)
  out:set("beside", 0, owner)
end

-- The figure of a player moves on: whoever has a robber beside it moves half as far.
local function robbed(game, victim, points, out)
  for _, owner in game:players() do
    if game:get("beside", owner) == victim.index then
      out:pay(owner, math.ceil(points / 2), "rob.points")
      go_home(game, owner, "rob.points", out)
    end
  end
end

-- on.scored
function rob.scored(game, event, out)
  for _, owner in event:owners() do robbed(game, owner, event.number, out) end
end

-- on.paid
function rob.paid(game, event, out)
  robbed(game, event.player, event.number, out)
end

-- at.before_final
function rob.home(game, slot, out)
  for _, owner in game:players() do
    if game:get("beside", owner) > 0 then go_home(game, owner, "rob.final", out) end
  end
end
